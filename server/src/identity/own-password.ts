import { Failure } from '../core/failure.ts'
import { acrossHospitals, type Root } from '../db/database.ts'
import { writeEvents } from '../live/events.ts'
import { verifyPassword } from './password.ts'
import { type Actor, endSession } from './session.ts'

/**
 * Wrong passwords in a row after which a session ends. It stops guessing at somebody else's screen, and it does not
 * block the owner's account, because sign-ins are counted apart.
 */
const wrongAnswersAllowed = 5

/** Checks the caller's own password: throws if it is wrong, or else returns their e-mail. */
export async function checkOwnPassword(
  root: Root,
  { _id, hospitalId, tokenHash }: Actor,
  now: Date,
  password: string,
): Promise<{ email: string }> {
  // Counted before the check, so that no burst of calls gets more tries.
  const account = await acrossHospitals(root, async (tx) => {
    const session = await tx
      .updateTable('sessions')
      .set((eb) => ({ wrong_passwords: eb('wrong_passwords', '+', 1) }))
      .where('token_hash', '=', tokenHash)
      .where('ended_at', 'is', null)
      .returning('wrong_passwords')
      .executeTakeFirst()
    if (session && session.wrong_passwords > wrongAnswersAllowed) {
      const at = now.toISOString()
      await endSession(tx, tokenHash, at)
      // The user's other streams check whether their sessions are still valid.
      writeEvents(tx, hospitalId, at, [{ kind: 'sessions', staff_id: _id }])
      return undefined
    }
    return (
      session &&
      tx
        .selectFrom('staff')
        .select(['email', 'password_hash'])
        .where('id', '=', _id)
        .executeTakeFirstOrThrow()
    )
  })
  if (!account) throw new Failure('session-ended')
  if (!(await verifyPassword(account.password_hash, password))) {
    throw new Failure('password-wrong', {
      fields: [{ field: 'present_password', message: 'password-wrong' }],
    })
  }
  await root.updateTable('sessions').set({ wrong_passwords: 0 }).where('token_hash', '=', tokenHash).execute()
  return { email: account.email }
}
