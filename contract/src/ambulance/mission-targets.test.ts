import { describe, expect, test } from 'vitest'
import { findMissionDue, isPlannedAhead } from './mission-targets.ts'
import { standardTargets } from './operations.ts'

const after = (minutes: number) => new Date(Date.UTC(2026, 10, 5, 7) + minutes * 60_000).toISOString()
const called = {
  state: 'REQUESTED',
  called_at: after(0),
  needed_at: null,
  colour: 'RED',
  targets: standardTargets,
  events: [],
} as const
const leftBase = { step: 'EN_ROUTE', at: after(1) } as const

describe('what is due next of a mission', () => {
  test.each(['REQUESTED', 'ACCEPTED', 'ASSIGNED', 'DISPATCHED'] as const)(
    'is to leave the base while it is %s',
    (state) => {
      expect(findMissionDue({ ...called, state })).toEqual({ interval: 'activation', due_at: after(2) })
    },
  )

  test.each([
    ['RED', 8],
    ['YELLOW', 15],
  ])('is to reach the scene for %s within %i minutes of the call', (colour, minutes) => {
    expect(findMissionDue({ ...called, state: 'EN_ROUTE', colour, events: [leftBase] })).toEqual({
      interval: 'response',
      due_at: after(minutes),
    })
  })

  test('is what its operation sets', () => {
    const targets = { activation_minutes: 5, red_minutes: 12, yellow_minutes: 20 }
    expect(findMissionDue({ ...called, targets })?.due_at).toBe(after(5))
    expect(findMissionDue({ ...called, targets, state: 'EN_ROUTE', events: [leftBase] })?.due_at).toBe(
      after(12),
    )
  })

  test.each(['GREEN', 'WHITE', 'BLACK', null])('is nothing on the way to %s', (colour) => {
    expect(findMissionDue({ ...called, state: 'EN_ROUTE', colour, events: [leftBase] })).toBeUndefined()
  })

  test.each([
    'AT_SCENE',
    'HANDED_OVER',
    'CLOSED',
    'CANCELLED',
    'DECLINED',
    'STOOD_DOWN',
    'NO_TRANSPORT',
  ] as const)('is nothing once it is %s', (state) => {
    expect(findMissionDue({ ...called, state })).toBeUndefined()
  })

  test('is nothing of a transport that is planned for later than the call', () => {
    expect(findMissionDue({ ...called, needed_at: after(15) })).toBeUndefined()
    expect(findMissionDue({ ...called, needed_at: after(14) })).toBeDefined()
  })
})

describe('a transport that is planned for later than the call', () => {
  const planned = { ...called, needed_at: after(90) }
  test.each(['REQUESTED', 'ACCEPTED', 'ASSIGNED', 'DISPATCHED', 'EN_ROUTE'] as const)(
    'is waited for while it is %s',
    (state) => {
      expect(isPlannedAhead({ ...planned, state })).toBe(true)
      expect(isPlannedAhead({ ...called, state })).toBe(false)
    },
  )

  test.each(['AT_SCENE', 'LEFT_SCENE', 'CLOSED', 'CANCELLED', 'DECLINED', 'STOOD_DOWN'] as const)(
    'is waited for no more once it is %s',
    (state) => {
      expect(isPlannedAhead({ ...planned, state })).toBe(false)
    },
  )
})
