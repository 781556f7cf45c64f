import {
  account,
  addGlasgowTotal,
  type Client,
  collectActValues,
  computeMeanArterialPressure,
  devices,
  errorCodes,
  type HistoryQuery,
  type Input,
  manualKinds,
  maxChartManual,
  maxChartPoints,
  monitoring,
  type QuantityName,
  quantities,
  type ReadingKind,
  type ReadingSource,
  type ReadingValues,
  readingKinds,
  readings,
} from 'contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../../test/support/refusal.ts'
import { pickUsualValue } from '../../../test/support/usual-value.ts'
import { readEventRange, readEvents } from '../../live/events.ts'
import { startTestPanel, type TestPanel, testNow } from '../../testing.ts'

let panel: TestPanel
let nurse: Client
let hospitalId: string
let patientId: string
let neighbourId: string
let strangersId: string

beforeAll(async () => {
  panel = await startTestPanel()
  nurse = await panel.as('nurse')
  const [patient, neighbour] = await panel.root
    .selectFrom('patients')
    .select(['id', 'hospital_id'])
    .orderBy('number')
    .limit(2)
    .execute()
  hospitalId = patient?.hospital_id ?? ''
  patientId = patient?.id ?? ''
  neighbourId = neighbour?.id ?? ''
  strangersId = await addForeignPatient()
})
afterAll(() => panel.close())

beforeEach(async () => {
  await panel.root.deleteFrom('readings').execute()
  await panel.root.deleteFrom('latest_values').execute()
})

