import {
  type Alarm,
  type AlarmRule,
  type AlarmSeverity,
  type AlarmStep,
  alarmBounds,
  type alarmStates,
  type alarms,
  type LimitedVital,
  type Limits,
  type NotifyChange,
  type NotifySetting,
  type Result,
  type StaffLabel,
  type StaffTypeCode,
  toLimitRule,
} from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { finite, listAlarmsById, listMatchingAlarms } from '../../bedside/alarms/alarm-rows.ts'
import type { Tx } from '../../db/database.ts'
import { staffLabelOrNull } from '../../db/labels.ts'
import type { OpenRecord } from '../../identity/record-access.ts'
import type { CountedAlarm } from './rules.ts'

/** Alarms beyond this number are not counted. */
const maxCountedAlarms = 1000

/**
 * The most urgent first; among equals lasting before ended ones, unacknowledged before acknowledged, then the newest.
 */
export function listOpenAlarms(tx: Tx): Promise<Alarm[]> {
  return listMatchingAlarms(tx, sql<SqlBool>`a.cleared_at is null`, {
    orderBy: sql`array_position('{high,medium,low}'::text[], a.severity), a.ended_at is not null,
      a.acknowledged_at is not null, a.raised_at desc, a.id desc`,
  })
}

export type AlarmFilters = {
  patient_id?: OpenRecord | undefined
  ward?: string | undefined
  severity?: AlarmSeverity | undefined
  state?: (typeof alarmStates)[number] | undefined
  rule?: AlarmRule | undefined
  from?: string | undefined
  to?: string | undefined
}

const stateConditions: Record<(typeof alarmStates)[number], RawBuilder<SqlBool>> = {
  active: sql`a.cleared_at is null and a.acknowledged_at is null`,
  acknowledged: sql`a.cleared_at is null and a.acknowledged_at is not null`,
  cleared: sql`a.cleared_at is not null`,
}

function buildAlarmFilter({
  patient_id,
  ward,
  severity,
  state,
  rule,
  from,
  to,
}: AlarmFilters): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = [sql`true`]
  if (patient_id !== undefined) conditions.push(sql`a.patient_id = ${patient_id}`)
  if (ward !== undefined) conditions.push(sql`a.ward_id = ${ward}`)
  if (severity !== undefined) conditions.push(sql`a.severity = ${severity}`)
  if (state !== undefined) conditions.push(stateConditions[state])
  if (rule !== undefined) conditions.push(sql`a.rule = ${rule}`)
  if (from !== undefined) conditions.push(sql`a.raised_at >= ${from}`)
  if (to !== undefined) conditions.push(sql`a.raised_at < ${to}`)
  return sql`${sql.join(conditions, sql` and `)}`
}

