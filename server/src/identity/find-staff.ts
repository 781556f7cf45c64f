import type { StaffLabel } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** Users who may sign in, by the beginning of a name or an e-mail; without text, the first ones by name. */
export async function findStaff(tx: Tx, typed: string, limit: number): Promise<StaffLabel[]> {
  const everybody = sql`select id from staff where list = 1 order by sort_name limit ${limit}`
  const found = sql`
    select distinct staff_id as id from staff_search, search_key(${typed}) as low
    where list = 1 and kind in ('name', 'email') and key >= low and key < low || U&'\\+10FFFF' and low <> ''
    limit ${limit}`
  const { rows } = await sql<StaffLabel>`
    select s.id as _id, s.first_name, s.last_name
    from staff s join (${typed.trim() ? found : everybody}) as hits on hits.id = s.id
    order by s.sort_name`.execute(tx)
  return rows
}
