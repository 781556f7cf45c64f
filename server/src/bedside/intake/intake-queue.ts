import type { LiveEvent } from 'contract'
import { v7 as newId } from 'uuid'
import { Failure, isPassing, loggable } from '../../core/failure.ts'
import { inHospital, type Root, type Tx } from '../../db/database.ts'
import { keysHeld } from '../../identity/sender.ts'
import { writeEvents } from '../../live/live.ts'
import { chainBoxMessages } from '../box-chain.ts'
import { type Arrival, type Fate, takeIn } from './intake.ts'
import { arrivalOf, boxesOf, type Message, quarantine, type Read, readMessage, unread } from './messages.ts'
import { announceWaiting } from './waiting.ts'

/** Who sent it. `keyId` is null for a sender that the hospital's own broker has let in. */
type Bringer = { hospitalId: string; keyId: string | null }

type Waiting = {
  keyId: string | null
  arrival: Arrival
  /** The MQTT message that it came in, if it did. */
  read: Read | undefined
  resolve: (fates: Fate[]) => void
  reject: (error: unknown) => void
}

/**
 * `failed` resolves when the batch could not be committed as a whole; `decided` when each of its items is committed or
 * refused.
 */
type Batch = { failed: Promise<void>; decided: Promise<void> }

/**
 * The queue of one hospital. `keeping` settles when all waiting items are stored; `last` is the batch that started
 * last.
 */
type Line = { waiting: Waiting[]; keeping: Promise<void> | undefined; last: Batch }

/**
 * Thrown when a batch is stored beside an earlier batch that failed: it rolls back, and retries after that one settles.
 */
class StepAside extends Error {}

/**
 * The most readings and device statuses in one transaction; an item that holds more is not split. An item without any
 * counts as one: it is a row of the quarantine.
 */
const maxTogether = 5_000

export type QueueOptions = {
  root: Root
  clock: () => Date
  channels: readonly string[]
  log: (what: Record<string, unknown>) => void
}

/**
 * Stores readings: one transaction for all that arrived while the previous one ran. A single reading waits for nothing,
 * and in a rush thousands share a commit. The readings of one hospital are stored in order of arrival, whatever way
 * they came. A call is answered after the commit.
 */
export class IntakeQueue {
  readonly #options: QueueOptions
  readonly #lines = new Map<string, Line>()

  constructor(options: QueueOptions) {
    this.#options = options
  }

  /** Takes a device message. It is decoded on arrival, while the database works on earlier ones. */
  async take({ message, ...bringer }: Bringer & { message: Message }): Promise<void> {
    const read = this.#read(message)
    await this.#join(bringer, arrivalOf(read), read)
  }

  /** The results of the readings of one call, in their order. */
  takeReadings({ arrival, ...bringer }: Bringer & { arrival: Arrival }): Promise<Fate[]> {
    return this.#join(bringer, arrival, undefined)
  }

  /** Resolves when all that was taken is committed or refused. */
  async idle(): Promise<void> {
    for (const line of this.#lines.values()) {
      do {
        await line.keeping
        await line.last.decided
      } while (line.keeping)
    }
  }