/** A patient of a hospital of which the demo hospital's users may know nothing. */
async function addForeignPatient(): Promise<string> {
  const [elsewhere, id] = [newId(), newId()]
  await panel.root
    .insertInto('hospitals')
    .values({ id: elsewhere, code: '99999', name_en: 'Elsewhere', name_th: 'ที่อื่น', created_at: testNow })
    .execute()
  await panel.root
    .insertInto('patients')
    .values({
      id,
      hospital_id: elsewhere,
      number: 1,
      hn: 'X-1',
      title: 'นาย',
      name: 'ลับ',
      surname: 'มาก',
      gender: 'male',
      identity_kind: 'none',
      created_at: testNow,
      updated_at: testNow,
    })
    .execute()
  return id
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

function ago(ms: number): string {
  return new Date(Date.parse(testNow) - ms).toISOString()
}
const minutesAgo = (minutes: number) => ago(minutes * minuteMs)
const daysAgo = (days: number) => ago(days * dayMs)

type Kept = { kind: ReadingKind; source?: ReadingSource; at?: string; values: ReadingValues }

/** Inserts readings into the database, of any device. */
async function keep(...kept: Kept[]): Promise<void> {
  for (const { kind, source = 'gateway', at = minutesAgo(1), values } of kept) {
    await panel.root
      .insertInto('readings')
      .values({
        id: newId(),
        hospital_id: hospitalId,
        patient_id: patientId,
        kind,
        source,
        measured_at: at,
        received_at: at,
        ...values,
      })
      .execute()
  }
}

type Written = Input<typeof readings.record>['readings'][number]

async function record(...written: Written[]) {
  return (await nurse(readings.record, { patient_id: patientId, readings: written })).readings
}

const pressure = (systolic: number, diastolic: number, measured_at = minutesAgo(1)): Written => ({
  kind: 'blood_pressure',
  measured_at,
  systolic,
  diastolic,
})

async function latest() {
  const { tiles } = await nurse(monitoring.wall, { patient_id: patientId })
  return tiles[0]?.latest ?? []
}

const vital = async (name: string) => (await latest()).find((one) => one.vital === name)

describe('a history call with a path of its own', () => {
  const values: Partial<Record<ReadingKind, ReadingValues>> = {
    temperature: { temperature: 37.1 },
    spo2: { spo2: 97, pulse: 70 },
    blood_pressure: { systolic: 120, diastolic: 80 },
    glucose: { blood_glucose: 110, marker: 'fasting' },
    activity: { steps: 4000 },
    sleep: { awake: 20, light: 240, deep: 90 },
    body: { weight: 61.5 },
    lab: { creatinine: 0.9, ldl: 120 },
    pulse: { pulse: 71 },
  }
  const sources = ['gateway', 'watch', 'box', 'manual'] as const
  const throughGateway = ['box', 'gateway']
  const everything = [...sources].sort()

  beforeEach(async () => {
    for (const [kind, held] of Object.entries(values))
      await keep(...sources.map((source) => ({ kind: kind as ReadingKind, source, values: held })))
  })

  test.each([
    ['bodyTemperature', ['temperature'], everything],
    ['bodyTemperatureGateway', ['temperature'], throughGateway],
    ['bodyTemperatureWatch', ['temperature'], ['watch']],
    ['spo2', ['spo2'], everything],
    ['spo2Gateway', ['spo2'], throughGateway],
    ['spo2Watch', ['spo2'], ['watch']],
    ['bloodPressureGateway', ['blood_pressure'], throughGateway],
    ['bloodPressureWatch', ['blood_pressure'], ['watch']],
    ['bloodSugar', ['glucose'], everything],
    ['creatinine', ['lab'], everything],
    ['lipid', ['lab'], everything],
    ['steps', ['activity'], everything],
    ['sleep', ['sleep'], everything],
    ['bodyData', ['body'], everything],
    [
      'allGateway',
      ['blood_pressure', 'body', 'glucose', 'lab', 'pulse', 'spo2', 'temperature'],
      throughGateway,
    ],
  ] as const)('%s returns readings of its kind and its sources only', async (name, kinds, expected) => {
    const { rows } = await nurse(readings[name], { patient_id: patientId, number_of_rec: 100 })
    expect([...new Set(rows.map((row) => row.kind))].sort()).toEqual(kinds)
    expect([...new Set(rows.map((row) => row.source))].sort()).toEqual(expected)
    expect(rows).toHaveLength(kinds.length * expected.length)
  })

  test('shows the values with who or what measured them', async () => {
    const { rows } = await nurse(readings.bloodSugar, { patient_id: patientId })
    expect(rows[0]).toMatchObject({ kind: 'glucose', blood_glucose: 110, marker: 'fasting', device: null })
  })
})

describe('a history', () => {
  const temperatures = (body: Partial<Input<typeof readings.bodyTemperature>> = {}) =>
    nurse(readings.bodyTemperature, { patient_id: patientId, ...body })
  const values = (rows: readonly { temperature?: number | null | undefined }[]) =>
    rows.map((row) => row.temperature)

  beforeEach(() =>
    keep(
      ...[36, 37, 38, 39, 40].map((temperature, at) => ({
        kind: 'temperature' as const,
        at: minutesAgo(50 - at * 10),
        values: { temperature },
      })),
    ),
  )

  test('begins with the newest and says how many there are', async () => {
    const { rows, total, total_is_at_least, points } = await temperatures()
    expect(values(rows)).toEqual([40, 39, 38, 37, 36])
    expect({ total, total_is_at_least, points }).toEqual({ total: 5, total_is_at_least: false, points: [] })
  })

  test('includes its first instant and excludes its last', async () => {
    const { rows } = await temperatures({ from: minutesAgo(40), to: minutesAgo(20) })
    expect(values(rows)).toEqual([38, 37])
    expect(values((await temperatures({ from: minutesAgo(10) })).rows)).toEqual([40])
    expect(values((await temperatures({ to: minutesAgo(50) })).rows)).toEqual([])
  })

  test('is read in pages', async () => {
    const first = await temperatures({ page: 1, number_of_rec: 2 })
    const last = await temperatures({ page: 3, number_of_rec: 2 })
    expect([values(first.rows), values(last.rows)]).toEqual([[40, 39], [36]])
    expect(last.total).toBe(5)
    expect(values((await temperatures({ page: 4, number_of_rec: 2 })).rows)).toEqual([])
  })

  test('of vital signs has all kinds, or those asked for, or the readings with one value', async () => {
    await keep(
      { kind: 'spo2', at: minutesAgo(3), values: { spo2: 97, pulse: 70 } },
      { kind: 'spo2', at: minutesAgo(2), values: { spo2: 98 } },
      { kind: 'pulse', at: minutesAgo(1), values: { pulse: 72 } },
      { kind: 'body', values: { weight: 60 } },
    )
    const listKinds = async (body: Partial<Input<typeof readings.history>>) =>
      (await nurse(readings.history, { patient_id: patientId, ...body })).rows.map((row) => row.kind)
    expect(await listKinds({})).toHaveLength(8)
    expect(await listKinds({ kinds: ['body'] })).toEqual(['body'])
    expect(await listKinds({ kinds: ['spo2', 'pulse'], field: 'pulse' })).toEqual(['pulse', 'spo2'])
  })

  test.each(['creatinine', 'lipid'] as const)(
    "of the laboratory's %s covers the last 60 days unless it is said from when",
    async (name) => {
      const lab = { creatinine: 1, hdl: 45 }
      await keep(
        { kind: 'lab', at: daysAgo(59), values: lab },
        { kind: 'lab', at: daysAgo(61), values: lab },
        { kind: 'lab', at: daysAgo(200), values: lab },
      )
      const found = async (span: Partial<HistoryQuery>) =>
        (await nurse(readings[name], { patient_id: patientId, ...span })).total
      expect(await found({})).toBe(1)
      expect(await found({ from: daysAgo(100) })).toBe(2)
      expect(await found({ to: daysAgo(60) })).toBe(1)
    },
  )

  test('of creatinine leaves out results without it, that of lipids those without lipids', async () => {
    await keep(
      { kind: 'lab', at: minutesAgo(3), values: { creatinine: 1 } },
      { kind: 'lab', at: minutesAgo(2), values: { uric_acid: 5 } },
      { kind: 'lab', at: minutesAgo(1), values: { creatinine: 1.1, ldl: 90 } },
    )
    const { rows: creatinine } = await nurse(readings.creatinine, { patient_id: patientId })
    expect(creatinine.map((row) => row.creatinine)).toEqual([1.1, 1])
    const { rows: lipids } = await nurse(readings.lipid, { patient_id: patientId })
    expect(lipids.map((row) => [row.ldl, row.uric_acid])).toEqual([
      [90, undefined],
      [undefined, 5],
    ])
  })

  test("of another hospital's patient gets the same answer as for a missing one", async () => {
    for (const endpoint of [readings.history, readings.bodyTemperature, readings.lipid])
      expect((await expectRefusal(nurse(endpoint, { patient_id: strangersId }))).code, endpoint.path).toBe(
        errorCodes['not-found'],
      )
  })
})

describe('a chart', () => {
  const from = daysAgo(60)

  test('of 60 days with a value per minute has at most 500 points and loses neither peak nor trough', async () => {
    await sql`
      insert into readings (measured_at, id, hospital_id, patient_id, kind, source, received_at, pulse)
      select at, gen_random_uuid(), ${hospitalId}, ${patientId}, 'pulse', 'watch', at,
        case when n = 40000 then 31 when n = 70000 then 213 else 70 + n % 11 end
      from generate_series(0, 86399) n, lateral (select ${from}::timestamptz + n * interval '1 minute') as t (at)
    `.execute(panel.root)
    const { points, rows, total } = await nurse(readings.history, {
      patient_id: patientId,
      kinds: ['pulse'],
      from,
      to: testNow,
      resolution: maxChartPoints,
    })
    expect(rows).toEqual([])
    expect(total).toBe(86_400)
    expect(points.length).toBeGreaterThan(450)
    expect(points.length).toBeLessThanOrEqual(maxChartPoints)
    expect(Math.min(...points.map(({ values }) => values['pulse']?.min ?? 999))).toBe(31)
    expect(Math.max(...points.map(({ values }) => values['pulse']?.max ?? 0))).toBe(213)
    expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).toSorted())
    const counted = points.reduce((sum, { count }) => sum + count, 0)
    expect(counted).toBe(86_400)
  })

  const getChart = (body: Partial<Input<typeof readings.history>> = {}) =>
    nurse(readings.history, {
      patient_id: patientId,
      from: minutesAgo(100),
      to: testNow,
      resolution: 10,
      ...body,
    })

  test('has no point where nothing was measured', async () => {
    await keep(
      { kind: 'pulse', at: minutesAgo(100), values: { pulse: 70 } },
      { kind: 'pulse', at: minutesAgo(99), values: { pulse: 80 } },
      { kind: 'pulse', at: minutesAgo(5), values: { pulse: 90 } },
    )
    expect((await getChart()).points).toMatchObject([
      { at: minutesAgo(100), count: 2, values: { pulse: { min: 70, max: 80 } } },
      { at: minutesAgo(10), count: 1, values: { pulse: { min: 90, max: 90 } } },
    ])
  })

  test('contains only measured values: a part has its extremes and no mean', async () => {
    await keep(
      { kind: 'blood_pressure', at: minutesAgo(9), values: { systolic: 121, diastolic: 80 } },
      { kind: 'blood_pressure', at: minutesAgo(8), values: { systolic: 150, diastolic: 95, map: 110 } },
    )
    const { points } = await getChart()
    expect(points.map(({ values }) => values)).toEqual([
      {
        systolic: { min: 121, max: 150 },
        diastolic: { min: 80, max: 95 },
        map: { min: computeMeanArterialPressure(121, 80), max: 110 },
      },
    ])
    const [{ first_at, last_at } = { first_at: '', last_at: '' }] = points
    expect([first_at, last_at].map(Date.parse)).toEqual([minutesAgo(9), minutesAgo(8)].map(Date.parse))
  })

  test('computes a missing mean pressure by the same rule as the readings', async () => {
    const pressures = Array.from({ length: 40 }, (_, at) => ({ systolic: 90 + at * 3, diastolic: 50 + at }))
    for (const [at, values] of pressures.entries())
      await keep({ kind: 'blood_pressure', at: minutesAgo(99 - at), values })
    const { points } = await getChart({ from: minutesAgo(99), to: minutesAgo(59), resolution: 40 })
    expect(points.map(({ values }) => values['map']?.min)).toEqual(
      pressures.map(({ systolic, diastolic }) => computeMeanArterialPressure(systolic, diastolic)),
    )
  })

  test('has the readings charted by hand apart from those of devices, each with its own value and time', async () => {
    for (let minute = 60; minute > 0; minute--)
      await keep({
        kind: 'blood_pressure',
        source: 'watch',
        at: minutesAgo(minute),
        values: { systolic: 118 + (minute % 5), diastolic: 76 },
      })
    await record(pressure(165, 95, minutesAgo(30)), pressure(88, 50, minutesAgo(28)))
    const { points, manual, total } = await getChart()
    expect(total).toBe(62)
    expect(Math.max(...points.map(({ values }) => values['systolic']?.max ?? 0))).toBe(122)
    expect(Math.min(...points.map(({ values }) => values['systolic']?.min ?? 999))).toBe(118)
    expect(
      manual.map(({ systolic, measured_at }) => [systolic, new Date(measured_at).toISOString()]),
    ).toEqual([
      [165, minutesAgo(30)],
      [88, minutesAgo(28)],
    ])
  })

  test('names the newest reading of each quantity, whatever its source', async () => {
    await keep(
      { kind: 'spo2', source: 'watch', at: minutesAgo(20), values: { spo2: 95, pulse: 99 } },
      { kind: 'spo2', source: 'watch', at: minutesAgo(3), values: { spo2: 97 } },
    )
    await record({ kind: 'pulse', measured_at: minutesAgo(10), pulse: 71 })
    const { newest } = await getChart()
    expect(newest.map(({ source, spo2, pulse }) => ({ source, spo2, pulse }))).toEqual([
      { source: 'watch', spo2: 97, pulse: undefined },
      { source: 'manual', spo2: undefined, pulse: 71 },
    ])
  })

  test('with too many readings by hand keeps the extremes of the earlier ones', async () => {
    await sql`
      insert into readings (measured_at, id, hospital_id, patient_id, kind, source, received_at, pulse)
      select at, gen_random_uuid(), ${hospitalId}, ${patientId}, 'pulse', 'manual', at, case n when 7 then 201 else 70 end
      from generate_series(1, ${maxChartManual + 10}::int) n,
        lateral (select ${daysAgo(1)}::timestamptz + n * interval '30 seconds') as t (at)
    `.execute(panel.root)
    const { points, manual, total } = await getChart({ from: daysAgo(1) })
    expect([total, manual.length]).toEqual([maxChartManual + 10, maxChartManual])
    expect(points).toMatchObject([{ count: 10, values: { pulse: { min: 70, max: 201 } } }])
  })

  test('without an end has readings of a clock ahead of the panel in its last part', async () => {
    await keep({ kind: 'pulse', at: ago(-3 * minuteMs), values: { pulse: 170 } })
    const { to: _to, ...open } = { patient_id: patientId, from: minutesAgo(100), to: testNow, resolution: 10 }
    const { points, newest } = await nurse(readings.history, open)
    expect(points).toMatchObject([{ at: minutesAgo(10), values: { pulse: { max: 170 } } }])
    expect(newest).toMatchObject([{ pulse: 170 }])
  })

  test('of readings without a number counts them', async () => {
    await keep({ kind: 'consciousness', at: minutesAgo(5), values: { consciousness: 'A', oxygen: false } })
    const { points, newest } = await getChart({ kinds: ['consciousness'] })
    expect(points).toMatchObject([{ count: 1, values: {} }])
    expect(newest).toEqual([])
  })

  test('shows the last day by default, and no value that was corrected', async () => {
    const [wrong] = await record(pressure(201, 80, minutesAgo(30)))
    await nurse(readings.correct, {
      patient_id: patientId,
      corrects: wrong?._id ?? '',
      corrects_measured_at: wrong?.measured_at ?? '',
      reading: pressure(121, 80, minutesAgo(30)),
    })
    await record(pressure(99, 60, daysAgo(2)))
    const { points, manual } = await nurse(readings.history, { patient_id: patientId, resolution: 24 })
    expect(points).toEqual([])
    expect(manual.map(({ systolic }) => systolic)).toEqual([121])
  })
})

