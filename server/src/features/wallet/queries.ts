import type { PageRequest, WalletChange } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { selectStaffLabel } from '../../db/labels.ts'
import { buildLimit, countRows, type Page, readPage } from '../../db/listing/pages.ts'

/** The balance of a user who is not deleted. */
export async function findBalance(tx: Tx, staffId: string): Promise<number | undefined> {
  const user = await tx
    .selectFrom('staff')
    .select('wallet')
    .where('id', '=', staffId)
    .where('status', '!=', 'deleted')
    .executeTakeFirst()
  return user?.wallet
}

export function listWalletChanges(
  tx: Tx,
  staffId: string,
  request: PageRequest,
): Promise<Page<WalletChange>> {
  const changes = sql<WalletChange>`
    select c.id as _id, c.at, ${selectStaffLabel('s')} as by, c.amount, c.balance, c.reason
    from wallet_changes c join staff s on s.id = c.by_staff_id
    where c.staff_id = ${staffId}
    order by c.at desc, c.id desc ${buildLimit(request)}`
  return readPage(
    changes.execute(tx).then(({ rows }) => rows),
    countRows(tx, sql`wallet_changes where staff_id = ${staffId}`),
  )
}

type NewWalletChange = {
  id: string
  hospital_id: string
  staff_id: string
  at: string
  by_staff_id: string
  amount: number
  reason: string
}

/** Returns the balance after the change; the database computes it. */
export async function insertWalletChange(tx: Tx, change: NewWalletChange): Promise<number> {
  const { balance } = await tx
    .insertInto('wallet_changes')
    .values({ ...change, balance: 0 })
    .returning('balance')
    .executeTakeFirstOrThrow()
  return balance
}
