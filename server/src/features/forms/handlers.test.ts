import {
  type Answers,
  ambulanceReferrals,
  ambulanceRequests,
  type Client,
  errorCodes,
  type FormOperation,
  formRecords,
  formSettings,
  groups,
  type Input,
  type MissionFact,
  operationRecords,
  patientFacts,
  readings,
  standardTransportPlans,
  transportationTreatments,
} from 'contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestBedside, type TestBedside } from '../../../test/support/bedside.ts'
import { addCrew, plannedRequest, requestAmbulance, takeSteps } from '../../../test/support/missions.ts'
import { expectRefusal } from '../../../test/support/refusal.ts'
import { inHospital } from '../../db/database.ts'
import { type SignedIn, startTestPanel, type TestPanel, testNow } from '../../testing.ts'
import { findMissionFacts, findPatientFacts } from './queries/mission-facts.ts'

let bedside: TestBedside
let nurse: Client
let crew: Client
let recordId: string

beforeAll(async () => {
  bedside = await startTestBedside()
  nurse = await bedside.panel.as('nurse')
  crew = await bedside.panel.asNew({ staffType: 'paramedic', isFormUser: true })
})
afterAll(() => bedside.panel.close())
beforeEach(() => {
  recordId = newId()
})

type Sent = Input<typeof ambulanceRequests.edit>['operations'][number]
const say = (path: string, answer: unknown, more: Partial<FormOperation> = {}): Sent => ({
  op_id: newId(),
  path,
  answer,
  at: testNow,
  device: 'tablet-1',
  ...more,
})
const begin = (operations: Sent[] = [], client = crew) =>
  client(ambulanceRequests.add, { new_id: recordId, operations })
const edit = (operations: Sent[], client = crew) =>
  client(ambulanceRequests.edit, { _id: recordId, operations })
const complete = (version: number, client = crew) => client(formRecords.complete, { _id: recordId, version })
const whole: Record<string, unknown> = {
  received_at: testNow,
  channel: 'RADIO',
  reporter: 'POLICE',
  reporter_phone: '191',
  kind: 'SCENE',
  event: 'TRAFFIC',
  symptom_groups: ['25'],
  colour: 'RED',
  is_breathing: true,
  is_conscious: { reason: 'UNABLE' },
  bleeds_severely: false,
  has_chest_pain: { reason: 'NOT_DONE' },
  patient_count: 2,
  is_mass_casualty: false,
  pick_up: 'หน้าวัดพระแก้ว',
  hazards: ['NONE'],
  unit_level: 'ALS',
  position: 'LIE',
  urgency: 'E',
}
const sayAll = (answers: Record<string, unknown>) =>
  Object.entries(answers).map(([path, answer]) => say(path, answer))

test.each(['panel', 'follow-up'])(
  'a client cannot name its device %s, as the server does',
  async (device) => {
    const refused = await expectRefusal(begin([say('reporter_phone', '191', { device })]))
    expect(refused.fields).toEqual([{ field: 'operations.0.device', message: 'invalid' }])
  },
)

describe('a draft', () => {
  test('needs nothing, and a second call with its id begins no second one', async () => {
    const { record } = await begin()
    expect(record).toMatchObject({
      _id: recordId,
      form: 'ambulance-request',
      state: 'draft',
      answers: {},
      number: null,
    })
    const { record: again } = await begin([say('landmark', 'ใกล้ตลาด')])
    expect(again.answers).toEqual({ landmark: 'ใกล้ตลาด' })
    const { rows } = await crew(ambulanceRequests.list, { _id: recordId })
    expect(rows).toEqual([again])
  })

  test('refuses an answer that cannot be stored, names its field, and keeps the others', async () => {
    const { record, results } = await begin([
      say('weight_kg', 900),
      say('landmark', 'ใกล้ตลาด'),
      say('channel', 'PIGEON'),
      say('hazards', ['NONE', 'FIRE']),
      say('no_such_field', 1),
      say('__proto__', 'x'),
      say('reporter_phone', '12'),
    ])
    expect(record.answers).toEqual({ landmark: 'ใกล้ตลาด' })
    expect(results.map(({ outcome, problem }) => problem ?? outcome)).toEqual([
      { field: 'weight_kg', message: 'number-range' },
      'applied',
      { field: 'channel', message: 'choice-invalid' },
      { field: 'hazards', message: 'none-beside-others' },
      { field: 'no_such_field', message: 'field-unknown' },
      { field: '__proto__', message: 'field-unknown' },
      { field: 'reporter_phone', message: 'phone-invalid' },
    ])
  })

  test('applies an operation once, however often it arrives', async () => {
    const first = say('landmark', 'ใกล้ตลาด')
    await begin([first])
    await edit([say('landmark', 'ใกล้วัด', { base: 'ใกล้ตลาด' })])
    const { record, results } = await edit([first])
    expect(results).toEqual([{ op_id: first.op_id, outcome: 'applied', problem: null }])
    expect(record.answers).toEqual({ landmark: 'ใกล้วัด' })
  })

  test('refuses the id of an operation of another record', async () => {
    const first = say('landmark', 'ใกล้ตลาด')
    await begin([first])
    recordId = newId()
    const error = await expectRefusal(begin([{ ...first, answer: 'ใกล้วัด' }]))
    expect(error.fields).toEqual([{ field: 'operations', message: 'id-invalid' }])
  })

  test('keeps two answers given on the same one until a person picks', async () => {
    await begin([say('landmark', 'ใกล้ตลาด')])
    await edit([say('landmark', 'ใกล้วัด', { base: 'ใกล้ตลาด' })])
    const other = say('landmark', 'ใกล้โรงเรียน', { base: 'ใกล้ตลาด' })
    const same = say('landmark', 'ใกล้วัด', { base: 'ใกล้ตลาด' })
    const { record, results } = await edit([other, same])
    expect(results.map(({ outcome }) => outcome)).toEqual(['conflict', 'same'])
    expect(record.answers).toEqual({ landmark: 'ใกล้วัด' })
    expect(record.other_answers).toMatchObject([
      { op_id: other.op_id, path: 'landmark', answer: 'ใกล้โรงเรียน' },
    ])
    expect((await expectRefusal(complete(record.version))).code).toBe(errorCodes['answers-differ'])
    const { record: picked } = await edit([
      say('landmark', 'ใกล้โรงเรียน', { base: 'ใกล้วัด', settles: [other.op_id] }),
    ])
    expect(picked).toMatchObject({ answers: { landmark: 'ใกล้โรงเรียน' }, other_answers: [] })
  })

  describe('with two answers to one field', () => {
    let other: Sent
    beforeEach(async () => {
      await begin([say('landmark', '1')])
      await edit([say('landmark', '5', { base: '1' })])
      other = say('landmark', '10', { base: '1' })
      await edit([other])
    })
    const pick = (answer: string, more: Partial<FormOperation> = {}) =>
      edit([say('landmark', answer, { base: '5', settles: [other.op_id], ...more })])

    test('keeps both answers again when two people pick differently, whoever picks last', async () => {
      const kept = await pick('5')
      expect(kept.record).toMatchObject({ answers: { landmark: '5' }, other_answers: [] })
      const { record, results } = await pick('10')
      expect(results).toMatchObject([{ outcome: 'conflict' }])
      expect(record).toMatchObject({
        answers: { landmark: '5' },
        other_answers: [{ op_id: results[0]?.op_id, answer: '10' }],
      })
      const { record: decided } = await pick('10', { settles: [results[0]?.op_id ?? ''] })
      expect(decided).toMatchObject({ answers: { landmark: '10' }, other_answers: [] })
    })

    test('keeps both answers when a pick took the other one, and a pick on the old screen keeps the first', async () => {
      expect((await pick('10')).record.answers).toEqual({ landmark: '10' })
      const { record, results } = await pick('5')
      expect(results).toMatchObject([{ outcome: 'conflict' }])
      expect(record).toMatchObject({ answers: { landmark: '10' }, other_answers: [{ answer: '5' }] })
    })

    test('asks nobody again when two people pick the same', async () => {
      await pick('10')
      const { record, results } = await pick('10')
      expect(results).toMatchObject([{ outcome: 'same' }])
      expect(record).toMatchObject({ answers: { landmark: '10' }, other_answers: [] })
    })

    test('keeps all three answers when the field was changed before the pick arrived', async () => {
      await edit([say('landmark', '7', { base: '5' })])
      const { record, results } = await pick('5')
      expect(results).toMatchObject([{ outcome: 'conflict' }])
      expect(record.answers).toEqual({ landmark: '7' })
      expect(record.other_answers.map(({ answer }) => answer)).toEqual(['10', '5'])
      const { record: same } = await pick('10')
      expect(same.other_answers.map(({ answer }) => answer)).toEqual(['5', '10'])
    })

    test('tells open screens that somebody picked', async () => {
      const countEvents = async () =>
        (
          await bedside.panel.root
            .selectFrom('events')
            .select('number')
            .where('kind', '=', 'form-records-outdated')
            .execute()
        ).length
      const before = await countEvents()
      await pick('5')
      expect(await countEvents()).toBe(before + 1)
    })
  })

  test('keeps each answer of twenty tablets that answer one field at once', async () => {
    await begin()
    const answers = Array.from({ length: 20 }, (_, i) => `ที่ ${i}`)
    await Promise.all(answers.map((text) => edit([say('landmark', text)])))
    const { rows } = await crew(ambulanceRequests.list, { _id: recordId })
    const [record] = rows
    const kept = [record?.answers['landmark'], ...(record?.other_answers.map(({ answer }) => answer) ?? [])]
    expect(new Set(kept)).toEqual(new Set(answers))
    expect(kept).toHaveLength(answers.length)
  })
})