describe('the short trend of the wall', () => {
  const trend = async (name: string) => {
    const { tiles } = await nurse(monitoring.wall, { patient_id: patientId })
    return tiles[0]?.trends.find(({ vital }) => vital === name)?.steps
  }

  test('spans from the lowest to the highest reading of each quarter of an hour, and not their means', async () => {
    await keep(
      ...[96, 89, 97].map((spo2, at) => ({
        kind: 'spo2' as const,
        at: minutesAgo(20 + at),
        values: { spo2 },
      })),
      { kind: 'spo2', at: minutesAgo(1), values: { spo2: 94 } },
      { kind: 'spo2', at: ago(-20 * minuteMs), values: { spo2: 93 } },
    )
    const steps = await trend('spo2')
    expect(steps?.filter((step) => step !== null)).toEqual([
      { low: 89, high: 97 },
      { low: 93, high: 94 },
    ])
    expect(steps?.at(-1)).toEqual({ low: 93, high: 94 })
  })

  test('is sent live with the extremes of all readings that arrived together, not of the newest alone', async () => {
    await record(
      { kind: 'spo2', measured_at: minutesAgo(5), spo2: 95 },
      { kind: 'spo2', measured_at: minutesAgo(1), spo2: 98 },
    )
    const { data } = await panel.root
      .selectFrom('events')
      .select('data')
      .where('kind', '=', 'latest')
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow()
    expect((data as { patients: unknown }).patients).toMatchObject([
      { patient_id: patientId, extremes: [{ vital: 'spo2', low: 95, high: 98 }] },
    ])
  })
})

