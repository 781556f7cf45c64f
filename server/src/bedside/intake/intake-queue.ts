import type { LiveEvent } from 'contract'
import { v7 as newId } from 'uuid'
import { Failure, isTransient, toLoggable } from '../../core/failure.ts'
import { inHospital, type Root, type Tx } from '../../db/database.ts'
import { findActiveKeys } from '../../identity/sender.ts'
import { writeEvents } from '../../live/events.ts'
import { chainBoxMessages } from '../box-chain.ts'
import type { IngestBatch } from './build-readings.ts'
import { type IngestResult, ingest } from './intake.ts'
import {
  type DecodedMessage,
  decodeMessage,
  listBoxMessages,
  quarantine,
  type ReceivedMessage,
  toIngestBatch,
  toUnreadableMessage,
} from './messages.ts'
import { emitWaiting } from './waiting-counts.ts'

/** Who sent it. `keyId` is null for a sender that the hospital's own broker has let in. */
type IngestSource = { hospitalId: string; keyId: string | null }

type QueuedBatch = {
  keyId: string | null
  batch: IngestBatch
  /** The MQTT message that it came in, if it did. */
  message: DecodedMessage | undefined
  resolve: (fates: IngestResult[]) => void
  reject: (error: unknown) => void
}

/**
 * `failed` resolves when the batch could not be committed as a whole; `decided` when each of its items is committed or
 * refused.
 */
type CommitBatch = { failed: Promise<void>; decided: Promise<void> }

/**
 * The queue of one hospital. `draining` settles when all waiting items are stored; `last` is the batch that started
 * last.
 */
type HospitalQueue = { waiting: QueuedBatch[]; draining: Promise<void> | undefined; last: CommitBatch }

/**
 * Thrown when a batch is stored beside an earlier batch that failed: it rolls back, and retries after that one settles.
 */
class RollBackAndRetry extends Error {}

/**
 * The most readings and device statuses in one transaction; an item that holds more is not split. An item without any
 * counts as one: it is a row of the quarantine.
 */
