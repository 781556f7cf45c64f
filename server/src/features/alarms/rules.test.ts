import { describe, expect, test } from 'vitest'
import {
  type CountedAlarm,
  computeBurden,
  computeBurdenByRule,
  countDaysPassed,
  isInForce,
  isStillJustified,
  listOffBounds,
  toStoredSetting,
  validateClearing,
  validateNotifySettings,
  validateSnooze,
} from './rules.ts'

const raised = '2026-11-05T00:00:00Z'
const after = (seconds: number) => new Date(Date.parse(raised) + seconds * 1000).toISOString()
const alarm = (more: Partial<CountedAlarm> = {}): CountedAlarm => ({
  ward_id: null,
  rule: 'pulse-high',
  severity: 'medium',
  raised_at: raised,
  acknowledged_at: null,
  clearing: null,
  is_escalated: false,
  ...more,
})
const none = { critical_low: null, low: null, high: null, critical_high: null }

describe('the burden of a ward', () => {
  test('is its alarms per bed and day', () => {
    expect(computeBurden([alarm(), alarm(), alarm()], 6, 0.5).alarms_per_bed_day).toBe(1)
  })

  test('has no rate without beds or before any time has passed', () => {
    expect(computeBurden([alarm()], 0, 1).alarms_per_bed_day).toBeNull()
    expect(computeBurden([alarm()], 6, 0).alarms_per_bed_day).toBeNull()
  })

  test('counts alarms by severity, and escalated ones', () => {
    const counted = computeBurden(
      [alarm({ severity: 'high', is_escalated: true }), alarm(), alarm(), alarm({ severity: 'low' })],
      1,
      1,
    )
    expect(counted).toMatchObject({ alarms: 4, high: 1, medium: 2, low: 1, escalated: 1 })
  })

  test('computes the time to acknowledge from the acknowledged alarms, as one that was measured', () => {
    const waits = [10, 20, 30, 40, 100].map((seconds) => alarm({ acknowledged_at: after(seconds) }))
    const { median_seconds_to_acknowledge, p90_seconds_to_acknowledge } = computeBurden(
      [...waits, alarm()],
      1,
      1,
    )
    expect(median_seconds_to_acknowledge).toBe(30)
    expect(p90_seconds_to_acknowledge).toBe(100)
    expect(computeBurden([alarm()], 1, 1).median_seconds_to_acknowledge).toBeNull()
  })

  test('counts as "without action" the cleared alarms that ended by themselves unacknowledged', () => {
    const counted = [
      alarm({ clearing: 'recovered' }),
      alarm({ clearing: 'recovered', acknowledged_at: after(5) }),
      alarm({ clearing: 'person' }),
      alarm({ clearing: 'moved' }),
      alarm(),
    ]
    expect(computeBurden(counted, 1, 1).percent_without_action).toBe(25)
    expect(computeBurden([alarm()], 1, 1).percent_without_action).toBeNull()
  })

  test('is listed by rule, the most frequent first', () => {
    const rules = computeBurdenByRule([
      alarm({ rule: 'fall', clearing: 'person' }),
      alarm({ clearing: 'recovered' }),
      alarm(),
    ])
    expect(rules).toEqual([
      { rule: 'pulse-high', alarms: 2, percent_without_action: 100 },
      { rule: 'fall', alarms: 1, percent_without_action: 0 },
    ])
  })

  test('counts the days that have passed, and not those to come', () => {
    const tomorrow = '2026-11-06T00:00:00Z'
    expect(countDaysPassed(raised, tomorrow, '2026-11-09T00:00:00Z')).toBe(1)
    expect(countDaysPassed(raised, tomorrow, '2026-11-05T06:00:00Z')).toBe(0.25)
    expect(countDaysPassed(raised, tomorrow, '2026-11-04T00:00:00Z')).toBe(0)
  })
})