describe('completion', () => {
  test('names every field that is missing, and of those that are shown alone', async () => {
    const { record } = await begin([say('kind', 'SCENE'), say('received_at', testNow)])
    const error = await expectRefusal(complete(record.version))
    expect(error.code).toBe(errorCodes['form-incomplete'])
    const fields = error.fields?.map(({ field }) => field)
    expect(fields).toContain('hazards')
    expect(fields).not.toContain('destination')
    expect(fields).not.toContain('received_at')
  })

  test('gives the next number of the month, leaves hidden answers out and says so', async () => {
    const { record } = await begin([...sayAll(whole), say('destination', 'ศิริราช')])
    const { record: done, omitted } = await complete(record.version)
    expect(omitted).toEqual(['destination'])
    expect(done).toMatchObject({ state: 'complete', answers: whole })
    expect(done.number).toMatch(/^\d{4}-\d{4}$/)
    recordId = newId()
    const { record: next } = await begin(sayAll(whole))
    const { record: second } = await complete(next.version)
    expect(Number(second.number?.slice(5))).toBe(Number(done.number?.slice(5)) + 1)
  })

  test('is refused to somebody who has not seen the newest answers', async () => {
    const { record } = await begin(sayAll(whole))
    await edit([say('landmark', 'ใกล้วัด')])
    expect((await expectRefusal(complete(record.version))).code).toBe(errorCodes['changed-meanwhile'])
  })

  test('closes the record: answers change nothing, an addendum is added, and it can be voided once', async () => {
    const { record } = await begin(sayAll(whole))
    await complete(record.version)
    const { results, record: same } = await edit([say('landmark', 'ใกล้วัด')])
    expect(results.map(({ outcome }) => outcome)).toEqual(['closed'])
    expect(same.answers).toEqual(whole)
    const { record: corrected } = await crew(formRecords.addAddendum, {
      _id: recordId,
      what: 'ผู้ป่วย 3 คน',
      why: 'นับซ้ำ',
    })
    expect(corrected.addenda).toMatchObject([{ what: 'ผู้ป่วย 3 คน', why: 'นับซ้ำ' }])
    const void_ = () => crew(ambulanceRequests.delete, { _id: recordId, reason: 'แจ้งเท็จ' })
    expect((await void_()).record).toMatchObject({ state: 'void', void_reason: 'แจ้งเท็จ', answers: whole })
    expect((await expectRefusal(void_())).code).toBe(errorCodes['form-closed'])
    await expect(
      bedside.panel.root
        .updateTable('form_records')
        .set({ answers: '{}' })
        .where('id', '=', recordId)
        .execute(),
    ).rejects.toThrow()
  })
})

