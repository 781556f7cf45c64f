import {
  admissions,
  type Client,
  createClient,
  hospitals,
  neededTriageVitals,
  opd,
  passwordLinks,
  patients,
  Registration,
  type StaffTypeCode,
  secondFactor,
  signIn,
  triage,
  users,
  visits,
} from 'contract'
import { Secret, TOTP } from 'otpauth'
import { loadWords } from './words.ts'

const password = 'บ้านสวนริมโขง 9'

/** Signs somebody in with the password of this file; with what a browser stores of the session. */
async function enter(origin: string, email: string, type: StaffTypeCode) {
  const anybody = createClient({ fetch, base: origin, session: () => undefined })
  const { staff_type } = await anybody(signIn.staffTypes, {})
  const typeId =
    staff_type.find(({ en_name }) => en_name === loadWords('en', 'permissions')(`staff-types.${type}`))
      ?._id ?? ''
  const reply = await anybody(signIn.signIn, { user_name: email, type: typeId, password })
  const stored = { ...reply.user, is_this_userform_user: reply.is_this_userform_user }
  const { _id: user_id, server_token } = stored
  return {
    stored,
    call: createClient({ fetch, base: origin, session: () => ({ server_token, user_id }) }),
  }
}

/**
 * A hospital in which there is nobody but an admin, a doctor and a nurse; with three wards and a clinic. Whoever adds
 * it is a system admin.
 */
export async function addHospital(origin: string, systemAdmin: Client, code: string) {
  const anybody = createClient({ fetch, base: origin, session: () => undefined })
  const choose = (token: string) =>
    anybody(passwordLinks.setPassword, { token, password, confirm_password: password })
  const mail = (who: string) => `${who}@${code}.hospital`
  const person = { first_name: 'สมศรี', last_name: 'ใจดี', phone: '0812345678' }
  const names = { name_en: `Hospital ${code}`, name_th: `โรงพยาบาล ${code}` }
  const { link } = await systemAdmin(hospitals.add, { code, ...names, ...person, email: mail('admin') })
  await choose(link.token)
  const { call: admin } = await enter(origin, mail('admin'), 'admin')
  const { challenge, secret } = await admin(secondFactor.beginTotp, {})
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  await admin(secondFactor.addTotp, { challenge, code: app.generate(), name: 'Phone' })
  const add = async (type: StaffTypeCode) => {
    const added = await admin(users.add, { ...person, email: mail(type), staff_type: type })
    await choose(added.link?.token ?? '')
    return { ...(await enter(origin, mail(type), type)), id: added.user._id }
  }
  const [nurse, doctor] = [await add('nurse'), await add('doctor')]
  const wards = []
  for (const place of [1, 2, 3]) {
    const beds = Array.from({ length: 12 }, (_, at) => ({ label: String(at + 1).padStart(2, '0') }))
    const ward = { code: `W${place}`, name_en: `Medical ward ${place}`, name_th: `หออายุรกรรม ${place}`, beds }
    wards.push((await admin(hospitals.saveWard, ward)).ward)
  }
  const { clinic } = await admin(opd.saveClinic, { code: 'M', name_en: 'Medicine', name_th: 'อายุรกรรม' })
  return { nurse, doctorId: doctor.id, wards, clinic }
}

/** No line of a card has room for them, and nothing in them lets a line break. */
const longNames = [
  { title: 'นาย', name: 'พงศ์พิพัฒน์ธนานนท์วรโชติเมธี', surname: 'ศรีสุวรรณประเสริฐวัฒนากุลเจริญพงศ์' },
  { title: 'นางสาว', name: 'พรรณนิภาวรรณพรอรุณรัศมี', surname: 'ณ ริมโขงวรวัฒนโชติช่วงชัชวาลกิตติคุณ' },
  { title: 'นาย', name: 'Wolfeschlegelsteinhausenbergerdorff', surname: 'Papadopoulos-Constantinidis' },
] as const

/**
 * Sixty people, of whom every fourth has a long name: twenty in the emergency room, of whom half are triaged, twenty
 * in the queue of a clinic, and twenty on the wards.
 */
export async function addPatients({
  nurse,
  doctorId,
  wards,
  clinic,
}: Awaited<ReturnType<typeof addHospital>>) {
  const { call } = nurse
  const beds = wards.flatMap(({ _id: ward_id, beds: all }) =>
    all.map(({ _id }) => ({ ward_id, bed_id: _id })),
  )
  const add = async (place: number) => {
    const short = { title: 'นางสาว', name: 'สมหญิง', surname: `ใจดี${place}` }
    // Each of them comes to each of the three places.
    const long = place % 4 === 0 ? longNames[Math.floor(place / 12) % longNames.length] : undefined
    const named = long ?? short
    const { patient } = await call(
      patients.register,
      Registration.parse({
        ...named,
        hn: `B${String(place).padStart(4, '0')}`,
        gender: named.title === 'นาย' ? 'male' : 'female',
        date_of_birth: '1961-02-03',
        identity_kind: 'none',
        is_someone_else: true,
      }),
    )
    const patient_id = patient._id
    if (place % 3 === 2) {
      const bed = beds[(place - 2) / 3]
      if (!bed) throw new Error('there are too few beds')
      await call(admissions.admit, {
        patient_id,
        ...bed,
        admit_type: 'E',
        admit_source: 'E',
        arrival_type: 1,
        department: '01',
        attending_id: doctorId,
        diagnosis: 'ปอดอักเสบจากการติดเชื้อในชุมชน ร่วมกับภาวะหัวใจล้มเหลว',
      })
      return
    }
    const kind = place % 3 === 0 ? 'ER' : 'OPD'
    const complaint = 'เจ็บหน้าอกร้าวไปแขนซ้าย เหงื่อแตก หายใจหอบเหนื่อย นอนราบไม่ได้ มาตั้งแต่เมื่อคืนก่อนนอน'
    const { visit } = await call(visits.arrive, { patient_id, kind, source: 1, mode: 'WALK', complaint })
    const of = { patient_id, visit_id: visit._id }
    if (kind === 'OPD') await call(opd.enqueue, { ...of, clinic_id: clinic._id })
    else if (place % 2 === 0)
      await call(triage.record, {
        ...of,
        decision: {
          values: {},
          infection_signs: ['NONE'],
          is_accident: false,
          resources: ['LAB', 'CT'],
          level: 'YELLOW',
          zone: 'ACUTE',
          missing: neededTriageVitals.map((vital) => ({ vital, reason: 'UNABLE' as const })),
          override: 'LOOKS_WORSE',
        },
      })
  }
  for (let place = 0; place < 60; place += 1) await add(place)
}
