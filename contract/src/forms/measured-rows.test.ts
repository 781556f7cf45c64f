import { expect, test } from 'vitest'
import { vitalRows } from './care-rows.ts'
import { listReadingsOfRow } from './measured-rows.ts'

const now = '2026-11-05T07:00:00.000Z'
const list = (row: Record<string, unknown>) =>
  listReadingsOfRow(vitalRows, { measured_at: now, ...row } as never, now).map(({ kind, values }) => [
    kind,
    values,
  ])

test('the zeros of an arrest are readings, as every value that a row may have', () => {
  const arrest = { systolic: 0, diastolic: 0, pulse: 0, respiration_rate: 0, spo2: 0 }
  expect(list(arrest)).toEqual([
    ['blood_pressure', { systolic: 0, diastolic: 0 }],
    ['spo2', { spo2: 0 }],
    ['pulse', { pulse: 0 }],
    ['respiration', { respiration_rate: 0 }],
  ])
  const highest = { systolic: 300, diastolic: 200, pulse: 300, respiration_rate: 100, spo2: 100 }
  expect(list(highest)).toHaveLength(4)
})

test('a systolic pressure that is not above the diastolic one is no reading, unless both are 0', () => {
  expect(list({ systolic: 80, diastolic: 80 })).toEqual([])
  expect(list({ systolic: 0, diastolic: 40 })).toEqual([])
})
