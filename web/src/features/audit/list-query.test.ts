import { expect, test } from 'vitest'
import {
  type AuditListView,
  formatAuditListQuery,
  parseAuditListQuery,
  toAuditListRequest,
} from './list-query.ts'

const id = (last: number) => `01890000-0000-7000-8000-00000000000${last}`

const everything: AuditListView = {
  filters: {
    patient: id(1),
    person: id(2),
    action: 'patients.get',
    outcome: 'not-found',
    from: '2026-11-01',
    to: '2026-11-05',
  },
  size: 50,
  before: id(3),
  after: undefined,
  entry: id(4),
}

test('an audit query that is formatted and parsed again is the same', () => {
  expect(parseAuditListQuery(new URLSearchParams(formatAuditListQuery(everything)))).toEqual(everything)
})

test('the default trail has an empty query', () => {
  expect(formatAuditListQuery(parseAuditListQuery(new URLSearchParams()))).toBe('')
})

test('an invalid query opens the default trail', () => {
  const nonsense =
    'patient=สมชาย&person=1&action=drop table&outcome=x&from=2026-02-30&to=2026-13-01&before=2&size=7&entry=-'
  expect(formatAuditListQuery(parseAuditListQuery(new URLSearchParams(nonsense)))).toBe('')
})

test('the range includes the whole last day', () => {
  const day = parseAuditListQuery(new URLSearchParams('from=2026-11-05&to=2026-11-05'))
  const { from, to } = toAuditListRequest(day).filterLists
  expect({ from, to }).toEqual({ from: '2026-11-04T17:00:00.000Z', to: '2026-11-05T17:00:00.000Z' })
})
