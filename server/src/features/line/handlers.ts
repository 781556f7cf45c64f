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
import { auditVisit } from '../../audit/write.ts'
import { Failure } from '../../core/failure.ts'
import type { Tx } from '../../db/database.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { lockAccount } from '../../identity/accounts.ts'
import { requireReach } from '../../identity/delegation.ts'
import { openedOf, signOn } from '../../identity/issue-session.ts'
import { type LineLogin, LineUnreachable } from '../../identity/line-login.ts'
import { provePasswordFirst, requireProof } from '../../identity/re-authentication.ts'
import { hashToken, holdSession } from '../../identity/session.ts'
import {
  choose,
  countFlows,
  holderOf,
  insertFlow,
  isApproved,
  isCodeOpen,
  link,
  noteConsent,
  replaceCode,
  stateOf,
  takeFlow,
  unlink,
  useCode,
} from './queries.ts'

type LinkCode = Body<typeof line.linkCode>

/** How long a code and a sign-in at LINE stay valid. */
const lastsMs = 10 * 60_000
/** The most sign-ins under way from one IP address: enough for a ward behind one router, and a limit for abuse. */
const flowsByAddress = 30

const newToken = () => randomBytes(32).toString('base64url')
const after = (now: string) => new Date(Date.parse(now) + lastsMs).toISOString()

