import {
  AlreadyAdmitted,
  admissionRequests,
  admissions,
  alarms,
  ambulanceReferrals,
  audit,
  BedReserved,
  BedTaken,
  beds,
  CallError,
  type Client,
  census,
  devices,
  dischargeStatuses,
  dischargeTypes,
  erBoard,
  errorCodes,
  groups,
  type Input,
  monitoring,
  neededTriageVitals,
  patients,
  readings,
  referrals,
  StayChangedMeanwhile,
  type StayHistory,
  stayOutcomes,
  summary,
  toBangkokDay,
  triage,
  visits,
} from 'contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDevice, minute, startTestBedside, type TestBedside } from '../../../test/support/bedside.ts'
import { expectRefusal } from '../../../test/support/refusal.ts'

let bedside: TestBedside
let doctorId: string
let nurseId: string
/** Wards of their own, so that the beds of the demo hospital do not matter. */
let wards: { id: string; beds: string[] }[]
beforeAll(async () => {
  bedside = await startTestBedside()
  const { doctors } = await bedside.nurse(admissions.doctors, {})
  doctorId = doctors[0]?._id ?? ''
  const nurse = await bedside.panel.root
    .selectFrom('staff')
    .select('id')
    .where('email', '=', 'nurse@demo.hospital')
    .executeTakeFirstOrThrow()
  nurseId = nurse.id
})
afterAll(() => bedside.panel.close())

beforeEach(async () => {
  const { root } = bedside.panel
  wards = []
  for (let ward = 0; ward < 2; ward += 1) {
    const id = newId()
    const code = `W${id.slice(-8)}`
    const owned = { hospital_id: bedside.hospitalId }
    await root
      .insertInto('wards')
      .values({ ...owned, id, code, name_en: code, name_th: code, position: 90 })
      .execute()
    const beds = Array.from({ length: 3 }, () => newId())
    await root
      .insertInto('beds')
      .values(
        beds.map((bed, index) => ({
          ...owned,
          id: bed,
          ward_id: id,
          label: `${index + 1}`,
          position: index,
        })),
      )
      .execute()
    wards.push({ id, beds })
  }
})

const ward = (index: number) => wards[index]?.id ?? ''
const bed = (place: number, index: number) => wards[place]?.beds[index] ?? ''

type Admission = Input<typeof admissions.admit>
const draft = (patient_id: string, more: Partial<Admission> = {}): Admission => ({
  patient_id,
  admit_type: 'E',
  admit_source: 'E',
  arrival_type: 1,
  department: '01',
  attending_id: doctorId,
  diagnosis: 'ปอดอักเสบ',
  ward_id: ward(0),
  ...more,
})

async function admit(more: Partial<Admission> = {}): Promise<StayHistory> {
  const { id } = await bedside.addPatient()
  return (await bedside.nurse(admissions.admit, draft(id, more))).stay
}

const seen = ({ _id, version, patient }: StayHistory) => ({ stay_id: _id, version, patient_id: patient._id })
const handOver = { hand_over: { situation: 'หอบเหนื่อยมากขึ้น' } }
const refused = {
  is_oriented: true,
  is_sober: true,
  is_of_age: true,
  are_risks_told: true,
  signed_by: 'PATIENT',
  signer_name: null,
  strokes: null,
  witness: 'พยาบาลสมศรี',
} as const
const home = { discharge_status: 2, discharge_type: 1 } as const

const typesNumbers = (types_an: boolean) =>
  bedside.panel.root.updateTable('hospitals').set({ types_an }).where('id', '=', bedside.hospitalId).execute()

const copies = (id: string) =>
  bedside.panel.root
    .selectFrom('patients')
    .select(['an', 'ward_id', 'bed_id', 'place', 'admitted_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const closeWard = (id: string) =>
  bedside.panel.root.updateTable('wards').set({ closed_at: bedside.at() }).where('id', '=', id).execute()
const readStay = async ({ _id, patient }: StayHistory) => {
  const { stays } = await bedside.nurse(admissions.history, { patient_id: patient._id })
  return stays.find((stay) => stay._id === _id)
}
const bedState = async (id: string) =>
  (await bedside.panel.root.selectFrom('beds').select('state').where('id', '=', id).executeTakeFirstOrThrow())
    .state
const summarize = ({ places }: StayHistory) =>
  places.flatMap(({ is_superseded, kind, bed: at }) => (is_superseded ? [] : [`${kind} ${at?.label ?? '-'}`]))

describe('what is known before an admission', () => {
  const prepare = (patient_id: string) => bedside.nurse(admissions.prepare, { patient_id })
  const refer = (patient: string, answers: Record<string, unknown>) =>
    bedside.doctor(ambulanceReferrals.add, {
      new_id: newId(),
      operations: Object.entries({ patient, direction: 'IN', ...answers }).map(([path, answer]) => ({
        op_id: newId(),
        path,
        answer,
        at: bedside.at(),
        device: 'test',
      })),
    })

  test('is nothing of somebody of whom nothing is known', async () => {
    const { id } = await bedside.addPatient()
    expect(await prepare(id)).toMatchObject({ visit: null, request: null, referral: null })
  })

  test('is the open visit with its level and doctor, and the open request', async () => {
    const patient = await bedside.addPatient()
    const visit = await bedside.arrive(patient, { source: 4, complaint: 'ไข้ หอบ', is_accident: false })
    const named = { patient_id: patient.id, visit_id: visit._id }
    await bedside.nurse(triage.record, {
      ...named,
      decision: {
        values: {},
        level: 'RED',
        zone: 'RESUS',
        life_saving: ['CPR'],
        infection_signs: ['FEVER_COUGH'],
      },
    })
    await bedside.nurse(erBoard.change, { ...named, change: { act: 'take' } })
    expect((await prepare(patient.id)).visit?.doctor).toBeNull()
    await bedside.doctor(erBoard.change, { ...named, change: { act: 'take' } })
    await bedside.doctor(admissionRequests.make, {
      patient_id: patient.id,
      ward_id: ward(1),
      department: '01',
      urgency: 'URGENT',
      diagnosis: 'ปอดอักเสบ',
      isolation: ['DROPLET'],
    })
    expect(await prepare(patient.id)).toMatchObject({
      visit: {
        _id: visit._id,
        vn: visit.vn,
        kind: 'ER',
        source: 4,
        complaint: 'ไข้ หอบ',
        infection_signs: ['FEVER_COUGH'],
        level: 'RED',
      },
      request: { ward: { _id: ward(1) }, urgency: 'URGENT', diagnosis: 'ปอดอักเสบ', isolation: ['DROPLET'] },
      referral: null,
    })
    expect((await prepare(patient.id)).visit?.doctor).not.toBeNull()
  })

  test('is the newest referral to this hospital since the last stay, with its principal diagnosis', async () => {
    const { id } = await bedside.addPatient()
    await refer(id, { direction: 'OUT', from_hospital: 'ที่นี่' })
    expect((await prepare(id)).referral).toBeNull()
    const row = newId()
    await refer(id, {
      from_hospital: 'รพ.สต. บ้านนา',
      letter_number: '10670-69001',
      cause: '1',
      reason: 'ต้องการ CT',
      [`diagnoses/${row}/diagnosis`]: 'Stroke',
      [`diagnoses/${row}/icd_10`]: 'I63.9',
      [`diagnoses/${row}/role`]: '1',
    })
    expect((await prepare(id)).referral).toMatchObject({
      hospital: 'รพ.สต. บ้านนา',
      letter_number: '10670-69001',
      cause: 1,
      reason: 'ต้องการ CT',
      diagnosis: 'Stroke',
      disease: 'I63.9',
    })
    bedside.skip(minute)
    const { stay } = await bedside.nurse(admissions.admit, draft(id))
    await bedside.nurse(admissions.discharge, { ...seen(stay), ...home })
    expect((await prepare(id)).referral).toBeNull()
  })

  test('is no referral with which the patient has come and gone', async () => {
    const patient = await bedside.addPatient()
    await refer(patient.id, { from_hospital: 'รพ.ชุมชน' })
    bedside.skip(minute)
    const visit = await bedside.arrive(patient, { source: 3 })
    expect((await prepare(patient.id)).referral).toMatchObject({ hospital: 'รพ.ชุมชน' })
    bedside.skip(minute)
    await bedside.nurse(visits.end, { patient_id: patient.id, visit_id: visit._id, disposition: 1 })
    expect((await prepare(patient.id)).referral).toBeNull()
  })

  test('is no referral that was written after the patient had come with it, once they have gone', async () => {
    const patient = await bedside.addPatient()
    const visit = await bedside.arrive(patient, { source: 3 })
    bedside.skip(minute)
    await refer(patient.id, { from_hospital: 'รพ.ชุมชน' })
    expect((await prepare(patient.id)).referral).toMatchObject({ hospital: 'รพ.ชุมชน' })
    bedside.skip(minute)
    await bedside.nurse(visits.end, { patient_id: patient.id, visit_id: visit._id, disposition: 1 })
    expect((await prepare(patient.id)).referral).toBeNull()
  })

  test('is the referral of whoever went home until the day of a planned admission', async () => {
    const patient = await bedside.addPatient()
    const visit = await bedside.arrive(patient, { source: 3 })
    bedside.skip(minute)
    await refer(patient.id, { from_hospital: 'รพ.ชุมชน' })
    await bedside.doctor(admissionRequests.make, {
      patient_id: patient.id,
      ward_id: ward(1),
      department: '01',
      urgency: 'ELECTIVE',
      diagnosis: 'ไส้เลื่อน',
      planned_on: toBangkokDay(bedside.at(-3 * 24 * 60)),
    })
    bedside.skip(minute)
    await bedside.nurse(visits.end, { patient_id: patient.id, visit_id: visit._id, disposition: 1 })
    const { request, referral } = await prepare(patient.id)
    expect(referral).toMatchObject({ hospital: 'รพ.ชุมชน' })
    await bedside.doctor(admissionRequests.withdraw, {
      patient_id: patient.id,
      request_id: request?._id ?? '',
    })
    expect((await prepare(patient.id)).referral).toBeNull()
  })

  test('says nothing of a referral that was declined', async () => {
    const { id } = await bedside.addPatient()
    const { record } = await refer(id, { from_hospital: 'รพ.ชุมชน' })
    const said = { act: 'DECLINED', reason: 'BED_FULL' } as const
    await bedside.doctor(referrals.answer, { _id: record._id, act_id: newId(), said })
    expect((await prepare(id)).referral).toBeNull()
  })

  test('is the referral that is named, also an older one, and one of somebody who comes back', async () => {
    const { id } = await bedside.addPatient()
    const back = await refer(id, { direction: 'BACK', from_hospital: 'รพ.ศูนย์' })
    bedside.skip(minute)
    const named = await refer(id, { from_hospital: 'รพ.สต. บ้านนา' })
    bedside.skip(minute)
    await refer(id, { from_hospital: 'รพ.ชุมชน' })
    const read = async (referral_id: string) =>
      (await bedside.nurse(admissions.prepare, { patient_id: id, referral_id })).referral?.hospital
    expect(await read(named.record._id)).toBe('รพ.สต. บ้านนา')
    expect(await read(back.record._id)).toBe('รพ.ศูนย์')
    expect((await prepare(id)).referral?.hospital).toBe('รพ.ชุมชน')
    const { id: another } = await bedside.addPatient()
    const ofAnother = await refer(another, { from_hospital: 'รพ.อื่น' })
    expect(await read(ofAnother.record._id)).toBeUndefined()
  })

  describe('with a referral', () => {
    const admitsInto = async (record: { _id: string }) =>
      (await bedside.doctor(referrals.get, { _id: record._id })).referral.admits_into

    test('is offered of whoever comes, until they are admitted, and after a stay no more', async () => {
      const { id } = await bedside.addPatient()
      const { record } = await refer(id, { letter_number: '10670-69002' })
      const said = { act: 'ACCEPTED' } as const
      await bedside.doctor(referrals.answer, { _id: record._id, act_id: newId(), said })
      expect(await admitsInto(record)).toBe(id)
      bedside.skip(minute)
      const { stay } = await bedside.nurse(admissions.admit, draft(id))
      expect(await admitsInto(record)).toBeNull()
      await bedside.nurse(admissions.discharge, { ...seen(stay), ...home })
      expect(await admitsInto(record)).toBeNull()
      bedside.skip(minute)
      const next = await refer(id, { letter_number: '10670-69003' })
      expect(await admitsInto(next.record)).toBe(id)
    })

    test('is offered again once the admission is void', async () => {
      const { id } = await bedside.addPatient()
      const { record } = await refer(id, {})
      bedside.skip(minute)
      const { stay } = await bedside.nurse(admissions.admit, draft(id))
      await bedside.nurse(admissions.void, { ...seen(stay), reason: 'WRONG_PATIENT' })
      expect(await admitsInto(record)).toBe(id)
    })

    test('is not offered of a letter whose stay had begun and ended before its sheet was written', async () => {
      const { id } = await bedside.addPatient()
      const { stay } = await bedside.nurse(admissions.admit, draft(id, { referral_number: '10670-69004' }))
      bedside.skip(minute)
      await bedside.nurse(admissions.discharge, { ...seen(stay), ...home })
      bedside.skip(minute)
      expect(await admitsInto((await refer(id, { letter_number: '10670-69004' })).record)).toBeNull()
    })

    test('is not offered of whoever leaves, was declined or did not come, nor of a void sheet', async () => {
      const { id } = await bedside.addPatient()
      expect(await admitsInto((await refer(id, { direction: 'OUT' })).record)).toBeNull()
      for (const said of [
        { act: 'DECLINED', reason: 'BED_FULL' },
        { act: 'NOT_ARRIVED', result: 'DIED' },
      ] as const) {
        const { record } = await refer(id, {})
        const answered = await bedside.doctor(referrals.answer, { _id: record._id, act_id: newId(), said })
        expect(answered.referral.admits_into).toBeNull()
      }
      const { record } = await refer(id, { direction: 'BACK' })
      expect(await admitsInto(record)).toBe(id)
      await bedside.doctor(ambulanceReferrals.delete, { _id: record._id, reason: 'เขียนผิดคน' })
      expect(await admitsInto(record)).toBeNull()
    })
  })
})

describe('admitting a patient', () => {
  test('puts them in the bed, numbers the stay and copies the place into the list', async () => {
    const stay = await admit({ bed_id: bed(0, 0) })
    expect(stay).toMatchObject({
      version: 1,
      outcome: 'STILL_IN',
      place: { kind: 'bed', bed: { label: '1' } },
    })
    expect(stay.an).toMatch(/^69\d{5}$/)
    expect(stay.acts).toMatchObject([{ act: 'admitted', by: { _id: nurseId } }])
    expect(await copies(stay.patient._id)).toMatchObject({ an: stay.an, ward_id: ward(0), bed_id: bed(0, 0) })
    const next = await admit()
    expect(Number(next.an)).toBe(Number(stay.an) + 1)
    expect(next.place).toMatchObject({ kind: 'waiting', bed: null })
  })

  test('stores weight and height as a reading of that time and of whoever admits', async () => {
    const at = bedside.at(30)
    const stay = await admit({ at, weight: 61.5, height: 165 })
    const { rows } = await bedside.nurse(readings.bodyData, { patient_id: stay.patient._id })
    expect(rows).toMatchObject([
      { weight: 61.5, height: 165, source: 'manual', entered_by: { _id: nurseId } },
    ])
    expect(Date.parse(rows[0]?.measured_at ?? '')).toBe(Date.parse(at))
    const without = await admit({ at })
    const { rows: none } = await bedside.nurse(readings.bodyData, { patient_id: without.patient._id })
    expect(none).toEqual([])
  })

  test('keeps the NEWS2 that counted then, and none that came later', async () => {
    const admitScored = async (more: Partial<Admission>) => {
      const patient = await bedside.addPatient()
      await bedside.panel.root
        .updateTable('patients')
        .set({ date_of_birth: '1960-01-01', birth_date_precision: 'day' })
        .where('id', '=', patient.id)
        .execute()
      await bedside.nurse(readings.record, {
        patient_id: patient.id,
        readings: [
          { kind: 'blood_pressure', measured_at: bedside.at(), systolic: 118, diastolic: 72 },
          { kind: 'pulse', measured_at: bedside.at(), pulse: 95 },
          { kind: 'respiration', measured_at: bedside.at(), respiration_rate: 18 },
          { kind: 'spo2', measured_at: bedside.at(), spo2: 97, oxygen: false },
          { kind: 'temperature', measured_at: bedside.at(), temperature: 37 },
          { kind: 'consciousness', measured_at: bedside.at(), consciousness: 'A' },
        ],
      })
      const { stay } = await bedside.nurse(admissions.admit, draft(patient.id, more))
      return stay.news2
    }
    const at = bedside.at()
    expect(await admitScored({})).toEqual({ value: 1, measured_at: at })
    expect(await admitScored({ at: bedside.at(10) })).toBeNull()
  })

  test('asks about an unusual weight, and admits nobody until it is confirmed', async () => {
    const { id } = await bedside.addPatient()
    const unusual = draft(id, { weight: 12 })
    const { fields } = await expectRefusal(bedside.nurse(admissions.admit, unusual))
    expect(fields).toEqual([{ field: 'weight', message: 'implausible' }])
    expect(await copies(id)).toMatchObject({ an: null })
    await bedside.nurse(admissions.admit, { ...unusual, confirmed: ['weight'] })
    const { rows } = await bedside.nurse(readings.bodyData, { patient_id: id })
    expect(rows).toMatchObject([{ weight: 12 }])
  })

  test('takes no weight from somebody who may not record any', async () => {
    const registrar = await bedside.panel.asNew({ staffType: 'registrar' })
    const { id } = await bedside.addPatient()
    const refusal = await expectRefusal(registrar(admissions.admit, draft(id, { weight: 60 })))
    expect(refusal.code).toBe(1003)
    await registrar(admissions.admit, draft(id))
  })

  test('is refused with who has the bed and since when, and nothing is lost', async () => {
    const stay = await admit({ bed_id: bed(0, 0) })
    const error = await expectRefusal(admit({ bed_id: bed(0, 0) }))
    expect(error.code).toBe(1322)
    expect(BedTaken.parse(error.detail)).toMatchObject({
      bed: '1',
      patient: { _id: stay.patient._id },
      since: stay.admitted_at,
    })
  })

  test('is refused while they are admitted, and with a diagnosis that no one wrote', async () => {
    const stay = await admit()
    const again = await expectRefusal(bedside.nurse(admissions.admit, draft(stay.patient._id)))
    expect(again.code).toBe(1321)
    expect(AlreadyAdmitted.parse(again.detail).an).toBe(stay.an)
    const empty = await expectRefusal(admit({ diagnosis: ' ' }))
    expect(empty.fields).toEqual([{ field: 'diagnosis', message: 'field-required' }])
    const unnamed = await expectRefusal(admit({ admit_source: 'R' }))
    expect(unnamed.fields).toEqual([
      { field: 'referring_hospital', message: 'field-required' },
      { field: 'referral_cause', message: 'field-required' },
    ])
  })

  test('asks how they came, and of whoever was referred why', async () => {
    const arrival = { field: 'arrival_type', message: 'field-required' }
    const cause = { field: 'referral_cause', message: 'field-required' }
    expect((await expectRefusal(admit({ arrival_type: null as never }))).fields).toEqual([arrival])
    expect((await expectRefusal(admit({ arrival_type: 3 }))).fields).toEqual([cause])
    const transferred = { admit_source: 'T', referring_hospital: '10670' } as const
    expect((await expectRefusal(admit(transferred))).fields).toEqual([cause])
    const stay = await admit({ arrival_type: 3, referral_cause: 2 })
    expect(stay).toMatchObject({ arrival_type: 3, referral_cause: 2 })

    const { ward_id: _, arrival_type: __, ...fields } = draft(stay.patient._id)
    const change = (more: object) => bedside.nurse(admissions.update, { ...fields, ...seen(stay), ...more })
    expect((await expectRefusal(change({}))).fields).toEqual([arrival])
    await bedside.panel.root
      .updateTable('stays')
      .set({ arrival_type: null, referral_cause: null })
      .where('id', '=', stay._id)
      .execute()
    const { stay: changed } = await change(transferred)
    expect(changed).toMatchObject({ arrival_type: null, referral_cause: null, admit_source: 'T' })
  })

  test('keeps the number of the referral letter, and tells who changed it', async () => {
    const referred = {
      admit_source: 'R',
      arrival_type: 3,
      referral_cause: 1,
      referring_hospital: '10670',
    } as const
    const stay = await admit({ ...referred, referral_number: '10670-6900123' })
    expect(stay.referral_number).toBe('10670-6900123')
    const { patient_id: _, ward_id: __, ...fields } = { ...draft(stay.patient._id, referred) }
    const { stay: changed } = await bedside.nurse(admissions.update, {
      ...fields,
      ...seen(stay),
      referral_number: '10670-6900124',
    })
    expect(changed.referral_number).toBe('10670-6900124')
    expect(changed.acts.flatMap(({ changes }) => changes)).toContainEqual({
      field: 'referral_number',
      from: '10670-6900123',
      to: '10670-6900124',
    })
    const { stays } = await bedside.nurse(admissions.history, { patient_id: stay.patient._id })
    expect(stays[0]?.referral_number).toBe('10670-6900124')
  })

  test('takes the number of another system where that gives it, once, also if it is void', async () => {
    const an = `X${newId().slice(-8)}`
    expect((await expectRefusal(admit({ an }))).fields).toEqual([{ field: 'an', message: 'an-not-typed' }])
    await typesNumbers(true)
    expect((await expectRefusal(admit({}))).fields).toEqual([{ field: 'an', message: 'field-required' }])
    const stay = await admit({ an })
    expect(stay.an).toBe(an)
    expect((await expectRefusal(admit({ an }))).code).toBe(1326)
    await bedside.nurse(admissions.void, { ...seen(stay), reason: 'OTHER' })
    expect((await expectRefusal(admit({ an }))).code).toBe(1326)
    await typesNumbers(false)
  })

  test('from the emergency room is not before they came there, or they would seem to have come since', async () => {
    const patient = await bedside.addPatient()
    const { visited_at } = await bedside.arrive(patient)
    bedside.skip(10 * minute)
    const before = new Date(Date.parse(visited_at) - minute).toISOString()
    const admitAt = (at: string, more: Partial<Admission> = {}) =>
      bedside.nurse(admissions.admit, draft(patient.id, { bed_id: bed(0, 0), at, ...more }))
    expect((await expectRefusal(admitAt(before))).fields).toEqual([
      { field: 'at', message: 'before-arrival' },
    ])
    const isInQueue = async () =>
      (await bedside.nurse(triage.queue, {})).rows.some((row) => row.patient._id === patient.id)
    const { stay } = await admitAt(visited_at)
    expect(await isInQueue()).toBe(false)
    await bedside.nurse(admissions.void, { ...seen(stay), reason: 'WRONG_TIME' })
    await bedside.nurse(beds.setState, { _id: bed(0, 0), state: 'ready' })
    // Somebody of a ward who came down from there has come since.
    await admitAt(before, { admit_source: 'O' })
    expect(await isInQueue()).toBe(true)
  })

  test('typed 20 times at once with one number is one admission', async () => {
    await typesNumbers(true)
    const an = `X${newId().slice(-8)}`
    const tried = await Promise.allSettled(Array.from({ length: 20 }, () => admit({ an })))
    const refused = tried.flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as CallError).code] : [],
    )
    expect(refused).toEqual(Array.from({ length: 19 }, () => 1326))
    await typesNumbers(false)
  })

  test('is refused before their birth and in the future', async () => {
    const early = await expectRefusal(admit({ at: '1949-01-01T00:00:00Z' }))
    expect(early.fields).toEqual([{ field: 'at', message: 'before-last-move' }])
    const late = await expectRefusal(admit({ at: bedside.at(-6) }))
    expect(late.fields).toEqual([{ field: 'at', message: 'date-in-future' }])
  })

  test('is refused to whoever may not, and in a closed ward', async () => {
    const paramedic = await bedside.panel.asNew({ staffType: 'paramedic' })
    const { id } = await bedside.addPatient()
    expect((await expectRefusal(paramedic(admissions.admit, draft(id)))).code).toBe(1003)
    await closeWard(ward(0))
    expect((await expectRefusal(admit())).code).toBe(1325)
  })

  test('into one bed 20 times at once makes one admission', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => bedside.addPatient()))
    const results = await Promise.allSettled(
      people.map(({ id }) => bedside.nurse(admissions.admit, draft(id, { bed_id: bed(0, 0) }))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(new Set(refused)).toEqual(new Set([1322]))
    const winner = results.findIndex(({ status }) => status === 'fulfilled')
    const details = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.detail] : []))
    for (const detail of details)
      expect(detail).toMatchObject({
        bed: '1',
        patient: { _id: people[winner]?.id },
        since: expect.any(String),
      })
    const audits = await bedside.panel.root
      .selectFrom('audit')
      .select('patient_ids')
      .where('action', '=', 'admissions.admit')
      .where('outcome', '=', 'bed-taken')
      .execute()
    const losers = people.filter((_, index) => index !== winner)
    for (const { id } of losers)
      expect(audits.map(({ patient_ids }) => patient_ids)).toContainEqual([id, people[winner]?.id])
  })

  test('20 times at once makes one admission with one number', async () => {
    const { id } = await bedside.addPatient()
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => bedside.nurse(admissions.admit, draft(id))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { stays } = await bedside.nurse(admissions.history, { patient_id: id })
    expect(stays).toHaveLength(1)
    const next = await admit()
    expect(Number(next.an)).toBe(Number(stays[0]?.an) + 1)
  })
})

