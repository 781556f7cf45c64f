import { expect, test } from 'vitest'
import { buildBandStripes, classifyValue, type MeasuredPerson } from './bands.ts'
import { formatValueRange, getDecimals, type ShownQuantity } from './views.ts'

const date = '2026-11-05'
const people: Record<string, MeasuredPerson> = {
  baby: { gender: 'female', date_of_birth: '2026-09-01' },
  child: { gender: 'male', date_of_birth: '2019-03-02' },
  adult: { gender: 'female', date_of_birth: '1984-11-05' },
}
const spans: [shown: ShownQuantity, low: number, high: number][] = [
  ['systolic', 40, 240],
  ['diastolic', 20, 140],
  ['pulse', 20, 240],
  ['spo2', 70, 100],
  ['temperature', 30, 43],
  ['respiration_rate', 4, 80],
  ['blood_glucose', 20, 500],
  ['bmi', 12, 45],
  ['creatinine', 0.1, 5],
]

test.each(Object.keys(people))(
  'for a %s, the stripe behind a value says the same as the word beside it',
  (who) => {
    const person = people[who] as MeasuredPerson
    for (const [shown, low, high] of spans) {
      const stripes = buildBandStripes(shown, person, date)
      const step = 10 ** -getDecimals(shown)
      const steps = Math.round((high - low) / step)
      for (let at = 0; at <= steps; at += 1) {
        const value = Number((low + at * step).toFixed(getDecimals(shown)))
        const meaning = classifyValue(shown, value, person, { date })
        // Slightly above the value: the bounds are sums of decimal fractions.
        const inside = value + step / 1000
        const stripe = stripes.find(
          ({ from, to }) => (from === null || inside >= from) && (to === null || inside < to),
        )
        expect([shown, value, stripe?.level], `${who} ${shown} ${value}`).toEqual([
          shown,
          value,
          meaning?.level,
        ])
      }
    }
  },
)

test('the bands of SpO₂ are not for a patient whose target is 88–92 %', () => {
  for (const person of Object.values(people)) {
    const onScale2: MeasuredPerson = { ...person, spo2_scale: 2 }
    for (const value of [85, 89, 90, 97])
      expect(classifyValue('spo2', value, onScale2, { date })).toBeUndefined()
    expect(buildBandStripes('spo2', onScale2, date)).toEqual([])
    expect(classifyValue('pulse', 80, onScale2, { date })).toEqual(
      classifyValue('pulse', 80, person, { date }),
    )
    expect(classifyValue('spo2', 89, { ...person, spo2_scale: 1 }, { date })?.level).toBe('critical_low')
  }
})

test('a range of values is written from its first to its last value, with the decimals of the value', () => {
  expect(formatValueRange('systolic', { from: 90, to: 140 })).toBe('90–139')
  expect(formatValueRange('temperature', { from: 36, to: 37.6 })).toBe('36.0–37.5')
  expect(formatValueRange('spo2', { from: 95, to: null })).toBe('≥ 95')
  expect(formatValueRange('diastolic', { from: null, to: 100 })).toBe('≤ 99')
})