const maxTransactionRows = 5_000

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
  readonly #queues = new Map<string, HospitalQueue>()

  constructor(options: QueueOptions) {
    this.#options = options
  }

  /** Takes a device message. It is decoded on arrival, while the database works on earlier ones. */
  async ingestMessage({ message, ...bringer }: IngestSource & { message: ReceivedMessage }): Promise<void> {
    const read = this.#decode(message)
    await this.#enqueue(bringer, toIngestBatch(read), read)
  }

  /** The results of the readings of one call, in their order. */
  ingestReadings({ arrival, ...bringer }: IngestSource & { arrival: IngestBatch }): Promise<IngestResult[]> {
    return this.#enqueue(bringer, arrival, undefined)
  }

  /** Resolves when all that was taken is committed or refused. */
  async idle(): Promise<void> {
    for (const line of this.#queues.values()) {
      do {
        await line.draining
        await line.last.decided
      } while (line.draining)
    }
  }

  #enqueue(
    { hospitalId, keyId }: IngestSource,
    arrival: IngestBatch,
    read: DecodedMessage | undefined,
  ): Promise<IngestResult[]> {
    return new Promise((resolve, reject) => {
      let line = this.#queues.get(hospitalId)
      if (!line) {
        const none = { failed: new Promise<void>(() => {}), decided: Promise.resolve() }
        line = { waiting: [], draining: undefined, last: none }
        this.#queues.set(hospitalId, line)
      }
      line.waiting.push({ keyId, batch: arrival, message: read, resolve, reject })
      line.draining ??= this.#drain(hospitalId, line)
    })
  }

  /** An unexpected error is a defect of ours: the message goes to quarantine, to be tried again after a fix. */
  #decode(message: ReceivedMessage): DecodedMessage {
    try {
      return decodeMessage(message)
    } catch (error) {
      this.#options.log({ topic: message.topic, error: toLoggable(error) })
      return toUnreadableMessage(message)
    }
  }

  /** Starts one batch after the other: a batch is stored while the previous one evaluates its alarms. */
  async #drain(hospitalId: string, line: HospitalQueue): Promise<void> {
    // Let the rest of what the sockets hold now join the batch.
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (line.waiting.length > 0) {
      await new Promise<void>((isKept) => {
        line.last = this.#runPipelined(hospitalId, takeNextBatch(line.waiting), line.last, isKept)
      })
    }
    line.draining = undefined
  }

  /** Stores a batch while the previous one evaluates alarms; evaluates its own when the previous one is committed. */
  #runPipelined(
    hospitalId: string,
    batch: readonly QueuedBatch[],
    before: CommitBatch,
    isKept: () => void,
  ): CommitBatch {
    const failed = Promise.withResolvers<void>()
    const waitForTurn = async () => {
      const isTurn = await Promise.race([before.decided.then(() => true), before.failed.then(() => false)])
      if (!isTurn) throw new RollBackAndRetry()
      isKept()
    }
    const decided = this.#runTransaction(hospitalId, batch, waitForTurn)
      .catch(async (error: unknown) => {
        failed.resolve()
        await before.decided
        await this.#retry(hospitalId, batch, error)
      })
      .finally(isKept)
    return { failed: failed.promise, decided }
  }

  /** Retries what failed, with no other batch running. */
  async #retry(hospitalId: string, batch: readonly QueuedBatch[], error: unknown): Promise<void> {
    if (error instanceof RollBackAndRetry) await this.#runAlone(hospitalId, batch)
    else if (isTransient(error)) for (const { reject } of batch) reject(error)
    else if (batch.length > 1) {
      const half = Math.ceil(batch.length / 2)
      await this.#runAlone(hospitalId, batch.slice(0, half))
      await this.#runAlone(hospitalId, batch.slice(half))
    } else for (const one of batch) await this.#quarantine(hospitalId, one, error)
  }

  async #runAlone(hospitalId: string, batch: readonly QueuedBatch[]): Promise<void> {
    try {
      await this.#runTransaction(hospitalId, batch)
    } catch (error) {
      await this.#retry(hospitalId, batch, error)
    }
  }

  /** Stores and evaluates a batch in one transaction. `turn` resolves when the previous batch is committed. */
  async #runTransaction(
    hospitalId: string,
    batch: readonly QueuedBatch[],
    turn?: () => Promise<void>,
  ): Promise<void> {
    const fates = await this.#commit(hospitalId, (tx) => this.#ingestHeld(tx, hospitalId, batch, turn))
    for (const one of batch) {
      const own = fates.get(one)
      if (own) one.resolve(own)
      else one.reject(new Failure('key-unknown'))
    }
  }

  /** The results of the items whose API key is still valid. */
  async #ingestHeld(
    tx: Tx,
    hospitalId: string,
    batch: readonly QueuedBatch[],
    turn?: () => Promise<void>,
  ): Promise<Map<QueuedBatch, IngestResult[]>> {
    const held = await findActiveKeys(
      tx,
      batch.flatMap(({ keyId }) => (keyId === null ? [] : [keyId])),
    )
    const taken = batch.filter(({ keyId }) => keyId === null || held.has(keyId))
    const reads = taken.flatMap(({ message }) => message ?? [])
    const events: LiveEvent[] = []
    const now = this.#options.clock().toISOString()
    const emit = (event: LiveEvent) => void events.push(event)
    const bedside = { tx, hospitalId, now, newId, emit, channels: this.#options.channels }
    const fates = await ingest(
      bedside,
      taken.map(({ batch }) => batch),
      async () => {
        await turn?.()
        await quarantine(bedside, reads)
        await chainBoxMessages(bedside, listBoxMessages(reads))
      },
    )
    const isAnyWaiting = fates.some((own) => own.some(({ status }) => status === 'waiting'))
    if (isAnyWaiting || reads.some(({ problem }) => problem)) await emitWaiting(bedside)
    writeEvents(tx, hospitalId, now, events)
    return new Map(taken.map((one, at) => [one, fates[at] ?? []]))
  }

  /**
   * A message that decodes but cannot be stored is a defect of ours too: it goes to quarantine. An HTTP call fails
   * instead, and is retried by its sender.
   */
  async #quarantine(
    hospitalId: string,
    { message, resolve, reject }: QueuedBatch,
    error: unknown,
  ): Promise<void> {
    if (!message) return reject(error)
    this.#options.log({ topic: message.message.topic, error: toLoggable(error) })
    try {
      await this.#commit(hospitalId, (tx) =>
        quarantine({ tx, hospitalId, newId }, [toUnreadableMessage(message.message)]),
      )
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
function takeNextBatch(line: QueuedBatch[]): QueuedBatch[] {
  let together = 0
  const end = line.findIndex(({ batch }, at) => {
    together += Math.max(batch.measurements.length + batch.statusReports.length, 1)
    return at > 0 && together > maxTransactionRows
  })
  return line.splice(0, end < 0 ? line.length : end)
}
