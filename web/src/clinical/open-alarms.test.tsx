import { QueryObserver } from '@tanstack/react-query'
import type { Alarm } from 'contract'
import { expect, test } from 'vitest'
import { startTestStream } from '../../test/event-stream.ts'
import { startOximeter } from '../../test/oximeter.ts'
import { usePanel } from '../../test/panel.ts'
import { malee, signInAs } from '../../test/render.tsx'
import { queryClient } from '../api/client.ts'
import { askOpenAlarms, updateOpenAlarms } from './open-alarms.ts'

const { panel } = usePanel()

const alarm = (id: string, severity: Alarm['severity']) =>
  ({
    _id: id,
    severity,
    state: 'active',
    acknowledged_at: null,
    raised_at: '2026-11-05T07:00:00.000Z',
  }) as Alarm

test('a new alarm keeps the objects of the other alarms, so that their tiles are not drawn again', () => {
  const asked = askOpenAlarms()
  const initialData = { alarms: [alarm('1', 'medium'), alarm('2', 'low')] }
  const leave = new QueryObserver(queryClient, { ...asked, enabled: false, initialData }).subscribe(() => {})
  const before = queryClient.getQueryData(asked.queryKey)?.alarms
  queryClient.setQueryData(
    asked.queryKey,
    (open) =>
      open && updateOpenAlarms(open, [{ number: 1, event: { kind: 'alarm', alarm: alarm('3', 'high') } }]),
  )
  const after = queryClient.getQueryData(asked.queryKey)?.alarms
  leave()
  expect(after?.map(({ _id }) => _id)).toEqual(['3', '1', '2'])
  expect(after?.[1]).toBe(before?.[0])
  expect(after?.[2]).toBe(before?.[1])
})

test('an alarm raised between the first answer and the opening of the stream is shown', async () => {
  const { session } = await panel().as('nurse')
  signInAs({ ...malee, _id: session.user_id, server_token: session.server_token })
  const oximeter = await startOximeter(panel())
  const stream = startTestStream()
  const network = globalThis.fetch
  globalThis.fetch = async (request, init) => {
    globalThis.fetch = network
    const answer = await network(request, init)
    await oximeter.send(86)
    stream.send({ kind: 'open', number: 7 })
    return answer
  }
  const open = await queryClient.fetchQuery(askOpenAlarms())
  stream.stop()
  expect(open.alarms.map(({ rule, patient }) => [rule, patient?._id])).toContainEqual([
    'spo2-low',
    oximeter.patient.id,
  ])
})
