import { expect, test } from 'vitest'
import { directionTo, metresBetween, roundedDistance } from './distance.ts'

test('a minute of latitude is a nautical mile, one of longitude less the further from the equator', () => {
  expect(metresBetween({ lat: 17, lang: 102 }, { lat: 17 + 1 / 60, lang: 102 })).toBeCloseTo(1853, -1)
  expect(metresBetween({ lat: 60, lang: 102 }, { lat: 60, lang: 102 + 1 / 60 })).toBeCloseTo(1853 / 2, -1)
  expect(metresBetween({ lat: 17, lang: 102 }, { lat: 17, lang: 102 })).toBe(0)
})

test('a distance pretends to no more than a watch knows', () => {
  expect(roundedDistance(3)).toEqual({ unit: 'metres', length: 0 })
  expect(roundedDistance(147)).toEqual({ unit: 'metres', length: 150 })
  expect(roundedDistance(996)).toEqual({ unit: 'kilometres', length: 1 })
  expect(roundedDistance(2345)).toEqual({ unit: 'kilometres', length: 2.3 })
  expect(roundedDistance(23_456)).toEqual({ unit: 'kilometres', length: 23 })
})

test('the way there begins in one of eight directions', () => {
  const bangkok = { lat: 13.75, lang: 100.5 }
  const from = (lat: number, lang: number) => directionTo(bangkok, { lat, lang })
  expect([from(14, 100.5), from(14, 100.76), from(13.75, 101), from(13.5, 100.24), from(13.75, 100)]).toEqual(
    ['n', 'ne', 'e', 'sw', 'w'],
  )
})
