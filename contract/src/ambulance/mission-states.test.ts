import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canFillIn,
  collectMissionTimes,
  deriveMissionState,
  findWithdrawable,
  isMissionOver,
  isStepInOrder,
  listCountedEvents,
  listLaterTimes,
  listMissionSteps,
  listStandingSteps,
  type MissionEvent,
  type MissionState,
  type MissionStep,
  missionStates,
  missionSteps,
  missionWay,
  settleStep,
  takeMissionStep,
  type WithdrawableStep,
} from './mission-states.ts'

const after = (minutes: number) => new Date(Date.UTC(2026, 10, 5, 16, minutes)).toISOString()
/** A step a minute. */
const happen = (...steps: MissionStep[]): MissionEvent[] =>
  steps.map((step, index) => ({ step, at: after(index + 1) }))

describe('the steps of a mission', () => {
  test('lead the whole way', () => {
    const way = missionWay.slice(1) as MissionStep[]
    way.forEach((_step, index) => {
      expect(deriveMissionState(happen(...way.slice(0, index + 1)))).toBe(missionWay[index + 1])
    })
  })

  test.each<[MissionState, MissionStep[]]>([
    ['REQUESTED', ['ACCEPTED', 'ASSIGNED', 'DECLINED', 'CANCELLED']],
    ['ACCEPTED', ['ASSIGNED', 'CANCELLED']],
    [
      'ASSIGNED',
      [
        'DISPATCHED',
        'EN_ROUTE',
        'AT_SCENE',
        'LEFT_SCENE',
        'AT_DESTINATION',
        'HANDED_OVER',
        'BACK_AT_BASE',
        'CANCELLED',
        'STOOD_DOWN',
        'REASSIGNED',
      ],
    ],
    [
      'DISPATCHED',
      [
        'EN_ROUTE',
        'AT_SCENE',
        'LEFT_SCENE',
        'AT_DESTINATION',
        'HANDED_OVER',
        'BACK_AT_BASE',
        'CANCELLED',
        'STOOD_DOWN',
        'REASSIGNED',
      ],
    ],
    [
      'EN_ROUTE',
      ['AT_SCENE', 'LEFT_SCENE', 'AT_DESTINATION', 'HANDED_OVER', 'BACK_AT_BASE', 'STOOD_DOWN', 'REASSIGNED'],
    ],
    ['AT_SCENE', ['LEFT_SCENE', 'AT_DESTINATION', 'HANDED_OVER', 'BACK_AT_BASE', 'NO_TRANSPORT']],
    ['LEFT_SCENE', ['AT_DESTINATION', 'HANDED_OVER', 'BACK_AT_BASE', 'DIVERTED']],
    ['AT_DESTINATION', ['HANDED_OVER', 'BACK_AT_BASE']],
    ['HANDED_OVER', ['BACK_AT_BASE']],
    ['BACK_AT_BASE', ['CLOSED']],
    ['STOOD_DOWN', ['BACK_AT_BASE', 'CLOSED', 'OPERATION_CHANGED', 'CREW_CHANGED']],
    ['NO_TRANSPORT', ['BACK_AT_BASE', 'OPERATION_CHANGED', 'CREW_CHANGED']],
    ['CLOSED', []],
    ['DECLINED', []],
    ['CANCELLED', []],
  ])('from %s are %o', (state, allowed) => {
    const isOut = missionWay.indexOf('ASSIGNED') <= missionWay.indexOf(state as 'ASSIGNED')
    const acts = isOut && state !== 'CLOSED' ? ['OPERATION_CHANGED', 'CREW_CHANGED'] : []
    expect(new Set(listMissionSteps(state))).toEqual(new Set([...allowed, ...acts]))
  })

  test('lead to the state of their name, but for acts', () => {
    for (const state of missionStates)
      for (const step of listMissionSteps(state))
        expect(takeMissionStep(state, step)).toBe(
          { REASSIGNED: 'ACCEPTED', DIVERTED: 'LEFT_SCENE', OPERATION_CHANGED: state, CREW_CHANGED: state }[
            step as string
          ] ?? step,
        )
  })

  test('but the time of the call is another one in every state, until the mission is over', () => {
    for (const state of missionStates) {
      expect(takeMissionStep(state, 'CALLED')).toBeNull()
      expect(canFillIn(state, 'CALLED')).toBe(!isMissionOver(state))
    }
    const events = happen('ASSIGNED', 'EN_ROUTE', 'REASSIGNED')
    const corrected = [{ step: 'CALLED' as const, at: after(-3) }, ...events]
    expect(collectMissionTimes(after(0), corrected)).toEqual({ call: after(-3) })
    expect(findWithdrawable([...events.slice(0, 2), { step: 'CALLED', at: after(-3) }])).toBe('EN_ROUTE')
  })

  test('reach every state', () => {
    const reached = new Set<MissionState>(['REQUESTED'])
    for (const state of reached)
      for (const step of listMissionSteps(state)) reached.add(takeMissionStep(state, step) ?? state)
    expect(reached).toEqual(new Set(missionStates))
  })

  test('can always end a mission', () => {
    const ends = (state: MissionState, seen: readonly MissionState[]): boolean =>
      isMissionOver(state) ||
      listMissionSteps(state).some((step) => {
        const next = takeMissionStep(state, step)
        return next !== null && !seen.includes(next) && ends(next, [...seen, next])
      })
    for (const state of missionStates) expect(ends(state, [state])).toBe(true)
  })
})

