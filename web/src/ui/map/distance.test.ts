import { expect, test } from 'vitest'
import { computeDirection, roundDistance } from './distance.ts'

test("a distance is rounded to the accuracy of a watch's position", () => {
  expect(roundDistance(3)).toEqual({ unit: 'metres', length: 0 })
  expect(roundDistance(147)).toEqual({ unit: 'metres', length: 150 })
  expect(roundDistance(996)).toEqual({ unit: 'kilometres', length: 1 })
  expect(roundDistance(2345)).toEqual({ unit: 'kilometres', length: 2.3 })
  expect(roundDistance(23_456)).toEqual({ unit: 'kilometres', length: 23 })
})

test('a direction is one of eight compass points', () => {
  const bangkok = { lat: 13.75, lang: 100.5 }
  const from = (lat: number, lang: number) => computeDirection(bangkok, { lat, lang })
  expect([from(14, 100.5), from(14, 100.76), from(13.75, 101), from(13.5, 100.24), from(13.75, 100)]).toEqual(
    ['n', 'ne', 'e', 'sw', 'w'],
  )
})
