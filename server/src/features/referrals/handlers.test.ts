import {
  ambulanceReferrals,
  ambulanceRequests,
  audit,
  type Client,
  errorCodes,
  findReferralHolder,
  formDelivery,
  formRecords,
  type Input,
  missions,
  patients,
  permissionMatrix,
  referrals,
  transportationTreatments,
} from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCrew, answerAll, plannedRequest, requestAmbulance } from '../../../test/support/missions.ts'
import { expectRefusal } from '../../../test/support/refusal.ts'
import { type SignedIn, startTestPanel, type TestPanel, testNow } from '../../testing.ts'

let panel: TestPanel
let nurse: SignedIn
let doctor: SignedIn
let crew: SignedIn
let patientId: string
let referralId: string

beforeAll(async () => {
  panel = await startTestPanel()
  nurse = await panel.asNew({ staffType: 'nurse' })
  doctor = await panel.asNew({ staffType: 'doctor' })
  crew = await panel.asNew({ staffType: 'paramedic' })
})
afterAll(() => panel.close())

beforeEach(async () => {
  const found = await panel.root
    .selectFrom('patients')
    .select('id')
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('form_records')
        .select('patient_id')
        .where('patient_id', 'is not', null)
        .$castTo<string>(),
    )
    .executeTakeFirstOrThrow()
  patientId = found.id
  referralId = await begin()
})

async function begin(more: Record<string, unknown> = {}): Promise<string> {
  const new_id = newId()
  const answers = { patient: patientId, direction: 'OUT', risk: 'U', ...more }
  const operations = Object.entries(answers).map(([path, answer]) => ({
    op_id: newId(),
    path,
    answer,
    at: testNow,
    device: 'test',
  }))
  await doctor(ambulanceReferrals.add, { new_id, operations })
  return new_id
}

type Change = Input<typeof referrals.shift>['change']
const shift = async (by: Client, change: Change, act_id = newId()) =>
  (await by(referrals.shift, { _id: referralId, act_id, change })).referral
const take = (by: Client, more: Partial<Extract<Change, { act: 'TAKEN' }>> = {}) =>
  shift(by, { act: 'TAKEN', level: 'PARAMEDIC', ...more })
const answer = async (by: Client, said: Input<typeof referrals.answer>['said']) =>
  (await by(referrals.answer, { _id: referralId, act_id: newId(), said })).referral
const findHolderId = ({ acts }: Awaited<ReturnType<typeof take>>) => findReferralHolder(acts)?.staff._id
describe('a referral in hand', () => {
  test('is taken by one of twenty at once, and the others are told who has it since when', async () => {
    const people = await Promise.all(
      Array.from({ length: 20 }, () => panel.asNew({ staffType: 'paramedic' })),
    )
    const results = await Promise.allSettled(people.map((person) => take(person)))
    const holders = results.flatMap((one) => (one.status === 'fulfilled' ? [findHolderId(one.value)] : []))
    expect(holders).toHaveLength(1)
    for (const one of results)
      if (one.status === 'rejected') {
        expect(one.reason.code).toBe(errorCodes['shift-held'])
        expect(one.reason.detail).toMatchObject({
          holder: { staff: { _id: holders[0] }, since: expect.any(String) },
        })
      }
  })

  test('is handed over by its holder alone, released, and taken by another', async () => {
    expect(findHolderId(await take(crew))).toBe(crew.session.user_id)
    const handOver = { act: 'HANDED_OVER', to_staff_id: nurse.session.user_id } as const
    expect((await expectRefusal(shift(nurse, handOver))).code).toBe(errorCodes['shift-not-held'])
    expect(findHolderId(await shift(crew, handOver))).toBe(nurse.session.user_id)
    expect((await expectRefusal(shift(crew, { act: 'RELEASED' }))).code).toBe(errorCodes['shift-not-held'])
    expect(findHolderId(await shift(nurse, { act: 'RELEASED' }))).toBeUndefined()
    expect(findHolderId(await take(crew))).toBe(crew.session.user_id)
  })

  test('is taken over with a reason by who knows from whom, and not from who has it no more', async () => {
    const first = findReferralHolder((await take(crew)).acts)
    const over = first?.act_id ?? ''
    expect((await expectRefusal(take(nurse, { over }))).fields).toEqual([
      { field: 'change.note', message: 'reason-required' },
    ])
    expect(findHolderId(await take(nurse, { over, note: 'เวรเดิมกลับแล้ว' }))).toBe(nurse.session.user_id)
    const late = await expectRefusal(take(doctor, { over, note: 'เวรเดิมกลับแล้ว' }))
    expect(late.detail).toMatchObject({ holder: { staff: { _id: nurse.session.user_id } } })
  })

  test('is not handed to somebody who takes no referrals, nor taken with a vehicle that does not exist', async () => {
    const registrar = await panel.asNew({ staffType: 'registrar' })
    await take(crew)
    const error = await expectRefusal(
      shift(crew, { act: 'HANDED_OVER', to_staff_id: registrar.session.user_id }),
    )
    expect(error.fields).toEqual([{ field: 'change.to_staff_id', message: 'choice-invalid' }])
    referralId = await begin()
    expect((await expectRefusal(take(crew, { vehicle_id: newId() }))).fields).toEqual([
      { field: 'change.vehicle_id', message: 'choice-invalid' },
    ])
  })

  test('takes an act once, however often it is sent, and none when it is void', async () => {
    const act_id = newId()
    await shift(crew, { act: 'TAKEN', level: 'PARAMEDIC' }, act_id)
    expect((await shift(crew, { act: 'TAKEN', level: 'PARAMEDIC' }, act_id)).acts).toHaveLength(1)
    await doctor(ambulanceReferrals.delete, { _id: referralId, reason: 'ผู้ป่วยเสียชีวิต' })
    expect((await expectRefusal(shift(crew, { act: 'RELEASED' }))).code).toBe(errorCodes['form-closed'])
  })
})

