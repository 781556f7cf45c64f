import { admissions, hospitals, type NumberedKind, type NumberYear, visits } from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inHospital, type Tx } from '../src/db/database.ts'
import { findNumberSource, listNextNumbers, takeNumber } from '../src/db/number-series.ts'
import { startTestPanel, type TestPanel, testNow } from '../src/testing.ts'
import { getErrorName } from './support/refusal.ts'

let panel: TestPanel
/** A hospital of its own for each test: nothing was numbered there yet. */
let hospitalId: string
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())
beforeEach(async () => {
  hospitalId = await addHospital({})
})

let added = 0
async function addHospital(settings: Partial<Record<'an_pattern' | 'vn_pattern', string>>) {
  const id = newId()
  added += 1
  const names = { code: String(90_000 + added), name_en: 'Other', name_th: 'อื่น' }
  await panel.root
    .insertInto('hospitals')
    .values({ id, ...names, created_at: testNow, ...settings })
    .execute()
  return id
}

const set = (settings: Partial<{ an_pattern: string; number_year: NumberYear }>) =>
  panel.root.updateTable('hospitals').set(settings).where('id', '=', hospitalId).execute()
const takeNext = async (
  tx: Tx,
  taken: { hospitalId: string; kind: NumberedKind; at: string },
  isGiven: (number: string) => Promise<boolean>,
) => takeNumber(tx, { ...taken, ...(await findNumberSource(tx, taken.hospitalId, taken.kind)) }, isGiven)
const take = (
  at = testNow,
  kind: NumberedKind = 'AN',
  of = hospitalId,
  given: ReadonlySet<string> = new Set(),
) =>
  inHospital(panel.root, of, (tx) =>
    takeNext(tx, { hospitalId: of, kind, at }, async (number) => given.has(number)),
  )

test('a year of the Buddhist Era begins with 1 at midnight in Bangkok', async () => {
  expect(await take('2026-12-31T16:59:59.999Z')).toBe('6900001')
  expect(await take('2026-12-31T17:00:00.000Z')).toBe('7000001')
  expect(await take('2026-12-31T16:59:59.999Z')).toBe('6900002')
  expect(await take('2057-06-01T00:00:00.000Z')).toBe('0000001')
})

test('a hospital that counts by fiscal years begins with 1 on 1 October in Bangkok, and not on 1 January', async () => {
  await set({ number_year: 'fiscal' })
  expect(await take('2026-09-30T16:59:59.999Z')).toBe('6900001')
  expect(await take('2026-09-30T17:00:00.000Z')).toBe('7000001')
  expect(await take('2026-12-31T17:00:00.000Z')).toBe('7000002')
  expect(await take('2026-09-30T16:59:59.999Z')).toBe('6900002')
})

test('a hospital that changes how it counts years gives no number twice', async () => {
  const given = [await take('2026-11-05T00:00:00Z')]
  await set({ number_year: 'fiscal' })
  given.push(await take('2026-11-06T00:00:00Z'), await take('2027-02-01T00:00:00Z'))
  await set({ number_year: 'calendar' })
  given.push(await take('2026-11-07T00:00:00Z'), await take('2027-02-02T00:00:00Z'))
  expect(given).toEqual(['6900001', '7000001', '7000002', '6900002', '7000003'])
})

test('numbers have the pattern of the hospital from the change on, and the count goes on', async () => {
  expect(await take()).toBe('6900001')
  await set({ an_pattern: 'A{YYYY}-{N4}' })
  expect(await take()).toBe('A2569-0002')
  expect(await take(testNow, 'VN')).toBe('69000001')
})

test('each series and each hospital counts for itself', async () => {
  const other = await addHospital({})
  expect(await take(testNow, 'AN')).toBe('6900001')
  expect(await take(testNow, 'VN')).toBe('69000001')
  expect(await take(testNow, 'AN', other)).toBe('6900001')
  expect(await take(testNow, 'AN')).toBe('6900002')
})

test('a number that another system gave is passed over', async () => {
  const given = new Set(['6900001', '6900002'])
  expect(await take(testNow, 'AN', hospitalId, given)).toBe('6900003')
})

