import { randomBytes } from 'node:crypto'
import {
  type AlarmSeverity,
  type Body,
  type LineChoice,
  type LineState,
  type line,
  lineConsentVersion,
} from 'contract'
import QRCode from 'qrcode'
import { auditPublicCall } from '../../audit/write.ts'
import { createInvalidFieldFailure, Failure } from '../../core/failure.ts'
import type { Tx } from '../../db/database.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { isApproved, lockAccount } from '../../identity/accounts.ts'
import { requireDelegation } from '../../identity/delegation.ts'
import { issueSession, requireOpenedSession } from '../../identity/issue-session.ts'
import { type LineLogin, LineUnreachable } from '../../identity/line-login.ts'
import { checkSentPassword, requireReAuthentication } from '../../identity/re-authentication.ts'
import { hashToken, requireOpenSession } from '../../identity/session.ts'
import {
  consumeFlow,
  consumeLinkCode,
  countFlows,
  findLinkAccount,
  findLinkState,
  hasOtherLineAccount,
  insertFlow,
  linkLineAccount,
  lockLineAccountHolder,
  recordConsent,
  replaceLinkCode,
  unlinkLineAccount,
  updateLineChoice,
} from './queries.ts'

type LinkCode = Body<typeof line.linkCode>

/** How long a code and a sign-in at LINE stay valid. */
const flowLastsMs = 10 * 60_000
/** The most sign-ins under way from one IP address: enough for a ward behind one router, and a limit for abuse. */
const maxFlowsPerIp = 30

const createToken = () => randomBytes(32).toString('base64url')
const computeFlowExpiry = (now: string) => new Date(Date.parse(now) + flowLastsMs).toISOString()