describe('what was charted', () => {
  const listNewEvents = async (since: number) =>
    (await readEvents(panel.root, hospitalId, since)).map(({ kind, data }) => ({ kind, data }))
  const newestEvent = async () => (await readEventRange(panel.root, hospitalId)).newest

  test('late, so that a newer value stays the newest, makes open charts of the patient outdated', async () => {
    await record({ kind: 'temperature', measured_at: minutesAgo(10), temperature: 37 })
    const before = await newestEvent()
    await record({ kind: 'temperature', measured_at: minutesAgo(70), temperature: 38.9 })
    expect(await listNewEvents(before)).toMatchObject([
      { kind: 'patients-outdated', data: { patient_ids: [patientId] } },
    ])
  })

  test('and of which no newest value is kept, makes them outdated too', async () => {
    const before = await newestEvent()
    await record({ kind: 'lab', measured_at: minutesAgo(1), creatinine: 0.9 })
    expect(await listNewEvents(before)).toMatchObject([
      { kind: 'patients-outdated', data: { patient_ids: [patientId] } },
    ])
  })

  test('as the newest of each vital sign is told by these values alone', async () => {
    await record({ kind: 'pulse', measured_at: minutesAgo(1), pulse: 80 })
    const before = await newestEvent()
    await record(
      { kind: 'pulse', measured_at: minutesAgo(0), pulse: 82 },
      { kind: 'temperature', measured_at: minutesAgo(0), temperature: 37.1 },
    )
    expect((await listNewEvents(before)).map(({ kind }) => kind)).toEqual(['latest'])
  })

  test('beside a newest value, so that a newer one of a device stays the newest, makes them outdated', async () => {
    await record({ kind: 'pulse', measured_at: minutesAgo(0), pulse: 80 })
    const before = await newestEvent()
    await record(
      { kind: 'pulse', measured_at: minutesAgo(1), pulse: 126 },
      { kind: 'temperature', measured_at: minutesAgo(1), temperature: 37.1 },
    )
    expect((await listNewEvents(before)).map(({ kind }) => kind)).toEqual(['latest', 'patients-outdated'])
  })
})

describe.each(manualKinds)('a reading of kind %s', (kind) => {
  const { needs, may } = readingKinds[kind]
  const names = [...needs, ...may].filter((name): name is QuantityName => name in quantities)
  // The total of a coma scale is the sum of its parts.
  const values = addGlasgowTotal(Object.fromEntries(names.map((name) => [name, pickUsualValue(name)])))

  test('that was charted by hand is in table, chart, newest values and export', async () => {
    const consciousness = kind === 'consciousness' ? ({ consciousness: 'A' } as const) : {}
    await record({ kind, measured_at: minutesAgo(1), ...values, ...consciousness })
    const asked = { patient_id: patientId, kinds: [kind], from: minutesAgo(60) }
    const { rows } = await nurse(readings.history, asked)
    expect(rows).toMatchObject([{ kind, ...values, ...consciousness }])
    const chart = await nurse(readings.history, { ...asked, resolution: 100 })
    expect(chart.manual).toMatchObject([{ kind, ...values }])
    if (names.length > 0) expect(chart.newest).toMatchObject([values])
    for (const name of names)
      if (quantities[name].hasNewest) expect(await vital(name)).toMatchObject({ value: values[name] })
    for (const language of ['en', 'th'] as const) {
      const exported = await (await nurse(readings.exportHistory, { ...asked, language })).text()
      expect(exported).not.toContain('undefined')
      for (const name of names) {
        expect(exported).toContain(`(${quantities[name].unit})`)
        expect(exported).toContain(`,${values[name]},`)
      }
    }
  })
})