describe('the receiving side', () => {
  test('asks, is replied to, declines with a reason and accepts; each is kept', async () => {
    await answer(nurse, { act: 'ASKED', note: 'ใส่ท่อหรือยัง' })
    await doctor(referrals.reply, { _id: referralId, act_id: newId(), note: 'ใส่แล้ว เบอร์ 7.5' })
    await answer(nurse, { act: 'DECLINED', reason: 'BED_FULL', told_by: 'พญ. รัตนา' })
    const { acts } = await answer(nurse, { act: 'ACCEPTED', bed: 'ICU 4' })
    expect(acts.map(({ act, reason, bed, told_by }) => [act, reason ?? bed ?? told_by])).toEqual([
      ['ASKED', null],
      ['REPLIED', null],
      ['DECLINED', 'BED_FULL'],
      ['ACCEPTED', 'ICU 4'],
    ])
  })

  test('asks for another time or puts the patient off, by a time or in words, which the list shows meanwhile', async () => {
    const readSent = async () => {
      const { rows } = await doctor(ambulanceReferrals.list, { _id: referralId })
      return [rows[0]?.sent?.status, rows[0]?.sent?.proposed_at]
    }
    const [asked, later] = ['2026-11-06T01:30:00.000Z', '2026-11-07T01:00:00.000Z']
    const neither = await expectRefusal(answer(nurse, { act: 'TIME_ASKED' }))
    expect(neither.fields).toEqual([{ field: 'said.note', message: 'field-required' }])
    await answer(nurse, { act: 'TIME_ASKED', proposed_at: asked })
    expect(await readSent()).toEqual(['T', asked])
    await doctor(referrals.reply, { _id: referralId, act_id: newId(), note: 'ได้' })
    expect(await readSent()).toEqual(['P', null])
    await answer(nurse, { act: 'POSTPONED', note: 'รอเตียง', proposed_at: later })
    const { acts } = await answer(nurse, { act: 'TIME_ASKED', note: 'บ่าย' })
    const times = acts.map((act) => act.proposed_at && new Date(act.proposed_at).toISOString())
    expect(times).toEqual([asked, null, later, null])
    expect(await readSent()).toEqual(['T', null])
    await doctor(referrals.reply, { _id: referralId, act_id: newId(), note: 'ไม่ได้' })
    expect(await readSent()).toEqual(['S', later])
    await answer(nurse, { act: 'ACCEPTED' })
    expect(await readSent()).toEqual(['A', null])
  })

  test('asks for another time or puts the patient off in words, and the sender tells the patient', async () => {
    const readStatus = async () =>
      (await doctor(ambulanceReferrals.list, { _id: referralId })).rows[0]?.sent?.status
    const wordless = await expectRefusal(answer(nurse, { act: 'POSTPONED', note: '' }))
    expect(wordless.fields).toEqual([{ field: 'said.note', message: 'field-required' }])
    await answer(nurse, { act: 'TIME_ASKED', note: 'พรุ่งนี้เช้าได้ไหม' })
    expect(await readStatus()).toBe('T')
    await doctor(referrals.reply, { _id: referralId, act_id: newId(), note: 'ได้' })
    await answer(nurse, { act: 'POSTPONED', note: 'ถึงวันที่ 7' })
    expect(await readStatus()).toBe('S')
    await answer(nurse, { act: 'ACCEPTED' })
    const act_id = newId()
    const tell = () => doctor(referrals.tellPatient, { _id: referralId, act_id })
    await tell()
    const { acts } = (await tell()).referral
    expect(acts.map(({ act }) => act)).toEqual([
      'TIME_ASKED',
      'REPLIED',
      'POSTPONED',
      'ACCEPTED',
      'PATIENT_TOLD',
    ])
    expect(await readStatus()).toBe('N')
    const refused = await expectRefusal(crew(referrals.tellPatient, { _id: referralId, act_id: newId() }))
    expect(refused.code).toBe(errorCodes['not-allowed'])
  })

  test('says in words what was wrong, if something was', async () => {
    const judged = { suitability: 'APPROPRIATE', data_transfer: 'COMPLETE' } as const
    const wrong = { ...judged, fluid: 'INAPPROPRIATE' } as const
    expect((await expectRefusal(answer(nurse, { act: 'APPRAISED', appraisal: wrong }))).fields).toEqual([
      { field: 'said.note', message: 'reason-required' },
    ])
    const { acts } = await answer(nurse, { act: 'APPRAISED', appraisal: judged })
    expect(acts.at(-1)?.appraisal).toMatchObject(judged)
  })

  test('says that the patient arrived, or why not; something else than the list has is said in words', async () => {
    await answer(nurse, { act: 'ACCEPTED' })
    const other = { act: 'NOT_ARRIVED', result: 'OTHER' } as const
    expect((await expectRefusal(answer(nurse, other))).fields).toEqual([
      { field: 'said.note', message: 'reason-required' },
    ])
    await answer(nurse, { act: 'NOT_ARRIVED', result: 'NOT_FOUND' })
    const { acts } = await answer(nurse, { act: 'ARRIVED', told_by: 'พย. ห้องฉุกเฉิน' })
    expect(acts.map(({ act, result }) => [act, result])).toEqual([
      ['ACCEPTED', null],
      ['NOT_ARRIVED', 'NOT_FOUND'],
      ['ARRIVED', null],
    ])
    const { rows } = await doctor(ambulanceReferrals.list, { _id: referralId })
    // The letter itself is a draft still: it is final since the patient is there.
    expect(rows[0]?.sent).toEqual({ status: 'F', result: '1', proposed_at: null })
  })

  test('is who may answer: a paramedic may not', async () => {
    expect((await expectRefusal(answer(crew, { act: 'ACCEPTED' }))).code).toBe(errorCodes['not-allowed'])
  })
})

