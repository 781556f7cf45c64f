import {
  ambulanceReferrals,
  ambulanceRequests,
  type Client,
  errorCodes,
  formRecords,
  groups,
  type Input,
  missions,
  operationRecords,
  type Reading,
  type Rows,
  readings,
  referrals,
} from 'contract'
import sharp from 'sharp'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startTestBedside, type TestBedside, type TestPatient } from '../../test/support/bedside.ts'
import { addCrew, plannedRequest, requestAmbulance, takeSteps } from '../../test/support/missions.ts'
import { expectRefusal } from '../../test/support/refusal.ts'
import { type SignedIn, testNow } from '../testing.ts'

let bedside: TestBedside
let nurse: Client
let crew: SignedIn
let stranger: SignedIn
let patient: TestPatient
let missionId: string
let recordId: string

type Sent = Input<typeof operationRecords.edit>['operations'][number]
const say = (path: string, answer: unknown, base: unknown = null): Sent => ({
  op_id: newId(),
  path,
  answer,
  base,
  at: testNow,
  device: 'tablet-1',
})
const sayAll = (answers: Record<string, unknown>) =>
  Object.entries(answers).map(([path, answer]) => say(path, answer))

beforeAll(async () => {
  bedside = await startTestBedside()
  const { panel } = bedside
  nurse = await panel.as('nurse')
  crew = await panel.asNew({ staffType: 'paramedic', isFormUser: true })
  stranger = await panel.asNew({ staffType: 'paramedic', isFormUser: true })
})
afterAll(() => bedside.panel.close())

beforeEach(async () => {
  patient = await bedside.addPatient()
  recordId = newId()
  const { vehicle_id, team_id } = await addCrew(bedside.panel, crew)
  missionId = await requestAmbulance(nurse, {
    ...plannedRequest,
    received_at: '2026-11-05T00:00:00.000Z',
    complaint: 'เจ็บหน้าอก',
    unit_level: 'ALS',
    position: 'LIE',
    urgency: 'E',
    patient: patient.id,
  })
  await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id }])
})

/** The person follows a ward on which the patient is not. */
async function followOtherWard({ session }: SignedIn) {
  const { panel, hospitalId } = bedside
  const other = await panel.root
    .selectFrom('wards')
    .select('id')
    .where('hospital_id', '=', hospitalId)
    .where('id', '<>', patient.ward)
    .executeTakeFirstOrThrow()
  await (await panel.as('admin'))(groups.save, {
    name: `G ${newId().slice(-6)}`,
    ward_ids: [other.id],
    member_ids: [session.user_id],
  })
}

const begin = async (operations: Sent[] = [], client: Client = crew) =>
  (await client(operationRecords.add, { new_id: recordId, operations, mission_id: missionId })).record
const edit = async (operations: Sent[], client: Client = crew) =>
  client(operationRecords.edit, { _id: recordId, operations })
const measuredAt = '2026-11-05T00:20:00.000Z'
const measure = (row: string, values: Record<string, unknown>) =>
  Object.entries({ measured_at: measuredAt, ...values }).map(([name, answer]) =>
    say(`vitals/${row}/${name}`, answer),
  )
const finish = (row: string) => say(`vitals/${row}/is_finished`, true)
const chart = async (withReplaced = false): Promise<Reading[]> => {
  const { rows } = await nurse(readings.history, {
    patient_id: patient.id,
    kinds: ['blood_pressure', 'pulse', 'spo2', 'consciousness', 'glucose', 'respiration'],
    with_replaced: withReplaced,
  })
  return rows
}
const summarise = (found: readonly Reading[]) =>
  found
    .map(({ kind, systolic, diastolic, pulse, spo2, oxygen }) =>
      [kind, systolic, diastolic, pulse, spo2, oxygen]
        .filter((one) => one !== null && one !== undefined)
        .join(' '),
    )
    .toSorted()

