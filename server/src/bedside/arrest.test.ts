import { type Input, readings } from 'contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDevice, startTestBedside, type TestBedside } from '../../test/support/bedside.ts'
import { expectRefusal } from '../../test/support/refusal.ts'

type Charted = Input<typeof readings.record>['readings']

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

const listNewest = async (patientId: string) =>
  (
    await bedside.panel.root
      .selectFrom('latest_values')
      .select(['vital', 'value', 'second'])
      .where('patient_id', '=', patientId)
      .orderBy('vital')
      .execute()
  ).map(({ vital, value, second }) => [vital, value, ...(second === null ? [] : [second])])

const zeros = ['systolic', 'diastolic', 'pulse', 'spo2', 'respiration_rate'] as const

test('an arrest can be charted once somebody confirms each 0, and is critical', async () => {
  const patient = await bedside.addPatient()
  const measured_at = bedside.at()
  const arrest = (confirmed: Charted[number]['confirmed']): Charted => [
    { kind: 'blood_pressure', measured_at, systolic: 0, diastolic: 0, confirmed },
    { kind: 'pulse', measured_at, pulse: 0, confirmed },
    { kind: 'spo2', measured_at, spo2: 0, oxygen: true, confirmed },
    { kind: 'respiration', measured_at, respiration_rate: 0, confirmed },
    { kind: 'temperature', measured_at, temperature: 36.5 },
    { kind: 'consciousness', measured_at, consciousness: 'U' },
  ]
  const record = (confirmed: Charted[number]['confirmed']) =>
    bedside.nurse(readings.record, { patient_id: patient.id, readings: arrest(confirmed) })
  expect((await expectRefusal(record([]))).fields).toEqual([
    { field: 'readings.0.systolic', message: 'implausible' },
    { field: 'readings.0.diastolic', message: 'implausible' },
    { field: 'readings.1.pulse', message: 'implausible' },
    { field: 'readings.2.spo2', message: 'implausible' },
    { field: 'readings.3.respiration_rate', message: 'implausible' },
  ])
  await record([...zeros])
  expect(await listNewest(patient.id)).toEqual([
    ['blood_pressure', 0, 0],
    ['consciousness', null],
    ['map', 0],
    ['news2', 17, 1],
    ['oxygen', 1],
    ['pulse', 0],
    ['respiration_rate', 0],
    ['spo2', 0],
    ['temperature', 36.5],
  ])
  const raised = (await patient.listAlarms()).map(({ rule, severity, value }) => [rule, severity, value])
  expect(raised).toEqual(
    expect.arrayContaining([
      ['systolic-low', 'high', 0],
      ['map-low', 'high', 0],
      ['pulse-low', 'high', 0],
      ['spo2-low', 'high', 0],
      ['respiration_rate-low', 'high', 0],
    ]),
  )
  const chart = await bedside.nurse(readings.history, { patient_id: patient.id, resolution: 100 })
  expect(chart.manual).toContainEqual(expect.objectContaining({ kind: 'pulse', pulse: 0 }))
})

test('a 0 from a device is no value, and is never stored', async () => {
  const patient = await bedside.addPatient()
  const cuff = await addDevice(bedside, 'cuff', { id: patient.id, minutesAgo: 60 })
  const at = bedside.at()
  const own = [
    { kind: 'pulse', pulse: 0 },
    { kind: 'spo2', spo2: 0 },
    { kind: 'respiration', respiration_rate: 0 },
    { kind: 'blood_pressure', systolic: 0, diastolic: 0 },
  ]
  for (const sender of [{ hn: patient.hn }, { device: cuff.mac }])
    expect(await bedside.send(own.map((value) => ({ ...sender, measured_at: at, ...value })))).toEqual(
      own.map(() => 'rejected'),
    )
  // What comes with a vital sign is left out, and the vital sign is kept.
  await patient.send({ kind: 'blood_pressure', systolic: 120, diastolic: 80, pulse: 0 })
  expect(await listNewest(patient.id)).toEqual([
    ['blood_pressure', 120, 80],
    ['map', 93],
  ])
})

test('a reading that was stored while the bounds were wider is still shown', async () => {
  const patient = await bedside.addPatient()
  const measured_at = bedside.at()
  await bedside.nurse(readings.record, {
    patient_id: patient.id,
    readings: [{ kind: 'pulse', measured_at, pulse: 220, confirmed: ['pulse'] }],
  })
  await sql`update readings set pulse = 340 where patient_id = ${patient.id}`.execute(bedside.panel.root)
  const { rows } = await bedside.nurse(readings.history, { patient_id: patient.id })
  expect(rows).toMatchObject([{ pulse: 340 }])
})
