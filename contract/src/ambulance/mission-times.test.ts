import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeMissionInterval,
  computeMissionIntervals,
  listDisorderedStamps,
  type MissionTimes,
  missionIntervals,
  missionStamps,
} from './mission-times.ts'

const minute = 60_000
/** 23:50 in Bangkok. */
const call = '2026-11-05T16:50:00.000Z'
const after = (minutes: number) => new Date(Date.parse(call) + minutes * minute).toISOString()

const whole = {
  call,
  dispatch: after(1),
  left_base: after(2),
  at_scene: after(9),
  at_patient: after(11),
  left_scene: after(25),
  at_hospital: after(40),
  handed_over: after(52),
  back_at_base: after(80),
}

describe('the intervals of a mission', () => {
  test('are counted beyond midnight', () => {
    expect(computeMissionIntervals(whole)).toEqual({
      dispatch: 1 * minute,
      activation: 2 * minute,
      response: 9 * minute,
      on_scene: 16 * minute,
      transport: 15 * minute,
      hospital: 15 * minute,
      handover: 12 * minute,
      mission: 80 * minute,
    })
  })

  test('are none without one of their times', () => {
    expect(computeMissionIntervals({ ...whole, at_scene: null })).toMatchObject({
      response: null,
      on_scene: null,
      transport: 15 * minute,
    })
    expect(computeMissionIntervals({ ...whole, at_hospital: null })).toMatchObject({
      transport: null,
      hospital: null,
      handover: null,
      mission: 80 * minute,
    })
    for (const interval of missionIntervals) expect(computeMissionInterval(interval, {})).toBeNull()
  })

  test('may be zero, and are never negative', () => {
    expect(computeMissionInterval('on_scene', { at_scene: call, left_scene: call })).toBe(0)
    expect(computeMissionInterval('on_scene', { at_scene: after(1), left_scene: call })).toBeNull()
  })

  test('count each millisecond, whatever the offset of a time', () => {
    const times = { call: '2026-11-05T23:59:59.999+07:00', at_scene: '2026-11-05T17:00:00.000Z' }
    expect(computeMissionInterval('response', times)).toBe(1)
  })
})

describe('the order of the times', () => {
  test('is that of the steps, and a missing one is passed over', () => {
    expect(listDisorderedStamps(whole)).toEqual([])
    expect(listDisorderedStamps({ ...whole, at_scene: null, at_patient: null })).toEqual([])
    expect(listDisorderedStamps({})).toEqual([])
  })

  test('allows equal times', () => {
    const same = Object.fromEntries(missionStamps.map((stamp) => [stamp, call]))
    expect(listDisorderedStamps(same)).toEqual([])
  })

  test('names a time that is a millisecond before the last one, also if steps between are missing', () => {
    const early = new Date(Date.parse(call) - 1).toISOString()
    expect(listDisorderedStamps({ call, dispatch: early })).toEqual([{ stamp: 'dispatch', before: 'call' }])
    expect(listDisorderedStamps({ call, back_at_base: early })).toEqual([
      { stamp: 'back_at_base', before: 'call' },
    ])
  })

  test('measures the later times by the last one that is in order', () => {
    expect(
      listDisorderedStamps({ call, dispatch: after(10), left_base: after(5), at_scene: after(8) }),
    ).toEqual([
      { stamp: 'left_base', before: 'dispatch' },
      { stamp: 'at_scene', before: 'dispatch' },
    ])
  })

  test('is kept exactly if no time is before one of an earlier step; then no interval is negative', () => {
    const times = fc.record(
      Object.fromEntries(
        missionStamps.map((stamp) => [stamp, fc.option(fc.integer({ min: 0, max: 30 }).map(after))]),
      ),
    ) as fc.Arbitrary<MissionTimes>
    fc.assert(
      fc.property(times, (given) => {
        const stamped = missionStamps.flatMap((stamp) => given[stamp] ?? [])
        const isSorted = stamped.every((at, index) => index === 0 || at >= (stamped[index - 1] ?? ''))
        expect(listDisorderedStamps(given).length === 0).toBe(isSorted)
        for (const ms of Object.values(computeMissionIntervals(given)))
          if (ms !== null) expect(ms).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
