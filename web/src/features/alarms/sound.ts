import { type Alarm, type AlarmSeverity, alarmSeverities } from 'contract'
import type { Pulse } from '../../ui/sound/player.ts'
import { isSnoozed } from './rules.ts'

const createPulses = (hertz: number, lasts: number, starts: readonly number[]): Pulse[] =>
  starts.map((at) => ({ at, lasts, hertz }))

/**
 * After IEC 60601-1-8: three and two short pulses for high, three longer ones for medium, one for low priority, each
 * with a fundamental between 150 and 1000 Hz.
 */
export const patterns: Record<AlarmSeverity, readonly Pulse[]> = {
  high: createPulses(660, 0.15, [0, 0.25, 0.5, 0.95, 1.2]),
  medium: createPulses(523, 0.2, [0, 0.4, 0.8]),
  low: createPulses(440, 0.2, [0]),
}

/** The interval at which a pattern is repeated for an ongoing, unacknowledged alarm; low priority is not repeated. */
export const repeatMs: Record<AlarmSeverity, number> = {
  high: 10_000,
  medium: 25_000,
  low: Number.POSITIVE_INFINITY,
}
export const muteMs = 120_000
const patternMs = 2000

export type SoundState = {
  /** The severity at which each ongoing alarm last sounded. */
  heard: ReadonlyMap<string, AlarmSeverity>
  played: { severity: AlarmSeverity; at: number } | undefined
  /** Until then, only an alarm that is more severe than this one sounds. */
  mute: { severity: AlarmSeverity; until: number } | undefined
}

export const initialSoundState: SoundState = { heard: new Map(), played: undefined, mute: undefined }

const isLouder = (one: AlarmSeverity, than: AlarmSeverity) =>
  alarmSeverities.indexOf(one) < alarmSeverities.indexOf(than)

/** The fields of an alarm that decide whether it sounds. */
export type Audible = Pick<Alarm, '_id' | 'severity' | 'state' | 'snoozed_until'>

/** The alarms that are neither acknowledged nor snoozed. */
export function listAudibleAlarms<One extends Audible>(open: readonly One[], now: number): readonly One[] {
  return open.filter((alarm) => alarm.state === 'active' && !isSnoozed(alarm, now))
}

function findLoudest(audible: readonly Audible[]): AlarmSeverity | undefined {
  return alarmSeverities.find((severity) => audible.some((alarm) => alarm.severity === severity))
}

/** What sounds at `now`, in milliseconds. The state stays the same object while nothing changes. */
export function computeNextSound(
  state: SoundState,
  open: readonly Audible[],
  now: number,
): { state: SoundState; play?: AlarmSeverity } {
  const audible = listAudibleAlarms(open, now)
  const loudest = findLoudest(audible)
  const isMuted =
    state.mute !== undefined && now < state.mute.until && !(loudest && isLouder(loudest, state.mute.severity))
  const heard = new Map([...state.heard].filter(([id]) => audible.some(({ _id }) => _id === id)))
  const isSame = heard.size === state.heard.size && isMuted === (state.mute !== undefined)
  const rested = isSame ? state : { ...state, heard, mute: isMuted ? state.mute : undefined }
  if (!loudest || isMuted) return { state: rested }

  const { played } = state
  const sinceMs = played ? now - played.at : Number.POSITIVE_INFINITY
  const isPlaying = played !== undefined && sinceMs < patternMs && !isLouder(loudest, played.severity)
  const isNew = audible.some(({ _id, severity }) => {
    const before = heard.get(_id)
    return severity === loudest && (before === undefined || isLouder(severity, before))
  })
  const isDue = sinceMs >= repeatMs[loudest] && repeatMs[loudest] !== Number.POSITIVE_INFINITY
  if (isPlaying || !(isNew || isDue)) return { state: rested }
  return {
    state: {
      heard: new Map(audible.map(({ _id, severity }) => [_id, severity])),
      played: { severity: loudest, at: now },
      mute: undefined,
    },
    play: loudest,
  }
}

/** Mutes for two minutes; does nothing when no alarm sounds. */
export function muteSound(state: SoundState, open: readonly Audible[], now: number): SoundState {
  const loudest = findLoudest(listAudibleAlarms(open, now))
  return loudest ? { ...state, mute: { severity: loudest, until: now + muteMs } } : state
}

export function unmuteSound(state: SoundState): SoundState {
  return { ...state, mute: undefined }
}
