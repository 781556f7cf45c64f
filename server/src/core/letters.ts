import type { Tx } from './database.ts'

/** The channel of e-mails. */
export const mailChannel = 'email'

/**
 * What somebody is written by e-mail. A letter says to whom and of what and waits in the outbox, which keeps what was
 * sent: a link is made only when its letter is, so that no token of one ever lies in the database. `at` is the instant of
 * what it tells of.
 */
export type Letter =
  | { letter: 'password-link' | 'approved'; staff_id: string; at: string }
  | {
      letter: 'sign-in'
      staff_id: string
      browser: string | null
      system: string | null
      address: string
      at: string
    }

/** Puts a letter in the outbox, in the transaction of what it tells of. */
export async function putLetter(
  tx: Tx,
  { newId, now }: { newId: () => string; now: string },
  hospitalId: string,
  letter: Letter,
): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({
      id: newId(),
      hospital_id: hospitalId,
      channel: mailChannel,
      message: JSON.stringify(letter),
      created_at: now,
      next_at: now,
    })
    .execute()
}
