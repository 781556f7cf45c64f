import {
  type AlarmTimes,
  ageBandOn,
  breachOf,
  type GlucoseUnit,
  glucoseReadings,
  glucoseToldIn,
  type Limits,
  limitsAtAnyAge,
} from 'contract'
import { dateIn, hospitalTimeZone, isoOf } from '../core/moments.ts'
import { callAgain, type Raised, raiseAlarms, tellOf } from './alarm-book.ts'
import type { Bedside } from './context.ts'
import type { Placed } from './store.ts'
import { watchOver } from './watched.ts'
import { whoseOf } from './whose.ts'

/**
 * Reads a glucose that was told without its unit: in the unit that somebody has said, or where nobody has, in the only
 * one in which anybody can have it. Else it waits for a person to say and has no value until then. So does one that
 * cannot be in the unit that was said: that is the wrong one.
 */
export function readGlucose(one: Placed, unit: GlucoseUnit | null): void {
  if (typeof one.toldGlucose !== 'number') return
  const [only, other] = glucoseReadings(one.toldGlucose)
  const certain = other ? undefined : only?.mgPerDl
  const value = unit === null ? certain : glucoseToldIn(unit, one.toldGlucose)
  const { blood_glucose: _told, ...others } = one.values
  if (value !== undefined) one.values = { ...others, blood_glucose: value }
  else {
    one.values = others
    one.presumedPatientId = one.patientId ?? one.presumedPatientId ?? null
    one.patientId = null
    one.waitsFor = 'unit'
  }
}

type GlucoseLimits = {
  /** Nothing where nobody is to be called for the glucose of this patient. */
  limitsOf: (patientId: string | null | undefined) => Limits | null
  /** As any value, one that comes late calls nobody to what is over, unless its clock is in doubt. */
  isLate: (one: Placed) => boolean
  times: AlarmTimes
}

/** How glucose is watched, of these patients and of somebody whom nobody knows yet. */
export async function glucoseLimits(
  { tx, now, newId }: Bedside,
  patientIds: readonly (string | null | undefined)[],
): Promise<GlucoseLimits> {
  const ids = new Set(patientIds.flatMap((id) => id ?? []))
  const { thresholds, watched } = await watchOver(tx, [...ids], now, newId)
  const { limits, times } = thresholds
  const today = dateIn(hospitalTimeZone, now)
  const oldest = Date.parse(now) - times.late_minutes * 60_000
  return {
    limitsOf(patientId) {
      const patient = watched.get(patientId ?? '')
      if (!patient) return limitsAtAnyAge(limits).blood_glucose
      const own = patient.own.get('blood_glucose')
      return own === undefined ? limits[ageBandOn(patient.dateOfBirth, today)].blood_glucose : own
    },
    isLate: ({ measuredAt, receivedAt, heardAt }) => (heardAt ?? Math.min(measuredAt, receivedAt)) < oldest,
    times,
  }
}

/** Whether a value in mg/dL calls somebody at once. */
export function isCriticalGlucose(mgPerDl: number, limits: Limits | null): boolean {
  return limits !== null && breachOf(mgPerDl, limits)?.isCritical === true
}

/** Calls somebody to each glucose that waits for its unit and is critical in one in which it can be. */
export async function raiseUnitAlarms(bedside: Bedside, readings: readonly Placed[]): Promise<void> {
  const waiting = readings.filter(({ waitsFor }) => waitsFor === 'unit')
  if (waiting.length === 0) return
  const { limitsOf, isLate, times } = await glucoseLimits(
    bedside,
    waiting.map(({ presumedPatientId }) => presumedPatientId),
  )
  const alarms = waiting.flatMap((one) => {
    const limits = limitsOf(one.presumedPatientId)
    const mayBe = glucoseReadings(one.toldGlucose ?? 0).some(({ mgPerDl }) =>
      isCriticalGlucose(mgPerDl, limits),
    )
    return mayBe && !isLate(one) ? [unitAlarmOf(bedside.newId(), one)] : []
  })
  if (alarms.length === 0) return
  const again = await callAgain(bedside, alarms, times)
  await tellOf(bedside, [...again, ...(await raiseAlarms(bedside, alarms, times))])
}

/** Of the patient where the device or the message says whose it is, else of the device or of its address. */
function unitAlarmOf(id: string, one: Placed): Raised {
  return {
    id,
    ...whoseOf(one, one.presumedPatientId ?? null),
    rule: 'glucose-unit',
    severity: 'high',
    value: one.toldGlucose ?? null,
    at: isoOf(one.measuredAt),
  }
}
