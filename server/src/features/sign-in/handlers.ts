import {
  type Body,
  isTooShort,
  offeredLanguages,
  type SecondStepAnswer,
  type signIn,
  type signInSteps,
  validateNewPassword,
} from 'contract'
import QRCode from 'qrcode'
import { auditPublicCall } from '../../audit/write.ts'
import { createInvalidFieldFailure, Failure } from '../../core/failure.ts'
import type { Tx } from '../../db/database.ts'
import type { Handlers, PublicContext } from '../../http/handler.ts'
import { countApplicants, findOnlyHospital } from '../../identity/accounts.ts'
import {
  completeSignIn,
  describeSignedIn,
  issueSession,
  requireOpenedSession,
} from '../../identity/issue-session.ts'
import { dummyHash, hashPassword, verifyPassword } from '../../identity/password.ts'
import { checkSentPassword, requireReAuthentication } from '../../identity/re-authentication.ts'
import { spendChallenge, tryChallenge } from '../../identity/second-factor/challenges.ts'
import { beginPasskeySignIn, verifyPasskey } from '../../identity/second-factor/passkeys.ts'
import { consumeRecoveryCode } from '../../identity/second-factor/recovery-codes.ts'
import { verifyTotp } from '../../identity/second-factor/totp.ts'
import { endSession, hashToken } from '../../identity/session.ts'
import { writeEvents } from '../../live/events.ts'
import {
  deleteAttempts,
  findApprovedStaff,
  findFirstHospital,
  findHospitalByCode,
  findSignInCandidate,
  insertPendingAccount,
  listStaffTypes,
  lockApprovedStaff,
  lockUnchangedCandidate,
  markSessionLocked,
  markSessionUnlocked,
  recordAttempt,
  recordRegistration,
  requireNewPassword,
} from './queries.ts'
import { attemptLimits, formatLineUrl, isOverAttemptLimit, registrationLimit } from './rules.ts'

