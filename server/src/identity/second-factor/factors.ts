import type { Factor } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** Locks a user's factors until the transaction ends. */
export async function lockFactors(tx: Tx, staffId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`factors ${staffId}`}, 0))`.execute(tx)
}

export function listFactors(tx: Tx, staffId: string): Promise<Factor[]> {
  return tx
    .selectFrom('staff_factors')
    .select(['id as _id', sql<Factor['kind']>`kind`.as('kind'), 'name', 'created_at', 'last_used_at'])
    .where('staff_id', '=', staffId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Whether the hospital requires a second factor of the user, and whether they have one. */
export async function getFactorState(
  tx: Tx,
  staffId: string,
): Promise<{ isRequired: boolean; hasFactor: boolean }> {
  const { rows } = await sql<{ isRequired: boolean; hasFactor: boolean }>`
    select t.code = any(h.second_factor_for) as "isRequired",
      exists (select from staff_factors f where f.staff_id = s.id) as "hasFactor"
    from staff s join staff_types t on t.id = s.staff_type_id join hospitals h on h.id = s.hospital_id
    where s.id = ${staffId}`.execute(tx)
  const [standing] = rows
  if (!standing) throw new Error('somebody who signs in has a row')
  return standing
}
