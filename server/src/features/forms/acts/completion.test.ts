import {
  type Answer,
  type AnswerField,
  type Answers,
  type Client,
  errorCodes,
  type Form,
  findField,
  findFieldByPath,
  findForm,
  formDelivery,
  formRecords,
  inbound,
  listMissing,
  missions,
  operationRecords,
  optionLists,
  parseAnswerPath,
  type Rows,
  type SignerRole,
  transportationTreatments,
  writeAnswer,
} from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  minute,
  startTestBedside,
  type TestBedside,
  type TestPatient,
} from '../../../../test/support/bedside.ts'
import {
  addCrew,
  answerAll,
  plannedRequest,
  requestAmbulance,
  sceneRequest,
  takeSteps,
} from '../../../../test/support/missions.ts'
import { expectRefusal } from '../../../../test/support/refusal.ts'
import { type SignedIn, testNow } from '../../../testing.ts'

const form = findForm('operation-form') ?? expect.fail('the form is not released')

let bedside: TestBedside
let nurse: Client
let crew: SignedIn
let patient: TestPatient
let recordId: string

beforeAll(async () => {
  bedside = await startTestBedside()
  nurse = await bedside.panel.as('nurse')
  crew = await bedside.panel.asNew({ staffType: 'nurse' })
})
afterAll(() => bedside.panel.close())
beforeEach(async () => {
  patient = await bedside.addPatient()
  recordId = newId()
  const { vehicle_id, team_id } = await addCrew(bedside.panel, crew)
  const mission_id = await requestAmbulance(nurse, { ...plannedRequest, patient: patient.id })
  await takeSteps(nurse, mission_id, [{ step: 'ASSIGNED', vehicle_id, team_id }])
  await crew(operationRecords.add, { new_id: recordId, mission_id })
})

const read = async () => {
  const { rows } = await crew(operationRecords.list, { _id: recordId })
  return rows[0] ?? expect.fail('the record is there')
}
/** Writes answers over those that stand there. */
const write = async (answers: Answers, client: Client = crew) => {
  const before = (await read()).answers
  const operations = answerAll(answers).map((one) => ({ ...one, base: before[one.path] ?? null }))
  return client(operationRecords.edit, { _id: recordId, operations })
}
const complete = async () => crew(formRecords.complete, { _id: recordId, version: (await read()).version })
const sign = async (role: SignerRole) =>
  crew(formRecords.sign, {
    _id: recordId,
    new_id: newId(),
    version: (await read()).version,
    role,
    signer_name: 'พย. สมใจ',
    strokes: 'M10 10L200 100',
  })

function makeAnswer(field: AnswerField): Answer {
  switch (field.kind) {
    case 'number':
      return (field.plausible ?? field.possible)[0]
    case 'instant':
      return testNow
    case 'date':
      return '1960-05-01'
    case 'yes-no':
      return true
    case 'choice':
      return optionLists[field.options][0]
    case 'choices':
      return [optionLists[field.options][0]]
    default:
      return 'ก'
  }
}

/** The answers with one to each field that is needed. */
function answerMissing(asked: Form, answers: Answers): Answers {
  const [first] = listMissing(asked, answers)
  const place = first && parseAnswerPath(first.field)
  if (!place) return answers
  const field = findFieldByPath(asked, place)
  if (field && field !== 'row') return answerMissing(asked, writeAnswer(answers, place, makeAnswer(field)))
  return answerMissing(asked, writeAnswer(answers, { ...place, row: newId() }, true))
}

const toOperations = (answers: Answers, before: Answers) =>
  Object.entries(answers).flatMap(([name, answer]) =>
    findField(form, name)?.kind === 'rows'
      ? Object.entries(answer as Record<string, Record<string, Answer>>).flatMap(([row, values]) => [
          [`${name}/${row}`, true] as const,
          ...Object.entries(values).map(([inner, one]) => [`${name}/${row}/${inner}`, one] as const),
        ])
      : JSON.stringify(before[name]) === JSON.stringify(answer)
        ? []
        : [[name, answer] as const],
  )

