import { expect, test } from 'vitest'
import type { Row } from '../form.ts'
import { type MeasuredRow, pickPrintedVitals, writePupil } from './printed-vitals.ts'

const at = (minute: number) => `2026-11-05T03:${String(minute).padStart(2, '0')}:00.000Z`
const measure = (id: string, minute: number, values: Row = {}): MeasuredRow => [
  id,
  { measured_at: at(minute), ...values },
]
const pick = (...rows: MeasuredRow[]) => {
  const { first, worst, last, rest } = pickPrintedVitals(rows)
  return [first?.[0], worst?.[0], last?.[0], rest.map(([id]) => id)]
}

const whole = {
  respiration_rate: 16,
  spo2: 98,
  oxygen_device: 'ROOM_AIR',
  systolic: 120,
  pulse: 80,
  consciousness: 'A',
  temperature: 37,
}

test('the first and the last by the time of measurement are printed, however the rows were added', () => {
  expect(pick()).toEqual([undefined, undefined, undefined, []])
  expect(pick(measure('a', 5))).toEqual(['a', undefined, undefined, []])
  expect(pick(measure('a', 5), measure('b', 1))).toEqual(['b', undefined, 'a', []])
})

test('the worst between them has the most points of NEWS2', () => {
  const better = measure('b', 2, { ...whole, pulse: 95 })
  const worse = measure('c', 3, { ...whole, pulse: 135, spo2: 90 })
  expect(pick(measure('a', 1), better, worse, measure('d', 4))).toEqual(['a', 'c', 'd', ['b']])
})

test('an incomplete set counts by what was measured in it', () => {
  const complete = measure('b', 2, { ...whole, pulse: 95 })
  const pressureAlone = measure('c', 3, { systolic: 70 })
  expect(pick(measure('a', 1), complete, pressureAlone, measure('d', 4))).toEqual(['a', 'c', 'd', ['b']])
})

test('an arrest is worse than anything with a pulse', () => {
  const shocked = measure('b', 2, { systolic: 85, pulse: 120 })
  const arrested = measure('c', 3, { systolic: 0, pulse: 0, respiration_rate: 0 })
  expect(pick(measure('a', 1), arrested, shocked, measure('d', 4))).toEqual(['a', 'c', 'd', ['b']])
})

test('without a level of consciousness the coma scale or the words of a basic unit count', () => {
  const awake = measure('b', 2, { eye: '4', verbal: '5', motor: '6' })
  const drowsy = measure('c', 3, { eye: '3', verbal: '4', motor: '6' })
  const deeper = measure('d', 4, { eye: '2', verbal: '2', motor: '5' })
  expect(pick(measure('a', 1), awake, drowsy, deeper, measure('e', 5))[1]).toBe('d')
  const good = measure('b', 2, { basic_consciousness: 'GOOD' })
  const rousable = measure('c', 3, { basic_consciousness: 'ROUSABLE' })
  expect(pick(measure('a', 1), good, rousable, measure('e', 5))[1]).toBe('c')
})

test('the earlier of two equal measurements is printed', () => {
  const equal = [measure('b', 2, whole), measure('c', 3, whole)]
  expect(pick(measure('a', 1), ...equal, measure('d', 4))).toEqual(['a', 'b', 'd', ['c']])
})

test('a pupil is its size and Y where it reacts at all, N where it does not', () => {
  expect(writePupil(3, 'BRISK')).toBe('3 Y')
  expect(writePupil(3, 'SLUGGISH')).toBe('3 Y')
  expect(writePupil(6, 'FIXED')).toBe('6 N')
  expect(writePupil(4, 'UNABLE')).toBe('4')
  expect(writePupil(undefined, 'FIXED')).toBe('N')
  expect(writePupil(undefined, undefined)).toBe('')
})
