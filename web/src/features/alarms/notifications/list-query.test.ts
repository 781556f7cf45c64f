import { expect, test } from 'vitest'
import { formatQuery } from '../../../ui/list/query-codec.ts'
import { type AlarmListView, alarmListQuery, toAlarmListRequest } from './list-query.ts'

const id = '0193a000-0000-7000-8000-000000000001'
const read = (query: string) => alarmListQuery.parse(new URLSearchParams(query))

test('the state of the list is read back from the URL query it was written to', () => {
  const view: AlarmListView = {
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
    open: id,
  }
  expect(read(formatQuery(alarmListQuery, view))).toEqual(view)
})

test('invalid values in a URL query are ignored', () => {
  expect(
    read('patient=robert&ward=1&severity=loud&state=x&rule=y&from=2026-02-31&page=-2&size=7&alarm=z'),
  ).toEqual(read(''))
  expect(formatQuery(alarmListQuery, read(''))).toBe('')
})

test('a span of days includes the last day, from midnight to midnight in the hospital', () => {
  const { from, to } = toAlarmListRequest(read('from=2026-11-05&to=2026-11-05'))
  expect({ from, to }).toEqual({ from: '2026-11-04T17:00:00.000Z', to: '2026-11-05T17:00:00.000Z' })
})
