import type { Alarm, AlarmSeverity } from 'contract'
import { expect, test } from 'vitest'
import { buildAlarm } from '../../../test/build-alarm.ts'
import {
  computeNextSound,
  initialSoundState,
  listAudibleAlarms,
  muteMs,
  muteSound,
  patterns,
  repeatMs,
} from './sound.ts'

const start = Date.parse('2026-11-05T07:32:00Z')
const at = (seconds: number) => start + seconds * 1000
const alarm = (id: string, severity: AlarmSeverity, more: Partial<Alarm> = {}) =>
  buildAlarm({ _id: id, severity, ...more })

/** The sounds that play when the clock advances second by second, as in the panel. */
function listPlayed(seconds: number, open: readonly Alarm[], from = initialSoundState) {
  const played: [second: number, severity: AlarmSeverity][] = []
  let state = from
  for (let second = 0; second <= seconds; second++) {
    const next = computeNextSound(state, open, at(second))
    state = next.state
    if (next.play) played.push([second, next.play])
  }
  return { played, state }
}

test('a high alarm sounds at once and every ten seconds until it is acknowledged', () => {
  const { played, state } = listPlayed(21, [alarm('a', 'high')])
  expect(played).toEqual([
    [0, 'high'],
    [10, 'high'],
    [20, 'high'],
  ])
  const seen = [alarm('a', 'high', { state: 'acknowledged' })]
  expect(computeNextSound(state, seen, at(31)).play).toBeUndefined()
})

test('a medium alarm is repeated every 25 seconds, a low alarm sounds once', () => {
  expect(listPlayed(51, [alarm('a', 'medium')]).played.map(([second]) => second)).toEqual([0, 25, 50])
  expect(listPlayed(600, [alarm('a', 'low')]).played).toEqual([[0, 'low']])
})

test('the most severe of several alarms sounds', () => {
  const { played } = listPlayed(9, [alarm('a', 'low'), alarm('b', 'high'), alarm('c', 'medium')])
  expect(played).toEqual([[0, 'high']])
})

test('a new alarm as severe as the ongoing ones sounds at once, after the pattern that is playing', () => {
  const one = [alarm('a', 'high')]
  const { state } = listPlayed(1, one)
  const two = [...one, alarm('b', 'high')]
  expect(computeNextSound(state, two, at(1)).play).toBeUndefined()
  expect(computeNextSound(state, two, at(2)).play).toBe('high')
})

test('an alarm that worsens interrupts its earlier pattern', () => {
  const { state } = listPlayed(0, [alarm('a', 'medium')])
  expect(computeNextSound(state, [alarm('a', 'high')], at(1)).play).toBe('high')
})

test('a snoozed alarm is silent and sounds again by itself when the snooze ends', () => {
  const open = [alarm('a', 'high', { snoozed_until: new Date(at(300)).toISOString() })]
  expect(listAudibleAlarms(open, at(299))).toEqual([])
  const { state } = listPlayed(299, open)
  expect(computeNextSound(state, open, at(300)).play).toBe('high')
})

test('mute lasts two minutes at most and ends by itself', () => {
  const open = [alarm('a', 'high')]
  const quiet = muteSound(listPlayed(1, open).state, open, at(1))
  expect(quiet.mute?.until).toBe(at(1) + muteMs)
  const { played } = listPlayed(125, open, quiet)
  expect(played).toEqual([[121, 'high']])
})

test('during mute a new alarm sounds only when it is more severe than the muted ones', () => {
  const open = [alarm('a', 'medium')]
  const quiet = muteSound(listPlayed(1, open).state, open, at(1))
  expect(computeNextSound(quiet, [...open, alarm('b', 'medium')], at(20)).play).toBeUndefined()
  const broken = computeNextSound(quiet, [...open, alarm('b', 'high')], at(20))
  expect(broken.play).toBe('high')
  expect(broken.state.mute).toBeUndefined()
})

test('a low alarm raised during mute sounds once when mute ends', () => {
  const open = [alarm('a', 'low')]
  const quiet = muteSound(listPlayed(1, open).state, open, at(1))
  const { played } = listPlayed(200, [...open, alarm('b', 'low')], quiet)
  expect(played).toEqual([[121, 'low']])
})

test('mute does nothing when no alarm sounds', () => {
  expect(muteSound(initialSoundState, [alarm('a', 'high', { state: 'acknowledged' })], start)).toBe(
    initialSoundState,
  )
})

test('the state stays the same object while nothing changes', () => {
  const open = [alarm('a', 'high')]
  const { state } = listPlayed(0, open)
  expect(computeNextSound(state, open, at(3)).state).toBe(state)
})

test('patterns have the pulses of their priority and end before they are repeated', () => {
  expect(patterns.high).toHaveLength(5)
  expect(patterns.medium).toHaveLength(3)
  expect(patterns.low).toHaveLength(1)
  for (const severity of ['high', 'medium', 'low'] as const) {
    const ends = patterns[severity].map(({ at: begins, lasts }) => begins + lasts)
    expect(Math.max(...ends) * 1000).toBeLessThan(repeatMs[severity])
  }
})
