import { act, renderHook } from '@testing-library/react'
import { type OwnLimits, standardLimits } from 'contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAlarmLimits } from './use-alarm-limits.ts'

const at = Date.parse('2026-11-05T07:00:00.000Z')
beforeEach(() => vi.useFakeTimers({ now: at }))
afterEach(() => vi.useRealTimers())

const limits = { critical_low: 80, low: 88, high: 92, critical_high: null }
const patient = { date_of_birth: '1960-03-01' }
const { adult } = standardLimits

function judge(...own_limits: OwnLimits[]) {
  return renderHook(() => useAlarmLimits(standardLimits, { patient, own_limits })).result
}

test('limits of the patient’s own replace the hospital’s for that vital sign', () => {
  expect(judge().current).toEqual(adult)
  expect(judge({ vital: 'spo2', limits, until: null }).current).toEqual({ ...adult, spo2: limits })
})

test('limits of the patient’s own hold until they end, also while they are shown', () => {
  const until = new Date(at + 60_000).toISOString()
  const judged = judge({ vital: 'spo2', limits, until })
  expect(judged.current.spo2).toEqual(limits)
  act(() => {
    vi.advanceTimersByTime(50_000)
  })
  expect(judged.current.spo2).toEqual(limits)
  act(() => {
    vi.advanceTimersByTime(15_000)
  })
  expect(judged.current).toEqual(adult)
})
