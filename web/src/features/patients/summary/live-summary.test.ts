import { daySteps, type LatestValue, trendMinutes } from 'contract'
import { expect, test, vi } from 'vitest'
import type { NumberedEvent } from '../../../live/live.ts'
import { type Summary, updateSummary } from './live-summary.ts'

const patient_id = '0191e5c0-0000-7000-8000-000000000001'
const begins = Date.parse('2026-11-04T07:45:00.000Z')
const stepMs = trendMinutes * 60_000
/** The instant so many minutes into a step of the day. */
const atStep = (step: number, minutes = 1) =>
  new Date(begins + step * stepMs + minutes * 60_000).toISOString()

const value = (
  vital: LatestValue['vital'],
  number: number,
  more: Partial<LatestValue> = {},
): LatestValue => ({
  vital,
  value: number,
  second: null,
  note: null,
  measured_at: atStep(daySteps - 1),
  source: 'watch',
  is_derived: false,
  ...more,
})

const shown: Summary = {
  patient_id,
  latest: [value('pulse', 80, { measured_at: atStep(daySteps - 1, 0) })],
  own_limits: [],
  earlier: [],
  trends: [],
  begins_at: new Date(begins).toISOString(),
  devices: [],
  event: '10',
}

type Heard = Extract<NumberedEvent['event'], { kind: 'latest' }>['patients'][number]
const heard = (number: number, latest: LatestValue[], more: Partial<Heard> = {}): NumberedEvent => ({
  number,
  event: { kind: 'latest', patients: [{ patient_id, latest, ...more }] },
})

function listSteps({ trends }: Summary, vital: string) {
  const steps = trends.find((one) => one.vital === vital)?.steps ?? []
  return steps.flatMap((step, at) => (step ? [[at, step.low, step.high]] : []))
}

test('a value that arrives is the newest, and the one before is what it is compared with', () => {
  const next = updateSummary(shown, [heard(11, [value('pulse', 92)])])
  expect(next.latest).toEqual([value('pulse', 92)])
  expect(next.earlier).toMatchObject([{ vital: 'pulse', value: 80 }])
  expect(next.event).toBe('11')
  const later = updateSummary(next, [heard(12, [value('pulse', 95)])])
  expect(later.earlier).toMatchObject([{ vital: 'pulse', value: 80 }])
})

test('the last day has its extremes, also those that were not the newest when they arrived', () => {
  const next = updateSummary(shown, [
    heard(11, [value('pulse', 92), value('blood_pressure', 130, { second: 85 }), value('news2', 3)], {
      extremes: [{ vital: 'pulse', low: 60, high: 140 }],
    }),
    heard(12, [value('pulse', 95)]),
  ])
  expect(listSteps(next, 'pulse')).toEqual([[daySteps - 1, 60, 140]])
  expect(listSteps(next, 'systolic')).toEqual([[daySteps - 1, 130, 130]])
  expect(listSteps(next, 'diastolic')).toEqual([[daySteps - 1, 85, 85]])
  expect(listSteps(next, 'news2')).toEqual([[daySteps - 1, 3, 3]])
})

test('a value stands in the step of its time, and the day moves on with the newest', () => {
  const late = updateSummary(shown, [heard(11, [value('pulse', 70, { measured_at: atStep(3) })])])
  expect(listSteps(late, 'pulse')).toEqual([[3, 70, 70]])
  const next = updateSummary(late, [heard(12, [value('pulse', 99, { measured_at: atStep(daySteps + 1) })])])
  expect(listSteps(next, 'pulse')).toEqual([
    [1, 70, 70],
    [daySteps - 1, 99, 99],
  ])
  expect(next.begins_at).toBe(new Date(begins + 2 * stepMs).toISOString())
})

test('what is older than the day, of another patient, or known already changes nothing that is drawn', () => {
  const old = value('spo2', 90, { measured_at: new Date(begins - 1).toISOString() })
  expect(updateSummary(shown, [heard(11, [old])]).trends).toEqual([])
  const other = heard(11, [value('pulse', 130)], { patient_id: '0191e5c0-0000-7000-8000-000000000002' })
  expect(updateSummary(shown, [other])).toBe(shown)
  expect(updateSummary(shown, [heard(10, [value('pulse', 130)])])).toBe(shown)
})

test('a device that the patient gets is worn, and one that somebody else gets is not', () => {
  const watch = {
    _id: '0191e5c0-0000-7000-8000-0000000000d1',
    kind: 'watch' as const,
    name: 'Watch 1',
    status: 'connected' as const,
    battery: 80,
    last_seen_at: null,
  }
  const event = (number: number, wearer: string | null): NumberedEvent => ({
    number,
    event: { kind: 'device', devices: [{ ...watch, patient_id: wearer }] },
  })
  const worn = updateSummary(shown, [event(11, patient_id)])
  expect(worn.devices).toEqual([watch])
  expect(updateSummary(worn, [event(12, null)]).devices).toEqual([])
})

test('a value of a clock that is ahead is drawn at the end of the day and moves no other value out of it', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(atStep(daySteps - 1)) })
  const now = updateSummary(shown, [heard(11, [value('pulse', 92)])])
  const next = updateSummary(now, [
    heard(12, [value('spo2', 97, { measured_at: '2027-11-05T07:32:00.000Z' })]),
  ])
  vi.useRealTimers()
  expect(next.begins_at).toBe(shown.begins_at)
  expect(listSteps(next, 'pulse')).toEqual([[daySteps - 1, 92, 92]])
  expect(listSteps(next, 'spo2')).toEqual([[daySteps - 1, 97, 97]])
})
