import type { QuarantineReason } from 'contract'
import { isoOf } from '../core/moments.ts'
import { chainBoxMessages } from './box-chain.ts'
import type { Bedside } from './context.ts'
import { decodeWithClock, maxPayloadBytes } from './decode/decode.ts'
import { Unreadable } from './decode/unreadable.ts'
import { type Arrival, takeIn } from './intake.ts'
import type { BoxMessage, Decoded, Measurement, ShownClock } from './measurement.ts'

/**
 * A message of a device as it came, at an instant (milliseconds). `sender` is the name of the one who sent it, where
 * there is one.
 */
export type Message = { topic: string; payload: Buffer; receivedAt: number; sender: string | null }

type Trouble = { reason: QuarantineReason; field: string | null }

/** What a message says, or why it cannot be read; both where only a part of it can. */
export type Read = {
  message: Message
  decoded?: Decoded
  clock?: ShownClock | undefined
  trouble?: Trouble
}

export function readMessage(said: Message): Read {
  // MQTT forbids a NUL in a topic, and no text of the database can hold one.
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

/** A message that nothing could be made of, for want of anything better known. */
export const unread = (message: Message): Read => ({
  message,
  trouble: { reason: 'malformed', field: null },
})

/**
 * Takes messages in, all in the caller's transaction. What can be read of each is kept; one that cannot, or not
 * wholly, goes to quarantine as well and does not stop the ones behind it.
 */
export async function takeMessages(bedside: Bedside, messages: readonly Read[]): Promise<void> {
  await takeIn(bedside, messages.map(arrivalOf), async () => {
    await quarantine(bedside, messages)
    await chainBoxMessages(bedside, boxesOf(messages))
  })
}

/** As `takeMessages`, for what is in quarantine already. */
export async function takeRead(bedside: Bedside, messages: readonly Read[]): Promise<void> {
  await takeIn(bedside, messages.map(arrivalOf), () => chainBoxMessages(bedside, boxesOf(messages)))
}

export function arrivalOf({ message: { receivedAt }, decoded, clock }: Read): Arrival {
  const { measurements = [], signs = [] } = decoded ?? {}
  return { receivedAt, measurements, signs, isSentFresh: false, clock: clock ?? shownWith(measurements) }
}

/** Some say with what they measured, and not of the message as a whole, what their clock showed. */
function shownWith([first]: readonly Measurement[]): ShownClock | undefined {
  if (!first || first.mac === null || typeof first.sentAt !== 'number') return undefined
  return { mac: first.mac, shown: first.sentAt }
}

export function boxesOf(messages: readonly Read[]): BoxMessage[] {
  return messages.flatMap(({ decoded }) => decoded?.box ?? [])
}

/** Keeps what could not be read, or not wholly, as it came; of one that is too large its beginning. */
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
