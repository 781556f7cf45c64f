import { type FluidKind, fluids, maxFluidDays, rounds, visits } from 'contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  minute,
  startTestBedside,
  type TestBedside,
  type TestPatient,
} from '../../../test/support/bedside.ts'
import { findRefusal, getErrorName } from '../../../test/support/refusal.ts'

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

const day = 24 * 60
const record = (patient: TestPatient, kind: FluidKind, ml: number, minutesAgo = 0) =>
  bedside.nurse(fluids.record, {
    patient_id: patient.id,
    entries: [{ kind, ml, at: bedside.at(minutesAgo) }],
  })
const list = (patient: TestPatient) =>
  bedside.nurse(fluids.list, { patient_id: patient.id, from: bedside.at(day), to: bedside.at(-1) })
test('entries are listed newest first, with who wrote them, and the hours of the shifts', async () => {
  const patient = await bedside.addPatient()
  await record(patient, 'urine', 300, 60)
  await record(patient, 'oral', 200, 10)
  const { entries, hours } = await list(patient)
  expect(entries).toMatchObject([
    { kind: 'oral', ml: 200, struck: null },
    { kind: 'urine', ml: 300 },
  ])
  expect(entries.map(({ at }) => Date.parse(at))).toEqual([10, 60].map((ago) => Date.parse(bedside.at(ago))))
  expect(entries[0]?.by?._id).toBeTruthy()
  expect(hours).toEqual({ shift_morning_hour: 8, shift_evening_hour: 16, shift_night_hour: 24 })
})

describe('an entry', () => {
  test('of an output may be 0 ml, which the round shows as something that was measured', async () => {
    const patient = await bedside.addPatient()
    const readFluids = async () =>
      (await bedside.nurse(rounds.get, { ward: 'every' })).rows.find((row) => row.patient._id === patient.id)
        ?.fluids
    expect(await readFluids()).toEqual({ into: null, out: null })
    await record(patient, 'urine', 0)
    expect(await readFluids()).toEqual({ into: null, out: 0 })
    for (const kind of ['oral', 'iv'] as const)
      expect(await getErrorName(record(patient, kind, 0))).toBe('invalid')
  })

  test('is from 1 to 10 000 ml', async () => {
    const patient = await bedside.addPatient()
    for (const ml of [1, 10_000]) expect(await getErrorName(record(patient, 'iv', ml))).toBeUndefined()
    for (const ml of [0, -1, 10_001, 1.5])
      expect(await getErrorName(record(patient, 'iv', ml))).toBe('invalid')
  })

  test('is neither of the future nor of long ago', async () => {
    const patient = await bedside.addPatient()
    expect(await getErrorName(record(patient, 'iv', 100, -5))).toBeUndefined()
    expect(await getErrorName(record(patient, 'iv', 100, -6))).toBe('invalid')
    expect(await getErrorName(record(patient, 'iv', 100, maxFluidDays * day))).toBeUndefined()
    expect(await getErrorName(record(patient, 'iv', 100, maxFluidDays * day + 1))).toBe('invalid')
  })

  test('is neither before the birth nor before the patient came, by the minute', async () => {
    const patient = await bedside.addPatient()
    const read = async (minutesAgo: number) =>
      (await findRefusal(record(patient, 'iv', 100, minutesAgo)))?.fields
    const visit = await bedside.arrive(patient, {
      visited_at: new Date(Date.parse(bedside.at(60)) + 30_000).toISOString(),
    })
    expect(await read(60)).toBeUndefined()
    expect(await read(61)).toEqual([{ field: 'entries.0.at', message: 'before-arrival' }])
    await bedside.nurse(visits.end, { patient_id: patient.id, visit_id: visit._id, disposition: 1 })
    expect(await read(61)).toBeUndefined()
    await bedside.panel.root
      .updateTable('patients')
      .set({ date_of_birth: bedside.at().slice(0, 10) })
      .where('id', '=', patient.id)
      .execute()
    expect(await read(3 * day)).toEqual([{ field: 'entries.0.at', message: 'before-birth' }])
  })

  test('that was struck out stays to be read with the reason, and counts no more', async () => {
    const patient = await bedside.addPatient()
    const { entries } = await record(patient, 'urine', 3000)
    const [wrong] = entries
    const strike = { patient_id: patient.id, _id: wrong?._id ?? '', reason: 'ศูนย์เกิน' }
    await bedside.doctor(fluids.strike, strike)
    await record(patient, 'urine', 300)
    const { entries: all } = await list(patient)
    expect(all.find(({ ml }) => ml === 3000)?.struck).toMatchObject({ reason: 'ศูนย์เกิน' })
    const { rows } = await bedside.nurse(rounds.get, { ward: patient.ward })
    expect(rows.find((row) => row.patient._id === patient.id)?.fluids).toEqual({ into: null, out: 300 })
  })

  test('is struck out once, also by twenty at the same time', async () => {
    const patient = await bedside.addPatient()
    const { entries } = await record(patient, 'urine', 300)
    const strike = { patient_id: patient.id, _id: entries[0]?._id ?? '', reason: 'ผิดคน' }
    const results = await Promise.all(
      Array.from({ length: 20 }, () => getErrorName(bedside.nurse(fluids.strike, strike))),
    )
    expect(results.filter((one) => one === undefined)).toHaveLength(1)
    expect(new Set(results)).toEqual(new Set([undefined, 'changed-meanwhile']))
  })

  test('is struck out only in the record that it is in', async () => {
    const [patient, other] = [await bedside.addPatient(), await bedside.addPatient()]
    const { entries } = await record(patient, 'urine', 300)
    const strike = { patient_id: other.id, _id: entries[0]?._id ?? '', reason: 'ผิดคน' }
    expect(await getErrorName(bedside.nurse(fluids.strike, strike))).toBe('not-found')
  })

  test('is never changed or deleted', async () => {
    const patient = await bedside.addPatient()
    await record(patient, 'urine', 300)
    const { root } = bedside.panel
    await expect(root.updateTable('fluid_entries').set({ ml: 1 }).execute()).rejects.toThrow()
    await expect(root.deleteFrom('fluid_entries').execute()).rejects.toThrow()
  })
})

test('a round has the sums of the present shift', async () => {
  const patient = await bedside.addPatient()
  const round = async () => {
    const { rows, shift } = await bedside.nurse(rounds.get, { ward: patient.ward })
    return { shift, fluids: rows.find((row) => row.patient._id === patient.id)?.fluids }
  }
  const { shift } = await round()
  const since = (Date.parse(bedside.at()) - Date.parse(shift.from)) / minute
  await record(patient, 'oral', 200, since)
  await record(patient, 'oral', 500, since + 1)
  await record(patient, 'urine', 50, 0)
  expect((await round()).fluids).toEqual({ into: 200, out: 50 })
})

test('at most 31 days are listed', async () => {
  const patient = await bedside.addPatient()
  const from = (days: number) =>
    bedside.nurse(fluids.list, { patient_id: patient.id, from: bedside.at(days * day), to: bedside.at() })
  expect(await getErrorName(from(maxFluidDays))).toBeUndefined()
  expect(await getErrorName(from(maxFluidDays + 1))).toBe('invalid')
  expect(await getErrorName(from(0))).toBe('invalid')
})

test('those who may not chart cannot write', async () => {
  const patient = await bedside.addPatient()
  const registrar = await bedside.panel.asNew({ staffType: 'registrar' })
  const entries = [{ kind: 'oral' as const, ml: 100, at: bedside.at() }]
  expect(await getErrorName(registrar(fluids.record, { patient_id: patient.id, entries }))).toBe(
    'not-allowed',
  )
})
