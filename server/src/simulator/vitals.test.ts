import { describe, expect, test } from 'vitest'
import { day, hour, minute } from './plan.ts'
import { type Body, computeVitals, type Strain } from './vitals.ts'

const body: Body = {
  name: 'somebody',
  pulse: 76,
  systolic: 122,
  diastolic: 76,
  spo2: 97,
  respiration: 16,
  temperature: 36.8,
  glucose: 100,
  weight: 60,
}
const noon = Date.parse('2026-11-05T05:00:00Z')
const overADay = Array.from({ length: 288 }, (_, at) => noon + at * 5 * minute)
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const computeMeanOver = (pick: (at: number) => number, instants = overADay) => mean(instants.map(pick))

test('a body at rest stays within healthy values, all day', () => {
  for (const at of overADay) {
    const { pulse, systolic, diastolic, spo2, respiration, temperature, glucose } = computeVitals(7, body, at)
    expect(pulse).toBeGreaterThan(60)
    expect(pulse).toBeLessThan(95)
    expect(systolic - diastolic).toBeGreaterThan(30)
    expect(systolic).toBeLessThan(140)
    expect(spo2).toBeGreaterThanOrEqual(95)
    expect(spo2).toBeLessThanOrEqual(100)
    expect(respiration).toBeGreaterThanOrEqual(12)
    expect(respiration).toBeLessThanOrEqual(20)
    expect(temperature).toBeGreaterThan(36)
    expect(temperature).toBeLessThan(37.5)
    expect(glucose).toBeGreaterThan(80)
    expect(glucose).toBeLessThan(160)
  }
})

describe('vital signs depend on one another', () => {
  const strained = (strain: Partial<Strain>) => (at: number) =>
    computeVitals(7, body, at, { desaturation: 0, fever: 0, ...strain })

  test('a degree of fever raises the pulse by ten', () => {
    const calm = computeMeanOver((at) => computeVitals(7, body, at).pulse)
    expect(computeMeanOver((at) => strained({ fever: 1 })(at).pulse) - calm).toBeCloseTo(10, 0)
  })

  test('a lack of oxygen raises the pulse', () => {
    for (const at of overADay)
      expect(strained({ desaturation: 8 })(at).pulse).toBeGreaterThan(computeVitals(7, body, at).pulse)
  })

  test('temperature is higher in the late afternoon than in the small hours', () => {
    const hourly = (thaiHour: number) =>
      computeMeanOver(
        (at) => computeVitals(7, body, at).temperature,
        Array.from({ length: 30 }, (_, count) => noon + (thaiHour - 12) * hour + count * day),
      )
    expect(hourly(17) - hourly(5)).toBeCloseTo(0.5, 0)
  })
})

test('vital signs change in small steps, without a leap', () => {
  for (let at = noon; at < noon + hour; at += 20_000) {
    const [now, next] = [computeVitals(7, body, at), computeVitals(7, body, at + 20_000)]
    expect(Math.abs(next.pulse - now.pulse)).toBeLessThanOrEqual(6)
    expect(Math.abs(next.spo2 - now.spo2)).toBeLessThanOrEqual(2)
  }
})