export async function listAlarms(
  tx: Tx,
  { page, number_of_rec, ...filters }: AlarmFilters & { page: number; number_of_rec: number },
) {
  const where = buildAlarmFilter(filters)
  const rows = await listMatchingAlarms(tx, where, {
    orderBy: sql`a.raised_at desc, a.id desc`,
    limit: number_of_rec,
    offset: (page - 1) * number_of_rec,
  })
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (select 1 from alarms a where ${where} limit ${maxCountedAlarms + 1}) as found
  `.execute(tx)
  const total = counted[0]?.total ?? 0
  return { rows, total: Math.min(total, maxCountedAlarms), total_is_at_least: total > maxCountedAlarms }
}

export async function findAlarm(tx: Tx, id: string): Promise<Alarm | undefined> {
  const [alarm] = await listAlarmsById(tx, [id])
  return alarm
}

/** In the order in which the panel got them: a value arrives some time after it was measured. */
export async function listSteps(tx: Tx, alarmId: string): Promise<AlarmStep[]> {
  const { rows } = await sql<AlarmStep>`
    select s.id as _id, s.at, s.step, ${staffLabelOrNull('doer')} as by, ${staffLabelOrNull('receiver')} as "to", s.level, s.told, s.severity, ${finite(sql`s.value`)} as value,
      s.note
    from alarm_steps s
      left join staff doer on doer.id = s.staff_id
      left join staff receiver on receiver.id = s.to_staff_id
    where s.alarm_id = ${alarmId}
    order by s.id`.execute(tx)
  return rows
}

/** An alarm, locked until the transaction ends. */
export function lockAlarm(tx: Tx, id: string) {
  return tx
    .selectFrom('alarms')
    .select([
      'id',
      'patient_id',
      'rule',
      sql<AlarmSeverity>`severity`.as('severity'),
      'ended_at',
      'acknowledged_at',
      'acknowledged_by',
      'assigned_to',
      sql<Alarm['level']>`level`.as('level'),
      'snoozed_until',
      'snoozes',
      'cleared_at',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

type AlarmChange = Partial<{
  acknowledged_at: string
  acknowledged_by: string
  assigned_to: string
  escalates_at: string | null
  snoozed_until: string | null
  snoozes: number
  cleared_at: string
  cleared_by: string
  clearing: 'recovered' | 'person'
  outcome: string | null
  note: string | null
}>

export async function updateAlarm(tx: Tx, id: string, change: AlarmChange): Promise<void> {
  await tx.updateTable('alarms').set(change).where('id', '=', id).execute()
}

/** Users of these staff types who may sign in. */
export async function listStaffOfTypes(
  tx: Tx,
  types: readonly StaffTypeCode[],
): Promise<(StaffLabel & { type: StaffTypeCode })[]> {
  const rows = await tx
    .selectFrom('staff')
    .innerJoin('staff_types', 'staff_types.id', 'staff.staff_type_id')
    .select([
      'staff.id as _id',
      'staff.first_name',
      'staff.last_name',
      sql<StaffTypeCode>`staff_types.code`.as('type'),
    ])
    .where('staff_types.code', '=', sql<string>`any(${[...types]})`)
    .where('staff.status', '=', 'approved')
    .where('staff.is_form_user', '=', false)
    .orderBy(sql`thai_sort_key(staff.first_name || ' ' || staff.last_name) collate "C"`)
    .execute()
  return rows
}

// ── the burden of alarms on a ward ──────────────────────────────────────────────────────────────────

/** A worsened alarm has to be acknowledged again; the first acknowledgement counts. */
export async function listCountedAlarms(tx: Tx, from: string, to: string): Promise<CountedAlarm[]> {
  const { rows } = await sql<CountedAlarm>`
    select a.ward_id, a.rule, a.severity, a.raised_at, a.clearing, a.level <> 'ward' as is_escalated,
      (select min(s.at) from alarm_steps s where s.alarm_id = a.id and s.step = 'acknowledged') as acknowledged_at
    from alarms a
    where a.raised_at >= ${from} and a.raised_at < ${to}`.execute(tx)
  return rows
}

type WardLabel = { _id: string; name_en: string; name_th: string }

/** Wards that were open at some time since `from`, with the number of beds that are open now. */
export async function listWardsWithBeds(tx: Tx, from: string): Promise<{ ward: WardLabel; beds: number }[]> {
  const { rows } = await sql<WardLabel & { beds: number }>`
    select w.id as _id, w.name_en, w.name_th, (
        select count(*) from beds b where b.ward_id = w.id and b.closed_at is null) as beds
    from wards w where w.closed_at is null or w.closed_at > ${from} order by w.position`.execute(tx)
  return rows.map(({ beds, ...ward }) => ({ ward, beds }))
}

// ── alarm settings of one patient ───────────────────────────────────────────────────────────────────

export async function isPatient(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom('patients').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export function findBirthDate(
  tx: Tx,
  patientId: OpenRecord,
): Promise<{ date_of_birth: string | null } | undefined> {
  return tx.selectFrom('patients').select('date_of_birth').where('id', '=', patientId).executeTakeFirst()
}

/** Changes of one patient's settings run one after the other. Rows that only refer to the patient need not wait. */
export function lockPatientBirthDate(
  tx: Tx,
  patientId: OpenRecord,
): Promise<{ date_of_birth: string | null } | undefined> {
  return tx
    .selectFrom('patients')
    .select('date_of_birth')
    .where('id', '=', patientId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Changes of settings, newest first. */
export async function listSettingChanges(
  tx: Tx,
  patientId: OpenRecord,
  { isCurrent, limit }: { isCurrent?: boolean; limit?: number } = {},
): Promise<(NotifyChange & { by: StaffLabel | null })[]> {
  const { rows } = await sql<Omit<NotifyChange, 'limits'> & Limits>`
    select n.id as _id, n.at, ${staffLabelOrNull('doer')} as by, n.vital, n.mode, n.critical_low, n.low, n.high, n.critical_high,
      n.reason, n.until
    from notify_settings n left join staff doer on doer.id = n.staff_id
    where n.patient_id = ${patientId} ${isCurrent ? sql`and n.is_current` : sql``}
    order by n.at desc, n.id desc
    ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(tx)
  return rows.map(({ critical_low, low, high, critical_high, ...row }) => ({
    ...row,
    limits: row.mode === 'own' ? { critical_low, low, high, critical_high } : null,
  }))
}

