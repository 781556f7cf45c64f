import type { Tx } from '../db/database.ts'

/** The channel of e-mails. */
export const mailChannel = 'email'

/**
 * A queued e-mail. It names its recipient and its subject and waits in the outbox, where it stays after it is sent. A
 * password link is made only when the mail is sent, so that its token is never in the database. `at` is the instant of
 * the event that the mail reports.
 */
export type QueuedMail =
  | { kind: 'password-link' | 'approved'; staff_id: string; at: string }
  | {
      kind: 'sign-in'
      staff_id: string
      browser: string | null
      system: string | null
      address: string
      at: string
    }

/** Queues a mail in the outbox, in the transaction of the event that it reports. */
export async function queueMail(
  tx: Tx,
  { newId, now }: { newId: () => string; now: string },
  hospitalId: string,
  mail: QueuedMail,
): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({
      id: newId(),
      hospital_id: hospitalId,
      channel: mailChannel,
      message: JSON.stringify(mail),
      created_at: now,
      next_at: now,
    })
    .execute()
}
