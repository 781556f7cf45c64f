import { settleTypedMinute } from '../wire/typed-minute.ts'
import { listDisorderedStamps, type MissionStamp, type MissionTimes } from './mission-times.ts'

/** The way of a mission, in order. `LEFT_SCENE` is on the way to the hospital. */
export const missionWay = [
  'REQUESTED',
  'ACCEPTED',
  'ASSIGNED',
  'DISPATCHED',
  'EN_ROUTE',
  'AT_SCENE',
  'LEFT_SCENE',
  'AT_DESTINATION',
  'HANDED_OVER',
  'BACK_AT_BASE',
  'CLOSED',
] as const
export type MissionStage = (typeof missionWay)[number]

/**
 * Ends beside the way. `DECLINED`: the request was not accepted. `CANCELLED`: before a vehicle was on its way.
 * `STOOD_DOWN`: a unit that was assigned was called back before the scene. `NO_TRANSPORT`: nobody was taken along.
 */
export const missionSideStates = ['DECLINED', 'CANCELLED', 'STOOD_DOWN', 'NO_TRANSPORT'] as const

export const missionStates = [...missionWay, ...missionSideStates] as const
export type MissionState = (typeof missionStates)[number]

/**
 * What can happen to a mission after the request: a state is reached, or an act that reaches none. `REASSIGNED`: the
 * vehicle is taken off, and the mission waits for another. `DIVERTED`: another destination. `OPERATION_CHANGED`: it is
 * another operation of the ambulance service than was said with the vehicle. `CREW_CHANGED`: others are in the crew
 * than were in its team. `CALLED`: the request came in at another time than it says. `WITHDRAWN`: the newest step was
 * pressed by mistake.
 */
export const missionActs = [
  'REASSIGNED',
  'DIVERTED',
  'OPERATION_CHANGED',
  'CREW_CHANGED',
  'CALLED',
  'WITHDRAWN',
] as const
export const missionSteps = [...missionStates.slice(1), ...missionActs] as readonly MissionStep[]
export type MissionStep = Exclude<MissionState, 'REQUESTED'> | (typeof missionActs)[number]

/**
 * Where the time of a step comes from: `LATER` was written afterwards. No step has `GPS` yet: a position says where a
 * vehicle is, and not what its crew does there, so that a person reports each step.
 */
export const stampSources = ['BUTTON', 'GPS', 'DESK', 'LATER'] as const
export type StampSource = (typeof stampSources)[number]

/** What a vehicle passes, signal or not: any of them may be skipped forward. */
const signalled = [
  'DISPATCHED',
  'EN_ROUTE',
  'AT_SCENE',
  'LEFT_SCENE',
  'AT_DESTINATION',
  'HANDED_OVER',
  'BACK_AT_BASE',
] as const satisfies readonly MissionStage[]
type Signalled = (typeof signalled)[number]

const listLater = (state: Signalled) => signalled.slice(signalled.indexOf(state) + 1)

/**
 * Where each step leads, by the state in which it is allowed. Somebody must say which vehicle goes, so no step leaps
 * over the assignment; and only a mission whose vehicle is back is closed.
 */
const steps: Readonly<Record<MissionState, Readonly<Partial<Record<MissionStep, MissionState>>>>> = {
  REQUESTED: listNext('ACCEPTED', 'ASSIGNED', 'DECLINED', 'CANCELLED'),
  ACCEPTED: listNext('ASSIGNED', 'CANCELLED'),
  ASSIGNED: {
    ...listNext(...signalled, 'CANCELLED', 'STOOD_DOWN'),
    REASSIGNED: 'ACCEPTED',
    ...keepState('ASSIGNED'),
  },
  DISPATCHED: {
    ...listNext(...listLater('DISPATCHED'), 'CANCELLED', 'STOOD_DOWN'),
    REASSIGNED: 'ACCEPTED',
    ...keepState('DISPATCHED'),
  },
  EN_ROUTE: {
    ...listNext(...listLater('EN_ROUTE'), 'STOOD_DOWN'),
    REASSIGNED: 'ACCEPTED',
    ...keepState('EN_ROUTE'),
  },
  AT_SCENE: { ...listNext(...listLater('AT_SCENE'), 'NO_TRANSPORT'), ...keepState('AT_SCENE') },
  LEFT_SCENE: { ...listNext(...listLater('LEFT_SCENE')), DIVERTED: 'LEFT_SCENE', ...keepState('LEFT_SCENE') },
  AT_DESTINATION: { ...listNext(...listLater('AT_DESTINATION')), ...keepState('AT_DESTINATION') },
  HANDED_OVER: { ...listNext(...listLater('HANDED_OVER')), ...keepState('HANDED_OVER') },
  BACK_AT_BASE: { ...listNext('CLOSED'), ...keepState('BACK_AT_BASE') },
  STOOD_DOWN: { ...listNext('BACK_AT_BASE', 'CLOSED'), ...keepState('STOOD_DOWN') },
  NO_TRANSPORT: { ...listNext('BACK_AT_BASE'), ...keepState('NO_TRANSPORT') },
  CLOSED: {},
  DECLINED: {},
  CANCELLED: {},
}

