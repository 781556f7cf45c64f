import { describe, expect, test } from 'vitest'
import { bloodPressureBands, classifyBloodPressure, computePulsePressure } from './blood-pressure.ts'

describe('the band of an adult’s blood pressure', () => {
  test.each([
    [89, 59, 'LOW', 'critical_low'],
    [89, 70, 'LOW', 'critical_low'],
    [110, 59, 'LOW', 'low'],
    [139, 59, 'LOW', 'low'],
    [90, 60, 'OPTIMAL', 'normal'],
    [119, 79, 'OPTIMAL', 'normal'],
    [120, 79, 'NORMAL', 'normal'],
    [119, 80, 'NORMAL', 'normal'],
    [129, 84, 'NORMAL', 'normal'],
    [130, 84, 'HIGH_NORMAL', 'normal'],
    [129, 85, 'HIGH_NORMAL', 'normal'],
    [139, 89, 'HIGH_NORMAL', 'normal'],
  ])('%i over %i is %s and no hypertension', (systolic, diastolic, band, level) => {
    expect(classifyBloodPressure(systolic, diastolic)).toEqual({ band, level })
  })

  test.each([
    [139, 90, 1, 'high'],
    [140, 90, 1, 'high'],
    [159, 99, 1, 'high'],
    [160, 99, 2, 'high'],
    [159, 100, 2, 'high'],
    [179, 109, 2, 'high'],
    [180, 109, 3, 'high'],
    [179, 110, 3, 'high'],
    [219, 129, 3, 'high'],
    [220, 110, 3, 'critical_high'],
    [220, 90, 3, 'critical_high'],
    [190, 130, 3, 'critical_high'],
    [170, 130, 3, 'critical_high'],
  ])('%i over %i is of the higher grade, %i', (systolic, diastolic, grade, level) => {
    expect(classifyBloodPressure(systolic, diastolic)).toEqual({ band: `HT_GRADE_${grade}`, level, grade })
  })

  test.each([
    [140, 89, 1, 'high'],
    [159, 50, 1, 'high'],
    [160, 89, 2, 'high'],
    [180, 89, 3, 'high'],
    [220, 89, 3, 'critical_high'],
  ])('%i over %i is isolated systolic hypertension of grade %i', (systolic, diastolic, grade, level) => {
    expect(classifyBloodPressure(systolic, diastolic)).toEqual({ band: 'ISH', level, grade })
  })

  test('goes by the rule of the guideline for every pressure there can be', () => {
    const computeGrade = (value: number, starts: number[]) => starts.filter((start) => value >= start).length
    const seen = new Set<string>()
    for (let systolic = 30; systolic <= 300; systolic++)
      for (let diastolic = 20; diastolic < Math.min(systolic, 201); diastolic++) {
        const { band, grade } = classifyBloodPressure(systolic, diastolic)
        const [upper, lower] = [
          computeGrade(systolic, [140, 160, 180]),
          computeGrade(diastolic, [90, 100, 110]),
        ]
        const ofOrder = Math.max(computeGrade(systolic, [120, 130]), computeGrade(diastolic, [80, 85]))
        const expected =
          upper > 0 && lower === 0
            ? 'ISH'
            : upper + lower > 0
              ? `HT_GRADE_${Math.max(upper, lower)}`
              : systolic < 90 || diastolic < 60
                ? 'LOW'
                : ['OPTIMAL', 'NORMAL', 'HIGH_NORMAL'][ofOrder]
        if (band !== expected || (grade ?? 0) !== Math.max(upper, lower))
          expect.fail(`${systolic}/${diastolic} is ${band}, not ${expected}`)
        seen.add(band)
      }
    expect([...seen].toSorted()).toEqual(bloodPressureBands.toSorted())
  })
})

test('pulse pressure is systolic less diastolic', () => {
  expect(computePulsePressure(120, 80)).toBe(40)
})
