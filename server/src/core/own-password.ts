import { acrossHospitals, type Root } from './database.ts'
import { Failure } from './failure.ts'
import { writeEvents } from './live.ts'
import { verifyPassword } from './password.ts'
import { type Actor, endSession } from './session.ts'

/**
 * Wrong answers in a row that a session survives. Whoever sits down at somebody else's screen does not guess on; nor
 * does she shut its owner out of her account, for the sign-in counts by itself.
 */
const wrongAnswersAllowed = 5

/** Whether it is the password of the one who makes the call: the failure says so, or her e-mail comes back. */
export async function provePassword(
  root: Root,
  { _id, hospitalId, tokenHash }: Actor,
  now: Date,
  password: string,
): Promise<{ email: string }> {
  // Counted before it is looked at, so that no burst slips past.
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
      // What is open elsewhere in her name looks whether it still is.
      await writeEvents(tx, hospitalId, at, [{ kind: 'sessions', staff_id: _id }])
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
