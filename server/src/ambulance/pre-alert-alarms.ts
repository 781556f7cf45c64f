import { sql } from 'kysely'
import { getThresholds } from '../bedside/alarms/alarm-state.ts'
import { publishAlarms, raiseAlarms, realertAlarms } from '../bedside/alarms/alarm-store.ts'
import type { HospitalContext } from '../core/hospital-context.ts'
import { formatIso } from '../core/time.ts'
import type { Tx } from '../db/database.ts'
import { newestPreAlert, selectAcknowledgement, waitsAfterReturnMs } from './pre-alerts.ts'

/** The open alarms about the pre-alerts of a mission. */
export async function listPreAlertAlarms(tx: Tx, missionId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct a.id from pre_alerts n join alarms a on a.id = n.alarm_id
    where n.mission_id = ${missionId} and a.cleared_at is null`.execute(tx)
  return rows.map(({ id }) => id)
}

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
 * acknowledged it, nobody has arrived, and it is not so old that the board of inbound ambulances waits no more. The
 * mission is locked by the caller.
 */
export async function restorePreAlertAlarm(bedside: HospitalContext, missionId: string): Promise<void> {
  const { tx, now } = bedside
  const { rows } = await sql<{ id: string; number: string }>`
    select n.id, m.number from missions m cross join lateral ${newestPreAlert} n
    where m.id = ${missionId} and n.colour = 'RED' and n.at >= ${formatIso(Date.parse(now) - waitsAfterReturnMs)}
      and ${selectAcknowledgement} is null
      and not exists (select from inbound_acts a
        where a.hospital_id = m.hospital_id and a.mission_id = m.id and a.act = 'ARRIVED')
      and not exists (select from alarms a where a.id = n.alarm_id and a.cleared_at is null)`.execute(tx)
  const [unanswered] = rows
  if (!unanswered) return
  const [alarmId] = await raisePreAlertAlarm(bedside, unanswered.number)
  if (alarmId === undefined) return
  await sql`update pre_alerts set alarm_id = ${alarmId} where id = ${unanswered.id}`.execute(tx)
  await publishAlarms(bedside, [alarmId])
}
