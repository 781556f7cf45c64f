import type { LiveEvent } from 'contract'
import { v7 as newId } from 'uuid'
import {
  type Message,
  quarantine,
  type Read,
  readMessage,
  takeMessages,
  unread,
} from '../bedside/messages.ts'
import { announceWaiting } from '../bedside/waiting.ts'
import { inHospital, type Root, type Tx } from '../core/database.ts'
import { isPassing, loggable } from '../core/failure.ts'
import { writeEvents } from '../core/live.ts'
import { keysHeld } from '../core/sender.ts'

/** A message and who brought it. `keyId` is null for one whom the hospital's own broker has let in. */
export type Brought = { hospitalId: string; keyId: string | null; message: Message }

/** The key with which a message came has been revoked since. */
export class KeyRevoked extends Error {}

type Waiting = Omit<Brought, 'message'> & {
  read: Read
  resolve: () => void
  reject: (error: unknown) => void
}

/** The most messages that one transaction takes. */
const maxBatch = 500

export type QueueOptions = {
  root: Root
  clock: () => Date
  channels: readonly string[]
  log: (what: Record<string, unknown>) => void
}

/**
 * Takes messages in, a transaction for all that came while the one before ran: alone a message waits for nobody, and
 * in a rush hundreds share a commit. It is read when it comes, while the database works for those before. `take`
 * answers when its message is committed.
 */
export class IntakeQueue {
  readonly #options: QueueOptions
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #running = new Map<string, Promise<void>>()

  constructor(options: QueueOptions) {
    this.#options = options
  }

  take({ message, ...brought }: Brought): Promise<void> {
    return new Promise((resolve, reject) => {
      const read = this.#read(message)
      const { hospitalId } = brought
      const line = this.#waiting.get(hospitalId) ?? []
      line.push({ ...brought, read, resolve, reject })
      this.#waiting.set(hospitalId, line)
      if (!this.#running.has(hospitalId)) this.#running.set(hospitalId, this.#run(hospitalId))
    })
  }

  /** When all that was taken is committed or refused. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values())
  }

  /** One that nothing explains is a defect of ours: it is kept to be tried again after a fix. */
  #read(message: Message): Read {
    try {
      return readMessage(message)
    } catch (error) {
      this.#options.log({ topic: message.topic, error: loggable(error) })
      return unread(message)
    }
  }

  async #run(hospitalId: string): Promise<void> {
    // The rest of what the sockets hold at this moment joins in.
    await new Promise<void>((resolve) => setImmediate(resolve))
    for (;;) {
      const line = this.#waiting.get(hospitalId) ?? []
      const batch = line.splice(0, maxBatch)
      if (batch.length === 0) {
        this.#running.delete(hospitalId)
        return
      }
      await this.#takeBatch(hospitalId, batch)
    }
  }

  async #takeBatch(hospitalId: string, batch: readonly Waiting[]): Promise<void> {
    try {
      const refused = await this.#commit(hospitalId, (tx) => this.#takeHeld(tx, hospitalId, batch))
      for (const one of batch) {
        if (refused.has(one)) one.reject(new KeyRevoked())
        else one.resolve()
      }
    } catch (error) {
      if (isPassing(error)) for (const { reject } of batch) reject(error)
      else if (batch.length > 1) for (const one of batch) await this.#takeBatch(hospitalId, [one])
      else await this.#setAside(hospitalId, batch, error)
    }
  }

  async #takeHeld(tx: Tx, hospitalId: string, batch: readonly Waiting[]): Promise<Set<Waiting>> {
    const held = await keysHeld(
      tx,
      batch.flatMap(({ keyId }) => (keyId === null ? [] : [keyId])),
    )
    const refused = new Set(batch.filter(({ keyId }) => keyId !== null && !held.has(keyId)))
    const events: LiveEvent[] = []
    const now = this.#options.clock().toISOString()
    const announce = (event: LiveEvent) => void events.push(event)
    const bedside = { tx, hospitalId, now, newId, announce, channels: this.#options.channels }
    const taken = batch.filter((one) => !refused.has(one)).map(({ read }) => read)
    await takeMessages(bedside, taken)
    if (taken.some(({ trouble }) => trouble)) await announceWaiting(bedside)
    await writeEvents(tx, hospitalId, now, events)
    return refused
  }

  /** One that can be read and not kept is a defect of ours too. */
  async #setAside(hospitalId: string, batch: readonly Waiting[], error: unknown): Promise<void> {
    this.#options.log({ topic: batch[0]?.read.message.topic, error: loggable(error) })
    try {
      await this.#commit(hospitalId, (tx) =>
        quarantine(
          { tx, hospitalId, newId },
          batch.map(({ read }) => unread(read.message)),
        ),
      )
      for (const { resolve } of batch) resolve()
    } catch (failure) {
      for (const { reject } of batch) reject(failure)
    }
  }

  #commit<T>(hospitalId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return inHospital(this.#options.root, hospitalId, work)
  }
}