/** Everything of a patient who was brought to a hospital, but for what is given here. */
const writeWhole = async (given: Answers) => {
  const before = (await read()).answers as Answers
  const stamps = {
    ...before,
    is_transported: true,
    result: 'FOUND',
    outcome: 'SAME',
    unit_level: 'FR',
    ...given,
  }
  const whole = answerMissing(form, stamps)
  const known = Object.keys(before)
  const operations = toOperations(
    Object.fromEntries(Object.entries(whole).filter(([name]) => name !== 'crew' || !known.includes(name))),
    before,
  ).map(([path, answer]) => ({
    op_id: newId(),
    path,
    answer,
    base: (before[path] as Answer | undefined) ?? null,
    at: testNow,
    device: 'tablet-1',
  }))
  const { results } = await crew(operationRecords.edit, { _id: recordId, operations })
  expect(results.filter(({ outcome }) => outcome !== 'applied' && outcome !== 'same')).toEqual([])
}

describe('a sheet is complete', () => {
  test('when the receiver has signed it', async () => {
    await writeWhole({})
    const refused = await expectRefusal(complete())
    expect(refused).toMatchObject({
      code: errorCodes['signature-missing'],
      fields: [{ field: 'receiver_unsigned', message: 'signature-missing' }],
    })
    await sign('RELATIVE')
    expect((await expectRefusal(complete())).code).toBe(errorCodes['signature-missing'])
    await sign('RECEIVER')
    expect((await complete()).record.state).toBe('complete')
  })

  test('when it says why the receiver has not signed it', async () => {
    await writeWhole({ receiver_unsigned: 'UNABLE' })
    expect((await complete()).record.state).toBe('complete')
  })

  test('only with times in their order and an odometer that does not fall', async () => {
    await writeWhole({
      receiver_unsigned: 'UNABLE',
      dispatch: '2026-11-04T23:00:00.000Z',
      odometer_base: 10,
      odometer_scene: 9.9,
      odometer_hospital: 10,
      odometer_back: 10,
    })
    const refused = await expectRefusal(complete())
    expect(refused.code).toBe(errorCodes['form-contradicts'])
    expect(refused.fields).toEqual([
      { field: 'dispatch', message: 'step-time' },
      { field: 'odometer_scene', message: 'odometer-falls' },
    ])
  })

  test('only with a reason for a discount', async () => {
    await writeWhole({ receiver_unsigned: 'UNABLE' })
    const call = { request_kind: 'SCENE', idc_group: '25', idc_colour: 'RED' }
    await write({ ...call, price: 500, discount: 50 })
    const refused = await expectRefusal(complete())
    expect(refused.fields).toEqual([{ field: 'discount_reason', message: 'field-required' }])
    await write({ discount_reason: 'สวัสดิการ' })
    expect((await complete()).record.state).toBe('complete')
  })
})

describe('unusual values of a sheet', () => {
  const answer = async (given: Readonly<Record<string, unknown>>) => {
    const { results } = await crew(operationRecords.edit, {
      _id: recordId,
      operations: answerAll(given as Answers),
    })
    return results.map(({ outcome }) => outcome)
  }

  test('keep it from being complete until each was confirmed or changed', async () => {
    const row = newId()
    await writeWhole({
      receiver_unsigned: 'UNABLE',
      blood_loss_estimate: 4_000,
      vitals: { [row]: { measured_at: testNow, pulse: 280, is_before_arrival: false } },
    } as Answers)
    await write({ weight_kg: 250 })
    const pulse = `vitals/${row}/pulse`
    const refused = await expectRefusal(complete())
    expect(refused).toMatchObject({
      code: errorCodes['form-doubtful'],
      fields: expect.arrayContaining(
        ['weight_kg', pulse].map((field) => ({ field, message: 'value-doubtful' })),
      ),
    })
    expect(await answer({ [`${pulse}/confirmed`]: 280, 'weight_kg/confirmed': 200 })).toEqual([
      'applied',
      'applied',
    ])
    // Somebody confirmed another number than the one that is there now.
    expect((await expectRefusal(complete())).fields).toEqual([
      { field: 'weight_kg', message: 'value-doubtful' },
    ])
    // A second tablet, which knows of no confirmation, says that the number which stands there is right.
    expect(await answer({ 'weight_kg/confirmed': 250 })).toEqual(['applied'])
    expect((await read()).other_answers).toEqual([])
    const { record } = await complete()
    expect(record.answers).toMatchObject({
      weight_kg: 250,
      'weight_kg/confirmed': 250,
      vitals: { [row]: { pulse: 280, 'pulse/confirmed': 280 } },
    })
    const by = { _id: (await read()).changed_by?._id }
    expect(record.steps).toMatchObject([
      { field: `${pulse}/confirmed`, at: testNow, by },
      { field: 'weight_kg/confirmed', at: testNow, by },
    ])
  })

  test('that were changed leave no confirmation behind', async () => {
    await writeWhole({ receiver_unsigned: 'UNABLE' })
    await write({ weight_kg: 250 })
    await answer({ 'weight_kg/confirmed': 250 })
    await write({ weight_kg: 25 })
    const { answers } = (await complete()).record
    expect(answers['weight_kg']).toBe(25)
    expect(Object.keys(answers).filter((name) => name.endsWith('/confirmed'))).toEqual([])
  })

  test('may be confirmed where the values are numbers that can be unusual, and nowhere else', async () => {
    expect(await answer({ 'is_transported/confirmed': true, 'scene/confirmed': 'ก' })).toEqual([
      'refused',
      'refused',
    ])
  })
})

