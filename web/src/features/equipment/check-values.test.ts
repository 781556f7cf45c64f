import { expect, test } from 'vitest'
import type { CheckEntry } from '../../clinical/ambulance/check-draft.ts'
import { completeAll, createEntry, isChecked, judgeEntry, toRows } from './check-values.ts'

type Item = { item: string; needed: number; lot: string | null; expires_on: string | null }
const item = (code: string, needed = 2): Item => ({ item: code, needed, lot: null, expires_on: null })
const dated = (code: string): Item => ({ ...item(code), lot: 'A-1', expires_on: '2030-01-31' })
const entry = (change: Partial<CheckEntry> = {}): CheckEntry => ({
  ...createEntry(dated('gauze')),
  ...change,
})

test('a group is complete but for what two people count and what is read', () => {
  const items = ['gauze', 'drug.MORPHINE', 'cylinder_fixed', 'fuel', 'defibrillator', 'mask'].map((code) =>
    dated(code),
  )
  const entries = Object.fromEntries(items.map((one) => [one.item, createEntry(one)]))
  const found = completeAll({ ...entries, mask: entry({ found: 1 }) }, items)
  expect(Object.entries(found).map(([code, one]) => [code, one.found])).toEqual([
    ['gauze', 2],
    ['drug.MORPHINE', ''],
    ['cylinder_fixed', ''],
    ['fuel', ''],
    ['defibrillator', ''],
    ['mask', 1],
  ])
})

test('an item that expires is complete with its date; a drug or a sterile item also needs its lot', () => {
  const lotless = (code: string) => ({ ...dated(code), lot: null })
  const items = [item('respirators'), ...['respirators', 'gauze', 'drug.ASPIRIN'].map(lotless)]
  const complete = (one: Item) => completeAll({ [one.item]: createEntry(one) }, [one])[one.item]?.found
  expect(items.map(complete)).toEqual(['', 2, '', ''])
  const undated = { ...createEntry(item('gauze')), found: 2, lot: 'A-1' }
  expect(isChecked('gauze', undated)).toBe(false)
  expect(isChecked('gauze', { ...undated, expires_on: '2030-01-31' })).toBe(true)
  expect(isChecked('gauze', { ...undated, expires_on: '2030-01-31', lot: '' })).toBe(false)
  expect(isChecked('gauze', { ...undated, found: 0 })).toBe(true)
})

test('a cylinder and a vital battery are looked at once they are read, unless there is none', () => {
  expect(isChecked('cylinder_fixed', entry({ found: 1 }))).toBe(false)
  expect(isChecked('cylinder_fixed', entry({ found: 1, pressure: 1500 }))).toBe(true)
  expect(isChecked('cylinder_fixed', entry({ found: 0 }))).toBe(true)
  expect(isChecked('fuel', entry({ found: 1 }))).toBe(false)
  expect(isChecked('fuel', entry({ found: 1, charge: 60 }))).toBe(true)
  expect(isChecked('aed', entry({ found: 1 }))).toBe(false)
  expect(isChecked('aed', entry({ found: 1, charge: 60 }))).toBe(true)
  expect(isChecked('aed', entry({ found: 1, defect: 'BROKEN' }))).toBe(true)
  expect(isChecked('tablet', entry({ found: 1 }))).toBe(true)
})

test('an entry stands as the server will say, and not before it is looked at', () => {
  expect(judgeEntry(item('gauze'), entry(), '2026-11-05')).toBeUndefined()
  expect(judgeEntry(item('gauze'), entry({ found: 1 }), '2026-11-05')).toBe('LOW')
  expect(judgeEntry(item('gauze'), entry({ found: 2, expires_on: '2026-11-04' }), '2026-11-05')).toBe(
    'EXPIRED',
  )
  expect(judgeEntry(item('fuel', 1), entry({ found: 1, charge: 49 }), '2026-11-05')).toBe('LOW')
})

test('empty fields are sent as none', () => {
  expect(toRows({ gauze: entry({ found: 3, lot: '' }) }, [item('gauze')])).toEqual([
    {
      item: 'gauze',
      found: 3,
      defect: null,
      lot: '',
      expires_on: '2030-01-31',
      charge: null,
      pressure: null,
      note: '',
    },
  ])
})
