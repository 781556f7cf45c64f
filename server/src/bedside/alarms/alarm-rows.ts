import { type Alarm, alarmBounds, maxSnoozes, toLimitRule } from 'contract'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { sqlArray, sqlRows, sqlWords } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import { joinPresentVisit, selectVisitPlace } from '../../db/in-visit.ts'
import {
  selectDeviceLabelOrNull,
  selectPatientLabel,
  selectPlaceLabelOrNull,
  selectStaffLabelOrNull,
} from '../../db/labels.ts'

const meanPressureRules = alarmBounds.map((bound) => toLimitRule('map', bound))

/**
 * A number of the alarm `a` in its wire form. A glucose beyond the range of its meter is stored as infinity, and is
 * null; a computed mean pressure is stored as it was judged, and shown rounded.
 */
export const shownNumber = (value: RawBuilder<unknown>) => sql<number | null>`
  case when abs(${value}) < 'infinity'::float8
    then case when a.rule = any(${sqlWords(meanPressureRules)}) then round(${value}) else ${value} end end`

/** The state of the alarm `a` of a query. */
export const alarmState = sql<Alarm['state']>`case when a.cleared_at is not null then 'cleared'
  when a.acknowledged_at is not null then 'acknowledged' else 'active' end`

/**
 * Alarms in their wire form. One that is open is in the patient's present ward and bed, or where their visit is, a
 * cleared one in the ward and bed that the patient had then.
 */
export async function listMatchingAlarms(
  tx: Tx,
  where: Expression<SqlBool>,
  more: { orderBy?: Expression<unknown>; limit?: number; offset?: number } = {},
): Promise<Alarm[]> {
  const { rows } = await sql<Omit<Alarm, 'snoozes_left'> & { snoozes: number }>`
    select a.id as _id,
      case when p.id is not null then ${selectPatientLabel({ bed: sql`case when a.cleared_at is null then b.label else a.cleared_bed end` })} end as patient,
      ${selectVisitPlace} as visit,
      ${selectPlaceLabelOrNull('raised')} as raised_ward, a.raised_bed,
      ${selectDeviceLabelOrNull('d')} as device, a.mac, case when n.digits ~ '^[0-9]{13}$' then '…' || right(n.digits, 4) else a.named end as named,
      case when a.named is null then 0 else (select count(*)::int from patients h
        where h.hospital_id = a.hospital_id and (h.hn = a.named or (h.national_id = n.digits and h.merged_into is null))) end as holders,
      a.rule, a.severity,
      ${alarmState} as state,
      ${shownNumber(sql`a.value`)} as value, a.second, a.limit_value as "limit", a.score,
      ${shownNumber(sql`a.last_value`)} as last_value, a.last_at, ${shownNumber(sql`a.worst_value`)} as worst_value, a.worst_second, a.worst_at, a.raised_at, a.ended_at, a.acknowledged_at,
      ${selectStaffLabelOrNull('acknowledger')} as acknowledged_by, ${selectStaffLabelOrNull('assignee')} as assigned_to, a.level,
      a.told, a.tellings, a.told_at, case when a.cleared_at is null then a.escalates_at end as escalates_at,
      case when a.cleared_at is null then a.snoozed_until end as snoozed_until, a.snoozes, a.cleared_at, ${selectStaffLabelOrNull('clearer')} as cleared_by, a.clearing,
      a.outcome, a.note, a.latitude as lat, a.longitude as lang
    from alarms a
      left join patients p on p.hospital_id = a.hospital_id and p.id = a.patient_id
      ${joinPresentVisit} and a.cleared_at is null
      left join wards w on w.id = case when a.cleared_at is null then p.ward_id else a.cleared_ward_id end
      left join beds b on b.id = p.bed_id
      left join wards raised on raised.id = a.raised_ward_id
      left join devices d on d.hospital_id = a.hospital_id and d.id = a.device_id
      left join staff acknowledger on acknowledger.id = a.acknowledged_by
      left join staff assignee on assignee.id = a.assigned_to
      left join staff clearer on clearer.id = a.cleared_by
      cross join lateral (select translate(a.named, '- ', '') as digits) n
    where ${where}
    ${more.orderBy ? sql`order by ${more.orderBy}` : sql``}
    ${more.limit === undefined ? sql`` : sql`limit ${more.limit} offset ${more.offset ?? 0}`}`.execute(tx)
  return rows.map(({ snoozes, ...alarm }) => ({ ...alarm, snoozes_left: Math.max(maxSnoozes - snoozes, 0) }))
}

/**
 * The ids are selected and not passed to `any`: otherwise the generic plan is estimated too high, and PostgreSQL plans
 * the statement on every call, which takes ten times as long as running it.
 */
export function listAlarmsById(tx: Tx, ids: readonly string[]): Promise<Alarm[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : listMatchingAlarms(tx, sql<SqlBool>`a.id = any(array(select unnest(${sqlArray('uuid', ids)})))`)
}

export type AlarmStepEntry = {
  alarmId: string
  step: string
  at: string
  staffId?: string | null
  toStaffId?: string | null
  level?: string | null
  told?: number | null
  severity?: string | null
  value?: number | null
  note?: string | null
}

export async function writeSteps(
  tx: Tx,
  hospitalId: string,
  newId: () => string,
  steps: readonly AlarmStepEntry[],
): Promise<void> {
  if (steps.length === 0) return
  await sql`
    insert into alarm_steps (hospital_id, id, alarm_id, at, step, staff_id, to_staff_id, level, told, severity, value, note)
    select ${hospitalId}, s.* from ${sqlRows('s', steps, {
      id: ['uuid', () => newId()],
      alarm_id: ['uuid', (one) => one.alarmId],
      at: ['timestamptz', (one) => one.at],
      step: ['text', (one) => one.step],
      staff_id: ['uuid', (one) => one.staffId],
      to_staff_id: ['uuid', (one) => one.toStaffId],
      level: ['text', (one) => one.level],
      told: ['integer', (one) => one.told],
      severity: ['text', (one) => one.severity],
      value: ['double precision', (one) => one.value],
      note: ['text', (one) => one.note],
    })}`.execute(tx)
}
