import {
  type Alarm,
  type AlarmTimes,
  compareSickness,
  computeAgeBand,
  findLastObserved,
  type LiveEvent,
  news2KeptMs,
  type Sickness,
  unobservedVitals,
  type WardBoardRow,
} from 'contract'
import { listMissingParts, type ScoreParameter } from '../../../clinical/vitals/score.ts'
import type { WardBoardView } from './list-query.ts'

/** The open alarms of one patient, the most urgent first. */
export type PatientAlarms = readonly Alarm[]

/** Whether no vital sign was measured for so long that nobody knows how the patient is. */
export function isUnobserved({ latest }: Pick<WardBoardRow, 'latest'>, now: number): boolean {
  const observed = findLastObserved(latest)
  return observed === undefined || now - Date.parse(observed) >= news2KeptMs
}

export function getSickness(
  { latest }: Pick<WardBoardRow, 'latest'>,
  alarms: PatientAlarms,
  now: number,
): Sickness {
  return {
    score: latest.find(({ vital }) => vital === 'news2')?.value ?? undefined,
    isObserved: !isUnobserved({ latest }, now),
    alarm: alarms[0]?.severity,
    unseenAlarm: alarms.find(({ acknowledged_at }) => acknowledged_at === null)?.severity,
  }
}

/** The rows with the sickest first; those who are equally sick in the order of the server, which is by bed. */
export function sortBySickness(
  rows: readonly WardBoardRow[],
  findAlarms: (patientId: string) => PatientAlarms,
  { times, now }: { times: AlarmTimes; now: number },
): WardBoardRow[] {
  return rows
    .map((row) => ({ row, sickness: getSickness(row, findAlarms(row.patient._id), now) }))
    .toSorted((one, other) => compareSickness(one.sickness, other.sickness, times))
    .map(({ row }) => row)
}

type ShownBoard = Pick<WardBoardView, 'sort' | 'filters'> & {
  rows: readonly { patient: { _id: string } }[]
  /** Whether there are patients on other pages. */
  isPaged: boolean
}

/**
 * Whether an event may change who is on a board, or an order that only the server knows. A board on one page keeps the
 * sickest first by itself; on several, whoever is on another may be the sickest by an alarm.
 */
export function mayChangeBoard(event: LiveEvent, { sort, filters, rows, isPaged }: ShownBoard): boolean {
  if (event.kind === 'alarm') return filters.alarm !== undefined || (isPaged && sort === undefined)
  if (event.kind === 'device') return filters.device_status !== undefined
  if (event.kind !== 'latest') return false
  const countsScore = sort?.field === 'news2'
  const countsTime = sort?.field === 'observed' || filters.is_unobserved === true
  return event.patients.some(
    ({ patient_id, latest }) =>
      (isPaged || rows.some(({ patient }) => patient._id === patient_id)) &&
      latest.some(({ vital }) =>
        vital === 'news2' ? countsScore : countsTime && !unobservedVitals.includes(vital),
      ),
  )
}

/** What a board can say of a patient's NEWS2. */
export type ScoreState =
  /** `oldestAt`: when its oldest part was measured. `isOld`: too long ago for it to hold now. */
  | { kind: 'score'; value: number; oldestAt: string; isOld: boolean }
  /** No vital sign was ever measured. */
  | { kind: 'unmeasured' }
  /** It is a score for people of 16 years and older whose age is known. */
  | { kind: 'child' }
  | { kind: 'age-unknown' }
  /** It is no score for whoever is pregnant. */
  | { kind: 'pregnant' }
  /** These parts were not measured, or too long ago. */
  | { kind: 'incomplete'; missing: ScoreParameter[] }

export function describeScore(
  {
    latest,
    patient: { date_of_birth },
    is_pregnant,
  }: Pick<WardBoardRow, 'latest' | 'patient' | 'is_pregnant'>,
  { now, today }: { now: number; today: string },
): ScoreState {
  const score = latest.find(({ vital }) => vital === 'news2')
  if (typeof score?.value === 'number') {
    const oldestAt = score.note ?? score.measured_at
    return { kind: 'score', value: score.value, oldestAt, isOld: Date.parse(oldestAt) <= now - news2KeptMs }
  }
  if (findLastObserved(latest) === undefined) return { kind: 'unmeasured' }
  if (is_pregnant) return { kind: 'pregnant' }
  if (date_of_birth === null) return { kind: 'age-unknown' }
  if (computeAgeBand(date_of_birth, today) !== 'adult') return { kind: 'child' }
  return { kind: 'incomplete', missing: listMissingParts(latest, now) }
}
