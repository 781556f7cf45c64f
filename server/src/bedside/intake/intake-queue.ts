import type { LiveEvent } from 'contract'
import { v7 as newId } from 'uuid'
import { storeTrackerPositions } from '../../ambulance/vehicle-positions.ts'
import { Failure, isSchemaError, isTransient, toLoggable } from '../../core/failure.ts'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { beginInHospital, inHospital, type OpenTransaction, type Root } from '../../db/database.ts'
import { inSavepoint } from '../../db/savepoint.ts'
import { findActiveKeys } from '../../identity/sender.ts'
import { writeEvents } from '../../live/events.ts'
import { chainBoxMessages } from '../box-chain.ts'
import type { Arrival } from './build-readings.ts'
import { evaluateArrivals, type IngestResult, type StoredArrivals, storeArrivals } from './intake.ts'
import {
  type DecodedMessage,
  decodeMessage,
  listBoxMessages,
  listTrackerPositions,
  type MessageProblem,
  quarantine,
  type ReceivedMessage,
  reingestMessages,
  toArrival,
  toUnreadableMessage,
} from './messages.ts'
import { emitWaiting } from './waiting-counts.ts'

/** Who sent it. `keyId` is null for a sender that the hospital's own broker has let in. */
type IngestSource = { hospitalId: string; keyId: string | null }

/** One call or one message, which is stored as a whole. `message` is undefined for a call. */
type QueuedItem = {
  keyId: string | null
  arrival: Arrival
  message: DecodedMessage | undefined
  resolve: (results: IngestResult[]) => void
  reject: (error: unknown) => void
}

/** What waits for one hospital. `draining` settles when all of it is stored or refused. */
type HospitalQueue = {
  waiting: QueuedItem[]
  nextArrival: PromiseWithResolvers<void>
  draining: Promise<void> | undefined
}

/** Items whose readings are stored in a transaction that is still open. `allowed` are those with a valid API key. */
type StoredBatch = {
  items: readonly QueuedItem[]
  allowed: readonly QueuedItem[]
  bedside: HospitalContext
  events: LiveEvent[]
  stored: StoredArrivals
  transaction: OpenTransaction
}

/** Items of which none was committed. */
type FailedBatch = { items: readonly QueuedItem[]; error: unknown }

/**
 * A batch that is being evaluated and committed; `failure` resolves to undefined if that succeeds. An object, because
 * an async function that returned the promise itself would wait for it.
 */
type EvaluatingBatch = { failure: Promise<FailedBatch | undefined> }

/** What came of messages that were tried again: those that could not be stored, and patients with new readings. */
type Reingested = { refused: readonly DecodedMessage[]; patientIds: readonly string[] }

const isStored = (batch: StoredBatch | FailedBatch): batch is StoredBatch => 'transaction' in batch

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
 * Takes in what senders bring, in order of arrival for each hospital, whatever way it came. What arrives together
 * shares a transaction: a single reading waits for nothing, and in a rush thousands share a commit. Each transaction
 * has two stages: it stores readings while the one before is evaluated, and is evaluated when that one is committed. A
 * call is answered after the commit.
 */
export class IntakeQueue {
  readonly #options: QueueOptions
  readonly #queues = new Map<string, HospitalQueue>()

  constructor(options: QueueOptions) {
    this.#options = options
  }

  /** Takes a device message. It is decoded on arrival, while the database works on earlier ones. */
  async ingestMessage({ message, ...source }: IngestSource & { message: ReceivedMessage }): Promise<void> {
    const decoded = this.#decode(message)
    await this.#enqueue(source, toArrival(decoded), decoded)
  }

  /** The results of the readings of one call, in their order. */
  ingestReadings({ arrival, ...source }: IngestSource & { arrival: Arrival }): Promise<IngestResult[]> {
    return this.#enqueue(source, arrival, undefined)
  }