describe('an alarm', () => {
  test('of high severity can be silenced for ten minutes at most', () => {
    expect(validateSnooze('high', 10)).toEqual([])
    expect(validateSnooze('high', 15)).toEqual([{ field: 'minutes', message: 'snooze-too-long' }])
    expect(validateSnooze('medium', 30)).toEqual([])
  })

  test('is closed with an outcome after a fall, and with a note while its cause lasts', () => {
    const lasting = { rule: 'spo2-low', ended_at: null }
    const fall = { rule: 'fall', ended_at: null }
    expect(validateClearing(fall, { outcome: null, note: 'seen' })).toMatchObject([{ field: 'outcome' }])
    expect(validateClearing(fall, { outcome: 'no-harm', note: null })).toEqual([])
    expect(validateClearing(lasting, { outcome: null, note: null })).toMatchObject([{ field: 'note' }])
    expect(validateClearing(lasting, { outcome: null, note: 'probe' })).toEqual([])
    expect(validateClearing({ ...lasting, ended_at: raised }, { outcome: null, note: null })).toEqual([])
  })

  test('is still justified only on the side of the limits on which it was raised', () => {
    const limits = { ...none, low: 50, high: 110 }
    expect(isStillJustified({ rule: 'pulse-high', value: 120 }, 'pulse', limits)).toBe(true)
    expect(isStillJustified({ rule: 'pulse-low', value: 120 }, 'pulse', limits)).toBe(false)
    expect(isStillJustified({ rule: 'pulse-high', value: 110 }, 'pulse', limits)).toBe(false)
    expect(isStillJustified({ rule: 'pulse-high', value: 120 }, 'pulse', undefined)).toBe(false)
  })
})

describe('an alarm setting', () => {
  const wanted = { mode: 'own' as const, limits: { ...none, high: 120 }, reason: null, until: null }

  test('that is off needs a reason, and an end in the future', () => {
    const off = {
      ...wanted,
      vital: 'pulse' as const,
      mode: 'disabled' as const,
      until: raised,
      offBounds: [],
    }
    expect(validateNotifySettings([off, { ...off, vital: 'spo2', until: null }], raised)).toEqual([
      { field: 'reason', message: 'reason-required' },
      { field: 'settings.pulse.until', message: 'date-in-past' },
    ])
    expect(validateNotifySettings([{ ...off, reason: 'palliative', until: after(1) }], raised)).toEqual([])
    const tooLong = new Date(Date.parse(raised) + 31 * 24 * 60 * 60_000).toISOString()
    expect(validateNotifySettings([{ ...off, reason: 'palliative', until: tooLong }], raised)).toEqual([
      { field: 'settings.pulse.until', message: 'off-too-long' },
    ])
  })

  test('that drops a limit of the hospital needs a reason and an end, as one that is off does', () => {
    const standard = { critical_low: 41, low: 50, high: 110, critical_high: 130 }
    const kept = { ...standard, high: 120, critical_high: 140 }
    expect(listOffBounds({ mode: 'own', limits: kept }, standard)).toEqual([])
    expect(listOffBounds({ mode: 'disabled', limits: null }, standard)).toEqual([])
    const offBounds = listOffBounds(wanted, standard)
    expect(offBounds).toEqual(['critical_low', 'low', 'critical_high'])
    const dropping = { ...wanted, vital: 'pulse' as const, offBounds }
    expect(validateNotifySettings([dropping], raised)).toEqual([
      { field: 'reason', message: 'reason-required' },
      { field: 'settings.pulse.until', message: 'off-without-end' },
    ])
    expect(validateNotifySettings([{ ...dropping, reason: 'ICD', until: after(1) }], raised)).toEqual([])
    expect(validateNotifySettings([{ ...dropping, offBounds: [] }], raised)).toEqual([])
  })

  test('stores limits only in the mode "own", and an end only if it is not the default', () => {
    expect(toStoredSetting({ ...wanted, mode: 'disabled', until: raised }, raised)).toMatchObject({
      limits: null,
      until: raised,
    })
    expect(toStoredSetting({ ...wanted, mode: 'default', until: raised }, raised)).toMatchObject({
      limits: null,
      until: null,
    })
  })

  test('is the standard again after it has expired', () => {
    expect(isInForce({ mode: 'own', until: raised }, raised)).toBe(false)
    expect(isInForce({ mode: 'own', until: after(1) }, raised)).toBe(true)
    expect(isInForce({ mode: 'disabled', until: null }, raised)).toBe(true)
    expect(isInForce({ mode: 'default', until: null }, raised)).toBe(false)
  })
})
