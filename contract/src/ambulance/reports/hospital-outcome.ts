import { countNights, toStayOutcome } from '../../clinical/discharge.ts'
import { toBangkokDay } from '../../clinical/shifts.ts'
import type { StayOutcome } from '../../patient-flow/admission-codes.ts'
import { addDays } from '../../wire/report-span.ts'
import { toStartOfDay } from '../../wire/thai.ts'

/** The stay that began when an ambulance had brought the patient. */
export type BroughtStay = {
  an: string
  admitted_at: string
  discharged_at: string | null
  discharge_status: number | null
  discharge_type: number | null
  goes_home_to_die: boolean
}
/** The visit that began at the arrival. */
export type BroughtVisit = {
  vn: string
  visited_at: string
  left_at: string | null
  disposition: number | null
}

/**
 * What the records of the hospital say of a patient whom an ambulance brought. `outcome` is null where they do not say
 * it; a person confirms it in any case.
 */
export type OutcomeSuggestion = {
  source: { kind: 'STAY' | 'VISIT'; number: string; from: string; to: string | null }
  was_admitted: boolean
  days: number | null
  outcome: StayOutcome | null
}

/** The last day of the month in which a mission was called: until then the sheet is sent. */
export function findMonthEnd(calledAt: string): string {
  const [year = 0, month = 0] = toBangkokDay(calledAt).split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** How visits end that say how the patient fared: referred, died, refused treatment, left. */
const outcomeOfDisposition: Readonly<Record<number, StayOutcome>> = {
  3: 'ELSEWHERE',
  4: 'DIED',
  7: 'REFUSED',
  8: 'REFUSED',
}

type Brought = { called_at: string; stay: BroughtStay | null; visit: BroughtVisit | null }

/**
 * What to suggest at an instant. A stay that lasts beyond the month of the mission is "still treated", from the month's
 * last day on; until then nothing is suggested of one that lasts. What happened after the month does not count.
 */
export function suggestHospitalOutcome(
  { called_at, stay, visit }: Brought,
  now: string,
): OutcomeSuggestion | null {
  if (stay) return suggestFromStay(stay, findMonthEnd(called_at), now)
  if (!visit || visit.left_at === null || visit.disposition === null) return null
  return {
    source: { kind: 'VISIT', number: visit.vn, from: visit.visited_at, to: visit.left_at },
    was_admitted: visit.disposition === 2,
    days: null,
    outcome: outcomeOfDisposition[visit.disposition] ?? null,
  }
}

function suggestFromStay(stay: BroughtStay, monthEnd: string, now: string): OutcomeSuggestion {
  const afterMonth = toStartOfDay(addDays(monthEnd, 1))
  const leftInMonth =
    stay.discharged_at !== null && Date.parse(stay.discharged_at) < Date.parse(afterMonth)
      ? stay.discharged_at
      : null
  const today = toBangkokDay(now)
  const lastDay = leftInMonth === null ? (today < monthEnd ? today : monthEnd) : toBangkokDay(leftInMonth)
  const outcome = toStayOutcome({ ...stay, discharged_at: leftInMonth })
  const isKnown = outcome !== 'UNKNOWN' && (outcome !== 'STILL_IN' || today >= monthEnd)
  return {
    source: { kind: 'STAY', number: stay.an, from: stay.admitted_at, to: stay.discharged_at },
    was_admitted: true,
    days: Math.max(0, countNights(toBangkokDay(stay.admitted_at), lastDay)),
    outcome: isKnown ? outcome : null,
  }
}
