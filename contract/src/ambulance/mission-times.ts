import { settleTypedMinute } from '../wire/typed-minute.ts'

/** The times of a mission, in the order in which they happen. `call`: the request was received. */
export const missionStamps = [
  'call',
  'dispatch',
  'left_base',
  'at_scene',
  'at_patient',
  'left_scene',
  'at_hospital',
  'handed_over',
  'back_at_base',
] as const
export type MissionStamp = (typeof missionStamps)[number]

/** ISO instants; what is missing or null has no time. Instants carry their date, so a mission may pass midnight. */
export type MissionTimes = { readonly [Stamp in MissionStamp]?: string | null }

/** The two stamps at which each interval begins and ends. */
const spans = {
  dispatch: ['call', 'dispatch'],
  activation: ['call', 'left_base'],
  response: ['call', 'at_scene'],
  on_scene: ['at_scene', 'left_scene'],
  transport: ['left_scene', 'at_hospital'],
  /** What the official sheet prints below the arrival at the hospital: the same as the transport. */
  hospital: ['left_scene', 'at_hospital'],
  handover: ['at_hospital', 'handed_over'],
  mission: ['call', 'back_at_base'],
} as const satisfies Record<string, readonly [MissionStamp, MissionStamp]>

export type MissionInterval = keyof typeof spans
export const missionIntervals = Object.keys(spans) as [MissionInterval, ...MissionInterval[]]

/** Whether an interval begins with the call: by it no transport is judged that was planned for later. */
export const beginsWithCall = (interval: MissionInterval): boolean => spans[interval][0] === 'call'

/** An interval in milliseconds; null while one of its times is missing, or if they are in the wrong order. */
export function computeMissionInterval(interval: MissionInterval, times: MissionTimes): number | null {
  const [from, to] = spans[interval]
  const settled = settleTypedMinutes(times)
  const [begin, end] = [settled[from], settled[to]]
  if (!begin || !end) return null
  const ms = Date.parse(end) - Date.parse(begin)
  return ms >= 0 ? ms : null
}

/** All intervals in milliseconds. */
export function computeMissionIntervals(times: MissionTimes): Record<MissionInterval, number | null> {
  return Object.fromEntries(
    missionIntervals.map((interval) => [interval, computeMissionInterval(interval, times)]),
  ) as Record<MissionInterval, number | null>
}

/**
 * A time that is before an earlier step's, and that step: the latest of those before it. Equal times are in order, also
 * one that was typed to the minute: see `settleTypedMinutes`.
 */
export type DisorderedStamp = { stamp: MissionStamp; before: MissionStamp }

export function listDisorderedStamps(times: MissionTimes): DisorderedStamp[] {
  const disordered: DisorderedStamp[] = []
  let last: { stamp: MissionStamp; at: number } | undefined
  const settled = settleTypedMinutes(times)
  for (const stamp of missionStamps) {
    const given = settled[stamp]
    if (!given) continue
    const at = Date.parse(given)
    if (last && at < last.at) disordered.push({ stamp, before: last.stamp })
    else last = { stamp, at }
  }
  return disordered
}

/** The times, with each that was typed to the minute not before the step before. */
export function settleTypedMinutes(times: MissionTimes): MissionTimes {
  const settled: { [Stamp in MissionStamp]?: string } = {}
  let last: string | undefined
  for (const stamp of missionStamps) {
    const given = times[stamp]
    if (!given) continue
    settled[stamp] = settleTypedMinute(given, [last])
    if (last === undefined || Date.parse(given) > Date.parse(last)) last = given
  }
  return settled
}