const anyStep = fc.constantFrom(...missionSteps)
const anyEvents = fc.array(fc.record({ step: anyStep, at: fc.integer({ min: 0, max: 59 }).map(after) }), {
  maxLength: 25,
})

describe('the state of a mission', () => {
  test('is reached on the table alone, whatever is recorded', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        events.forEach((event, index) => {
          const before = deriveMissionState(events.slice(0, index))
          const now = deriveMissionState(events.slice(0, index + 1))
          expect(missionStates).toContain(now)
          expect(now).toBe(takeMissionStep(before, event.step) ?? before)
        })
      }),
    )
  })

  test('stays once the mission is over, and nothing can be filled in', () => {
    for (const state of ['CLOSED', 'DECLINED', 'CANCELLED'] as const) {
      expect(isMissionOver(state)).toBe(true)
      for (const step of missionSteps) {
        expect(takeMissionStep(state, step)).toBeNull()
        expect(canFillIn(state, step)).toBe(false)
      }
    }
    const closed = happen('ASSIGNED', 'EN_ROUTE', 'BACK_AT_BASE', 'CLOSED')
    fc.assert(
      fc.property(fc.array(anyStep), (steps) => {
        const later = steps.map((step, index) => ({ step, at: after(10 + index) }))
        expect(deriveMissionState([...closed, ...later])).toBe('CLOSED')
      }),
    )
  })

  test('never has a vehicle on the road that nobody assigned', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const withoutVehicle = events.filter(({ step }) => step !== 'ASSIGNED')
        expect(['REQUESTED', 'ACCEPTED', 'DECLINED', 'CANCELLED']).toContain(
          deriveMissionState(withoutVehicle),
        )
      }),
    )
  })

  test('of a mission without events is REQUESTED', () => {
    expect(deriveMissionState([])).toBe('REQUESTED')
  })

  test('follows what was recorded and not the times, which somebody may correct', () => {
    expect(
      deriveMissionState([
        { step: 'ASSIGNED', at: after(9) },
        { step: 'EN_ROUTE', at: after(2) },
      ]),
    ).toBe('EN_ROUTE')
  })

  test('is not changed by a time that is filled in afterwards', () => {
    const events = happen('ASSIGNED', 'EN_ROUTE', 'AT_DESTINATION')
    expect(canFillIn('AT_DESTINATION', 'AT_SCENE')).toBe(true)
    expect(deriveMissionState([...events, { step: 'AT_SCENE', at: after(9) }])).toBe('AT_DESTINATION')
  })

  test('can wait for another vehicle before the scene, and not from it on', () => {
    expect(deriveMissionState(happen('ASSIGNED', 'EN_ROUTE', 'REASSIGNED'))).toBe('ACCEPTED')
    expect(deriveMissionState(happen('ASSIGNED', 'EN_ROUTE', 'REASSIGNED', 'ASSIGNED'))).toBe('ASSIGNED')
    expect(deriveMissionState(happen('ASSIGNED', 'AT_SCENE', 'REASSIGNED'))).toBe('AT_SCENE')
  })

  test('can be stood down before the scene, and not from it on', () => {
    expect(deriveMissionState(happen('ASSIGNED', 'EN_ROUTE', 'STOOD_DOWN'))).toBe('STOOD_DOWN')
    expect(deriveMissionState(happen('ASSIGNED', 'AT_SCENE', 'STOOD_DOWN'))).toBe('AT_SCENE')
  })
})