/** Without `login` the panel has no LINE. */
export function lineHandlers(login: LineLogin | undefined): Handlers<typeof line> {
  const requireLineLogin = (): LineLogin => {
    if (!login) throw new Failure('line-off')
    return login
  }
  const getLineState = async (context: Context): Promise<LineState> => {
    const { actor, channels } = context
    const state = await requireLinkState(context, actor._id)
    return {
      is_configured: login !== undefined,
      has_messages: channels.includes('line'),
      linked_at: state.line_linked_at,
      choice: state.line_choice as LineChoice,
      least_severity: state.line_least_severity as AlarmSeverity,
      consent_at: state.line_consent_at,
    }
  }

  return {
    state: getLineState,

    linkCode: {
      prepare(sent: LinkCode, before) {
        if (sent._id !== undefined) before.addAuditDetail({ user: sent._id })
        return checkSentPassword(sent, before)
      },
      async handle(context, { _id, re_authentication }: LinkCode) {
        const { tx, actor, now, addAuditDetail } = context
        const staffId = await requireLineAccount(context, _id)
        // In a fixed order, so that two users who make a code for each other do not deadlock.
        for (const id of new Set([actor._id, staffId].toSorted())) await lockAccount(tx, id)
        await requireOpenSession(tx, actor)
        if (!(await isApproved(tx, staffId))) throw new Failure('not-found')
        const { publicUrl } = requireLineLogin()
        await requireReAuthentication(context, re_authentication, 're-authentication')
        const code = createToken()
        const expires_at = computeFlowExpiry(now)
        await replaceLinkCode(tx, {
          hash: hashToken(code),
          hospitalId: actor.hospitalId,
          staffId,
          by: actor._id,
          now,
          expiresAt: expires_at,
        })
        addAuditDetail({ user: staffId })
        const url = `${publicUrl}/line/link#${code}`
        return { url, qr_svg: await QRCode.toString(url, { type: 'svg', margin: 2 }), expires_at }
      },
    },

    async unlink(context, { _id }) {
      const { tx, actor, newId, now, addAuditDetail } = context
      const staffId = await requireLineAccount(context, _id)
      const whose = { staffId, hospitalId: actor.hospitalId }
      if (!(await endLink(tx, whose, { now, newId }))) throw new Failure('not-found')
      addAuditDetail({ user: staffId })
      return {}
    },

    async choose(context, { choice, least_severity, consent_version }) {
      requireLineLogin()
      const { tx, actor, newId, now } = context
      const { line_linked_at, line_consent_at } = await requireLinkState(context, actor._id)
      const isTold = choice !== 'none'
      if (isTold && line_linked_at === null) throw createInvalidFieldFailure('choice', 'line-not-linked')
      const agrees = consent_version === lineConsentVersion
      if (isTold && line_consent_at === null && !agrees)
        throw createInvalidFieldFailure('consent_version', 'consent-required')
      const consentAt = isTold ? (line_consent_at ?? now) : null
      if ((consentAt === null) !== (line_consent_at === null)) {
        const consent = { hospitalId: actor.hospitalId, staffId: actor._id, at: now, isGiven: isTold }
        await recordConsent(tx, { id: newId(), ...consent, version: lineConsentVersion })
      }
      await updateLineChoice(tx, actor._id, { choice, leastSeverity: least_severity, consentAt })
      return getLineState(context)
    },

    offered: () => ({ is_offered: login !== undefined }),

    async linkAccount({ acrossHospitals, now }, { code }) {
      requireLineLogin()
      const account = await acrossHospitals((tx) => findLinkAccount(tx, hashToken(code), now))
      if (!account) throw new Failure('line-code-ended')
      const { name_en, name_th, ...names } = account
      return { ...names, hospital: { name_en, name_th } }
    },

    async begin({ acrossHospitals, now, network }, { code }) {
      const line = requireLineLogin()
      const codeHash = code === undefined ? null : hashToken(code)
      const { isOpen, under } = await acrossHospitals(async (tx) => ({
        isOpen: codeHash === null || (await findLinkAccount(tx, codeHash, now)) !== undefined,
        under: await countFlows(tx, network, now),
      }))
      if (under >= maxFlowsPerIp) throw new Failure('too-many-attempts')
      if (!isOpen) throw new Failure('line-code-ended')
      const { url, flow } = await line.begin(codeHash !== null).catch(rethrowLineError)
      const secret = createToken()
      await acrossHospitals((tx) =>
        insertFlow(tx, hashToken(flow.state), {
          ...flow,
          secretHash: hashToken(secret),
          codeHash,
          network,
          now,
          expiresAt: computeFlowExpiry(now),
        }),
      )
      return { authorize_url: url, secret }
    },

    async finish(visit, { secret, state, device_cookies, ...answer }) {
      const { acrossHospitals, now, newId } = visit
      const line = requireLineLogin()
      const flow = await acrossHospitals((tx) => consumeFlow(tx, hashToken(state), hashToken(secret), now))
      if (!flow) throw new Failure('line-ended')
      const lineUserId = await line.finish({ state, ...flow }, answer).catch(rethrowLineError)
      if (lineUserId === undefined) throw new Failure('line-refused')
      const audit = (tx: Tx, who: { id: string; hospital_id: string } | undefined, outcome: string) =>
        auditPublicCall(tx, visit, {
          hospitalId: who?.hospital_id ?? null,
          staffId: who?.id ?? null,
          action: 'line.finish',
          detail: { purpose: flow.code_hash ? 'link' : 'sign-in' },
          outcome,
        })
      const { code_hash } = flow
      if (code_hash === null) {
        const signedOn = await acrossHospitals(async (tx) => {
          const holder = await lockLineAccountHolder(tx, lineUserId)
          if (holder?.status !== 'approved') {
            await audit(tx, holder, 'line-unknown')
            return undefined
          }
          const whose = { staffId: holder.id, hospitalId: holder.hospital_id }
          const signed = await issueSession(tx, visit, whose, device_cookies)
          await audit(tx, holder, 'challenge' in signed ? 'second-step-needed' : 'ok')
          return signed
        })
        if (!signedOn) throw new Failure('line-unknown')
        return { linked: null, session: requireOpenedSession(signedOn) }
      }
      return acrossHospitals(async (tx) => {
        const person = await consumeLinkCode(tx, code_hash, now)
        if (!person) throw new Failure('line-code-ended')
        const holder = await lockLineAccountHolder(tx, lineUserId)
        if (holder && holder.id !== person.id) throw new Failure('line-taken')
        // Their consent was for the LINE account that they leave: a shared or a wrong phone must not get its messages.
        if (await hasOtherLineAccount(tx, person.id, lineUserId)) {
          const whose = { staffId: person.id, hospitalId: person.hospital_id }
          await endLink(tx, whose, { now, newId })
        }
        await linkLineAccount(tx, person.id, lineUserId, now)
        await audit(tx, person, 'ok')
        return { linked: { first_name: person.first_name }, session: null }
      })
    },
  }
}

function rethrowLineError(error: unknown): never {
  throw error instanceof LineUnreachable ? new Failure('line-unreachable') : error
}

/** The caller's own account, or that of another user whom they may manage; all others count as missing. */
async function requireLineAccount(context: Context, id: string | undefined): Promise<string> {
  const { actor, addAuditDetail } = context
  if (id === undefined || id === actor._id) return actor._id
  addAuditDetail({ user: id })
  if (!actor.permissions.has('user:manage')) throw new Failure('not-found')
  await requireDelegation(context, id)
  return id
}

type LinkOwner = { staffId: string; hospitalId: string }

/** Unlinks an account, which withdraws a consent; false if none was linked. */
async function endLink(
  tx: Tx,
  { staffId, hospitalId }: LinkOwner,
  { now, newId }: Pick<Context, 'now' | 'newId'>,
): Promise<boolean> {
  const state = await findLinkState(tx, staffId)
  if (!(await unlinkLineAccount(tx, staffId))) return false
  if (state && state.line_consent_at !== null) {
    const consent = { hospitalId, staffId, at: now, version: lineConsentVersion, isGiven: false }
    await recordConsent(tx, { id: newId(), ...consent })
  }
  return true
}

/** How an account is connected with LINE. */
async function requireLinkState({ tx }: Context, staffId: string) {
  const state = await findLinkState(tx, staffId)
  if (!state) throw new Failure('not-found')
  return state
}
