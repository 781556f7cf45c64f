import { type Body, type Factor, maxFactors, type ReAuthentication, type secondFactor } from 'contract'
import QRCode from 'qrcode'
import { Failure } from '../../core/failure.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { lockAccount } from '../../identity/accounts.ts'
import { requireDelegation } from '../../identity/delegation.ts'
import { checkSentPassword, requireReAuthentication } from '../../identity/re-authentication.ts'
import { getFactorState, listFactors, lockFactors } from '../../identity/second-factor/factors.ts'
import {
  addPasskey,
  beginPasskeyRegistration,
  requestPasskey,
} from '../../identity/second-factor/passkeys.ts'
import {
  countRecoveryCodes,
  dropRecoveryCodes,
  replaceRecoveryCodes,
} from '../../identity/second-factor/recovery-codes.ts'
import { addTotp, beginTotp } from '../../identity/second-factor/totp.ts'
import { endAllSessions, requireOpenSession } from '../../identity/session.ts'
import {
  deleteAllFactors,
  deleteFactor,
  findFactorPerson,
  readSignInRules,
  renameFactor,
  writeSignInRules,
} from './queries.ts'

export const secondFactorHandlers: Handlers<typeof secondFactor> = {
  async list(context) {
    const { tx, actor } = context
    const [{ isRequired }, factors, recovery_codes_left] = await Promise.all([
      getFactorState(tx, actor._id),
      listFactors(tx, actor._id),
      countRecoveryCodes(tx, actor._id),
    ])
    return {
      factors,
      recovery_codes_left,
      is_required: isRequired,
      can_add: listPossibleFactors(context),
    }
  },

  beginTotp: {
    prepare: checkSentPassword,
    async handle(context, { re_authentication }: Body<typeof secondFactor.beginTotp>) {
      const { tx, now, secretBox } = context
      await requireRoomAndReAuthentication(context, re_authentication)
      if (!secretBox) throw new Failure('factor-impossible')
      const { email } = await requireOwnPerson(context)
      const begun = await beginTotp(tx, secretBox, { whose: toFactorOwner(context), email, now })
      return { ...begun, qr_svg: await QRCode.toString(begun.uri, { type: 'svg', margin: 2 }) }
    },
  },

  async addTotp(context, { challenge, code, name }) {
    const { tx, newId, now, secretBox } = context
    await requireRoomForFactor(context)
    if (!secretBox) throw new Failure('second-step-ended')
    const id = newId()
    const whose = toFactorOwner(context)
    const outcome = await addTotp(tx, secretBox, { challenge, code, name, whose, id, now })
    if (outcome === 'failed') throw new Failure('second-step-failed')
    if (outcome === 'ended') throw new Failure('second-step-ended')
    return answerAddedFactor(context, id)
  },

  beginPasskey: {
    prepare: checkSentPassword,
    async handle(context, { re_authentication }: Body<typeof secondFactor.beginPasskey>) {
      const { tx, now, site } = context
      await requireRoomAndReAuthentication(context, re_authentication)
      if (site.rpId === undefined) throw new Failure('factor-impossible')
      const { email, first_name, last_name } = await requireOwnPerson(context)
      const person = { email, name: `${first_name} ${last_name}` }
      return {
        options: await beginPasskeyRegistration(tx, site.rpId, {
          whose: toFactorOwner(context),
          person,
          now,
        }),
      }
    },
  },

  async addPasskey(context, { challenge, name, response }) {
    const { tx, newId, now, site } = context
    await requireRoomForFactor(context)
    const id = newId()
    const whose = toFactorOwner(context)
    const outcome = await addPasskey(tx, site, { challenge, response, name, whose, id, now })
    if (outcome === 'refused') throw new Failure('passkey-refused')
    if (outcome === 'ended') throw new Failure('second-step-ended')
    return answerAddedFactor(context, id)
  },

  async rename(context, { _id, name }) {
    const { tx, actor, addAuditDetail } = context
    if (!(await renameFactor(tx, actor._id, _id, name))) throw new Failure('not-found')
    const factor = await requireOwnFactor(context, _id)
    addAuditDetail({ factor: _id, kind: factor.kind, renamed: true })
    return { factor }
  },

  remove: {
    prepare: checkSentPassword,
    async handle(context, { _id, re_authentication }: Body<typeof secondFactor.remove>) {
      const { tx, actor, addAuditDetail } = context
      await lockFactors(tx, actor._id)
      const factor = await requireOwnFactor(context, _id)
      await requireReAuthentication(context, re_authentication, 're-authentication')
      const isLast = (await listFactors(tx, actor._id)).length === 1
      if (isLast && (await getFactorState(tx, actor._id)).isRequired) throw new Failure('last-factor')
      await deleteFactor(tx, _id)
      if (isLast) await dropRecoveryCodes(tx, actor._id)
      addAuditDetail({ factor: _id, kind: factor.kind, removed: true })
      return {}
    },
  },

  newRecoveryCodes: {
    prepare: checkSentPassword,
    async handle(context, { re_authentication }: Body<typeof secondFactor.newRecoveryCodes>) {
      const { tx, actor, now, addAuditDetail } = context
      await requireReAuthentication(context, re_authentication, 're-authentication')
      await lockFactors(tx, actor._id)
      // Codes without any factor would be of no use.
      if ((await listFactors(tx, actor._id)).length === 0) throw new Failure('factor-impossible')
      addAuditDetail({ recovery_codes: 'new' })
      return { recovery_codes: await replaceRecoveryCodes(tx, toFactorOwner(context), now) }
    },
  },

  async reAuthenticationOptions(context, { purpose }) {
    const { tx, site, now } = context
    const options = await requestPasskey(tx, site, { purpose, whose: toFactorOwner(context), now })
    return { options: options ?? null }
  },

  async resetFor(context, { _id }) {
    const { tx, actor, addAuditDetail } = context
    addAuditDetail({ user: _id })
    if (!(await findFactorPerson(tx, _id))) throw new Failure('not-found')
    if (_id === actor._id) throw new Failure('own-account')
    await requireDelegation(context, _id)
    await lockFactors(tx, _id)
    const removed = await deleteAllFactors(tx, _id)
    await dropRecoveryCodes(tx, _id)
    if (removed > 0) await endAllSessions(context, _id, { by: actor._id })
    addAuditDetail({ user: _id, removed })
    return { removed }
  },

  rules: ({ tx, hospitalId }) => readSignInRules(tx, hospitalId),

  async updateRules(context, rules) {
    const { tx, hospitalId, addAuditDetail } = context
    const from = await readSignInRules(tx, hospitalId)
    addAuditDetail({ from, to: rules })
    // Whoever is required to add a factor where nobody can add one, admins too, could never sign in again.
    const isNew = rules.second_factor_for.some((type) => !from.second_factor_for.includes(type))
    if (isNew && listPossibleFactors(context).length === 0) throw new Failure('factor-impossible')
    await writeSignInRules(tx, hospitalId, rules)
    return rules
  },
}