export const signInHandlers: Handlers<typeof signIn & typeof signInSteps> = {
  async signIn(visit, { user_name, type, password, device_cookies: shown = [] }) {
    const { acrossHospitals, now, newId, ipAddress, network } = visit
    const email = user_name.toLowerCase()
    const since = new Date(Date.parse(now) - attemptLimits.windowMs).toISOString()
    const { tries, candidate, onlyHospital } = await acrossHospitals(async (tx) => ({
      tries: await recordAttempt(tx, {
        id: newId(),
        at: now,
        kind: 'password',
        email,
        ipAddress,
        network,
        shown: shown.map(hashToken),
        since,
      }),
      candidate: await findSignInCandidate(tx, email),
      onlyHospital: await findOnlyHospital(tx),
    }))
    const audit = (tx: Tx, outcome: string) =>
      auditPublicCall(tx, visit, {
        hospitalId: candidate?.hospital_id ?? onlyHospital,
        staffId: candidate?.id ?? null,
        action: 'signIn.signIn',
        // The typed text is not stored: it may be a password in the wrong field.
        detail: candidate ? undefined : { account: 'unknown' },
        outcome,
      })
    const refuse = async (code: 'sign-in-failed' | 'too-many-attempts'): Promise<never> => {
      await acrossHospitals((tx) => audit(tx, code))
      throw new Failure(code)
    }

    if (isOverAttemptLimit(tries)) return refuse('too-many-attempts')
    const isPassword = await verifyPassword(candidate?.password_hash ?? dummyHash, password)
    if (!candidate || !isPassword || candidate.staff_type_id !== type || candidate.status !== 'approved') {
      return refuse('sign-in-failed')
    }
    const signedOn = await acrossHospitals(async (tx) => {
      if (!(await lockUnchangedCandidate(tx, candidate))) return undefined
      await deleteAttempts(tx, { kind: 'password', email, network, device: tries.device, now })
      if (isTooShort(password)) await requireNewPassword(tx, candidate.id)
      const whose = { staffId: candidate.id, hospitalId: candidate.hospital_id }
      const signed = await issueSession(tx, visit, whose, shown)
      await audit(tx, 'challenge' in signed ? 'second-step-needed' : 'ok')
      return signed
    })
    return signedOn ? requireOpenedSession(signedOn) : refuse('sign-in-failed')
  },

  async secondStep(visit, { challenge, answer, device_cookies: shown = [] }) {
    const { acrossHospitals, now, newId, ipAddress, network } = visit
    const since = new Date(Date.parse(now) - attemptLimits.windowMs).toISOString()
    const begun = await acrossHospitals(async (tx) => {
      const whose = await tryChallenge(tx, challenge, 'second-step', now)
      const person = whose && (await findApprovedStaff(tx, whose.staffId))
      if (!whose || !person) return undefined
      const tries = await recordAttempt(tx, {
        id: newId(),
        at: now,
        kind: 'second-step',
        email: person.email,
        ipAddress,
        network,
        shown: shown.map(hashToken),
        since,
      })
      return { whose, email: person.email, tries }
    })
    if (!begun) throw new Failure('second-step-ended')
    const { whose, email, tries } = begun
    const audit = (tx: Tx, outcome: string) =>
      auditPublicCall(tx, visit, {
        ...whose,
        action: 'signIn.secondStep',
        detail: { step: answer.kind },
        outcome,
      })
    const refuse = async (code: 'second-step-failed' | 'too-many-attempts'): Promise<never> => {
      await acrossHospitals((tx) => audit(tx, code))
      throw new Failure(code)
    }
    if (isOverAttemptLimit(tries)) return refuse('too-many-attempts')
    const opened = await acrossHospitals(async (tx) => {
      if (!(await lockApprovedStaff(tx, whose.staffId))) throw new Failure('second-step-ended')
      if (!(await checkSecondStep(tx, visit, { staffId: whose.staffId, challenge }, answer))) return 'failed'
      const isOpen = await spendChallenge(tx, challenge, {
        purpose: 'second-step',
        staffId: whose.staffId,
        now,
      })
      // Another answer to the same challenge was accepted before.
      if (!isOpen) throw new Failure('second-step-ended')
      await deleteAttempts(tx, { kind: 'second-step', email, network, device: tries.device, now })
      await audit(tx, 'ok')
      return completeSignIn(tx, visit, whose, { shown })
    })
    return opened === 'failed' ? refuse('second-step-failed') : opened
  },

  async passkeyOptions({ acrossHospitals, site: { rpId }, now }) {
    return {
      options: rpId === undefined ? null : await acrossHospitals((tx) => beginPasskeySignIn(tx, rpId, now)),
    }
  },

  async passkey(visit, { challenge, response, device_cookies: shown }) {
    const { acrossHospitals, now, site } = visit
    const opened = await acrossHospitals(async (tx) => {
      const isOpen = await spendChallenge(tx, challenge, { purpose: 'passkey', now })
      const whose = isOpen ? await verifyPasskey(tx, site, { challenge, response, now }) : undefined
      const isApproved = whose !== undefined && (await lockApprovedStaff(tx, whose.staffId))
      await auditPublicCall(tx, visit, {
        hospitalId: whose?.hospitalId ?? (await findOnlyHospital(tx)),
        staffId: whose?.staffId ?? null,
        action: 'signIn.passkey',
        outcome: isApproved ? 'ok' : 'passkey-refused',
      })
      return isApproved ? completeSignIn(tx, visit, whose, { shown }) : undefined
    })
    if (!opened) throw new Failure('passkey-refused')
    return opened
  },

  async register(visit, body) {
    const { acrossHospitals, now, newId, network } = visit
    const { password, confirm_password, hospital_code, ...person } = body
    const fields = validateNewPassword({ password, confirm_password, email: person.email })
    if (fields.length > 0) throw new Failure('invalid', { fields })
    const since = new Date(Date.parse(now) - registrationLimit.windowMs).toISOString()
    const { count, hospitalId } = await acrossHospitals(async (tx) => ({
      count: await recordRegistration(tx, { id: newId(), at: now, network, since }),
      hospitalId: await (hospital_code ? findHospitalByCode(tx, hospital_code) : findOnlyHospital(tx)),
    }))
    if (count > registrationLimit.byIp) throw new Failure('too-many-attempts')
    if (!hospitalId) throw createInvalidFieldFailure('hospital_code', 'hospital-unknown')
    // Computed also for an e-mail that has an account, so that the time of the reply does not tell which e-mails have
    // one.
    const password_hash = await hashPassword(password)
    const id = newId()
    await acrossHospitals(async (tx) => {
      const isMade = await insertPendingAccount(
        tx,
        { ...person, id, hospital_id: hospitalId, password_hash },
        now,
      )
      await auditPublicCall(tx, visit, {
        hospitalId,
        staffId: isMade ? id : null,
        action: 'signIn.register',
        outcome: 'ok',
        detail: isMade ? undefined : { account: 'known' },
      })
      if (isMade) {
        const pending = await countApplicants(tx, hospitalId)
        writeEvents(tx, hospitalId, now, [{ kind: 'applicants', pending }])
      }
    })
    return {}
  },

  async signOut({ tx, actor, now, addAuditDetail, emit }) {
    addAuditDetail({ session: 'ended' })
    await endSession(tx, actor.tokenHash, now)
    emit({ kind: 'sessions', staff_id: actor._id })
    return {}
  },

  async lock({ tx, actor, now, addAuditDetail, emit }) {
    if (actor.blockedBy.includes('session-locked')) return {}
    addAuditDetail({ session: 'locked' })
    await markSessionLocked(tx, actor.tokenHash, now)
    // The user's other streams check whether their sessions are still valid.
    emit({ kind: 'sessions', staff_id: actor._id })
    return {}
  },

  unlock: {
    prepare: checkSentPassword,
    async handle(context, { re_authentication }: Body<typeof signInSteps.unlock>) {
      const { tx, actor, addAuditDetail, emit } = context
      await requireReAuthentication(context, re_authentication, 'unlock')
      addAuditDetail({ session: 'unlocked', by: re_authentication.kind })
      await markSessionUnlocked(tx, actor.tokenHash)
      emit({ kind: 'sessions', staff_id: actor._id })
      return {}
    },
  },

  async whoAmI({ tx, actor }) {
    return describeSignedIn(tx, actor._id, actor.blockedBy.includes('second-factor-needed'))
  },

  async staffTypes({ acrossHospitals }) {
    return { staff_type: await acrossHospitals(listStaffTypes) }
  },

  languages: () => ({ lang: offeredLanguages }),

  async help({ acrossHospitals, sendsMail }) {
    const hospital = await acrossHospitals(findFirstHospital)
    return {
      hospital_name_en: hospital?.name_en ?? '',
      hospital_name_th: hospital?.name_th ?? '',
      line_account: hospital?.line_account ?? null,
      line_url: hospital?.line_account ? formatLineUrl(hospital.line_account) : null,
      phone: hospital?.phone ?? null,
      email: hospital?.email ?? null,
      sends_mail: sendsMail,
    }
  },

  async lineQr({ acrossHospitals }) {
    const hospital = await acrossHospitals(findFirstHospital)
    if (!hospital?.line_account) throw new Failure('not-found')
    return {
      type: 'image/svg+xml',
      content: await QRCode.toString(formatLineUrl(hospital.line_account), { type: 'svg', margin: 2 }),
    }
  },
}

/**
 * Checks the second factor. A code or a passkey's answer works only once: the accepted one is stored in the same step.
 */
async function checkSecondStep(
  tx: Tx,
  { site, secretBox, now }: PublicContext,
  { staffId, challenge }: { staffId: string; challenge: string },
  answer: SecondStepAnswer,
): Promise<boolean> {
  if (answer.kind === 'recovery-code') return consumeRecoveryCode(tx, { staffId, code: answer.code, now })
  if (answer.kind === 'totp')
    return secretBox !== undefined && verifyTotp(tx, secretBox, { staffId, code: answer.code, now })
  const whose = await verifyPasskey(tx, site, { challenge, response: answer.response, now })
  return whose?.staffId === staffId
}
