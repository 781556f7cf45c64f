import {
  CallError,
  type Client,
  errorCodes,
  type Input,
  monitoring,
  type ReadingKind,
  type ReadingSource,
  type ReadingValues,
  readings,
  spo2Scale,
} from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestPanel, type TestPanel, testNow } from '../../../testing.ts'

let panel: TestPanel
let nurse: Client
let hospitalId: string
let patientId: string

beforeAll(async () => {
  panel = await startTestPanel()
  nurse = await panel.as('nurse')
  const patient = await panel.root
    .selectFrom('patients')
    .select(['id', 'hospital_id'])
    .orderBy('number')
    .limit(1)
    .executeTakeFirstOrThrow()
  hospitalId = patient.hospital_id
  patientId = patient.id
})
afterAll(() => panel.close())

beforeEach(async () => {
  await panel.root.deleteFrom('readings').execute()
  await panel.root.deleteFrom('latest_values').execute()
  await setBirth('1960-01-01')
})

const setBirth = (date_of_birth: string | null) =>
  panel.root
    .updateTable('patients')
    .set({ date_of_birth, birth_date_precision: date_of_birth && 'day' })
    .where('id', '=', patientId)
    .execute()

/** The day is that of the test's clock, in Bangkok. */
const at = (time: string, date = '2026-11-05') => new Date(`${date}T${time}+07:00`).toISOString()

type Kept = { kind: ReadingKind; source?: ReadingSource; at: string; values: ReadingValues }

async function keep(...kept: Kept[]): Promise<void> {
  const rows = kept.map(({ kind, source = 'watch', at, values }) => ({
    id: newId(),
    hospital_id: hospitalId,
    patient_id: patientId,
    kind,
    source,
    measured_at: at,
    received_at: at,
    ...values,
  }))
  // A statement has room for so many parameters.
  for (let from = 0; from < rows.length; from += 1000)
    await panel.root
      .insertInto('readings')
      .values(rows.slice(from, from + 1000))
      .execute()
}

const saturation = (time: string, spo2: number): Kept => ({ kind: 'spo2', at: at(time), values: { spo2 } })

type Written = Input<typeof readings.record>['readings'][number]
const record = async (...written: Written[]) =>
  (await nurse(readings.record, { patient_id: patientId, readings: written })).readings

/** A whole round: a score of 0, or of 3 by a high respiration. */
const writeRound = (time: string, respiration_rate = 16): Written[] => {
  const measured_at = at(time)
  return [
    { kind: 'blood_pressure', measured_at, systolic: 120, diastolic: 80, pulse: 70 },
    { kind: 'spo2', measured_at, spo2: 98 },
    { kind: 'temperature', measured_at, temperature: 37 },
    { kind: 'respiration', measured_at, respiration_rate },
    { kind: 'consciousness', measured_at, consciousness: 'A', oxygen: false },
  ]
}

const ask = (asked: Partial<Input<typeof readings.flowsheet>> = {}) =>
  nurse(readings.flowsheet, {
    patient_id: patientId,
    from: at('00:00'),
    column_minutes: 60,
    columns: 24,
    ...asked,
  })

const show = async (asked?: Parameters<typeof ask>[0]) => {
  const { thinned, newest } = await ask(asked)
  return thinned.map(({ newest: id, ...cell }) => ({ ...cell, newest: newest.find(({ _id }) => _id === id) }))
}
const scores = async (asked?: Parameters<typeof ask>[0]) =>
  (await ask(asked)).scores.map(({ at: time, total }) => [new Date(time).toISOString(), total])

test('an hour of a device has the newest reading and the true extremes of all', async () => {
  await keep(saturation('08:00', 97), saturation('08:20', 84), saturation('08:59:59.999', 91))
  expect(await show()).toEqual([
    {
      column: 8,
      row: 'spo2',
      count: 3,
      extremes: { spo2: { min: 84, max: 97 } },
      words: {},
      newest: expect.objectContaining({ spo2: 91, source: 'watch' }),
    },
  ])
})

test('an hour has its first instant and not that of the next; a day begins at midnight in Bangkok', async () => {
  await keep(
    { kind: 'spo2', at: at('23:59:59.999', '2026-11-04'), values: { spo2: 90 } },
    saturation('00:00', 91),
    saturation('00:59:59.999', 92),
    saturation('01:00', 93),
    saturation('23:59:59.999', 94),
    { kind: 'spo2', at: at('00:00', '2026-11-06'), values: { spo2: 95 } },
  )
  const cells = await show()
  expect(cells.map(({ column, extremes }) => [column, extremes['spo2']])).toEqual([
    [0, { min: 91, max: 92 }],
    [1, { min: 93, max: 93 }],
    [23, { min: 94, max: 94 }],
  ])
})

