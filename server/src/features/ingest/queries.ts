import type { PageRequest, QuarantinedMessage, QuarantineReason, Sender } from 'contract'
import { sql } from 'kysely'
import { sqlArray } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import { selectStaffLabelOrNull } from '../../db/labels.ts'
import { readPage, toRowRange } from '../../db/listing/pages.ts'

export async function listSenders(tx: Tx, id?: string): Promise<Sender[]> {
  const listing = tx
    .selectFrom('senders')
    .select(['id as _id', 'name', 'created_at'])
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('name')
    .execute()
  const listingKeys = tx
    .selectFrom('sender_keys')
    .leftJoin('staff', 'staff.id', 'sender_keys.created_by')
    .select([
      'sender_keys.id as _id',
      'sender_keys.sender_id',
      'sender_keys.begins',
      'sender_keys.created_at',
      'sender_keys.revoked_at',
      'sender_keys.last_used_at',
      selectStaffLabelOrNull('staff').as('created_by'),
    ])
    .orderBy('sender_keys.created_at', 'desc')
    .execute()
  const [senders, keys] = await Promise.all([listing, listingKeys])
  const bySender = Map.groupBy(keys, (key) => key.sender_id)
  return senders.map((sender) => {
    const own = bySender.get(sender._id) ?? []
    const used = own.flatMap(({ last_used_at }) => (last_used_at === null ? [] : [last_used_at])).sort()
    return {
      ...sender,
      last_used_at: used.at(-1) ?? null,
      keys: own.map(({ sender_id: _sender, ...key }) => key),
    }
  })
}

export type NewRow = { id: string; hospitalId: string; now: string }

export async function insertSender(tx: Tx, { id, hospitalId, now }: NewRow, name: string): Promise<void> {
  await tx.insertInto('senders').values({ id, hospital_id: hospitalId, name, created_at: now }).execute()
}

export async function insertKey(
  tx: Tx,
  { id, hospitalId, now }: NewRow,
  key: { senderId: string; keyHash: Buffer; begins: string; staffId: string | null },
): Promise<void> {
  await tx
    .insertInto('sender_keys')
    .values({
      id,
      hospital_id: hospitalId,
      sender_id: key.senderId,
      key_hash: key.keyHash,
      begins: key.begins,
      created_at: now,
      created_by: key.staffId,
    })
    .execute()
}

/** Revokes a key and returns its sender's id; undefined if there is no such key. A revoked key keeps its first time. */
export async function revokeKey(tx: Tx, id: string, now: string): Promise<string | undefined> {
  const key = await tx
    .updateTable('sender_keys')
    .set({ revoked_at: sql<string>`coalesce(revoked_at, ${now})` })
    .where('id', '=', id)
    .returning('sender_id')
    .executeTakeFirst()
  return key?.sender_id
}

export type QuarantineQuery = PageRequest & {
  reason?: QuarantineReason | undefined
  with_resolved: boolean
}

export function listQuarantine(tx: Tx, query: QuarantineQuery) {
  const { limit, offset } = toRowRange(query)
  const matching = tx
    .selectFrom('quarantine')
    .$if(!query.with_resolved, (some) => some.where('quarantine.resolved_at', 'is', null))
    .$if(query.reason !== undefined, (some) => some.where('quarantine.reason', '=', query.reason ?? ''))
  const rows = matching
    .leftJoin('staff', 'staff.id', 'quarantine.resolved_by')
    .select([
      'quarantine.id as _id',
      'quarantine.received_at',
      'quarantine.topic',
      'quarantine.sender',
      'quarantine.reason',
      'quarantine.field',
      'quarantine.payload',
      'quarantine.tries',
      'quarantine.resolved_at',
      'quarantine.resolution',
      selectStaffLabelOrNull('staff').as('resolved_by'),
    ])
    .orderBy('quarantine.received_at', 'desc')
    .orderBy('quarantine.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const counted = matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return readPage(
    rows.then((found) => found.map(toQuarantinedMessage)),
    counted.then(({ total }) => ({ total, total_is_at_least: false })),
  )
}

type QuarantineRow = Omit<
  QuarantinedMessage,
  'payload' | 'outside_wards' | 'is_text' | 'reason' | 'resolution'
> & {
  reason: string
  resolution: string | null
  payload: Buffer
}

function toQuarantinedMessage({ payload, ...row }: QuarantineRow): Omit<QuarantinedMessage, 'outside_wards'> {
  const text = payload.toString('utf8')
  const isText = Buffer.from(text).equals(payload) && !text.includes('\0')
  return {
    ...row,
    reason: row.reason as QuarantineReason,
    resolution: row.resolution as QuarantinedMessage['resolution'],
    payload: isText ? text : payload.toString('hex'),
    is_text: isText,
  }
}

/** Messages that are still in quarantine, locked. */
export async function lockQuarantined(tx: Tx, ids: readonly string[]) {
  return tx
    .selectFrom('quarantine')
    .select(['id', 'topic', 'payload', 'sender', 'received_at'])
    .where(sql<boolean>`id = any(${sqlArray('uuid', [...ids])})`)
    .where('resolved_at', 'is', null)
    .orderBy('received_at')
    .forUpdate()
    .execute()
}

export async function resolveQuarantined(
  tx: Tx,
  ids: readonly string[],
  {
    resolution,
    staffId,
    now,
    note,
  }: { resolution: string; staffId: string; now: string; note?: string | null },
): Promise<number> {
  if (ids.length === 0) return 0
  const { numUpdatedRows } = await tx
    .updateTable('quarantine')
    .set({ resolution, resolved_by: staffId, resolved_at: now, note: note ?? null })
    .where(sql<boolean>`id = any(${sqlArray('uuid', [...ids])})`)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** A message that could not be read again stays in quarantine, with the new reason. */
export async function recordReplayFailure(
  tx: Tx,
  id: string,
  { reason, field }: { reason: string; field: string | null },
): Promise<void> {
  await tx
    .updateTable('quarantine')
    .set((eb) => ({ reason, field, tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
