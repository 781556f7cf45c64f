import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { getThresholds } from '../bedside/alarms/alarm-state.ts'
import { publishAlarms, raiseAlarms, realertAlarms } from '../bedside/alarms/alarm-store.ts'
import type { HospitalContext } from '../core/hospital-context.ts'
import { formatIso } from '../core/time.ts'
import type { Tx } from '../db/database.ts'
import { hasAllArrived } from './mission-patients.ts'
import { newestPreAlert, selectAcknowledgement, waitsAfterReturnMs } from './pre-alerts.ts'

async function listOpen(tx: Tx, missionId: string, where: RawBuilder<SqlBool>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct a.id from pre_alerts n join alarms a on a.id = n.alarm_id
      join missions m on m.hospital_id = n.hospital_id and m.id = n.mission_id
      join form_records r on r.hospital_id = m.hospital_id and r.id = m.id
    where m.id = ${missionId} and a.cleared_at is null and ${where}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The open alarms about the pre-alerts of a mission, which brings nobody any more. */
export const listPreAlertAlarms = (tx: Tx, missionId: string): Promise<string[]> =>
  listOpen(tx, missionId, sql`true`)

/** The alarms that are over because all patients of the mission have arrived. */
export const listAlarmsOfArrived = (tx: Tx, missionId: string): Promise<string[]> =>
  listOpen(tx, missionId, hasAllArrived())

/**
 * Lists the alarms that an arrival ends. If several patients come, the others may be as ill: an alarm that nobody has
 * acknowledged goes on until the last of them has arrived.
 */
export const listAlarmsEndedByArrival = (tx: Tx, missionId: string): Promise<string[]> =>
  listOpen(tx, missionId, sql<SqlBool>`(a.acknowledged_at is not null or ${hasAllArrived()})`)

/**
 * Raises the alarm about a pre-alert of the mission with this number, or has the one that somebody acknowledged sound
 * again; their ids, which are still to be published.
 */
export async function raisePreAlertAlarm(bedside: HospitalContext, missionNumber: string): Promise<string[]> {
  const { tx, now, newId } = bedside
  const alarms = [
    {
      id: newId(),
      patientId: null,
      deviceId: null,
      named: missionNumber,
      rule: 'pre-alert',
      severity: 'high',
      at: now,
    },
  ] as const
  const { times } = (await getThresholds(tx)).thresholds
  return [...(await realertAlarms(bedside, alarms, times)), ...(await raiseAlarms(bedside, alarms, times))]
}

/**
 * Raises an alarm anew that the end of a mission cleared, if the mission goes on: its newest pre-alert is red, nobody
 * acknowledged or closed it, not all have arrived, and it is not so old that the board of inbound ambulances waits no
 * more. The mission is locked by the caller.
 */
export async function restorePreAlertAlarm(bedside: HospitalContext, missionId: string): Promise<void> {
  const { tx, now } = bedside
  const { rows } = await sql<{ id: string; number: string }>`
    select n.id, m.number from missions m join form_records r on r.hospital_id = m.hospital_id and r.id = m.id
      cross join lateral ${newestPreAlert} n
    where m.id = ${missionId} and n.colour = 'RED' and n.at >= ${formatIso(Date.parse(now) - waitsAfterReturnMs)}
      and ${selectAcknowledgement} is null and not ${hasAllArrived()}
      and not exists (select from alarms a where a.id = n.alarm_id
        and (a.cleared_at is null or a.note is not null or a.outcome is not null))`.execute(tx)
  const [unanswered] = rows
  if (!unanswered) return
  const [alarmId] = await raisePreAlertAlarm(bedside, unanswered.number)
  if (alarmId === undefined) return
  await sql`update pre_alerts set alarm_id = ${alarmId} where id = ${unanswered.id}`.execute(tx)
  await publishAlarms(bedside, [alarmId])
}
