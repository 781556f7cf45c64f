import type { Alarm, AlarmRule, AlarmScore, AlarmSeverity, AlarmTimes } from 'contract'
import { sql } from 'kysely'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { allInOrder } from '../../db/all-in-order.ts'
import { sqlArray, sqlRows, toJsonCell } from '../../db/binary-array.ts'
import { queueAlarmMessages } from '../../notify/outbox.ts'
import type { AlarmOwner } from './alarm-owner.ts'
import { listAlarmsById, writeSteps } from './alarm-rows.ts'
import { computeEscalationTime } from './escalation-levels.ts'

export type NewAlarm = Pick<AlarmOwner, 'patientId' | 'deviceId'> &
  Partial<AlarmOwner> & {
    id: string
    rule: AlarmRule
    severity: AlarmSeverity
    value?: number | null
    second?: number | null
    limit?: number | null
    /** An early-warning score has its parts. */
    score?: AlarmScore | null
    at: string
    /** The time of arrival, if the clock of the measurement is in doubt: it may have happened then. */
    heardAt?: string | null
    lat?: number | null
    lang?: number | null
  }

/** Raises alarms; returns the ids of those that were not open already. */
export async function raiseAlarms(
  bedside: HospitalContext,
  alarms: readonly NewAlarm[],
  times: AlarmTimes,
): Promise<string[]> {
  if (alarms.length === 0) return []
  const { rows: inserted } = await sql<{ id: string }>`
    insert into alarms (id, hospital_id, patient_id, device_id, mac, named, raised_ward_id, raised_bed, rule, severity, value, second,
      limit_value, score, last_value, last_at, worst_value, worst_second, worst_at, raised_at, latitude, longitude,
      escalates_at)
    select r.id, ${bedside.hospitalId}, r.patient_id, r.device_id, r.mac, r.named, p.ward_id, b.label, r.rule,
      r.severity, r.value, r.second, r.limit_value, r.score::jsonb, r.value, r.raised_at, r.value, r.second, r.raised_at,
      r.raised_at, r.latitude, r.longitude, r.escalates_at
    from ${sqlRows('r', alarms, {
      id: ['uuid', ({ id }) => id],
      patient_id: ['uuid', ({ patientId }) => patientId],
      device_id: ['uuid', ({ deviceId }) => deviceId],
      mac: ['text', ({ mac }) => mac],
      named: ['text', ({ named }) => named],
      rule: ['text', ({ rule }) => rule],
      severity: ['text', ({ severity }) => severity],
      value: ['double precision', ({ value }) => value],
      second: ['double precision', ({ second }) => second],
      limit_value: ['double precision', ({ limit }) => limit],
      score: ['text', ({ score }) => toJsonCell(score)],
      raised_at: ['timestamptz', ({ at }) => at],
      latitude: ['double precision', ({ lat }) => lat],
      longitude: ['double precision', ({ lang }) => lang],
      escalates_at: ['timestamptz', ({ severity }) => computeEscalationTime(bedside.now, severity, times)],
    })}
      left join patients p on p.id = r.patient_id
      left join beds b on b.id = p.bed_id
    order by r.patient_id, r.rule, r.raised_at
    on conflict do nothing
    returning id`.execute(bedside.tx)
  const ids = new Set(inserted.map(({ id }) => id))
  await writeSteps(
    bedside.tx,
    bedside.hospitalId,
    bedside.newId,
    alarms
      .filter(({ id }) => ids.has(id))
      .map(({ id, at, severity, value }) => ({
        alarmId: id,
        step: 'raised',
        at,
        severity,
        value: value ?? null,
      })),
  )
  return [...ids]
}

/**
 * Makes open alarms active again whose event happened once more after they were acknowledged or snoozed; returns their
 * ids. A message that is only sent again has its earlier time and changes nothing.
 */