test('a second referral of a patient on a day is warned of, until one is void', async () => {
  const read = async () => (await nurse(referrals.get, { _id: referralId })).referral.duplicates
  expect(await read()).toEqual([])
  const other = await begin({ to_hospital: 'ศิริราช' })
  expect(await read()).toMatchObject([{ _id: other, state: 'draft', to_hospital: 'ศิริราช' }])
  await doctor(ambulanceReferrals.delete, { _id: other, reason: 'ซ้ำ' })
  expect(await read()).toEqual([])
})

test('a second referral of a person on a day is warned of though it is under a record that was merged', async () => {
  const registrar = await panel.asNew({ staffType: 'registrar' })
  const register = async () => {
    const hn = newId().slice(-8)
    const person = { hn, title: 'นาย', name: `สองเลข${hn}`, surname: 'คนเดียว', gender: 'male' } as const
    return (await nurse(patients.register, { ...person, identity_kind: 'none' })).patient._id
  }
  const [used, merged] = [await register(), await register()]
  const [one, other] = [await begin({ patient: merged }), await begin({ patient: used })]
  const read = async (_id: string) =>
    (await nurse(referrals.get, { _id })).referral.duplicates.map((found) => found._id)
  expect([await read(one), await read(other)]).toEqual([[], []])
  await registrar(patients.merge, { patient_id: merged, into_id: used, reason: 'ลงทะเบียนซ้ำ' })
  expect([await read(one), await read(other)]).toEqual([[other], [one]])
})