describe('the time of a step', () => {
  test.each<[MissionState, MissionStep, boolean]>([
    ['AT_SCENE', 'EN_ROUTE', true],
    ['AT_SCENE', 'AT_SCENE', true],
    ['AT_SCENE', 'LEFT_SCENE', false],
    ['BACK_AT_BASE', 'DISPATCHED', true],
    ['BACK_AT_BASE', 'HANDED_OVER', true],
    ['BACK_AT_BASE', 'BACK_AT_BASE', true],
    ['DISPATCHED', 'DISPATCHED', true],
    ['DISPATCHED', 'EN_ROUTE', false],
    ['CLOSED', 'BACK_AT_BASE', false],
    ['STOOD_DOWN', 'EN_ROUTE', true],
    ['STOOD_DOWN', 'AT_SCENE', false],
    ['NO_TRANSPORT', 'AT_SCENE', true],
    ['NO_TRANSPORT', 'LEFT_SCENE', false],
    ['AT_SCENE', 'ACCEPTED', false],
    ['REQUESTED', 'DISPATCHED', false],
  ])('in %s of %s can be written afterwards: %s', (state, step, can) => {
    expect(canFillIn(state, step)).toBe(can)
  })

  test('of a mission without transport is corrected alone', () => {
    const events = happen('ASSIGNED', 'AT_SCENE', 'NO_TRANSPORT')
    expect(listLaterTimes(events.slice(0, 2))).not.toContainEqual({ step: 'NO_TRANSPORT', isWritten: false })
    for (const states of [events, [...events, { step: 'BACK_AT_BASE', at: after(9) } as const]]) {
      expect(listLaterTimes(states)).toContainEqual({ step: 'NO_TRANSPORT', isWritten: true })
      const corrected = [...states, { step: 'NO_TRANSPORT', at: after(4) } as const]
      expect(deriveMissionState(corrected)).toBe(deriveMissionState(states))
      expect(listStandingSteps(corrected).find(({ step }) => step === 'NO_TRANSPORT')?.at).toBe(after(4))
    }
    const back = happen('ASSIGNED', 'AT_SCENE', 'LEFT_SCENE', 'BACK_AT_BASE')
    expect(listLaterTimes(back).map(({ step }) => step)).not.toContain('NO_TRANSPORT')
    expect(listLaterTimes([...events, ...happen('BACK_AT_BASE', 'CLOSED')])).toEqual([])
  })

  test('never changes the state', () => {
    fc.assert(
      fc.property(anyEvents, anyStep, (events, step) => {
        const state = deriveMissionState(events)
        if (canFillIn(state, step)) expect(takeMissionStep(state, step)).toBeNull()
      }),
    )
  })
})

test('every step of the way so far can be written afterwards: corrected if it has a time, else filled in', () => {
  expect(listLaterTimes(happen('ASSIGNED', 'EN_ROUTE', 'AT_DESTINATION'))).toEqual([
    { step: 'DISPATCHED', isWritten: false },
    { step: 'EN_ROUTE', isWritten: true },
    { step: 'AT_SCENE', isWritten: false },
    { step: 'LEFT_SCENE', isWritten: false },
    { step: 'AT_DESTINATION', isWritten: true },
  ])
  expect(listLaterTimes(happen('ASSIGNED', 'BACK_AT_BASE', 'CLOSED'))).toEqual([])
})

