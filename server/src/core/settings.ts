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
