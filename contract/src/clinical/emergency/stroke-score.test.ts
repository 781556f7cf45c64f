import { describe, expect, test } from 'vitest'
import { computeStrokeScale, findStrokeWindow, strokeSigns } from './stroke-score.ts'

const normal = { face: false, arm: false, speech: false }
const unseen = { face: null, arm: null, speech: null }

describe('the Cincinnati scale', () => {
  test.each(strokeSigns)('%s alone is positive, whatever else was examined', (sign) => {
    for (const rest of [normal, unseen])
      expect(computeStrokeScale({ ...rest, [sign]: true })).toEqual({ signs: [sign], isPositive: true })
  })

  test('is negative only if all three were examined', () => {
    expect(computeStrokeScale(normal)).toEqual({ signs: [], isPositive: false })
    for (const sign of strokeSigns)
      expect(computeStrokeScale({ ...normal, [sign]: null })).toEqual({ signs: [], isPositive: null })
    expect(computeStrokeScale(unseen).isPositive).toBeNull()
  })

  test('names all that are abnormal', () => {
    expect(computeStrokeScale({ face: true, arm: true, speech: true }).signs).toEqual([...strokeSigns])
  })
})

describe('the time since somebody was last known well', () => {
  const well = '2026-11-05T16:30:00.000Z'
  const later = (minutes: number, ms = 0) => new Date(Date.parse(well) + minutes * 60_000 + ms).toISOString()

  test.each([
    [0, 0, 'THROMBOLYSIS'],
    [270, 0, 'THROMBOLYSIS'],
    [270, 1, 'THROMBECTOMY'],
    [1440, 0, 'THROMBECTOMY'],
    [1440, 1, 'CLOSED'],
  ])('after %i minutes and %i ms is %s', (minutes, ms, window) => {
    expect(findStrokeWindow(well, later(minutes, ms))).toMatchObject({
      sinceMs: minutes * 60_000 + ms,
      window,
    })
  })

  test('names when the window closes, beyond midnight too', () => {
    expect(findStrokeWindow(well, later(10))?.until).toBe('2026-11-05T21:00:00.000Z')
    expect(findStrokeWindow(well, later(300))?.until).toBe('2026-11-06T16:30:00.000Z')
    expect(findStrokeWindow(well, later(1500))?.until).toBeNull()
  })

  test('is none for a time in the future', () => {
    expect(findStrokeWindow(well, later(0, -1))).toBeNull()
  })

  test('takes the hours of a hospital', () => {
    const hours = { thrombolysis: 3, thrombectomy: 6 }
    expect(findStrokeWindow(well, later(180), hours)?.window).toBe('THROMBOLYSIS')
    expect(findStrokeWindow(well, later(181), hours)?.window).toBe('THROMBECTOMY')
    expect(findStrokeWindow(well, later(361), hours)?.window).toBe('CLOSED')
  })
})
