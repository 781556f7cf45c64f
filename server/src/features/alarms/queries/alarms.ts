import {
  type Alarm,
  type AlarmRule,
  type AlarmSeverity,
  type AlarmStep,
  type alarmStates,
  compareAlarmUrgency,
  type PageRequest,
  type StaffLabel,
  type StaffTypeCode,
} from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { listAlarmsById, listMatchingAlarms, shownNumber } from '../../../bedside/alarms/alarm-rows.ts'
import { sqlArray } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { selectStaffLabelOrNull } from '../../../db/labels.ts'
import { countRows, readPage, toRowRange } from '../../../db/listing/pages.ts'
import type { OpenRecord } from '../../../identity/record-access.ts'

/** Alarms beyond this number are not counted. */
const maxCountedAlarms = 1000

/** The most urgent first. */
export async function listOpenAlarms(tx: Tx): Promise<Alarm[]> {
  const open = await listMatchingAlarms(tx, sql<SqlBool>`a.cleared_at is null`)
  return open.toSorted((one, other) => compareAlarmUrgency(one, other))
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

/** A join with the patients would read all of them, though few alarms are open. */
const isInWard = (ward: string) => sql<SqlBool>`case when a.cleared_at is null
  then exists (select from patients here
    where here.hospital_id = a.hospital_id and here.id = a.patient_id and here.ward_id = ${ward})
  else a.cleared_ward_id = ${ward} end`

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
  if (ward !== undefined) conditions.push(isInWard(ward))
  if (severity !== undefined) conditions.push(sql`a.severity = ${severity}`)
  if (state !== undefined) conditions.push(stateConditions[state])
  if (rule !== undefined) conditions.push(sql`a.rule = ${rule}`)
  if (from !== undefined) conditions.push(sql`a.raised_at >= ${from}`)
  if (to !== undefined) conditions.push(sql`a.raised_at < ${to}`)
  return sql`${sql.join(conditions, sql` and `)}`
}

export function listAlarms(tx: Tx, { page, number_of_rec, ...filters }: AlarmFilters & PageRequest) {
  const where = buildAlarmFilter(filters)
  return readPage(
    listMatchingAlarms(tx, where, {
      orderBy: sql`a.raised_at desc, a.id desc`,
      ...toRowRange({ page, number_of_rec }),
    }),
    countRows(tx, sql`alarms a where ${where}`, maxCountedAlarms),
  )
}

export async function findAlarm(tx: Tx, id: string): Promise<Alarm | undefined> {
  const [alarm] = await listAlarmsById(tx, [id])
  return alarm
}

/** In the order in which the panel got them: a value arrives some time after it was measured. */
export async function listSteps(tx: Tx, alarmId: string): Promise<AlarmStep[]> {
  const { rows } = await sql<AlarmStep>`
    select s.id as _id, s.at, s.step, ${selectStaffLabelOrNull('doer')} as by, ${selectStaffLabelOrNull('receiver')} as "to", s.level, s.told, s.severity, ${shownNumber(sql`s.value`)} as value,
      s.note
    from alarm_steps s
      join alarms a on a.id = s.alarm_id
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
    .where('staff_types.code', '=', sql<string>`any(${sqlArray('text', types)})`)
    .where('staff.status', '=', 'approved')
    .where('staff.is_form_user', '=', false)
    .orderBy(sql`thai_sort_key(staff.first_name || ' ' || staff.last_name) collate "C"`)
    .execute()
  return rows
}
