import { expect, test } from 'vitest'
import { findForm } from '../forms.ts'
import { hasOldVitals } from './vitals-age.ts'

const now = Date.parse('2026-11-05T08:00:00.000Z')
const form = findForm('ambulance-referral') ?? expect.fail('the form is not released')
const former = findForm('ambulance-referral', 2) ?? expect.fail('a version is never taken back')
const measured = (...times: string[]) => ({
  vitals: Object.fromEntries(
    times.map((time, i) => [
      `0191f3a0-0000-7000-8000-00000000000${i}`,
      { measured_at: `2026-11-05T${time}.000Z` },
    ]),
  ),
})

test.each([
  ['U', ['07:30:00'], false],
  ['U', ['07:29:59'], true],
  ['H', ['07:29:59'], true],
  ['H', ['07:45:00', '07:00:00'], false],
  ['M', ['05:00:00'], false],
  ['U', [], false],
])('for the risk %s, vital signs of %o are old at 08:00: %s', (risk, times, expected) => {
  const answers = { risk, direction: 'OUT', ...measured(...times) }
  expect(hasOldVitals(form, answers, now)).toBe(expected)
  expect(hasOldVitals(former, answers, now)).toBe(false)
  expect(hasOldVitals(form, { ...answers, direction: 'IN' }, now)).toBe(false)
})
