import { expect, test } from 'vitest'
import { formatQuery } from '../../ui/list/query-codec.ts'
import {
  type AuditListView,
  auditListQuery,
  formatPatientTrailQuery,
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
  everything: true,
  size: 50,
  page: { before: id(3) },
  open: id(4),
}
const parse = (query: string) => auditListQuery.parse(new URLSearchParams(query))
const format = (view: AuditListView) => formatQuery(auditListQuery, view)

test('an audit query that is formatted and parsed again is the same', () => {
  expect(parse(format(everything))).toEqual(everything)
})

test('the default trail has an empty query', () => {
  expect(format(parse(''))).toBe('')
})

test('an invalid query opens the default trail', () => {
  const nonsense =
    'patient=สมชาย&person=1&action=drop table&outcome=x&from=2026-02-30&to=2026-13-01&before=2&size=7&entry=-'
  expect(format(parse(nonsense))).toBe('')
})

test('a query for both older and newer entries shows the older', () => {
  expect(parse(`after=${id(1)}&before=${id(2)}`).page).toEqual({ before: id(2) })
  expect(parse(`after=${id(1)}`).page).toEqual({ after: id(1) })
})

test('the range includes the whole last day', () => {
  const day = parse('from=2026-11-05&to=2026-11-05')
  const { from, to } = toAuditListRequest(day).filterLists
  expect({ from, to }).toEqual({ from: '2026-11-04T17:00:00.000Z', to: '2026-11-05T17:00:00.000Z' })
})

test('acts alone are asked for, but with everything, or once an action is chosen', () => {
  const asked = (query: string) => toAuditListRequest(parse(query)).filterLists.acts_only
  expect(asked('')).toBe(true)
  expect(asked('everything=yes')).toBeUndefined()
  expect(asked('action=patients.list')).toBeUndefined()
  expect(asked(formatPatientTrailQuery(id(1)))).toBeUndefined()
})
