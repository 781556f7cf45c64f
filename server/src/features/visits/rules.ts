import {
  type Body,
  clockToleranceMs,
  deathDispositions,
  type FieldProblem,
  getWaitStart,
  settleTypedMinute,
  type VisitFacts,
  type visits,
} from 'contract'
import type { VisitState } from '../../patient-flow/visit-acts.ts'
import type { VisitTimes } from './queries.ts'

const minute = 60_000
/** An arrival is typed in later when the panel was down; one from longer ago is a typing error. */
const oldestArrivalMs = 7 * 24 * 60 * minute

type Told = {
  visited_at?: string | undefined
  onset_at: string | null
  is_accident: boolean | null
  accident: object | null
  pregnancy: string
  pregnancy_weeks: number | null
}
type Arriving = {
  now: string
  /** The first instant of the day of birth; null if it is unknown. */
  bornAt: string | null
  gender: string
  /** The first thing that was done with the patient in this visit. */
  begunAt?: string | null
  /** When they came again, or were admitted since. */
  nextAt?: string | null
  /** The arrival as it was told so far. */
  toldAt?: string | null
}

/**
 * Problems of an arrival. It is never ahead of now: whoever has just arrived can be seen and can leave. Nor is it
 * before the birth, or after what was done with the patient.
 */
export function validateArrival(
  { visited_at, onset_at, is_accident, accident, pregnancy, pregnancy_weeks }: Told,
  { now, bornAt, gender, begunAt = null, nextAt = null, toldAt = null }: Arriving,
): { field: string; message: string }[] {
  const present = Date.parse(now)
  const arrived = visited_at === undefined ? present : Date.parse(visited_at)
  const onset = onset_at === null ? undefined : Date.parse(onset_at)
  const oldest = Math.min(present, toldAt === null ? present : Date.parse(toldAt)) - oldestArrivalMs
  return [
    ...(arrived > present ? [{ field: 'visited_at', message: 'date-in-future' }] : []),
    ...(bornAt !== null && arrived < Date.parse(bornAt)
      ? [{ field: 'visited_at', message: 'before-birth' }]
      : []),
    ...(begunAt !== null && arrived > Date.parse(begunAt)
      ? [{ field: 'visited_at', message: 'arrived-after-begun' }]
      : nextAt !== null && arrived > Date.parse(nextAt)
        ? [{ field: 'visited_at', message: 'come-again-by-then' }]
        : []),
    ...(arrived < oldest ? [{ field: 'visited_at', message: 'date-too-old' }] : []),
    ...(onset !== undefined && onset > present + clockToleranceMs
      ? [{ field: 'onset_at', message: 'date-in-future' }]
      : []),
    ...(is_accident === false && accident !== null ? [{ field: 'accident', message: 'choice-invalid' }] : []),
    ...(gender === 'male' && (pregnancy === 'yes' || pregnancy === 'unknown')
      ? [{ field: 'pregnancy', message: 'pregnant-man' }]
      : []),
    ...(pregnancy !== 'yes' && pregnancy_weeks !== null
      ? [{ field: 'pregnancy_weeks', message: 'not-pregnant' }]
      : []),
  ]
}

type Begun = Pick<VisitTimes, 'first_triaged_at' | 'left_at' | 'first_seen_at' | 'opd_seen_at' | 'er_since'>