  /**
   * Tries messages in quarantine again, in the caller's transaction. Returns for each why it stays there, if so, and
   * whose records have new readings.
   */
  async retryMessages(
    bedside: HospitalContext,
    messages: readonly ReceivedMessage[],
  ): Promise<{ problems: (MessageProblem | undefined)[]; patientIds: readonly string[] }> {
    const decoded = messages.map((message) => this.#decode(message))
    const { refused, patientIds } = await this.#reingest(bedside, decoded)
    const toTried = (one: DecodedMessage) => (refused.includes(one) ? toUnreadableMessage(one.message) : one)
    return { problems: decoded.map((one) => toTried(one).problem), patientIds }
  }

  /** As with new messages, a batch that fails is halved until the one at fault stands alone. */
  async #reingest(bedside: HospitalContext, messages: readonly DecodedMessage[]): Promise<Reingested> {
    const events: LiveEvent[] = []
    let patientIds: readonly string[]
    try {
      const emit = (event: LiveEvent) => void events.push(event)
      patientIds = await inSavepoint(bedside.tx, () => reingestMessages({ ...bedside, emit }, messages))
    } catch (error) {
      if (isTransient(error) || isSchemaError(error)) throw error
      if (messages.length <= 1) {
        this.#options.log({ topic: messages[0]?.message.topic, error: toLoggable(error) })
        return { refused: messages, patientIds: [] }
      }
      const half = Math.ceil(messages.length / 2)
      const first = await this.#reingest(bedside, messages.slice(0, half))
      const second = await this.#reingest(bedside, messages.slice(half))
      return {
        refused: [...first.refused, ...second.refused],
        patientIds: [...first.patientIds, ...second.patientIds],
      }
    }
    for (const event of events) bedside.emit(event)
    return { refused: [], patientIds }
  }

