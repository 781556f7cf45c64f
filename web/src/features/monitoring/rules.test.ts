import type { Alarm, Tile } from 'contract'
import { expect, test } from 'vitest'
import { buildAlarm } from '../../../test/build-alarm.ts'
import { arrangeTiles, groupAlarmsByPatient, isFaulty, listCalls } from './rules.ts'

const tile = (id: string) => ({ patient: { _id: id } }) as Tile
const alarm = (_id: string, patient: string | null, more: Partial<Alarm> = {}) =>
  buildAlarm({ _id, patient: patient === null ? null : ({ _id: patient } as Alarm['patient']), ...more })
const seen = { state: 'acknowledged', acknowledged_at: '2026-11-05T07:33:00.000Z' } as const

test('a patient is shown with their most urgent alarm and the number of their alarms', () => {
  const found = groupAlarmsByPatient([alarm('1', 'a'), alarm('2', 'b'), alarm('3', 'a'), alarm('4', null)])
  expect([...found].map(([id, { worst, foremost, count }]) => [id, worst._id, foremost._id, count])).toEqual([
    ['a', '1', '1', 2],
    ['b', '2', '2', 1],
  ])
})

test('an alarm that nobody has acknowledged is shown before a more severe one that somebody has', () => {
  const found = groupAlarmsByPatient([
    alarm('seen', 'a', seen),
    alarm('waits', 'a', { severity: 'medium' }),
    alarm('waits too', 'a', { severity: 'low' }),
  ])
  expect(found.get('a')).toMatchObject({ worst: { _id: 'seen' }, foremost: { _id: 'waits' }, count: 3 })
})

test('the worst alarm of a patient is the most severe one, though it is over and another still happens', () => {
  const found = groupAlarmsByPatient([
    alarm('happens', 'a', { severity: 'medium' }),
    alarm('over', 'a', { ended_at: '2026-11-05T07:33:00.000Z' }),
  ])
  expect(found.get('a')).toMatchObject({ worst: { _id: 'over' }, foremost: { _id: 'happens' } })
})

test('a wall sorted by alarms begins with those that nobody has acknowledged, and keeps the beds in order', () => {
  const tiles = ['none', 'seen', 'medium', 'none too', 'high'].map(tile)
  const alarms = groupAlarmsByPatient([
    alarm('1', 'high'),
    alarm('2', 'seen', seen),
    alarm('3', 'medium', { severity: 'medium' }),
  ])
  const arrange = (view: Parameters<typeof arrangeTiles>[1]) =>
    arrangeTiles(tiles, view, alarms).map(({ patient }) => patient._id)
  expect(arrange({ sort: 'severity' })).toEqual(['high', 'medium', 'seen', 'none', 'none too'])
  expect(arrange({ sort: 'bed', severity: 'any' })).toEqual(['seen', 'medium', 'high'])
  expect(arrange({ sort: 'bed', severity: 'high' })).toEqual(['seen', 'high'])
})

test('the alarms that nobody has acknowledged call, the most severe first, then the newest', () => {
  const tiles = ['old', 'medium', 'seen', 'new'].map(tile)
  const alarms = groupAlarmsByPatient([
    alarm('1', 'new'),
    alarm('2', 'old', { raised_at: '2026-11-05T07:00:00.000Z' }),
    alarm('3', 'seen', seen),
    alarm('4', 'medium', { severity: 'medium' }),
  ])
  expect(listCalls(tiles, alarms)).toEqual([
    { key: '1 high', place: 3, severity: 'high' },
    { key: '2 high', place: 0, severity: 'high' },
    { key: '4 medium', place: 1, severity: 'medium' },
  ])
})

test('a device needs somebody when its battery is low or a watch is not connected; a switched-off scale does not', () => {
  const device = { _id: 'd', name: 'D', last_seen_at: null, status: 'connected', battery: 80 } as const
  expect(isFaulty({ ...device, kind: 'watch' }, 15)).toBe(false)
  expect(isFaulty({ ...device, kind: 'watch', battery: 15 }, 15)).toBe(true)
  expect(isFaulty({ ...device, kind: 'watch', status: 'disconnected' }, 15)).toBe(true)
  expect(isFaulty({ ...device, kind: 'scale', status: 'disconnected', battery: null }, 15)).toBe(false)
})