describe('moving', () => {
  test('of 20 patients at once into one bed is one move, and the others stay where they were', async () => {
    const stays = await Promise.all(Array.from({ length: 20 }, () => admit()))
    bedside.skip(minute)
    const move = { ward_id: ward(0), bed_id: bed(0, 0), reason: 'BED_ASSIGNED' as const }
    const results = await Promise.allSettled(
      stays.map((stay) => bedside.nurse(admissions.move, { ...seen(stay), ...move })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(new Set(refused)).toEqual(new Set([1322]))
    await expectWhole(stays.map(({ patient }) => patient._id))
  })

  test('to another bed frees the former one for cleaning', async () => {
    const stay = await admit({ bed_id: bed(0, 0) })
    const { stay: moved } = await bedside.nurse(admissions.move, {
      ...seen(stay),
      ward_id: ward(0),
      bed_id: bed(0, 1),
      reason: 'BED_CHANGE' as const,
    })
    expect(summarize(moved)).toEqual(['bed 2'])
    expect(await bedState(bed(0, 0))).toBe('cleaning')
    expect((await expectRefusal(admit({ bed_id: bed(0, 0) }))).fields).toEqual([
      { field: 'bed_id', message: 'bed-cleaning' },
    ])
  })

  test('to another ward needs a hand-over and who receives the patient', async () => {
    const stay = await admit({ bed_id: bed(0, 0) })
    bedside.skip(minute)
    const move = { ...seen(stay), ward_id: ward(1), bed_id: bed(1, 0), reason: 'STEP_UP' as const }
    expect((await expectRefusal(bedside.nurse(admissions.move, move))).fields).toEqual([
      { field: 'hand_over.situation', message: 'field-required' },
      { field: 'receiver_id', message: 'field-required' },
    ])
    const { stay: moved } = await bedside.nurse(admissions.move, {
      ...move,
      ...handOver,
      receiver_id: nurseId,
    })
    expect(summarize(moved)).toEqual(['bed 1', 'bed 1'])
    expect(moved.acts[0]).toMatchObject({
      act: 'moved',
      reason: 'STEP_UP',
      hand_over: handOver.hand_over,
      receiver: { _id: nurseId },
    })
    expect(await copies(stay.patient._id)).toMatchObject({ ward_id: ward(1), bed_id: bed(1, 0) })
  })

  test('is refused to who saw an earlier state, with the present one', async () => {
    const stay = await admit()
    const move = { ...seen(stay), ward_id: ward(0), reason: 'BED_ASSIGNED' as const }
    await bedside.nurse(admissions.move, { ...move, bed_id: bed(0, 0) })
    const error = await expectRefusal(bedside.nurse(admissions.move, { ...move, bed_id: bed(0, 1) }))
    expect(error.code).toBe(1006)
    expect(StayChangedMeanwhile.parse(error.detail).stay.place?.bed?.label).toBe('1')
  })

  test('lets two patients change beds in one act', async () => {
    const [one, other] = [await admit({ bed_id: bed(0, 0) }), await admit({ bed_id: bed(0, 1) })]
    bedside.skip(minute)
    const swap = { ...seen(one), with_stay_id: other._id, with_version: other.version }
    const unexplained = await expectRefusal(bedside.nurse(admissions.swap, swap as never))
    expect(unexplained.fields).toMatchObject([{ field: 'reason' }])
    await bedside.nurse(admissions.swap, { ...swap, reason: 'ISOLATION', note: 'ใกล้ห้องน้ำ' })
    expect(await copies(one.patient._id)).toMatchObject({ bed_id: bed(0, 1) })
    expect(await copies(other.patient._id)).toMatchObject({ bed_id: bed(0, 0) })
    expect(await bedState(bed(0, 0))).toBe('ready')
    for (const { patient } of [one, other]) {
      const { stays } = await bedside.nurse(admissions.history, { patient_id: patient._id })
      expect(stays[0]?.acts[0]).toMatchObject({ act: 'swapped', reason: 'ISOLATION', note: 'ใกล้ห้องน้ำ' })
    }
  })

  test('of two wards cannot be swapped', async () => {
    const [one, other] = [
      await admit({ bed_id: bed(0, 0) }),
      await admit({ ward_id: ward(1), bed_id: bed(1, 0) }),
    ]
    bedside.skip(minute)
    const partner = { with_stay_id: other._id, with_version: other.version, reason: 'REQUEST' as const }
    expect((await expectRefusal(bedside.nurse(admissions.swap, { ...seen(one), ...partner }))).code).toBe(
      1339,
    )
  })

  test('among three beds, all swapped with all at once, leaves nobody without a bed and no bed with two', async () => {
    const stays: StayHistory[] = []
    for (const index of [0, 1, 2]) stays.push(await admit({ bed_id: bed(0, index) }))
    bedside.skip(minute)
    const pairs = stays.flatMap((one) => stays.flatMap((other) => (one === other ? [] : [{ one, other }])))
    const results = await Promise.allSettled(
      Array.from({ length: 3 }, () => pairs)
        .flat()
        .map(({ one, other }) =>
          bedside.nurse(admissions.swap, {
            ...seen(one),
            with_stay_id: other._id,
            with_version: other.version,
            reason: 'CAPACITY',
          }),
        ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(new Set(refused)).toEqual(new Set([1006]))
    await expectWhole(stays.map(({ patient }) => patient._id))
    const places = await Promise.all(stays.map(({ patient }) => copies(patient._id)))
    expect(new Set(places.map(({ bed_id }) => bed_id))).toEqual(new Set(wards[0]?.beds))
  })

  test('are swapped once when both nurses swap them at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await admit({ bed_id: bed(0, 0) }), await admit({ bed_id: bed(0, 1) })]
      bedside.skip(minute)
      const swap = (of: StayHistory, partner: StayHistory) =>
        bedside
          .nurse(admissions.swap, {
            ...seen(of),
            with_stay_id: partner._id,
            with_version: partner.version,
            reason: 'CAPACITY',
          })
          .then(
            () => 'done',
            (error: CallError) => String(error.code),
          )
      expect((await Promise.all([swap(one, other), swap(other, one)])).toSorted()).toEqual(['1006', 'done'])
      for (const { patient } of [one, other]) {
        const { stays } = await bedside.nurse(admissions.history, { patient_id: patient._id })
        await bedside.nurse(admissions.void, { ...seen(stays[0] as StayHistory), reason: 'OTHER' })
      }
      for (const index of [0, 1]) await bedside.nurse(beds.setState, { _id: bed(0, index), state: 'ready' })
    }
  })

  test('20 times at once, or leaving, is one act: the others are told what it was', async () => {
    const stay = await admit({ bed_id: bed(0, 0) })
    bedside.skip(minute)
    const tries = Array.from({ length: 20 }, (_, index): Promise<unknown> => {
      const act = [
        () =>
          bedside.nurse(admissions.move, {
            ...seen(stay),
            ward_id: ward(0),
            bed_id: bed(0, 1 + (index % 2)),
            reason: 'BED_CHANGE',
          }),
        () => bedside.nurse(admissions.discharge, { ...seen(stay), ...home }),
        () => bedside.nurse(admissions.leave, { ...seen(stay), due_back_at: bedside.at(-600), note: 'ลา' }),
        () => bedside.nurse(admissions.void, { ...seen(stay), reason: 'OTHER' }),
      ][index % 4]
      return act?.() ?? Promise.reject(new Error('there are four acts'))
    })
    const results = await Promise.allSettled(tries)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(new Set(refused)).toEqual(new Set([1006]))
    expect((await readStay(stay))?.acts).toHaveLength(2)
    await expectWhole([stay.patient._id])
  })

  test('out on leave holds the bed, and back is the same bed', async () => {
    const stay = await admit({ bed_id: bed(0, 0) })
    bedside.skip(minute)
    let { stay: gone } = await bedside.nurse(admissions.leave, {
      ...seen(stay),
      due_back_at: bedside.at(-600),
      note: 'งานบวชลูก',
      relative: 'นางสมใจ (ภรรยา)',
    })
    expect(gone.acts.map(({ act, relative }) => [act, relative])).toEqual([
      ['left', 'นางสมใจ (ภรรยา)'],
      ['admitted', null],
    ])
    expect(gone.place).toMatchObject({ kind: 'leave', bed: { label: '1' }, due_back_at: bedside.at(-600) })
    expect((await expectRefusal(admit({ bed_id: bed(0, 0) }))).code).toBe(1322)
    bedside.skip(minute)
    const anew = { ...seen(gone), due_back_at: bedside.at(-900), note: 'ญาติขอเลื่อน' }
    const { stay: later } = await bedside.nurse(admissions.changeLeave, anew)
    expect(later.place).toMatchObject({ kind: 'leave', bed: { label: '1' }, due_back_at: bedside.at(-900) })
    expect(later.acts[0]).toMatchObject({
      act: 'leave-changed',
      note: 'ญาติขอเลื่อน',
      changes: [{ field: 'due_back_at', to: bedside.at(-900) }],
    })
    expect(later.places.filter(({ is_superseded }) => is_superseded)).toHaveLength(1)
    expect((await expectRefusal(bedside.nurse(admissions.changeLeave, anew))).code).toBe(1006)
    const early = { ...anew, ...seen(later), due_back_at: bedside.at(5) }
    expect((await expectRefusal(bedside.nurse(admissions.changeLeave, early))).fields).toEqual([
      { field: 'due_back_at', message: 'to-before-from' },
    ])
    gone = later
    const { stay: back } = await bedside.nurse(admissions.comeBack, seen(gone))
    expect(summarize(back)).toEqual(['bed 1', 'leave 1', 'bed 1'])
    const late = { ...seen(back), due_back_at: bedside.at(-60), note: 'x' }
    expect((await expectRefusal(bedside.nurse(admissions.changeLeave, late))).code).toBe(1332)
  })
})

describe('a leave during which the bed is moved', () => {
  const begin = async () => {
    const stay = await admit({ bed_id: bed(0, 0) })
    bedside.skip(minute)
    const due_back_at = bedside.at(-600)
    const { stay: gone } = await bedside.nurse(admissions.leave, {
      ...seen(stay),
      due_back_at,
      note: 'งานบวช',
    })
    bedside.skip(minute)
    return { gone, due_back_at }
  }
  const there = () => ({ ward_id: ward(0), bed_id: bed(0, 1), reason: 'CAPACITY' as const })

  test('goes on, with the other bed held, and the history says so', async () => {
    const { gone, due_back_at } = await begin()
    const { stay: moved } = await bedside.nurse(admissions.move, { ...seen(gone), ...there() })
    expect(summarize(moved)).toEqual(['leave 2', 'leave 1', 'bed 1'])
    expect(moved.place).toMatchObject({ kind: 'leave', bed: { label: '2' }, due_back_at })
    expect(moved.acts.map(({ act, is_on_leave }) => [act, is_on_leave])).toEqual([
      ['moved', true],
      ['left', false],
      ['admitted', false],
    ])
    expect(await bedState(bed(0, 0))).toBe('cleaning')
    const { entries } = await bedside.nurse(summary.timeline, { patient_id: moved.patient._id })
    expect(entries.map(({ kind }) => kind)).toEqual(['moved', 'left', 'admitted'])
    const { stay: back } = await bedside.nurse(admissions.comeBack, seen(moved))
    expect(back.place).toMatchObject({ kind: 'bed', bed: { label: '2' } })
  })

  test('keeps the ER visit of whoever came there since the leave began', async () => {
    const { gone } = await begin()
    const { _id: patient_id } = gone.patient
    const { _id: visit_id } = await bedside.arrive({ id: patient_id })
    bedside.skip(minute)
    const { stay: moved } = await bedside.nurse(admissions.move, { ...seen(gone), ...there() })
    const { rows } = await bedside.nurse(erBoard.board, { patient_ids: [patient_id] })
    expect(rows.map(({ visit }) => visit._id)).toEqual([visit_id])
    bedside.skip(minute)
    await bedside.nurse(admissions.discharge, { ...seen(moved), ...home })
    const { visits: all } = await bedside.nurse(triage.history, { patient_id })
    expect(all).toMatchObject([{ _id: visit_id, left_at: null }])
  })

  test('goes on without a bed where its discharge is undone and somebody has the bed', async () => {
    const { gone, due_back_at } = await begin()
    const { stay: left } = await bedside.nurse(admissions.discharge, { ...seen(gone), ...home })
    await bedside.nurse(beds.setState, { _id: bed(0, 0), state: 'ready' })
    await admit({ bed_id: bed(0, 0) })
    const { stay: back } = await bedside.nurse(admissions.undoDischarge, { ...seen(left), reason: 'OTHER' })
    expect(back.place).toMatchObject({ kind: 'leave', bed: null, due_back_at })
  })
})

describe('discharging', () => {
  test('frees the bed, takes back the devices, and ends alarms and settings', async () => {
    const stay = await admit({ bed_id: bed(0, 0) })
    const patient_id = stay.patient._id
    const [taken, kept] = [await addDevice(bedside, 'watch'), await addDevice(bedside, 'oximeter')]
    for (const { id } of [taken, kept]) await bedside.nurse(devices.assign, { device_id: id, patient_id })
    const { version } = await bedside.nurse(alarms.settings, { patient_id })
    await bedside.nurse(alarms.updateSettings, {
      patient_id,
      version,
      reason: 'COPD',
      settings: {
        spo2: {
          mode: 'disabled',
          limits: null,
          until: bedside.at(-600),
        },
      },
    })
    bedside.skip(minute)
    const hn = stay.patient.hn
    await bedside.send([{ hn, measured_at: bedside.at(), kind: 'temperature', temperature: 41 }])
    expect(
      (await bedside.nurse(alarms.open, {})).alarms.some(({ patient }) => patient?._id === patient_id),
    ).toBe(true)
    bedside.skip(minute)
    const { stay: left } = await bedside.nurse(admissions.discharge, {
      ...seen(stay),
      ...home,
      keeps_devices: [kept.id],
    })
    expect(left.outcome).toBe('IMPROVED')
    expect(Date.parse(left.discharged_at ?? '')).toBe(Date.parse(bedside.at()))
    expect(await copies(patient_id)).toEqual({
      an: null,
      ward_id: null,
      bed_id: null,
      place: null,
      admitted_at: null,
    })
    expect(await bedState(bed(0, 0))).toBe('cleaning')
    const worn = await bedside.nurse(devices.list, { patient_id, is_worn: true })
    expect(worn.rows.map(({ _id }) => _id)).toEqual([kept.id])
    const { rows } = await bedside.nurse(alarms.list, { patient_id })
    expect(rows.map(({ state, clearing }) => [state, clearing])).toEqual(
      rows.map(() => ['cleared', 'discharged']),
    )
    const { settings } = await bedside.nurse(alarms.settings, { patient_id })
    expect(settings.every(({ mode }) => mode === 'default')).toBe(true)
    const board = await bedside.nurse(monitoring.wardBoard, { ward: 'every', number_of_rec: 100 })
    expect(board.rows.some(({ patient }) => patient._id === patient_id)).toBe(false)
  })

  test.each([
    ['in a bed', true],
    ['who waits for a bed in the emergency room', false],
  ])(
    'of a monitored patient %s takes them off wall and boards, and ends what was open',
    async (_, hasBed) => {
      const patient = await bedside.addPatient()
      const patient_id = patient.id
      await bedside.arrive(patient)
      const asked = { ward_id: ward(0), department: '01', urgency: 'URGENT', diagnosis: 'ปอดอักเสบ' } as const
      await bedside.doctor(admissionRequests.make, { patient_id, ...asked })
      const place = { bed_id: hasBed ? bed(0, 0) : null }
      const { stay } = await bedside.nurse(admissions.admit, draft(patient_id, place))
      await bedside.nurse(beds.reserve, { _id: bed(1, 0), patient_id, until: bedside.at(-60) })
      const watch = await addDevice(bedside, 'watch')
      await bedside.nurse(devices.assign, { device_id: watch.id, patient_id })
      const limits = { critical_low: 80, low: 88, high: 92, critical_high: null }
      await bedside.nurse(alarms.updateSettings, {
        patient_id,
        version: 0,
        settings: { spo2: { mode: 'own', limits } },
        reason: 'COPD',
      })
      bedside.skip(minute)
      await patient.send({ kind: 'temperature', temperature: 41 })
      const { _id: alarmId } = await patient.findOpenAlarm()

      /** Which screens show the patient, and the newest event that each includes. */
      const read = async () => {
        const wall = await bedside.nurse(monitoring.wall, {})
        const board = await bedside.nurse(monitoring.wardBoard, { ward: ward(0) })
        const map = await bedside.nurse(beds.map, { ward: ward(0) })
        const er = await bedside.nurse(erBoard.board, {})
        const mapped = map.wards.flatMap((one) => [
          ...one.without_bed,
          ...one.beds.flatMap(({ occupant }) => occupant ?? []),
        ])
        const shown = { wall: wall.tiles, board: board.rows, map: mapped, er: er.rows }
        return {
          events: [wall, board, map, er].map(({ event }) => event),
          by: Object.entries(shown).flatMap(([screen, rows]) =>
            rows.some((row) => row.patient._id === patient_id) ? [screen] : [],
          ),
        }
      }
      const before = await read()
      expect(before.by).toEqual(hasBed ? ['wall', 'board', 'map'] : ['wall', 'board', 'map', 'er'])

      bedside.skip(minute)
      await bedside.nurse(admissions.discharge, { ...seen(stay), ...home })
      const after = await read()
      expect(after.by).toEqual([])
      const emitted = await bedside.panel.root
        .selectFrom('events')
        .select(['number', 'data'])
        .where('hospital_id', '=', bedside.hospitalId)
        .where('number', '>', before.events[0] as never)
        .orderBy('number')
        .execute()
      expect(new Set(after.events)).toEqual(new Set([String(emitted.at(-1)?.number)]))
      // Wall and ward board read again after the first, the board of the emergency room after it or the second, the map
      // after the first or the third.
      const told = emitted.map(({ data }) => data)
      expect(told).toContainEqual({ kind: 'patients-outdated', patient_ids: [patient_id] })
      expect(told).toContainEqual({ kind: 'visits-outdated', visit_kinds: ['ER'], patient_ids: [patient_id] })
      expect(told).toContainEqual({ kind: 'beds-outdated', ward_ids: [ward(0)] })
      expect(told).toContainEqual({
        kind: 'alarm',
        alarm: expect.objectContaining({ _id: alarmId, state: 'cleared', clearing: 'discharged' }),
      })

      expect(await patient.listAlarms()).toMatchObject([{ _id: alarmId, clearing: 'discharged' }])
      const { settings } = await bedside.nurse(alarms.settings, { patient_id })
      expect(settings.every(({ mode }) => mode === 'default')).toBe(true)
      expect((await bedside.nurse(devices.list, { patient_id, is_worn: true })).rows).toEqual([])
      const { requests } = await bedside.nurse(admissionRequests.ofPatient, { patient_id })
      expect(requests.map(({ state }) => state)).toEqual(['admitted'])
      const { wards: others } = await bedside.nurse(beds.map, { ward: ward(1) })
      expect(others[0]?.beds.filter(({ reservation }) => reservation)).toEqual([])
    },
  )

  test('hands a device over to another patient, who has what it measures from then on', async () => {
    const stay = await admit()
    const patient_id = stay.patient._id
    const next = await bedside.addPatient()
    const device = await addDevice(bedside, 'thermometer')
    await bedside.nurse(devices.assign, { device_id: device.id, patient_id })
    const measure = async (temperature: number) => {
      bedside.skip(minute)
      await bedside.send([
        { device: device.mac, measured_at: bedside.at(), kind: 'temperature', temperature },
      ])
    }
    await measure(37.1)
    bedside.skip(minute)
    const leave = (hands_over: Input<typeof admissions.discharge>['hands_over'], more = {}) =>
      bedside.nurse(admissions.discharge, { ...seen(stay), ...home, hands_over, ...more })
    const handed = { device_id: device.id, patient_id: next.id }
    const other = await addDevice(bedside, 'watch')
    const refusals = [
      await expectRefusal(leave([handed], { keeps_devices: [device.id] })),
      await expectRefusal(leave([{ ...handed, device_id: other.id }])),
      await expectRefusal(leave([{ ...handed, patient_id }])),
      await expectRefusal(leave([{ ...handed, patient_id: newId() }])),
    ]
    expect(refusals.map(({ fields }) => fields?.map(({ field }) => field))).toEqual([
      ['hands_over.0.device_id'],
      ['hands_over.0.device_id'],
      ['hands_over.0.patient_id'],
      ['hands_over.0.patient_id'],
    ])
    await leave([handed])
    await measure(38.2)
    const temperatures = async (id: string) =>
      (await bedside.nurse(readings.bodyTemperature, { patient_id: id })).rows.map(
        ({ temperature }) => temperature,
      )
    expect(await temperatures(patient_id)).toEqual([37.1])
    expect(await temperatures(next.id)).toEqual([38.2])
    const worn = await bedside.nurse(devices.list, { patient_id: next.id, is_worn: true })
    expect(worn.rows.map(({ _id }) => _id)).toEqual([device.id])
  })

  test('against advice keeps who refused, before whom, and the signature', async () => {
    const stay = await admit()
    const leave = (refusal: unknown) =>
      bedside.nurse(admissions.discharge, {
        ...seen(stay),
        discharge_status: 3,
        discharge_type: 2,
        refusal,
      } as never)
    expect((await expectRefusal(leave(null))).fields).toEqual([
      { field: 'refusal', message: 'field-required' },
    ])
    const { witness: _, ...unwitnessed } = refused
    expect((await expectRefusal(leave(unwitnessed))).fields).toEqual([
      { field: 'refusal.witness', message: 'field-required' },
    ])
    const signed = { ...refused, strokes: 'M10 20L30 40' }
    const { stay: left } = await leave(signed)
    expect(left).toMatchObject({ outcome: 'REFUSED', refusal: signed })
    const { stay: back } = await bedside.nurse(admissions.undoDischarge, { ...seen(left), reason: 'OTHER' })
    expect(back.refusal).toBeNull()
    expect(back.acts[0]?.changes).toContainEqual({ field: 'refusal', from: signed, to: null })
  })

  test('follows the rules between type and status', async () => {
    const stay = await admit()
    const leave = (more: object) =>
      bedside.nurse(admissions.discharge, { ...seen(stay), ...home, ...more } as never)
    expect((await expectRefusal(leave({ discharge_type: 9 }))).fields).toEqual([
      { field: 'discharge_status', message: 'death-differs' },
    ])
    expect((await expectRefusal(leave({ discharge_type: 4 }))).fields).toEqual([
      { field: 'discharged_to', message: 'field-required' },
      { field: 'discharge_cause', message: 'field-required' },
    ])
    expect((await expectRefusal(leave({ discharge_status: 4 }))).fields).toEqual([
      { field: 'discharge_status', message: 'delivery-impossible' },
    ])
    expect((await expectRefusal(leave({ at: bedside.at(10) }))).fields).toEqual([
      { field: 'at', message: 'before-last-move' },
    ])
  })

  test('refuses diagnoses that are twice, or two principal ones, and whoever goes home to die without refusing', async () => {
    const stay = await admit()
    const refuse = async (more: Partial<Input<typeof admissions.discharge>>) =>
      (await expectRefusal(bedside.nurse(admissions.discharge, { ...seen(stay), ...home, ...more }))).fields
    const [one, other] = [
      { code: 'J18.9', role: 1 },
      { code: 'j189', role: 1 },
    ] as const
    expect(await refuse({ discharge_diagnoses: [one, other] })).toEqual([
      { field: 'discharge_diagnoses.1.code', message: 'diagnosis-twice' },
      { field: 'discharge_diagnoses.1.role', message: 'principal-twice' },
    ])
    expect(await refuse({ discharge_diagnoses: [{ ...one, role: 2 }] })).toEqual([
      { field: 'discharge_diagnoses.0.role', message: 'principal-missing' },
    ])
    expect(await refuse({ goes_home_to_die: true })).toEqual([
      { field: 'goes_home_to_die', message: 'home-to-die-type' },
    ])
  })

  test('is changed later under the same rules, and the history tells each field that changed, with both values', async () => {
    const stay = await admit({ bed_id: bed(0, 0) })
    const change = (of: StayHistory, more: object) =>
      bedside.nurse(admissions.changeDischarge, {
        ...seen(of),
        ...home,
        note: 'ผลแล็บออก',
        ...more,
      } as never)
    expect((await expectRefusal(change(stay, {}))).code).toBe(errorCodes['stay-open'])
    bedside.skip(minute)
    const { stay: left } = await bedside.nurse(admissions.discharge, {
      ...seen(stay),
      ...home,
      discharge_type: 2,
      discharge_status: 3,
      refusal: refused,
      discharge_diagnoses: [{ code: 'A90', role: 1 }],
    })
    bedside.skip(minute)
    expect((await expectRefusal(change(left, { discharge_type: 9, discharge_status: 9 }))).fields).toEqual([
      { field: 'discharge_type', message: 'death-by-undo' },
    ])
    const same = { discharge_type: 2, discharge_status: 3, refusal: refused }
    const { stay: changed } = await change(left, {
      ...same,
      discharge_diagnoses: [{ code: 'A91', role: 1 }],
      discharge_summary: 'ไข้เลือดออก',
    })
    expect(changed).toMatchObject({
      outcome: 'REFUSED',
      discharged_at: left.discharged_at,
      discharge_diagnoses: [{ code: 'A91', role: 1 }],
      version: left.version + 1,
    })
    expect(changed.acts[0]).toMatchObject({ act: 'changed', note: 'ผลแล็บออก', by: { _id: nurseId } })
    expect((await expectRefusal(change(changed, { ...same, note: ' ' }))).fields).toEqual([
      { field: 'note', message: 'reason-required' },
    ])
    expect(changed.acts[0]?.changes).toEqual([
      {
        field: 'discharge_diagnoses',
        from: [{ code: 'A90', role: 1 }],
        to: [{ code: 'A91', role: 1 }],
      },
      { field: 'discharge_summary', from: null, to: 'ไข้เลือดออก' },
    ])
    const meanwhile = await expectRefusal(change(left, {}))
    expect(meanwhile.code).toBe(errorCodes['changed-meanwhile'])

    const { stay: better } = await change(changed, { discharge_type: 1, discharge_status: 2 })
    expect(better).toMatchObject({ outcome: 'IMPROVED', refusal: null, discharge_diagnoses: [] })
    const { stay: again } = await change(better, { discharge_type: 1, discharge_status: 2 })
    expect(again).toMatchObject({ version: better.version, acts: better.acts })

    const { stay: voided } = await bedside.nurse(admissions.void, { ...seen(better), reason: 'OTHER' })
    expect((await expectRefusal(change(voided, {}))).code).toBe(errorCodes['not-found'])
  })

  test('whose details were not asked for then is changed without them', async () => {
    const stay = await admit()
    const { stay: left } = await bedside.nurse(admissions.discharge, {
      ...seen(stay),
      discharge_type: 2,
      discharge_status: 3,
      refusal: refused,
    })
    await bedside.panel.root.updateTable('stays').set({ refusal: null }).where('id', '=', left._id).execute()
    const change = (more: object) =>
      bedside.nurse(admissions.changeDischarge, {
        ...seen(left),
        discharge_status: 3,
        note: 'ตามนัด',
        ...more,
      } as never)
    expect((await expectRefusal(change({ discharge_type: 4 }))).fields).toEqual([
      { field: 'discharged_to', message: 'field-required' },
      { field: 'discharge_cause', message: 'field-required' },
    ])
    const { stay: changed } = await change({ discharge_type: 2, follow_up: 'นัด 7 วัน' })
    expect(changed).toMatchObject({ refusal: null, follow_up: 'นัด 7 วัน' })
  })

  test('says later how the patient left by the records office alone, as it is undone; the rest stays open', async () => {
    const stay = await admit()
    bedside.skip(minute)
    const { stay: left } = await bedside.nurse(admissions.discharge, { ...seen(stay), ...home })
    await bedside.advance(25 * 60 * minute)
    const [nurse, registrar] = [
      await bedside.panel.asNew({ staffType: 'nurse' }),
      await bedside.panel.asNew({ staffType: 'registrar' }),
    ]
    const change = (as: Client, of: StayHistory, more: object) =>
      as(admissions.changeDischarge, { ...seen(of), ...home, note: 'ทบทวนเวชระเบียน', ...more } as never)
    expect((await expectRefusal(change(nurse, left, { discharge_type: 3 }))).code).toBe(
      errorCodes['discharge-too-old'],
    )
    const { stay: coded } = await change(nurse, left, { discharge_diagnoses: [{ code: 'A91', role: 1 }] })
    expect(coded.discharge_diagnoses).toEqual([{ code: 'A91', role: 1 }])
    const { stay: changed } = await change(registrar, coded, { discharge_type: 3, discharge_status: 3 })
    expect(changed).toMatchObject({ discharge_type: 3, outcome: 'REFUSED' })
  })

  test('is undone into the same bed if it is free, else into a wait for one', async () => {
    const stay = await admit({ bed_id: bed(0, 0) })
    bedside.skip(minute)
    const { stay: left } = await bedside.nurse(admissions.discharge, { ...seen(stay), ...home })
    const { stay: back } = await bedside.nurse(admissions.undoDischarge, {
      ...seen(left),
      reason: 'WRONG_PATIENT',
    })
    expect(summarize(back)).toEqual(['bed 1'])
    expect(back).toMatchObject({ outcome: 'STILL_IN', discharge_status: null })
    expect(await bedState(bed(0, 0))).toBe('ready')

    bedside.skip(minute)
    const { stay: gone } = await bedside.nurse(admissions.discharge, { ...seen(back), ...home })
    await bedside.panel.root.updateTable('beds').set({ state: 'ready' }).where('id', '=', bed(0, 0)).execute()
    await admit({ bed_id: bed(0, 0) })
    const { stay: waits } = await bedside.nurse(admissions.undoDischarge, {
      ...seen(gone),
      reason: 'WRONG_PATIENT',
    })
    expect(summarize(waits)).toEqual(['waiting -', 'bed 1'])
  })

  test('of 20 who were all in one bed is undone at once: one gets it, and the others wait', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => bedside.addPatient()))
    const left: StayHistory[] = []
    // They come and go in one instant, so that nobody has had the bed after any of them.
    for (const { id } of people) {
      const { stay } = await bedside.nurse(admissions.admit, draft(id, { bed_id: bed(0, 0) }))
      left.push((await bedside.nurse(admissions.discharge, { ...seen(stay), ...home })).stay)
      await bedside.nurse(beds.setState, { _id: bed(0, 0), state: 'ready' })
    }
    bedside.skip(minute)
    const undone = await Promise.all(
      left.map((stay) => bedside.nurse(admissions.undoDischarge, { ...seen(stay), reason: 'OTHER' })),
    )
    const kinds = undone.map(({ stay }) => stay.place?.kind)
    expect(kinds.filter((kind) => kind === 'bed')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'waiting')).toHaveLength(19)
    const winner = undone.find(({ stay }) => stay.place?.kind === 'bed')?.stay
    const { wards: mapped } = await bedside.nurse(beds.map, { ward: ward(0) })
    expect(mapped[0]?.beds[0]?.occupant?.stay_id).toBe(winner?._id)
    expect(mapped[0]?.without_bed).toHaveLength(19)
    await expectWhole(people.map(({ id }) => id))
  })

  test('is undone into a wait where the bed is reserved for somebody else, and into the bed that is reserved for them', async () => {
    const stay = await admit({ bed_id: bed(0, 0) })
    bedside.skip(minute)
    const { stay: left } = await bedside.nurse(admissions.discharge, { ...seen(stay), ...home })
    await bedside.nurse(beds.setState, { _id: bed(0, 0), state: 'ready' })
    const reserve = (patient_id: string) =>
      bedside.nurse(beds.reserve, { _id: bed(0, 0), patient_id, until: bedside.at(-120) })
    const other = await bedside.addPatient()
    await reserve(other.id)
    const undo = (of: StayHistory) =>
      bedside.nurse(admissions.undoDischarge, { ...seen(of), reason: 'WRONG_PATIENT' })
    const { stay: waits } = await undo(left)
    expect(summarize(waits)).toEqual(['waiting -', 'bed 1'])
    await bedside.nurse(admissions.admit, draft(other.id, { bed_id: bed(0, 0) }))

    const second = await admit({ bed_id: bed(0, 1) })
    bedside.skip(minute)
    const { stay: gone } = await bedside.nurse(admissions.discharge, { ...seen(second), ...home })
    await bedside.nurse(beds.setState, { _id: bed(0, 1), state: 'ready' })
    const until = bedside.at(-120)
    await bedside.nurse(beds.reserve, { _id: bed(0, 1), patient_id: gone.patient._id, until })
    expect(summarize((await undo(gone)).stay)).toEqual(['bed 2'])
    await bedside.nurse(admissions.void, { ...seen((await readStay(gone)) as StayHistory), reason: 'OTHER' })
    await bedside.nurse(beds.setState, { _id: bed(0, 1), state: 'ready' })
    await admit({ bed_id: bed(0, 1) })
  })

  test('is undone by the ward for 24 hours, and later by the records office alone', async () => {
    const undo = { reason: 'WRONG_PATIENT' as const }
    /** The stay lasts no time, so that its places need not move with it. */
    const dischargeAt = async (instant: string) => {
      const stay = await admit()
      const { stay: left } = await bedside.nurse(admissions.discharge, { ...seen(stay), ...home })
      await bedside.panel.root
        .updateTable('stays')
        .set({ admitted_at: instant, discharged_at: instant })
        .where('id', '=', left._id)
        .execute()
      return { ...seen(left), ...undo }
    }
    const day = bedside.at(24 * 60)
    const inTime = await bedside.nurse(admissions.undoDischarge, await dischargeAt(day))
    expect(inTime.stay.outcome).toBe('STILL_IN')
    const late = await dischargeAt(new Date(Date.parse(day) - 1).toISOString())
    const registrar = await bedside.panel.asNew({ staffType: 'registrar' })
    for (const caller of [bedside.nurse, registrar])
      expect((await expectRefusal(caller(admissions.undoDischarge, late))).code).toBe(1351)
    expect((await expectRefusal(bedside.nurse(admissions.reopen, late))).code).toBe(1003)
    const { stay: back } = await registrar(admissions.reopen, late)
    expect(back).toMatchObject({ outcome: 'STILL_IN', discharged_at: null })
    expect(back.acts[0]).toMatchObject({ act: 'discharge-undone', by: { _id: registrar.session.user_id } })
  })

  test('is not undone by the ward after 24 hours, though its time was corrected to a later one', async () => {
    const stay = await admit({ bed_id: bed(0, 0) })
    bedside.skip(minute)
    const { stay: left } = await bedside.nurse(admissions.discharge, { ...seen(stay), ...home })
    await bedside.advance(25 * 60 * minute)
    const { stay: right } = await bedside.nurse(admissions.correct, {
      ...seen(left),
      reason: 'WRONG_TIME',
      places: [{ kind: 'bed', ward_id: ward(0), bed_id: bed(0, 0), from: stay.admitted_at }],
      discharged_at: bedside.at(60),
    })
    const undo = { ...seen(right), reason: 'WRONG_PATIENT' as const }
    expect((await expectRefusal(bedside.nurse(admissions.undoDischarge, undo))).code).toBe(1351)
    const registrar = await bedside.panel.asNew({ staffType: 'registrar' })
    expect((await registrar(admissions.reopen, undo)).stay.outcome).toBe('STILL_IN')
  })

  test('is not undone into a ward that is closed, whether they had a bed or waited for one', async () => {
    const people = [await admit({ bed_id: bed(0, 0) }), await admit()]
    bedside.skip(minute)
    const gone = []
    for (const stay of people)
      gone.push((await bedside.nurse(admissions.discharge, { ...seen(stay), ...home })).stay)
    await closeWard(ward(0))
    for (const left of gone) {
      const undo = { ...seen(left), reason: 'WRONG_PATIENT' as const }
      expect((await expectRefusal(bedside.nurse(admissions.undoDischarge, undo))).code).toBe(1325)
      expect(await readStay(left)).toMatchObject({ discharged_at: left.discharged_at, version: left.version })
    }
  })
})

