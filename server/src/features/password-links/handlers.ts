import { type passwordLinks, validateNewPassword } from 'contract'
import { auditPublicCall } from '../../audit/write.ts'
import { Failure } from '../../core/failure.ts'
import type { Tx } from '../../db/database.ts'
import type { Handlers } from '../../http/handler.ts'
import { findOnlyHospital, replacePassword } from '../../identity/accounts.ts'
import { hashPassword } from '../../identity/password.ts'
import { hashToken } from '../../identity/session.ts'
import { type EmittedEvent, writeEvents } from '../../live/events.ts'
import { queueMail } from '../../notify/mail-queue.ts'
import { findActiveAccount, lockLink, recordRequest } from './queries.ts'
import { findLinkProblem, isOverRequestLimit, requestLimits } from './rules.ts'

export const passwordLinkHandlers: Handlers<typeof passwordLinks> = {
  async forgot(context, { user_name }) {
    const { acrossHospitals, now, newId, ipAddress, network, sendsMail } = context
    if (!sendsMail) throw new Failure('no-mail')
    const email = user_name.toLowerCase()
    const { byIp } = await acrossHospitals(async (tx) => {
      const requests = await recordRequest(tx, { id: newId(), at: now, email, ipAddress, network })
      const isRefused = requests.byIp > requestLimits.byIp
      const account = await findActiveAccount(tx, email)
      if (!isRefused && account?.status === 'approved' && !isOverRequestLimit(requests)) {
        await queueMail(tx, context, account.hospital_id, {
          kind: 'password-link',
          staff_id: account.id,
          at: now,
        })
      }
      await auditPublicCall(tx, context, {
        hospitalId: account?.hospital_id ?? (await findOnlyHospital(tx)),
        staffId: account?.id ?? null,
        action: 'passwordLinks.forgot',
        // The typed text is not stored: it may be a password in the wrong field.
        detail: account ? undefined : { account: 'unknown' },
        outcome: isRefused ? 'too-many-attempts' : 'ok',
      })
      return requests
    })
    // Too many requests for one account get the usual answer: another one would tell which e-mail address it uses.
    if (byIp > requestLimits.byIp) throw new Failure('too-many-attempts')
    return {}
  },

  async get({ acrossHospitals, now }, { token }) {
    const { first_name, expires_at } = await acrossHospitals((tx) => requireUsableLink(tx, token, now))
    return { first_name, expires_at }
  },

  async setPassword(visit, { token, ...chosen }) {
    const { acrossHospitals, now, newId } = visit
    const { email } = await acrossHospitals((tx) => requireUsableLink(tx, token, now))
    const fields = validateNewPassword({ ...chosen, email })
    if (fields.length > 0) throw new Failure('invalid', { fields })
    const hash = await hashPassword(chosen.password)
    await acrossHospitals(async (tx) => {
      // Checked again, because two calls may have used the link at once.
      const { hospital_id: hospitalId, staff_id } = await requireUsableLink(tx, token, now)
      const events: EmittedEvent[] = []
      const emit = (event: EmittedEvent) => events.push(event)
      const author = { tx, hospitalId, now, newId, emit, actor: { _id: staff_id } }
      await replacePassword(author, staff_id, { hash, mustChange: false })
      await auditPublicCall(tx, visit, {
        hospitalId,
        staffId: staff_id,
        action: 'passwordLinks.setPassword',
        outcome: 'ok',
      })
      writeEvents(tx, hospitalId, now, events)
    })
    return {}
  },
}

async function requireUsableLink(tx: Tx, token: string, now: string) {
  const link = await lockLink(tx, hashToken(token))
  const problem = findLinkProblem(link, now)
  if (problem || !link) throw new Failure(problem ?? 'link-unknown')
  return link
}
