import { expect, test } from 'vitest'
import { isCallAhead, isCallOld } from './call-time.ts'

const now = Date.parse('2026-11-05T12:00:00.000Z')
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()

test('a call is in the future once it is further ahead than clocks differ', () => {
  expect(isCallAhead(at(5), now)).toBe(false)
  expect(isCallAhead(at(6), now)).toBe(true)
  expect(isCallAhead(undefined, now)).toBe(false)
})

test('the time of an urgent call is asked about when it is more than six hours ago', () => {
  expect(isCallOld({ urgency: 'E', received_at: at(-361) }, now)).toBe(true)
  expect(isCallOld({ urgency: 'E', received_at: at(-360) }, now)).toBe(false)
  expect(isCallOld({ urgency: 'N', received_at: at(-361) }, now)).toBe(false)
  expect(isCallOld({ urgency: 'U' }, now)).toBe(false)
})