describe('rows', () => {
  const row = newId()

  test('grow, are struck out and stay, and what a row lacks is named', async () => {
    const doctor = await bedside.panel.as('doctor')
    const refer = (operations: Sent[]) => doctor(ambulanceReferrals.edit, { _id: recordId, operations })
    await doctor(ambulanceReferrals.add, { new_id: recordId, operations: [] })
    const { record, results } = await refer([
      say(`diagnoses/${row}`, true),
      say(`diagnoses/${row}/diagnosis`, 'ปอดอักเสบ'),
      say(`diagnoses/${row}/icd_10`, 'pneumonia'),
    ])
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'refused'])
    expect(record.answers).toEqual({ diagnoses: { [row]: { diagnosis: 'ปอดอักเสบ' } } })
    const error = await expectRefusal(complete(record.version, doctor))
    expect(error.fields).toContainEqual({ field: `diagnoses/${row}/role`, message: 'field-required' })
    const { record: struck } = await refer([say(`diagnoses/${row}`, false, { base: true })])
    expect(struck.answers).toEqual({ diagnoses: { [row]: { diagnosis: 'ปอดอักเสบ', is_struck_out: true } } })
    const after = await expectRefusal(complete(struck.version, doctor))
    expect(after.fields).toContainEqual({ field: 'diagnoses', message: 'field-required' })
  })

  test('are no more than the form holds', async () => {
    const doctor = await bedside.panel.as('doctor')
    const operations = Array.from({ length: 11 }, () => say(`contacts/${newId()}`, true))
    const { results } = await doctor(ambulanceReferrals.add, { new_id: recordId, operations })
    expect(results.filter(({ outcome }) => outcome === 'refused')).toHaveLength(1)
  })

  test('of a referral are written by whoever may write referrals alone', async () => {
    const begun = crew(ambulanceReferrals.add, { new_id: recordId, operations: [] })
    expect((await expectRefusal(begun)).code).toBe(errorCodes['not-allowed'])
    const doctor = await bedside.panel.as('doctor')
    const { record } = await doctor(ambulanceReferrals.add, { new_id: recordId, operations: [] })
    const assistant = await bedside.panel.asNew({ staffType: 'assistant_nurse' })
    expect((await expectRefusal(complete(record.version, assistant))).code).toBe(errorCodes['not-found'])
  })
})

