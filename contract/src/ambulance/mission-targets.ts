import { collectMissionTimes, type MissionEvent, type MissionState } from './mission-states.ts'
import type { OperationTarget } from './operations.ts'

/** They are in minutes. */
export type MissionTargets = Readonly<Record<OperationTarget, number>>

/** The target by which the response to a colour is judged; other colours have none. */
export const responseTargets: Readonly<Record<string, OperationTarget>> = {
  RED: 'red_minutes',
  YELLOW: 'yellow_minutes',
}

/** What a crew has yet to reach, and when it is due (ISO 8601). */
export type MissionDue = { interval: 'activation' | 'response'; due_at: string }

type JudgedMission = {
  state: MissionState
  called_at: string
  /** When a transport that is planned is needed. */
  needed_at: string | null
  colour: string | null
  targets: MissionTargets
  events: readonly MissionEvent[]
}

/** Who is needed sooner after the call is needed at once: a form takes minutes to fill in. Default of the panel. */
const plannedFromMs = 15 * 60_000

/** Whether a transport was planned for later than its call (ISO 8601). */
export const isPlannedForLater = ({ called_at, needed_at }: Pick<JudgedMission, 'called_at' | 'needed_at'>) =>
  needed_at !== null && Date.parse(needed_at) - Date.parse(called_at) >= plannedFromMs

/** Whether somebody waits for a transport that was planned: its crew has yet to reach them. */
export const isPlannedAhead = (mission: Omit<JudgedMission, 'colour' | 'targets'>): boolean =>
  isPlannedForLater(mission) && isOnWayOut(mission)

const beforeBase: readonly MissionState[] = ['REQUESTED', 'ACCEPTED', 'ASSIGNED', 'DISPATCHED']

/** Whether its crew is to go to the patient, or on the way to them. */
const isOnWayOut = ({ state, called_at, events }: Pick<JudgedMission, 'state' | 'called_at' | 'events'>) =>
  (beforeBase.includes(state) || state === 'EN_ROUTE') && !collectMissionTimes(called_at, events).at_scene

/**
 * The next time of a mission that has a target: leaving the base, then, for red and yellow, the arrival at the scene.
 * Undefined if both are reached, nobody is to go any more, or the transport was planned for later than the call.
 */
export function findMissionDue(mission: JudgedMission): MissionDue | undefined {
  const { state, called_at, colour, targets, events } = mission
  if (isPlannedForLater(mission)) return undefined
  const times = collectMissionTimes(called_at, events)
  const addMinutes = (minutes: number) => new Date(Date.parse(called_at) + minutes * 60_000).toISOString()
  if (beforeBase.includes(state) && !times.left_base)
    return { interval: 'activation', due_at: addMinutes(targets.activation_minutes) }
  const target = colour === null ? undefined : responseTargets[colour]
  if (!isOnWayOut(mission) || !target) return undefined
  return { interval: 'response', due_at: addMinutes(targets[target]) }
}