/** The kinds of factors that can be added to this panel, at the URL by which the caller has reached it. */
function listPossibleFactors({ secretBox, site }: Context): Factor['kind'][] {
  return [...(secretBox ? (['totp'] as const) : []), ...(site.rpId ? (['passkey'] as const) : [])]
}

function toFactorOwner({ actor, hospitalId }: Context) {
  return { staffId: actor._id, hospitalId }
}

async function requireOwnPerson({ tx, actor }: Context) {
  const person = await findFactorPerson(tx, actor._id)
  if (!person) throw new Failure('not-found')
  return person
}

/** A factor of the actor's own; another user's counts as missing. */
async function requireOwnFactor({ tx, actor }: Context, id: string): Promise<Factor> {
  const factor = (await listFactors(tx, actor._id)).find(({ _id }) => _id === id)
  if (!factor) throw new Failure('not-found')
  return factor
}

/** A user who must add a factor before anything else has only just signed in and needs no re-authentication. */
async function requireRoomAndReAuthentication(
  context: Context,
  re_authentication: ReAuthentication | undefined,
): Promise<void> {
  if (!context.actor.blockedBy.includes('second-factor-needed'))
    await requireReAuthentication(context, re_authentication, 're-authentication')
  await requireRoomForFactor(context)
}

async function requireRoomForFactor({ tx, actor }: Context): Promise<void> {
  await lockAccount(tx, actor._id)
  await lockFactors(tx, actor._id)
  await requireOpenSession(tx, actor)
  if ((await listFactors(tx, actor._id)).length >= maxFactors) throw new Failure('too-many-factors')
}

/** The reply with the added factor; with the first one, the recovery codes for the day on which it is lost. */
async function answerAddedFactor(context: Context, id: string) {
  const { tx, actor, now, addAuditDetail } = context
  const factor = await requireOwnFactor(context, id)
  // With the first required factor all other sessions end: somebody who knows the password may have signed in before
  // the factor existed.
  const isFirst = (await listFactors(tx, actor._id)).length === 1
  if (isFirst && (await getFactorState(tx, actor._id)).isRequired)
    await endAllSessions(context, actor._id, { by: actor._id, but: actor.tokenHash })
  addAuditDetail({ factor: id, kind: factor.kind, added: true })
  const hasCodes = (await countRecoveryCodes(tx, context.actor._id)) > 0
  return {
    factor,
    recovery_codes: hasCodes ? null : await replaceRecoveryCodes(tx, toFactorOwner(context), now),
  }
}