function keepState(state: MissionState) {
  return { OPERATION_CHANGED: state, CREW_CHANGED: state } as const
}

function listNext(
  ...states: Exclude<MissionState, 'REQUESTED'>[]
): Partial<Record<MissionStep, MissionState>> {
  return Object.fromEntries(states.map((state) => [state, state]))
}

/** The state to which a step leads; null if it is not allowed in this state. */
export function takeMissionStep(state: MissionState, step: MissionStep): MissionState | null {
  return steps[state][step] ?? null
}

/** The steps that are allowed in a state. */
export function listMissionSteps(state: MissionState): MissionStep[] {
  return missionSteps.filter((step) => takeMissionStep(state, step) !== null)
}

/** Whether nothing more can happen to a mission. */
export function isMissionOver(state: MissionState): boolean {
  return listMissionSteps(state).length === 0
}

/** The last step that a vehicle can have passed before it left the way. */
const lastBefore: Partial<Record<MissionState, Signalled>> = {
  STOOD_DOWN: 'EN_ROUTE',
  NO_TRANSPORT: 'AT_SCENE',
}

/**
 * Whether the time of a step can be written afterwards, which changes no state: one that was skipped is filled in, one
 * that `stands` is corrected, as that of the call always does. Nobody skips that nobody was taken along. A mission that
 * is over takes nothing.
 */
export function canFillIn(state: MissionState, step: MissionStep, stands = false): boolean {
  if (step === 'CALLED') return !isMissionOver(state)
  if (step === 'NO_TRANSPORT') return !isMissionOver(state) && stands
  const at = signalled.findIndex((one) => one === step)
  const reached = signalled.findIndex((one) => one === (lastBefore[state] ?? state))
  return !isMissionOver(state) && at >= 0 && at <= reached
}

/** A step and when it happened, an ISO instant. `withdraws`: which step was pressed by mistake. */
export type MissionEvent = { step: MissionStep; at: string; withdraws?: WithdrawableStep | null }

/**
 * What can be withdrawn. An assignment is undone by another one, and what ended a request was decided with a reason.
 */
export const withdrawableSteps = [
  'ACCEPTED',
  ...signalled,
  'DIVERTED',
  'NO_TRANSPORT',
  'STOOD_DOWN',
  'CLOSED',
] as const satisfies readonly MissionStep[]
export type WithdrawableStep = (typeof withdrawableSteps)[number]

/**
 * The events that count: without those of a step that somebody withdrew after them. Of diversions the newest alone is
 * withdrawn: the one before it was another.
 */
export function listCountedEvents<Event extends MissionEvent>(events: readonly Event[]): Event[] {
  let counted: Event[] = []
  for (const event of events) {
    const { step, withdraws } = event
    if (step !== 'WITHDRAWN') counted.push(event)
    else if (withdraws === 'DIVERTED')
      counted = counted.toSpliced(
        counted.findLastIndex((one) => one.step === withdraws),
        1,
      )
    else counted = counted.filter((one) => one.step !== withdraws)
  }
  return counted
}

/** The newest step of a mission, if it can be withdrawn: nothing that stands came after it. */
export function findWithdrawable(events: readonly MissionEvent[]): WithdrawableStep | undefined {
  let state: MissionState = 'REQUESTED'
  let newest: MissionStep | undefined
  for (const { step } of listCountedEvents(events)) {
    const next = takeMissionStep(state, step)
    if (next !== null && step !== 'OPERATION_CHANGED' && step !== 'CREW_CHANGED') newest = step
    state = next ?? state
  }
  return withdrawableSteps.find((step) => step === newest)
}

/**
 * The state of a mission after its events, in the order in which they were recorded: a time that somebody corrects may
 * be before that of the assignment. A step that the state does not allow, such as a time that was filled in afterwards,
 * changes nothing.
 */
export function deriveMissionState(events: readonly MissionEvent[]): MissionState {
  return listCountedEvents(events).reduce<MissionState>(
    (state, { step }) => takeMissionStep(state, step) ?? state,
    'REQUESTED',
  )
}

const stampByStep: Partial<Record<MissionStep, MissionStamp>> = {
  CALLED: 'call',
  DISPATCHED: 'dispatch',
  EN_ROUTE: 'left_base',
  AT_SCENE: 'at_scene',
  LEFT_SCENE: 'left_scene',
  AT_DESTINATION: 'at_hospital',
  HANDED_OVER: 'handed_over',
  BACK_AT_BASE: 'back_at_base',
}

/** Whether one time of a step stands: recorded again, it is a correction. */
const hasOneTime = (step: MissionStep): boolean => stampByStep[step] !== undefined || step === 'NO_TRANSPORT'

