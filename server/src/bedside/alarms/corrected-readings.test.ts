import { alarms, type Input, readings } from 'contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { minute, startTestBedside, type TestBedside } from '../../../test/support/bedside.ts'

type Written = Input<typeof readings.record>['readings'][number]

let bedside: TestBedside
let patientId: string

beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())
beforeEach(async () => {
  patientId = (await bedside.addPatient()).id
})

const subtract = (at: string, minutes: number) => new Date(Date.parse(at) - minutes * minute).toISOString()
const pressure = (systolic: number, measured_at: string): Written => ({
  kind: 'blood_pressure',
  measured_at,
  systolic,
  diastolic: 50,
})

/** A pressure that is corrected eleven minutes later. */
async function correct(wrong: Written, right: Written) {
  const { nurse } = bedside
  const { readings: written } = await nurse(readings.record, { patient_id: patientId, readings: [wrong] })
  bedside.skip(11 * minute)
  await nurse(readings.correct, {
    patient_id: patientId,
    corrects: written[0]?._id ?? '',
    corrects_measured_at: written[0]?.measured_at ?? '',
    reading: right,
  })
}

const listAlarms = async () =>
  (await bedside.nurse(alarms.list, { patient_id: patientId, rule: 'systolic-low' })).rows.map(
    ({ ended_at, last_value }) => [ended_at !== null, last_value],
  )

test.each([0, 3])(
  'a correction ends the alarm that the wrong value raised, however late, also to a time %i minutes earlier',
  async (earlier) => {
    const at = bedside.at()
    await correct(pressure(85, at), pressure(135, subtract(at, earlier)))
    expect(await listAlarms()).toEqual([[true, 135]])
  },
)

test('a correction within the limit leaves the alarm open with the right value', async () => {
  const at = bedside.at()
  await correct(pressure(75, at), pressure(84, at))
  expect(await listAlarms()).toEqual([[false, 84]])
})

test('a correction to a time before another value leaves the decision to that one', async () => {
  const at = bedside.at()
  await bedside.nurse(readings.record, { patient_id: patientId, readings: [pressure(124, subtract(at, 3))] })
  await correct(pressure(85, at), pressure(84, subtract(at, 5)))
  expect(await listAlarms()).toEqual([[true, 124]])
})

test('a correction raises no alarm about what is over', async () => {
  const at = bedside.at()
  await correct(pressure(135, at), pressure(85, at))
  expect(await listAlarms()).toEqual([])
})