describe('a manual reading', () => {
  test.each<Written>([
    { kind: 'blood_pressure', measured_at: minutesAgo(1), systolic: 121, diastolic: 79, pulse: 66 },
    { kind: 'spo2', measured_at: minutesAgo(1), spo2: 97 },
    { kind: 'pulse', measured_at: minutesAgo(1), pulse: 66 },
    { kind: 'temperature', measured_at: minutesAgo(1), temperature: 38.4 },
    { kind: 'respiration', measured_at: minutesAgo(1), respiration_rate: 18 },
    { kind: 'consciousness', measured_at: minutesAgo(1), consciousness: 'V', oxygen: true },
    { kind: 'glucose', measured_at: minutesAgo(1), blood_glucose: 140, marker: 'after_meal' },
    { kind: 'body', measured_at: minutesAgo(1), weight: 61.4, height: 160, waist: 80 },
    { kind: 'activity', measured_at: minutesAgo(1), steps: 5210 },
    { kind: 'sleep', measured_at: minutesAgo(1), awake: 30, light: 240, deep: 95 },
    { kind: 'lab', measured_at: minutesAgo(1), creatinine: 0.87, ldl: 131 },
  ])('stores values as they were entered: $kind', async (written) => {
    const [kept] = await record({ ...written, note: 'ที่บ้าน' })
    const { measured_at, ...said } = written
    expect(kept).toMatchObject({
      ...said,
      source: 'manual',
      device: null,
      entered_by: { first_name: expect.any(String) },
      note: 'ที่บ้าน',
      timing: 'told',
    })
    expect(Date.parse(kept?.measured_at ?? '')).toBe(Date.parse(measured_at))
    const { rows } = await nurse(readings.history, { patient_id: patientId, kinds: [written.kind] })
    expect(rows).toEqual([kept])
  })

  test('becomes the newest value, with all values of the same round', async () => {
    await record(
      pressure(128, 82),
      { kind: 'pulse', measured_at: minutesAgo(1), pulse: 88 },
      { kind: 'spo2', measured_at: minutesAgo(1), spo2: 95 },
      { kind: 'temperature', measured_at: minutesAgo(1), temperature: 38.2 },
      { kind: 'respiration', measured_at: minutesAgo(1), respiration_rate: 21 },
      { kind: 'consciousness', measured_at: minutesAgo(1), consciousness: 'A', oxygen: false },
    )
    expect(await vital('blood_pressure')).toMatchObject({ value: 128, second: 82, source: 'manual' })
    // 2 for the respiration, 1 each for SpO₂ and temperature.
    expect(await vital('news2')).toMatchObject({ value: 4, is_derived: true })
  })

  test('is refused with the name of the field, and nothing of it is stored', async () => {
    const refused = await expectRefusal(
      record({ kind: 'temperature', measured_at: minutesAgo(1), temperature: 37 }, pressure(500, 80)),
    )
    expect(refused.code).toBe(errorCodes.invalid)
    expect(refused.fields).toEqual([{ field: 'readings.1.systolic', message: 'number-range' }])
    expect((await nurse(readings.history, { patient_id: patientId })).total).toBe(0)
  })

  test('must be confirmed if it is unusual, and is stored when it is', async () => {
    const light: Written = { kind: 'body', measured_at: minutesAgo(1), weight: 5 }
    const asked = await expectRefusal(record({ kind: 'pulse', measured_at: minutesAgo(1), pulse: 70 }, light))
    expect(asked.fields).toEqual([{ field: 'readings.1.weight', message: 'implausible' }])
    expect((await expectRefusal(record({ ...light, confirmed: ['height'] }))).fields).toHaveLength(1)
    expect(await record({ ...light, confirmed: ['weight'] })).toMatchObject([{ weight: 5 }])
  })

  test('must be confirmed if it is ten times the last one', async () => {
    await record({ kind: 'glucose', measured_at: minutesAgo(9), blood_glucose: 59 })
    const tenfold: Written = { kind: 'glucose', measured_at: minutesAgo(1), blood_glucose: 590 }
    expect((await expectRefusal(record(tenfold))).fields).toEqual([
      { field: 'readings.0.blood_glucose', message: 'implausible' },
    ])
  })

  test('can be corrected to a usual value, however far that is from the wrong one', async () => {
    const [wrong] = await record({
      kind: 'body',
      measured_at: minutesAgo(1),
      weight: 324,
      confirmed: ['weight'],
    })
    const reading: Written = { kind: 'body', measured_at: minutesAgo(1), weight: 52.4 }
    const call = (corrected: Written) =>
      nurse(readings.correct, {
        patient_id: patientId,
        corrects: wrong?._id ?? '',
        corrects_measured_at: wrong?.measured_at ?? '',
        reading: corrected,
      })
    expect((await expectRefusal(call({ ...reading, weight: 5.2 }))).fields).toEqual([
      { field: 'reading.weight', message: 'implausible' },
    ])
    expect((await call(reading)).reading.weight).toBe(52.4)
  })

  test.each<[string, Written, { field: string; message: string }]>([
    [
      'a pressure upside down',
      pressure(80, 120),
      { field: 'diastolic', message: 'diastolic-above-systolic' },
    ],
    [
      'a pressure by half',
      { kind: 'blood_pressure', measured_at: minutesAgo(1), systolic: 120 },
      { field: 'diastolic', message: 'field-required' },
    ],
    [
      'a value of another kind',
      { kind: 'temperature', measured_at: minutesAgo(1), temperature: 37, pulse: 70 },
      { field: 'pulse', message: 'not-of-this-kind' },
    ],
    [
      'body data without any',
      { kind: 'body', measured_at: minutesAgo(1) },
      { field: 'weight', message: 'field-required' },
    ],
    [
      'a time that is not yet',
      { kind: 'pulse', measured_at: minutesAgo(-6), pulse: 70 },
      { field: 'measured_at', message: 'date-in-future' },
    ],
    [
      'a time before there was anybody to measure',
      { kind: 'pulse', measured_at: '1905-11-05T07:00:00Z', pulse: 70 },
      { field: 'measured_at', message: 'date-too-old' },
    ],
    [
      'a year of the Buddhist Era',
      { kind: 'pulse', measured_at: '2569-11-05T07:31:00Z', pulse: 70 },
      { field: 'measured_at', message: 'date-invalid' },
    ],
  ])('refuses %s', async (_what, written, { field, message }) => {
    const refused = await expectRefusal(record(written))
    expect(refused.code).toBe(errorCodes.invalid)
    expect(refused.fields).toEqual([{ field: `readings.0.${field}`, message }])
  })

  test('may have the time of a watch that is a little fast', async () => {
    expect(await record({ kind: 'pulse', measured_at: minutesAgo(-4), pulse: 70 })).toHaveLength(1)
  })

  test("is refused for another hospital's patient", async () => {
    const call = nurse(readings.record, { patient_id: strangersId, readings: [pressure(120, 80)] })
    expect((await expectRefusal(call)).code).toBe(errorCodes['not-found'])
  })

  test('is refused from a user who may only read', async () => {
    const registrar = await panel.asNew({ staffType: 'registrar' })
    const call = registrar(readings.record, { patient_id: patientId, readings: [pressure(120, 80)] })
    expect((await expectRefusal(call)).code).toBe(errorCodes['not-allowed'])
  })
})

describe('a coma scale', () => {
  const parts = { kind: 'gcs', measured_at: minutesAgo(1), gcs_eye: 4, gcs_verbal: 4, gcs_motor: 6 } as const

  test('has the sum of its parts as its total, which a correction of a part changes', async () => {
    const [wrong] = await record(parts)
    expect(wrong).toMatchObject({ gcs: 14, gcs_eye: 4, gcs_verbal: 4, gcs_motor: 6 })
    expect(await vital('gcs')).toMatchObject({ value: 14, note: 'E4V4M6', is_derived: false })
    const { reading } = await nurse(readings.correct, {
      patient_id: patientId,
      corrects: wrong?._id ?? '',
      corrects_measured_at: wrong?.measured_at ?? '',
      reading: { ...parts, gcs_verbal: 3 },
    })
    expect(reading.gcs).toBe(13)
    expect((await vital('gcs'))?.value).toBe(13)
  })

  test('without a part that could not be tested is the newest one, with its parts instead of a total', async () => {
    const earlier = minutesAgo(5)
    await record({ ...parts, measured_at: earlier })
    const [tube] = await record({ ...parts, gcs_verbal: null })
    expect(tube).toMatchObject({ gcs_eye: 4, gcs_motor: 6 })
    expect(tube).not.toHaveProperty('gcs')
    expect(await vital('gcs')).toMatchObject({ value: null, note: 'E4V-M6' })
    await nurse(readings.correct, {
      patient_id: patientId,
      corrects: tube?._id ?? '',
      corrects_measured_at: tube?.measured_at ?? '',
      reading: { ...parts, gcs_verbal: null, measured_at: minutesAgo(9) },
    })
    expect(await vital('gcs')).toMatchObject({ value: 14, note: 'E4V4M6', measured_at: earlier })
  })

  test('whose total is not the sum of its parts is refused', async () => {
    const { fields } = await expectRefusal(record({ ...parts, gcs: 15 }))
    expect(fields).toEqual([{ field: 'readings.0.gcs', message: 'gcs-sum' }])
  })
})