test('a number that was not used is given again, so that the year has no gap', async () => {
  expect(await take()).toBe('6900001')
  const abandoned = inHospital(panel.root, hospitalId, async (tx) => {
    const number = await takeNext(tx, { hospitalId, kind: 'AN', at: testNow }, async () => false)
    expect(number).toBe('6900002')
    throw new Error('abandoned')
  })
  await expect(abandoned).rejects.toThrow('abandoned')
  expect(await take()).toBe('6900002')
})

test('20 callers who take a number at once get different numbers without a gap', async () => {
  const taken = await Promise.all(Array.from({ length: 20 }, () => take()))
  expect(taken.toSorted()).toEqual(
    Array.from({ length: 20 }, (_, index) => `69${String(index + 1).padStart(5, '0')}`),
  )
})

test('a year with more numbers than its digits can say gets longer ones', async () => {
  await take()
  await panel.root
    .updateTable('number_series')
    .set({ last: 99_999 })
    .where('hospital_id', '=', hospitalId)
    .execute()
  expect(await take()).toBe('69100000')
})

test('no call takes a number of another hospital', async () => {
  const other = await addHospital({})
  const foreign = inHospital(panel.root, hospitalId, (tx) =>
    takeNext(tx, { hospitalId: other, kind: 'AN', at: testNow }, async () => false),
  )
  await expect(foreign).rejects.toThrow()
  expect(await take(testNow, 'AN', other)).toBe('6900001')
})

test('the next number that is shown is the one that is given, by either way of counting', async () => {
  await take()
  const shown = await inHospital(panel.root, hospitalId, (tx) => listNextNumbers(tx, testNow))
  expect(shown).toContainEqual({ kind: 'AN', number_year: 'calendar', year: 2569, count: 2 })
  expect(shown).toContainEqual({ kind: 'AN', number_year: 'fiscal', year: 2570, count: 1 })
  expect(shown).toContainEqual({ kind: 'VN', number_year: 'calendar', year: 2569, count: 1 })
})

test('an admin changes the patterns; a wrong one is refused by its field, and who changed what is kept', async () => {
  const admin = await panel.as('admin')
  const { hospital } = await admin(hospitals.own, {})
  expect(hospital).toMatchObject({ an_pattern: '{YY}{N5}', vn_pattern: '{YY}{N6}', number_year: 'calendar' })
  const { version } = hospital
  await expect(admin(hospitals.update, { version, an_pattern: '{N5}' })).rejects.toMatchObject({
    code: 1005,
    fields: [{ field: 'an_pattern', message: 'number-pattern-invalid' }],
  })
  const changed = { an_pattern: '{YY}-{N5}', number_year: 'fiscal', types_an: true, types_vn: true } as const
  await admin(hospitals.update, { version, ...changed })
  await expect(admin(hospitals.update, { version, number_year: 'calendar' })).rejects.toMatchObject({
    code: 1006,
  })
  const { hospital: after, changes } = await admin(hospitals.records, {})
  expect(after).toMatchObject(changed)
  expect(changes).toContainEqual(
    expect.objectContaining({ field: 'number_year', from: 'calendar', to: 'fiscal', version: version + 1 }),
  )
})

