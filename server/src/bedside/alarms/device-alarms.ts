import { type AlarmRule, type AlarmTimes, readingKindNames, standardTimes, vitalSignKinds } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { HospitalContext } from '../../core/hospital-context.ts'
import type { DueHospitals } from '../../core/schedule.ts'
import { sqlArray } from '../../db/binary-array.ts'
import { listKindFields } from '../intake/store.ts'
import { getThresholds } from './alarm-state.ts'
import { clearAlarms, type NewAlarm, publishAlarms, raiseAlarms } from './alarm-store.ts'
import { sqlRules } from './sql-rules.ts'

/**
 * If a person closed a low-battery alarm, it is raised again after this time at the earliest, though the battery is
 * still low: one shift.
 */
const batteryAgainMs = 8 * 60 * 60_000
/** A battery must be this much above the limit for its alarm to end; otherwise the alarm would flap. */
const batteryMargin = 5

const selectTimeSetting = (name: 'no_data_minutes' | 'gone_minutes' | 'battery_percent') =>
  sql`coalesce((newest.times ->> ${sql.lit(name)})::int, ${sql.lit(standardTimes[name])}) as ${sql.ref(name)}`

// These conditions name the hospital of each row. Inside one hospital this is not needed, but across all hospitals no
// index can be used without it.

/** What each hospital allows its devices, and since when the panel has been listening to them, as rows `t`. */
const allowances = sql`(
  select h.id as hospital_id, ${selectTimeSetting('no_data_minutes')}, ${selectTimeSetting('gone_minutes')}, ${selectTimeSetting('battery_percent')},
    coalesce((select since from listening), '-infinity') as listening_since
  from hospitals h left join lateral (
    select v.thresholds -> 'times' as times from threshold_versions v
    where v.hospital_id = h.id order by v.version desc limit 1) newest on true) t`

/** Now minus the time that the hospital of `t` allows. */
const computeSilenceCutoff = (now: string, minutes: 'no_data_minutes' | 'gone_minutes') =>
  sql`(${now}::timestamptz - ${sql.ref(`t.${minutes}`)} * interval '1 minute')`

/** The patient who wears the device `d` now. */
const currentWearer = sql`
  (select w.patient_id from device_assignments w
    where w.hospital_id = d.hospital_id and w.device_id = d.id and upper_inf(w.during))`

/** Hospitals with a device that fell silent, came back, changed its wearer or runs low, if this is not recorded yet. */
export const selectHospitalsOfDueDeviceAlarms: DueHospitals = (now) => sql`
  select hospital_id from (${selectAlarmsToClear(isMoved)}) as moved
  union all select hospital_id from (${selectGoneDevices(now)}) as gone
  union all select hospital_id from (${selectAlarmsToClear(isDeviceRecovered(now))}) as recovered
  union all select hospital_id from (${selectDueDeviceAlarms(now)}) as due`

/** Handles what happens without a message: devices that fall silent or come back. */
export async function evaluateDevices(bedside: HospitalContext): Promise<void> {
  const { times } = (await getThresholds(bedside.tx)).thresholds
  await clearMovedAlarms(bedside)
  await markDevicesGone(bedside)
  await clearMatchingAlarms(bedside, 'recovered', isDeviceRecovered(bedside.now))
  await publishAlarms(bedside, await raiseAlarms(bedside, await listDueDeviceAlarms(bedside, times), times))
}

/**
 * Closes alarms of a device that changed its wearer since they were raised (from or to nobody included), or that is out
 * of service. For one device, or for all.
 */
export async function clearMovedAlarms(bedside: HospitalContext, deviceId?: string): Promise<void> {
  await clearMatchingAlarms(
    bedside,
    'moved',
    deviceId === undefined ? isMoved : sql<SqlBool>`a.device_id = ${deviceId} and ${isMoved}`,
  )
}

const isMoved = sql<SqlBool>`(d.retired_at is not null or a.patient_id is distinct from ${currentWearer})`

