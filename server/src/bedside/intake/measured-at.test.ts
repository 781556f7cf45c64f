import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assessCallClock, type ClockAssessment, determineMeasuredTimes, unknownClock } from './measured-at.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const received = Date.parse('2026-11-05T08:00:00Z')

describe('a reading of a clock whose present time is unknown', () => {
  const place = (told: number) => determineMeasuredTimes([told], unknownClock, received)[0]

  test.each([
    ['now', 0],
    ['a minute ago', -minute],
    ['exactly a day ago', -day],
    ['five seconds ahead', 5 * second],
  ])('is trusted when it says %s', (_, offset) => {
    expect(place(received + offset)).toEqual({ at: received + offset, timing: 'told' })
  })

  test('is uncertain when it says more than a day ago, and is not moved', () => {
    expect(place(received - day - 1)).toEqual({ at: received - day - 1, timing: 'uncertain' })
  })

  test('gets the time of arrival if it is from the future', () => {
    for (const ahead of [5 * second + 1, 10 * minute, day])
      expect(place(received + ahead)).toEqual({ at: received, timing: 'corrected' })
  })
})

describe('a reading from more than a day ahead', () => {
  test('is uncertain: nobody knows how long it was under way', () => {
    for (const clock of [unknownClock, assessCallClock(received, received)])
      for (const ahead of [day + 1, 365 * day, 543 * 365 * day])
        expect(determineMeasuredTimes([received + ahead], clock, received)).toEqual([
          { at: received, timing: 'uncertain' },
        ])
  })
})

describe('a reading whose sender states its clock in the same call', () => {
  const place = (told: number, shown: number) =>
    determineMeasuredTimes([told], assessCallClock(shown, received), received)[0]

  test('is trusted when the clock is right, however old the reading is', () => {
    expect(place(received - 300 * day, received)).toEqual({ at: received - 300 * day, timing: 'told' })
  })

  test('is trusted when the clock is off by no more than the delay of a message', () => {
    for (const off of [-5 * second, 5 * second])
      expect(place(received + off - hour, received + off)).toEqual({
        at: received + off - hour,
        timing: 'told',
      })
  })

  test('is moved by as much as the clock is off beyond that, either way', () => {
    for (const off of [-60 * 365 * day, -5 * minute, -5001, 5001, 5 * minute, 400 * day])
      expect(place(received + off - hour, received + off)).toEqual({
        at: received - hour,
        timing: 'corrected',
      })
  })

  test('gets the time of arrival if it is from the future even so', () => {
    expect(place(received + hour, received)).toEqual({ at: received, timing: 'corrected' })
    expect(place(received + day + hour, received + day)).toEqual({ at: received, timing: 'corrected' })
  })

  test('is uncertain, and not timed before it arrived, when its clock was never set', () => {
    for (const told of [0, Date.parse('1980-01-06'), Date.parse('2000-01-01'), -62_135_596_800_000])
      expect(place(told, received)).toEqual({ at: received, timing: 'uncertain' })
  })
})

describe('readings that one device sends together', () => {
  test('keep their order and distances when its clock is ahead', () => {
    const told = [3, 4, 5].map((minutes) => received + minutes * minute)
    expect(determineMeasuredTimes(told, assessCallClock(received, received), received)).toEqual([
      { at: received - 2 * minute, timing: 'corrected' },
      { at: received - minute, timing: 'corrected' },
      { at: received, timing: 'corrected' },
    ])
  })

  test('are moved together though only the newest seems to be from the future', () => {
    const told = [received - minute, received + minute]
    expect(determineMeasuredTimes(told, unknownClock, received).map(({ at }) => at)).toEqual([
      received - 2 * minute,
      received,
    ])
  })

  test('keep them though they reach back for days', () => {
    const told = [received - 9 * day, received + minute]
    expect(
      determineMeasuredTimes(told, assessCallClock(received, received), received).map(({ at }) => at),
    ).toEqual([received - 9 * day - minute, received])
  })

  test('that are days apart are not moved because of the one from the future', () => {
    expect(
      determineMeasuredTimes([received - hour, received + 3 * 365 * day], unknownClock, received),
    ).toEqual([
      { at: received - hour, timing: 'told' },
      { at: received, timing: 'uncertain' },
    ])
  })

  test('are uncertain where the clock is in doubt', () => {
    const doubtful: ClockAssessment = { behind: 0, trust: 'doubtful' }
    expect(determineMeasuredTimes([received - hour], doubtful, received)).toEqual([
      { at: received - hour, timing: 'uncertain' },
    ])
  })
})

const instant = fc.integer({ min: received - 800 * day, max: received + 800 * day })
const clock = fc.oneof(
  instant.map((shown) => assessCallClock(shown, received)),
  fc.constantFrom<ClockAssessment>(
    unknownClock,
    { behind: 0, trust: 'late' },
    { behind: 0, trust: 'doubtful' },
  ),
  fc.integer({ min: -day, max: day }).map((behind): ClockAssessment => ({ behind, trust: 'known' })),
)
const brought = fc.array(instant, { minLength: 1, maxLength: 8 })

test('no reading is timed later than its arrival plus the delay of a message', () => {
  fc.assert(
    fc.property(brought, clock, (told, given) => {
      for (const { at } of determineMeasuredTimes(told, given, received))
        expect(at).toBeLessThanOrEqual(received + 5 * second)
    }),
  )
})

test('a reading whose time is certain is moved exactly when it says that it was corrected', () => {
  fc.assert(
    fc.property(brought, clock, (told, given) => {
      for (const [nth, { at, timing }] of determineMeasuredTimes(told, given, received).entries())
        if (timing !== 'uncertain') expect(timing === 'corrected').toBe(at !== told[nth])
    }),
  )
})

test('readings whose time is certain keep their distances', () => {
  fc.assert(
    fc.property(brought, clock, (told, given) => {
      const moved = determineMeasuredTimes(told, given, received).flatMap(({ at, timing }, nth) =>
        timing === 'uncertain' ? [] : [at - (told[nth] ?? 0)],
      )
      expect(new Set(moved).size).toBeLessThanOrEqual(1)
    }),
  )
})

test('a clock that is off by any amount changes nothing if its sender states it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -800 * day, max: 800 * day }).filter((off) => Math.abs(off) > 5 * second),
      fc.integer({ min: 0, max: 30 * day }),
      (off, ago) => {
        const placed = determineMeasuredTimes(
          [received - ago + off],
          assessCallClock(received + off, received),
          received,
        )
        expect(placed).toEqual([{ at: received - ago, timing: 'corrected' }])
      },
    ),
  )
})