test('a request for a patient of the hospital says who they are, from their record', async () => {
  const patient = await bedside.addPatient()
  const { record } = await begin([say('patient', patient.id), say('kind', 'DISCHARGE_HOME')], nurse)
  expect(record.answers).toMatchObject({
    patient_name: expect.any(String),
    sex: expect.any(String),
    date_of_birth: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
  expect(record.answers).not.toHaveProperty('age_years')
  const { fields } = await expectRefusal(complete(record.version, nurse))
  expect(fields.map(({ field }) => field)).not.toContain('patient_name')
})

test('a request and a sheet tell an estimated age of a patient, and no date of birth that somebody made up', async () => {
  const { id } = await bedside.addPatient()
  await bedside.panel.root
    .updateTable('patients')
    .set({ date_of_birth: '1986-01-01', birth_date_precision: 'estimated' })
    .where('id', '=', id)
    .execute()
  const { record } = await begin([say('patient', id), say('kind', 'DISCHARGE_HOME')], nurse)
  expect(record.answers).not.toHaveProperty('date_of_birth')
  expect(record.answers).toMatchObject({ age_years: 40, is_age_estimated: true })
  const known = await inHospital(bedside.panel.root, bedside.hospitalId, (tx) =>
    findPatientFacts(tx, id, '2026-11-05'),
  )
  expect(known).toMatchObject({ age_years: 40, is_age_estimated: true })
  expect(known).not.toHaveProperty('date_of_birth')
})

test('long lists of the record are not left out of a sheet: the worst allergies stand first, and it says that there is more', async () => {
  const { id } = await bedside.addPatient()
  const add = (substance: string, severity: string) =>
    bedside.panel.root
      .insertInto('patient_allergies')
      .values({
        id: newId(),
        hospital_id: bedside.hospitalId,
        patient_id: id,
        substance,
        kind: 'drug',
        severity,
        certainty: 'certain',
        recorded_at: testNow,
      })
      .execute()
  for (const letter of 'abcdefghijklmno') await add(letter.repeat(190), 'mild')
  await add('Morphine', 'life_threatening')
  const { record } = await begin([say('patient', id), say('kind', 'DISCHARGE_HOME')], nurse)
  const told = String(record.answers['allergies'])
  expect(told).toMatch(/^Morphine, a{190}, b{190}, .*, …$/)
  expect(told.length).toBeLessThanOrEqual(2000)
})

test('a sheet for a patient has their newest weight of the last seven days, and no older one', async () => {
  const { id } = await bedside.addPatient()
  const weigh = (weight: number, days: number) =>
    nurse(readings.record, {
      patient_id: id,
      readings: [
        {
          kind: 'body',
          measured_at: new Date(Date.parse(testNow) - days * 86_400_000).toISOString(),
          weight,
        },
      ],
    })
  const doctor = await bedside.panel.as('doctor')
  const readFilled = async () => {
    const operations = [say('patient', id)]
    const { record } = await doctor(ambulanceReferrals.add, { new_id: newId(), operations })
    return record.answers['weight_kg']
  }
  await weigh(58, 8)
  expect(await readFilled()).toBeUndefined()
  await weigh(61.4, 6)
  await weigh(60.9, 1)
  expect(await readFilled()).toBe(60.9)
})

test('the weight that somebody wrote into the request stands above that of the record', async () => {
  const { id } = await bedside.addPatient()
  const measured_at = new Date(Date.parse(testNow) - 86_400_000).toISOString()
  await nurse(readings.record, { patient_id: id, readings: [{ kind: 'body', measured_at, weight: 60 }] })
  const findWeight = async (more: Answers) => {
    const missionId = await requestAmbulance(nurse, {
      ...plannedRequest,
      is_patient_unknown: null,
      patient: id,
      ...more,
    })
    const sheet = { id: newId(), form: 'operation-form', created_at: testNow } as const
    const { facts } = await inHospital(bedside.panel.root, bedside.hospitalId, (tx) =>
      findMissionFacts(tx, missionId, sheet, { today: '2026-11-05', newId, withheld: [] }),
    )
    return facts.weight
  }
  expect(await findWeight({})).toBe(60)
  expect(await findWeight({ weight_kg: 71.5 })).toBe(71.5)
})

test('a weight of two days after a call is of another journey', async () => {
  const { id } = await bedside.addPatient()
  const daysAgo = (days: number) => new Date(Date.parse(testNow) - days * 86_400_000).toISOString()
  const at = { received_at: daysAgo(3), needed_at: daysAgo(3) }
  const request = { ...plannedRequest, ...at, is_patient_unknown: null, patient: id }
  const missionId = await requestAmbulance(nurse, request)
  const weigh = (days: number) =>
    nurse(readings.record, {
      patient_id: id,
      readings: [{ kind: 'body', measured_at: daysAgo(days), weight: 60 }],
    })
  const findWeight = async () => {
    const sheet = { id: newId(), form: 'operation-form', created_at: testNow } as const
    const { facts } = await inHospital(bedside.panel.root, bedside.hospitalId, (tx) =>
      findMissionFacts(tx, missionId, sheet, { today: '2026-11-05', newId, withheld: [] }),
    )
    return facts.weight
  }
  await weigh(1)
  expect(await findWeight()).toBeNull()
  await weigh(2.5)
  expect(await findWeight()).toBe(60)
})

test('the facts of a mission do not say who the patient is to whoever may not see them', async () => {
  const { id } = await bedside.addPatient()
  const missionId = await requestAmbulance(nurse, {
    ...plannedRequest,
    is_patient_unknown: null,
    patient: id,
  })
  const find = (withheld: readonly MissionFact[]) =>
    inHospital(bedside.panel.root, bedside.hospitalId, (tx) =>
      findMissionFacts(
        tx,
        missionId,
        { id: newId(), form: 'operation-form', created_at: testNow },
        { today: '2026-11-05', newId, withheld },
      ),
    )
  const [{ facts: seen }, { facts: unseen }] = [await find([]), await find(patientFacts)]
  const { hn, patient, date_of_birth } = seen
  expect([hn, patient, date_of_birth]).toEqual([expect.any(String), id, expect.any(String)])
  const told = Object.entries(unseen).flatMap(([name, fact]) => (fact === null ? [] : name))
  for (const name of ['hn', 'age_days', 'is_age_estimated', 'date_of_birth', 'patient'])
    expect(told).not.toContain(name)
})

describe('a referral', () => {
  const write = (operations: Sent[], client: Client) =>
    client(ambulanceReferrals.edit, { _id: recordId, operations })

  test('has what the record of its patient knows, until somebody answers; of another patient it has theirs', async () => {
    const doctor = await bedside.panel.as('doctor')
    const [first, second] = [await bedside.addPatient(), await bedside.addPatient()]
    const { root } = bedside.panel
    await root
      .updateTable('patients')
      .set({ date_of_birth: null, birth_date_precision: null, name: 'สมใจ' })
      .where('id', '=', second.id)
      .execute()
    await doctor(ambulanceReferrals.add, { new_id: recordId, operations: [] })
    const named = await write([say('patient', first.id)], doctor)
    expect(named.record.answers).toMatchObject({ sex: '2', age_years: 76 })
    expect(named.record.answers['patient_name']).toMatch(/^นางทดสอบ /)
    await write([say('sex', '9', { base: '2' })], doctor)
    const other = await write([say('patient', second.id, { base: first.id })], doctor)
    expect(other.record.answers).toMatchObject({ patient: second.id, sex: '9' })
    expect(other.record.answers['patient_name']).toMatch(/^นางสมใจ /)
    expect(other.record.answers).not.toHaveProperty('age_years')
  })

  test('keeps who and where the patient was when it was sent, as their record says', async () => {
    const doctor = await bedside.panel.as('doctor')
    const { id, hn } = await bedside.addPatient()
    await bedside.panel.root
      .updateTable('patients')
      .set({
        national_id: null,
        mobile: '0812345678',
        house_no: '99/1',
        province: '10',
        district: '1001',
        sub_district: '100101',
        zipcode: '10200',
      })
      .where('id', '=', id)
      .execute()
    await doctor(ambulanceReferrals.add, { new_id: recordId, operations: [] })
    const { record } = await write([say('patient', id)], doctor)
    expect(record.answers).toMatchObject({ phone: '0812345678', hn })
    expect(record.answers['address']).toMatch(/^99\/1 \S+ \S+ กรุงเทพมหานคร 10200$/)
    expect(record.answers).not.toHaveProperty('national_id')
    expect(record.answers).not.toHaveProperty('visit_number')
  })

  test('asks for the crew and the equipment of the plan that the hospital has for its risk', async () => {
    const doctor = await bedside.panel.as('doctor')
    const admin = await bedside.panel.as('admin')
    const { version, settings } = await admin(formSettings.get, {})
    const plan = {
      ...standardTransportPlans.L,
      crew: [['MD' as const]],
      kit: [{ item: 'PUMP' as const, count: 1 as const }],
    }
    await admin(formSettings.update, {
      version,
      settings: { ...settings, transport_plans: { L: plan } },
      reason: 'ประชุม',
    })
    const operations = [say('risk', 'L'), say('direction', 'OUT')]
    const { record } = await doctor(ambulanceReferrals.add, { new_id: recordId, operations })
    expect(record.answers).toMatchObject({ crew: 'MD', equipment: ['PUMP'] })
    await admin(formSettings.update, { version: version + 1, settings, reason: 'ยกเลิก' })
  })

  test('of a lower risk than the signs and values suggest needs a reason and a doctor', async () => {
    const doctor = await bedside.panel.as('doctor')
    const row = newId()
    const begun = await doctor(ambulanceReferrals.add, {
      new_id: recordId,
      operations: [
        say('risk_signs', ['VASOACTIVE']),
        say('risk', 'L'),
        say(`vitals/${row}/measured_at`, testNow),
        say(`vitals/${row}/systolic`, 120),
      ],
    })
    const listMissing = async (version: number) =>
      (await expectRefusal(complete(version, doctor))).fields.map(({ field }) => field)
    expect(await listMissing(begun.record.version)).toEqual(
      expect.arrayContaining(['risk_reason', 'risk_doctor']),
    )
    const raised = await write([say('risk', 'H', { base: 'L' })], doctor)
    expect(await listMissing(raised.record.version)).not.toContain('risk_reason')
    const worse = await write([say(`vitals/${row}/systolic`, 80, { base: 120 })], doctor)
    expect(await listMissing(worse.record.version)).toContain('risk_reason')
  })
})

describe('who sees a record', () => {
  test('a forms-only user sees their own records alone; whoever may read patients sees all', async () => {
    await begin([say('landmark', 'ใกล้ตลาด')])
    const other = await bedside.panel.asNew({ staffType: 'paramedic', isFormUser: true })
    expect((await other(ambulanceRequests.list, {})).rows).toEqual([])
    const foreign = other(ambulanceRequests.list, { _id: recordId })
    expect((await expectRefusal(foreign)).code).toBe(errorCodes['not-found'])
    expect((await expectRefusal(edit([say('landmark', 'x')], other))).code).toBe(errorCodes['not-found'])
    expect((await nurse(ambulanceRequests.list, { _id: recordId })).rows).toHaveLength(1)
  })

  test('a patient is named by whoever may read patients, and the answers are hidden while their record is closed', async () => {
    const patient = await bedside.addPatient()
    expect((await expectRefusal(begin([say('patient', patient.id)]))).code).toBe(errorCodes['not-found'])
    const { record } = await begin([say('patient', patient.id), say('allergies', 'เพนิซิลลิน')], nurse)
    expect(record.patient?._id).toBe(patient.id)
    const wards = await bedside.panel.root.selectFrom('wards').select('id').execute()
    const { ward_id } = await bedside.panel.root
      .selectFrom('patients')
      .select('ward_id')
      .where('id', '=', patient.id)
      .executeTakeFirstOrThrow()
    const elsewhere = wards.find(({ id }) => id !== ward_id)?.id ?? ''
    const stranger = await bedside.panel.asNew({ staffType: 'nurse' })
    const admin = await bedside.panel.as('admin')
    await admin(groups.save, {
      name: 'Elsewhere',
      ward_ids: [elsewhere],
      member_ids: [stranger.session.user_id],
    })
    const { rows } = await stranger(ambulanceRequests.list, { _id: recordId })
    expect(rows[0]).toMatchObject({ is_hidden: true, answers: {} })
    const calls = [
      () => edit([say('allergies', 'ไม่มี')], stranger),
      () => complete(record.version, stranger),
      () => stranger(formRecords.addAddendum, { _id: recordId, what: 'x', why: 'x' }),
      () => stranger(ambulanceRequests.delete, { _id: recordId, reason: 'x' }),
    ]
    for (const call of calls)
      expect((await expectRefusal(call())).code).toBe(errorCodes['break-glass-needed'])
  })
})

test('answers that only clinicians read are in no reply to others, who cannot overwrite them', async () => {
  const driver = await bedside.panel.asNew({ staffType: 'driver' })
  await driver(operationRecords.add, { new_id: recordId, operations: [say('medical', ['OTHER'])] })
  const found = say('obstetric', ['PV_BLEEDING', 'RAPE'])
  await nurse(operationRecords.edit, { _id: recordId, operations: [found] })
  const read = async (client: Client) =>
    (await client(operationRecords.list, { _id: recordId })).rows[0]?.answers
  expect(await read(nurse)).toMatchObject({ obstetric: ['PV_BLEEDING', 'RAPE'] })
  expect(await read(driver)).toEqual({ obstetric: ['PV_BLEEDING'], medical: ['OTHER'] })
  const over = say('obstetric', ['OTHER'], { base: ['PV_BLEEDING'] })
  const { results } = await driver(operationRecords.edit, { _id: recordId, operations: [over] })
  expect(results).toMatchObject([
    { outcome: 'refused', problem: { field: 'obstetric', message: 'not-allowed' } },
  ])
  expect(await read(nurse)).toMatchObject({ obstetric: ['PV_BLEEDING', 'RAPE'] })
})

describe('a photo', () => {
  const draw = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#a33' } })
      .jpeg()
      .toBuffer()
  const add = (more: Partial<Input<typeof formRecords.addPhoto>> = {}, client = crew) =>
    client(formRecords.addPhoto, { _id: recordId, new_id: newId(), caption: 'ECG', ...more })

  test('is kept whole with at most 1600 px, once, and is struck out and not deleted', async () => {
    await begin()
    const new_id = newId()
    const photo = new File([new Uint8Array(await draw(3200, 800))], 'photo.jpg')
    await add({ new_id, photo })
    const { record } = await add({ new_id, photo })
    expect(record.photos).toMatchObject([{ _id: new_id, row_id: null, caption: 'ECG' }])
    const file = await crew(formRecords.photo, { _id: new_id })
    const stored = await sharp(Buffer.from(await file.arrayBuffer())).metadata()
    expect(stored).toMatchObject({ format: 'jpeg', width: 1600, height: 400 })
    // An admin dispatches without the forms: of them they see referrals alone.
    const admin = await bedside.panel.as('admin')
    const refused = await expectRefusal(admin(formRecords.photo, { _id: new_id }))
    expect(refused.code).toBe(errorCodes['not-found'])
    const struck = await crew(formRecords.strikePhoto, { _id: recordId, photo_id: new_id })
    expect(struck.record.photos).toEqual([])
    expect((await expectRefusal(crew(formRecords.photo, { _id: new_id }))).code).toBe(errorCodes['not-found'])
  })

  test('may be of one row', async () => {
    await begin()
    const row_id = newId()
    const photo = new File([new Uint8Array(await draw(20, 20))], 'photo.jpg')
    expect((await add({ photo, row_id })).record.photos).toMatchObject([{ row_id }])
  })

  test('is refused without a picture, on a record that is no draft, and to somebody who does not see it', async () => {
    const { record } = await begin(sayAll(whole))
    const photo = new File([new Uint8Array(await draw(20, 20))], 'photo.jpg')
    expect((await expectRefusal(add())).fields).toEqual([{ field: 'photo', message: 'field-required' }])
    expect((await expectRefusal(add({ photo: new File(['abc'], 'photo.jpg') }))).code).toBe(
      errorCodes['photo-type'],
    )
    const new_id = newId()
    await add({ new_id, photo })
    const other = await bedside.panel.asNew({ staffType: 'paramedic', isFormUser: true })
    expect((await expectRefusal(other(formRecords.photo, { _id: new_id }))).code).toBe(
      errorCodes['not-found'],
    )
    await complete(record.version)
    expect((await expectRefusal(add({ photo }))).code).toBe(errorCodes['form-closed'])
  })
})

describe('a sheet of a mission that is over', () => {
  const finish = async (leader: SignedIn, more: Record<string, unknown>) => {
    const missionId = await requestAmbulance(nurse, { ...plannedRequest, ...more })
    const { call_sign: _callSign, ...assigned } = await addCrew(bedside.panel, leader)
    await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', ...assigned, note: 'ไม่ได้ตรวจรถ' }])
    await leader(transportationTreatments.add, { new_id: recordId, mission_id: missionId })
    const close = () =>
      takeSteps(nurse, missionId, [
        { step: 'LEFT_SCENE' },
        { step: 'HANDED_OVER' },
        { step: 'BACK_AT_BASE' },
        { step: 'CLOSED', note: 'เขียนในกระดาษ' },
      ])
    const read = async (person: Client) =>
      (await person(transportationTreatments.list, { _id: recordId })).rows[0]
    return { close, read }
  }

  test('says who it is about, and its crew no more where they are now', async () => {
    const own = await bedside.panel.asNew({ staffType: 'paramedic', isFormUser: true })
    const { id: patient, hn, ward } = await bedside.addPatient()
    const { close, read } = await finish(own, { patient, is_patient_unknown: null })
    expect((await read(own))?.patient).toMatchObject({ _id: patient, hn, ward: { _id: ward } })
    await close()
    expect((await read(own))?.patient).toMatchObject({ _id: patient, hn, ward: null, bed: null })
    const told = { what: 'เวลา', why: 'พิมพ์ผิด' }
    await bedside.panel.root
      .updateTable('form_records')
      .set({
        state: 'complete',
        number: recordId,
        completed_at: testNow,
        completed_by: own.session.user_id,
      })
      .where('id', '=', recordId)
      .execute()
    const { record } = await own(formRecords.addAddendum, { _id: recordId, ...told })
    expect(record).toMatchObject({ addenda: [told], patient: { ward: null } })
    expect((await read(nurse))?.patient).toMatchObject({ ward: { _id: ward } })
  })

  test('does not tell its crew who somebody was whom the hospital named since', async () => {
    const own = await bedside.panel.asNew({ staffType: 'paramedic', isFormUser: true })
    const { id: patient } = await bedside.addPatient()
    const { close, read } = await finish(own, {})
    await close()
    await bedside.panel.root
      .updateTable('form_records')
      .set({ patient_id: patient })
      .where('id', '=', recordId)
      .execute()
    expect((await read(own))?.patient).toBeNull()
    expect((await read(nurse))?.patient).toMatchObject({ _id: patient })
  })
})

describe('a signature', () => {
  const sign = (more: Partial<Input<typeof formRecords.sign>> = {}, client = crew) =>
    client(formRecords.sign, {
      _id: recordId,
      new_id: newId(),
      version: 2,
      role: 'PATIENT',
      signer_name: 'นายสมชาย ใจดี',
      strokes: 'M10 10L200 100',
      ...more,
    })

  test('holds what the record said, and shows when an answer was changed afterwards', async () => {
    await begin([say('landmark', 'ใกล้วัด')])
    const { record } = await sign()
    expect(record.signatures).toMatchObject([
      { role: 'PATIENT', signer_name: 'นายสมชาย ใจดี', strokes: 'M10 10L200 100', holds: true },
    ])
    const changed = await edit([say('landmark', 'ใกล้ตลาด', { base: 'ใกล้วัด' })])
    expect(changed.record.signatures).toMatchObject([{ holds: false }])
    const back = await edit([say('landmark', 'ใกล้วัด', { base: 'ใกล้ตลาด' })])
    expect(back.record.signatures).toMatchObject([{ holds: true }])
  })

  test('holds while answers and rows are added, and no more once a signed one is changed or struck out', async () => {
    const [signedRow, newRow] = [newId(), newId()]
    const write = (operations: Sent[]) =>
      crew(operationRecords.edit, { _id: recordId, operations }).then(({ record }) => record.signatures)
    await crew(operationRecords.add, {
      new_id: recordId,
      operations: [say('odometer_base', 100), say(`drugs/${signedRow}/dose`, 5)],
    })
    const { rows } = await crew(operationRecords.list, { _id: recordId })
    const { record } = await sign({ version: rows[0]?.version ?? 0, role: 'RECEIVER' })
    expect(record.signatures).toMatchObject([{ holds: true, has_more: false }])
    expect(await write([say('odometer_back', 130)])).toMatchObject([{ holds: true, has_more: true }])
    expect(await write([say(`drugs/${newRow}/dose`, 1)])).toMatchObject([{ holds: true, has_more: true }])
    expect(await write([say(`drugs/${signedRow}`, false, { base: true })])).toMatchObject([{ holds: false }])
    expect(await write([say(`drugs/${signedRow}`, true, { base: false })])).toMatchObject([{ holds: true }])
    expect(await write([say(`drugs/${signedRow}/dose`, 6, { base: 5 })])).toMatchObject([{ holds: false }])
  })

  test('of which only the hash is known holds while the record says the same', async () => {
    await begin([say('landmark', 'ใกล้วัด')])
    await sign()
    await bedside.panel.root.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`update form_signatures set signed_answers = null where record_id = ${recordId}`.execute(tx)
    })
    expect((await begin()).record.signatures).toMatchObject([{ holds: true, has_more: false }])
    const { record } = await edit([say('pick_up', 'ตลาด')])
    expect(record.signatures).toMatchObject([{ holds: false }])
  })

  test('still holds once the record is complete: answers that are not shown were not signed', async () => {
    const { record } = await begin([...sayAll(whole), say('destination', 'ศิริราช')])
    await sign({ version: record.version })
    const { record: completed } = await complete(record.version)
    expect(completed.answers['destination']).toBeUndefined()
    expect(completed.signatures).toMatchObject([{ holds: true }])
  })

  test('is of what was shown, is saved once, and is of one record', async () => {
    await begin([say('landmark', 'ใกล้วัด')])
    expect((await expectRefusal(sign({ version: 1 }))).code).toBe(errorCodes['changed-meanwhile'])
    const new_id = newId()
    await sign({ new_id })
    expect((await sign({ new_id })).record.signatures).toHaveLength(1)
    recordId = newId()
    await begin([say('landmark', 'ใกล้วัด')])
    expect((await expectRefusal(sign({ new_id }))).fields).toEqual([
      { field: 'new_id', message: 'id-invalid' },
    ])
  })

  test('is refused on a void record, and to somebody who does not see the record', async () => {
    await begin([say('landmark', 'ใกล้วัด')])
    const other = await bedside.panel.asNew({ staffType: 'paramedic', isFormUser: true })
    expect((await expectRefusal(sign({}, other))).code).toBe(errorCodes['not-found'])
    await crew(ambulanceRequests.delete, { _id: recordId, reason: 'ผิดฉบับ' })
    expect((await expectRefusal(sign({ version: 3 }))).code).toBe(errorCodes['form-closed'])
  })
})