test('the database lets no place last again in a ward that is closed', async () => {
  const stay = await admit({ bed_id: bed(0, 0) })
  bedside.skip(minute)
  await bedside.nurse(admissions.discharge, { ...seen(stay), ...home })
  await closeWard(ward(0))
  const reopened = sql`update stay_places set during = tstzrange(lower(during), null) where stay_id = ${stay._id}`
  await expect(reopened.execute(bedside.panel.root)).rejects.toMatchObject({
    constraint: 'stays_in_open_places',
  })
})

describe('whoever is here again after a discharge', () => {
  const switchOff = async (patient_id: string) => {
    const { version } = await bedside.nurse(alarms.settings, { patient_id })
    const off = { mode: 'disabled', limits: null, until: bedside.at(-600) } as const
    await bedside.nurse(alarms.updateSettings, {
      patient_id,
      version,
      reason: 'COPD',
      settings: { pulse: off },
    })
  }

  test.each([
    ['had limits of their own, which ended', true, 0],
    ['had them when the discharge was noted late', true, 1],
    ['had none', false, 0],
  ])('%s, is told so', async (_, isMonitored, minutesAgo) => {
    const stay = await admit({ bed_id: bed(0, 0) })
    if (isMonitored) await switchOff(stay.patient._id)
    bedside.skip(5 * minute)
    const at = bedside.at(minutesAgo)
    const { stay: left } = await bedside.nurse(admissions.discharge, { ...seen(stay), ...home, at })
    bedside.skip(minute)
    const undone = await bedside.nurse(admissions.undoDischarge, { ...seen(left), reason: 'OTHER' })
    expect(undone.has_ended_monitoring).toBe(isMonitored)
  })

  test('in the visit of a stay that was void is told so, and nobody who is still monitored', async () => {
    const patient = await bedside.addPatient()
    await bedside.arrive(patient)
    const { stay } = await bedside.nurse(admissions.admit, draft(patient.id))
    await switchOff(patient.id)
    bedside.skip(minute)
    const { stay: left } = await bedside.nurse(admissions.discharge, { ...seen(stay), ...home })
    const undone = await bedside.nurse(admissions.void, { ...seen(left), reason: 'OTHER' })
    expect(undone.has_ended_monitoring).toBe(true)
    await switchOff(patient.id)
    const { stay: again } = await bedside.nurse(admissions.admit, draft(patient.id))
    const open = await bedside.nurse(admissions.void, { ...seen(again), reason: 'OTHER' })
    expect(open.has_ended_monitoring).toBe(false)
  })
})

