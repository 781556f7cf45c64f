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
import { dateIn, hospitalTimeZone, isoOf } from '../../core/time.ts'
import { watchOver } from '../alarms/alarm-state.ts'
import { callAgain, type Raised, raiseAlarms, tellOf } from '../alarms/alarm-store.ts'
import type { Bedside } from '../context.ts'
import { whoseOf } from '../whose.ts'
import type { Placed } from './store.ts'

/**
 * Interprets a glucose that was sent without its unit: in the unit that a person has said, or else in the only unit in
 * which the number is possible. If both are possible, the reading waits for a person to say and has no value until
 * then. So does a number that is impossible in the unit that was said: that unit is wrong.
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
  /** Null if no alarm is wanted for this patient's glucose. */
  limitsOf: (patientId: string | null | undefined) => Limits | null
  /** A late value raises no alarm for what is over, as with any value, unless its clock is in doubt. */
  isLate: (one: Placed) => boolean
  times: AlarmTimes
}

/** The glucose limits of these patients, and of a patient who is not known yet. */
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

/** Whether a value in mg/dL raises an alarm at once. */
export function isCriticalGlucose(mgPerDl: number, limits: Limits | null): boolean {
  return limits !== null && breachOf(mgPerDl, limits)?.isCritical === true
}

/**
 * Raises an alarm for each glucose that waits for its unit and is critical in one of the units in which it is possible.
 */
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

/** An alarm of the patient, if the device or the message says who it is; else of the device or its MAC. */
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
