import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placeInTime } from './place-in-time.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const received = Date.parse('2026-11-05T08:00:00Z')

describe('a reading whose sender does not say what its clock shows now', () => {
  const place = (told: number, sent: number | null = null) =>
    placeInTime({ told, sent, received, isSentFresh: false })

  test.each([
    ['now', 0],
    ['a minute ago', -minute],
    ['exactly a day ago', -day],
    ['exactly ten minutes ahead', 10 * minute],
  ])('is taken at its word when it speaks of %s', (_, offset) => {
    expect(place(received + offset)).toEqual({ at: received + offset, timing: 'told' })
  })

  test('waits for a person when it speaks of more than a day ago, and is not moved', () => {
    expect(place(received - day - 1)).toEqual({ at: received - day - 1, timing: 'uncertain' })
  })

  test('from the future was taken when it arrived', () => {
    expect(place(received + 10 * minute + 1)).toEqual({ at: received, timing: 'corrected' })
    expect(place(received + 365 * day)).toEqual({ at: received, timing: 'corrected' })
  })

  test('from the future was taken before it arrived by the delay that the same clock tells of', () => {
    const ahead = received + 3 * day
    expect(place(ahead - 20 * minute, ahead)).toEqual({ at: received - 20 * minute, timing: 'corrected' })
  })

  test('is moved by a day at most, and never past its arrival', () => {
    const ahead = received + 30 * day
    expect(place(received + day, ahead)).toEqual({ at: received - day, timing: 'corrected' })
    expect(place(ahead, ahead - hour)).toEqual({ at: received, timing: 'corrected' })
  })

  test('is not moved by a stale word on now', () => {
    expect(place(received - hour, received - 2 * hour)).toEqual({ at: received - hour, timing: 'told' })
  })
})

describe('a reading whose sender says in the very call what its clock shows', () => {
  const place = (told: number, sent: number) => placeInTime({ told, sent, received, isSentFresh: true })

  test('is taken at its word when the clock is right, however old it is', () => {
    expect(place(received - 3 * day, received)).toEqual({ at: received - 3 * day, timing: 'told' })
  })

  test('is taken at its word when the clock is off by ten minutes or less, either way', () => {
    for (const off of [-10 * minute, 10 * minute])
      expect(place(received + off - hour, received + off)).toEqual({
        at: received + off - hour,
        timing: 'told',
      })
  })

  test('is moved by as much as the clock is off beyond that, either way', () => {
    for (const off of [-400 * day, -10 * minute - 1, 10 * minute + 1, 400 * day])
      expect(place(received + off - hour, received + off)).toEqual({
        at: received - hour,
        timing: 'corrected',
      })
  })

  test('was taken when it arrived if it is from the future even so', () => {
    expect(place(received + hour, received)).toEqual({ at: received, timing: 'corrected' })
    expect(place(received + day + hour, received + day)).toEqual({ at: received, timing: 'corrected' })
  })
})

const instant = fc.integer({ min: received - 800 * day, max: received + 800 * day })
const anything = fc.record({
  told: instant,
  sent: fc.option(instant),
  received: fc.constant(received),
  isSentFresh: fc.boolean(),
})

test('no reading is placed more than ten minutes after it arrived', () => {
  fc.assert(
    fc.property(anything, (one) => {
      expect(placeInTime(one).at).toBeLessThanOrEqual(received + 10 * minute)
    }),
  )
})

test('a reading is moved exactly when it says that it was corrected', () => {
  fc.assert(
    fc.property(anything, (one) => {
      const { at, timing } = placeInTime(one)
      expect(timing === 'corrected').toBe(at !== one.told)
    }),
  )
})

test('a clock that is off by however much changes nothing, if it says so', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -800 * day, max: 800 * day }).filter((off) => Math.abs(off) > 10 * minute),
      fc.integer({ min: 0, max: 30 * day }),
      (off, ago) => {
        const told = received - ago + off
        expect(placeInTime({ told, sent: received + off, received, isSentFresh: true }).at).toBe(
          received - ago,
        )
      },
    ),
  )
})