  /** Resolves when all that was taken is stored or refused. */
  async idle(): Promise<void> {
    for (const queue of this.#queues.values()) while (queue.draining) await queue.draining
  }

  #enqueue(
    { hospitalId, keyId }: IngestSource,
    arrival: Arrival,
    message: DecodedMessage | undefined,
  ): Promise<IngestResult[]> {
    return new Promise((resolve, reject) => {
      let queue = this.#queues.get(hospitalId)
      if (!queue) {
        queue = { waiting: [], nextArrival: Promise.withResolvers(), draining: undefined }
        this.#queues.set(hospitalId, queue)
      }
      queue.waiting.push({ keyId, arrival, message, resolve, reject })
      queue.nextArrival.resolve()
      queue.draining ??= this.#drain(hospitalId, queue)
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

  async #drain(hospitalId: string, queue: HospitalQueue): Promise<void> {
    let previous: EvaluatingBatch | undefined
    while (queue.waiting.length > 0 || previous) {
      // Nothing to store: wait until something arrives, or until the previous batch has ended and may have to be
      // retried.
      if (queue.waiting.length === 0) await Promise.race([previous?.failure, queue.nextArrival.promise])
      // Let the rest of what the sockets hold now join the transaction.
      await new Promise<void>((resolve) => setImmediate(resolve))
      queue.nextArrival = Promise.withResolvers()
      const items = takeNextItems(queue.waiting)
      const batch = items.length > 0 ? await this.#store(hospitalId, items) : undefined
      previous = await this.#evaluateLater(hospitalId, previous, batch)
    }
    queue.draining = undefined
  }

  /**
   * Starts to evaluate a batch when the previous one has ended. If one of the two has failed, both are run to their end
   * here, one after the other.
   */
  async #evaluateLater(
    hospitalId: string,
    previous: EvaluatingBatch | undefined,
    batch: StoredBatch | FailedBatch | undefined,
  ): Promise<EvaluatingBatch | undefined> {
    const failed = await previous?.failure
    if (failed) {
      // Its transaction may hold a reading that the failed batch holds too, and the retry would wait for it.
      if (batch && isStored(batch)) await batch.transaction.rollBack()
      await this.#retry(hospitalId, failed)
      if (batch) await this.#runAlone(hospitalId, batch.items)
    } else if (batch && isStored(batch)) return { failure: this.#evaluate(batch) }
    else if (batch) await this.#retry(hospitalId, batch)
    return undefined
  }

  /** Stage 1. Its transaction stays open. */
  async #store(hospitalId: string, items: readonly QueuedItem[]): Promise<StoredBatch | FailedBatch> {
    let transaction: OpenTransaction | undefined
    try {
      transaction = await beginInHospital(this.#options.root, hospitalId)
      const { tx } = transaction
      const active = await findActiveKeys(
        tx,
        items.flatMap(({ keyId }) => (keyId === null ? [] : [keyId])),
      )
      const allowed = items.filter(({ keyId }) => keyId === null || active.has(keyId))
      const events: LiveEvent[] = []
      const now = this.#options.clock().toISOString()
      const emit = (event: LiveEvent) => void events.push(event)
      const bedside = { tx, hospitalId, now, newId, emit, channels: this.#options.channels }
      const stored = await storeArrivals(
        bedside,
        allowed.map(({ arrival }) => arrival),
      )
      return { items, allowed, bedside, events, stored, transaction }
    } catch (error) {
      await transaction?.rollBack()
      return { items, error }
    }
  }

  /** Stage 2: evaluates, commits, and answers each item. */
  async #evaluate(batch: StoredBatch): Promise<FailedBatch | undefined> {
    const { items, allowed, bedside, events, stored, transaction } = batch
    const messages = allowed.flatMap(({ message }) => message ?? [])
    const results = new Map<QueuedItem, IngestResult[]>()
    try {
      await quarantine(bedside, messages)
      await chainBoxMessages(bedside, listBoxMessages(messages))
      await storeTrackerPositions(bedside, listTrackerPositions(messages))
      const evaluated = await evaluateArrivals(bedside, stored)
      for (const [index, item] of allowed.entries()) results.set(item, evaluated[index] ?? [])
      const isAnyWaiting = evaluated.flat().some(({ status }) => status === 'waiting')
      if (isAnyWaiting || messages.some(({ problem }) => problem)) await emitWaiting(bedside)
      writeEvents(bedside.tx, bedside.hospitalId, bedside.now, events)
      await transaction.commit()
    } catch (error) {
      await transaction.rollBack()
      return { items, error }
    }
    for (const item of items) {
      const itemResults = results.get(item)
      if (itemResults) item.resolve(itemResults)
      else item.reject(new Failure('key-unknown'))
    }
    return undefined
  }

  /** Runs both stages while nothing else is taken in for the hospital. */
  async #runAlone(hospitalId: string, items: readonly QueuedItem[]): Promise<void> {
    const batch = await this.#store(hospitalId, items)
    const failed = isStored(batch) ? await this.#evaluate(batch) : batch
    if (failed) await this.#retry(hospitalId, failed)
  }

  /** Runs the two halves of a batch that failed, until the item at fault stands alone. */
  async #retry(hospitalId: string, { items, error }: FailedBatch): Promise<void> {
    const [first, ...others] = items
    if (isSchemaError(error)) this.#options.log({ error: toLoggable(error) })
    if (isTransient(error) || isSchemaError(error)) for (const { reject } of items) reject(error)
    else if (first && others.length === 0) await this.#refuse(hospitalId, first, error)
    else {
      const half = Math.ceil(items.length / 2)
      await this.#runAlone(hospitalId, items.slice(0, half))
      await this.#runAlone(hospitalId, items.slice(half))
    }
  }

  /**
   * A message that decodes but cannot be stored is a defect of ours too: it goes to quarantine. An HTTP call fails
   * instead, and is retried by its sender.
   */
  async #refuse(hospitalId: string, { message, resolve, reject }: QueuedItem, error: unknown): Promise<void> {
    if (!message) return reject(error)
    this.#options.log({ topic: message.message.topic, error: toLoggable(error) })
    try {
      await inHospital(this.#options.root, hospitalId, (tx) =>
        quarantine({ tx, hospitalId, newId }, [toUnreadableMessage(message.message)]),
      )
      resolve([])
    } catch (failure) {
      reject(failure)
    }
  }
}

/** Removes from the front of a queue the items of one transaction. */
function takeNextItems(waiting: QueuedItem[]): QueuedItem[] {
  let rows = 0
  const end = waiting.findIndex(({ arrival: { measurements, statusReports } }, index) => {
    rows += Math.max(measurements.length + statusReports.length, 1)
    return index > 0 && rows > maxTransactionRows
  })
  return waiting.splice(0, end < 0 ? waiting.length : end)
}
