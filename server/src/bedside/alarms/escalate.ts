import type { AlarmSeverity, StaffTypeCode } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { HospitalContext } from '../../core/hospital-context.ts'
import type { DueHospitals } from '../../core/schedule.ts'
import { sqlArray } from '../../db/binary-array.ts'
import { joinPresentVisit } from '../../db/in-visit.ts'
import { listGrantedStaffTypes } from '../../identity/permissions.ts'
import { type AlarmStepEntry, writeSteps } from './alarm-rows.ts'
import { getThresholds } from './alarm-state.ts'
import { publishAlarms } from './alarm-store.ts'
import {
  computeEscalation,
  computeEscalationTime,
  type Level,
  type StaffCounts,
} from './escalation-levels.ts'

/** One run takes at most this many alarms; the rest follow in the next run, seconds later. */
const maxAlarmsPerRun = 500

const isEscalationDue = (now: string): RawBuilder<SqlBool> =>
  sql`a.cleared_at is null and a.acknowledged_at is null and a.escalates_at <= ${now}`

export const selectDueEscalations: DueHospitals = (now) =>
  sql`select a.hospital_id from alarms a where ${isEscalationDue(now)}`

/** Staff `s` of these types `t` who meet a condition: those who are signed up and may act on an alarm. */
const whoActs = (acting: readonly StaffTypeCode[], holds: RawBuilder<unknown>) => sql`
  from staff s join staff_types t on t.id = s.staff_type_id
  where s.status = 'approved' and not s.is_form_user and t.code = any(${sqlArray('text', [...acting])}) and ${holds}`

type NamedLevel = 'nurse_in_charge' | 'doctor'

/** The column of a visit with who has the patient there, by level. */
const carers = { nurse_in_charge: sql`v.nurse_id`, doctor: sql`v.doctor_id` }

/**
 * The person at a level, if they may act: who has the patient where their visit is, or the one whom the ward names.
 * The ward is asked first about a patient who has a bed there.
 */
const selectNamed = (acting: readonly StaffTypeCode[], level: NamedLevel) =>
  sql`(select s.id ${whoActs(acting, sql`s.id in (${carers[level]}, ${sql.ref(`w.${level}`)})`)}
    order by s.id is distinct from case when p.bed_id is null then ${carers[level]} else ${sql.ref(`w.${level}`)} end
    limit 1)`

/** The number of those who may act: the persons of the level, and the groups that cover the ward at it. */
const countStaffOfLevel = (acting: readonly StaffTypeCode[], level: NamedLevel) =>
  sql`(select count(*)::int ${whoActs(
    acting,
    sql`(s.id in (${carers[level]}, ${sql.ref(`w.${level}`)}) or exists (
      select from group_members m
        join groups g on g.id = m.group_id and g.deleted_at is null and g.escalation = ${level}
        join group_wards f on f.group_id = g.id and f.ward_id = w.id
      where m.staff_id = s.id))`,
  )})`

/**
 * Escalates alarms that nobody acted on: to the people whom the ward names for the next level and who has the
 * patient in the emergency room, and at last to all who may act. A level at which nobody may act is passed over.
 * Each level is one step in the alarm's history, however many people are notified; repeats at the last level are
 * counted.
 */
export async function escalate(bedside: HospitalContext): Promise<void> {
  const { tx, now, hospitalId, newId } = bedside
  const acting = await listGrantedStaffTypes(tx, 'alarm:act')
  const { rows } = await sql<{
    id: string
    level: Level
    tellings: number
    severity: AlarmSeverity
    nurse_in_charge: string | null
    doctor: string | null
    people: StaffCounts
  }>`
    select a.id, a.level, a.tellings, a.severity, ${selectNamed(acting, 'nurse_in_charge')} as nurse_in_charge,
      ${selectNamed(acting, 'doctor')} as doctor,
      json_build_object('nurse_in_charge', ${countStaffOfLevel(acting, 'nurse_in_charge')},
        'doctor', ${countStaffOfLevel(acting, 'doctor')},
        'everybody', (select count(*)::int ${whoActs(acting, sql`true`)})) as people
    from alarms a
      left join patients p on p.hospital_id = a.hospital_id and p.id = a.patient_id
      ${joinPresentVisit}
      left join wards w on w.id = p.ward_id
    where ${isEscalationDue(now)}
    order by a.id
    limit ${maxAlarmsPerRun}
    for update of a skip locked`.execute(tx)
  if (rows.length === 0) return
  const { times } = (await getThresholds(tx)).thresholds
  const steps: AlarmStepEntry[] = []
  for (const { people, ...alarm } of rows) {
    const { id, severity } = alarm
    const { level, told, tellings, isRetold, isEnd, escalatesAt } = computeEscalation(
      alarm,
      people,
      times,
      now,
    )
    const to = level === 'everybody' ? null : alarm[level]
    await tx
      .updateTable('alarms')
      .set({
        level,
        told,
        tellings,
        told_at: now,
        escalates_at: escalatesAt,
        ...(to === null ? {} : { assigned_to: to }),
      })
      .where('id', '=', id)
      .execute()
    if (!isRetold)
      steps.push({ alarmId: id, step: 'escalated', at: now, level, told, toStaffId: to, severity })
    if (isEnd) steps.push({ alarmId: id, step: 'escalation-ended', at: now, level, told, value: tellings })
  }
  await writeSteps(tx, hospitalId, newId, steps)
  await publishAlarms(
    bedside,
    rows.map(({ id }) => id),
  )
}

const isSnoozeOver = (now: string): RawBuilder<SqlBool> =>
  sql`a.cleared_at is null and a.snoozed_until <= ${now}`

export const selectDueSnoozes: DueHospitals = (now) =>
  sql`select a.hospital_id from alarms a where ${isSnoozeOver(now)}`

/** Ends snoozes that are over: the alarm is active again, and its full escalation time and retellings start anew. */
export async function endSnoozes(bedside: HospitalContext): Promise<void> {
  const { tx, now, hospitalId, newId } = bedside
  const ended = await tx
    .selectFrom('alarms as a')
    .select(['id', 'severity', 'acknowledged_at', sql<Level>`level`.as('level')])
    .where(isSnoozeOver(now))
    .orderBy('id')
    .limit(maxAlarmsPerRun)
    .forUpdate()
    .skipLocked()
    .execute()
  if (ended.length === 0) return
  const { times } = (await getThresholds(tx)).thresholds
  for (const { id, severity, level, acknowledged_at } of ended) {
    const next =
      acknowledged_at === null
        ? { escalates_at: computeEscalationTime(now, severity, times, level), tellings: 0 }
        : { escalates_at: null }
    await tx
      .updateTable('alarms')
      .set({ snoozed_until: null, ...next })
      .where('id', '=', id)
      .execute()
  }
  await writeSteps(
    tx,
    hospitalId,
    newId,
    ended.map(({ id }) => ({ alarmId: id, step: 'snooze-ended', at: now })),
  )
  await publishAlarms(
    bedside,
    ended.map(({ id }) => id),
  )
}
