import { type Body, type Factor, maxFactors, type Proof, type secondFactor } from 'contract'
import QRCode from 'qrcode'
import { Failure } from '../../core/failure.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { lockAccount } from '../../identity/accounts.ts'
import { requireReach } from '../../identity/delegation.ts'
import { provePasswordFirst, requireProof } from '../../identity/re-authentication.ts'
import {
  addPasskey,
  addTotp,
  beginPasskey,
  beginTotp,
  dropRecoveryCodes,
  listFactors,
  lockOwner,
  recoveryCodesLeft,
  replaceRecoveryCodes,
  requestPasskey,
  standingOf,
} from '../../identity/second-factor.ts'
import { endSessionsOf, holdSession } from '../../identity/session.ts'
import { deleteFactor, deleteFactorsOf, findPerson, readRules, renameFactor, writeRules } from './queries.ts'

export const secondFactorHandlers: Handlers<typeof secondFactor> = {
  async list({ tx, actor, site, secretBox }) {
    const { isRequired } = await standingOf(tx, actor._id)
    return {
      factors: await listFactors(tx, actor._id),
      recovery_codes_left: await recoveryCodesLeft(tx, actor._id),
      is_required: isRequired,
      can_add: [...(secretBox ? (['totp'] as const) : []), ...(site.rpId ? (['passkey'] as const) : [])],
    }
  },

  beginTotp: {
    prepare: provePasswordFirst,
    async handle(context, { proof }: Body<typeof secondFactor.beginTotp>) {
      const { tx, now, secretBox } = context
      await allowAnother(context, proof)
      if (!secretBox) throw new Failure('factor-impossible')
      const { email } = await self(context)
      const begun = await beginTotp(tx, secretBox, { whose: whoseOf(context), email, now })
      return { ...begun, qr_svg: await QRCode.toString(begun.uri, { type: 'svg', margin: 2 }) }
    },
  },

  async addTotp(context, { challenge, code, name }) {
    const { tx, newId, now, secretBox } = context
    await refuseTooMany(context)
    if (!secretBox) throw new Failure('second-step-ended')
    const id = newId()
    const whose = whoseOf(context)
    const outcome = await addTotp(tx, secretBox, { challenge, code, name, whose, id, now })
    if (outcome === 'failed') throw new Failure('second-step-failed')
    if (outcome === 'ended') throw new Failure('second-step-ended')
    return added(context, id)
  },

  beginPasskey: {
    prepare: provePasswordFirst,
    async handle(context, { proof }: Body<typeof secondFactor.beginPasskey>) {
      const { tx, now, site } = context
      await allowAnother(context, proof)
      if (site.rpId === undefined) throw new Failure('factor-impossible')
      const { email, first_name, last_name } = await self(context)
      const person = { email, name: `${first_name} ${last_name}` }
      return { options: await beginPasskey(tx, site.rpId, { whose: whoseOf(context), person, now }) }
    },
  },

  async addPasskey(context, { challenge, name, response }) {
    const { tx, newId, now, site } = context
    await refuseTooMany(context)
    const id = newId()
    const whose = whoseOf(context)
    const outcome = await addPasskey(tx, site, { challenge, response, name, whose, id, now })
    if (outcome === 'refused') throw new Failure('passkey-refused')
    if (outcome === 'ended') throw new Failure('second-step-ended')
    return added(context, id)
  },

  async rename(context, { _id, name }) {
    const { tx, actor, remark } = context
    if (!(await renameFactor(tx, actor._id, _id, name))) throw new Failure('not-found')
    const factor = await own(context, _id)
    remark({ factor: _id, kind: factor.kind, renamed: true })
    return { factor }
  },

  remove: {
    prepare: provePasswordFirst,
    async handle(context, { _id, proof }: Body<typeof secondFactor.remove>) {
      const { tx, actor, remark } = context
      await lockOwner(tx, actor._id)
      const factor = await own(context, _id)
      await requireProof(context, proof, 'proof')
      const isLast = (await listFactors(tx, actor._id)).length === 1
      if (isLast && (await standingOf(tx, actor._id)).isRequired) throw new Failure('last-factor')
      await deleteFactor(tx, _id)
      if (isLast) await dropRecoveryCodes(tx, actor._id)
      remark({ factor: _id, kind: factor.kind, removed: true })
      return {}
    },
  },

  newRecoveryCodes: {
    prepare: provePasswordFirst,
    async handle(context, { proof }: Body<typeof secondFactor.newRecoveryCodes>) {
      const { tx, actor, now, remark } = context
      await requireProof(context, proof, 'proof')
      await lockOwner(tx, actor._id)
      // Codes without any factor would be of no use.
      if ((await listFactors(tx, actor._id)).length === 0) throw new Failure('factor-impossible')
      remark({ recovery_codes: 'new' })
      return { recovery_codes: await replaceRecoveryCodes(tx, whoseOf(context), now) }
    },
  },

  async proofOptions(context, { purpose }) {
    const { tx, site, now } = context
    const options = await requestPasskey(tx, site, { purpose, whose: whoseOf(context), now })
    return { options: options ?? null }
  },

  async resetFor(context, { _id }) {
    const { tx, actor, remark } = context
    remark({ user: _id })
    if (!(await findPerson(tx, _id))) throw new Failure('not-found')
    if (_id === actor._id) throw new Failure('own-account')
    await requireReach(context, _id)
    await lockOwner(tx, _id)
    const removed = await deleteFactorsOf(tx, _id)
    await dropRecoveryCodes(tx, _id)
    if (removed > 0) await endSessionsOf(context, _id, { by: actor._id })
    remark({ user: _id, removed })
    return { removed }
  },

  rules: ({ tx, hospitalId }) => readRules(tx, hospitalId),

  async updateRules({ tx, hospitalId, remark }, rules) {
    remark({ from: await readRules(tx, hospitalId), to: rules })
    await writeRules(tx, hospitalId, rules)
    return rules
  },
}