/** Without `login` the panel has no LINE. */
export function lineHandlers(login: LineLogin | undefined): Handlers<typeof line> {
  const configured = (): LineLogin => {
    if (!login) throw new Failure('line-off')
    return login
  }
  const shown = async (context: Context): Promise<LineState> => {
    const { actor, channels } = context
    const state = await known(context, actor._id)
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
    state: shown,

    linkCode: {
      prepare(sent: LinkCode, before) {
        if (sent._id !== undefined) before.remark({ user: sent._id })
        return provePasswordFirst(sent, before)
      },
      async handle(context, { _id, proof }: LinkCode) {
        const { tx, actor, now, remark } = context
        const staffId = await whose(context, _id)
        // In a fixed order, so that two users who make a code for each other do not deadlock.
        for (const id of new Set([actor._id, staffId].toSorted())) await lockAccount(tx, id)
        await holdSession(tx, actor)
        if (!(await isApproved(tx, staffId))) throw new Failure('not-found')
        const { publicUrl } = configured()
        await requireProof(context, proof, 'proof')
        const code = newToken()
        const expires_at = after(now)
        await replaceCode(tx, {
          hash: hashToken(code),
          hospitalId: actor.hospitalId,
          staffId,
          by: actor._id,
          now,
          expiresAt: expires_at,
        })
        remark({ user: staffId })
        const url = `${publicUrl}/line/link#${code}`
        return { url, qr_svg: await QRCode.toString(url, { type: 'svg', margin: 2 }), expires_at }
      },
    },

    async unlink(context, { _id }) {
      const { tx, actor, newId, now, remark } = context
      const staffId = await whose(context, _id)
      const { line_consent_at } = await known(context, staffId)
      if (!(await unlink(tx, staffId))) throw new Failure('not-found')
      if (line_consent_at !== null) {
        const consent = { hospitalId: actor.hospitalId, staffId, at: now, version: lineConsentVersion }
        await noteConsent(tx, { id: newId(), ...consent, isGiven: false })
      }
      remark({ user: staffId })
      return {}
    },

    async choose(context, { choice, least_severity, consent_version }) {
      configured()
      const { tx, actor, newId, now } = context
      const { line_linked_at, line_consent_at } = await known(context, actor._id)
      const isTold = choice !== 'none'
      if (isTold && line_linked_at === null)
        throw new Failure('invalid', { fields: [{ field: 'choice', message: 'line-not-linked' }] })
      const agrees = consent_version === lineConsentVersion
      if (isTold && line_consent_at === null && !agrees)
        throw new Failure('invalid', { fields: [{ field: 'consent_version', message: 'consent-required' }] })
      const consentAt = isTold ? (line_consent_at ?? now) : null
      if ((consentAt === null) !== (line_consent_at === null)) {
        const consent = { hospitalId: actor.hospitalId, staffId: actor._id, at: now, isGiven: isTold }
        await noteConsent(tx, { id: newId(), ...consent, version: lineConsentVersion })
      }
      await choose(tx, actor._id, { choice, leastSeverity: least_severity, consentAt })
      return shown(context)
    },

    offered: () => ({ is_offered: login !== undefined }),

    async begin({ door, now, address }, { code }) {
      const line = configured()
      const codeHash = code === undefined ? null : hashToken(code)
      const { isOpen, under } = await door(async (tx) => ({
        isOpen: codeHash === null || (await isCodeOpen(tx, codeHash, now)),
        under: await countFlows(tx, address, now),
      }))
      if (under >= flowsByAddress) throw new Failure('too-many-attempts')
      if (!isOpen) throw new Failure('line-code-ended')
      const { url, flow } = await line.begin(codeHash !== null).catch(unlessReached)
      const secret = newToken()
      await door((tx) =>
        insertFlow(tx, hashToken(flow.state), {
          ...flow,
          secretHash: hashToken(secret),
          codeHash,
          address,
          now,
          expiresAt: after(now),
        }),
      )
      return { authorize_url: url, secret }
    },

    async finish(visit, { secret, state, device_tokens, ...answer }) {
      const { door, now } = visit
      const line = configured()
      const flow = await door((tx) => takeFlow(tx, hashToken(state), hashToken(secret), now))
      if (!flow) throw new Failure('line-ended')
      const lineUserId = await line.finish({ state, ...flow }, answer).catch(unlessReached)
      if (lineUserId === undefined) throw new Failure('line-refused')
      const audit = (tx: Tx, who: { id: string; hospital_id: string } | undefined, outcome: string) =>
        auditVisit(tx, visit, {
          hospitalId: who?.hospital_id ?? null,
          staffId: who?.id ?? null,
          action: 'line.finish',
          detail: { purpose: flow.code_hash ? 'link' : 'sign-in' },
          outcome,
        })
      const { code_hash } = flow
      if (code_hash === null) {
        const signedOn = await door(async (tx) => {
          const holder = await holderOf(tx, lineUserId)
          if (holder?.status !== 'approved') {
            await audit(tx, holder, 'line-unknown')
            return undefined
          }
          const whose = { staffId: holder.id, hospitalId: holder.hospital_id }
          const signed = await signOn(tx, visit, whose, device_tokens)
          await audit(tx, holder, 'challenge' in signed ? 'second-step-needed' : 'ok')
          return signed
        })
        if (!signedOn) throw new Failure('line-unknown')
        return { linked: null, session: openedOf(signedOn) }
      }
      return door(async (tx) => {
        const person = await useCode(tx, code_hash, now)
        if (!person) throw new Failure('line-code-ended')
        const holder = await holderOf(tx, lineUserId)
        if (holder && holder.id !== person.id) throw new Failure('line-taken')
        await link(tx, person.id, lineUserId, now)
        await audit(tx, person, 'ok')
        return { linked: { first_name: person.first_name }, session: null }
      })
    },
  }
}

function unlessReached(error: unknown): never {
  throw error instanceof LineUnreachable ? new Failure('line-unreachable') : error
}

/** The caller's own account, or that of another user whom they may manage; all others count as missing. */
async function whose(context: Context, id: string | undefined): Promise<string> {
  const { actor, remark } = context
  if (id === undefined || id === actor._id) return actor._id
  remark({ user: id })
  if (!actor.permissions.has('user:manage')) throw new Failure('not-found')
  await requireReach(context, id)
  return id
}

/** How an account is connected with LINE. */
async function known({ tx }: Context, staffId: string) {
  const state = await stateOf(tx, staffId)
  if (!state) throw new Failure('not-found')
  return state
}