test('a sheet of a stand-by that was booked days ahead is complete without questions about its times', async () => {
  const { vehicle_id, team_id } = await addCrew(bedside.panel, crew)
  const dayMinutes = 24 * 60
  const received_at = bedside.at(3 * dayMinutes)
  const asked = {
    ...plannedRequest,
    kind: 'EVENT',
    patient: null,
    received_at,
    'received_at/confirmed': received_at,
  }
  const mission_id = await requestAmbulance(nurse, asked)
  await takeSteps(nurse, mission_id, [{ step: 'ASSIGNED', vehicle_id, team_id }])
  recordId = newId()
  await crew(operationRecords.add, { new_id: recordId, mission_id })
  expect(await read()).toMatchObject({ answers: { call: received_at }, filled_times: ['call'] })
  await writeWhole({ receiver_unsigned: 'UNABLE' })
  const earlier = bedside.at(4 * dayMinutes)
  await write({ call: earlier })
  expect((await expectRefusal(complete())).fields).toEqual([{ field: 'call', message: 'value-doubtful' }])
  await write({ 'call/confirmed': earlier })
  expect((await complete()).record.state).toBe('complete')
})

test('a sheet that learns at its completion who the patient is stands in their record', async () => {
  const { vehicle_id, team_id } = await addCrew(bedside.panel, crew)
  const request = { ...sceneRequest, received_at: bedside.at(), patient: null }
  const mission_id = await requestAmbulance(nurse, request)
  await takeSteps(nurse, mission_id, [{ step: 'ASSIGNED', vehicle_id, team_id }])
  const byMistake = newId()
  recordId = newId()
  for (const new_id of [byMistake, recordId]) await crew(operationRecords.add, { new_id, mission_id })
  await writeWhole({ receiver_unsigned: 'UNABLE' })
  await crew(missions.report, { _id: mission_id, event_id: newId(), step: 'LEFT_SCENE' })
  await nurse(inbound.arrive, { _id: mission_id, patient_id: patient.id })
  expect((await read()).patient).toBeNull()
  await crew(operationRecords.delete, { _id: byMistake, reason: 'เปิดซ้ำ' })
  const { record } = await complete()
  expect(record).toMatchObject({ state: 'complete', patient: { _id: patient.id } })
})