describe('a correction', () => {
  type Correcting = { _id: string; measured_at: string } | undefined
  const correct = async (wrong: Correcting, reading: Written, patient_id = patientId) =>
    (
      await nurse(readings.correct, {
        patient_id,
        corrects: wrong?._id ?? '',
        corrects_measured_at: wrong?.measured_at ?? '',
        reading,
      })
    ).reading

  test('keeps the old reading, marked as replaced, and stores the new one in its place', async () => {
    const [wrong] = await record(pressure(210, 80))
    const right = await correct(wrong, { ...pressure(120, 80), note: 'misread' })
    expect(right).toMatchObject({ systolic: 120, corrects: wrong?._id, replaced_at: null, note: 'misread' })
    const shown = await nurse(readings.history, { patient_id: patientId })
    expect(shown.rows).toEqual([right])
    const { rows } = await nurse(readings.history, { patient_id: patientId, with_replaced: true })
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual({ ...wrong, replaced_at: expect.any(String) })
  })

  test('updates the newest values, including the mean pressure', async () => {
    const [wrong] = await record(pressure(210, 80))
    await correct(wrong, pressure(120, 80))
    expect(await vital('blood_pressure')).toMatchObject({ value: 120, second: 80 })
    expect(await vital('map')).toMatchObject({ value: 93 })
  })

  test('to an earlier time makes the previous value the newest again', async () => {
    await record(pressure(118, 78, minutesAgo(20)))
    const [wrong] = await record(pressure(210, 80, minutesAgo(5)))
    await correct(wrong, pressure(120, 80, minutesAgo(30)))
    expect(await vital('blood_pressure')).toMatchObject({ value: 118, second: 78 })
    expect(Date.parse((await vital('blood_pressure'))?.measured_at ?? '')).toBe(Date.parse(minutesAgo(20)))
  })

  test('replaces the corrected value even if another reading has the same minute', async () => {
    const at = minutesAgo(5)
    const [wrong] = await record({ kind: 'pulse', measured_at: at, pulse: 170 })
    await record({ ...pressure(120, 80, at), pulse: 70 })
    await correct(wrong, { kind: 'pulse', measured_at: at, pulse: 71 })
    expect([70, 71]).toContain((await vital('pulse'))?.value)
  })

  test('computes the early-warning score again, also if it is no longer the present one', async () => {
    const at = minutesAgo(5)
    const round: Written[] = [
      pressure(120, 80, at),
      { kind: 'pulse', measured_at: at, pulse: 70 },
      { kind: 'spo2', measured_at: at, spo2: 98 },
      { kind: 'temperature', measured_at: at, temperature: 37 },
      { kind: 'consciousness', measured_at: at, consciousness: 'A', oxygen: false },
    ]
    const [, , , , , wrong] = await record(...round, {
      kind: 'respiration',
      measured_at: at,
      respiration_rate: 28,
    })
    expect(await vital('news2')).toMatchObject({ value: 3 })
    await correct(wrong, { kind: 'respiration', measured_at: at, respiration_rate: 18 })
    expect(await vital('news2')).toMatchObject({ value: 0 })
    const { rows } = await nurse(readings.history, { patient_id: patientId, kinds: ['respiration'] })
    await correct(rows[0], { kind: 'respiration', measured_at: daysAgo(1), respiration_rate: 18 })
    expect(await vital('news2')).toBeUndefined()
  })

  test('of a reading that somebody else has corrected already is refused, and changes nothing', async () => {
    const [wrong] = await record(pressure(210, 80))
    await correct(wrong, pressure(120, 80))
    expect((await expectRefusal(correct(wrong, pressure(121, 80)))).code).toBe(
      errorCodes['changed-meanwhile'],
    )
    expect((await nurse(readings.history, { patient_id: patientId })).rows).toMatchObject([{ systolic: 120 }])
  })

  test('can be corrected again itself', async () => {
    const [wrong] = await record(pressure(210, 80))
    await correct(await correct(wrong, pressure(120, 80)), pressure(122, 80))
    expect(await vital('blood_pressure')).toMatchObject({ value: 122 })
  })

  test('is refused with the name of the field', async () => {
    const [wrong] = await record(pressure(210, 80))
    expect((await expectRefusal(correct(wrong, pressure(80, 120)))).fields).toEqual([
      { field: 'reading.diastolic', message: 'diastolic-above-systolic' },
    ])
    expect((await expectRefusal(correct(wrong, pressure(510, 80)))).fields).toEqual([
      { field: 'reading.systolic', message: 'number-range' },
    ])
    const buddhist = { ...pressure(120, 80), measured_at: '2569-11-05T07:31:00Z' }
    expect((await expectRefusal(correct(wrong, buddhist))).fields).toEqual([
      { field: 'reading.measured_at', message: 'date-invalid' },
    ])
  })

  test('cannot change the kind of a reading', async () => {
    const [wrong] = await record(pressure(210, 80))
    const refused = await expectRefusal(
      correct(wrong, { kind: 'temperature', measured_at: minutesAgo(1), temperature: 37 }),
    )
    expect(refused.fields).toEqual([{ field: 'reading.kind', message: 'choice-invalid' }])
  })

  test("is refused for a reading of a device, and for another patient's", async () => {
    await keep({ kind: 'pulse', values: { pulse: 70 } })
    const { rows } = await nurse(readings.history, { patient_id: patientId })
    const pulse: Written = { kind: 'pulse', measured_at: minutesAgo(1), pulse: 71 }
    expect((await expectRefusal(correct(rows[0], pulse))).code).toBe(errorCodes['not-found'])
    const [mine] = await record(pressure(120, 80))
    const call = correct(mine, pressure(121, 80), neighbourId)
    expect((await expectRefusal(call)).code).toBe(errorCodes['not-found'])
  })
})

