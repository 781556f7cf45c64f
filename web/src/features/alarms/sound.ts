import { type Alarm, type AlarmSeverity, alarmSeverities } from 'contract'
import { isSnoozed } from './rules.ts'

/** One tone of a pattern: when it begins and how long it lasts, in seconds, and its pitch. */
export type Pulse = { at: number; lasts: number; hertz: number }

const pulses = (hertz: number, lasts: number, starts: readonly number[]): Pulse[] =>
  starts.map((at) => ({ at, lasts, hertz }))

/**
 * After IEC 60601-1-8: three and two short pulses for high, three longer ones for medium, one for low priority, each
 * with a fundamental between 150 and 1000 Hz.
 */
export const patterns: Record<AlarmSeverity, readonly Pulse[]> = {
  high: pulses(660, 0.15, [0, 0.25, 0.5, 0.95, 1.2]),
  medium: pulses(523, 0.2, [0, 0.4, 0.8]),
  low: pulses(440, 0.2, [0]),
}

/** How soon a pattern is repeated while an alarm lasts that nobody has acknowledged; one of low priority is not. */
export const repeatMs: Record<AlarmSeverity, number> = {
  high: 10_000,
  medium: 25_000,
  low: Number.POSITIVE_INFINITY,
}
export const muteMs = 120_000
const patternMs = 2000

export type SoundState = {
  /** The severity at which each alarm that still lasts was last sounded. */
  heard: ReadonlyMap<string, AlarmSeverity>
  played: { severity: AlarmSeverity; at: number } | undefined
  /** Nothing that is no more severe than this is sounded until then. */
  mute: { severity: AlarmSeverity; until: number } | undefined
}

export const untouched: SoundState = { heard: new Map(), played: undefined, mute: undefined }

const isLouder = (one: AlarmSeverity, than: AlarmSeverity) =>
  alarmSeverities.indexOf(one) < alarmSeverities.indexOf(than)

/** As much of an alarm as is needed to sound it. */
export type Audible = Pick<Alarm, '_id' | 'severity' | 'state' | 'snoozed_until'>

/** Those that nobody has acknowledged or snoozed. */
export function audibleOf<One extends Audible>(open: readonly One[], now: number): readonly One[] {
  return open.filter((alarm) => alarm.state === 'active' && !isSnoozed(alarm, now))
}

function loudestOf(audible: readonly Audible[]): AlarmSeverity | undefined {
  return alarmSeverities.find((severity) => audible.some((alarm) => alarm.severity === severity))
}

/** What is to be heard at an instant, in milliseconds. The state is the same object while nothing changes. */
export function nextSound(
  state: SoundState,
  open: readonly Audible[],
  now: number,
): { state: SoundState; play?: AlarmSeverity } {
  const audible = audibleOf(open, now)
  const loudest = loudestOf(audible)
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

/** Silence for two minutes; with nothing to be heard there is nothing to mute. */
export function muted(state: SoundState, open: readonly Audible[], now: number): SoundState {
  const loudest = loudestOf(audibleOf(open, now))
  return loudest ? { ...state, mute: { severity: loudest, until: now + muteMs } } : state
}

export function unmuted(state: SoundState): SoundState {
  return { ...state, mute: undefined }
}