describe('the settings of a hospital', () => {
  let panel: TestPanel
  let admin: Client
  beforeAll(async () => {
    panel = await startTestPanel()
    admin = await panel.as('admin')
  })
  afterAll(() => panel.close())

  test('ask more of a record than the released form, from the next completion on', async () => {
    const author = await panel.asNew({ staffType: 'paramedic', isFormUser: true })
    const { record } = await author(ambulanceRequests.add, { new_id: recordId, operations: sayAll(whole) })
    const { version, settings } = await author(formSettings.get, {})
    const asked = { ...settings, needed: { 'ambulance-request': ['landmark'] } }
    await admin(formSettings.update, { version, settings: asked, reason: 'ที่เกิดเหตุหายาก' })
    const finish = (seen: number) => author(formRecords.complete, { _id: recordId, version: seen })
    expect((await expectRefusal(finish(record.version))).fields).toEqual([
      { field: 'landmark', message: 'field-required' },
    ])
    const edited = await author(ambulanceRequests.edit, {
      _id: recordId,
      operations: [say('landmark', 'ใกล้วัด')],
    })
    expect((await finish(edited.record.version)).record.state).toBe('complete')
    expect((await admin(formSettings.get, {})).history).toMatchObject([{ reason: 'ที่เกิดเหตุหายาก' }])
  })

  test('are refused where a name is wrong, to others than the fleet, and if somebody saved first', async () => {
    const { version, settings } = await admin(formSettings.get, {})
    const save = (changed: object, client = admin, seen = version) =>
      client(formSettings.update, { version: seen, settings: { ...settings, ...changed }, reason: 'ทดสอบ' })
    expect((await expectRefusal(save({ needed: { 'ambulance-request': ['nothing'] } }))).fields).toEqual([
      { field: 'settings.needed.ambulance-request', message: 'field-unknown' },
    ])
    const doctor = await bedside.panel.as('doctor')
    expect((await expectRefusal(save({}, doctor))).code).toBe(errorCodes['not-allowed'])
    await save({ not_offered: { position: ['SIT'] } })
    expect(await expectRefusal(save({}))).toMatchObject({
      code: errorCodes['changed-meanwhile'],
      detail: { settings: { not_offered: { position: ['SIT'] } } },
    })
  })

  test('add options, which records have at once and keep when they are offered no more', async () => {
    const author = await panel.asNew({ staffType: 'paramedic', isFormUser: true })
    const { version, settings } = await admin(formSettings.get, {})
    const mudslide = { name_th: 'โคลนถล่ม', name_en: 'Mudslide' }
    const save = (seen: number, changed: Partial<typeof settings>) =>
      admin(formSettings.update, { version: seen, settings: { ...settings, ...changed }, reason: 'ฤดูฝน' })
    const write = (operations: Sent[]) => author(ambulanceRequests.add, { new_id: recordId, operations })
    expect((await write([say('hazards', ['H1'])])).results).toMatchObject([
      { outcome: 'refused', problem: { field: 'hazards', message: 'choice-invalid' } },
    ])
    await save(version, { own_options: { hazard: [mudslide] } })
    expect(
      (await write(sayAll({ ...whole, hazards: ['FIRE', 'H1'], landmark: 'ใกล้วัด' }))).record.answers,
    ).toMatchObject({
      hazards: ['FIRE', 'H1'],
    })
    expect((await write([say('hazards', ['H2'], { base: ['FIRE', 'H1'] })])).results).toMatchObject([
      { outcome: 'refused' },
    ])
    await save(version + 1, { own_options: { hazard: [mudslide] }, not_offered: { hazard: ['H1'] } })
    const { record } = await write([say('landmark', 'ใกล้ตลาด', { base: 'ใกล้วัด' })])
    const completed = await author(formRecords.complete, { _id: recordId, version: record.version })
    expect(completed.record).toMatchObject({ state: 'complete', answers: { hazards: ['FIRE', 'H1'] } })
    const refuse = async (own_options: typeof settings.own_options) =>
      (await expectRefusal(save(version + 2, { own_options }))).fields
    expect(await refuse({ hazard: [mudslide, { name_th: 'ดินถล่ม', name_en: ' mudslide' }] })).toEqual([
      { field: 'settings.own_options.hazard.1.name_en', message: 'option-repeated' },
    ])
    expect(await refuse({ hazard: [mudslide, { name_th: ' ', name_en: 'Landslide' }] })).toEqual([
      { field: 'settings.own_options.hazard.1.name_th', message: 'field-required' },
    ])
    expect(await refuse({ hazard: [{ ...mudslide, name_en: 'Mud' }] })).toEqual([
      { field: 'settings.own_options.hazard', message: 'option-kept' },
    ])
    expect(await refuse({})).toEqual([{ field: 'settings.own_options.hazard', message: 'option-kept' }])
    expect(await refuse({ hazard: Array.from({ length: 41 }, () => mudslide) })).toEqual([
      { field: 'settings.own_options.hazard', message: 'options-too-many' },
    ])
    expect(await refuse({ hazard: [mudslide], payer: [mudslide] })).toEqual([
      { field: 'settings.own_options.payer', message: 'choice-invalid' },
    ])
    const { own_options: _unknown, ...known } = settings
    await admin(formSettings.update, { version: version + 2, settings: known, reason: 'หน้าเดิม' })
    expect((await admin(formSettings.get, {})).settings.own_options).toEqual({ hazard: [mudslide] })
  })

  test('with an option that two people add are refused to the second, who sees the first', async () => {
    const { version, settings } = await admin(formSettings.get, {})
    const add = (name_en: string) =>
      admin(formSettings.update, {
        version,
        settings: {
          ...settings,
          own_options: { ...settings.own_options, procedure: [{ name_th: 'พ่นยา', name_en }] },
        },
        reason: 'ทดสอบ',
      })
    await add('Nebuliser')
    expect(await expectRefusal(add('Spray'))).toMatchObject({
      code: errorCodes['changed-meanwhile'],
      detail: { settings: { own_options: { procedure: [{ name_en: 'Nebuliser' }] } } },
    })
  })

  test('keep the hospitals when a page saves that was opened before the panel kept them', async () => {
    const hospitals = [{ code: '10671', name: 'รพ. อุดรธานี' }]
    const { version, settings } = await admin(formSettings.get, {})
    await admin(formSettings.update, { version, settings: { ...settings, hospitals }, reason: 'ทดสอบ' })
    const { hospitals: _unknown, ...known } = settings
    await admin(formSettings.update, { version: version + 1, settings: known, reason: 'ทดสอบ' })
    expect((await admin(formSettings.get, {})).settings).toEqual({ ...settings, hospitals })
  })

  test('keep the drugs when a page saves that was opened before a hospital could change them', async () => {
    const drugs = { ATROPINE: { strength: '1 mg/mL', uses: { BRADYCARDIA: { adult: [{ high: 1.2 }] } } } }
    const { version, settings } = await admin(formSettings.get, {})
    await admin(formSettings.update, { version, settings: { ...settings, drugs }, reason: 'หลอดยาใหม่' })
    const { drugs: _unknown, ...known } = settings
    await admin(formSettings.update, { version: version + 1, settings: known, reason: 'หน้าเดิม' })
    const saved = await admin(formSettings.get, {})
    expect(saved.settings).toEqual({ ...settings, drugs })
    expect(saved.history.slice(0, 2)).toMatchObject([{ reason: 'หน้าเดิม' }, { reason: 'หลอดยาใหม่' }])
    await admin(formSettings.update, { version: version + 2, settings, reason: 'คืนค่า' })
    expect((await admin(formSettings.get, {})).settings.drugs).toEqual({})
  })

  test('refuse a limit of a drug that cannot be meant, beside its field', async () => {
    const { version, settings } = await admin(formSettings.get, {})
    const save = (drugs: typeof settings.drugs) =>
      expectRefusal(
        admin(formSettings.update, { version, settings: { ...settings, drugs }, reason: 'ทดสอบ' }),
      )
    const limit = (high: number) => ({ MORPHINE: { uses: { PAIN: { adult: [{ high }] } } } })
    const field = 'settings.drugs.MORPHINE.uses.PAIN.adult.0.high'
    expect((await save(limit(40))).fields).toEqual([{ field, message: 'dose-far' }])
    expect((await save(limit(1))).fields).toEqual([{ field, message: 'dose-order' }])
    expect((await save(limit(Number.NaN))).fields).toEqual([{ field, message: 'number-invalid' }])
    expect((await save({ NOTHING: { uses: {} } })).fields).toEqual([
      { field: 'settings.drugs.NOTHING', message: 'choice-invalid' },
    ])
  })

  test('ask why for a dose above the limit of the hospital, and a complete sheet keeps that limit', async () => {
    const doctor = await panel.as('doctor')
    const ids = [newId(), newId()] as const
    const row = newId()
    const dose = (amount: number) =>
      sayAll({
        [`drugs/${row}/drug`]: 'MORPHINE',
        [`drugs/${row}/dose`]: amount,
        [`drugs/${row}/dose_unit`]: 'mg',
        [`drugs/${row}/route`]: 'IV',
        [`drugs/${row}/given_at`]: testNow,
        age_years: 40,
      })
    const findMissing = async (_id: string) => {
      const { rows } = await doctor(operationRecords.list, { _id })
      const version = rows[0]?.version ?? expect.fail('there is no such record')
      const { fields } = await expectRefusal(doctor(formRecords.complete, { _id, version }))
      return fields.map(({ field }) => field).filter((field) => field.endsWith('/dose_reason'))
    }
    await doctor(operationRecords.add, { new_id: ids[0], operations: dose(6) })
    expect(await findMissing(ids[0])).toEqual([`drugs/${row}/dose_reason`])
    const { version, settings } = await admin(formSettings.get, {})
    const drugs = { MORPHINE: { uses: { PAIN: { adult: [{ high: 6 }] } } } }
    await admin(formSettings.update, { version, settings: { ...settings, drugs }, reason: 'ขนาดใหม่' })
    expect(await findMissing(ids[0])).toEqual([])
    await doctor(operationRecords.add, { new_id: ids[1], operations: dose(6.1) })
    expect(await findMissing(ids[1])).toEqual([`drugs/${row}/dose_reason`])
    const read = async (_id: string) => (await doctor(operationRecords.list, { _id })).rows[0]?.drugs
    expect(await read(ids[0])).toEqual(drugs)
    const { record } = await doctor(ambulanceRequests.add, {
      new_id: newId(),
      operations: sayAll({ ...whole, landmark: 'ใกล้วัด' }),
    })
    await doctor(formRecords.complete, { _id: record._id, version: record.version })
    await admin(formSettings.update, { version: version + 1, settings, reason: 'คืนค่า' })
    expect(await read(ids[0])).toEqual({})
    const { rows } = await doctor(ambulanceRequests.list, { _id: record._id })
    expect(rows[0]).toMatchObject({ state: 'complete', drugs })
  })

  test('are saved after an upgrade that removed a field of theirs', async () => {
    await sql`
      insert into form_settings (id, hospital_id, version, at, staff_id, reason, settings)
      select ${newId()}, hospital_id, version + 1, at, staff_id, reason,
        settings || '{"needed":{"ambulance-request":["landmark","removed"]},"not_offered":{"removed":["A"]}}'
      from form_settings order by version desc limit 1`.execute(panel.root)
    const { version, settings } = await admin(formSettings.get, {})
    expect(settings).toMatchObject({ needed: { 'ambulance-request': ['landmark'] }, not_offered: {} })
    await admin(formSettings.update, { version, settings, reason: 'ทดสอบ' })
    expect((await admin(formSettings.get, {})).settings).toEqual(settings)
  })
})

test('a referral whose risk is high is complete with vital signs of now, or a reason', async () => {
  const doctor = await bedside.panel.as('doctor')
  const measure = (minutes: number) =>
    say(`vitals/${newId()}/measured_at`, new Date(Date.parse(testNow) - minutes * 60_000).toISOString())
  const isAsked = async (operations: Sent[]) => {
    const { record } = await doctor(ambulanceReferrals.edit, { _id: recordId, operations })
    const { fields } = await expectRefusal(complete(record.version, doctor))
    return fields.some(({ field, message }) => field === 'old_vitals_reason' && message === 'vitals-too-old')
  }
  const operations = [say('risk', 'U'), say('direction', 'OUT'), measure(31)]
  await doctor(ambulanceReferrals.add, { new_id: recordId, operations })
  expect(await isAsked([])).toBe(true)
  expect(await isAsked([say('old_vitals_reason', 'ต้องออกเดินทางทันที')])).toBe(false)
  expect(await isAsked([say('old_vitals_reason', null, { base: 'ต้องออกเดินทางทันที' })])).toBe(true)
  expect(await isAsked([measure(30)])).toBe(false)
})
