import { type LatestValue, news2KeptMs } from 'contract'
import { expect, test } from 'vitest'
import { computeLatestScore, listMissingParts } from './score.ts'

const at = '2026-11-05T07:00:00.000Z'
const value = (
  vital: LatestValue['vital'],
  number: number | null,
  note: string | null = null,
): LatestValue => ({
  vital,
  value: number,
  second: null,
  note,
  measured_at: at,
  source: 'manual',
  is_derived: false,
})
const parts = [
  value('respiration_rate', 22),
  value('spo2', 90),
  value('oxygen', 0),
  value('blood_pressure', 105),
  value('pulse', 95),
  value('consciousness', null, 'A'),
  value('temperature', 38.4),
]

test('the points of each parameter derive from the newest values, by the scale of the score', () => {
  expect(computeLatestScore([...parts, value('news2', 8)])?.parts).toEqual({
    respiration_rate: 2,
    spo2: 3,
    oxygen: 0,
    systolic: 1,
    pulse: 1,
    consciousness: 0,
    temperature: 1,
  })
  expect(computeLatestScore([...parts, { ...value('news2', 5), second: 2 }])?.parts.spo2).toBe(0)
  expect(computeLatestScore(parts)).toBeUndefined()
})

test('a parameter is missing if it was never measured, and after twelve hours', () => {
  const now = Date.parse(at)
  expect(listMissingParts(parts, now)).toEqual([])
  expect(listMissingParts(parts.slice(1), now)).toEqual(['respiration_rate'])
  const later = parts.map((one) =>
    one.vital === 'pulse' ? { ...one, measured_at: new Date(now + 1).toISOString() } : one,
  )
  expect(listMissingParts(later, now + news2KeptMs)).toHaveLength(6)
})
