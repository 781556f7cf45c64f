import { findRuleLimit, type LimitedVital, limitedVitals, listLimitsAtAnyAge, toLimitRule } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { sqlRows } from '../../db/binary-array.ts'
import {
  checkLateness,
  listLimitedValues,
  listReadingValues,
  type NewestValue,
} from '../intake/reading-values.ts'
import type { AttributedReading } from '../intake/store.ts'
import { type OwnerDecisions, storeDecisions } from './alarm-decisions.ts'
import { type AlarmOwner, findAlarmOwner, getOwnerKey } from './alarm-owner.ts'
import { getThresholds, recoveredKeptMs } from './alarm-state.ts'
import { type AlarmState, decideOnTiedValue, decideOnValue, type OpenAlarm } from './evaluate-alarms.ts'
import { sqlLowRules, sqlRules } from './sql-rules.ts'

/** The patient is unknown. What waits for its unit has no value: see `glucose-unit.ts`. */
const hasUnknownPatient = ({ patientId, presumedPatientId = null, waitsFor }: AttributedReading) =>
  patientId === null && presumedPatientId === null && waitsFor !== 'unit'

/**
 * One box measures many patients, so an alarm of a message that names one belongs to that number and not to the box.
 */
function identifyOwner(one: AttributedReading): AlarmOwner {
  const named = one.waitsFor === 'person' ? (one.hn ?? one.nationalId ?? null) : null
  return named === null ? findAlarmOwner(one, null) : { patientId: null, deviceId: null, mac: null, named }
}

/**
 * The owner of alarms without a patient. `deviceMac`: the alarm may have been raised before the device was registered.
 */
type Owner = AlarmOwner & { key: string; deviceMac: string | null }

/**
 * Raises alarms for critical values of an unknown patient: nobody is recorded as wearing the device, the device is not
 * registered, or the number in the message has no patient, or several. They are evaluated as a patient's values are, so
 * each device or number has one open alarm per vital sign, and a normal value ends it.
 */
export async function evaluateUnattributed(
  bedside: HospitalContext,
  readings: readonly AttributedReading[],
): Promise<void> {
  const owners = new Map<string, Owner>()
  const values: NewestValue[] = []
  for (const one of readings) {
    if (!hasUnknownPatient(one)) continue
    const owner = identifyOwner(one)
    const key = getOwnerKey(owner)
    const newest = listReadingValues({ ...one, deviceId: owner.deviceId, patientId: key })
    if (!newest.some((value) => listLimitedValues(value).length > 0)) continue
    owners.set(key, { ...owner, key, deviceMac: owner.named === null ? one.mac : null })
    values.push(...newest)
  }
  if (values.length === 0) return
  const { limits, persistence, dead_bands, times } = (await getThresholds(bedside.tx)).thresholds
  const atAnyAge = listLimitsAtAnyAge(limits)
  const states = await loadOwnerStates(bedside, [...owners.values()])
  const { isOnTime, mayBeOnTime } = checkLateness(bedside.now, times)
  const decided: OwnerDecisions[] = []
  for (const newest of values.toSorted((one, other) => one.at - other.at)) {
    const owner = owners.get(newest.patientId)
    const state = states.get(newest.patientId)
    if (!owner || !state || !(isOnTime(newest) || mayBeOnTime(newest))) continue
    const at = isOnTime(newest) ? newest.at : (newest.heardAt ?? newest.at)
    for (const [vital, value, second] of listLimitedValues(newest)) {
      const damping = {
        persistence: persistence[vital],
        deadBand: dead_bands[vital],
        sameAlarmMs: times.same_alarm_minutes * 60_000,
      }
      // Only a value measured after the alarm's last value can end it.
      const isNewest = isOnTime(newest) && at > (state.lastAt.get(vital) ?? Number.NEGATIVE_INFINITY)
      const decide = isNewest ? decideOnValue : decideOnTiedValue
      const decisions = decide(
        state,
        { vital, limits: atAnyAge[vital], damping },
        {
          value,
          second,
          at,
          deviceId: owner.deviceId,
        },
      )
      if (isNewest) state.lastAt.set(vital, at)
      const { mac, named } = owner
      if (decisions.length > 0) decided.push({ patientId: null, mac, named, decisions })
    }
  }
  await storeDecisions(bedside, decided, times)
}

/** `lastAt`: for each vital sign, when the last value of an open alarm was measured (milliseconds). */
type OwnerState = AlarmState & { lastAt: Map<LimitedVital, number> }