describe('an act of charting', () => {
  const at = minutesAgo(1)
  const round = (): Written[] => [
    pressure(165, 95),
    { kind: 'pulse', measured_at: at, pulse: 104, note: 'หลังทำแผล' },
    { kind: 'temperature', measured_at: at, temperature: 38.1 },
  ]
  const table = (kinds: ReadingKind[], body: Partial<Input<typeof readings.history>> = {}) =>
    nurse(readings.history, { patient_id: patientId, kinds, by_act: true, with_replaced: true, ...body })

  test('is one row, with a pulse beside the pressure with which it was entered', async () => {
    await record(...round())
    const { rows, total } = await table(['blood_pressure'])
    expect(total).toBe(1)
    expect(rows.map(collectActValues)).toEqual([
      { systolic: 165, diastolic: 95, pulse: 104, temperature: 38.1 },
    ])
    expect((await table(['blood_pressure', 'pulse', 'temperature'])).total).toBe(1)
  })

  test('is one call at one time: two rounds of the same minute are two rows', async () => {
    await record(...round())
    await record(...round())
    const kinds: ReadingKind[] = ['blood_pressure', 'pulse', 'temperature']
    expect((await table(kinds)).total).toBe(2)
    await record(pressure(120, 80, minutesAgo(9)), { kind: 'pulse', measured_at: minutesAgo(8), pulse: 70 })
    expect((await table(kinds)).total).toBe(4)
  })

  test('with a corrected value stays one row, with the new value and the old one kept', async () => {
    const charted = await record(...round())
    const pulse = charted.find(({ kind }) => kind === 'pulse')
    await nurse(readings.correct, {
      patient_id: patientId,
      corrects: pulse?._id ?? '',
      corrects_measured_at: pulse?.measured_at ?? '',
      reading: { kind: 'pulse', measured_at: at, pulse: 140 },
    })
    const { rows } = await table(['blood_pressure', 'pulse'])
    expect(rows.map(collectActValues)).toEqual([
      { systolic: 165, diastolic: 95, pulse: 140, temperature: 38.1 },
    ])
    const former = rows[0]?.act?.filter(({ replaced_at }) => replaced_at !== null)
    expect(former).toMatchObject([{ _id: pulse?._id, pulse: 104 }])
  })

  test('loses a value that is corrected to another time', async () => {
    const charted = await record(...round())
    const pulse = charted.find(({ kind }) => kind === 'pulse')
    await nurse(readings.correct, {
      patient_id: patientId,
      corrects: pulse?._id ?? '',
      corrects_measured_at: pulse?.measured_at ?? '',
      reading: { kind: 'pulse', measured_at: minutesAgo(30), pulse: 104 },
    })
    const { rows } = await table(['blood_pressure', 'pulse'], { with_replaced: false })
    expect(rows.map(collectActValues)).toEqual([
      { systolic: 165, diastolic: 95, temperature: 38.1 },
      { pulse: 104 },
    ])
  })

  test('is one row also when filtered by one value, and as the last one of a page', async () => {
    await record(...round(), { kind: 'spo2', measured_at: at, spo2: 93 })
    await keep({ kind: 'spo2', at: minutesAgo(5), values: { spo2: 97, pulse: 80 } })
    const body = { field: 'pulse' as const, number_of_rec: 1 }
    const { rows, total } = await table(['pulse', 'spo2', 'blood_pressure'], body)
    expect(total).toBe(2)
    expect(rows.map(collectActValues)).toMatchObject([{ systolic: 165, pulse: 104, spo2: 93 }])
  })

  test('is separate readings for a caller who does not ask for rows', async () => {
    await record(...round())
    const { rows } = await nurse(readings.history, { patient_id: patientId })
    expect(rows.map(({ kind, act }) => [kind, act])).toEqual([
      ['blood_pressure', undefined],
      ['pulse', undefined],
      ['temperature', undefined],
    ])
  })
})