test('an undone discharge leaves nothing of what was asked, and the history tells it', async () => {
  const stay = await admit()
  bedside.skip(minute)
  const { stay: left } = await bedside.nurse(admissions.discharge, {
    ...seen(stay),
    discharge_status: 3,
    discharge_type: 2,
    goes_home_to_die: true,
    refusal: refused,
    discharge_summary: 'ขอกลับบ้าน',
    discharge_diagnoses: [{ code: 'C22.0', role: 1 }],
  })
  expect(left).toMatchObject({ outcome: 'HOME_DIED', discharge_summary: 'ขอกลับบ้าน' })
  const { stay: back } = await bedside.nurse(admissions.undoDischarge, {
    ...seen(left),
    reason: 'WRONG_PATIENT',
  })
  expect(back).toMatchObject({ goes_home_to_die: false, discharge_summary: null, discharge_diagnoses: [] })
  expect(back.acts[0]?.changes).toContainEqual({ field: 'discharge_summary', from: 'ขอกลับบ้าน', to: null })
  expect(back.acts[1]?.changes).toContainEqual({ field: 'discharge_summary', from: null, to: 'ขอกลับบ้าน' })
})

test('a discharge in the minute of a move is undone into the bed of the move', async () => {
  const stay = await admit({ bed_id: bed(0, 0) })
  bedside.skip(minute)
  const there = { ward_id: ward(0), bed_id: bed(0, 1), reason: 'CAPACITY' } as const
  const { stay: moved } = await bedside.nurse(admissions.move, { ...seen(stay), ...there })
  const { stay: left } = await bedside.nurse(admissions.discharge, { ...seen(moved), ...home })
  expect(summarize(left)).toEqual(['bed 1'])
  const { stay: back } = await bedside.nurse(admissions.undoDischarge, {
    ...seen(left),
    reason: 'WRONG_PATIENT',
  })
  expect(summarize(back)).toEqual(['bed 2', 'bed 1'])
  expect(await bedState(bed(0, 1))).toBe('ready')
})