/** The state of these owners' alarms. They stay locked until the transaction ends, as a patient's do. */
async function loadOwnerStates(
  { tx, now, newId }: HospitalContext,
  owners: readonly Owner[],
): Promise<Map<string, OwnerState>> {
  const { rows } = await sql<
    Omit<OpenAlarm, 'endedAt' | 'lastAt'> & {
      key: string
      ended_at: string | null
      last_at: string
      cleared_at: string | null
    }
  >`
    select o.key, a.id, a.rule, a.severity, a.ended_at, a.acknowledged_at is not null as "isAcknowledged",
      coalesce(a.snoozed_until > ${now}, false) as "isSnoozed", a.last_at, a.cleared_at
    from ${sqlRows('o', owners, {
      key: ['text', (one) => one.key],
      device_id: ['uuid', (one) => one.deviceId],
      mac: ['text', (one) => one.deviceMac],
      named: ['text', (one) => one.named],
    })}
      join alarms a on a.patient_id is null and a.rule = any(${sqlRules('limit')})
        and (a.device_id = o.device_id or (a.device_id is null and a.mac = o.mac) or a.named = o.named)
    where a.cleared_at is null or (a.clearing = 'recovered'
      and a.cleared_at > ${new Date(Date.parse(now) - recoveredKeptMs).toISOString()})
    order by a.id
    for no key update of a`.execute(tx)
  const states = new Map<string, OwnerState>(
    owners.map(({ key }) => [
      key,
      { open: new Map(), recovered: new Map(), breaches: new Map(), lastAt: new Map(), newId },
    ]),
  )
  const toMs = (instant: string | null) => (instant === null ? 0 : Date.parse(instant))
  // If several alarms have recovered, the last to be cleared replaces the others.
  for (const row of rows.toSorted((one, other) => toMs(one.cleared_at) - toMs(other.cleared_at))) {
    const { key, id, rule, severity, ended_at, isAcknowledged, isSnoozed } = row
    const state = states.get(key)
    const endedAt = ended_at === null ? null : Date.parse(ended_at)
    const lastValueAt = Date.parse(row.last_at)
    // A time in the future, if the panel's clock was set back: then it must not stop a value from ending the alarm.
    const lastAt = lastValueAt <= Date.parse(now) ? lastValueAt : Number.NEGATIVE_INFINITY
    const alarm = { id, rule, severity, lastAt, endedAt, isAcknowledged, isSnoozed }
    state?.[row.cleared_at === null ? 'open' : 'recovered'].set(rule, alarm)
    if (row.cleared_at !== null) continue
    const vital = findRuleLimit(rule)?.vital
    if (vital) state?.lastAt.set(vital, Math.max(lastValueAt, state.lastAt.get(vital) ?? 0))
  }
  return states
}

/** What a reading `r` measured of the vital sign of an alarm `a`. */
const measured = (r: RawBuilder<unknown>) =>
  sql`(case ${sql.join(
    limitedVitals.map((vital) => {
      const column =
        vital === 'map'
          ? sql`coalesce(${r}.map, (${r}.systolic + 2 * ${r}.diastolic) / 3.0)`
          : vital === 'blood_glucose'
            ? sql`coalesce(${r}.blood_glucose, case ${r}.beyond when 'above' then 'infinity'::float8 when 'below' then '-infinity' end)`
            : sql`${r}.${sql.ref(vital)}`
      const [low, high] = [toLimitRule(vital, 'low'), toLimitRule(vital, 'high')]
      return sql`when a.rule in (${sql.lit(low)}, ${sql.lit(high)}) then ${column}`
    }),
    sql` `,
  )} end)`

/** Whether a reading `r` has the same source as an alarm `a` without a patient. */
export const isOfOwner = (r: RawBuilder<unknown>) => sql<SqlBool>`
  (${r}.device_id = a.device_id or (a.device_id is null and ${r}.mac = a.mac)
    or coalesce(${r}.told_hn, ${r}.told_national_id) = a.named)`

/** Whether a reading `r` is beyond the limit of an alarm `a`. */
const isBeyond = (r: RawBuilder<unknown>) => sql<SqlBool>`
  case when a.rule = any(${sqlLowRules}) then ${measured(r)} < a.limit_value else ${measured(r)} > a.limit_value end`

/**
 * Whether a waiting reading `r` keeps an alarm `a` without a patient open: it is a fall or a call for help as `a` is,
 * or a value beyond its limit. By its clock it may have been earlier.
 */
const keepsOpen = sql<SqlBool>`exists (select from readings r
  where r.patient_id is null and r.waits_for <> 'nobody' and ${isOfOwner(sql`r`)}
    and greatest(r.measured_at, r.received_at) >= a.raised_at and (r.kind = a.rule or ${isBeyond(sql`r`)}))`

/**
 * An alarm without a patient that a reading raised or kept open; `reading` is the reading's id. `isOver`: no waiting
 * reading keeps it open any more.
 */
export type Caused = {
  id: string
  reading: string
  isEmergency: boolean
  isClosedByPerson: boolean
  isOpen: boolean
  isOver: boolean
  raisedAt: number
}

/** The alarms that these readings raised or kept open while their patient was unknown. They stay locked. */
export async function listCausedAlarms(
  { tx }: HospitalContext,
  readings: readonly AttributedReading[],
): Promise<Caused[]> {
  const { rows } = await sql<Omit<Caused, 'raisedAt'> & { raised_at: string }>`
    select a.id, e.id as reading, a.rule = e.kind as "isEmergency",
      a.clearing is not distinct from 'person' as "isClosedByPerson", a.cleared_at is null as "isOpen",
      a.cleared_at is null and not ${keepsOpen} as "isOver", a.raised_at
    from ${sqlRows('given', readings, {
      measured_at: ['timestamptz', (one) => one.measuredAt],
      id: ['uuid', (one) => one.id],
    })}
      join readings e on e.measured_at = given.measured_at and e.id = given.id
      join alarms a on a.patient_id is null and ${isOfOwner(sql`e`)} and case
        when a.rule = e.kind then a.raised_at <= e.measured_at
          and (a.cleared_at is null or a.cleared_at >= e.measured_at)
        else a.cleared_at is null and a.raised_at <= greatest(e.measured_at, e.received_at) and ${isBeyond(sql`e`)} end
    order by a.id
    for update of a`.execute(tx)
  return rows.map(({ raised_at, ...one }) => ({ ...one, raisedAt: Date.parse(raised_at) }))
}
