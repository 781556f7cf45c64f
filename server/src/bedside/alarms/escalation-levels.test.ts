import { standardTimes } from 'contract'
import { describe, expect, test } from 'vitest'
import { computeEscalation, type Level, pickNextLevel } from './escalation-levels.ts'

const now = '2026-11-05T08:00:00.000Z'
const people = { nurse_in_charge: 1, doctor: 2, everybody: 14 }
const from = (level: Level, tellings = 1) =>
  computeEscalation({ level, tellings, severity: 'high' }, people, standardTimes, now)
const computeDelaySeconds = (at: string | null) => (Date.parse(at ?? '') - Date.parse(now)) / 1000

describe('an alarm that nobody acts on', () => {
  test('goes from the ward to its nurse in charge, its doctor, and all who may act', () => {
    expect(
      (['ward', 'nurse_in_charge', 'doctor', 'everybody'] as const).map((one) => from(one).level),
    ).toEqual(['nurse_in_charge', 'doctor', 'everybody', 'everybody'])
  })

  test('skips a level at which there is nobody to notify', () => {
    expect(pickNextLevel('ward', { ...people, nurse_in_charge: 0 })).toBe('doctor')
    expect(pickNextLevel('ward', { ...people, nurse_in_charge: 0, doctor: 0 })).toBe('everybody')
    expect(pickNextLevel('ward', { nurse_in_charge: 0, doctor: 0, everybody: 0 })).toBe('everybody')
  })

  test('stays at each level for its own time, and is repeated at a slower pace', () => {
    const waits = (['ward', 'nurse_in_charge', 'doctor'] as const).map((one) =>
      computeDelaySeconds(from(one, 0).escalatesAt),
    )
    expect(waits).toEqual([120, 300, 600])
  })

  test('ends its escalation when the last level has been notified as often as is set', () => {
    expect(from('everybody', 6)).toMatchObject({ tellings: 7, told: 14, isEnd: true, escalatesAt: null })
    expect(from('everybody', 5)).toMatchObject({ tellings: 6, isRetold: true, isEnd: false })
    const once = computeEscalation(
      { level: 'doctor', tellings: 1, severity: 'high' },
      people,
      { ...standardTimes, retellings: 0 },
      now,
    )
    expect(once).toMatchObject({ level: 'everybody', isRetold: false, isEnd: true, escalatesAt: null })
  })
})
