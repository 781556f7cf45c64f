import type { QuarantineReason } from 'contract'
import { storeTrackerPositions } from '../../ambulance/vehicle-positions.ts'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { formatIso } from '../../core/time.ts'
import { chainBoxMessages } from '../box-chain.ts'
import { decodeWithClock, maxPayloadBytes } from '../decode/decode.ts'
import { Unreadable } from '../decode/unreadable.ts'
import type { BoxMessage, Decoded, Measurement, ShownClock, TrackerPosition } from '../measurement.ts'
import type { Arrival } from './build-readings.ts'
import { evaluateArrivals, storeArrivals } from './intake.ts'
import { hasPatient } from './newest-values.ts'

/** A raw message of a device; `receivedAt` is in milliseconds. `sender` is the sender's name, where there is one. */
export type ReceivedMessage = { topic: string; payload: Buffer; receivedAt: number; sender: string | null }

export type MessageProblem = { reason: QuarantineReason; field: string | null }

/** What a message says, or why it cannot be read; both if only a part can be read. */
export type DecodedMessage = {
  message: ReceivedMessage
  decoded?: Decoded
  clock?: ShownClock | undefined
  problem?: MessageProblem
}

export function decodeMessage(received: ReceivedMessage): DecodedMessage {
  // MQTT forbids NUL in a topic, and PostgreSQL text cannot hold it.
  const message = { ...received, topic: received.topic.replaceAll('\0', '\uFFFD') }
  try {
    const { decoded, clock } = decodeWithClock(message.topic, message.payload, message.receivedAt)
    const [problem] = decoded.rejected
    return problem ? { message, decoded, clock, problem } : { message, decoded, clock }
  } catch (error) {
    if (error instanceof Unreadable) return { message, problem: { reason: error.reason, field: error.field } }
    throw error
  }
}

/** A message that could not be decoded for an unknown reason. */
export const toUnreadableMessage = (message: ReceivedMessage): DecodedMessage => ({
  message,
  problem: { reason: 'malformed', field: null },
})

/**
 * Stores messages in the caller's transaction. The readable parts are stored; a message that is not wholly readable
 * also goes to quarantine. It does not stop the messages behind it.
 */
export async function ingestMessages(
  bedside: HospitalContext,
  messages: readonly DecodedMessage[],
): Promise<void> {
  await quarantine(bedside, messages)
  await reingestMessages(bedside, messages)
}

/** Does as `ingestMessages`, for messages that are in quarantine already. Returns whose records have new readings. */
export async function reingestMessages(
  bedside: HospitalContext,
  messages: readonly DecodedMessage[],
): Promise<string[]> {
  const stored = await storeArrivals(bedside, messages.map(toArrival))
  await chainBoxMessages(bedside, listBoxMessages(messages))
  await storeTrackerPositions(bedside, listTrackerPositions(messages))
  await evaluateArrivals(bedside, stored)
  return [...stored.fresh].filter(hasPatient).map(({ patientId }) => patientId)
}

export function toArrival({ message: { receivedAt }, decoded, clock }: DecodedMessage): Arrival {
  const { measurements = [], statusReports = [], relay, meal } = decoded ?? {}
  return {
    receivedAt,
    measurements,
    statusReports: relay ? [...statusReports, relay] : statusReports,
    hasCallClock: false,
    clock: clock ?? deriveShownClock(measurements),
    meal,
  }
}

/** Some messages state the clock of the sender with a measurement and not with the message as a whole. */
function deriveShownClock([first]: readonly Measurement[]): ShownClock | undefined {
  if (!first || first.mac === null || typeof first.sentAt !== 'number') return undefined
  return { mac: first.mac, shown: first.sentAt }
}

export function listBoxMessages(messages: readonly DecodedMessage[]): BoxMessage[] {
  return messages.flatMap(({ decoded }) => decoded?.box ?? [])
}

export function listTrackerPositions(messages: readonly DecodedMessage[]): TrackerPosition[] {
  return messages.flatMap(({ decoded }) => decoded?.tracker ?? [])
}

/**
 * Puts messages that are not wholly readable into quarantine, as they came; of one that is too large only its
 * beginning.
 */
export async function quarantine(
  { tx, hospitalId, newId }: Pick<HospitalContext, 'tx' | 'hospitalId' | 'newId'>,
  messages: readonly DecodedMessage[],
): Promise<void> {
  const rows = messages.flatMap(({ message, problem }) =>
    problem
      ? [
          {
            id: newId(),
            hospital_id: hospitalId,
            received_at: formatIso(message.receivedAt),
            topic: message.topic,
            sender: message.sender,
            ...problem,
            payload: message.payload.subarray(0, maxPayloadBytes),
          },
        ]
      : [],
  )
  if (rows.length > 0) await tx.insertInto('quarantine').values(rows).execute()
}
