import type { SignInRules } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export async function renameFactor(tx: Tx, staffId: string, id: string, name: string): Promise<boolean> {
  const renamed = await tx
    .updateTable('staff_factors')
    .set({ name })
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  return renamed.numUpdatedRows === 1n
}

export async function deleteFactor(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('staff_factors').where('id', '=', id).execute()
}

export async function deleteAllFactors(tx: Tx, staffId: string): Promise<number> {
  const deleted = await tx.deleteFrom('staff_factors').where('staff_id', '=', staffId).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

export function findFactorPerson(tx: Tx, staffId: string) {
  return tx
    .selectFrom('staff')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('id', '=', staffId)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
}

export async function readSignInRules(tx: Tx, hospitalId: string): Promise<SignInRules> {
  return tx
    .selectFrom('hospitals')
    .select([
      sql<SignInRules['second_factor_for']>`second_factor_for`.as('second_factor_for'),
      'idle_lock_minutes',
    ])
    .where('id', '=', hospitalId)
    .executeTakeFirstOrThrow()
}

export async function writeSignInRules(tx: Tx, hospitalId: string, rules: SignInRules): Promise<void> {
  await tx.updateTable('hospitals').set(rules).where('id', '=', hospitalId).execute()
}