test('columns of a quarter of an hour and of four hours divide the same readings', async () => {
  await keep(
    saturation('08:14', 97),
    saturation('08:15', 96),
    saturation('11:59', 95),
    saturation('12:00', 94),
  )
  const columns = async (column_minutes: 15 | 240, asked: number) =>
    (await show({ column_minutes, columns: asked })).map(({ column, count }) => [column, count])
  expect(await columns(15, 96)).toEqual([
    [32, 1],
    [33, 1],
    [47, 1],
    [48, 1],
  ])
  expect(await columns(240, 6)).toEqual([
    [2, 3],
    [3, 1],
  ])
})

test('what was charted by hand is whole, and counts for no device', async () => {
  await record({ kind: 'spo2', measured_at: at('08:05'), spo2: 97 })
  await record({ kind: 'spo2', measured_at: at('08:35'), spo2: 95 })
  await keep(saturation('08:10', 91))
  const { charted, thinned } = await ask()
  expect(charted.map(({ spo2, entered_by }) => [spo2, entered_by?.first_name])).toEqual([
    [97, 'สุภาพร'],
    [95, 'สุภาพร'],
  ])
  expect(thinned).toMatchObject([{ column: 8, count: 1, extremes: { spo2: { min: 91, max: 91 } } }])
})

test('half a pressure, HI of a meter and a letter are the newest where they were last', async () => {
  await keep(
    { kind: 'blood_pressure', at: at('08:10'), values: { systolic: 120, diastolic: 80 } },
    { kind: 'blood_pressure', at: at('08:20'), values: { diastolic: 75 } },
    { kind: 'glucose', source: 'gateway', at: at('08:10'), values: { blood_glucose: 400 } },
    { kind: 'glucose', source: 'gateway', at: at('08:20'), values: { beyond: 'above' } },
    {
      kind: 'consciousness',
      source: 'system',
      at: at('08:30'),
      values: { consciousness: 'V', oxygen: true },
    },
  )
  const cells = Object.fromEntries((await show()).map((cell) => [cell.row, cell]))
  expect(cells['blood_pressure']).toMatchObject({
    count: 2,
    newest: { diastolic: 75 },
    extremes: { systolic: { min: 120, max: 120 }, diastolic: { min: 75, max: 80 } },
  })
  expect(cells['blood_pressure']?.newest?.systolic).toBeUndefined()
  expect(cells['blood_glucose']).toMatchObject({
    count: 2,
    newest: { beyond: 'above' },
    extremes: { blood_glucose: { min: 400, max: 400 } },
    words: { beyond: ['above'] },
  })
  expect(cells['map']).toBeUndefined()
  expect(cells['consciousness']).toMatchObject({
    count: 1,
    newest: { consciousness: 'V' },
    extremes: {},
    words: { consciousness: ['V'] },
  })
  expect(cells['oxygen']).toMatchObject({ count: 1, newest: { oxygen: true } })
})

test('a corrected reading is there beside the one that replaced it', async () => {
  const [wrong] = await record({ kind: 'pulse', measured_at: at('08:05'), pulse: 170 })
  await nurse(readings.correct, {
    patient_id: patientId,
    corrects: wrong?._id ?? '',
    corrects_measured_at: wrong?.measured_at ?? '',
    reading: { kind: 'pulse', measured_at: at('08:05'), pulse: 70 },
  })
  const { charted } = await ask()
  expect(charted.map(({ pulse, replaced_at }) => [pulse, replaced_at !== null])).toEqual(
    expect.arrayContaining([
      [170, true],
      [70, false],
    ]),
  )
})

test('a score is that of its time, and the newest one is the present score of the patient', async () => {
  await record(...writeRound('09:00', 28))
  await record(...writeRound('13:30', 16))
  const { scores: made } = await ask()
  expect(made.map(({ at: time, total }) => [Date.parse(time), total])).toEqual([
    [Date.parse(at('09:00')), 3],
    [Date.parse(at('13:30')), 0],
  ])
  expect(made[0]?.parts).toContainEqual({
    parameter: 'respiration_rate',
    points: 3,
    value: 28,
    letter: null,
    measured_at: at('09:00'),
  })
  const { tiles } = await nurse(monitoring.wall, { patient_id: patientId })
  expect(tiles[0]?.latest.find(({ vital }) => vital === 'news2')?.value).toBe(0)
})

