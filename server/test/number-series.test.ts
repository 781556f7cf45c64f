import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inHospital, type Tx } from '../src/db/database.ts'
import { takeNumber } from '../src/db/number-series.ts'
import { startTestPanel, type TestPanel, testNow } from '../src/testing.ts'

let panel: TestPanel
let hospitalId: string
let otherHospitalId: string
beforeAll(async () => {
  panel = await startTestPanel()
  const hospital = await panel.root.selectFrom('hospitals').select('id').executeTakeFirstOrThrow()
  hospitalId = hospital.id
  otherHospitalId = newId()
  await panel.root
    .insertInto('hospitals')
    .values({ id: otherHospitalId, code: '99998', name_en: 'Other', name_th: 'อื่น', created_at: testNow })
    .execute()
})
afterAll(() => panel.close())

const take = (tx: Tx, kind: string, at: string, of = hospitalId) =>
  takeNumber(tx, { hospitalId: of, kind, digits: 5, at })
const takeAlone = (kind: string, at: string, hospital = hospitalId) =>
  inHospital(panel.root, hospital, (tx) => take(tx, kind, at, hospital))

test('a year of the Buddhist Era begins with 1 at midnight in Bangkok', async () => {
  expect(await takeAlone('year', '2026-12-31T16:59:59.999Z')).toBe('6900001')
  expect(await takeAlone('year', '2026-12-31T17:00:00.000Z')).toBe('7000001')
  expect(await takeAlone('year', '2026-12-31T16:59:59.999Z')).toBe('6900002')
  expect(await takeAlone('year', '2057-06-01T00:00:00.000Z')).toBe('0000001')
})

test('each series and each hospital counts for itself', async () => {
  expect(await takeAlone('one', testNow)).toBe('6900001')
  expect(await takeAlone('two', testNow)).toBe('6900001')
  expect(await takeAlone('one', testNow, otherHospitalId)).toBe('6900001')
  expect(await takeAlone('one', testNow)).toBe('6900002')
})

test('a number that was not used is given again, so that the year has no gap', async () => {
  expect(await takeAlone('gap', testNow)).toBe('6900001')
  const abandoned = inHospital(panel.root, hospitalId, async (tx) => {
    expect(await take(tx, 'gap', testNow)).toBe('6900002')
    throw new Error('abandoned')
  })
  await expect(abandoned).rejects.toThrow('abandoned')
  expect(await takeAlone('gap', testNow)).toBe('6900002')
})

test('of 20 who take a number at once each gets another one', async () => {
  const taken = await Promise.all(Array.from({ length: 20 }, () => takeAlone('race', testNow)))
  expect(taken.toSorted()).toEqual(
    Array.from({ length: 20 }, (_, index) => `69${String(index + 1).padStart(5, '0')}`),
  )
})

test('a year with more numbers than its digits can say gets longer ones', async () => {
  await takeAlone('many', testNow)
  await panel.root.updateTable('number_series').set({ last: 99_999 }).where('kind', '=', 'many').execute()
  expect(await takeAlone('many', testNow)).toBe('69100000')
})

test('no call takes a number of another hospital', async () => {
  const foreign = inHospital(panel.root, hospitalId, (tx) => take(tx, 'own', testNow, otherHospitalId))
  await expect(foreign).rejects.toMatchObject({ code: '42501' })
})