/** Changes are never deleted, so that their number is the version of the settings. */
export async function countSettingChanges(tx: Tx, patientId: OpenRecord): Promise<number> {
  const { count } = await tx
    .selectFrom('notify_settings')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('patient_id', '=', patientId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertSetting(
  tx: Tx,
  { id, hospitalId, now, staffId }: { id: string; hospitalId: string; now: string; staffId: string },
  { patientId, vital }: { patientId: OpenRecord; vital: LimitedVital },
  { mode, limits, reason, until }: Pick<NotifySetting, 'mode' | 'limits' | 'reason' | 'until'>,
): Promise<void> {
  await tx
    .updateTable('notify_settings')
    .set({ is_current: false })
    .where('patient_id', '=', patientId)
    .where('vital', '=', vital)
    .where('is_current', '=', true)
    .execute()
  await tx
    .insertInto('notify_settings')
    .values({
      id,
      hospital_id: hospitalId,
      patient_id: patientId,
      vital,
      at: now,
      staff_id: staffId,
      mode,
      critical_low: limits?.critical_low ?? null,
      low: limits?.low ?? null,
      high: limits?.high ?? null,
      critical_high: limits?.critical_high ?? null,
      reason,
      until,
      is_current: true,
    })
    .execute()
}

/**
 * Locks the open alarms of a patient's vital signs until the transaction ends, and deletes the counted breaches of them.
 */
export async function lockVitalAlarms(tx: Tx, patientId: string, vitals: readonly LimitedVital[]) {
  const rules = vitals.flatMap((vital) => alarmBounds.map((bound) => toLimitRule(vital, bound)))
  const open = await tx
    .selectFrom('alarms')
    .select(['id', 'rule', 'last_value as value'])
    .where('patient_id', '=', patientId)
    .where('rule', 'in', rules)
    .where('cleared_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  // After the alarms, in the same order as readings lock them; the other order could deadlock.
  await tx.deleteFrom('breaches').where('patient_id', '=', patientId).where('rule', 'in', rules).execute()
  return open
}

// ── who is notified when nobody acts ────────────────────────────────────────────────────────────────

export async function listDuties(tx: Tx): Promise<Result<typeof alarms.duties>['wards']> {
  const { rows } = await sql<WardLabel & Omit<Result<typeof alarms.duties>['wards'][number], 'ward'>>`
    select w.id as _id, w.name_en, w.name_th, ${staffLabelOrNull('nurse')} as nurse_in_charge, ${staffLabelOrNull('physician')} as doctor,
      coalesce((
        select json_agg(json_build_object('_id', g.id, 'name', g.name, 'level', g.escalation, 'member_ids', array(
            select m.staff_id from group_members m join staff s on s.id = m.staff_id and s.status = 'approved'
            where m.group_id = g.id)) order by g.name)
        from group_wards f join groups g on g.id = f.group_id and g.deleted_at is null and g.escalation is not null
        where f.ward_id = w.id), '[]') as groups
    from wards w
      left join staff nurse on nurse.id = w.nurse_in_charge
      left join staff physician on physician.id = w.doctor
    where w.closed_at is null
    order by w.position`.execute(tx)
  return rows.map(({ nurse_in_charge, doctor, groups, ...ward }) => ({
    ward,
    nurse_in_charge,
    doctor,
    groups,
  }))
}

/** Whether there is such a ward. */
export async function updateDuty(
  tx: Tx,
  wardId: string,
  duty: { nurse_in_charge: string | null; doctor: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('wards')
    .set(duty)
    .where('id', '=', wardId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
