import type { Tx } from '../db/database.ts'

/** Whether the hospital's users have wallets. */
export async function usesWallet(tx: Tx, hospitalId: string): Promise<boolean> {
  const { uses_wallet } = await tx
    .selectFrom('hospitals')
    .select('uses_wallet')
    .where('id', '=', hospitalId)
    .executeTakeFirstOrThrow()
  return uses_wallet
}

/** Whether another system gives the AN, which is then typed at each admission. */
export async function typesAdmissionNumbers(tx: Tx, hospitalId: string): Promise<boolean> {
  const { types_an } = await tx
    .selectFrom('hospitals')
    .select('types_an')
    .where('id', '=', hospitalId)
    .executeTakeFirstOrThrow()
  return types_an
}
