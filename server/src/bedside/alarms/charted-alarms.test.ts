import { alarms, readings } from 'contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  minute,
  startTestBedside,
  type TestBedside,
  type TestPatient,
} from '../../../test/support/bedside.ts'

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

const chart = (patient: TestPatient, reading: object) =>
  bedside.nurse(readings.record, {
    patient_id: patient.id,
    readings: [{ measured_at: bedside.at(), ...reading }] as never,
  })

test.each([
  ['spo2-low', { kind: 'spo2', spo2: 90 }],
  ['pulse-high', { kind: 'pulse', pulse: 128 }],
])(
  'a value that a nurse charts is an alarm at once, where a device must send several: %s',
  async (rule, value) => {
    const monitored = await bedside.addPatient()
    await monitored.send(value)
    expect(await monitored.listAlarms()).toEqual([])
    const patient = await bedside.addPatient()
    await chart(patient, value)
    expect(await patient.findOpenAlarm()).toMatchObject({ rule, severity: 'medium', state: 'active' })
  },
)

describe('a mean pressure', () => {
  const listOfMean = async (patient: TestPatient) =>
    (await patient.listAlarms())
      .filter(({ rule, state, ended_at }) => rule === 'map-low' && state !== 'cleared' && ended_at === null)
      .map(({ severity, value, last_value, worst_value }) => [severity, value, last_value, worst_value])

  test.each([
    [94, 50, [['medium', 65, 65, 65]]],
    [95, 50, []],
    [99, 40, [['high', 60, 60, 60]]],
    [100, 40, [['medium', 60, 60, 60]]],
  ])(
    'of %i/%i is judged before it is rounded, and shown as a whole number',
    async (systolic, diastolic, alarms) => {
      const patient = await bedside.addPatient()
      await chart(patient, { kind: 'blood_pressure', systolic, diastolic })
      expect(await listOfMean(patient)).toEqual(alarms)
    },
  )

  test('that a device measured itself is taken as it is', async () => {
    const patient = await bedside.addPatient()
    await chart(patient, { kind: 'blood_pressure', systolic: 94, diastolic: 50, map: 65 })
    expect(await listOfMean(patient)).toEqual([])
    bedside.skip(minute)
    await chart(patient, {
      kind: 'blood_pressure',
      systolic: 95,
      diastolic: 50,
      map: 64,
      measured_at: bedside.at(),
    })
    expect(await listOfMean(patient)).toEqual([['medium', 64, 64, 64]])
  })

  test('that stays under its limit stays an alarm when the limits of the patient are changed', async () => {
    const patient = await bedside.addPatient()
    await chart(patient, { kind: 'blood_pressure', systolic: 94, diastolic: 50 })
    const { version } = await bedside.nurse(alarms.settings, { patient_id: patient.id })
    const limits = { critical_low: 55, low: 65, high: null, critical_high: null }
    const settings = { map: { mode: 'own' as const, limits } }
    await bedside.nurse(alarms.updateSettings, {
      patient_id: patient.id,
      version,
      settings,
      reason: 'ตามแพทย์',
    })
    expect(await listOfMean(patient)).toEqual([['medium', 65, 65, 65]])
  })

  test('that is the newest left after a correction ends no alarm that it would not have ended', async () => {
    const patient = await bedside.addPatient()
    const earlier = (minutes: number) => new Date(Date.parse(bedside.at()) - minutes * minute).toISOString()
    await chart(patient, { kind: 'blood_pressure', systolic: 103, diastolic: 50, measured_at: earlier(3) })
    const wrong = { kind: 'blood_pressure', systolic: 94, diastolic: 50 } as const
    const { readings: charted } = await chart(patient, wrong)
    const [{ _id, measured_at }] = charted as [(typeof charted)[number]]
    await bedside.nurse(readings.correct, {
      patient_id: patient.id,
      corrects: _id,
      corrects_measured_at: measured_at,
      reading: { ...wrong, measured_at: earlier(5) },
    })
    // A value ends it from 68.
    expect(await listOfMean(patient)).toEqual([['medium', 65, 68, 65]])
  })
})

test.each([
  ['blood_glucose-low', 'below'],
  ['blood_glucose-high', 'above'],
])('a glucose that a meter shows no number for can be charted, and is critical: %s', async (rule, beyond) => {
  const patient = await bedside.addPatient()
  await chart(patient, { kind: 'glucose', beyond, marker: 'no_marker' })
  expect(await patient.findOpenAlarm()).toMatchObject({ rule, severity: 'high', value: null })
})

test('a corrected value is an alarm at once, as the one that was charted first would have been', async () => {
  const patient = await bedside.addPatient()
  const { readings: charted } = await chart(patient, { kind: 'pulse', pulse: 82 })
  bedside.skip(minute)
  const [{ _id, measured_at }] = charted as [(typeof charted)[number]]
  await bedside.nurse(readings.correct, {
    patient_id: patient.id,
    corrects: _id,
    corrects_measured_at: measured_at,
    reading: { kind: 'pulse', measured_at, pulse: 128, note: 'Mistyped' },
  })
  expect(await patient.findOpenAlarm()).toMatchObject({ rule: 'pulse-high', value: 128 })
})