test('a discharge whose places were corrected is undone into the last of those', async () => {
  const stay = await admit({ bed_id: bed(0, 0) })
  bedside.skip(minute)
  const there = { ward_id: ward(0), bed_id: bed(0, 1), reason: 'CAPACITY' } as const
  const { stay: moved } = await bedside.nurse(admissions.move, { ...seen(stay), ...there })
  const { stay: left } = await bedside.nurse(admissions.discharge, { ...seen(moved), ...home })
  const { stay: right } = await bedside.nurse(admissions.correct, {
    ...seen(left),
    reason: 'WRONG_BED',
    places: [{ kind: 'bed', ward_id: ward(0), bed_id: bed(0, 2), from: stay.admitted_at }],
    discharged_at: left.discharged_at,
  })
  const { stay: back } = await bedside.nurse(admissions.undoDischarge, {
    ...seen(right),
    reason: 'WRONG_PATIENT',
  })
  expect(summarize(back)).toEqual(['bed 3'])
})

test('a discharge in the minute of the admission is undone into the same bed', async () => {
  const stay = await admit({ bed_id: bed(0, 0) })
  const { stay: left } = await bedside.nurse(admissions.discharge, { ...seen(stay), ...home })
  expect(summarize(left)).toEqual([])
  const { stay: back } = await bedside.nurse(admissions.undoDischarge, {
    ...seen(left),
    reason: 'WRONG_PATIENT',
  })
  expect(summarize(back)).toEqual(['bed 1'])
})

describe('an admission in error', () => {
  test('is void: the bed is free, and the number is not given again', async () => {
    const stay = await admit({ bed_id: bed(0, 0) })
    const { stay: voided } = await bedside.nurse(admissions.void, { ...seen(stay), reason: 'WRONG_PATIENT' })
    expect(summarize(voided)).toEqual([])
    const { patient_id: _, ward_id: __, ...fields } = draft(stay.patient._id)
    const changed = bedside.nurse(admissions.update, { ...fields, ...seen(voided), diagnosis: 'late' })
    expect((await expectRefusal(changed)).code).toBe(1004)
    expect(await copies(stay.patient._id)).toMatchObject({ an: null, bed_id: null })
    await bedside.nurse(beds.setState, { _id: bed(0, 0), state: 'ready' })
    const next = await admit({ bed_id: bed(0, 0) })
    expect(Number(next.an)).toBe(Number(stay.an) + 1)
    const { rows } = await bedside.nurse(admissions.list, { filterLists: { state: 'voided' } })
    expect(rows.map(({ _id }) => _id)).toContain(stay._id)
  })

  test('ends the devices, the alarms and the reservations, and has the bed cleaned, as a discharge does', async () => {
    const stay = await admit({ bed_id: bed(0, 0) })
    const [taken, kept] = [await addDevice(bedside, 'watch'), await addDevice(bedside, 'oximeter')]
    for (const { id } of [taken, kept])
      await bedside.nurse(devices.assign, { device_id: id, patient_id: stay.patient._id })
    await bedside.nurse(beds.reserve, {
      _id: bed(0, 1),
      patient_id: stay.patient._id,
      until: bedside.at(-120),
    })
    bedside.skip(minute)
    const { hn, _id: patient_id } = stay.patient
    await bedside.send([{ hn, measured_at: bedside.at(), kind: 'spo2', spo2: 85 }])
    const listStates = async () =>
      (await bedside.nurse(alarms.list, { patient_id })).rows.map(({ state, clearing }) => [state, clearing])
    expect(await listStates()).toEqual([['active', null]])
    await bedside.nurse(admissions.void, {
      ...seen(stay),
      reason: 'CANCELLED_PLAN',
      keeps_devices: [kept.id],
    })
    expect(await listStates()).toEqual([['cleared', 'discharged']])
    expect(await bedState(bed(0, 0))).toBe('cleaning')
    const { rows: known } = await bedside.nurse(devices.list, { number_of_rec: 100 })
    const worn = known.filter(({ wearer }) => wearer?._id === stay.patient._id).map(({ _id }) => _id)
    expect(worn).toEqual([kept.id])
    await admit({ bed_id: bed(0, 1) })
  })

  test('of a patient who is still here with an open visit frees the bed, and they are monitored as before', async () => {
    const patient = await bedside.addPatient()
    await bedside.arrive(patient)
    bedside.skip(minute)
    const wanted = draft(patient.id, { bed_id: bed(0, 0) })
    const { stay } = await bedside.nurse(admissions.admit, wanted)
    const worn = await addDevice(bedside, 'watch')
    await bedside.nurse(devices.assign, { device_id: worn.id, patient_id: patient.id })
    const { version } = await bedside.nurse(alarms.settings, { patient_id: patient.id })
    const off = { mode: 'disabled', limits: null, until: bedside.at(-600) } as const
    await bedside.nurse(alarms.updateSettings, {
      patient_id: patient.id,
      version,
      reason: 'COPD',
      settings: { pulse: off },
    })
    await patient.send({ kind: 'spo2', spo2: 85 })
    bedside.skip(minute)
    await bedside.nurse(admissions.void, { ...seen(stay), reason: 'WRONG_PATIENT' })
    expect(await bedState(bed(0, 0))).toBe('cleaning')
    expect(await patient.findOpenAlarm()).toMatchObject({ rule: 'spo2-low', visit: { kind: 'ER' } })
    const { rows: known } = await bedside.nurse(devices.list, { number_of_rec: 100 })
    expect(known.filter(({ wearer }) => wearer?._id === patient.id).map(({ _id }) => _id)).toEqual([worn.id])
    const { settings } = await bedside.nurse(alarms.settings, { patient_id: patient.id })
    expect(settings.find(({ vital }) => vital === 'pulse')?.mode).toBe('disabled')
  })

  test('that is over changes no bed', async () => {
    const stay = await admit({ bed_id: bed(0, 0) })
    bedside.skip(minute)
    const { stay: left } = await bedside.nurse(admissions.discharge, { ...seen(stay), ...home })
    await bedside.nurse(beds.setState, { _id: bed(0, 0), state: 'ready' })
    await bedside.nurse(admissions.void, { ...seen(left), reason: 'DUPLICATE' })
    expect(await bedState(bed(0, 0))).toBe('ready')
  })

  describe('that is over', () => {
    const listVisits = async (patient_id: string) =>
      (await bedside.nurse(triage.history, { patient_id })).visits
    /** Comes to the emergency room, is admitted, discharged a minute later, and `meanwhile` happens. */
    const voidLeft = async (meanwhile: (patient_id: string) => Promise<unknown> = async () => undefined) => {
      const patient = await bedside.addPatient()
      await bedside.arrive(patient, { visited_at: bedside.at(60) })
      const { stay } = await bedside.nurse(admissions.admit, draft(patient.id, { bed_id: bed(0, 0) }))
      bedside.skip(minute)
      const { stay: left } = await bedside.nurse(admissions.discharge, { ...seen(stay), ...home })
      expect(await listVisits(patient.id)).toMatchObject([{ disposition: 2, left_at: bedside.at() }])
      bedside.skip(minute)
      await meanwhile(patient.id)
      const { untold_visit } = await bedside.nurse(admissions.void, {
        ...seen(left),
        reason: 'WRONG_PATIENT',
      })
      return { patient, left_at: bedside.at(1), untold_visit }
    }

    test('opens the visit again that it ended', async () => {
      const { patient } = await voidLeft()
      expect(await listVisits(patient.id)).toMatchObject([{ disposition: null, left_at: null }])
      const { rows } = await bedside.nurse(erBoard.board, { patient_ids: [patient.id] })
      expect(rows).toHaveLength(1)
    })

    test.each([
      [23 * 60 + 59, true],
      [24 * 60, false],
    ])('%i minutes after the discharge opens the visit again: %s', async (minutesAgo, goesOn) => {
      const patient = await bedside.addPatient()
      await bedside.arrive(patient, { visited_at: bedside.at(30 * 60) })
      const { stay } = await bedside.nurse(admissions.admit, draft(patient.id, { at: bedside.at(28 * 60) }))
      const at = bedside.at(minutesAgo)
      const { stay: left } = await bedside.nurse(admissions.discharge, { ...seen(stay), ...home, at })
      await bedside.nurse(admissions.void, { ...seen(left), reason: 'WRONG_PATIENT' })
      expect(await listVisits(patient.id)).toMatchObject([{ disposition: null, left_at: goesOn ? null : at }])
      const { rows } = await bedside.nurse(erBoard.board, { patient_ids: [patient.id] })
      expect(rows).toHaveLength(goesOn ? 1 : 0)
    })

    test('opens again the request for admission that it answered', async () => {
      const patient = await bedside.addPatient()
      await bedside.arrive(patient)
      await bedside.doctor(admissionRequests.make, {
        patient_id: patient.id,
        ward_id: ward(0),
        department: '01',
        urgency: 'URGENT',
        diagnosis: 'ปอดอักเสบ',
      })
      const { stay } = await bedside.nurse(admissions.admit, draft(patient.id))
      bedside.skip(minute)
      const { stay: left } = await bedside.nurse(admissions.discharge, { ...seen(stay), ...home })
      await bedside.nurse(admissions.void, { ...seen(left), reason: 'OTHER' })
      const { request } = await bedside.nurse(admissions.prepare, { patient_id: patient.id })
      expect(request).toMatchObject({ diagnosis: 'ปอดอักเสบ' })
    })

    describe('and was noted twice', () => {
      const request = { department: '01', urgency: 'URGENT', diagnosis: 'ปอดอักเสบ' } as const
      /** Whoever came is admitted and discharged by mistake, and admitted again after so many hours. */
      const admitTwice = async (hoursBetween = 0) => {
        const patient = await bedside.addPatient()
        await bedside.arrive(patient, { visited_at: bedside.at(60) })
        await bedside.doctor(admissionRequests.make, { patient_id: patient.id, ward_id: ward(0), ...request })
        const { stay } = await bedside.nurse(admissions.admit, draft(patient.id, { bed_id: bed(0, 0) }))
        bedside.skip(minute)
        const { stay: first } = await bedside.nurse(admissions.discharge, { ...seen(stay), ...home })
        await bedside.advance((1 + hoursBetween * 60) * minute)
        const { stay: second } = await bedside.nurse(
          admissions.admit,
          draft(patient.id, { bed_id: bed(0, 1) }),
        )
        bedside.skip(minute)
        return { patient, first, second }
      }
      const void_ = (stay: StayHistory, reason: 'DUPLICATE' | 'OTHER' = 'DUPLICATE') =>
        bedside.nurse(admissions.void, { ...seen(stay), reason })
      const readRequest = async (patient_id: string) =>
        (await bedside.nurse(admissionRequests.ofPatient, { patient_id })).requests[0]

      test('leaves its visit to the admission that stands, which ends it', async () => {
        const { patient, first, second } = await admitTwice()
        const { untold_visit, has_ended_monitoring } = await void_(first)
        expect([untold_visit, has_ended_monitoring]).toEqual([null, false])
        expect(await listVisits(patient.id)).toMatchObject([{ disposition: null, left_at: null }])
        expect((await bedside.nurse(erBoard.board, { patient_ids: [patient.id] })).rows).toEqual([])
        expect(await readRequest(patient.id)).toMatchObject({ state: 'admitted' })
        await bedside.nurse(admissions.discharge, { ...seen(second), ...home })
        expect(await listVisits(patient.id)).toMatchObject([{ disposition: 2, left_at: bedside.at() }])
      })

      test('has the visit open again when that admission was in error, too, with what was asked of the ward', async () => {
        const { patient, first, second } = await admitTwice()
        await void_(first)
        await void_(second, 'OTHER')
        const { rows } = await bedside.nurse(erBoard.board, { patient_ids: [patient.id] })
        expect(rows).toHaveLength(1)
        expect(await readRequest(patient.id)).toMatchObject({ state: 'open' })
      })

      test('ends the visit with the admission that stands and is over', async () => {
        const { patient, first, second } = await admitTwice()
        await bedside.nurse(admissions.discharge, { ...seen(second), ...home })
        const left_at = bedside.at()
        bedside.skip(minute)
        expect((await void_(first)).untold_visit).toBeNull()
        expect(await listVisits(patient.id)).toMatchObject([{ disposition: 2, left_at }])
      })

      test('leaves it to that admission also where the patient was in the emergency room during it', async () => {
        const { patient, first } = await admitTwice()
        const { _id: visit_id } = await bedside.arrive(patient)
        bedside.skip(minute)
        await bedside.nurse(visits.end, { patient_id: patient.id, visit_id, disposition: 1 })
        expect((await void_(first)).untold_visit).toBeNull()
        expect(await listVisits(patient.id)).toMatchObject([
          { _id: visit_id, disposition: 1 },
          { disposition: null, left_at: null },
        ])
      })

      test('leaves the visit to be told where the other admission began more than a day later', async () => {
        const { patient, first } = await admitTwice(25)
        const { untold_visit } = await void_(first)
        const visits = await listVisits(patient.id)
        expect(visits).toMatchObject([{ disposition: null }])
        expect(untold_visit?._id).toBe(visits[0]?._id)
        expect(visits[0]?.left_at).not.toBeNull()
      })
    })

    test.each([
      ['came again', (id: string) => bedside.arrive({ id })],
      ['was admitted', (id: string) => bedside.nurse(admissions.admit, draft(id, { bed_id: bed(0, 1) }))],
    ])(
      'leaves the visit of whoever %s since over, and how they left is told by a correction',
      async (_since, meanwhile) => {
        const { patient, left_at, untold_visit } = await voidLeft(meanwhile)
        const visit = (await listVisits(patient.id)).find((one) => one.left_at !== null)
        expect(visit).toMatchObject({ disposition: null, left_at })
        expect(untold_visit).toEqual({ _id: visit?._id, vn: visit?.vn })
        const correct = (changed: Input<typeof visits.correct>['changed']) =>
          bedside.nurse(visits.correct, {
            patient_id: patient.id,
            visit_id: visit?._id ?? '',
            changed,
            reason: 'ไม่ได้นอนโรงพยาบาล',
          })
        expect((await expectRefusal(correct({ disposition: 4 }))).fields).toEqual([
          { field: 'changed.disposition', message: 'come-again-by-then' },
        ])
        const { visit: right } = await correct({ disposition: 1, left_at: bedside.at(5) })
        expect(right).toMatchObject({ disposition: 1, left_at: bedside.at(5) })
      },
    )
  })
})

test.each([7, 120, 126])('a Morse score of %i is refused: no answers come to it', async (morse_score) => {
  const error = await expectRefusal(admit({ morse_score }))
  expect(error.fields).toEqual([{ field: 'morse_score', message: 'morse-impossible' }])
})

test('consent and the advance directive are yes, no, or not asked, and can be corrected to each', async () => {
  const first = await admit({ is_dnr: false, has_consent: true })
  expect(first).toMatchObject({ is_dnr: false, has_consent: true })
  const { ward_id: _ward, ...asked } = draft(first.patient._id, { is_dnr: null, has_consent: false })
  const { stay } = await bedside.nurse(admissions.update, { ...asked, ...seen(first) })
  expect(stay).toMatchObject({ is_dnr: null, has_consent: false })
})