describe('readings that wait for a person', () => {
  let waiting: { _id: string; measured_at: string }[]

  beforeEach(async () => {
    waiting = [1, 2].map((minute) => ({ _id: newId(), measured_at: minutesAgo(minute) }))
    for (const { _id, measured_at } of waiting)
      await panel.root
        .insertInto('readings')
        .values({
          id: _id,
          hospital_id: hospitalId,
          kind: 'spo2',
          source: 'gateway',
          measured_at,
          received_at: measured_at,
          waits_for: 'wearer',
          mac: 'aabbccddee01',
          spo2: 93,
        })
        .execute()
  })

  const inbox = async () => (await nurse(readings.inbox, {})).rows

  test('are in the inbox, newest first, with the reason for waiting', async () => {
    const rows = await inbox()
    expect(rows.map((row) => row._id)).toEqual(waiting.map((one) => one._id))
    expect(rows[0]).toMatchObject({ waits_for: 'wearer', spo2: 93, patient_id: null })
  })

  test('name who wore the device before and after they were measured, with the spans, and who is audited', async () => {
    const { device } = await nurse(devices.register, {
      mac: 'aabbccddee01',
      kind: 'oximeter',
      name: 'Oximeter 1',
    })
    await panel.root.updateTable('readings').set({ device_id: device._id }).execute()
    expect((await inbox())[0]).toMatchObject({ device: { _id: device._id }, wearings: [] })
    const wearing = (id: string, from: string, to: string | null) =>
      panel.root
        .insertInto('device_assignments')
        .values({
          id: newId(),
          hospital_id: hospitalId,
          device_id: device._id,
          patient_id: id,
          during: `[${from},${to ?? ''})`,
        })
        .execute()
    await wearing(neighbourId, minutesAgo(90), minutesAgo(80))
    await wearing(patientId, minutesAgo(60), minutesAgo(10))
    await wearing(neighbourId, minutesAgo(-5), minutesAgo(-10))
    await wearing(patientId, minutesAgo(-20), null)
    for (const { wearings } of await inbox())
      expect(wearings).toMatchObject([
        { patient: { _id: patientId }, from: minutesAgo(60), to: minutesAgo(10) },
        { patient: { _id: neighbourId }, from: minutesAgo(-5), to: minutesAgo(-10) },
      ])
    const read = await panel.root
      .selectFrom('audit')
      .select('patient_ids')
      .where('action', '=', 'readings.inbox')
      .orderBy('position', 'desc')
      .executeTakeFirstOrThrow()
    expect(read.patient_ids?.toSorted()).toEqual([patientId, neighbourId].toSorted())
  })

  test('can be given to a patient, once, and the newest of them is the newest value', async () => {
    const assign = () => nurse(readings.assign, { patient_id: patientId, readings: waiting })
    expect(await assign()).toMatchObject({ assigned: 2 })
    expect(await inbox()).toEqual([])
    expect((await nurse(readings.spo2, { patient_id: patientId })).total).toBe(2)
    expect(await vital('spo2')).toMatchObject({ value: 93 })
    expect(await assign()).toMatchObject({ assigned: 0 })
  })

  test("cannot be given to another hospital's patient", async () => {
    const call = nurse(readings.assign, { patient_id: strangersId, readings: waiting })
    expect((await expectRefusal(call)).code).toBe(errorCodes['not-found'])
    expect(await inbox()).toHaveLength(2)
  })

  describe('that somebody assigned to the wrong patient', () => {
    type TakenBack = Partial<Input<typeof readings.takeBack>>
    const takeBack = (body: TakenBack = {}) =>
      nurse(readings.takeBack, {
        patient_id: patientId,
        reading: waiting[0] ?? { _id: '', measured_at: '' },
        reason: 'ผิดเตียง',
        ...body,
      })
    const assign = (patient_id = patientId) => nurse(readings.assign, { patient_id, readings: waiting })

    test('say who assigned them and when', async () => {
      await assign()
      const { rows } = await nurse(readings.spo2, { patient_id: patientId })
      const { account: own } = await nurse(account.get, {})
      expect(rows.map(({ assigned }) => assigned?.by._id)).toEqual([own._id, own._id])
      expect(rows[0]?.assigned?.at).toBe(panel.clock().toISOString())
    })

    test('can be taken back, wait in the inbox for what they waited for, and leave the newest values', async () => {
      await assign()
      expect(await takeBack()).toMatchObject({ taken_back: 1 })
      expect(await inbox()).toMatchObject([{ _id: waiting[0]?._id, waits_for: 'wearer', assigned: null }])
      const { measured_at = '' } = (await vital('spo2')) ?? {}
      expect(Date.parse(measured_at)).toBe(Date.parse(waiting[1]?.measured_at ?? ''))
      await assign(neighbourId)
      const { rows } = await nurse(readings.spo2, { patient_id: neighbourId })
      expect(rows.map(({ _id }) => _id)).toEqual([waiting[0]?._id])
    })

    test('can be taken back with all others of the same call, and then no value is left', async () => {
      await assign()
      expect(await takeBack({ with_others: true })).toMatchObject({ taken_back: 2 })
      expect(await inbox()).toHaveLength(2)
      expect(await vital('spo2')).toBeUndefined()
    })

    test('are audited with the reason when they are taken back', async () => {
      await assign()
      await takeBack()
      const act = await panel.root
        .selectFrom('audit')
        .select(['patient_ids', 'detail'])
        .where('action', '=', 'readings.takeBack')
        .orderBy('position', 'desc')
        .executeTakeFirstOrThrow()
      expect(act).toMatchObject({
        patient_ids: [patientId],
        detail: { reason: 'ผิดเตียง', readings: [{ _id: waiting[0]?._id }] },
      })
    })

    test('are taken back once, and only from the patient to whom they were assigned', async () => {
      await assign()
      const elsewhere = await expectRefusal(takeBack({ patient_id: neighbourId }))
      expect(elsewhere.code).toBe(errorCodes['not-found'])
      await takeBack()
      expect((await expectRefusal(takeBack())).code).toBe(errorCodes['not-found'])
      expect((await nurse(readings.spo2, { patient_id: patientId })).total).toBe(1)
    })

    test('do not include what a device sent while the patient wore it', async () => {
      await keep({ kind: 'pulse', values: { pulse: 70 } })
      const [mine] = (await nurse(readings.history, { patient_id: patientId })).rows
      const call = takeBack({ reading: { _id: mine?._id ?? '', measured_at: mine?.measured_at ?? '' } })
      expect((await expectRefusal(call)).code).toBe(errorCodes['not-found'])
    })
  })

  test('can be dismissed, stay stored with the reason, and wait no longer', async () => {
    const dismiss = () => nurse(readings.dismiss, { readings: waiting, reason: 'ทดสอบเครื่อง' })
    expect(await dismiss()).toMatchObject({ dismissed: 2 })
    expect(await inbox()).toEqual([])
    expect(await dismiss()).toMatchObject({ dismissed: 0 })
    const kept = await panel.root.selectFrom('readings').select(['note', 'waits_for']).execute()
    expect(kept).toEqual(Array(2).fill({ note: 'ทดสอบเครื่อง', waits_for: 'nobody' }))
  })
})

describe('the export', () => {
  const exported = async (body: Partial<Input<typeof readings.exportHistory>>) => {
    const file = await nurse(readings.exportHistory, {
      patient_id: patientId,
      kinds: ['blood_pressure'],
      ...body,
    })
    return Buffer.from(await file.arrayBuffer()).toString('utf8')
  }
  const splitLines = (text: string) => text.trimEnd().split('\r\n')

  test('is a file that spreadsheets read as UTF-8, in Thai, and that contains no formula', async () => {
    await record({ ...pressure(121, 79), note: '=1+1' })
    const text = await exported({ language: 'th' })
    expect(text.startsWith('\uFEFF')).toBe(true)
    const [head, line] = splitLines(text)
    expect(head).toContain('ความดันตัวบน (mmHg)')
    expect(line).toContain('2026-11-05 14:31:00')
    expect(line).toContain('บันทึกเอง')
    expect(line).toContain("'=1+1")
  })

  test('has every reading of the span once, corrected ones included, oldest first', async () => {
    await sql`
      insert into readings (measured_at, id, hospital_id, patient_id, kind, source, received_at, systolic, diastolic)
      select at, gen_random_uuid(), ${hospitalId}, ${patientId}, 'blood_pressure', 'watch', at, 120, 80
      from generate_series(1, 2500) n,
        lateral (select ${daysAgo(3)}::timestamptz + (n / 3) * interval '1.000001 minute') as t (at)
    `.execute(panel.root)
    const [wrong] = await record(pressure(210, 80))
    await nurse(readings.correct, {
      patient_id: patientId,
      corrects: wrong?._id ?? '',
      corrects_measured_at: wrong?.measured_at ?? '',
      reading: pressure(120, 80),
    })
    const lines = splitLines(await exported({})).slice(1)
    expect(lines).toHaveLength(2502)
    const times = lines.map((line) => line.slice(0, 19))
    expect(times).toEqual(times.toSorted())
    expect(splitLines(await exported({ from: minutesAgo(2) })).slice(1)).toHaveLength(2)
  })

  test('has the readings that were charted together on one line', async () => {
    await record(pressure(165, 95), { kind: 'pulse', measured_at: minutesAgo(1), pulse: 104 })
    const lines = splitLines(await exported({}))
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('165,95,,104,')
  })

  test("of another hospital's patient does not exist", async () => {
    expect((await expectRefusal(exported({ patient_id: strangersId }))).code).toBe(errorCodes['not-found'])
  })
})
