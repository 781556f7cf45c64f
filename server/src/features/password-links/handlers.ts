import { type passwordLinks, problemsOfNewPassword } from 'contract'
import { insertChanges, setPassword } from '../../core/account-changes.ts'
import { writeAudit } from '../../core/audit.ts'
import type { Tx } from '../../core/database.ts'
import { Failure } from '../../core/failure.ts'
import type { Handlers } from '../../core/handler.ts'
import { putLetter } from '../../core/letters.ts'
import { type Announced, writeEvents } from '../../core/live.ts'
import { hashPassword } from '../../core/password.ts'
import { endPasswordLinks } from '../../core/password-links.ts'
import { endSessionsOf, hashToken } from '../../core/session.ts'
import { findAccount, findLink, findOnlyHospital, noteRequest } from './queries.ts'
import { isSpent, problemOfLink, requestLimits } from './rules.ts'

export const passwordLinkHandlers: Handlers<typeof passwordLinks> = {
  async forgot(context, { user_name }) {
    const { door, now, newId, address, requestId, sendsMail } = context
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
      await writeAudit(tx, {
        id: newId(),
        at: now,
        hospitalId: account?.hospital_id ?? (await findOnlyHospital(tx)),
        staffId: account?.id ?? null,
        action: 'passwordLinks.forgot',
        // What was typed is not kept: it may be a password in the wrong field.
        detail: account ? undefined : { account: 'unknown' },
        outcome: isRefused ? 'too-many-attempts' : 'ok',
        address,
        requestId,
      })
      return requests
    })
    // Too many for one account are answered like any other: the answer would tell whose address is familiar to it.
    if (byAddress > requestLimits.byAddress) throw new Failure('too-many-attempts')
    return {}
  },

  async get({ door, now }, { token }) {
    const { first_name, expires_at } = await door((tx) => usableLink(tx, token, now))
    return { first_name, expires_at }
  },

  async setPassword({ door, now, newId, address, requestId }, { token, ...chosen }) {
    const { email } = await door((tx) => usableLink(tx, token, now))
    const fields = problemsOfNewPassword({ ...chosen, email })
    if (fields.length > 0) throw new Failure('invalid', { fields })
    const password_hash = await hashPassword(chosen.password)
    await door(async (tx) => {
      // Again, for two may have come with it at once.
      const { hospital_id: hospitalId, staff_id } = await usableLink(tx, token, now)
      const version = await setPassword(tx, staff_id, { password_hash, must_change_password: false, now })
      const change = { field: 'password', from: null, to: null }
      await insertChanges(tx, staff_id, { hospitalId, now, by: staff_id }, version, [change], newId)
      await endPasswordLinks(tx, staff_id, now)
      const events: Announced[] = []
      const announce = (event: Announced) => events.push(event)
      await endSessionsOf({ tx, now, announce }, staff_id, { by: staff_id })
      await writeAudit(tx, {
        id: newId(),
        at: now,
        hospitalId,
        staffId: staff_id,
        action: 'passwordLinks.setPassword',
        outcome: 'ok',
        address,
        requestId,
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