const selectGoneDevices = (now: string) => sql`
  select d.hospital_id, d.id from devices d join ${allowances} on t.hospital_id = d.hospital_id
  where d.status = 'connected' and d.retired_at is null and d.last_seen_at < ${computeSilenceCutoff(now, 'gone_minutes')}
    and t.listening_since < ${computeSilenceCutoff(now, 'gone_minutes')}`

async function markDevicesGone(bedside: HospitalContext): Promise<void> {
  const { rows } = await sql<{
    _id: string
    kind: 'watch'
    name: string
    status: 'disconnected'
    battery: number | null
    last_seen_at: string
    patient_id: string | null
  }>`
    update devices d set status = 'disconnected'
    where d.id in (
      select id from (${selectGoneDevices(bedside.now)} order by d.id for update of d skip locked) as gone)
    returning d.id as _id, d.kind, d.name, d.status, d.battery, d.last_seen_at, ${currentWearer} as patient_id
    `.execute(bedside.tx)
  if (rows.length > 0) bedside.emit({ kind: 'device', devices: rows })
}

/**
 * What a watch on a table sends as well: its heartbeat counts steps, 0 too, and it says where it is. The names of the
 * newest values of whatever is no vital sign.
 */
const otherKinds = readingKindNames.filter((kind) => !vitalSignKinds.some((one) => one === kind))
const otherVitals = ['position', 'news2', ...otherKinds.flatMap(listKindFields)]

/** Whether the row's device has sent a vital sign of the row's patient since an instant. */
function hasSent(row: 'a' | 'worn', since: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const own = (value: string) => sql`${sql.ref(`${value}.hospital_id`)} = ${sql.ref(`${row}.hospital_id`)}
    and ${sql.ref(`${value}.patient_id`)} = ${sql.ref(`${row}.patient_id`)}
    and ${sql.ref(`${value}.device_id`)} = ${sql.ref(`${row}.device_id`)}
    and ${sql.ref(`${value}.measured_at`)} > ${since}`
  // The newest values first: they are few, and a device that sends usually has one of them.
  return sql`case when exists (select from latest_values l
      where l.vital <> all(${sqlArray('text', otherVitals)}) and ${own('l')}) then true
    else exists (select from readings r where r.kind = any(${sqlArray('text', vitalSignKinds)}) and ${own('r')}) end`
}

/**
 * Each rule about a device: when its alarm is due (of a row of `worn`), when it has ended (of alarm `a`, device `d` and
 * allowances `t`), and when it is not raised again since it was raised or closed before (of alarm `a` and device `d`).
 */
type DeviceRule = Record<'isDue' | 'isRecovered' | 'staysClosed', (now: string) => RawBuilder<SqlBool>>

/**
 * - `no-data`: a worn watch that sends no vital sign. Medium: a patient who should be monitored is not.
 * - `gone`: a worn watch or a gateway that is not heard at all. Other devices are heard only when they are used.
 * - `battery`: any device that is being heard.
 */
const deviceRules: Record<AlarmRule<'device'>, DeviceRule> = {
  'no-data': {
    isDue:
      () => sql`kind = 'watch' and patient_id is not null and greatest(worn_since, listening_since) < silent
      and not (${hasSent('worn', sql`worn.silent`)})`,
    isRecovered: (now) => hasSent('a', computeSilenceCutoff(now, 'no_data_minutes')),
    staysClosed: () => sql`a.clearing = 'person' and not (${hasSent('a', sql`a.raised_at`)})`,
  },
  gone: {
    isDue: () => sql`last_seen_at < gone and listening_since < gone
      and (kind = 'gateway' or (kind = 'watch' and worn_since < gone))`,
    isRecovered: (now) => sql`d.last_seen_at >= ${computeSilenceCutoff(now, 'gone_minutes')}`,
    staysClosed: () => sql`a.raised_at > d.last_seen_at`,
  },
  battery: {
    isDue: () => sql`battery <= battery_percent and last_seen_at >= gone`,
    isRecovered: () => sql`d.battery > t.battery_percent + ${batteryMargin}`,
    staysClosed: (now) => sql`a.clearing = 'person'
      and a.cleared_at > ${now}::timestamptz - ${batteryAgainMs / 1000} * interval '1 second'`,
  },
}
const deviceRuleEntries = Object.entries(deviceRules)

