import { expect, test } from 'vitest'
import { ClockJumpDetector } from './clock-jump-detector.ts'

function createDetector() {
  let [wall, steady] = [Date.parse('2026-11-05T07:32:00Z'), 0]
  const detector = new ClockJumpDetector(
    () => new Date(wall),
    () => steady,
  )
  return {
    detector,
    pass: (ms: number, setBy = 0) => {
      steady += ms
      wall += ms + setBy
      return wall
    },
  }
}

test('a clock that drifts is not a jump', () => {
  const { detector, pass } = createDetector()
  for (let look = 0; look < 100; look++) {
    pass(5_000, look % 2 === 0 ? 200 : -100)
    expect(detector.detect()).toBeUndefined()
  }
  expect(detector.last).toBeUndefined()
})

test('a clock that was set back or forward is reported as a jump, once', () => {
  const { detector, pass } = createDetector()
  const at = pass(5_000, -2 * 3_600_000)
  expect(detector.detect()).toEqual({ at, byMs: -7_200_000 })
  pass(5_000)
  expect(detector.detect()).toBeUndefined()
  expect(detector.last).toEqual({ at, byMs: -7_200_000 })
  pass(5_000, 60_000)
  expect(detector.detect()).toMatchObject({ byMs: 60_000 })
})

test('a jump that was found in another way is reported until there is a newer one', () => {
  const { detector, pass } = createDetector()
  detector.note({ at: 1, byMs: -60_000 })
  expect(detector.last).toEqual({ at: 1, byMs: -60_000 })
  pass(5_000)
  expect(detector.detect()).toBeUndefined()
  const at = pass(5_000, 60_000)
  expect(detector.detect()).toEqual({ at, byMs: 60_000 })
  expect(detector.last).toEqual({ at, byMs: 60_000 })
})
