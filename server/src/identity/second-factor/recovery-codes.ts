import { randomBytes } from 'node:crypto'
import { recoveryCodeCount } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { hashToken } from '../session.ts'
import type { FactorOwner } from './challenges.ts'

/** Crockford's base 32: no letter is mistaken for a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 80 random bits, for which a plain digest without salt is enough. */
function createRecoveryCode(): string {
  return Array.from(randomBytes(16), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** Ten codes, in groups of four. The user's earlier codes no longer work. */
export async function replaceRecoveryCodes(
  tx: Tx,
  { staffId, hospitalId }: FactorOwner,
  now: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, createRecoveryCode)
  await dropRecoveryCodes(tx, staffId)
  await tx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        code_hash: hashToken(code),
        hospital_id: hospitalId,
        staff_id: staffId,
        created_at: now,
      })),
    )
    .execute()
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code)
}

export async function dropRecoveryCodes(tx: Tx, staffId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('staff_id', '=', staffId).execute()
}

export async function consumeRecoveryCode(
  tx: Tx,
  { staffId, code, now }: { staffId: string; code: string; now: string },
): Promise<boolean> {
  const taken = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('code_hash', '=', hashToken(code))
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

export async function countRecoveryCodes(tx: Tx, staffId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)`.as('count'))
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
