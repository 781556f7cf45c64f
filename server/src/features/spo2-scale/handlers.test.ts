import { alarms, spo2Scale } from 'contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestBedside, type TestBedside, type TestPatient } from '../../../test/support/bedside.ts'
import { getErrorName } from '../../../test/support/refusal.ts'

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

/** All values in order but the saturation. `oxygen` is charted with it. */
const round = (patient: TestPatient, spo2: number, oxygen: boolean) =>
  patient.send(
    { kind: 'respiration', respiration_rate: 16 },
    { kind: 'spo2', spo2, pulse: 80, oxygen },
    { kind: 'blood_pressure', systolic: 125, diastolic: 74 },
    { kind: 'temperature', temperature: 37 },
    { kind: 'consciousness', consciousness: 'A' },
  )
const findScore = (patient: TestPatient) =>
  bedside.panel.root
    .selectFrom('latest_values')
    .select(['value', 'second as scale'])
    .where('patient_id', '=', patient.id)
    .where('vital', '=', 'news2')
    .executeTakeFirstOrThrow()
const scored = async (patient: TestPatient) =>
  (await patient.listAlarms()).filter(({ rule }) => rule === 'news2')
const reason = 'COPD with hypercapnic failure, target 88-92 %'
const prescribe = (patient: TestPatient, scale: 1 | 2) =>
  bedside.doctor(spo2Scale.set, { patient_id: patient.id, scale, reason })

describe('a patient with COPD at 90 % on air', () => {
  test('scores 3 by scale 1 and alarms, naming the parameter and no limit that was not reached', async () => {
    const patient = await bedside.addPatient()
    await round(patient, 90, false)
    expect(await findScore(patient)).toEqual({ value: 3, scale: 1 })
    expect(await scored(patient)).toMatchObject([
      {
        state: 'active',
        severity: 'medium',
        value: 3,
        limit: null,
        score: { scale: 1, threes: [{ parameter: 'spo2', value: 90, letter: null }] },
      },
    ])
  })

  test('scores 0 as soon as a prescriber sets scale 2, which ends the alarm', async () => {
    const patient = await bedside.addPatient()
    await round(patient, 90, false)
    await prescribe(patient, 2)
    expect(await findScore(patient)).toEqual({ value: 0, scale: 2 })
    expect(await scored(patient)).toMatchObject([{ state: 'cleared', clearing: 'recovered' }])
    await round(patient, 89, false)
    expect(await findScore(patient)).toEqual({ value: 0, scale: 2 })
  })

  test('scores by scale 2 for too much oxygen as for too little, and the alarm names the scale', async () => {
    const patient = await bedside.addPatient()
    await prescribe(patient, 2)
    await round(patient, 97, true)
    expect(await findScore(patient)).toEqual({ value: 5, scale: 2 })
    expect(await scored(patient)).toMatchObject([
      { limit: 5, score: { scale: 2, threes: [{ parameter: 'spo2', value: 97 }] } },
    ])
  })

  test('alarms again as soon as scale 1 is set again', async () => {
    const patient = await bedside.addPatient()
    await prescribe(patient, 2)
    await round(patient, 90, false)
    expect(await scored(patient)).toEqual([])
    await prescribe(patient, 1)
    expect(await scored(patient)).toMatchObject([{ state: 'active', value: 3 }])
  })
})

test('oxygen that is charted with a saturation is part of the score', async () => {
  const patient = await bedside.addPatient()
  await round(patient, 97, false)
  expect(await findScore(patient)).toMatchObject({ value: 0 })
  bedside.skip(1000)
  await round(patient, 97, true)
  expect(await findScore(patient)).toMatchObject({ value: 2 })
})

test('every setting is stored with who made it, when and why; the newest applies', async () => {
  const patient = await bedside.addPatient()
  expect(await bedside.nurse(spo2Scale.get, { patient_id: patient.id })).toMatchObject({
    scale: 1,
    settings: [],
  })
  await prescribe(patient, 2)
  bedside.skip(1000)
  await prescribe(patient, 1)
  const { scale, settings } = await bedside.nurse(spo2Scale.get, { patient_id: patient.id })
  expect(scale).toBe(1)
  expect(settings.map((one) => [one.scale, one.reason])).toEqual([
    [1, reason],
    [2, reason],
  ])
  expect(settings[0]?.by?.first_name).toBe('ปกรณ์')
  await expect(bedside.panel.root.deleteFrom('spo2_scales').execute()).rejects.toThrow()
})

test('a setting makes what others show of the patient outdated, also without a score', async () => {
  const patient = await bedside.addPatient()
  await prescribe(patient, 2)
  const { data } = await bedside.panel.root
    .selectFrom('events')
    .select('data')
    .where('kind', '=', 'patients-outdated')
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  expect(data).toMatchObject({ patient_ids: [patient.id] })
})

test('a nurse can read the scale and cannot set it; nobody can set it without a reason', async () => {
  const patient = await bedside.addPatient()
  const draft = { patient_id: patient.id, scale: 2 as const, reason }
  expect(await getErrorName(bedside.nurse(spo2Scale.set, draft))).toBe('not-allowed')
  expect(await getErrorName(bedside.doctor(spo2Scale.set, { ...draft, reason: ' ' }))).toBe('invalid')
  expect(await bedside.nurse(alarms.list, { patient_id: patient.id })).toMatchObject({ total: 0 })
})