describe('correcting', () => {
  test('replaces the times and keeps what was noted before', async () => {
    const stay = await admit({ bed_id: bed(0, 0) })
    bedside.skip(minute)
    const at = bedside.at(30)
    const { stay: right } = await bedside.nurse(admissions.correct, {
      ...seen(stay),
      reason: 'WRONG_TIME',
      places: [
        { kind: 'waiting', ward_id: ward(0), from: at },
        { kind: 'bed', ward_id: ward(0), bed_id: bed(0, 1), from: bedside.at(20) },
      ],
    })
    expect(Date.parse(right.admitted_at)).toBe(Date.parse(at))
    expect(summarize(right)).toEqual(['bed 2', 'waiting -'])
    expect(right.places.filter(({ is_superseded }) => is_superseded)).toMatchObject([{ bed: { label: '1' } }])
    expect(right.acts[0]).toMatchObject({ act: 'corrected', reason: 'WRONG_TIME' })
    expect(right.places.map(({ superseded_by }) => superseded_by)).toContain(right.acts[0]?._id)
    expect(await copies(stay.patient._id)).toMatchObject({ bed_id: bed(0, 1) })
  })

  test('begins no stay from the emergency room before the patient came there', async () => {
    const patient = await bedside.addPatient()
    const { visited_at } = await bedside.arrive(patient)
    bedside.skip(10 * minute)
    const { stay } = await bedside.nurse(admissions.admit, draft(patient.id, { bed_id: bed(0, 0) }))
    const correct = (from: string) =>
      bedside.nurse(admissions.correct, {
        ...seen(stay),
        reason: 'WRONG_TIME',
        places: [{ kind: 'bed', ward_id: ward(0), bed_id: bed(0, 0), from }],
      })
    const early = new Date(Date.parse(visited_at) - minute).toISOString()
    expect((await expectRefusal(correct(early))).fields).toEqual([
      { field: 'places.0.from', message: 'before-arrival' },
    ])
    const { stay: right } = await correct(visited_at)
    expect(Date.parse(right.admitted_at)).toBe(Date.parse(visited_at))
    await bedside.nurse(admissions.discharge, { ...seen(right), ...home })
    const { rows } = await bedside.nurse(triage.queue, {})
    expect(rows.some((row) => row.patient._id === patient.id)).toBe(false)
  })

  test('has the bed cleaned in which the patient is no longer, and the other one is ready', async () => {
    const stay = await admit({ bed_id: bed(0, 0) })
    await bedside.nurse(beds.setState, { _id: bed(0, 1), state: 'cleaning' })
    bedside.skip(minute)
    await bedside.nurse(admissions.correct, {
      ...seen(stay),
      reason: 'WRONG_BED',
      places: [{ kind: 'bed', ward_id: ward(0), bed_id: bed(0, 1), from: stay.admitted_at }],
    })
    expect(await bedState(bed(0, 0))).toBe('cleaning')
    expect(await bedState(bed(0, 1))).toBe('ready')
  })

  test('is refused for now in a closed ward or a blocked bed, by the field, but not for the past', async () => {
    const stay = await admit({ bed_id: bed(0, 0), at: bedside.at(60) })
    await bedside.nurse(beds.setState, { _id: bed(0, 1), state: 'blocked', note: 'ไฟเสีย' })
    await closeWard(ward(1))
    const correct = (...places: Input<typeof admissions.correct>['places']) =>
      bedside.nurse(admissions.correct, { ...seen(stay), reason: 'WRONG_BED', places })
    const from = bedside.at(50)
    const blocked = await expectRefusal(correct({ kind: 'bed', ward_id: ward(0), bed_id: bed(0, 1), from }))
    expect(blocked.code).toBe(1324)
    expect(blocked.fields).toEqual([{ field: 'places.0.bed_id', message: 'bed-blocked' }])
    const closed = await expectRefusal(correct({ kind: 'waiting', ward_id: ward(1), from }))
    expect(closed.code).toBe(1325)
    expect(closed.fields).toEqual([{ field: 'places.0.ward_id', message: 'ward-closed' }])
    const { stay: right } = await correct(
      { kind: 'bed', ward_id: ward(0), bed_id: bed(0, 1), from },
      { kind: 'bed', ward_id: ward(0), bed_id: bed(0, 0), from: bedside.at(40) },
    )
    expect(summarize(right)).toEqual(['bed 1', 'bed 2'])
  })

  test('to the first bed ends every reservation of the patient, and from bed to bed only that of the bed', async () => {
    const reserve = (of: number, patient_id: string) =>
      bedside.nurse(beds.reserve, { _id: bed(0, of), patient_id, until: bedside.at(-120) })
    const isReserved = async (of: number) =>
      (await bedside.panel.root
        .selectFrom('bed_reservations')
        .select('id')
        .where('bed_id', '=', bed(0, of))
        .where(sql<boolean>`during @> ${bedside.at()}::timestamptz`)
        .executeTakeFirst()) !== undefined
    const patient = await bedside.addPatient()
    await reserve(0, patient.id)
    bedside.skip(minute)
    const wanted = draft(patient.id, { bed_id: bed(0, 1) })
    const { stay } = await bedside.nurse(admissions.admit, wanted)
    expect(await isReserved(0)).toBe(false)
    await reserve(0, patient.id)
    bedside.skip(minute)
    const to = { ward_id: ward(0), reason: 'CAPACITY' } as const
    await bedside.nurse(admissions.move, { ...seen(stay), ...to, bed_id: bed(0, 2) })
    expect(await isReserved(0)).toBe(true)
  })

  test('is refused into a bed that is reserved for somebody else, and uses a reservation of their own', async () => {
    const stay = await admit({ bed_id: bed(0, 0), at: bedside.at(60) })
    const other = await bedside.addPatient()
    const until = bedside.at(-120)
    await bedside.nurse(beds.reserve, { _id: bed(0, 1), patient_id: other.id, until })
    await bedside.nurse(beds.reserve, { _id: bed(0, 2), patient_id: stay.patient._id, until })
    const correctBed = (bed_id: string) =>
      bedside.nurse(admissions.correct, {
        ...seen(stay),
        reason: 'WRONG_BED',
        places: [{ kind: 'bed', ward_id: ward(0), bed_id, from: stay.admitted_at }],
      })
    const refused = await expectRefusal(correctBed(bed(0, 1)))
    expect(refused.code).toBe(1323)
    expect(refused.fields).toEqual([{ field: 'places.0.bed_id', message: 'bed-reserved' }])
    expect(BedReserved.parse(refused.detail)).toMatchObject({ bed: '2', patient: { _id: other.id } })
    expect(summarize((await correctBed(bed(0, 2))).stay)).toEqual(['bed 3'])
    const kept = await bedside.panel.root
      .selectFrom('bed_reservations')
      .select('id')
      .where('patient_id', '=', stay.patient._id)
      .where(sql<boolean>`during @> ${bedside.at()}::timestamptz`)
      .execute()
    expect(kept).toEqual([])
  })

  test.each([
    ['somebody who has left', true],
    ['somebody who is in another bed now', false],
  ])('has the bed cleaned that %s had, unless it was cleaned or given since', async (_, hasLeft) => {
    const readBeds = async () =>
      (
        await bedside.panel.root
          .selectFrom('beds')
          .select(['state', 'needs_terminal_cleaning'])
          .where('id', 'in', [bed(0, 1), bed(0, 2)])
          .orderBy('position')
          .execute()
      ).map(({ state, needs_terminal_cleaning }) => `${state}${needs_terminal_cleaning ? ' terminal' : ''}`)
    const from = bedside.at(60)
    let stay = await admit({ bed_id: bed(0, 0), at: from, isolation: ['AIRBORNE'] })
    if (hasLeft)
      ({ stay } = await bedside.nurse(admissions.discharge, { ...seen(stay), ...home, at: bedside.at(5) }))
    const places: Input<typeof admissions.correct>['places'] = [
      { kind: 'bed', ward_id: ward(0), bed_id: bed(0, 1), from },
      { kind: 'bed', ward_id: ward(0), bed_id: bed(0, 2), from: bedside.at(40) },
      { kind: 'bed', ward_id: ward(0), bed_id: bed(0, 0), from: bedside.at(20) },
    ]
    // Somebody made this one ready since.
    await bedside.panel.root
      .updateTable('beds')
      .set({ state_at: bedside.at(10) })
      .where('id', '=', bed(0, 2))
      .execute()
    await bedside.nurse(admissions.correct, {
      ...seen(stay),
      reason: 'WRONG_BED',
      places,
      discharged_at: stay.discharged_at,
    })
    expect(await readBeds()).toEqual(['cleaning terminal', 'ready'])
  })

  test('of a leave says when they were expected back, which is after it began', async () => {
    const stay = await admit({ bed_id: bed(0, 0), at: bedside.at(60) })
    const correct = (due_back_at: string | null) =>
      bedside.nurse(admissions.correct, {
        ...seen(stay),
        reason: 'WRONG_TIME',
        places: [
          { kind: 'bed', ward_id: ward(0), bed_id: bed(0, 0), from: bedside.at(60) },
          { kind: 'leave', ward_id: ward(0), bed_id: bed(0, 0), from: bedside.at(30), due_back_at },
        ],
      })
    for (const [due, message] of [
      [null, 'field-required'],
      [bedside.at(30), 'to-before-from'],
    ] as const)
      expect((await expectRefusal(correct(due))).fields).toEqual([{ field: 'places.1.due_back_at', message }])
    expect(summarize((await correct(bedside.at(29))).stay)[0]).toMatch(/^leave/)
  })

  test('moves no discharge of a newborn past their first birthday', async () => {
    const patient = await bedside.addPatient()
    const birthday = bedside.at(24 * 60).slice(0, 10)
    await bedside.panel.root
      .updateTable('patients')
      .set({ date_of_birth: `${Number(birthday.slice(0, 4)) - 1}${birthday.slice(4)}` })
      .where('id', '=', patient.id)
      .execute()
    const from = bedside.at(72 * 60)
    const { stay: admitted } = await bedside.nurse(admissions.admit, draft(patient.id, { at: from }))
    const { stay } = await bedside.nurse(admissions.discharge, {
      ...seen(admitted),
      discharge_status: 6,
      discharge_type: 1,
      at: bedside.at(50 * 60),
    })
    const error = await expectRefusal(
      bedside.nurse(admissions.correct, {
        ...seen(stay),
        reason: 'WRONG_TIME',
        places: [{ kind: 'waiting', ward_id: ward(0), from }],
        discharged_at: bedside.at(60),
      }),
    )
    expect(error.fields).toEqual([{ field: 'discharged_at', message: 'newborn-too-old' }])
  })

  test('of the time alone is possible while the bed is reserved for the next patient', async () => {
    const stay = await admit({ bed_id: bed(0, 0) })
    bedside.skip(minute)
    const next = await bedside.addPatient()
    await bedside.nurse(beds.reserve, { _id: bed(0, 0), patient_id: next.id, until: bedside.at(-120) })
    const from = bedside.at(30)
    const { stay: right } = await bedside.nurse(admissions.correct, {
      ...seen(stay),
      reason: 'WRONG_TIME',
      places: [{ kind: 'bed', ward_id: ward(0), bed_id: bed(0, 0), from }],
    })
    expect(Date.parse(right.admitted_at)).toBe(Date.parse(from))
    const { rows } = await sql<{ patient_id: string }>`select patient_id from bed_reservations
      where bed_id = ${bed(0, 0)} and during @> ${bedside.at()}::timestamptz`.execute(bedside.panel.root)
    expect(rows).toEqual([{ patient_id: next.id }])
  })

  test('is refused where somebody had the bed then', async () => {
    const other = await admit({ bed_id: bed(0, 1), at: bedside.at(60) })
    const stay = await admit({ bed_id: bed(0, 0) })
    const places = [{ kind: 'bed' as const, ward_id: ward(0), bed_id: bed(0, 1), from: bedside.at(30) }]
    const error = await expectRefusal(
      bedside.nurse(admissions.correct, { ...seen(stay), reason: 'WRONG_BED', places }),
    )
    expect(error.code).toBe(1322)
    expect(BedTaken.parse(error.detail).patient._id).toBe(other.patient._id)
    expect(error.fields).toEqual([{ field: 'places.0.bed_id', message: 'bed-occupied' }])
  })

  describe('of two stays at once', () => {
    type Places = Input<typeof admissions.correct>['places']
    const inBed = (at: number, from: string): Places[number] => ({
      kind: 'bed',
      ward_id: ward(0),
      bed_id: bed(0, at),
      from,
    })
    const correctBoth = (
      [one, other]: readonly StayHistory[],
      [places, otherPlaces]: readonly [Places, Places],
      more: Partial<Input<typeof admissions.correct>> = {},
    ) => {
      if (!one || !other) throw new Error('two stays are corrected')
      return bedside.nurse(admissions.correct, {
        ...seen(one),
        reason: 'WRONG_BED',
        places,
        with: { ...seen(other), places: otherPlaces },
        ...more,
      })
    }
    const newest = async ({ patient: { _id } }: StayHistory) => {
      const { stays } = await bedside.nurse(admissions.history, { patient_id: _id })
      const [stay] = stays
      if (!stay) throw new Error('the patient has a stay')
      return stay
    }
    const begin = () => bedside.at(60)
    const addTwo = async () => [
      await admit({ bed_id: bed(0, 0), at: begin() }),
      await admit({ bed_id: bed(0, 1), at: begin() }),
    ]
    const swapNow = async ([one, other]: readonly StayHistory[]) => {
      if (!one || !other) throw new Error('two patients swap')
      await bedside.nurse(admissions.swap, {
        ...seen(one),
        with_stay_id: other._id,
        with_version: other.version,
        at: bedside.at(20),
        reason: 'CAPACITY',
      })
      return [await newest(one), await newest(other)]
    }

    test('moves the time of a swap, which neither can alone', async () => {
      const began = begin()
      const stays = await swapNow(await addTwo())
      const right: [Places, Places] = [
        [inBed(0, began), inBed(1, bedside.at(40))],
        [inBed(1, began), inBed(0, bedside.at(40))],
      ]
      const alone = await expectRefusal(
        bedside.nurse(admissions.correct, {
          ...seen(stays[0] as StayHistory),
          reason: 'WRONG_TIME',
          places: right[0],
        }),
      )
      expect(alone.code).toBe(errorCodes['bed-taken'])
      expect(BedTaken.parse(alone.detail).stay_id).toBe(stays[1]?._id)
      const { stay } = await correctBoth(stays, right, { reason: 'WRONG_TIME', note: 'เวลาผิด' })
      const other = await newest(stays[1] as StayHistory)
      for (const [one, beds] of [
        [stay, ['bed 2', 'bed 1']],
        [other, ['bed 1', 'bed 2']],
      ] as const) {
        expect(summarize(one)).toEqual(beds)
        expect(one.places.find(({ is_superseded }) => !is_superseded)?.from).toBe(
          new Date(bedside.at(40)).toISOString(),
        )
        expect(one.acts[0]).toMatchObject({ act: 'corrected', reason: 'WRONG_TIME', note: 'เวลาผิด' })
      }
      await expectWhole(stays.map(({ patient }) => patient._id))
    })

    test('takes back a swap that never was, and leaves no bed to be cleaned', async () => {
      const began = begin()
      const stays = await swapNow(await addTwo())
      await correctBoth(stays, [[inBed(0, began)], [inBed(1, began)]])
      expect(await copies(stays[0]?.patient._id ?? '')).toMatchObject({ bed_id: bed(0, 0) })
      expect(await copies(stays[1]?.patient._id ?? '')).toMatchObject({ bed_id: bed(0, 1) })
      const { beds: offered } = await bedside.nurse(admissions.beds, { ward_id: ward(0) })
      expect(offered.slice(0, 2).map(({ state }) => state)).toEqual(['taken', 'taken'])
      const { rows } = await sql<{ state: string }>`select distinct state from beds
        where id in (${bed(0, 0)}, ${bed(0, 1)})`.execute(bedside.panel.root)
      expect(rows).toEqual([{ state: 'ready' }])
      await expectWhole(stays.map(({ patient }) => patient._id))
    })

    test('tells by its field which bed is taken: by each other, or by somebody else', async () => {
      const began = begin()
      const stays = await addTwo()
      const shared = await expectRefusal(correctBoth(stays, [[inBed(2, began)], [inBed(2, began)]]))
      expect(shared.fields).toEqual([{ field: 'with.places.0.bed_id', message: 'bed-occupied' }])
      const third = await admit({ bed_id: bed(0, 2), at: began })
      const taken = await expectRefusal(correctBoth(stays, [[inBed(1, began)], [inBed(2, began)]]))
      expect(taken.fields).toEqual([{ field: 'with.places.0.bed_id', message: 'bed-occupied' }])
      expect(BedTaken.parse(taken.detail).stay_id).toBe(third._id)
      const late = await expectRefusal(correctBoth(stays, [[inBed(1, began)], [inBed(0, bedside.at(-60))]]))
      expect(late.fields).toEqual([{ field: 'with.places.0.from', message: 'date-in-future' }])
      const [one] = stays as [StayHistory]
      const twice = await expectRefusal(correctBoth([one, one], [[inBed(0, began)], [inBed(0, began)]]))
      expect(twice.fields).toEqual([{ field: 'with.stay_id', message: 'choice-invalid' }])
      expect(summarize(await newest(one))).toEqual(['bed 1'])
    })

    test('tells boards of every ward in which either was or is', async () => {
      const began = begin()
      const stays = await addTwo()
      const { event } = await bedside.nurse(beds.map, { ward: ward(1) })
      const inOther: Places = [{ kind: 'bed', ward_id: ward(1), bed_id: bed(1, 0), from: began }]
      await correctBoth(stays, [[inBed(1, began)], inOther])
      const emitted = await bedside.panel.root
        .selectFrom('events')
        .select('data')
        .where('hospital_id', '=', bedside.hospitalId)
        .where('number', '>', event as never)
        .execute()
      const told = emitted.flatMap(({ data }) => (data as { ward_ids?: string[] }).ward_ids ?? [])
      expect(new Set(told)).toEqual(new Set([ward(0), ward(1)]))
    })

    test('is refused if the other was changed meanwhile, with that as it is now', async () => {
      const began = begin()
      const [one, other] = (await addTwo()) as [StayHistory, StayHistory]
      const { stay: newer } = await bedside.nurse(admissions.move, {
        ...seen(other),
        ward_id: ward(0),
        bed_id: bed(0, 2),
        reason: 'CAPACITY',
      })
      const error = await expectRefusal(correctBoth([one, other], [[inBed(1, began)], [inBed(0, began)]]))
      expect(error.code).toBe(errorCodes['changed-meanwhile'])
      expect(StayChangedMeanwhile.parse(error.detail).stay).toEqual(newer)
    })

    test('needs the record of both, and is audited for both', async () => {
      const began = begin()
      const stays = (await addTwo()) as [StayHistory, StayHistory]
      const outsider = await bedside.panel.asNew({ staffType: 'nurse' })
      const admin = await bedside.panel.as('admin')
      await admin(groups.save, {
        name: newId(),
        ward_ids: [ward(1)],
        member_ids: [outsider.session.user_id],
      })
      const body = {
        ...seen(stays[0]),
        reason: 'WRONG_BED' as const,
        places: [inBed(1, began)],
        with: { ...seen(stays[1]), places: [inBed(0, began)] },
      }
      for (const { patient } of stays) {
        const error = await expectRefusal(outsider(admissions.correct, body))
        expect(error).toMatchObject({
          code: errorCodes['break-glass-needed'],
          detail: { patient_id: patient._id },
        })
        await outsider(patients.breakGlass, { patient_id: patient._id, reason: 'ย้ายเตียงสลับกัน' })
      }
      await outsider(admissions.correct, body)
      for (const { patient } of stays) {
        const { rows } = await admin(audit.list, { filterLists: { patient_id: patient._id } })
        expect(rows.filter(({ action }) => action === 'admissions.correct').length).toBeGreaterThan(0)
      }
    })

    test('is done by one of 20 that swap the same two the other way round', async () => {
      const began = begin()
      const stays = (await addTwo()) as [StayHistory, StayHistory]
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) => {
          const [one, other] = index % 2 ? stays : stays.toReversed()
          return correctBoth(
            [one as StayHistory, other as StayHistory],
            index % 2 ? [[inBed(1, began)], [inBed(0, began)]] : [[inBed(0, began)], [inBed(1, began)]],
          )
        }),
      )
      const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as CallError] : []))
      expect(refused.map(({ code }) => code)).toEqual(
        Array.from({ length: 19 }, () => errorCodes['changed-meanwhile']),
      )
      expect(summarize(await newest(stays[0]))).toEqual(['bed 2'])
      await expectWhole(stays.map(({ patient }) => patient._id))
    })
  })

  test('of two stays into one bed and one time is done by one of 20 at once', async () => {
    const stays = [await admit({ at: bedside.at(60) }), await admit({ at: bedside.at(60) })]
    const places = [{ kind: 'bed' as const, ward_id: ward(0), bed_id: bed(0, 0), from: bedside.at(30) }]
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => stays)
        .flat()
        .map((stay) => bedside.nurse(admissions.correct, { ...seen(stay), reason: 'WRONG_BED', places })),
    )
    const done = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value.stay] : []))
    expect(done.map(summarize)).toEqual([['bed 1']])
    const winner = stays.findIndex(({ _id }) => _id === done[0]?._id)
    for (const [index, result] of results.entries()) {
      if (result.status === 'fulfilled') continue
      const { code, detail }: CallError = result.reason
      if (index % 2 === winner) {
        expect(code).toBe(errorCodes['changed-meanwhile'])
        expect(StayChangedMeanwhile.parse(detail).stay._id).toBe(done[0]?._id)
      } else {
        expect(code).toBe(errorCodes['bed-taken'])
        expect(BedTaken.parse(detail).patient._id).toBe(done[0]?.patient._id)
      }
    }
    await expectWhole(stays.map(({ patient }) => patient._id))
  })

  test('is refused into another stay of the patient', async () => {
    const first = await admit({ at: bedside.at(120) })
    const { stay: left } = await bedside.nurse(admissions.discharge, {
      ...seen(first),
      ...home,
      at: bedside.at(60),
    })
    const { stay: second } = await bedside.nurse(
      admissions.admit,
      draft(left.patient._id, { at: bedside.at(30) }),
    )
    const places = [{ kind: 'waiting' as const, ward_id: ward(0), from: bedside.at(90) }]
    const error = await expectRefusal(
      bedside.nurse(admissions.correct, { ...seen(second), reason: 'WRONG_TIME', places }),
    )
    expect(error.code).toBe(1321)
  })
})

