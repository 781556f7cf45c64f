import { passwordLength, problemsOfNewPassword, type signIn } from 'contract'
import QRCode from 'qrcode'
import { writeAudit } from '../../core/audit.ts'
import { Failure } from '../../core/failure.ts'
import type { Handlers } from '../../core/mount.ts'
import { hashPassword, nobodysHash, verifyPassword } from '../../core/password.ts'
import { endSession } from '../../core/session.ts'
import { describeSignedIn, signOn } from '../../core/sign-on.ts'
import {
  findCandidate,
  findFirstHospital,
  findHospital,
  findOnlyHospital,
  forgetAttempts,
  insertPending,
  listStaffTypes,
  noteAttempt,
  noteRegistration,
  requireNewPassword,
} from './queries.ts'
import { attemptLimits, isShut, lineUrl, registrationLimit } from './rules.ts'

export const signInHandlers: Handlers<typeof signIn> = {
  async signIn(visit, { user_name, type, password }) {
    const { door, now, newId, address, requestId } = visit
    const email = user_name.toLowerCase()
    const since = new Date(Date.parse(now) - attemptLimits.windowMs).toISOString()
    const { tries, candidate, onlyHospital } = await door(async (tx) => ({
      tries: await noteAttempt(tx, { id: newId(), at: now, email, address, since }),
      candidate: await findCandidate(tx, email),
      onlyHospital: await findOnlyHospital(tx),
    }))
    const audit = (outcome: string) => ({
      id: newId(),
      at: now,
      hospitalId: candidate?.hospital_id ?? onlyHospital,
      staffId: candidate?.id ?? null,
      action: 'signIn.signIn',
      // What was typed is not kept: it may be a password in the wrong field.
      detail: candidate ? undefined : { account: 'unknown' },
      outcome,
      address,
      requestId,
    })
    const refuse = async (code: 'sign-in-failed' | 'too-many-attempts'): Promise<never> => {
      await door((tx) => writeAudit(tx, audit(code)))
      throw new Failure(code)
    }

    if (isShut(tries)) return refuse('too-many-attempts')
    const isPassword = await verifyPassword(candidate?.password_hash ?? nobodysHash, password)
    if (!candidate || !isPassword || candidate.staff_type_id !== type || candidate.status !== 'approved') {
      return refuse('sign-in-failed')
    }
    return door(async (tx) => {
      await forgetAttempts(tx, email, address, now)
      await writeAudit(tx, audit('ok'))
      if ([...password].length < passwordLength.min) await requireNewPassword(tx, candidate.id)
      return signOn(tx, visit, { staffId: candidate.id, hospitalId: candidate.hospital_id })
    })
  },

  async register({ door, now, newId, address, requestId }, body) {
    const { password, confirm_password, hospital_code, ...person } = body
    const fields = problemsOfNewPassword({ password, confirm_password, email: person.email })
    if (fields.length > 0) throw new Failure('invalid', { fields })
    const since = new Date(Date.parse(now) - registrationLimit.windowMs).toISOString()
    const { count, hospitalId } = await door(async (tx) => ({
      count: await noteRegistration(tx, { id: newId(), at: now, address, since }),
      hospitalId: await (hospital_code ? findHospital(tx, hospital_code) : findOnlyHospital(tx)),
    }))
    if (count > registrationLimit.byAddress) throw new Failure('too-many-attempts')
    if (!hospitalId)
      throw new Failure('invalid', { fields: [{ field: 'hospital_code', message: 'hospital-unknown' }] })
    // For whoever has an account already too: nobody learns by the clock who has one.
    const password_hash = await hashPassword(password)
    const id = newId()
    await door(async (tx) => {
      const isMade = await insertPending(tx, { ...person, id, hospital_id: hospitalId, password_hash }, now)
      await writeAudit(tx, {
        id: newId(),
        at: now,
        hospitalId,
        staffId: isMade ? id : null,
        action: 'signIn.register',
        outcome: 'ok',
        detail: isMade ? undefined : { account: 'known' },
        address,
        requestId,
      })
    })
    return {}
  },

  async signOut({ tx, actor, now, remark }) {
    remark({ session: 'ended' })
    await endSession(tx, actor.tokenHash, now)
    return {}
  },

  async whoAmI({ tx, actor }) {
    return describeSignedIn(tx, actor._id)
  },

  async staffTypes({ door }) {
    return { staff_type: await door(listStaffTypes) }
  },

  languages: () => ({
    lang: [
      { code: 'en', name: 'English', is_lang_rtl: false },
      { code: 'th', name: 'ไทย', is_lang_rtl: false },
    ],
  }),

  async help({ door, sendsMail }) {
    const hospital = await door(findFirstHospital)
    return {
      hospital_name_en: hospital?.name_en ?? '',
      hospital_name_th: hospital?.name_th ?? '',
      line_account: hospital?.line_account ?? null,
      line_url: hospital?.line_account ? lineUrl(hospital.line_account) : null,
      phone: hospital?.phone ?? null,
      email: hospital?.email ?? null,
      sends_mail: sendsMail,
    }
  },

  async lineQr({ door }) {
    const hospital = await door(findFirstHospital)
    if (!hospital?.line_account) throw new Failure('not-found')
    return {
      type: 'image/svg+xml',
      content: await QRCode.toString(lineUrl(hospital.line_account), { type: 'svg', margin: 2 }),
    }
  },
}