describe('the times of the mission on a draft', () => {
  const before = (minutes: number) => new Date(Date.parse(bedside.at()) - minutes * 60_000).toISOString()
  let missionId: string
  beforeEach(async () => {
    const { vehicle_id, team_id } = await addCrew(bedside.panel, crew)
    missionId = await requestAmbulance(nurse, {
      ...plannedRequest,
      patient: patient.id,
      received_at: before(60),
    })
    await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id, at: before(50) }])
    recordId = newId()
  })
  const reach = async (step: 'EN_ROUTE' | 'AT_SCENE') => {
    await crew(missions.report, { _id: missionId, event_id: newId(), step, at: before(40) })
    await crew(operationRecords.add, { new_id: recordId, mission_id: missionId })
  }
  const correct = (minutes: number, step: 'AT_SCENE' | 'CALLED' = 'AT_SCENE') =>
    nurse(missions.dispatch, {
      _id: missionId,
      event_id: newId(),
      step,
      at: before(minutes),
      note: 'กดผิดเวลา',
    })

  test('follow a correction, unless a person has written them', async () => {
    await reach('AT_SCENE')
    expect((await read()).answers['at_scene']).toBe(before(40))
    await correct(33)
    await correct(65, 'CALLED')
    expect((await write({ zone: '1' })).record.answers).toMatchObject({
      call: before(65),
      at_scene: before(33),
    })
    await write({ at_scene: before(35) })
    await correct(30)
    expect((await write({ zone: '2' })).record.answers['at_scene']).toBe(before(35))
  })

  test('stand with why nobody went along', async () => {
    await reach('AT_SCENE')
    const step = { step: 'NO_TRANSPORT', reason: 'REFUSED_TRANSPORT' } as const
    await crew(missions.report, { _id: missionId, event_id: newId(), at: before(30), ...step })
    const { answers } = (await write({ zone: '1' })).record
    expect(answers['no_transport_reason']).toBe('REFUSED_TRANSPORT')
  })

  test.each([
    ['PARAMEDIC-1001', 'PARAMEDIC-1001'],
    ['1'.repeat(41), undefined],
    [null, undefined],
  ])('stand with the certificate %s of the crew as %s', async (certificate_number, expected) => {
    const { user_id } = crew.session
    const { root } = bedside.panel
    await root
      .updateTable('mission_crews')
      .set({ certificate_number })
      .where('staff_id', '=', user_id)
      .execute()
    await reach('EN_ROUTE')
    const rows = Object.values((await read()).answers['crew'] as Rows)
    expect(rows).toHaveLength(2)
    expect(rows.map(({ crew_code }) => crew_code)).toEqual([expected, undefined])
  })

  test('stay as they are once another vehicle has the mission', async () => {
    await reach('EN_ROUTE')
    await takeSteps(nurse, missionId, [{ step: 'REASSIGNED' }])
    const { record } = await write({ zone: '1' }, nurse)
    expect(record.answers['left_base']).toBe(before(40))
  })

  const giveToAnother = async () => {
    const next = await bedside.panel.asNew({ staffType: 'nurse' })
    const { vehicle_id, team_id, call_sign } = await addCrew(bedside.panel, next, 'BLS')
    bedside.skip(minute)
    await takeSteps(nurse, missionId, [{ step: 'REASSIGNED' }, { step: 'ASSIGNED', vehicle_id, team_id }])
    return { next, call_sign }
  }
  const readUnit = ({ vehicle, unit_name, unit_level, crew: rows }: Record<string, unknown>) => ({
    vehicle,
    unit_name,
    unit_level,
    crew: rows as Record<string, unknown>,
  })

  test('and its unit become those of the crew that takes the mission over when it writes on', async () => {
    await reach('EN_ROUTE')
    const first = readUnit((await read()).answers)
    const { next, call_sign } = await giveToAnother()
    expect(readUnit((await write({ zone: '1' }, crew)).record.answers)).toEqual(first)
    const { answers } = (await write({ zone: '2' }, next)).record
    expect(answers).toMatchObject({ vehicle: expect.stringContaining(call_sign), unit_level: 'BLS' })
    expect(answers['unit_name']).not.toBe(first.unit_name)
    expect(answers['left_base']).toBeUndefined()
    const second = readUnit(answers)
    const [earlier, ids] = [first.crew, second.crew].map((rows) => Object.keys(rows))
    expect(ids).toHaveLength(2)
    expect(ids?.filter((id) => earlier?.includes(id))).toEqual([])
    // From then on it is the sheet of that crew, also for whoever writes beside it.
    expect(readUnit((await write({ zone: '3' }, next)).record.answers)).toEqual(second)
    await next(missions.report, { _id: missionId, event_id: newId(), step: 'EN_ROUTE', at: bedside.at() })
    const { record } = await write({ zone: '4' }, nurse)
    expect(record.answers).toMatchObject({ ...second, left_base: bedside.at() })
  })

  test('and its unit stay as a person has written them, whoever takes the mission over', async () => {
    await reach('EN_ROUTE')
    const written = { vehicle: 'รถสำรอง', unit_name: 'ทีมสำรอง', left_base: before(45) }
    await write(written)
    const { next } = await giveToAnother()
    const { record } = await write({ zone: '2' }, next)
    expect(record.answers).toMatchObject({ ...written, unit_level: 'BLS' })
  })
})