test('the crew and the equipment that the risk asks for are written, until somebody asks for others', async () => {
  const read = async () => (await doctor(ambulanceReferrals.list, { _id: referralId })).rows[0]?.answers
  const say = async (answers: Record<string, unknown>) => {
    const before = await read()
    const operations = answerAll(answers).map((one) => ({ ...one, base: before?.[one.path] ?? null }))
    return (await doctor(ambulanceReferrals.edit, { _id: referralId, operations })).record.answers
  }
  expect(await read()).toMatchObject({
    crew: expect.stringContaining('EP'),
    equipment: ['VENTILATOR', 'MONITOR', 'PUMP', 'SUCTION'],
  })
  expect(await say({ risk: 'N' })).toMatchObject({ equipment: ['NONE'] })
  expect(await say({ crew: 'พยาบาล 2 คน' })).toMatchObject({ crew: 'พยาบาล 2 คน' })
  expect(await say({ risk: 'H' })).toMatchObject({
    crew: 'พยาบาล 2 คน',
    equipment: ['VENTILATOR', 'MONITOR', 'PUMP', 'SUCTION'],
  })
})

test('the allergies of the record stand in a draft as they are now, and a drug in spite of one asks for a reason', async () => {
  const row = newId()
  const say = async (answers: Record<string, unknown>) =>
    (await doctor(ambulanceReferrals.edit, { _id: referralId, operations: answerAll(answers) })).record
  const before = await say({
    has_treatments: true,
    [`treatments/${row}`]: true,
    [`treatments/${row}/drug`]: 'Cefoxitin 1 g',
  })
  const substance = `Cefoxitin ${newId().slice(-6)}`
  const { hospital_id } = await panel.root
    .selectFrom('patients')
    .select('hospital_id')
    .where('id', '=', patientId)
    .executeTakeFirstOrThrow()
  await panel.root
    .insertInto('patient_allergies')
    .values({
      id: newId(),
      hospital_id,
      patient_id: patientId,
      kind: 'drug',
      substance,
      severity: 'severe',
      certainty: 'unclassified',
      recorded_at: testNow,
      recorded_by: nurse.session.user_id,
    })
    .execute()
  const refused = await expectRefusal(
    doctor(formRecords.complete, { _id: referralId, version: before.version }),
  )
  expect(refused.fields?.map(({ field }) => field)).toContain(`treatments/${row}/drug_reason`)
  expect((await say({ bed: 'ICU 3' })).answers['known_allergies']).toContain(substance)
})

test('a forms-only crew that is on no mission for the patient does not find the referral', async () => {
  const driver = await panel.asNew({ staffType: 'paramedic', isFormUser: true })
  expect((await expectRefusal(driver(referrals.get, { _id: referralId }))).code).toBe(errorCodes['not-found'])
})

describe('a dispatcher who writes no referrals', () => {
  let dispatcher: Client

  beforeAll(async () => {
    const cells = (['mission:dispatch', 'fleet:read'] as const).map((permission) => ({
      staff_type: 'assistant_nurse' as const,
      permission,
      is_granted: true,
    }))
    await (await panel.as('admin'))(permissionMatrix.update, { version: 0, cells, reason: 'ศูนย์สั่งการ' })
    dispatcher = await panel.asNew({ staffType: 'assistant_nurse' })
  })

  const list = async () => (await dispatcher(ambulanceReferrals.list, {})).rows.map(({ _id }) => _id)

  test('reads the referral of a mission while the mission lasts, and no other', async () => {
    expect(await list()).not.toContain(referralId)
    expect((await expectRefusal(dispatcher(referrals.get, { _id: referralId }))).code).toBe(
      errorCodes['not-found'],
    )
    const mission = await requestAmbulance(nurse, { ...plannedRequest, patient: patientId })
    expect(await list()).toContain(referralId)
    expect((await dispatcher(referrals.get, { _id: referralId })).referral.risk).toBe('U')
    const operations = answerAll({ risk: 'N' })
    const write = await expectRefusal(dispatcher(ambulanceReferrals.edit, { _id: referralId, operations }))
    expect(write.code).toBe(errorCodes['not-allowed'])
    await nurse(missions.dispatch, {
      _id: mission,
      event_id: newId(),
      step: 'DECLINED',
      reason: 'OUT_OF_AREA',
    })
    expect(await list()).not.toContain(referralId)
  })
})