/** What was done first with the patient of a visit: triage, a doctor, the emergency room, or that they left. */
export function findBegun({
  first_triaged_at,
  left_at,
  first_seen_at,
  opd_seen_at,
  er_since,
}: Begun): string | null {
  const done = [first_triaged_at, left_at, first_seen_at, opd_seen_at, er_since].filter((at) => at !== null)
  return done.toSorted((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null
}

/** When a doctor first saw the patient: a time that was typed to the minute is not before the arrival in it. */
export const settleSeen = (at: string, times: Pick<VisitTimes, 'visited_at' | 'er_since'>): string =>
  toIso(settleTypedMinute(at, [getWaitStart(times)]))

/** When the patient left: a time that was typed to the minute is not before what was done with them in it. */
export const settleLeft = (at: string, times: VisitTimes): string =>
  toIso(settleTypedMinute(at, [getWaitStart(times), times.last_triaged_at, times.first_seen_at]))

/** The corrected times of a visit, of which each that was typed to the minute is not before what comes before it. */
export function settleTimes(given: Partial<VisitFacts>, noted: VisitTimes): Partial<VisitFacts> {
  const { visited_at = noted.visited_at, opd_seen_at } = given
  const first_seen_at =
    given.first_seen_at == null
      ? given.first_seen_at
      : settleSeen(given.first_seen_at, { ...noted, visited_at })
  const times = {
    ...noted,
    visited_at,
    first_seen_at: first_seen_at === undefined ? noted.first_seen_at : first_seen_at,
  }
  return {
    ...given,
    ...(opd_seen_at != null && { opd_seen_at: toIso(settleTypedMinute(opd_seen_at, [visited_at])) }),
    ...(first_seen_at !== undefined && { first_seen_at }),
    ...(given.left_at != null && { left_at: settleLeft(given.left_at, times) }),
  }
}

const toIso = (at: string) => new Date(at).toISOString()

/** Problems of another desk: whoever was triaged or seen at one belongs there, or is sent on. */
export function validateKind(
  times: VisitTimes,
  { is_open, decided }: Pick<VisitState, 'is_open' | 'decided'>,
): FieldProblem[] {
  const hasBegun = !is_open || decided !== null || findBegun(times) !== null
  return hasBegun ? [{ field: 'kind', message: 'visit-begun' }] : []
}

/** Problems of when a doctor first saw the patient where they are. Null: none has yet. */
export function validateSeen(
  seenAt: string | null,
  { left_at, ...times }: Pick<VisitTimes, 'visited_at' | 'er_since' | 'left_at'>,
  now: string,
  field = 'at',
): FieldProblem[] {
  if (seenAt === null) return []
  return [
    ...listInstantProblems(seenAt, { since: getWaitStart(times), now, field }),
    ...(left_at !== null && Date.parse(seenAt) > Date.parse(left_at)
      ? [{ field, message: 'seen-after-left' }]
      : []),
  ]
}

/** Problems of when a doctor of the clinic saw whoever was sent from there to the emergency room. Null: none did. */
export function validateSeenInClinic(
  seenAt: string | null,
  { visited_at, er_since }: Pick<VisitTimes, 'visited_at' | 'er_since'>,
): FieldProblem[] {
  const field = 'opd_seen_at'
  if (er_since === null) return [{ field, message: 'not-sent-to-er' }]
  if (seenAt === null) return []
  if (Date.parse(seenAt) < Date.parse(visited_at)) return [{ field, message: 'before-arrival' }]
  return Date.parse(seenAt) > Date.parse(er_since) ? [{ field, message: 'seen-after-sent' }] : []
}

/** Problems of when the patient left: not before what was done with them. */
export function validateLeft(
  leftAt: string,
  { last_triaged_at, first_seen_at, ...times }: VisitTimes,
  now: string,
  field = 'at',
): FieldProblem[] {
  const problems = listInstantProblems(leftAt, { since: getWaitStart(times), now, field })
  const isEarlier = [last_triaged_at, first_seen_at].some(
    (at) => at !== null && Date.parse(leftAt) < Date.parse(at),
  )
  return problems.length === 0 && isEarlier ? [{ field, message: 'left-before-seen' }] : problems
}

/** Problems of a corrected time at which the patient left: nor is it after what began with them since. */
export function validateCorrectedLeft(times: VisitTimes, now: string): FieldProblem[] {
  const { left_at, is_ended, next_at } = times
  const field = 'left_at'
  if (left_at === null || !is_ended) return [{ field, message: 'left-not-noted' }]
  return [
    ...validateLeft(left_at, times, now, field),
    ...(next_at !== null && Date.parse(left_at) > Date.parse(next_at)
      ? [{ field, message: 'come-again-by-then' }]
      : []),
  ]
}

/** Problems of a corrected disposition: whoever came again has not died. */
export function validateDisposition(
  disposition: number | null,
  { is_ended, next_at }: VisitTimes,
): FieldProblem[] {
  const field = 'disposition'
  if (!is_ended) return [{ field, message: 'left-not-noted' }]
  return isDeath(disposition) && next_at !== null ? [{ field, message: 'come-again-by-then' }] : []
}

export const isDeath = (disposition: number | null | undefined) =>
  disposition != null && deathDispositions.includes(disposition)

/** Whether a correction says of somebody who was said to have died that they have not. */
export const saysAlive = ({ before, after }: Record<'before' | 'after', Partial<VisitFacts>>): boolean =>
  isDeath(before.disposition) && !isDeath(after.disposition)

function listInstantProblems(
  at: string,
  { since, now, field }: { since: string; now: string; field: string },
): FieldProblem[] {
  if (Date.parse(at) > Date.parse(now) + clockToleranceMs) return [{ field, message: 'date-in-future' }]
  return Date.parse(at) < Date.parse(since) ? [{ field, message: 'before-arrival' }] : []
}

/**
 * What a correction changes, with what has no meaning without it: the weeks, and what was known of an accident or a
 * referral.
 */
export function completeCorrection(
  held: VisitFacts,
  changed: Body<typeof visits.correct>['changed'],
): Partial<VisitFacts> {
  const given = changed as Partial<VisitFacts>
  const { source, is_accident, pregnancy } = { ...held, ...given }
  return {
    ...given,
    ...('source' in given && source !== 3 && { referring_hospital: null, referral_number: null }),
    ...('is_accident' in given && is_accident !== true && { accident: null }),
    ...('pregnancy' in given && pregnancy !== 'yes' && { pregnancy_weeks: null }),
  }
}
