import type { QuarantineReason } from 'contract'
import { chainBoxMessages } from './box-chain.ts'
import type { Bedside } from './context.ts'
import { decode } from './decode/decode.ts'
import { Unreadable } from './decode/unreadable.ts'
import { takeIn } from './intake.ts'
import type { Decoded } from './measurement.ts'

/** A message of a device as it came. `sender` is the name of the one who sent it, where there is one. */
export type Message = { topic: string; payload: Buffer; receivedAt: string; sender: string | null }

type Trouble = { reason: QuarantineReason; field: string | null }

/**
 * Takes messages in, all in the caller's transaction. What can be read of each is kept; one that cannot, or not
 * wholly, goes to quarantine as well and does not stop the ones behind it. Whether each was readable is answered.
 */
export async function takeMessages(bedside: Bedside, messages: readonly Message[]): Promise<boolean[]> {
  const read = messages.map(readMessage)
  await quarantine(
    bedside,
    read.flatMap(({ trouble }, at) => {
      const message = messages[at]
      return trouble && message ? [{ message, trouble }] : []
    }),
  )
  await takeDecoded(
    bedside,
    messages.flatMap(({ receivedAt }, at) => {
      const decoded = read[at]?.decoded
      return decoded ? [{ receivedAt, decoded }] : []
    }),
  )
  return read.map(({ trouble }) => trouble === undefined)
}

export async function takeDecoded(
  bedside: Bedside,
  arrived: readonly { receivedAt: string; decoded: Decoded }[],
): Promise<void> {
  await chainBoxMessages(
    bedside,
    arrived.flatMap(({ decoded: { box } }) => (box ? [box] : [])),
  )
  await takeIn(
    bedside,
    arrived.map(({ receivedAt, decoded: { measurements, signs } }) => ({ receivedAt, measurements, signs })),
    false,
  )
}

/** What a message says, or why it cannot be read; both where only a part of it can. */
export function readMessage({ topic, payload, receivedAt }: Omit<Message, 'sender'>): {
  decoded?: Decoded
  trouble?: Trouble
} {
  try {
    const decoded = decode(topic, payload, receivedAt)
    const [trouble] = decoded.rejected
    return trouble ? { decoded, trouble } : { decoded }
  } catch (error) {
    if (error instanceof Unreadable) return { trouble: { reason: error.reason, field: error.field } }
    throw error
  }
}

/** Keeps messages that nothing could be made of, for want of anything better known. */
export function quarantineAsIs(
  bedside: Pick<Bedside, 'tx' | 'hospitalId' | 'newId'>,
  messages: readonly Message[],
): Promise<void> {
  const trouble = { reason: 'malformed', field: null } as const
  return quarantine(
    bedside,
    messages.map((message) => ({ message, trouble })),
  )
}

async function quarantine(
  { tx, hospitalId, newId }: Pick<Bedside, 'tx' | 'hospitalId' | 'newId'>,
  troubled: readonly { message: Message; trouble: Trouble }[],
): Promise<void> {
  if (troubled.length === 0) return
  await tx
    .insertInto('quarantine')
    .values(
      troubled.map(({ message, trouble }) => ({
        id: newId(),
        hospital_id: hospitalId,
        received_at: message.receivedAt,
        topic: message.topic,
        sender: message.sender,
        reason: trouble.reason,
        field: trouble.field,
        payload: message.payload,
      })),
    )
    .execute()
}
