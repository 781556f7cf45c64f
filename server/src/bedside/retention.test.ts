import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acrossHospitals } from '../db/database.ts'
import { startTestPanel, type TestPanel, testNow } from '../testing.ts'
import { standardThresholds } from './alarms/alarm-state.ts'
import { recordListening } from './alarms/listening.ts'
import { dropOldReadings, makePartitions } from './retention.ts'

const longAgo = '2026-11-01T00:00:00Z'

let panel: TestPanel
let hospitalId: string
let patientId: string
let staffId: string

beforeAll(async () => {
  panel = await startTestPanel()
  const patient = await panel.root
    .selectFrom('patients')
    .select(['id', 'hospital_id'])
    .limit(1)
    .executeTakeFirstOrThrow()
  const staff = await panel.root.selectFrom('staff').select('id').limit(1).executeTakeFirstOrThrow()
  hospitalId = patient.hospital_id
  patientId = patient.id
  staffId = staff.id
  await panel.root.insertInto('listening').values({ since: longAgo, heard_at: testNow }).execute()
})
afterAll(() => panel.close())

const months = [
  '2026-01-10T00:00:00Z',
  '2026-09-10T00:00:00Z',
  '2026-10-31T23:59:59Z',
  '2026-11-01T00:00:00Z',
]

async function keepReading(measured_at: string, received_at = measured_at, hospital_id = hospitalId) {
  await panel.root
    .insertInto('readings')
    .values({
      id: newId(),
      hospital_id,
      patient_id: patientId,
      kind: 'pulse',
      source: 'manual',
      measured_at,
      received_at,
      pulse: 70,
    })
    .execute()
}

async function keepReadings() {
  await panel.root.deleteFrom('readings').execute()
  for (const measured_at of months) await keepReading(measured_at)
}

const kept = async () => {
  const { rows } = await sql<{ measured_at: string; partition: string }>`
    select measured_at, tableoid::regclass::text as partition from readings order by measured_at`.execute(
    panel.root,
  )
  return rows.map(({ measured_at, partition }) => `${measured_at} ${partition}`)
}

async function setRetention(retention_months: number | null, version: number) {
  const thresholds = { ...standardThresholds, times: { ...standardThresholds.times, retention_months } }
  await panel.root
    .insertInto('threshold_versions')
    .values({
      hospital_id: hospitalId,
      version,
      id: newId(),
      at: testNow,
      staff_id: staffId,
      reason: 'test',
      thresholds: JSON.stringify(thresholds),
      changes: '[]',
    })
    .execute()
}

const drop = (now = testNow) => dropOldReadings({ root: panel.root, now })

test('a reading of a month without a partition is stored, and moves to its partition when there is one', async () => {
  await keepReadings()
  expect((await kept())[0]).toBe('2026-01-10T00:00:00Z readings_else')
  await acrossHospitals(panel.root, (tx) => makePartitions(tx, '2026-02-01T00:00:00Z'))
  expect((await kept())[0]).toBe('2026-01-10T00:00:00Z readings_202601')
})

test('readings are stored for good unless the hospital sets a time', async () => {
  await keepReadings()
  expect(await drop()).toEqual([])
  expect(await kept()).toHaveLength(months.length)
})

test('months that no hospital retains are dropped with their partitions, and no day too early', async () => {
  await keepReadings()
  await setRetention(3, 1)
  expect(await drop()).toContain('readings_202601')
  expect(await kept()).toEqual([
    '2026-09-10T00:00:00Z readings_202609',
    '2026-10-31T23:59:59Z readings_202610',
    '2026-11-01T00:00:00Z readings_202611',
  ])
})

test('a clock that was put forward by years deletes nothing until it has gone on so for hours', async () => {
  await keepReadings()
  const { root } = panel
  const listen = (now: string) => acrossHospitals(root, (tx) => recordListening({ tx, now }))
  expect(await drop('2029-11-05T07:32:05Z')).toEqual([])
  await listen('2029-11-05T07:32:06Z')
  expect(await drop('2029-11-05T07:32:10Z')).toEqual([])
  expect(await kept()).toHaveLength(months.length)
  await root.updateTable('listening').set({ since: longAgo, heard_at: testNow }).execute()
})

test('a reading that arrived lately stays, however old its clock says it is', async () => {
  await keepReadings()
  await acrossHospitals(panel.root, (tx) => makePartitions(tx, '2026-02-01T00:00:00Z'))
  await keepReading('2019-01-01T00:00:00Z', testNow)
  await keepReading('2026-01-12T00:00:00Z', testNow)
  expect(await drop()).not.toContain('readings_202601')
  expect((await kept()).slice(0, 3)).toEqual([
    '2019-01-01T00:00:00Z readings_else',
    '2026-01-12T00:00:00Z readings_202601',
    '2026-09-10T00:00:00Z readings_202609',
  ])
})

test('a month that cannot be dropped now is dropped later, and those before it are gone', async () => {
  await keepReadings()
  for (const month of ['2026-02-01', '2026-03-01'])
    await acrossHospitals(panel.root, (tx) => makePartitions(tx, `${month}T00:00:00Z`))
  await panel.root.connection().execute(async (one) => {
    await sql`begin`.execute(one)
    await sql`select from readings_202605`.execute(one)
    await expect(drop()).rejects.toMatchObject({ code: '55P03' })
    await sql`rollback`.execute(one)
  })
  expect((await drop())[0]).toBe('readings_202605')
})

test('a hospital that retains for good keeps its readings, and its neighbour loses only its own rows', async () => {
  await keepReadings()
  const other = newId()
  await panel.root
    .insertInto('hospitals')
    .values({ id: other, code: '77777', name_en: 'Other', name_th: 'อื่น', created_at: testNow })
    .execute()
  await keepReading('2026-01-11T00:00:00Z', undefined, other)
  expect(await drop()).toEqual([])
  expect(await kept()).toHaveLength(months.length)
  expect((await kept())[0]).toContain('2026-01-11')
})

test('rows of one hospital are deleted, however many there are', async () => {
  await keepReadings()
  await sql`insert into readings (id, hospital_id, patient_id, kind, source, measured_at, received_at)
    select gen_random_uuid(), hospital_id, patient_id, kind, source, measured_at, received_at
    from readings, generate_series(1, 20001) where measured_at < '2026-02-01'`.execute(panel.root)
  expect(await drop()).toEqual([])
  expect(await kept()).toHaveLength(months.length - 1)
  expect((await kept())[0]).toContain('2026-09-10')
})

test('a partition is made later when making it would block the intake', async () => {
  await panel.root.connection().execute(async (one) => {
    await sql`begin`.execute(one)
    await sql`lock table readings_else in row exclusive mode`.execute(one)
    await expect(
      acrossHospitals(panel.root, (tx) => makePartitions(tx, '2031-01-01T00:00:00Z')),
    ).rejects.toMatchObject({ code: '55P03' })
    await sql`rollback`.execute(one)
  })
  await acrossHospitals(panel.root, (tx) => makePartitions(tx, '2031-01-01T00:00:00Z'))
})
