import { readings } from 'contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
    const watched = await bedside.addPatient()
    await watched.send(value)
    expect(await watched.listAlarms()).toEqual([])
    const patient = await bedside.addPatient()
    await chart(patient, value)
    expect(await patient.findOpenAlarm()).toMatchObject({ rule, severity: 'medium', state: 'active' })
  },
)

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