describe('the times of a mission', () => {
  const calledAt = after(0)

  test('are those of its steps', () => {
    expect(
      collectMissionTimes(
        calledAt,
        happen('ACCEPTED', 'ASSIGNED', 'DISPATCHED', 'EN_ROUTE', 'AT_SCENE', 'LEFT_SCENE', 'AT_DESTINATION'),
      ),
    ).toEqual({
      call: calledAt,
      dispatch: after(3),
      left_base: after(4),
      at_scene: after(5),
      left_scene: after(6),
      at_hospital: after(7),
    })
  })

  test('have what was filled in', () => {
    const events = happen('ASSIGNED', 'EN_ROUTE', 'AT_DESTINATION')
    expect(collectMissionTimes(calledAt, [...events, { step: 'AT_SCENE', at: after(2) }])).toEqual({
      call: calledAt,
      left_base: after(2),
      at_scene: after(2),
      at_hospital: after(3),
    })
  })

  test('have the last correction of a time', () => {
    const events = happen('ASSIGNED', 'EN_ROUTE', 'AT_SCENE')
    expect(
      collectMissionTimes(calledAt, [
        ...events,
        { step: 'EN_ROUTE', at: after(1) },
        { step: 'AT_SCENE', at: after(5) },
        { step: 'AT_SCENE', at: after(4) },
      ]),
    ).toEqual({ call: calledAt, left_base: after(1), at_scene: after(4) })
  })

  test('have nothing that the mission does not take', () => {
    const stoodDown = happen('ASSIGNED', 'EN_ROUTE', 'STOOD_DOWN')
    expect(collectMissionTimes(calledAt, [...stoodDown, { step: 'AT_SCENE', at: after(9) }])).toEqual({
      call: calledAt,
      left_base: after(2),
    })
    const closed = happen('ASSIGNED', 'BACK_AT_BASE', 'CLOSED')
    expect(
      collectMissionTimes(calledAt, [
        ...closed,
        { step: 'AT_SCENE', at: after(9) },
        { step: 'BACK_AT_BASE', at: after(9) },
      ]),
    ).toEqual({ call: calledAt, back_at_base: after(2) })
  })

  test('are those of the vehicle that went at last', () => {
    expect(
      collectMissionTimes(
        calledAt,
        happen('ASSIGNED', 'DISPATCHED', 'EN_ROUTE', 'REASSIGNED', 'ASSIGNED', 'DISPATCHED'),
      ),
    ).toEqual({ call: calledAt, dispatch: after(6) })
  })

  test('stay when a vehicle at the scene cannot be taken off', () => {
    expect(collectMissionTimes(calledAt, happen('ASSIGNED', 'DISPATCHED', 'AT_SCENE', 'REASSIGNED'))).toEqual(
      { call: calledAt, dispatch: after(2), at_scene: after(3) },
    )
  })
})

test('a step that was withdrawn counts no more, with its corrections, and can be taken again', () => {
  const say = (step: MissionStep, minute: number, withdraws?: WithdrawableStep) => ({
    step,
    at: new Date(Date.UTC(2026, 10, 5, 0, minute)).toISOString(),
    ...(withdraws && { withdraws }),
  })
  const before = [say('ASSIGNED', 1), say('EN_ROUTE', 2)]
  const pressed = [
    ...before,
    say('AT_SCENE', 5),
    say('OPERATION_CHANGED', 6),
    say('CREW_CHANGED', 6),
    say('AT_SCENE', 4),
  ]
  expect(findWithdrawable(pressed)).toBe('AT_SCENE')
  const taken = [...pressed, say('WITHDRAWN', 7, 'AT_SCENE')]
  expect(listCountedEvents(taken)).toEqual([...before, ...pressed.slice(3, 5)])
  expect(deriveMissionState(taken)).toBe('EN_ROUTE')
  expect(listLaterTimes(taken).some(({ step }) => step === 'AT_SCENE')).toBe(false)
  expect(findWithdrawable(taken)).toBe('EN_ROUTE')
  expect(deriveMissionState([...taken, say('AT_SCENE', 9)])).toBe('AT_SCENE')
  expect(findWithdrawable([say('ASSIGNED', 1)])).toBeUndefined()
})

test('only the newest of several diversions can be withdrawn, and then the one before it', () => {
  const diverted = happen('ASSIGNED', 'LEFT_SCENE', 'DIVERTED', 'DIVERTED')
  expect(findWithdrawable(diverted)).toBe('DIVERTED')
  const withdrawal = { step: 'WITHDRAWN', at: after(9), withdraws: 'DIVERTED' } as const
  expect(listCountedEvents([...diverted, withdrawal])).toEqual(diverted.slice(0, 3))
  expect(findWithdrawable([...diverted, withdrawal])).toBe('DIVERTED')
  expect(listCountedEvents([...diverted, withdrawal, withdrawal])).toEqual(diverted.slice(0, 2))
  expect(findWithdrawable([...diverted, withdrawal, withdrawal])).toBe('LEFT_SCENE')
  const again = [...diverted, withdrawal, { step: 'DIVERTED', at: after(10) } as const]
  expect(listCountedEvents([...again, withdrawal])).toEqual(diverted.slice(0, 3))
})