test('each sheet has the whole of a long place, of several lines too, with its sub-district', async () => {
  const pick_up = `${'ซอย '.repeat(60).trim()}\n${'ก'.repeat(50)}`
  const mission_id = await requestAmbulance(nurse, { ...plannedRequest, pick_up, sub_district: 'หนองบัว' })
  const { vehicle_id, team_id } = await addCrew(bedside.panel, crew)
  await takeSteps(nurse, mission_id, [{ step: 'ASSIGNED', vehicle_id, team_id }])
  const [transfer, operation] = [newId(), newId()]
  const sheets = [
    await crew(transportationTreatments.add, { new_id: transfer, mission_id }),
    await crew(operationRecords.add, { new_id: operation, mission_id }),
  ]
  const whole = `${pick_up} หนองบัว`
  expect(sheets.map(({ record: { answers } }) => answers['from_place'] ?? answers['scene'])).toEqual([
    whole,
    whole,
  ])
})

const addAllergy = (substance: string) =>
  bedside.panel.root
    .insertInto('patient_allergies')
    .values({
      id: newId(),
      hospital_id: bedside.hospitalId,
      patient_id: patient.id,
      kind: 'drug',
      substance,
      severity: 'severe',
      certainty: 'unclassified',
      recorded_at: testNow,
      recorded_by: crew.session.user_id,
    })
    .execute()

test('the allergies on record stand beside those that the crew was told, and nobody else writes them', async () => {
  await write({ allergies: 'ไม่ทราบ' })
  await addAllergy('Penicillin')
  const { record } = await write({ zone: '1' })
  expect(record.answers).toMatchObject({ allergies: 'ไม่ทราบ', known_allergies: 'Penicillin' })
  const { results } = await write({ known_allergies: 'ไม่แพ้' })
  expect(results).toMatchObject([{ outcome: 'refused', problem: { message: 'not-allowed' } }])
})

test('whoever may not see patients keeps the allergies that the mission told them, and is told no others after it', async () => {
  const driver = await bedside.panel.asNew({ staffType: 'driver' })
  const { vehicle_id, team_id } = await addCrew(bedside.panel, driver)
  const mission_id = await requestAmbulance(nurse, { ...plannedRequest, patient: patient.id })
  await takeSteps(nurse, mission_id, [{ step: 'ASSIGNED', vehicle_id, team_id }])
  await addAllergy('Penicillin')
  recordId = newId()
  await driver(operationRecords.add, { new_id: recordId, mission_id })
  await takeSteps(nurse, mission_id, [{ step: 'REASSIGNED' }])
  await addAllergy('Aspirin')
  const { record } = await write({ zone: '1' }, driver)
  expect(record.answers).toMatchObject({ zone: '1', known_allergies: 'Penicillin' })
})

test('the appraisal is written by the emergency room, and by nobody of the crew that is appraised', async () => {
  const by = async (client: Client) => (await write({ er_diagnosis: 'MI' }, client)).results
  expect(await by(crew)).toMatchObject([{ outcome: 'refused', problem: { message: 'not-allowed' } }])
  expect(await by(nurse)).toMatchObject([{ outcome: 'applied' }])
  expect((await read()).answers).toMatchObject({ er_hn: expect.stringMatching(/./) })
})

test('the satisfaction is asked for on the sheet of a mission to a scene, also when it is complete', async () => {
  await writeWhole({ receiver_unsigned: 'UNABLE' })
  await complete()
  const told = { satisfaction_patient: '5', satisfaction_comment: 'มารับเร็ว' }
  const { results, record } = await write(told)
  expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied'])
  expect(record).toMatchObject({ state: 'complete', answers: told })
  const unknown = await write({ satisfaction_relative: '7' })
  expect(unknown.results).toMatchObject([{ outcome: 'refused' }])
})

