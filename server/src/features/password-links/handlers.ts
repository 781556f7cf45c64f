import { type passwordLinks, problemsOfNewPassword } from 'contract'
import { auditVisit } from '../../audit/write.ts'
import { Failure } from '../../core/failure.ts'
import type { Tx } from '../../db/database.ts'
import type { Handlers } from '../../http/handler.ts'
import { replacePassword } from '../../identity/accounts.ts'
import { hashPassword } from '../../identity/password.ts'
import { hashToken } from '../../identity/session.ts'
import { type Announced, writeEvents } from '../../live/live.ts'
import { putLetter } from '../../notify/mail-queue.ts'
import { findAccount, findLink, findOnlyHospital, noteRequest } from './queries.ts'
import { isSpent, problemOfLink, requestLimits } from './rules.ts'

export const passwordLinkHandlers: Handlers<typeof passwordLinks> = {
  async forgot(context, { user_name }) {
    const { door, now, newId, address, sendsMail } = context
    if (!sendsMail) throw new Failure('no-mail')
    const email = user_name.toLowerCase()
    const { byAddress } = await door(async (tx) => {
      const requests = await noteRequest(tx, { id: newId(), at: now, email, address })
      const isRefused = requests.byAddress > requestLimits.byAddress
      const account = await findAccount(tx, email)
      if (!isRefused && account?.status === 'approved' && !isSpent(requests)) {
        await putLetter(tx, context, account.hospital_id, {
          letter: 'password-link',
          staff_id: account.id,
          at: now,
        })
      }
      await auditVisit(tx, context, {
        hospitalId: account?.hospital_id ?? (await findOnlyHospital(tx)),
        staffId: account?.id ?? null,
        action: 'passwordLinks.forgot',
        // The typed text is not stored: it may be a password in the wrong field.
        detail: account ? undefined : { account: 'unknown' },
        outcome: isRefused ? 'too-many-attempts' : 'ok',
      })
      return requests
    })
    // Too many requests for one account get the usual answer: another one would tell which address the account uses.
    if (byAddress > requestLimits.byAddress) throw new Failure('too-many-attempts')
    return {}
  },

  async get({ door, now }, { token }) {
    const { first_name, expires_at } = await door((tx) => usableLink(tx, token, now))
    return { first_name, expires_at }
  },

  async setPassword(visit, { token, ...chosen }) {
    const { door, now, newId } = visit
    const { email } = await door((tx) => usableLink(tx, token, now))
    const fields = problemsOfNewPassword({ ...chosen, email })
    if (fields.length > 0) throw new Failure('invalid', { fields })
    const hash = await hashPassword(chosen.password)
    await door(async (tx) => {
      // Checked again, because two calls may have used the link at once.
      const { hospital_id: hospitalId, staff_id } = await usableLink(tx, token, now)
      const events: Announced[] = []
      const announce = (event: Announced) => events.push(event)
      const author = { tx, hospitalId, now, newId, announce, actor: { _id: staff_id } }
      await replacePassword(author, staff_id, { hash, mustChange: false })
      await auditVisit(tx, visit, {
        hospitalId,
        staffId: staff_id,
        action: 'passwordLinks.setPassword',
        outcome: 'ok',
      })
      await writeEvents(tx, hospitalId, now, events)
    })
    return {}
  },
}

async function usableLink(tx: Tx, token: string, now: string) {
  const link = await findLink(tx, hashToken(token))
  const problem = problemOfLink(link, now)
  if (problem || !link) throw new Failure(problem ?? 'link-unknown')
  return link
}
