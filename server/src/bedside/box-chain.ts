import { createHash } from 'node:crypto'
import type { Bedside } from './context.ts'
import type { BoxMessage } from './measurement.ts'
import { patientsBy } from './store.ts'

export type Link = {
  number: number
  previousHash: Buffer | null
  receivedAt: string
  mac: string
  payload: Buffer
}

/**
 * SHA-256 over the hash before, the number, the instant of arrival (ISO 8601, milliseconds), the address of the box and
 * the message as it came, each with its length in front so that nothing can move from one part to the next.
 */
export function hashOf({ number, previousHash, receivedAt, mac, payload }: Link): Buffer {
  const hash = createHash('sha256')
  const moment = new Date(receivedAt).toISOString()
  for (const part of [previousHash ?? Buffer.alloc(0), String(number), moment, mac, payload]) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    hash.update(`${bytes.length}:`).update(bytes)
  }
  return hash.digest()
}

/** Hangs messages of boxes on the hospital's chain, each once: a message that is there already is not hung again. */
export async function chainBoxMessages(
  { tx, hospitalId, now }: Bedside,
  messages: readonly BoxMessage[],
): Promise<void> {
  if (messages.length === 0) return
  // One at a time, or two would follow the same one; the hospital's row is what they take turns at.
  await tx.selectFrom('hospitals').select('id').where('id', '=', hospitalId).forUpdate().execute()
  const people = await patientsBy(
    tx,
    'national_id',
    messages.flatMap(({ nationalId }) => (nationalId === null ? [] : [nationalId])),
  )
  for (const { mac, payload, nationalId } of messages) {
    const contentHash = createHash('sha256').update(`${mac}:`).update(payload).digest()
    const known = await tx
      .selectFrom('box_transactions')
      .select('number')
      .where('content_hash', '=', contentHash)
      .executeTakeFirst()
    if (known) continue
    const head = await tx
      .selectFrom('box_transactions')
      .select(['number', 'hash'])
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    const link: Link = {
      number: (head?.number ?? 0) + 1,
      previousHash: head?.hash ?? null,
      receivedAt: now,
      mac,
      payload,
    }
    await tx
      .insertInto('box_transactions')
      .values({
        hospital_id: hospitalId,
        number: link.number,
        hash: hashOf(link),
        previous_hash: link.previousHash,
        received_at: now,
        mac,
        patient_id: people.get(nationalId ?? '') ?? null,
        payload,
        content_hash: contentHash,
      })
      .execute()
  }
}