describe('over the new year in Bangkok', () => {
  const [lastSecond, newYear] = ['2026-12-31T16:59:59.000Z', '2026-12-31T17:00:00.000Z'] as const

  const waitUntil = (at: string) => panel.wait(Date.parse(at) - panel.clock().getTime())

  let patients = 0
  async function addPatient() {
    const id = newId()
    patients += 1
    const named = { number: patients, hn: `N-${patients}`, title: 'นาง', name: 'ทดสอบ', surname: 'ปีใหม่' }
    const known = { gender: 'female', identity_kind: 'none', created_at: testNow, updated_at: testNow }
    await panel.root
      .insertInto('patients')
      .values({ id, hospital_id: hospitalId, ...named, ...known })
      .execute()
    return id
  }

  /** Staff of the hospital, and what they do there now or, backdated, at another instant. */
  async function openWard() {
    const [wardId, bedId] = [newId(), newId()]
    const owned = { hospital_id: hospitalId }
    await panel.root
      .insertInto('wards')
      .values({ ...owned, id: wardId, code: 'W', name_en: 'W', name_th: 'W', position: 1 })
      .execute()
    await panel.root
      .insertInto('beds')
      .values({ ...owned, id: bedId, ward_id: wardId, label: '1', position: 1 })
      .execute()
    const nurse = await panel.asNew({ staffType: 'nurse', hospitalId })
    const { session } = await panel.asNew({ staffType: 'doctor', hospitalId })
    const admit = async (at?: string, bed_id: string | null = null) => {
      const asked = { admit_type: 'E', admit_source: 'E', arrival_type: 1, department: '01' } as const
      const { stay } = await nurse(admissions.admit, {
        ...asked,
        patient_id: await addPatient(),
        attending_id: session.user_id,
        diagnosis: 'ไข้',
        ward_id: wardId,
        bed_id,
        at,
      })
      return stay
    }
    const arrive = async (visited_at?: string) => {
      const patient_id = await addPatient()
      const walked = { kind: 'OPD', source: 1, mode: 'WALK' } as const
      return (await nurse(visits.arrive, { ...walked, patient_id, visited_at })).visit.vn
    }
    return { nurse, bedId, admit, arrive }
  }

  const count = (from: number, to: number, first: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => String(first + from + index))

  test('an admission in the last second has a number of the old year, one at midnight the first of the new', async () => {
    waitUntil(lastSecond)
    const { admit, arrive } = await openWard()
    expect([(await admit()).an, await arrive()]).toEqual(['6900001', '69000001'])
    waitUntil(newYear)
    expect([(await admit()).an, await arrive()]).toEqual(['7000001', '70000001'])
  })

  test('an admission that is noted after midnight has a number of the year in which the patient came', async () => {
    waitUntil(newYear)
    const { admit, arrive } = await openWard()
    expect([(await admit()).an, await arrive()]).toEqual(['7000001', '70000001'])
    // The number tells in which year somebody was admitted, and not in which year it was typed.
    const { an, admitted_at } = await admit(lastSecond)
    expect([an, Date.parse(admitted_at)]).toEqual(['6900001', Date.parse(lastSecond)])
    expect(await arrive(lastSecond)).toBe('69000001')
    expect([(await admit()).an, await arrive()]).toEqual(['7000002', '70000002'])
  })

  test('20 at once leave no gap in either year, though more of them are refused', async () => {
    waitUntil(newYear)
    const { bedId, admit, arrive } = await openWard()
    await admit(lastSecond, bedId)
    const times = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? lastSecond : newYear))
    const refused = times.slice(0, 6).map((at) => getErrorName(admit(at, bedId)))
    const [stays, numbers] = await Promise.all([
      Promise.all(times.map((at) => admit(at))),
      Promise.all(times.map((at) => arrive(at))),
    ])
    expect(await Promise.all(refused)).toEqual(refused.map(() => 'bed-taken'))
    expect(stays.map(({ an }) => an).toSorted()).toEqual([
      ...count(2, 11, 6_900_000),
      ...count(1, 10, 7_000_000),
    ])
    expect(numbers.toSorted()).toEqual([...count(1, 10, 69_000_000), ...count(1, 10, 70_000_000)])
  })

  test('with fiscal years, admissions begin with 1 on 1 October and go on at the new year', async () => {
    await set({ number_year: 'fiscal' })
    waitUntil(newYear)
    const { admit, arrive } = await openWard()
    const given = []
    for (const at of ['2026-09-30T16:59:59Z', '2026-09-30T17:00:00Z', lastSecond, newYear])
      given.push((await admit(at)).an)
    expect(given).toEqual(['6900001', '7000001', '7000002', '7000003'])
    expect([await arrive(lastSecond), await arrive(newYear)]).toEqual(['70000001', '70000002'])
  })

  test('the number of an admission in error is not given again, in either year', async () => {
    waitUntil(newYear)
    const { nurse, admit } = await openWard()
    for (const at of [lastSecond, newYear]) {
      const { _id, version, patient } = await admit(at)
      const wrong = { patient_id: patient._id, stay_id: _id, version, reason: 'WRONG_PATIENT' } as const
      expect((await nurse(admissions.void, wrong)).stay.voided_at).not.toBeNull()
    }
    expect([(await admit(lastSecond)).an, (await admit(newYear)).an]).toEqual(['6900002', '7000002'])
  })
})
