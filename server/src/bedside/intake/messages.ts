import type { QuarantineReason } from 'contract'
import { isoOf } from '../../core/time.ts'
import { chainBoxMessages } from '../box-chain.ts'
import type { Bedside } from '../context.ts'
import { decodeWithClock, maxPayloadBytes } from '../decode/decode.ts'
import { Unreadable } from '../decode/unreadable.ts'
import type { BoxMessage, Decoded, Measurement, ShownClock } from '../measurement.ts'
import { type Arrival, takeIn } from './intake.ts'

/** A raw message of a device; `receivedAt` is in milliseconds. `sender` is the sender's name, where there is one. */
export type Message = { topic: string; payload: Buffer; receivedAt: number; sender: string | null }

type Trouble = { reason: QuarantineReason; field: string | null }

/** What a message says, or why it cannot be read; both if only a part can be read. */
export type Read = {
  message: Message
  decoded?: Decoded
  clock?: ShownClock | undefined
  trouble?: Trouble
}

export function readMessage(said: Message): Read {
  // MQTT forbids NUL in a topic, and PostgreSQL text cannot hold it.
  const message = { ...said, topic: said.topic.replaceAll('\0', '\uFFFD') }
  try {
    const { decoded, clock } = decodeWithClock(message.topic, message.payload, message.receivedAt)
    const [trouble] = decoded.rejected
    return trouble ? { message, decoded, clock, trouble } : { message, decoded, clock }
  } catch (error) {
    if (error instanceof Unreadable) return { message, trouble: { reason: error.reason, field: error.field } }
    throw error
  }
}

/** A message that could not be decoded for an unknown reason. */
export const unread = (message: Message): Read => ({
  message,
  trouble: { reason: 'malformed', field: null },
})

/**
 * Stores messages in the caller's transaction. The readable parts are stored; a message that is not wholly readable
 * also goes to quarantine. It does not stop the messages behind it.
 */
export async function takeMessages(bedside: Bedside, messages: readonly Read[]): Promise<void> {
  await takeIn(bedside, messages.map(arrivalOf), async () => {
    await quarantine(bedside, messages)
    await chainBoxMessages(bedside, boxesOf(messages))
  })
}

/** As `takeMessages`, for messages that are in quarantine already. */
export async function takeRead(bedside: Bedside, messages: readonly Read[]): Promise<void> {
  await takeIn(bedside, messages.map(arrivalOf), () => chainBoxMessages(bedside, boxesOf(messages)))
}

export function arrivalOf({ message: { receivedAt }, decoded, clock }: Read): Arrival {
  const { measurements = [], signs = [] } = decoded ?? {}
  return { receivedAt, measurements, signs, isSentFresh: false, clock: clock ?? shownWith(measurements) }
}

/** Some messages state the clock of the sender with a measurement and not with the message as a whole. */
function shownWith([first]: readonly Measurement[]): ShownClock | undefined {
  if (!first || first.mac === null || typeof first.sentAt !== 'number') return undefined
  return { mac: first.mac, shown: first.sentAt }
}

export function boxesOf(messages: readonly Read[]): BoxMessage[] {
  return messages.flatMap(({ decoded }) => decoded?.box ?? [])
}

/**
 * Puts messages that are not wholly readable into quarantine, as they came; of one that is too large only its
 * beginning.
 */
export async function quarantine(
  { tx, hospitalId, newId }: Pick<Bedside, 'tx' | 'hospitalId' | 'newId'>,
  messages: readonly Read[],
): Promise<void> {
  const rows = messages.flatMap(({ message, trouble }) =>
    trouble
      ? [
          {
            id: newId(),
            hospital_id: hospitalId,
            received_at: isoOf(message.receivedAt),
            topic: message.topic,
            sender: message.sender,
            ...trouble,
            payload: message.payload.subarray(0, maxPayloadBytes),
          },
        ]
      : [],
  )
  if (rows.length > 0) await tx.insertInto('quarantine').values(rows).execute()
}