describe('a sheet of a mission', () => {
  test('has what the server knows of the mission, and a crew without the patients may write it', async () => {
    const record = await begin()
    expect(record).toMatchObject({
      form: 'operation-form',
      mission: { _id: missionId },
      patient: { _id: patient.id },
      answers: {
        unit_level: 'ALS',
        scene: 'ตึก 3',
        hospital: 'บ้าน',
        complaint: 'เจ็บหน้าอก',
        call: '2026-11-05T00:00:00.000Z',
        patient: patient.id,
        mission_number: expect.stringMatching(/^\d{4}-\d{4}$/),
      },
    })
    expect(Object.values((record.answers['crew'] ?? {}) as Rows)).toMatchObject([
      { crew_level: 'PARAMEDIC' },
      { crew_level: 'DRIVER' },
    ])
    const { missions: own } = await crew(missions.mine, {})
    expect(own[0]?.sheets).toEqual([{ _id: recordId, form: 'operation-form', number: null, state: 'draft' }])
  })

  test('takes the times of later steps, and keeps an answer that somebody gave or took back', async () => {
    await begin([say('complaint', 'หมดสติ'), say('scene', null)])
    await crew(missions.report, {
      _id: missionId,
      event_id: newId(),
      step: 'EN_ROUTE',
      at: '2026-11-05T00:05:00.000Z',
    })
    const { record } = await edit([say('zone', '1')])
    expect(record.answers).toMatchObject({ complaint: 'หมดสติ', left_base: '2026-11-05T00:05:00.000Z' })
    const corrected = '2026-11-05T00:04:00.000Z'
    await edit([say('left_base', corrected, record.answers['left_base'])])
    expect((await edit([say('zone', '2', '1')])).record.answers).toMatchObject({ left_base: corrected })
  })

  test('is not begun by somebody who neither dispatches nor is in the crew, nor for a request', async () => {
    expect((await expectRefusal(begin([], stranger))).code).toBe(errorCodes['not-found'])
    const asked = nurse(ambulanceRequests.add, { new_id: newId(), mission_id: missionId })
    expect((await expectRefusal(asked)).code).toBe(errorCodes['not-found'])
  })

  test('is not found by somebody who is not in the crew', async () => {
    await begin()
    expect((await expectRefusal(edit([say('zone', '1')], stranger))).code).toBe(errorCodes['not-found'])
    expect((await expectRefusal(stranger(operationRecords.list, { _id: recordId }))).code).toBe(
      errorCodes['not-found'],
    )
  })

  test('is closed to a dispatcher to whom the record of the patient is closed', async () => {
    const outsider = await bedside.panel.asNew({ staffType: 'nurse' })
    await followOtherWard(outsider)
    const tried = begin([say('patient', null)], outsider)
    expect((await expectRefusal(tried)).code).toBe(errorCodes['break-glass-needed'])
  })

  test('is open with its photos and the referral of its patient to a crew that follows other wards, while the mission lasts', async () => {
    const medic = await bedside.panel.asNew({ staffType: 'paramedic' })
    await followOtherWard(medic)
    const { vehicle_id, team_id } = await addCrew(bedside.panel, medic)
    await takeSteps(nurse, missionId, [{ step: 'REASSIGNED' }, { step: 'ASSIGNED', vehicle_id, team_id }])
    await begin([], medic)
    const photo = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#a33' } })
      .jpeg()
      .toBuffer()
    const photo_id = newId()
    await medic(formRecords.addPhoto, {
      _id: recordId,
      new_id: photo_id,
      photo: new File([new Uint8Array(photo)], 'photo.jpg'),
    })
    const referral = newId()
    await nurse(ambulanceReferrals.add, { new_id: referral, operations: [say('patient', patient.id)] })
    const readPhoto = () => medic(formRecords.photo, { _id: photo_id })
    const readReferral = () => medic(referrals.get, { _id: referral })
    expect((await readPhoto()).size).toBeGreaterThan(100)
    expect((await readReferral()).referral.patient?._id).toBe(patient.id)

    await takeSteps(nurse, missionId, [{ step: 'REASSIGNED' }])
    for (const read of [readPhoto, readReferral])
      expect((await expectRefusal(read())).code).toBe(errorCodes['break-glass-needed'])
  })
})

