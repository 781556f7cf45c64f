import {
  type AlarmTimes,
  computeAgeBand,
  detectBreach,
  type GlucoseUnit,
  type Limits,
  listLimitsAtAnyAge,
  listPossibleGlucoses,
  toGlucoseMgPerDl,
} from 'contract'
import { type SqlBool, sql } from 'kysely'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { formatIso, formatZonedDate, hospitalTimeZone } from '../../core/time.ts'
import { sqlRows } from '../../db/binary-array.ts'
import { findAlarmOwner } from '../alarms/alarm-owner.ts'
import { loadAlarmState } from '../alarms/alarm-state.ts'
import {
  clearAlarms,
  type NewAlarm,
  publishAlarms,
  raiseAlarms,
  realertAlarms,
} from '../alarms/alarm-store.ts'
import { sqlRules } from '../alarms/sql-rules.ts'
import type { AttributedReading } from './store.ts'

/**
 * Interprets a glucose that was sent without its unit: in the unit that a person has said, or else in the only unit in
 * which the number is possible. If both are possible, the reading waits for a person to say and has no value until
 * then. So does a number that is impossible in the unit that was said: that unit is wrong.
 */
export function applyGlucoseUnit(one: AttributedReading, unit: GlucoseUnit | null): void {
  if (typeof one.reportedGlucose !== 'number') return
  const [only, other] = listPossibleGlucoses(one.reportedGlucose)
  const certain = other ? undefined : only?.mgPerDl
  const value = unit === null ? certain : toGlucoseMgPerDl(unit, one.reportedGlucose)
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
  getLimits: (patientId: string | null | undefined) => Limits | null
  /** A late value raises no alarm for what is over, as with any value, unless its clock is in doubt. */
  isLate: (one: AttributedReading) => boolean
  times: AlarmTimes
}

/** The glucose limits of these patients, and of a patient who is not known yet. */
export async function loadGlucoseLimits(
  { tx, now, newId }: HospitalContext,
  patientIds: readonly (string | null | undefined)[],
): Promise<GlucoseLimits> {
  const ids = new Set(patientIds.flatMap((id) => id ?? []))
  const { thresholds, states } = await loadAlarmState(tx, [...ids], now, newId)
  const { limits, times } = thresholds
  const today = formatZonedDate(hospitalTimeZone, now)
  const oldest = Date.parse(now) - times.late_minutes * 60_000
  return {
    getLimits(patientId) {
      const state = states.get(patientId ?? '')
      if (!state) return listLimitsAtAnyAge(limits).blood_glucose
      const own = state.own.get('blood_glucose')
      return own === undefined ? limits[computeAgeBand(state.dateOfBirth, today)].blood_glucose : own
    },
    isLate: ({ measuredAt, receivedAt, heardAt }) => (heardAt ?? Math.min(measuredAt, receivedAt)) < oldest,
    times,
  }
}

/** Whether a value in mg/dL raises an alarm at once. */
export function isCriticalGlucose(mgPerDl: number, limits: Limits | null): boolean {
  return limits !== null && detectBreach(mgPerDl, limits)?.isCritical === true
}

/**
 * Raises an alarm for each glucose that waits for its unit and is critical in one of the units in which it is possible.
 */
export async function raiseUnitAlarms(
  bedside: HospitalContext,
  readings: readonly AttributedReading[],
): Promise<void> {
  const waiting = readings.filter(({ waitsFor }) => waitsFor === 'unit')
  if (waiting.length === 0) return
  const { getLimits, isLate, times } = await loadGlucoseLimits(
    bedside,
    waiting.map(({ presumedPatientId }) => presumedPatientId),
  )
  const alarms = waiting.flatMap((one) => {
    const limits = getLimits(one.presumedPatientId)
    const mayBeCritical = listPossibleGlucoses(one.reportedGlucose ?? 0).some(({ mgPerDl }) =>
      isCriticalGlucose(mgPerDl, limits),
    )
    return mayBeCritical && !isLate(one) ? [buildUnitAlarm(bedside.newId(), one)] : []
  })
  if (alarms.length === 0) return
  const again = await realertAlarms(bedside, alarms, times)
  await publishAlarms(bedside, [...again, ...(await raiseAlarms(bedside, alarms, times))])
}

/** An alarm of the patient, if the device or the message says who it is; else of the device or its MAC. */
function buildUnitAlarm(id: string, one: AttributedReading): NewAlarm {
  return {
    id,
    ...findAlarmOwner(one, one.presumedPatientId ?? null),
    rule: 'glucose-unit',
    severity: 'high',
    value: one.reportedGlucose ?? null,
    at: formatIso(one.measuredAt),
    heardAt: typeof one.heardAt === 'number' ? formatIso(one.heardAt) : null,
  }
}

/**
 * Whether a glucose `r` belongs to a unit alarm `a`, of the device `d` if it is registered: it is of the same meter, or
 * names the patient, whose alarm does not store a meter that is not registered.
 */
const isOfAlarm = sql<SqlBool>`(r.mac = coalesce(d.mac, a.mac) or exists (select from patients p
  where p.id = a.patient_id and (p.hn = r.told_hn or p.national_id = r.told_national_id)))`

const sqlReadings = (readings: readonly AttributedReading[]) =>
  sqlRows('r', readings, {
    mac: ['text', (one) => one.mac],
    told_hn: ['text', (one) => one.hn],
    told_national_id: ['text', (one) => one.nationalId],
  })

/**
 * Clears the unit alarms of glucoses that wait for their unit no more, unless another still does, or one of those in
 * `alarming` keeps its alarm.
 */
export async function clearUnitAlarms(
  bedside: HospitalContext,
  readings: readonly AttributedReading[],
  because: Parameters<typeof clearAlarms>[2],
  alarming: readonly AttributedReading[] = [],
): Promise<void> {
  if (readings.length === 0) return
  const { rows } = await sql<{ id: string }>`
    select a.id from alarms a left join devices d on d.id = a.device_id
    where a.rule = any(${sqlRules('unit')}) and a.cleared_at is null
      and exists (select from ${sqlReadings(readings)} where ${isOfAlarm})
      and not exists (select from ${sqlReadings(alarming)} where ${isOfAlarm})
      and not exists (select from readings r where r.waits_for = 'unit' and ${isOfAlarm})
    order by a.id for update of a`.execute(bedside.tx)
  await clearAlarms(
    bedside,
    rows.map(({ id }) => id),
    because,
  )
}