test('an admin, who dispatches without forms, reads the referral of a lasting mission and nothing else of forms', async () => {
  const admin = await panel.as('admin')
  const list = async () => (await admin(ambulanceReferrals.list, {})).rows.map(({ _id }) => _id)
  expect(await list()).not.toContain(referralId)
  const mission = await requestAmbulance(nurse, { ...plannedRequest, patient: patientId })
  expect(await list()).toContain(referralId)
  expect((await admin(referrals.get, { _id: referralId })).referral.risk).toBe('U')
  for (const call of [
    () => admin(ambulanceRequests.list, { _id: mission }),
    () => admin(ambulanceReferrals.edit, { _id: referralId, operations: answerAll({ risk: 'N' }) }),
    () => admin(referrals.answer, { _id: referralId, act_id: newId(), said: { act: 'ACCEPTED' } }),
  ])
    expect((await expectRefusal(call())).code).toBe(errorCodes['not-allowed'])
  await nurse(missions.dispatch, {
    _id: mission,
    event_id: newId(),
    step: 'DECLINED',
    reason: 'OUT_OF_AREA',
  })
  expect(await list()).not.toContain(referralId)
  expect((await expectRefusal(admin(referrals.get, { _id: referralId }))).code).toBe(errorCodes['not-found'])
})

describe('the records office', () => {
  test('exports referrals and neither lists nor writes them; the audit says so', async () => {
    const registrar = await panel.asNew({ staffType: 'registrar' })
    await doctor(ambulanceReferrals.edit, {
      _id: referralId,
      operations: answerAll({ to_hospital: `ศูนย์ ${referralId}` }),
    })
    const file = await registrar(formRecords.exportList, { form: 'ambulance-referral', language: 'th' })
    expect(await file.text()).toContain(`ศูนย์ ${referralId}`)
    const read = await expectRefusal(registrar(ambulanceReferrals.list, {}))
    expect(read.code).toBe(errorCodes['not-allowed'])
    const others = await expectRefusal(registrar(formRecords.exportList, { form: 'operation-form' }))
    expect(others.code).toBe(errorCodes['not-allowed'])
    const admin = await panel.as('admin')
    const { rows } = await admin(audit.list, { filterLists: { action: 'formRecords.exportList' } })
    expect(rows[0]).toMatchObject({ by: { _id: registrar.session.user_id } })
  })

  test('is who may: an admin exports patients and no referrals', async () => {
    const admin = await panel.as('admin')
    const refused = await expectRefusal(admin(formRecords.exportList, { form: 'ambulance-referral' }))
    expect(refused.code).toBe(errorCodes['not-allowed'])
  })
})

