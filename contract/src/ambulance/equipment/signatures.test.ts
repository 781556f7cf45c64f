import { expect, test } from 'vitest'
import { type StatedCheck, writeSignedCheck, writeSignedCounts } from './signatures.ts'

const row = {
  item: 'radio',
  found: 1,
  defect: null,
  lot: null,
  expires_on: null,
  charge: null,
  pressure: null,
  note: null,
}
const check = {
  vehicle_id: '0191e5c0-0000-7000-8000-000000000001',
  day: '2026-11-05',
  shift: 'morning',
  kind: 'SHIFT',
  odometer: 1200,
  note: null,
  rows: [row, { ...row, item: 'aed', charge: 80 }],
} satisfies StatedCheck

test('the signed text of a check is the same whatever the order of its items', () => {
  expect(writeSignedCheck({ ...check, rows: check.rows.toReversed() })).toBe(writeSignedCheck(check))
})

test.each<Partial<StatedCheck>>([
  { vehicle_id: '0191e5c0-0000-7000-8000-000000000002' },
  { day: '2026-11-06' },
  { shift: 'night' },
  { kind: 'WEEKLY' },
  { odometer: null },
  { note: 'ไฟหน้าริบหรี่' },
  { rows: [row] },
  ...Object.entries({
    found: 2,
    defect: 'BROKEN',
    lot: 'L-1',
    expires_on: '2027-01-31',
    charge: 50,
    pressure: 1800,
    note: 'รั่ว',
  }).map(([field, value]) => ({ rows: [{ ...row, [field]: value }, ...check.rows.slice(1)] })),
])('the signed text of a check differs with %o', (change) => {
  expect(writeSignedCheck({ ...check, ...change })).not.toBe(writeSignedCheck(check))
})

test('the signed text of counts names the check, each drug and how many there are', () => {
  const counts = [
    { item: 'drug.MORPHINE', found: 3 },
    { item: 'drug.FENTANYL', found: 2 },
  ]
  const text = writeSignedCounts('a', counts)
  expect(writeSignedCounts('a', counts.toReversed())).toBe(text)
  const others = [
    writeSignedCounts('b', counts),
    writeSignedCounts('a', counts.slice(1)),
    writeSignedCounts('a', [{ item: 'drug.MORPHINE', found: 2 }, ...counts.slice(1)]),
  ]
  expect(others).not.toContain(text)
})