test('the lists have who is in, who left and which was void, by search and by ward', async () => {
  const stay = await admit({ bed_id: bed(0, 0) })
  const listed = (filterLists: Input<typeof admissions.list>['filterLists'], search_value = '') =>
    bedside.nurse(admissions.list, { filterLists, search_value })
  expect((await listed({ ward: ward(0) })).rows.map(({ _id }) => _id)).toEqual([stay._id])
  // The digits of an AN can also begin the HN of somebody else.
  const listByNumber = async (state: 'all' | 'left') =>
    (await listed({ state }, stay.an)).rows.map(({ _id }) => _id)
  expect(await listByNumber('all')).toContain(stay._id)
  expect(await listByNumber('left')).not.toContain(stay._id)
  bedside.skip(minute)
  await bedside.nurse(admissions.discharge, { ...seen(stay), ...home })
  expect((await listed({ ward: ward(0) })).rows).toEqual([])
  const left = await bedside.nurse(admissions.left, { search_value: stay.patient.hn })
  expect(left.rows).toMatchObject([{ _id: stay._id, outcome: 'IMPROVED', place: { bed: { label: '1' } } }])
})

test('a cancelled admission is found by its ward, with its bed and without an outcome', async () => {
  const stay = await admit({ bed_id: bed(0, 0) })
  bedside.skip(minute)
  await bedside.nurse(admissions.void, { ...seen(stay), reason: 'WRONG_PATIENT' })
  const list = async (filterLists: Input<typeof admissions.list>['filterLists']) =>
    (await bedside.nurse(admissions.list, { search_value: stay.an, filterLists })).rows
  for (const state of ['voided', 'all'] as const)
    expect(await list({ state, ward: ward(0) })).toMatchObject([
      { _id: stay._id, outcome: null, place: { bed: { label: '1' } } },
    ])
  expect((await list({ state: 'all', outcome: 'STILL_IN' })).map(({ _id }) => _id)).not.toContain(stay._id)
})

test('the lists show a stay whose record is closed to the caller by name and place, and nothing else of it', async () => {
  const outsider = await bedside.panel.asNew({ staffType: 'nurse' })
  const earlier = await admit({ at: bedside.at(300) })
  await bedside.nurse(admissions.discharge, { ...seen(earlier), ...home, at: bedside.at(200) })
  const { stay } = await bedside.nurse(
    admissions.admit,
    draft(earlier.patient._id, { bed_id: bed(0, 0), at: bedside.at(100) }),
  )
  const list = (filterLists: Input<typeof admissions.list>['filterLists']) =>
    outsider(admissions.list, { search_value: stay.patient.hn, filterLists })
  expect((await list({})).rows).toMatchObject([{ is_record_open: true, diagnosis: 'ปอดอักเสบ' }])

  const admin = await bedside.panel.as('admin')
  await admin(groups.save, { name: ward(1), ward_ids: [ward(1)], member_ids: [outsider.session.user_id] })
  const nothing = { diagnosis: null, disease: null, attending: null, department: null, outcome: null }
  expect((await list({ state: 'all' })).rows).toMatchObject([
    { is_record_open: false, place: { bed: { label: '1' } }, ...nothing },
    { is_record_open: false, place: null, ...nothing },
  ])
  expect((await list({ department: '01' })).rows).toEqual([])
  expect((await list({ state: 'all', outcome: 'IMPROVED' })).rows).toEqual([])
  expect((await list({ state: 'left', ward: ward(0) })).rows).toEqual([])
  expect((await list({ ward: ward(0) })).rows).toHaveLength(1)
  const left = await outsider(admissions.left, { search_value: stay.patient.hn })
  expect(left.rows).toMatchObject([{ is_record_open: false, place: null }])
})

test('the lists name the same outcome as the record, whatever the type and the status of the discharge', async () => {
  const { patient } = await admit()
  const { rows: inserted } = await sql<{ id: string }>`
    insert into stays (id, hospital_id, patient_id, an, admitted_at, discharged_at, discharge_type, discharge_status,
      goes_home_to_die)
    select gen_random_uuid(), ${bedside.hospitalId}, ${patient._id}, 'OUT-' || type || '-' || status || '-' || goes,
      ${bedside.at(600)}, ${bedside.at(600)}, nullif(type, 0), nullif(status, 0), goes
    from unnest(${sql.val([0, ...dischargeTypes])}::int[]) type, unnest(${sql.val([0, ...dischargeStatuses])}::int[]) status,
      (values (true), (false)) as home (goes)
    where (type in (8, 9)) = (status in (8, 9)) and (type = 0) = (status = 0)
    returning id`.execute(bedside.panel.root)
  const { stays } = await bedside.nurse(admissions.history, { patient_id: patient._id })
  const outcomes = new Map(stays.map(({ _id, outcome }) => [_id, outcome]))
  const listed = []
  for (const page of [1, 2])
    listed.push(
      ...(
        await bedside.nurse(admissions.list, {
          search_value: patient.hn,
          filterLists: { state: 'all' },
          number_of_rec: 100,
          page,
        })
      ).rows,
    )
  expect(listed).toHaveLength(inserted.length + 1)
  expect(listed.map(({ _id, outcome }) => [_id, outcome])).toEqual(
    listed.map(({ _id }) => [_id, outcomes.get(_id)]),
  )
  expect(new Set(outcomes.values())).toEqual(new Set(stayOutcomes))
})