export async function realertAlarms(
  { tx, hospitalId, newId, now }: HospitalContext,
  alarms: readonly NewAlarm[],
  times: AlarmTimes,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; at: string; severity: AlarmSeverity }>`
    with open as materialized (
      select a.id, again.at
      from ${sqlRows('again', alarms, {
        patient_id: ['uuid', (one) => one.patientId],
        device_id: ['uuid', (one) => one.deviceId],
        mac: ['text', (one) => one.mac],
        named: ['text', (one) => one.named],
        rule: ['text', (one) => one.rule],
        at: ['timestamptz', (one) => one.heardAt ?? one.at],
      })}
        join alarms a on a.rule = again.rule and a.patient_id is not distinct from again.patient_id
          and (a.patient_id is not null or a.device_id = again.device_id or a.named = again.named
            or (a.device_id is null and again.device_id is null and a.mac = again.mac))
      where a.cleared_at is null
      order by a.id
      for no key update of a
    ), newest as (
      select id, max(at) as at from open group by id
    )
    update alarms a set acknowledged_at = null, acknowledged_by = null, snoozed_until = null, last_at = newest.at,
      escalates_at = ${computeEscalationTime(now, 'high', times)}, tellings = 0
    from newest
    where a.id = newest.id and newest.at > coalesce(a.acknowledged_at, case when a.snoozed_until is not null then
      (select max(s.at) from alarm_steps s where s.alarm_id = a.id and s.step = 'snoozed') end)
    returning a.id, a.last_at as at, a.severity`.execute(tx)
  await writeSteps(
    tx,
    hospitalId,
    newId,
    rows.map(({ id, at, severity }) => ({ alarmId: id, step: 'returned', at, severity })),
  )
  return rows.map(({ id }) => id)
}

/** Clears alarms that end by themselves, or by what a person said about their cause, and tells the screens. */
export async function clearAlarms(
  bedside: HospitalContext,
  ids: readonly string[],
  because:
    | 'recovered'
    | 'moved'
    | 'pregnant'
    | 'age'
    | { clearing: 'person' | 'discharged'; staffId: string; note?: string | null },
): Promise<void> {
  if (ids.length === 0) return
  const { tx, now, hospitalId, newId } = bedside
  const {
    clearing,
    staffId,
    note = null,
  } = typeof because === 'string' ? { clearing: because, staffId: null } : because
  const steps = ids.map((id) => ({ alarmId: id, step: 'cleared' as const, at: now, staffId, note }))
  await allInOrder([
    sql`
      update alarms set cleared_at = ${now}, clearing = ${clearing},
        cleared_by = ${staffId}, note = coalesce(${note}, note), escalates_at = null, snoozed_until = null,
        ended_at = coalesce(ended_at, ${now})
      where id = any(${sqlArray('uuid', ids)})`.execute(tx),
    writeSteps(tx, hospitalId, newId, steps),
    emitAlarms(bedside, ids),
  ])
}

/**
 * Acknowledges an alarm for somebody who acts outside the list of alarms. If it is acknowledged already, nothing
 * changes.
 */
export async function acknowledgeAlarm(bedside: HospitalContext, id: string, staffId: string): Promise<void> {
  const { tx, now, hospitalId, newId } = bedside
  const { rows } = await sql`
    update alarms set acknowledged_at = ${now}, acknowledged_by = ${staffId}, escalates_at = null, snoozed_until = null
    where id = ${id} and acknowledged_at is null and cleared_at is null
    returning id`.execute(tx)
  if (rows.length === 0) return
  await writeSteps(tx, hospitalId, newId, [{ alarmId: id, step: 'acknowledged', at: now, staffId }])
  await emitAlarms(bedside, [id])
}

/** Emits alarms as they are now to the screens, and sends new, worse or escalated ones outside the panel. */
export async function publishAlarms(bedside: HospitalContext, ids: readonly string[]): Promise<Alarm[]> {
  const alarms = await emitAlarms(bedside, ids)
  await queueAlarmMessages(
    bedside,
    alarms.filter(({ state, severity }) => state === 'active' && severity !== 'low'),
  )
  return alarms
}

/** Emits alarms to the screens only: somebody acted, or nothing is left to do. */
export async function emitAlarms(bedside: HospitalContext, ids: readonly string[]): Promise<Alarm[]> {
  const alarms = await listAlarmsById(bedside.tx, ids)
  for (const alarm of alarms) bedside.emit({ kind: 'alarm', alarm })
  return alarms
}