describe('a step is in order', () => {
  const called = { calledAt: after(0), now: Date.parse(after(59)) }
  const left = happen('ACCEPTED', 'ASSIGNED', 'EN_ROUTE', 'AT_SCENE', 'LEFT_SCENE')
  const treated = happen('ASSIGNED', 'EN_ROUTE', 'AT_SCENE', 'NO_TRANSPORT')

  test.each<[MissionStep, MissionEvent[], number, number | null]>([
    ['ACCEPTED', [], 0, null],
    ['DECLINED', [], 0, null],
    ['ASSIGNED', happen('ACCEPTED'), 1, null],
    ['STOOD_DOWN', happen('ASSIGNED', 'DISPATCHED', 'EN_ROUTE'), 3, null],
    ['CANCELLED', happen('ASSIGNED', 'DISPATCHED'), 2, null],
    ['REASSIGNED', happen('ASSIGNED', 'DISPATCHED', 'EN_ROUTE'), 3, null],
    ['ASSIGNED', happen('ASSIGNED', 'EN_ROUTE', 'REASSIGNED'), 3, null],
    ['CREW_CHANGED', happen('ASSIGNED', 'REASSIGNED', 'ASSIGNED'), 2, null],
    ['NO_TRANSPORT', happen('ASSIGNED', 'EN_ROUTE', 'AT_SCENE'), 3, null],
    ['AT_SCENE', treated, 2, 4],
    ['NO_TRANSPORT', treated, 3, null],
    ['NO_TRANSPORT', [...treated, { step: 'BACK_AT_BASE', at: after(9) }], 3, 9],
    ['NO_TRANSPORT', [...treated, { step: 'NO_TRANSPORT', at: after(8) }], 3, null],
    ['BACK_AT_BASE', treated, 4, null],
    ['DIVERTED', left, 5, null],
    ['DIVERTED', [...left, { step: 'DIVERTED', at: after(7) }], 7, null],
    ['LEFT_SCENE', [...left, { step: 'DIVERTED', at: after(7) }], 4, 7],
    ['AT_DESTINATION', [...left, { step: 'DIVERTED', at: after(7) }], 7, null],
    ['CLOSED', happen('ASSIGNED', 'EN_ROUTE', 'BACK_AT_BASE'), 3, null],
    ['CLOSED', happen('ASSIGNED', 'EN_ROUTE', 'STOOD_DOWN'), 3, null],
  ])('%s after %o from minute %s to %s', (step, events, least, most) => {
    const judge = (minute: number) => isStepInOrder(called, events, { step, at: after(minute) })
    expect(judge(least)).toBe(true)
    expect(judge(least - 1)).toBe(false)
    if (most !== null) expect([judge(most), judge(most + 1)]).toEqual([true, false])
  })

  test('whatever its assignment says, which a desk may write after the vehicle left', () => {
    const late = [{ step: 'ASSIGNED', at: after(30) } as const]
    expect(isStepInOrder(called, late, { step: 'EN_ROUTE', at: after(2) })).toBe(true)
  })

  test('if it was typed to the minute of the step before', () => {
    const events: MissionEvent[] = [{ step: 'AT_SCENE', at: '2026-11-05T16:09:20.000Z' }]
    const assigned = [{ step: 'ASSIGNED', at: after(1) } as const, ...events]
    const at = settleStep(after(0), assigned, { step: 'NO_TRANSPORT', at: after(9) })
    expect(at).toBe('2026-11-05T16:09:20.000Z')
    expect(isStepInOrder(called, assigned, { step: 'NO_TRANSPORT', at })).toBe(true)
  })

  test('though the call was written ahead of the clock, and not before both', () => {
    const ahead = { calledAt: after(9), now: Date.parse(after(5)) }
    expect(isStepInOrder(ahead, [], { step: 'CANCELLED', at: after(5) })).toBe(true)
    expect(isStepInOrder(ahead, [], { step: 'CANCELLED', at: after(4) })).toBe(false)
    expect(isStepInOrder(ahead, happen('ASSIGNED'), { step: 'EN_ROUTE', at: after(5) })).toBe(false)
  })
})