describe('the appraisal of a complete sheet', () => {
  const appraised: Answers = {
    er_triage: 'L2',
    airway_appraisal: 'APPROPRIATE',
    bleeding_appraisal: 'NOT_NEEDED',
    fluid_appraisal: 'NOT_NEEDED',
    splint_appraisal: 'INAPPROPRIATE',
    splint_appraisal_why: 'ไม่ได้ดามขาขวา',
    cpr_appraisal: 'NOT_NEEDED',
    assessor: 'สมหญิง ใจดี',
    assessor_role: 'NURSE',
  }
  const finish = async (client: Client = nurse, section = 'appraisal') =>
    client(formRecords.finishSection, { _id: recordId, section, version: (await read()).version })
  const listOpen = async (client: Client = nurse) => {
    const { rows } = await client(operationRecords.list, { filterLists: { appraisal: ['open'] } })
    return rows.map(({ _id }) => _id)
  }
  const completeSheet = async () => {
    await writeWhole({ receiver_unsigned: 'UNABLE' })
    await complete()
  }

  test('is finished once nothing that is needed of it is missing, and says by whom and when', async () => {
    await completeSheet()
    const { splint_appraisal_why, ...rest } = appraised
    await write(rest, nurse)
    const refused = await expectRefusal(finish())
    expect(refused.code).toBe(errorCodes['form-incomplete'])
    expect(refused.fields).toEqual([{ field: 'splint_appraisal_why', message: 'field-required' }])
    await write({ splint_appraisal_why: splint_appraisal_why as Answer }, nurse)
    const { record } = await finish()
    expect(record.finished).toMatchObject([
      { section: 'appraisal', at: bedside.at(), by: { _id: expect.any(String) } },
    ])
    expect((await read()).finished).toEqual(record.finished)
  })

  test('names all that is missing of it', async () => {
    await completeSheet()
    const { fields } = await expectRefusal(finish())
    expect(fields.map(({ field }) => field)).toEqual([
      'er_triage',
      'airway_appraisal',
      'bleeding_appraisal',
      'fluid_appraisal',
      'splint_appraisal',
      'cpr_appraisal',
      'assessor',
      'assessor_role',
    ])
  })

  test('is closed once it is finished, and corrected by an addendum', async () => {
    await completeSheet()
    await write(appraised, nurse)
    await finish()
    const { results } = await write({ cpr_appraisal: 'NOT_DONE' }, nurse)
    expect(results).toMatchObject([{ outcome: 'closed' }])
    expect((await read()).answers).toMatchObject({ cpr_appraisal: 'NOT_NEEDED' })
    expect((await expectRefusal(finish())).code).toBe(errorCodes['form-closed'])
    const { record } = await nurse(formRecords.addAddendum, {
      _id: recordId,
      what: 'CPR: ไม่ได้ทำ',
      why: 'บันทึกผิด',
    })
    expect(record.addenda).toHaveLength(1)
  })

  test('is finished of a complete sheet alone, and as it was last read', async () => {
    await write(appraised, nurse)
    expect((await expectRefusal(finish())).code).toBe(errorCodes['form-closed'])
    await completeSheet()
    const { version } = await read()
    await write({ er_diagnosis: 'MI' }, nurse)
    const late = nurse(formRecords.finishSection, { _id: recordId, section: 'appraisal', version })
    expect((await expectRefusal(late)).code).toBe(errorCodes['changed-meanwhile'])
  })

  test('is not finished while two answers of it wait for a person', async () => {
    await completeSheet()
    await write(appraised, nurse)
    const [base] = answerAll({ assessor: 'คนอื่น' })
    await nurse(operationRecords.edit, {
      _id: recordId,
      operations: base ? [{ ...base, base: 'ใครก็ไม่รู้' }] : [],
    })
    const refused = await expectRefusal(finish())
    expect(refused.code).toBe(errorCodes['answers-differ'])
    expect(refused.fields).toEqual([{ field: 'assessor', message: 'answers-differ' }])
  })

  test('is finished by nobody of the crew, and no other section is', async () => {
    await completeSheet()
    await write(appraised, nurse)
    expect((await expectRefusal(finish(crew))).code).toBe(errorCodes['not-allowed'])
    for (const section of ['fees', 'result', 'times', 'none'])
      expect((await expectRefusal(finish(nurse, section))).fields, section).toEqual([
        { field: 'section', message: 'choice-invalid' },
      ])
  })

  test('is listed as open until it is finished, and not to the crew', async () => {
    expect(await listOpen()).not.toContain(recordId)
    await completeSheet()
    expect(await listOpen()).toContain(recordId)
    expect(await listOpen(crew)).not.toContain(recordId)
    await write(appraised, nurse)
    await finish()
    expect(await listOpen()).not.toContain(recordId)
  })

  test('is asked of nobody whom the crew did not bring', async () => {
    await writeWhole({ is_transported: false, no_transport_reason: 'TREATED' })
    await complete()
    expect(await listOpen()).not.toContain(recordId)
    expect((await expectRefusal(finish())).fields).toEqual([{ field: 'section', message: 'choice-invalid' }])
  })
})

