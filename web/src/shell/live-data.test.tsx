import { QueryObserver } from '@tanstack/react-query'
import type { Alarm } from 'contract'
import { expect, test } from 'vitest'
import { queryClient } from '../api.ts'
import { askOpenAlarms, withAlarms } from './live-data.ts'

const alarm = (id: string, severity: Alarm['severity']) =>
  ({
    _id: id,
    severity,
    state: 'active',
    acknowledged_at: null,
    raised_at: '2026-11-05T07:00:00.000Z',
  }) as Alarm

test('an alarm that comes before others leaves those as they are, so that their tiles are not drawn again', () => {
  const asked = askOpenAlarms()
  const initialData = { alarms: [alarm('1', 'medium'), alarm('2', 'low')] }
  const leave = new QueryObserver(queryClient, { ...asked, enabled: false, initialData }).subscribe(() => {})
  const before = queryClient.getQueryData(asked.queryKey)?.alarms
  queryClient.setQueryData(
    asked.queryKey,
    (open) => open && withAlarms(open, [{ number: 1, event: { kind: 'alarm', alarm: alarm('3', 'high') } }]),
  )
  const after = queryClient.getQueryData(asked.queryKey)?.alarms
  leave()
  expect(after?.map(({ _id }) => _id)).toEqual(['3', '1', '2'])
  expect(after?.[1]).toBe(before?.[0])
  expect(after?.[2]).toBe(before?.[1])
})