const isDeviceRecovered = (now: string) =>
  sql<SqlBool>`case a.rule ${sql.join(
    deviceRuleEntries.map(([rule, { isRecovered }]) => sql`when ${sql.lit(rule)} then ${isRecovered(now)}`),
    sql` `,
  )} end`

/** Alarms about devices that end because a condition holds. */
const selectAlarmsToClear = (where: RawBuilder<SqlBool>) => sql`
  select a.hospital_id, a.id
  from alarms a join devices d on d.id = a.device_id join ${allowances} on t.hospital_id = a.hospital_id
  where a.cleared_at is null and a.rule = any(${sqlRules('device')}) and ${where}`

async function clearMatchingAlarms(
  bedside: HospitalContext,
  clearing: 'recovered' | 'moved',
  where: RawBuilder<SqlBool>,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    ${selectAlarmsToClear(where)}
    order by a.id
    for update of a`.execute(bedside.tx)
  await clearAlarms(
    bedside,
    rows.map(({ id }) => id),
    clearing,
  )
}

/**
 * Device alarms that are due and not raised yet. A silence counts from when the panel began to listen: what the panel
 * could not hear is no silence of the device. It is raised once: after a person closed it, it is not raised again until
 * the device was heard again.
 */
const selectDueDeviceAlarms = (now: string) => sql`
  select due.* from (
    with worn as (
      select d.*, d.id as device_id, w.patient_id, lower(w.during) as worn_since,
        ${computeSilenceCutoff(now, 'no_data_minutes')} as silent, ${computeSilenceCutoff(now, 'gone_minutes')} as gone,
        t.battery_percent, t.listening_since
      from devices d join ${allowances} on t.hospital_id = d.hospital_id
        left join device_assignments w
          on w.hospital_id = d.hospital_id and w.device_id = d.id and upper_inf(w.during)
      where d.retired_at is null
    )
    ${sql.join(
      deviceRuleEntries.map(
        ([rule, { isDue }]) =>
          sql`select hospital_id, device_id, patient_id, ${sql.lit(rule)} as rule, battery from worn where ${isDue(now)}`,
      ),
      sql` union all `,
    )}
  ) due
  where not exists (
    select from alarms a join devices d on d.id = a.device_id
    where a.hospital_id = due.hospital_id and a.device_id = due.device_id and a.rule = due.rule and a.patient_id is not distinct from due.patient_id
      and (a.cleared_at is null or case a.rule ${sql.join(
        deviceRuleEntries.map(
          ([rule, { staysClosed }]) => sql`when ${sql.lit(rule)} then ${staysClosed(now)}`,
        ),
        sql` `,
      )} end))`

async function listDueDeviceAlarms(bedside: HospitalContext, times: AlarmTimes): Promise<NewAlarm[]> {
  const { rows } = await sql<{
    device_id: string
    patient_id: string | null
    rule: AlarmRule<'device'>
    battery: number | null
  }>`
    ${selectDueDeviceAlarms(bedside.now)}
    order by due.patient_id, due.rule, due.device_id`.execute(bedside.tx)
  return rows.map(({ device_id, patient_id, rule, battery }) => ({
    id: bedside.newId(),
    patientId: patient_id,
    deviceId: device_id,
    rule,
    severity: rule === 'no-data' ? 'medium' : 'low',
    value: rule === 'battery' ? battery : null,
    limit: { 'no-data': times.no_data_minutes, gone: times.gone_minutes, battery: times.battery_percent }[
      rule
    ],
    at: bedside.now,
  }))
}
