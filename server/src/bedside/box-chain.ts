import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { hashParts } from '../audit/hash-parts.ts'
import type { HospitalContext } from '../core/hospital-context.ts'
import { sqlArray, sqlRows } from '../db/binary-array.ts'
import type { Tx } from '../db/database.ts'
import { findPatientsByNumber } from './intake/patients-in-message.ts'
import type { BoxMessage } from './measurement.ts'

export type BoxChainLink = {
  number: number
  previousHash: Buffer | null
  receivedAt: string
  mac: string
  payload: Buffer
}

/**
 * Hash of the previous hash (empty for the first link), the number, the time of arrival (ISO 8601, milliseconds), the
 * MAC of the box and the raw message.
 */
export function computeLinkHash({ number, previousHash, receivedAt, mac, payload }: BoxChainLink): Buffer {
  return hashParts([previousHash ?? '', number, new Date(receivedAt).toISOString(), mac, payload])
}

/** Appends box messages to the hospital's hash chain. A message that is already on the chain is not appended again. */
export async function chainBoxMessages(
  { tx, hospitalId, now }: HospitalContext,
  messages: readonly BoxMessage[],
): Promise<void> {
  if (messages.length === 0) return
  // Append one at a time, or two would be built on the same link: the row lock on the hospital serialises them.
  // `for no key update` does not block foreign keys that other transactions write at the same time.
  await tx.selectFrom('hospitals').select('id').where('id', '=', hospitalId).forNoKeyUpdate().execute()
  const byContent = new Map<string, BoxMessage>()
  for (const message of messages) {
    const content = computeContentHash(message).toString('hex')
    if (!byContent.has(content)) byContent.set(content, message)
  }
  for (const content of await findChainedContents(tx, [...byContent.keys()])) byContent.delete(content)
  if (byContent.size === 0) return
  const people = await findPatientsByNumber(
    tx,
    'national_id',
    [...byContent.values()].flatMap(({ nationalId }) => (nationalId === null ? [] : [nationalId])),
  )
  const head = await tx
    .selectFrom('box_transactions')
    .select(['number', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const links: (BoxChainLink & { hash: Buffer; patientId: string | null; content: Buffer })[] = []
  for (const [content, { mac, payload, nationalId }] of byContent) {
    const before = links.at(-1) ?? head
    const number = (before?.number ?? 0) + 1
    const link = { number, previousHash: before?.hash ?? null, receivedAt: now, mac, payload }
    const named = people.get(nationalId ?? '') ?? []
    const patientId = named.length === 1 ? (named[0] ?? null) : null
    links.push({ ...link, hash: computeLinkHash(link), patientId, content: Buffer.from(content, 'hex') })
  }
  await sql`
    insert into box_transactions (hospital_id, received_at, number, hash, previous_hash, mac, patient_id, payload,
      content_hash)
    select ${hospitalId}, ${now}, l.* from ${sqlRows('l', links, {
      number: ['bigint', ({ number }) => number],
      hash: ['bytea', ({ hash }) => hash],
      previous_hash: ['bytea', ({ previousHash }) => previousHash],
      mac: ['text', ({ mac }) => mac],
      patient_id: ['uuid', ({ patientId }) => patientId],
      payload: ['bytea', ({ payload }) => payload],
      content_hash: ['bytea', ({ content }) => content],
    })}`.execute(tx)
}

function computeContentHash({ mac, payload }: BoxMessage): Buffer {
  return createHash('sha256').update(`${mac}:`).update(payload).digest()
}

/** Which of these messages are on the chain already. */
async function findChainedContents(tx: Tx, contents: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ content_hash: Buffer }>`
    select content_hash from box_transactions
    where content_hash = any(${sqlArray(
      'bytea',
      contents.map((content) => Buffer.from(content, 'hex')),
    )})`.execute(tx)
  return rows.map(({ content_hash }) => content_hash.toString('hex'))
}