/**
 * The times of a mission from its events, in the order in which they were recorded; `calledAt` is when the request was
 * received. A time that is recorded again is a correction. A vehicle that was taken off takes its times along. The time
 * at the patient is no step.
 */
export function collectMissionTimes(calledAt: string, events: readonly MissionEvent[]): MissionTimes {
  const times: { [Stamp in MissionStamp]?: string } = { call: calledAt }
  for (const { step, at } of listStandingSteps(events)) {
    const stamp = stampByStep[step]
    if (stamp) times[stamp] = at
  }
  return times
}

/** The events whose times count: of each step the one that was recorded last, by the vehicle that went at last. */
export function listStandingSteps<Event extends MissionEvent>(events: readonly Event[]): Event[] {
  const standing = new Map<MissionStep, Event>()
  let state: MissionState = 'REQUESTED'
  for (const event of listCountedEvents(events)) {
    const next = takeMissionStep(state, event.step)
    if (next !== null && event.step === 'REASSIGNED') for (const step of signalled) standing.delete(step)
    const isTaken = next !== null || canFillIn(state, event.step, standing.has(event.step))
    if (hasOneTime(event.step) && isTaken) standing.set(event.step, event)
    state = next ?? state
  }
  return [...standing.values()]
}

/** The steps whose time can be written afterwards, in their order: `isWritten` if it is a correction. */
export function listLaterTimes(events: readonly MissionEvent[]): { step: MissionStep; isWritten: boolean }[] {
  const state = deriveMissionState(events)
  const standing = new Set<MissionStep>(listStandingSteps(events).map(({ step }) => step))
  return [...signalled, 'NO_TRANSPORT' as const]
    .filter((step) => canFillIn(state, step, standing.has(step)))
    .map((step) => ({ step, isWritten: standing.has(step) }))
}

/** The steps of a vehicle in the order of their times, whichever of them a mission has. */
const timeOrder: readonly MissionStep[] = [
  'DISPATCHED',
  'EN_ROUTE',
  'STOOD_DOWN',
  'AT_SCENE',
  'NO_TRANSPORT',
  'LEFT_SCENE',
  'DIVERTED',
  'AT_DESTINATION',
  'HANDED_OVER',
  'BACK_AT_BASE',
  'CLOSED',
]

/**
 * What else a step follows. What a desk says of a vehicle may be written after it left, so that no time of its way is
 * judged by an assignment.
 */
const deskOrder: Partial<Record<MissionStep, readonly MissionStep[]>> = {
  ASSIGNED: ['ACCEPTED', 'REASSIGNED'],
  DECLINED: ['ACCEPTED'],
  CANCELLED: ['ACCEPTED', 'REASSIGNED', ...timeOrder],
  REASSIGNED: timeOrder,
  CREW_CHANGED: ['REASSIGNED'],
}

type Neighbours = { before: string[]; after: string[] }

/** The times that stand and that a step follows, and those that follow it. */
function listNeighbours(events: readonly MissionEvent[], step: MissionStep): Neighbours {
  const place = timeOrder.indexOf(step)
  const known = [
    ...listStandingSteps(events),
    ...listCountedEvents(events).filter((event) => !hasOneTime(event.step)),
  ].filter((event) => !hasOneTime(step) || event.step !== step)
  const pick = (isPicked: (other: MissionStep) => boolean) =>
    known.filter((event) => isPicked(event.step)).map(({ at }) => at)
  const precedes = (other: MissionStep) =>
    place < 0
      ? deskOrder[step]?.includes(other) === true
      : timeOrder.includes(other) && timeOrder.indexOf(other) <= place
  return {
    before: pick(precedes),
    after: pick((other) => step === 'CALLED' || (place >= 0 && timeOrder.indexOf(other) > place)),
  }
}

/** When a step happened: if it was typed to the minute, not before the step before. */
export function settleStep(
  calledAt: string,
  events: readonly MissionEvent[],
  { step, at }: MissionEvent,
): string {
  return step === 'CALLED' ? at : settleTypedMinute(at, [calledAt, ...listNeighbours(events, step).before])
}

/**
 * Whether a step, at its settled time, is not before the call and in order with the steps around it; a call that is
 * corrected (`CALLED`), not after any of them. A call that was written ahead of its time holds up no desk, which may
 * have to cancel it now.
 */
export function isStepInOrder(
  { calledAt, now }: { calledAt: string; now: number },
  events: readonly MissionEvent[],
  { step, at }: MissionEvent,
): boolean {
  const { before, after } = listNeighbours(events, step)
  const ms = Date.parse(at)
  return (
    (step === 'CALLED' || ms >= Math.min(Date.parse(calledAt), now)) &&
    before.every((one) => Date.parse(one) <= ms) &&
    after.every((one) => Date.parse(settleTypedMinute(one, [at])) >= ms) &&
    listDisorderedStamps(collectMissionTimes(calledAt, [...events, { step, at }])).length === 0
  )
}
