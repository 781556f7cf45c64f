import type { LatestValue, LiveEvent } from 'contract'
import { expect, test } from 'vitest'
import { buildAlarm } from '../../../../test/build-alarm.ts'
import { mayChangeBoard } from './rules.ts'

type View = Parameters<typeof mayChangeBoard>[1]

const rows = [{ patient: { _id: 'shown' } }]
const measured = (vital: LatestValue['vital'], patient_id = 'shown'): LiveEvent => ({
  kind: 'latest',
  patients: [{ patient_id, latest: [{ vital } as LatestValue] }],
})
const alarm: LiveEvent = { kind: 'alarm', alarm: buildAlarm({}) }
const device: LiveEvent = { kind: 'device', devices: [] }
const byScore = { field: 'news2', order: 'desc' } as const

const views: Record<string, Omit<Partial<View>, 'rows'>> = {
  'the sickest first': {},
  'the sickest of several pages first': { isPaged: true },
  'those with an alarm': { filters: { alarm: 'high' } },
  'those with a connected device': { filters: { device_status: 'connected' } },
  'those who were not measured': { filters: { is_unobserved: true } },
  'by score': { sort: byScore },
  'by the last measurement': { sort: { field: 'observed', order: 'asc' } },
  'by bed, on several pages': { sort: { field: 'bed', order: 'asc' }, isPaged: true },
}

test.each<[string, LiveEvent, string[]]>([
  ['an alarm', alarm, ['the sickest of several pages first', 'those with an alarm']],
  ['a device', device, ['those with a connected device']],
  ['a score', measured('news2'), ['by score']],
  ['a vital sign', measured('pulse'), ['those who were not measured', 'by the last measurement']],
  ['a position, which says nothing of how somebody is,', measured('position'), []],
  ['a vital sign of somebody on other wards', measured('pulse', 'elsewhere'), []],
])('%s may change the boards that depend on it alone', (_name, event, changed) => {
  const outdated = Object.keys(views).filter((name) =>
    mayChangeBoard(event, { sort: undefined, filters: {}, isPaged: false, ...views[name], rows }),
  )
  expect(outdated).toEqual(changed)
})

test('a value of somebody on another page may change this one', () => {
  const view = { sort: byScore, filters: {}, isPaged: true, rows }
  expect(mayChangeBoard(measured('news2', 'elsewhere'), view)).toBe(true)
})