describe('of a mission with several patients', () => {
  const identity = ['patient', 'patient_name', 'hn', 'age_years', 'complaint', 'allergies', 'known_allergies']
  const pick = (answers: Record<string, unknown>) =>
    Object.fromEntries(
      identity.flatMap((name) => (answers[name] === undefined ? [] : [[name, answers[name]]])),
    )
  let first: Record<string, unknown>
  let firstId: string
  /** A mission has one sheet of a form about a patient: the first is about somebody else then. */
  const nameAnotherOnFirst = async () =>
    nurse(operationRecords.edit, {
      _id: firstId,
      operations: [say('patient', (await bedside.addPatient()).id, patient.id)],
    })
  beforeEach(async () => {
    await bedside.panel.root
      .insertInto('patient_allergies')
      .values({
        id: newId(),
        hospital_id: bedside.hospitalId,
        patient_id: patient.id,
        kind: 'drug',
        substance: 'Penicillin',
        severity: 'severe',
        certainty: 'unclassified',
        recorded_at: testNow,
        recorded_by: crew.session.user_id,
      })
      .execute()
    first = pick((await begin()).answers)
    firstId = recordId
    recordId = newId()
  })

  test('the second sheet of a form names nobody until a person says whom it is about', async () => {
    const row = newId()
    const { patient: named, answers } = await begin([
      ...measure(row, { systolic: 80, diastolic: 50, pulse: 130 }),
      finish(row),
    ])
    expect(named).toBeNull()
    expect(pick(answers)).toEqual({})
    expect(answers).toMatchObject({ scene: 'ตึก 3', unit_level: 'ALS' })
    expect(await chart()).toEqual([])
    await nameAnotherOnFirst()
    const { record } = await edit([say('patient', patient.id)])
    expect(pick(record.answers)).toEqual(first)
    expect(summarise(await chart())).toEqual(['blood_pressure 80 50', 'pulse 130'])
  })

  test('a crew without the patients takes off who stands there by mistake, with all that their record says', async () => {
    await begin()
    await nameAnotherOnFirst()
    expect((await edit([say('patient', patient.id)])).record.patient?._id).toBe(patient.id)
    const { record } = await edit([say('patient', null, patient.id)])
    expect(record.patient).toBeNull()
    expect(pick(record.answers)).toEqual({})
    expect((await edit([say('zone', '1')])).record.patient).toBeNull()
    expect(pick((await edit([say('zone', '2', '1')])).record.answers)).toEqual({})
  })

  test('somebody else who is named has what their own record says', async () => {
    const other = await bedside.addPatient()
    await begin()
    await nameAnotherOnFirst()
    await edit([say('patient', patient.id)])
    const { record } = await edit([say('patient', other.id, patient.id)], nurse)
    expect(record.patient?._id).toBe(other.id)
    expect(record.answers['patient_name']).not.toBe(first['patient_name'])
    expect(record.answers['patient_name']).toContain(record.patient?.name)
    expect(record.answers).not.toHaveProperty('known_allergies')
  })
})