describe('the sheet of a crew', () => {
  const toOperation = ([path, answer]: readonly [string, Answer]) => ({
    op_id: newId(),
    path,
    answer,
    at: testNow,
    device: 'desk-1',
  })
  const writeAs = async (client: Client, answers: Record<string, Answer>) => {
    const operations = Object.entries(answers).map(toOperation)
    const { results } = await client(operationRecords.edit, { _id: recordId, operations })
    return results.map(({ outcome, problem }) => problem?.message ?? outcome)
  }

  test('is written by the crew; a dispatcher writes its times, and the emergency room its own part', async () => {
    const paramedic = await bedside.panel.asNew({ staffType: 'paramedic' })
    const own = { zone: 'ก', delays: ['TRAFFIC'], er_diagnosis: 'ข' }
    expect(await writeAs(paramedic, own)).toEqual(['sheet-of-crew', 'sheet-of-crew', 'sheet-of-crew'])
    expect(await writeAs(nurse, own)).toEqual(['sheet-of-crew', 'applied', 'applied'])
    expect(await writeAs(crew, { zone: 'ก', price: 500 })).toEqual(['applied', 'applied'])
    expect(await writeAs(paramedic, { price: 1 })).toEqual(['sheet-of-crew'])
  })

  test('is neither completed nor voided by others, who are told why; a supervisor voids it', async () => {
    await writeWhole({ receiver_unsigned: 'UNABLE' })
    const { version, is_of_others } = await read()
    expect(is_of_others).toBe(false)
    const { rows } = await nurse(operationRecords.list, { _id: recordId })
    expect(rows[0]?.is_of_others).toBe(true)
    const code = errorCodes['sheet-of-crew']
    expect((await expectRefusal(nurse(formRecords.complete, { _id: recordId, version }))).code).toBe(code)
    const voiding = { _id: recordId, reason: 'เขียนซ้ำ' }
    expect((await expectRefusal(nurse(operationRecords.delete, voiding))).code).toBe(code)
    const doctor = await bedside.panel.as('doctor')
    expect((await doctor(operationRecords.delete, voiding)).record.state).toBe('void')
  })

  test('is of whoever began it, too, and of the crew that went first', async () => {
    const missionId = (await read()).mission?._id ?? ''
    const other = await bedside.panel.asNew({ staffType: 'paramedic' })
    const { vehicle_id, team_id } = await addCrew(bedside.panel, other)
    await takeSteps(nurse, missionId, [{ step: 'REASSIGNED' }, { step: 'ASSIGNED', vehicle_id, team_id }])
    expect(await writeAs(other, { zone: 'ก' })).toEqual(['applied'])
    const own = newId()
    await nurse(operationRecords.add, { new_id: own, mission_id: missionId })
    const operations = [toOperation(['zone', 'ก'])]
    expect((await nurse(operationRecords.edit, { _id: own, operations })).results[0]?.outcome).toBe('applied')
  })

  test('keeps what somebody else wrote without a signal until a supervisor takes it in', async () => {
    const paramedic = await bedside.panel.asNew({ staffType: 'paramedic' })
    const { op_id, ...rest } = toOperation(['zone', 'ข'])
    const written = { ...rest, op_id, form: 'operation-form' as const, form_version: form.version }
    const { results } = await paramedic(formDelivery.apply, {
      operations: [{ op_id, record_id: recordId, written }],
    })
    expect(results.map(({ outcome }) => outcome)).toEqual(['waiting'])
    const doctor = await bedside.panel.as('doctor')
    const decision = { _id: op_id, is_accepted: true, reason: 'ช่วยทีมกรอก' }
    expect((await doctor(formDelivery.decide, decision)).outcome).toBe('applied')
    expect((await read()).answers).toMatchObject({ zone: 'ข' })
  })
})
