import { expect, test } from 'vitest'
import {
  instantsOf,
  questionOf,
  readAddress,
  readSpan,
  type View,
  writeAddress,
  writeSpan,
} from './address.ts'

const id = '0193a000-0000-7000-8000-000000000001'
const read = (query: string) => readAddress(new URLSearchParams(query))

test('what is looked at is read back from the address it was written to', () => {
  const view: View = {
    filters: {
      patient: id,
      ward: id,
      severity: 'high',
      state: 'active',
      rule: 'spo2-low',
      from: '2026-11-01',
      to: '2026-11-05',
    },
    page: 3,
    size: 50,
    alarm: id,
  }
  expect(read(writeAddress(view))).toEqual(view)
})

test('what makes no sense in an address is passed over', () => {
  expect(
    read('patient=robert&ward=1&severity=loud&state=x&rule=y&from=2026-02-31&page=-2&size=7&alarm=z'),
  ).toEqual(read(''))
  expect(writeAddress(read(''))).toBe('')
})

test('a span of days includes the last one', () => {
  const { from, to } = questionOf(read('from=2026-11-05&to=2026-11-05'))
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(24 * 3_600_000)
})

test('the report is of seven days with today unless the address says otherwise', () => {
  const span = readSpan(new URLSearchParams('days=12&from=2026-11-09&to=2026-11-01'))
  expect(span).toEqual({ days: 7 })
  const { from, to } = instantsOf(span, new Date(2026, 10, 5, 14, 32).getTime())
  expect(new Date(from)).toEqual(new Date(2026, 9, 30))
  expect(new Date(to)).toEqual(new Date(2026, 10, 6))
  for (const kept of [{ days: 30 } as const, { from: '2026-10-01', to: '2026-10-31' }])
    expect(readSpan(new URLSearchParams(writeSpan(kept)))).toEqual(kept)
})
