import type { Alarm, VisitPlace } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { HospitalContext } from '../core/hospital-context.ts'
import { sqlArray, sqlRows } from '../db/binary-array.ts'
import { joinPresentVisit } from '../db/in-visit.ts'
import { listGrantedStaffTypes } from '../identity/permissions.ts'

/** What leaves the hospital is only what is needed to go and look: no name, no value. */
export type OutsideMessage = {
  alarm: string
  rule: string
  severity: string
  level: string
  ward: string | null
  ward_th: string | null
  bed: string | null
  /** Where the patient is while they are in a visit, though they may have a bed of a ward too. */
  visit: VisitPlace | null
  raised_at: string
}

/** The channel that writes to people one by one. */
export const lineChannel = 'line'

/**
 * Puts messages into the outbox in the transaction that raised the alarm: one for each channel of the panel, and by
 * LINE one for each person who has chosen to get it.
 */
export async function queueAlarmMessages(bedside: HospitalContext, alarms: readonly Alarm[]): Promise<void> {
  if (alarms.length === 0 || bedside.channels.length === 0) return
  const others = bedside.channels.filter((channel) => channel !== lineChannel)
  await insertOutbox(bedside, alarms, [
    ...others.flatMap((channel) => alarms.map(({ _id }) => ({ channel, alarm: _id, staff: null }))),
    ...(await listLineRecipients(
      bedside,
      alarms,
      isAlarmWanted(await listGrantedStaffTypes(bedside.tx, 'alarm:act')),
    )),
  ])
}

/**
 * Sends a LINE message to the person to whom an alarm was handed, if they chose to get alarms of this severity. They
 * are responsible from now on, whatever was done about the alarm before.
 */
export async function queueAssignedMessage(bedside: HospitalContext, alarm: Alarm): Promise<void> {
  await insertOutbox(bedside, [alarm], await listLineRecipients(bedside, [alarm], sql`a.assigned_to = s.id`))
}

type OutboxEntry = { channel: string; alarm: string; staff: string | null }

async function insertOutbox(
  { tx, hospitalId, now, newId }: HospitalContext,
  alarms: readonly Alarm[],
  rows: readonly OutboxEntry[],
): Promise<void> {
  if (rows.length === 0) return
  const messages = new Map(alarms.map((alarm) => [alarm._id, JSON.stringify(toOutsideMessage(alarm))]))
  // Hundreds of alarms and dozens of people would exceed the number of parameters of a statement.
  await sql`
    insert into outbox (hospital_id, created_at, next_at, id, channel, message, to_staff)
    select ${hospitalId}, ${now}, ${now}, o.id, o.channel, o.message::jsonb, o.to_staff
    from ${sqlRows('o', rows, {
      id: ['uuid', () => newId()],
      channel: ['text', (one) => one.channel],
      message: ['text', (one) => messages.get(one.alarm)],
      to_staff: ['uuid', (one) => one.staff],
    })}`.execute(tx)
}

/**
 * Whether a person gets an alarm by their choice: it comes to them by name, or, if they may act, through the ward
 * or a group at its current level, or at the last level, which includes everybody who may act on it. Who has the
 * patient in the emergency room is told as those are who follow the ward.
 */
const isAlarmWanted = (
  acting: readonly string[],
) => sql<SqlBool>`(s.line_choice = 'all' or a.assigned_to = s.id
  or (t.code = any(${sqlArray('text', [...acting])}) and (a.level = 'everybody'
    or (a.level = 'nurse_in_charge' and s.id in (w.nurse_in_charge, v.nurse_id))
    or (a.level = 'doctor' and s.id in (w.doctor, v.doctor_id))))
  or (s.line_choice = 'wards' and s.id in (v.nurse_id, v.doctor_id))
  or exists (
    select from group_members m
      join groups g on g.id = m.group_id and g.deleted_at is null
      join group_wards f on f.group_id = g.id and f.ward_id = w.id
    where m.staff_id = s.id and (s.line_choice = 'wards'
      or (g.escalation = a.level and t.code = any(${sqlArray('text', [...acting])})))))`

/** Who gets a LINE message of which alarm: people who meet the condition and chose to get alarms of its severity. */
async function listLineRecipients(
  { tx, channels }: HospitalContext,
  alarms: readonly Alarm[],
  condition: RawBuilder<SqlBool>,
): Promise<OutboxEntry[]> {
  if (!channels.includes(lineChannel)) return []
  const { rows } = await sql<OutboxEntry>`
    select ${lineChannel} as channel, a.id as alarm, s.id as staff
    from alarms a
      left join patients p on p.hospital_id = a.hospital_id and p.id = a.patient_id
      ${joinPresentVisit}
      left join wards w on w.id = p.ward_id
      join staff s on s.line_choice <> 'none' and s.status = 'approved' and not s.is_form_user
      join staff_types t on t.id = s.staff_type_id and t.code = any(${sqlArray('text', await listGrantedStaffTypes(tx, 'alarm:read'))})
    where a.id = any(${sqlArray(
      'uuid',
      alarms.map(({ _id }) => _id),
    )})
      and array_position('{low,medium,high}', a.severity) >= array_position('{low,medium,high}', s.line_least_severity)
      and ${condition}`.execute(tx)
  return rows
}

function toOutsideMessage(alarm: Alarm): OutsideMessage {
  return {
    alarm: alarm._id,
    rule: alarm.rule,
    severity: alarm.severity,
    level: alarm.level,
    ward: alarm.patient?.ward?.name_en ?? null,
    ward_th: alarm.patient?.ward?.name_th ?? null,
    bed: alarm.patient?.bed ?? null,
    visit: alarm.visit,
    raised_at: alarm.raised_at,
  }
}