  #join({ hospitalId, keyId }: Bringer, arrival: Arrival, read: Read | undefined): Promise<Fate[]> {
    return new Promise((resolve, reject) => {
      let line = this.#lines.get(hospitalId)
      if (!line) {
        const none = { failed: new Promise<void>(() => {}), decided: Promise.resolve() }
        line = { waiting: [], keeping: undefined, last: none }
        this.#lines.set(hospitalId, line)
      }
      line.waiting.push({ keyId, arrival, read, resolve, reject })
      line.keeping ??= this.#keep(hospitalId, line)
    })
  }

  /** An unexpected error is a defect of ours: the message goes to quarantine, to be tried again after a fix. */
  #read(message: Message): Read {
    try {
      return readMessage(message)
    } catch (error) {
      this.#options.log({ topic: message.topic, error: loggable(error) })
      return unread(message)
    }
  }

  /** Starts one batch after the other: a batch is stored while the previous one evaluates its alarms. */
  async #keep(hospitalId: string, line: Line): Promise<void> {
    // Let the rest of what the sockets hold now join the batch.
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (line.waiting.length > 0) {
      await new Promise<void>((isKept) => {
        line.last = this.#takeBeside(hospitalId, nextOf(line.waiting), line.last, isKept)
      })
    }
    line.keeping = undefined
  }

  /** Stores a batch while the previous one evaluates alarms; evaluates its own when the previous one is committed. */
  #takeBeside(hospitalId: string, batch: readonly Waiting[], before: Batch, isKept: () => void): Batch {
    const failed = Promise.withResolvers<void>()
    const turn = async () => {
      const isTurn = await Promise.race([before.decided.then(() => true), before.failed.then(() => false)])
      if (!isTurn) throw new StepAside()
      isKept()
    }
    const decided = this.#takeTogether(hospitalId, batch, turn)
      .catch(async (error: unknown) => {
        failed.resolve()
        await before.decided
        await this.#takeAgain(hospitalId, batch, error)
      })
      .finally(isKept)
    return { failed: failed.promise, decided }
  }

  /** Retries what failed, with no other batch running. */
  async #takeAgain(hospitalId: string, batch: readonly Waiting[], error: unknown): Promise<void> {
    if (error instanceof StepAside) await this.#takeAlone(hospitalId, batch)
    else if (isPassing(error)) for (const { reject } of batch) reject(error)
    else if (batch.length > 1) {
      const half = Math.ceil(batch.length / 2)
      await this.#takeAlone(hospitalId, batch.slice(0, half))
      await this.#takeAlone(hospitalId, batch.slice(half))
    } else for (const one of batch) await this.#setAside(hospitalId, one, error)
  }

  async #takeAlone(hospitalId: string, batch: readonly Waiting[]): Promise<void> {
    try {
      await this.#takeTogether(hospitalId, batch)
    } catch (error) {
      await this.#takeAgain(hospitalId, batch, error)
    }
  }

  /** Stores and evaluates a batch in one transaction. `turn` resolves when the previous batch is committed. */
  async #takeTogether(
    hospitalId: string,
    batch: readonly Waiting[],
    turn?: () => Promise<void>,
  ): Promise<void> {
    const fates = await this.#commit(hospitalId, (tx) => this.#takeHeld(tx, hospitalId, batch, turn))
    for (const one of batch) {
      const own = fates.get(one)
      if (own) one.resolve(own)
      else one.reject(new Failure('key-unknown'))
    }
  }

  /** The results of the items whose API key is still valid. */
  async #takeHeld(
    tx: Tx,
    hospitalId: string,
    batch: readonly Waiting[],
    turn?: () => Promise<void>,
  ): Promise<Map<Waiting, Fate[]>> {
    const held = await keysHeld(
      tx,
      batch.flatMap(({ keyId }) => (keyId === null ? [] : [keyId])),
    )
    const taken = batch.filter(({ keyId }) => keyId === null || held.has(keyId))
    const reads = taken.flatMap(({ read }) => read ?? [])
    const events: LiveEvent[] = []
    const now = this.#options.clock().toISOString()
    const announce = (event: LiveEvent) => void events.push(event)
    const bedside = { tx, hospitalId, now, newId, announce, channels: this.#options.channels }
    const fates = await takeIn(
      bedside,
      taken.map(({ arrival }) => arrival),
      async () => {
        await turn?.()
        await quarantine(bedside, reads)
        await chainBoxMessages(bedside, boxesOf(reads))
      },
    )
    const isAnyWaiting = fates.some((own) => own.some(({ status }) => status === 'waiting'))
    if (isAnyWaiting || reads.some(({ trouble }) => trouble)) await announceWaiting(bedside)
    await writeEvents(tx, hospitalId, now, events)
    return new Map(taken.map((one, at) => [one, fates[at] ?? []]))
  }

  /**
   * A message that decodes but cannot be stored is a defect of ours too: it goes to quarantine. An HTTP call fails
   * instead, and is retried by its sender.
   */
  async #setAside(hospitalId: string, { read, resolve, reject }: Waiting, error: unknown): Promise<void> {
    if (!read) return reject(error)
    this.#options.log({ topic: read.message.topic, error: loggable(error) })
    try {
      await this.#commit(hospitalId, (tx) => quarantine({ tx, hospitalId, newId }, [unread(read.message)]))
      resolve([])
    } catch (failure) {
      reject(failure)
    }
  }

  #commit<T>(hospitalId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return inHospital(this.#options.root, hospitalId, work)
  }
}

/** Removes from the front of a queue the items of one transaction. */
function nextOf(line: Waiting[]): Waiting[] {
  let together = 0
  const end = line.findIndex(({ arrival }, at) => {
    together += Math.max(arrival.measurements.length + arrival.signs.length, 1)
    return at > 0 && together > maxTogether
  })
  return line.splice(0, end < 0 ? line.length : end)
}
