import { standardTargets } from 'contract'
import { expect, test } from 'vitest'
import { type ReportedMission, summarizeMissions, summarizeUnpaid } from './rules.ts'

const vehicle = { _id: '01900000-0000-7000-8000-000000000001', call_sign: 'R 1' }
const called = '2026-11-05T16:59:00.000Z'
const after = (seconds: number) => new Date(Date.parse(called) + seconds * 1000).toISOString()

/** A mission whose vehicle was at the scene so many seconds after the call. */
const reach = (seconds: number | null, more: Partial<ReportedMission> = {}): ReportedMission => ({
  called_at: called,
  needed_at: null,
  kind: 'SCENE',
  colour: 'RED',
  state: 'AT_SCENE',
  vehicle,
  targets: standardTargets,
  events: [
    { step: 'ACCEPTED', at: after(1) },
    { step: 'ASSIGNED', at: after(2) },
    ...(seconds === null ? [] : [{ step: 'AT_SCENE' as const, at: after(seconds) }]),
  ],
  ...more,
})

test('a response keeps its target at its last second, and a missing stamp is left out and told', () => {
  const { colours, missions } = summarizeMissions([reach(480), reach(481), reach(100), reach(null)])
  expect(missions).toBe(4)
  expect(colours).toEqual([
    { colour: 'RED', measured: 3, left_out: 1, p50: 480, p90: 481, targets: [8], within: 2 },
  ])
})

test('a mission on which nobody went is counted and has no times', () => {
  const report = summarizeMissions([reach(60), reach(null, { state: 'DECLINED', vehicle: null, events: [] })])
  expect(report).toMatchObject({ missions: 2, not_driven: 1 })
  expect(report.colours).toMatchObject([{ measured: 1, left_out: 0 }])
})

test('a transport that was planned for later than its call has no time from the call on', () => {
  const drive = [
    { step: 'LEFT_SCENE' as const, at: after(22_000) },
    { step: 'AT_DESTINATION' as const, at: after(23_000) },
  ]
  const planned = reach(21_600, { needed_at: after(21_600) })
  const { intervals, colours } = summarizeMissions([
    { ...planned, events: [...planned.events, ...drive] },
    reach(60, { needed_at: called }),
  ])
  const find = (name: string) => intervals.find(({ interval }) => interval === name)
  expect(find('response')).toMatchObject({ measured: 1, left_out: 0, p90: 60 })
  expect(find('transport')).toMatchObject({ measured: 1, p50: 1_000 })
  expect(colours).toMatchObject([{ measured: 1, left_out: 0, within: 1 }])
})

test('kinds and vehicles stand by how many missions they had', () => {
  const other = { _id: '01900000-0000-7000-8000-000000000002', call_sign: 'R 2' }
  const report = summarizeMissions([
    reach(60, { kind: 'REFER_OUT', colour: null, vehicle: other }),
    reach(60),
    reach(120),
  ])
  expect(report.kinds.map(({ kind, missions }) => [kind, missions])).toEqual([
    ['SCENE', 2],
    ['REFER_OUT', 1],
  ])
  expect(report.units.map(({ vehicle: unit, missions }) => [unit?.call_sign, missions])).toEqual([
    ['R 1', 2],
    ['R 2', 1],
  ])
  expect(report.colours.find(({ colour }) => colour === null)).toMatchObject({
    targets: [],
    within: null,
  })
})

test('an hour is that of Bangkok', () => {
  const { hours } = summarizeMissions([reach(1), reach(1, { called_at: '2026-11-05T17:00:00.000Z' })])
  expect([hours[23], hours[0], hours.length]).toEqual([1, 1, 24])
})

test('a period without missions has no times', () => {
  expect(summarizeMissions([])).toMatchObject({ missions: 0, colours: [], kinds: [], units: [] })
  expect(summarizeMissions([]).intervals).toContainEqual(
    expect.objectContaining({ interval: 'response', measured: 0, p50: null, p90: null }),
  )
})

test('a mission is judged by the targets of its own operation, and all that were used are told', () => {
  const own = { ...standardTargets, red_minutes: 10 }
  const { colours } = summarizeMissions([
    reach(500),
    reach(500, { targets: own }),
    reach(601, { targets: own }),
  ])
  expect(colours).toMatchObject([{ targets: [8, 10], measured: 3, within: 1 }])
})

test('unpaid fees are counted by vehicle, and one without a price is told and left out of the sum', () => {
  const [other, nobody] = [{ _id: '01900000-0000-7000-8000-000000000002', call_sign: 'R 2' }, null]
  const unpaid = summarizeUnpaid([
    { vehicle: other, later: { payment: 'UNPAID', price: 0.1, fee_km: 10, km_rate: 5.5 } },
    { vehicle, later: { payment: 'UNPAID', price: 1000, discount: 200 } },
    { vehicle, later: { price: 500 } },
    { vehicle, later: {} },
    { vehicle: nobody, later: {} },
    { vehicle: other, later: { price: 0.2 } },
  ])
  expect(unpaid).toEqual([
    { vehicle, unpaid: 1, unrecorded: 2, unpriced: 1, total: 1300 },
    { vehicle: other, unpaid: 1, unrecorded: 1, unpriced: 0, total: 55.3 },
    { vehicle: null, unpaid: 0, unrecorded: 1, unpriced: 1, total: 0 },
  ])
})