test('a score is made of values of the evening before, and not of values of twelve hours before', async () => {
  await record(...writeRound('00:10').map((one) => ({ ...one, measured_at: at('23:50', '2026-11-04') })))
  await keep(
    { kind: 'pulse', at: at('00:05'), values: { pulse: 135 } },
    { kind: 'pulse', at: at('11:49:59'), values: { pulse: 95 } },
    { kind: 'pulse', at: at('12:00'), values: { pulse: 95 } },
  )
  expect(await scores()).toEqual([
    [at('00:05'), 3],
    [at('11:49:59'), 1],
  ])
})

test('an hour of a watch has one score, of its last value, and a charting in it has its own', async () => {
  await record(...writeRound('08:00', 16))
  await keep(
    ...Array.from({ length: 30 }, (_, minute) => ({
      kind: 'pulse' as const,
      at: at(`08:${String(minute + 10)}:00`),
      values: { pulse: minute < 20 ? 112 : 92 },
    })),
  )
  await record({ kind: 'temperature', measured_at: at('08:20:30'), temperature: 39.5 })
  expect(await scores()).toEqual([
    [at('08:00'), 0],
    [at('08:20:30'), 4],
    [at('08:39'), 3],
  ])
})

test('a score is by the scale that applied then, and counts a corrected value as corrected', async () => {
  const doctor = await panel.as('doctor')
  const low = writeRound('09:00').map((one) => (one.kind === 'spo2' ? { ...one, spo2: 90 } : one))
  await record(...low)
  await doctor(spo2Scale.set, { patient_id: patientId, scale: 2, reason: 'COPD' })
  panel.wait(60_000)
  const after = new Date(Date.parse(testNow) + 60_000).toISOString()
  const [, wrong] = await record(
    ...low.map((one) => ({ ...one, measured_at: after, ...(one.kind === 'spo2' && { spo2: 84 }) })),
  )
  expect((await ask()).scores.map(({ total, scale }) => [total, scale])).toEqual([
    [3, 1],
    [2, 2],
  ])
  await nurse(readings.correct, {
    patient_id: patientId,
    corrects: wrong?._id ?? '',
    corrects_measured_at: after,
    reading: { kind: 'spo2', measured_at: after, spo2: 90 },
  })
  expect((await ask()).scores.map(({ total, scale }) => [total, scale])).toEqual([
    [3, 1],
    [0, 2],
  ])
})

test('after half a pressure of a device there is no score, as there is none on the wall', async () => {
  await record(...writeRound('09:00'))
  await keep({ kind: 'blood_pressure', at: at('10:00'), values: { diastolic: 70 } })
  await record({ kind: 'pulse', measured_at: at('11:00'), pulse: 120 })
  expect(await scores()).toEqual([[at('09:00'), 0]])
})

test('without a part, under 16 years or without a date of birth there is no score', async () => {
  await record(...writeRound('09:00').filter(({ kind }) => kind !== 'temperature'))
  expect(await scores()).toEqual([])
  await record({ kind: 'temperature', measured_at: at('09:10'), temperature: 37 })
  expect(await scores()).toEqual([[at('09:10'), 0]])
  await setBirth('2010-11-06')
  expect(await scores()).toEqual([])
  await setBirth(null)
  expect(await scores()).toEqual([])
})

test('a week of a watch, minute by minute, keeps its peak and its trough', async () => {
  const from = Date.parse(at('00:00', '2026-10-30'))
  await keep(
    ...Array.from({ length: 7 * 24 * 60 }, (_, minute) => ({
      kind: 'pulse' as const,
      at: new Date(from + minute * 60_000).toISOString(),
      values: { pulse: minute === 5000 ? 188 : minute === 5001 ? 31 : 80 },
    })),
  )
  const cells = await show({ from: new Date(from).toISOString(), column_minutes: 240, columns: 42 })
  expect(cells).toHaveLength(42)
  expect(cells.every(({ count }) => count === 240)).toBe(true)
  expect(cells[20]?.extremes).toEqual({ pulse: { min: 31, max: 188 } })
})

test("a flowsheet of another hospital's patient gets the same answer as one of a missing patient", async () => {
  const refused = ask({ patient_id: newId() }).catch((error: unknown) => error)
  expect(await refused).toMatchObject({ code: errorCodes['not-found'] })
  expect(await refused).toBeInstanceOf(CallError)
})
