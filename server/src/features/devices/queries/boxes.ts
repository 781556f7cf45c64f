import type { BoxTransaction, PageRequest } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { countRows, toRowRange } from '../../../db/listing/pages.ts'
import type { ChainLink } from '../rules.ts'
import { patientJoins, wearerLabel } from './rows.ts'

type BoxRow = Omit<BoxTransaction, 'hash' | 'previous_hash'> & {
  hash: Buffer
  previous_hash: Buffer | null
  payload: Buffer
}

function selectBoxRows(where: RawBuilder<SqlBool>, limits = sql``): RawBuilder<BoxRow> {
  return sql<BoxRow>`
    select a.number, a.hash, a.previous_hash, a.received_at, a.mac, a.payload, ${wearerLabel} as patient
    from box_transactions a ${patientJoins}
    where ${where}
    order by a.number desc ${limits}`
}

function toBoxTransaction({ payload: _payload, hash, previous_hash, ...row }: BoxRow): BoxTransaction {
  return { ...row, hash: hash.toString('hex'), previous_hash: previous_hash?.toString('hex') ?? null }
}

/** A page of messages, newest first; for the verification, their links, oldest first, and the link before them. */
export async function listBoxTransactions(tx: Tx, request: PageRequest) {
  const { limit, offset } = toRowRange(request)
  // One more than the page has: the link before it.
  const [{ rows: found }, counted] = await Promise.all([
    selectBoxRows(sql`true`, sql`limit ${limit + 1} offset ${offset}`).execute(tx),
    countRows(tx, sql`box_transactions`),
  ])
  const rows = found.slice(0, limit)
  const before = found[limit]
  return {
    rows: rows.map(toBoxTransaction),
    links: rows.map(toChainLink).reverse(),
    before: before && toChainLink(before),
    ...counted,
  }
}

const selectMessage = (hash: string, column: 'number' | 'patient_id') =>
  sql`select a.${sql.ref(column)} from box_transactions a where a.hash = decode(${hash}, 'hex')`

/** Selects the id of the patient of a message. */
export const selectBoxPatient = (hash: string) => selectMessage(hash, 'patient_id')

/** The link of the previous message; if that is missing, of the last one before it. */
async function findPreviousLink(tx: Tx, hash: string): Promise<ChainLink | undefined> {
  const row = await tx
    .selectFrom('box_transactions')
    .select(['number', 'hash', 'previous_hash', 'received_at', 'mac', 'payload'])
    .where('number', '<', sql<number>`(${selectMessage(hash, 'number')})`)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toChainLink(row)
}

const chainBatchSize = 500

/** The hospital's whole chain from its beginning, some hundreds of messages at a time. */
export async function* streamChain(tx: Tx): AsyncGenerator<ChainLink[]> {
  for (let after = 0; ; ) {
    const rows = await tx
      .selectFrom('box_transactions')
      .select(['number', 'hash', 'previous_hash', 'received_at', 'mac', 'payload'])
      .where('number', '>', after)
      .orderBy('number')
      .limit(chainBatchSize)
      .execute()
    yield rows.map(toChainLink)
    const last = rows.at(-1)
    if (rows.length < chainBatchSize || !last) return
    after = last.number
  }
}

function toChainLink(
  row: Pick<BoxRow, 'number' | 'hash' | 'previous_hash' | 'received_at' | 'mac' | 'payload'>,
) {
  const { number, hash, previous_hash, received_at, mac, payload } = row
  return { number, hash, previousHash: previous_hash, receivedAt: received_at, mac, payload }
}

/** One message by its hash, with the previous one. */
export async function findBoxTransaction(tx: Tx, hash: string) {
  const [{ rows }, before] = await Promise.all([
    selectBoxRows(sql`a.hash = decode(${hash}, 'hex')`).execute(tx),
    findPreviousLink(tx, hash),
  ])
  const [found] = rows
  return found && { transaction: toBoxTransaction(found), link: toChainLink(found), before }
}