test('a bed in which airborne isolation was lifted is cleaned terminally, whenever the patient leaves it', async () => {
  const stay = await admit({ bed_id: bed(0, 0), isolation: ['AIRBORNE'] })
  const other = await admit({ bed_id: bed(0, 1), isolation: ['DROPLET'] })
  const readBed = (id: string) =>
    bedside.panel.root
      .selectFrom('beds')
      .select(['state', 'needs_terminal_cleaning'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const lift = async (of: StayHistory) => {
    const { ward_id: _ward, ...asked } = draft(of.patient._id, { isolation: [] })
    return (await bedside.nurse(admissions.update, { ...asked, ...seen(of) })).stay
  }
  const [lifted] = [await lift(stay), await lift(other)]
  bedside.skip(minute)
  const { stay: left } = await bedside.nurse(admissions.discharge, { ...seen(lifted), ...home })
  expect(await readBed(bed(0, 0))).toEqual({ state: 'cleaning', needs_terminal_cleaning: true })
  expect(await readBed(bed(0, 1))).toEqual({ state: 'ready', needs_terminal_cleaning: false })
  const { stay: back } = await bedside.nurse(admissions.undoDischarge, { ...seen(left), reason: 'OTHER' })
  bedside.skip(minute)
  await bedside.nurse(admissions.discharge, { ...seen(back), ...home })
  expect(await readBed(bed(0, 0))).toEqual({ state: 'cleaning', needs_terminal_cleaning: true })
})

test('a change of what was asked at the admission is in the history with both values', async () => {
  const stay = await admit()
  const { patient_id, stay_id, version } = seen(stay)
  const { ward_id: _, ...fields } = draft(patient_id, { diagnosis: 'ไข้เลือดออก', isolation: ['DROPLET'] })
  const { stay: changed } = await bedside.nurse(admissions.update, { ...fields, stay_id, version })
  expect(changed).toMatchObject({ diagnosis: 'ไข้เลือดออก', isolation: ['DROPLET'], version: 2 })
  expect(changed.acts[0]?.changes).toEqual([
    { field: 'diagnosis', from: 'ปอดอักเสบ', to: 'ไข้เลือดออก' },
    { field: 'isolation', from: [], to: ['DROPLET'] },
  ])
})

test.each([
  ['not_asked', ['cleared']],
  // There is a score of whoever is not pregnant after all.
  ['yes', ['active', 'cleared']],
] as const)('an answer of "not pregnant" after "%s" leaves these alarms: %j', async (pregnancy, states) => {
  const patient = await bedside.addPatient()
  const who = bedside.panel.root.updateTable('patients').set({ date_of_birth: '1996-03-02' })
  await who.where('id', '=', patient.id).execute()
  await patient.send(
    { kind: 'consciousness', consciousness: 'V', oxygen: true },
    { kind: 'blood_pressure', systolic: 105, diastolic: 70, pulse: 105 },
    { kind: 'spo2', spo2: 93 },
    { kind: 'respiration', respiration_rate: 18 },
    { kind: 'temperature', temperature: 38.2 },
  )
  const { _id, severity } = await patient.findOpenAlarm()
  await bedside.nurse(alarms.clear, { _id, severity, note: 'ให้การรักษาแล้ว' })
  const { stay } = await bedside.nurse(admissions.admit, draft(patient.id, { bed_id: bed(0, 0), pregnancy }))
  bedside.skip(10 * minute)
  const { ward_id: _ward, ...fields } = draft(patient.id, { pregnancy: 'no' })
  await bedside.nurse(admissions.update, { ...fields, ...seen(stay) })
  expect((await patient.listAlarms()).map(({ state }) => state).toSorted()).toEqual(states)
})

test('the patient record shows the new stay, and every act is in the audit', async () => {
  const stay = await admit({ bed_id: bed(0, 0) })
  const { patient } = await bedside.nurse(patients.get, { _id: stay.patient._id })
  expect(patient).toMatchObject({ an: stay.an, stay_an: stay.an, stay_admit_date: stay.admitted_at })
  bedside.skip(minute)
  await bedside.nurse(admissions.discharge, { ...seen(stay), ...home })
  const { patient: gone } = await bedside.nurse(patients.get, { _id: stay.patient._id })
  expect(gone).toMatchObject({
    an: null,
    admit_date: null,
    stay_an: stay.an,
    stay_admit_date: stay.admitted_at,
  })
  const admin = await bedside.panel.as('admin')
  const { rows } = await admin(audit.list, { filterLists: { patient_id: stay.patient._id } })
  expect(rows.map(({ action }) => action)).toContain('admissions.admit')
})

/** What anybody may do with three patients and two wards of three beds, in any order. */
const anyAct = fc.record({
  who: fc.nat(2),
  act: fc.constantFrom(
    ...(['admit', 'update', 'move', 'swap', 'leave', 'comeBack', 'discharge', 'undo', 'void'] as const),
    ...(['correct', 'correctBoth', 'arrive', 'triage', 'end'] as const),
  ),
  place: fc.nat(1),
  bed: fc.option(fc.nat(2), { nil: null }),
  other: fc.nat(2),
  minutes: fc.integer({ min: 0, max: 30 }),
  /** Where a correction says that they were, a few minutes each. */
  places: fc.array(
    fc.record({
      kind: fc.constantFrom('bed', 'bed', 'leave', 'waiting'),
      ward: fc.nat(1),
      bed: fc.nat(2),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  pregnancy: fc.constantFrom('yes', 'no', 'unknown', 'not_asked'),
  level: fc.constantFrom('RED', 'YELLOW'),
})
type Decision = Input<typeof triage.record>['decision']
const toRed: Decision = { values: {}, level: 'RED', zone: 'RESUS', life_saving: ['CPR'] }
const toYellow: Decision = {
  values: {},
  level: 'YELLOW',
  zone: 'ACUTE',
  complaint: 'ไข้',
  infection_signs: ['NONE'],
  is_accident: false,
  resources: [],
  missing: neededTriageVitals.map((vital) => ({ vital, reason: 'UNABLE' as const })),
  override: 'LOOKS_WORSE',
}

test('after any acts no bed and no patient is in two places at once, no stay has a gap, and the copies are true', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAct, { minLength: 5, maxLength: 25, size: 'max' }), async (acts) => {
      const people = [await bedside.addPatient(), await bedside.addPatient(), await bedside.addPatient()]
      const newest = async (index: number) => {
        const { stays } = await bedside.nurse(admissions.history, { patient_id: people[index]?.id ?? '' })
        return stays.find(({ voided_at }) => voided_at === null)
      }
      for (const { who, act, place, bed: at, other, minutes, places, pregnancy, level } of acts) {
        bedside.skip(minute)
        const patient_id = people[who]?.id ?? ''
        const target = { ward_id: ward(place), bed_id: at === null ? null : bed(place, at) }
        await bedside.panel.root
          .updateTable('beds')
          .set({ state: 'ready' })
          .where('state', '=', 'cleaning')
          .execute()
        const stay = await newest(who)
        const call = async (): Promise<unknown> => {
          if (act === 'arrive' || act === 'triage' || act === 'end') {
            const { visit, triages } = await bedside.nurse(triage.prepare, { patient_id })
            if (!visit || act === 'arrive')
              return bedside.arrive({ id: patient_id }, { visited_at: bedside.at(minutes), pregnancy })
            const named = { patient_id, visit_id: visit._id }
            if (act === 'end') return bedside.nurse(visits.end, { ...named, disposition: 1 })
            return bedside.nurse(triage.record, {
              ...named,
              last_triage: triages[0]?._id ?? null,
              decision: level === 'RED' ? toRed : toYellow,
            })
          }
          if (!stay || act === 'admit')
            return bedside.nurse(
              admissions.admit,
              draft(patient_id, { ...target, at: bedside.at(minutes), pregnancy }),
            )
          const which = seen(stay)
          if (act === 'update') {
            const { ward_id: _, ...fields } = draft(patient_id, { pregnancy })
            return bedside.nurse(admissions.update, { ...fields, ...which })
          }
          const when = { at: bedside.at(minutes) }
          if (act === 'move')
            return bedside.nurse(admissions.move, {
              ...which,
              ...when,
              ...target,
              ...handOver,
              receiver_id: nurseId,
              reason: 'CAPACITY',
            })
          if (act === 'swap') {
            const with_stay = await newest(other)
            if (!with_stay || other === who) return undefined
            const partner = { with_stay_id: with_stay._id, with_version: with_stay.version }
            return bedside.nurse(admissions.swap, { ...which, ...when, ...partner, reason: 'CAPACITY' })
          }
          if (act === 'leave')
            return bedside.nurse(admissions.leave, {
              ...which,
              ...when,
              due_back_at: bedside.at(-60),
              note: 'ลา',
              holds_bed: at !== null,
            })
          if (act === 'comeBack') return bedside.nurse(admissions.comeBack, { ...which, ...when })
          if (act === 'discharge') return bedside.nurse(admissions.discharge, { ...which, ...when, ...home })
          if (act === 'undo') return bedside.nurse(admissions.undoDischarge, { ...which, reason: 'OTHER' })
          if (act === 'void') return bedside.nurse(admissions.void, { ...which, reason: 'OTHER' })
          const correction = ({ discharged_at }: StayHistory, shift: number) => ({
            places: places.map((one, index) => ({
              kind: one.kind,
              ward_id: ward(one.ward),
              bed_id: one.kind === 'waiting' ? null : bed(one.ward, (one.bed + shift) % 3),
              from: bedside.at(minutes + 5 * (places.length - index)),
              due_back_at: one.kind === 'leave' ? bedside.at(-60) : null,
            })),
            discharged_at: discharged_at === null ? null : bedside.at(minutes),
          })
          const second = act === 'correctBoth' && other !== who ? await newest(other) : undefined
          return bedside.nurse(admissions.correct, {
            ...which,
            ...correction(stay, 0),
            reason: 'WRONG_TIME',
            with: second ? { ...seen(second), ...correction(second, 1) } : null,
          })
        }
        await call().catch((error: unknown) => {
          // A refusal is an answer; a defect is not.
          if (!(error instanceof CallError) || error.code === 1500) throw error
        })
      }
      await expectWhole(people.map(({ id }) => id))
      await expectCensusAddsUp()
      for (const [index] of people.entries()) {
        const stay = await newest(index)
        if (stay?.discharged_at === null)
          await bedside.nurse(admissions.void, { ...seen(stay), reason: 'OTHER' })
      }
    }),
    { numRuns: 8 },
  )
})

/** The census of yesterday and today, in which all of it happened. */
async function expectCensusAddsUp(): Promise<void> {
  const { wards: found } = await bedside.nurse(census.report, { from: '2026-11-04', to: '2026-11-05' })
  for (const { days } of found)
    for (const one of days) {
      const left = Object.values(one.departed).reduce((sum, count) => sum + count, 0)
      const came = one.admitted + one.transferred_in
      expect(one.at_start + came - one.transferred_out - left).toBe(one.at_end)
    }
  expect(found.map(({ days }) => days[1]?.at_start)).toEqual(found.map(({ days }) => days[0]?.at_end))
}

/** Reads the tables without the panel's own constraints and copies. */
async function expectWhole(ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ problem: string }>`
    with held as (
      select s.patient_id, c.* from stays s join stay_places c on c.stay_id = s.id
      where c.superseded_at is null and s.voided_at is null)
    select 'two in a bed' as problem from held a join held b on a.bed_id = b.bed_id and a.id < b.id and a.during && b.during
    union all
    select 'twice at once' from held a join held b on a.patient_id = b.patient_id and a.id < b.id and a.during && b.during
    union all
    select 'a gap' from stays s where s.voided_at is null and s.patient_id = any(${sql.val([...ids])}::uuid[])
      and coalesce((select range_agg(during) from held where held.stay_id = s.id), '{}')
        <> tstzmultirange(tstzrange(s.admitted_at, s.discharged_at))
    union all
    select 'a wrong copy' from patients p
      left join lateral (
        select s.an, s.admitted_at, c.ward_id, c.bed_id from stays s
          join held c on c.stay_id = s.id and upper_inf(c.during)
        where s.patient_id = p.id and s.discharged_at is null and s.voided_at is null) t on true
    where p.id = any(${sql.val([...ids])}::uuid[]) and exists (select from stays s where s.patient_id = p.id)
      and (p.an, p.admitted_at, p.ward_id, p.bed_id) is distinct from (t.an, t.admitted_at, t.ward_id, t.bed_id)
    union all
    select 'a wrong level' from patients p
    where p.id = any(${sql.val([...ids])}::uuid[]) and p.triage_level is distinct from (
      select t.level from visits v join triages t on t.visit_id = v.id
      where v.patient_id = p.id and v.is_open order by t.at desc, t.id desc limit 1)
    union all
    select 'a wrong pregnancy' from patients p
      left join stays s on s.patient_id = p.id and s.discharged_at is null and s.voided_at is null
      left join visits v on v.patient_id = p.id and v.is_open
    where p.id = any(${sql.val([...ids])}::uuid[]) and p.is_pregnant is distinct from case
      when s.pregnancy in ('yes', 'no') then s.pregnancy = 'yes' else v.pregnancy is not distinct from 'yes' end
    `.execute(bedside.panel.root)
  expect(rows).toEqual([])
}

test('any code of ICD-10 can be the diagnosis, also one that the reference list does not have', async () => {
  expect(await admit({ disease: 'a979' })).toMatchObject({ disease: 'A97.9' })
  expect((await expectRefusal(admit({ disease: 'ไข้' }))).fields).toEqual([
    { field: 'disease', message: 'icd-invalid' },
  ])
})

test('a list that is asked for without filters has who is in', async () => {
  const stay = await admit()
  const { rows } = await bedside.nurse(admissions.list, { search_value: stay.an })
  // Somebody else's HN may begin with the same digits.
  expect(rows.map(({ _id }) => _id)).toContain(stay._id)
})

describe('a time that is typed to a minute in which something was noted to the second', () => {
  /** The minute of an instant, as a person types it, or one some minutes later. */
  const toMinute = (at: string, later = 0) =>
    new Date((Math.floor(Date.parse(at) / minute) + later) * minute).toISOString()
  const toIso = (at: string | null) => (at === null ? null : new Date(at).toISOString())
  const readFrom = ({ places }: StayHistory) =>
    places.filter(({ is_superseded }) => !is_superseded).map(({ from, to }) => [toIso(from), toIso(to)])
  const early = [{ field: 'at', message: 'before-last-move' }]

  beforeEach(() => bedside.skip(minute + 40_000))
  afterEach(() => bedside.skip(20_000))

  test('is that of a move after the move before, and not of one in the minute before', async () => {
    const stay = await admit({ bed_id: bed(0, 0) })
    const move = (bed_id: string, at: string, of = stay) =>
      bedside.nurse(admissions.move, {
        ...seen(of),
        ward_id: ward(0),
        bed_id,
        reason: 'BED_CHANGE',
        at,
      })
    const { admitted_at } = stay
    expect((await expectRefusal(move(bed(0, 1), toMinute(admitted_at, -1)))).fields).toEqual(early)
    const { stay: moved } = await move(bed(0, 1), toMinute(admitted_at))
    expect(readFrom(moved)).toEqual([[toIso(admitted_at), null]])
    bedside.skip(minute)
    const { stay: next } = await move(bed(0, 2), toMinute(bedside.at()), moved)
    expect(readFrom(next)).toEqual([
      [toMinute(bedside.at()), null],
      [toIso(admitted_at), toMinute(bedside.at())],
    ])
  })

  test('is that of a leave, a return and a discharge after the last move', async () => {
    const stay = await admit({ bed_id: bed(0, 0) })
    const { admitted_at } = stay
    const typed = { at: toMinute(admitted_at) }
    const leave = (at: string) =>
      bedside.nurse(admissions.leave, { ...seen(stay), due_back_at: bedside.at(-60), note: 'งานศพ', at })
    expect((await expectRefusal(leave(toMinute(admitted_at, -1)))).fields).toEqual(early)
    const { stay: left } = await leave(typed.at)
    expect(readFrom(left)).toEqual([[toIso(admitted_at), null]])
    const { stay: back } = await bedside.nurse(admissions.comeBack, { ...seen(left), ...typed })
    const discharge = (at: string) => bedside.nurse(admissions.discharge, { ...seen(back), ...home, at })
    expect((await expectRefusal(discharge(toMinute(admitted_at, -1)))).fields).toEqual(early)
    const { stay: gone } = await discharge(typed.at)
    expect(toIso(gone.discharged_at)).toBe(toIso(admitted_at))
  })

  test('is that of an admission after the discharge, and in a bed after somebody left it', async () => {
    const stay = await admit({ bed_id: bed(0, 0) })
    bedside.skip(minute)
    const { discharged_at } = (await bedside.nurse(admissions.discharge, { ...seen(stay), ...home })).stay
    const typed = toMinute(discharged_at ?? '')
    await bedside.nurse(beds.setState, { _id: bed(0, 0), state: 'ready' })
    const again = (more: Partial<Admission>) => bedside.nurse(admissions.admit, draft(stay.patient._id, more))
    expect((await expectRefusal(again({ at: toMinute(typed, -1) }))).code).toBe(
      errorCodes['already-admitted'],
    )
    expect(toIso((await again({ at: typed })).stay.admitted_at)).toBe(toIso(discharged_at))
    expect(toIso((await admit({ bed_id: bed(0, 0), at: typed })).admitted_at)).toBe(toIso(discharged_at))
  })

  test('is that of a swap after both patients were put where they are', async () => {
    const one = await admit({ bed_id: bed(0, 0) })
    bedside.skip(5000)
    const other = await admit({ bed_id: bed(0, 1) })
    const swap = (at: string) =>
      bedside.nurse(admissions.swap, {
        ...seen(one),
        with_stay_id: other._id,
        with_version: other.version,
        reason: 'BED_CHANGE',
        at,
      })
    expect((await expectRefusal(swap(toMinute(one.admitted_at, -1)))).code).toBe(errorCodes.invalid)
    const { stay } = await swap(toMinute(one.admitted_at))
    expect(readFrom(stay)).toEqual([
      [toIso(other.admitted_at), null],
      [toIso(one.admitted_at), toIso(other.admitted_at)],
    ])
    bedside.skip(-5000)
  })

  test('leaves no time to the place before in a correction, which says so', async () => {
    const stay = await admit({ bed_id: bed(0, 0) })
    const correct = (second: string) =>
      bedside.nurse(admissions.correct, {
        ...seen(stay),
        reason: 'WRONG_TIME',
        places: [
          { kind: 'bed', ward_id: ward(0), bed_id: bed(0, 0), from: stay.admitted_at },
          { kind: 'bed', ward_id: ward(0), bed_id: bed(0, 1), from: second },
        ],
      })
    bedside.skip(minute)
    const field = 'places.1.from'
    expect((await expectRefusal(correct(toMinute(stay.admitted_at)))).fields).toEqual([
      { field, message: 'lasts-no-time' },
    ])
    expect((await expectRefusal(correct(toMinute(stay.admitted_at, -1)))).fields).toEqual([
      { field, message: 'before-last-move' },
    ])
    const next = toMinute(stay.admitted_at, 1)
    expect(readFrom((await correct(next)).stay)).toEqual([
      [next, null],
      [toIso(stay.admitted_at), next],
    ])
  })
})

test('a stay cannot be corrected to a time before the birth', async () => {
  const stay = await admit()
  const places = [{ kind: 'waiting' as const, ward_id: ward(0), from: '1949-12-31T00:00:00+07:00' }]
  const error = await expectRefusal(
    bedside.nurse(admissions.correct, { ...seen(stay), reason: 'WRONG_TIME', places }),
  )
  expect(error.fields).toEqual([{ field: 'places.0.from', message: 'before-last-move' }])
})

test('the timeline says where the patient was from when, and nothing of a discharge that was undone', async () => {
  const stay = await admit({ bed_id: bed(0, 0) })
  const patient_id = stay.patient._id
  const list = async () =>
    (await bedside.nurse(summary.timeline, { patient_id, group: 'moves' })).entries.map((entry) =>
      'bed' in entry ? `${entry.kind} ${entry.bed ?? '-'} ${entry.by?._id === nurseId}` : entry.kind,
    )
  bedside.skip(minute)
  const { stay: moved } = await bedside.nurse(admissions.move, {
    ...seen(stay),
    ward_id: ward(0),
    bed_id: bed(0, 1),
    reason: 'BED_CHANGE',
  })
  bedside.skip(minute)
  const leave = { due_back_at: bedside.at(-600), note: 'งานบวชลูก' }
  const { stay: gone } = await bedside.nurse(admissions.leave, { ...seen(moved), ...leave })
  bedside.skip(minute)
  const { stay: back } = await bedside.nurse(admissions.comeBack, seen(gone))
  bedside.skip(minute)
  const { stay: left } = await bedside.nurse(admissions.discharge, { ...seen(back), ...home })
  const told = ['returned 2 true', 'left 2 true', 'moved 2 true', 'admitted 1 true']
  expect(await list()).toEqual(['discharged 2 true', ...told])
  const undo = { ...seen(left), reason: 'WRONG_PATIENT' as const }
  const { stay: lasting } = await bedside.nurse(admissions.undoDischarge, undo)
  expect(await list()).toEqual(told)
  await bedside.nurse(admissions.void, { ...seen(lasting), reason: 'WRONG_PATIENT' })
  expect(await list()).toEqual([])
})