function whoseOf({ actor, hospitalId }: Context) {
  return { staffId: actor._id, hospitalId }
}

async function self({ tx, actor }: Context) {
  const person = await findPerson(tx, actor._id)
  if (!person) throw new Failure('not-found')
  return person
}

/** A factor of the actor's own; another user's counts as missing. */
async function own({ tx, actor }: Context, id: string): Promise<Factor> {
  const factor = (await listFactors(tx, actor._id)).find(({ _id }) => _id === id)
  if (!factor) throw new Failure('not-found')
  return factor
}

/** A user who must add a factor before anything else has only just signed in and needs no re-authentication. */
async function allowAnother(context: Context, proof: Proof | undefined): Promise<void> {
  if (!context.actor.withheldBy.includes('second-factor-needed')) await requireProof(context, proof, 'proof')
  await refuseTooMany(context)
}

async function refuseTooMany({ tx, actor }: Context): Promise<void> {
  await lockAccount(tx, actor._id)
  await lockOwner(tx, actor._id)
  await holdSession(tx, actor)
  if ((await listFactors(tx, actor._id)).length >= maxFactors) throw new Failure('too-many-factors')
}

/** The reply with the added factor; with the first one, the recovery codes for the day on which it is lost. */
async function added(context: Context, id: string) {
  const { tx, actor, now, remark } = context
  const factor = await own(context, id)
  // With the first required factor all other sessions end: somebody who knows the password may have signed in before
  // the factor existed.
  const isFirst = (await listFactors(tx, actor._id)).length === 1
  if (isFirst && (await standingOf(tx, actor._id)).isRequired)
    await endSessionsOf(context, actor._id, { by: actor._id, but: actor.tokenHash })
  remark({ factor: id, kind: factor.kind, added: true })
  const hasCodes = (await recoveryCodesLeft(tx, context.actor._id)) > 0
  return { factor, recovery_codes: hasCodes ? null : await replaceRecoveryCodes(tx, whoseOf(context), now) }
}
