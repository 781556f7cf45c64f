import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Root, Tx } from '../db/database.ts'
import { hashParts } from './hash-parts.ts'

/** A row of the audit in the form that is hashed: each column as text that does not depend on session settings. */
export type SealedRow = { position: number; at: string } & Record<
  (typeof hashedColumns)[number],
  string | null
>

const hashedColumns = [
  'id',
  'instant',
  'hospital_id',
  'staff_id',
  'action',
  'patient_ids',
  'outcome',
  'detail',
  'address',
  'request_id',
] as const

export type Seal = {
  number: number
  sealedAt: string
  /** The seal covers every row after this position, up to and including `toPosition`. */
  afterPosition: number
  toPosition: number
  rowDigests: Buffer
  previousHash: Buffer | null
}

/** A seal stores for each row its position, and with it the SHA-256: the sizes in bytes of the position and of both. */
const [positionBytes, digestBytes] = [8, 40]

/** Rows per query, and rows per seal. Small queries let calls run in between. */
const [rowsAtOnce, rowsOfSeal] = [500, 10_000]
/** The most seals of one run; a larger backlog continues in the next run. */
const sealsAtOnce = 10

/**
 * Writers that are still in a transaction are awaited this often, this long each time; they commit within milliseconds.
 */
const [timesWaited, waitMs] = [20, 25]

/** The newest seal is also stored in `installation` under this name, so that its removal is noticed. */
const newestSealName = 'newest-audit-seal'

/** Position and SHA-256 of a row, as its seal stores them. */
export function computeRowDigest(row: SealedRow): Buffer {
  const digest = Buffer.alloc(positionBytes)
  digest.writeBigInt64BE(BigInt(row.position))
  return Buffer.concat([digest, hashParts([row.position, ...hashedColumns.map((column) => row[column])])])
}

/** The digests in a seal by position, in the order of the rows. */
export function parseRowDigests(rowDigests: Buffer): Map<number, Buffer> {
  const digests = new Map<number, Buffer>()
  for (let from = 0; from < rowDigests.length; from += digestBytes) {
    const digest = rowDigests.subarray(from, from + digestBytes)
    digests.set(Number(digest.readBigInt64BE()), digest)
  }
  return digests
}

/** The hash of a seal. The digests and the previous hash go in as hexadecimal text. */
export function computeSealHash(seal: Seal): Buffer {
  const { number, sealedAt, afterPosition, toPosition, rowDigests, previousHash } = seal
  return hashParts([
    number,
    new Date(sealedAt).toISOString(),
    afterPosition,
    toPosition,
    rowDigests.toString('hex'),
    previousHash?.toString('hex') ?? null,
  ])
}

/** Audit rows by position. `where` narrows them; no row is left out otherwise. */
export async function listAuditRows(
  db: Root | Tx,
  where: RawBuilder<unknown>,
  limit: number,
): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select position, at, id::text, extract(epoch from at)::text as instant, hospital_id::text, staff_id::text, action,
      patient_ids::text, outcome, detail::text, address::text, request_id
    from audit where ${where} order by position limit ${limit}`.execute(db)
  return rows
}

/**
 * Seals the rows written to the audit since the last seal. Calls do not wait for it, and it does not block on them:
 * decision 0008.
 */
export async function sealAudit(tx: Tx, now: string): Promise<void> {
  const settled = await findSettledPosition(tx)
  if (settled === undefined) return
  let last = await findNewestSeal(tx)
  for (let times = 0; times < sealsAtOnce && last.toPosition < settled; times++) {
    const rows = await listRowDigests(tx, last.toPosition, settled)
    if (rows.length === 0) return
    const seal = {
      number: last.number + 1,
      sealedAt: now,
      afterPosition: last.toPosition,
      toPosition: Number(rows.at(-1)?.readBigInt64BE()),
      rowDigests: Buffer.concat(rows),
      previousHash: last.hash,
    }
    last = { ...seal, hash: await storeSeal(tx, seal) }
  }
}

/**
 * The last position up to which every row is committed and visible, undefined if a writer is still busy. A transaction
 * that has taken a position holds its lock on the table until it ends, so only the transactions that hold a lock after
 * the newest position was read can still add a row at or before it.
 */
async function findSettledPosition(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<{ last_value: number }>`select last_value from audit_position_seq`.execute(tx)
  let before = await listAuditWriters(tx)
  for (let times = 0; times < timesWaited && before.length > 0; times++) {
    await sleep(waitMs)
    const now = await listAuditWriters(tx)
    before = before.filter((one) => now.includes(one))
  }
  return before.length === 0 ? rows[0]?.last_value : undefined
}

async function listAuditWriters(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    select distinct virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'audit'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`.execute(tx)
  return rows.map(({ writer }) => writer)
}

async function listRowDigests(tx: Tx, after: number, upTo: number): Promise<Buffer[]> {
  const digests: Buffer[] = []
  let from = after
  while (digests.length < rowsOfSeal) {
    const rows = await listAuditRows(tx, sql`position > ${from} and position <= ${upTo}`, rowsAtOnce)
    for (const row of rows) digests.push(computeRowDigest(row))
    from = rows.at(-1)?.position ?? from
    if (rows.length < rowsAtOnce) break
  }
  return digests
}

async function storeSeal(tx: Tx, seal: Seal): Promise<Buffer> {
  const hash = computeSealHash(seal)
  await tx
    .insertInto('audit_seals')
    .values({
      number: seal.number,
      sealed_at: seal.sealedAt,
      after_position: seal.afterPosition,
      to_position: seal.toPosition,
      row_digests: seal.rowDigests,
      previous_hash: seal.previousHash,
      hash,
    })
    .execute()
  const value = `${seal.number}:${seal.toPosition}:${hash.toString('hex')}`
  await tx
    .insertInto('installation')
    .values({ name: newestSealName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
  return hash
}

/** The newest seal as it was stored in `installation`, even if the seal itself was changed or deleted since. */
export async function findNewestSeal(
  db: Root | Tx,
): Promise<{ number: number; toPosition: number; hash: Buffer | null }> {
  const noted = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', newestSealName)
    .executeTakeFirst()
  if (!noted) return { number: 0, toPosition: 0, hash: null }
  const [number = '', toPosition = '', hash = ''] = noted.value.split(':')
  return { number: Number(number), toPosition: Number(toPosition), hash: Buffer.from(hash, 'hex') }
}