describe('the crew of a mission', () => {
  /** A crew of its own that is out for the patient. */
  async function sendCrew(isFormUser: boolean, staffType: 'paramedic' | 'driver' = 'paramedic') {
    const own = await panel.asNew({ staffType, isFormUser })
    const { vehicle_id, team_id } = await addCrew(panel, own, 'BLS')
    const mission = await requestAmbulance(nurse, { ...plannedRequest, patient: patientId })
    await nurse(missions.dispatch, {
      _id: mission,
      event_id: newId(),
      step: 'ASSIGNED',
      vehicle_id,
      team_id,
      note: 'ไม่ได้ตรวจรถ',
      doctor: 'พญ. สุดา',
    })
    return { own, mission }
  }
  const findRead = async (client: Client) =>
    (await client(ambulanceReferrals.list, { _id: referralId })).rows[0]
  const tick = async (client: Client, answers: Record<string, unknown>, record_id = referralId) => {
    const operations = answerAll(answers).map((written) => ({
      op_id: written.op_id,
      record_id,
      written: { ...written, form: 'ambulance-referral' as const, form_version: 5, mission_id: null },
    }))
    return (await client(formDelivery.apply, { operations })).results.map(({ outcome }) => outcome)
  }

  test.each([true, false])(
    'reads the referral of its patient while it is out, and no other (forms-only: %s)',
    async (isFormUser) => {
      const { own, mission } = await sendCrew(isFormUser)
      expect(await findRead(own)).toMatchObject({ is_hidden: false, answers: { risk: 'U' } })
      const { rows } = await own(ambulanceReferrals.list, {})
      expect(rows.map(({ _id }) => _id)).toEqual([referralId])
      expect((await own(referrals.get, { _id: referralId })).referral.risk).toBe('U')
      for (const step of ['EN_ROUTE', 'AT_SCENE', 'LEFT_SCENE', 'AT_DESTINATION', 'BACK_AT_BASE'] as const)
        await own(missions.report, { _id: mission, event_id: newId(), step })
      expect((await expectRefusal(findRead(own))).code).toBe(errorCodes['not-found'])
      expect(await tick(own, { has_two_lines: true })).toEqual(['waiting'])
    },
  )

  test('has the level of the referral on its sheet of the transport', async () => {
    const { own, mission } = await sendCrew(true)
    const { record } = await own(transportationTreatments.add, { new_id: newId(), mission_id: mission })
    expect(record.answers).toMatchObject({ risk_referred: 'U' })
  })

  test('reads the referral as its driver, who does not take it in hand', async () => {
    const { own: driver } = await sendCrew(false, 'driver')
    expect((await driver(referrals.get, { _id: referralId })).referral.risk).toBe('U')
    expect((await expectRefusal(take(driver))).code).toBe(errorCodes['not-allowed'])
    const { takers } = await take(crew)
    const ids = takers.map(({ _id }) => _id)
    expect(ids).toContain(nurse.session.user_id)
    expect(ids).not.toContain(driver.session.user_id)
    const handOver = { act: 'HANDED_OVER', to_staff_id: driver.session.user_id } as const
    expect((await expectRefusal(shift(crew, handOver))).fields).toEqual([
      { field: 'change.to_staff_id', message: 'choice-invalid' },
    ])
  })

  test('answers as its driver what is ready before the departure, and nothing that keeps the patient alive', async () => {
    const { own: driver } = await sendCrew(false, 'driver')
    const said = {
      has_secure_airway: true,
      has_two_lines: true,
      has_drugs_ready: true,
      has_twice_the_oxygen: true,
    }
    expect(await tick(driver, said)).toEqual(Object.keys(said).map(() => 'refused'))
    expect(await tick(driver, { has_belongings: true })).toEqual(['applied'])
    expect((await findRead(doctor))?.answers).not.toHaveProperty('has_two_lines')
  })

  test('answers the steps before the departure, and nothing else of the referral', async () => {
    const { own } = await sendCrew(true)
    expect(await tick(own, { has_two_lines: true, risk: 'N' })).toEqual(['applied', 'refused'])
    const seen = await findRead(doctor)
    expect(seen?.answers).toMatchObject({ has_two_lines: true, risk: 'U' })
    expect(seen?.steps).toEqual([
      { field: 'has_two_lines', at: testNow, by: expect.objectContaining({ _id: own.session.user_id }) },
    ])
    const version = (await findRead(doctor))?.version ?? 0
    const complete = () => own(formRecords.complete, { _id: referralId, version })
    const sign = () =>
      own(formRecords.sign, { _id: referralId, new_id: newId(), version, role: 'CREW', signer_name: 'ก' })
    for (const refuse of [complete, sign])
      expect((await expectRefusal(refuse())).code).toBe(errorCodes['not-found'])
    const began = newId()
    expect(await tick(own, { has_two_lines: true }, began)).toEqual(['waiting'])
    expect((await doctor(ambulanceReferrals.list, {})).rows.some(({ _id }) => _id === began)).toBe(false)
  })
})