describe('a row of vital signs', () => {
  const row = newId()
  const values = {
    systolic: 120,
    diastolic: 80,
    pulse: 90,
    spo2: 97,
    oxygen_device: 'CANNULA',
    consciousness: 'A',
  }

  test('stands in the record of the patient when it is finished, once, at the time when it was measured', async () => {
    await begin(measure(row, values))
    expect(await chart()).toEqual([])
    const done = finish(row)
    const { record } = await edit([done])
    expect(record.measured_rows).toEqual([row])
    await edit([done])
    await edit([say('zone', '9')])
    const found = await chart()
    expect(summarise(found)).toEqual(['blood_pressure 120 80', 'consciousness', 'pulse 90', 'spo2 97 true'])
    expect((await chart(true)).length).toBe(4)
    expect(new Set(found.map(({ measured_at }) => Date.parse(measured_at)))).toEqual(
      new Set([Date.parse(measuredAt)]),
    )
    for (const one of found)
      expect(one).toMatchObject({
        source: 'ambulance',
        entered_by: { _id: crew.session.user_id },
        act_id: row,
      })
  })

  test('replaces what was changed and nothing else', async () => {
    await begin([...measure(row, values), finish(row)])
    const before = await chart()
    await edit([say(`vitals/${row}/is_finished`, null, true), say(`vitals/${row}/pulse`, 110, 90)])
    expect(summarise(await chart())).toEqual(summarise(before))
    await edit([finish(row)])
    const after = await chart()
    expect(summarise(after)).toEqual(['blood_pressure 120 80', 'consciousness', 'pulse 110', 'spo2 97 true'])
    const old = before.find(({ kind }) => kind === 'pulse')
    expect(after.find(({ kind }) => kind === 'pulse')?.corrects).toBe(old?._id)
  })

  test('takes its readings back when it is struck out or the sheet is voided', async () => {
    const other = newId()
    await begin([
      ...measure(row, values),
      finish(row),
      ...measure(other, { respiration_rate: 20 }),
      finish(other),
    ])
    const { record } = await edit([say(`vitals/${row}`, false, true)])
    expect(record.measured_rows).toEqual([other])
    expect((await chart()).map(({ kind }) => kind)).toEqual(['respiration'])
    await crew(operationRecords.delete, { _id: recordId, reason: 'ผิดคน' })
    expect(await chart()).toEqual([])
    expect((await chart(true)).length).toBe(5)
  })

  describe('that raised an alarm', () => {
    const minutesAgo = (minutes: number) => new Date(Date.parse(testNow) - minutes * 60_000).toISOString()
    /** Waits until what was measured is late. */
    const wait = () => {
      bedside.skip(15 * 60_000)
      onTestFinished(() => bedside.skip(-15 * 60_000))
    }
    const strike = (struck: string) => edit([say(`vitals/${struck}`, false, true)])
    const add = (added: string, minutes: number, measured: Record<string, unknown>) => [
      ...measure(added, { measured_at: minutesAgo(minutes), ...measured }),
      finish(added),
    ]
    const listAlarms = async () =>
      Object.fromEntries(
        (await patient.listAlarms()).map(({ rule, state, ended_at, last_value }) => [
          rule,
          [state, ended_at !== null, last_value],
        ]),
      )

    test('ends it when it is struck out, or stays until it is seen if it is critical', async () => {
      await begin(add(row, 0, { systolic: 95, pulse: 8 }))
      expect(await listAlarms()).toEqual({
        'systolic-low': ['active', false, 95],
        'pulse-low': ['active', false, 8],
      })
      await strike(row)
      expect(await listAlarms()).toEqual({
        'systolic-low': ['cleared', true, null],
        'pulse-low': ['active', true, null],
      })
    })

    test('leaves the decision to the value before it, however late', async () => {
      await begin([
        ...add(newId(), 9, { systolic: 120, spo2: 88, oxygen_device: 'ROOM_AIR' }),
        ...add(row, 8, { systolic: 95, spo2: 70, oxygen_device: 'ROOM_AIR' }),
      ])
      wait()
      await strike(row)
      expect(await listAlarms()).toEqual({
        'systolic-low': ['cleared', true, 120],
        'spo2-low': ['active', false, 88],
      })
    })

    test('ends it when it is changed, however late', async () => {
      await begin(add(row, 0, { systolic: 95 }))
      wait()
      await edit([
        say(`vitals/${row}/is_finished`, null, true),
        say(`vitals/${row}/systolic`, 125, 95),
        finish(row),
      ])
      expect(await listAlarms()).toEqual({ 'systolic-low': ['cleared', true, 125] })
    })

    test('ends that of the patient whom the sheet no longer names', async () => {
      await begin(add(row, 0, { systolic: 95 }))
      await edit([say('patient', (await bedside.addPatient()).id, patient.id)], nurse)
      expect(await listAlarms()).toEqual({ 'systolic-low': ['cleared', true, null] })
    })

    const calm = {
      respiration_rate: 16,
      spo2: 98,
      oxygen_device: 'ROOM_AIR',
      systolic: 120,
      temperature: 37,
      consciousness: 'A',
      pulse: 80,
    }
    test.each([
      ['of which it was a part', [calm, { respiration_rate: 25 }], 0],
      ['that has no other alarm', [calm, { consciousness: 'V' }], 0],
      ['of which nothing is left', [{ ...calm, respiration_rate: 25 }], null],
    ])('ends that of a score %s', async (_, measured, left) => {
      const rows = measured.map((values) => ({ id: newId(), values }))
      await begin(rows.flatMap(({ id, values }, at) => add(id, 5 - at, values)))
      expect((await listAlarms())['news2']?.[0]).toBe('active')
      await strike(rows.at(-1)?.id ?? '')
      expect(await listAlarms()).toMatchObject({ news2: ['cleared', true, left] })
    })
  })

  test('of a time in the future is charted nowhere, and completion says so at its time', async () => {
    const measured_at = new Date(Date.parse(testNow) + 3 * 3_600_000).toISOString()
    const { version } = await begin([...measure(row, { ...values, measured_at }), finish(row)])
    expect(await chart()).toEqual([])
    const refused = await expectRefusal(crew(formRecords.complete, { _id: recordId, version }))
    expect(refused.fields).toContainEqual({
      field: `vitals/${row}/measured_at`,
      message: 'date-in-future',
    })
  })

  test('charts a coma scale with its total, and only the parts of one that could not be tested whole', async () => {
    const later = newId()
    await begin([
      ...measure(row, { eye: '3', verbal: '4', motor: '5' }),
      finish(row),
      ...measure(later, { measured_at: '2026-11-05T00:40:00.000Z', eye: '2', verbal: 'T', motor: '5' }),
      finish(later),
    ])
    const { rows } = await nurse(readings.history, { patient_id: patient.id, kinds: ['gcs'] })
    expect(
      rows.map(({ gcs, gcs_eye, gcs_verbal, gcs_motor }) => [gcs, gcs_eye, gcs_verbal, gcs_motor]),
    ).toEqual([
      [undefined, 2, undefined, 5],
      [12, 3, 4, 5],
    ])
  })

  test('keeps on the sheet alone what no reading may hold', async () => {
    await begin([...measure(row, { systolic: 80, diastolic: 90, respiration_rate: 12 }), finish(row)])
    expect((await chart()).map(({ kind }) => kind)).toEqual(['respiration'])
  })

  test('charts the zeros of an arrest, and the newest values are those', async () => {
    await begin([...measure(row, { systolic: 0, diastolic: 0, pulse: 0, respiration_rate: 0 }), finish(row)])
    expect((await chart()).map(({ kind }) => kind).toSorted()).toEqual([
      'blood_pressure',
      'pulse',
      'respiration',
    ])
    const newest = await bedside.panel.root
      .selectFrom('latest_values')
      .select('value')
      .where('patient_id', '=', patient.id)
      .where('vital', 'in', ['blood_pressure', 'pulse', 'respiration_rate'])
      .execute()
    expect(newest.map(({ value }) => value)).toEqual([0, 0, 0])
  })

  test('charts values that no device shows, and a pressure without its second number, and raises their alarms', async () => {
    await begin([
      ...measure(row, {
        measured_at: testNow,
        systolic: 25,
        pulse: 8,
        spo2: 25,
        oxygen_device: 'ROOM_AIR',
        blood_glucose: 7,
      }),
      finish(row),
    ])
    expect(summarise(await chart())).toEqual(['blood_pressure 25', 'glucose', 'pulse 8', 'spo2 25 false'])
    expect((await patient.listAlarms()).map(({ rule }) => rule).toSorted()).toEqual([
      'blood_glucose-low',
      'pulse-low',
      'spo2-low',
      'systolic-low',
    ])
  })

  test('stays on the sheet while the patient is unknown, and moves to the one who is named', async () => {
    await begin([say('patient', null), ...measure(row, values), finish(row)])
    expect(await chart()).toEqual([])
    await edit([say('patient', patient.id)])
    expect((await chart()).length).toBe(4)
    const someone = await bedside.addPatient()
    await edit([say('patient', someone.id, patient.id)], nurse)
    expect(await chart()).toEqual([])
    patient = someone
    expect((await chart()).length).toBe(4)
  })

  test('leaves alone what a nurse corrected in the record of the patient', async () => {
    await begin([...measure(row, values), finish(row)])
    const pulse = (await chart()).find(({ kind }) => kind === 'pulse')
    await nurse(readings.correct, {
      patient_id: patient.id,
      corrects: pulse?._id ?? '',
      corrects_measured_at: measuredAt,
      reading: { kind: 'pulse', measured_at: measuredAt, pulse: 88 },
    })
    await edit([say('zone', '1')])
    expect(summarise(await chart())).toContain('pulse 88')
  })
})

describe('a section that is written later', () => {
  const leastAnswers = {
    result: 'CANCELLED',
    cancel_reason: 'FALSE',
    area: 'INSIDE',
    idc_group: '7',
    idc_colour: 'RED',
    dispatch: testNow,
    left_base: testNow,
    back_at_base: testNow,
    odometer_base: { reason: 'NOT_DONE' },
    odometer_back: { reason: 'NOT_DONE' },
    operated_at: testNow,
    is_transported: true,
  }
  test('is not written by a crew, and by the emergency room also when the record is complete', async () => {
    const record = await begin(sayAll(leastAnswers))
    const [mine] = (await edit([say('er_hn', '1')])).results
    expect(mine).toMatchObject({ outcome: 'refused', problem: { field: 'er_hn', message: 'not-allowed' } })
    const { record: done } = await crew(formRecords.complete, { _id: recordId, version: record.version })
    expect(done.state).toBe('complete')
    const { record: appraised, results } = await edit(
      [say('airway_appraisal', 'APPROPRIATE'), say('zone', '5')],
      nurse,
    )
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'closed'])
    expect(appraised.answers).toMatchObject({ airway_appraisal: 'APPROPRIATE', result: 'CANCELLED' })
    expect(appraised.state).toBe('complete')
  })
})
