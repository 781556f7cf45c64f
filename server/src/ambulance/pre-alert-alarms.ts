import { sql } from 'kysely'
import { getThresholds } from '../bedside/alarms/alarm-state.ts'
import { publishAlarms, raiseAlarms, realertAlarms } from '../bedside/alarms/alarm-store.ts'
import type { HospitalContext } from '../core/hospital-context.ts'
import { newestPreAlert, selectAcknowledgement } from './pre-alerts.ts'

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
 * acknowledged it, and nobody has arrived. The mission is locked by the caller.
 */
export async function restorePreAlertAlarm(bedside: HospitalContext, missionId: string): Promise<void> {
  const { tx } = bedside
  const { rows } = await sql<{ id: string; number: string }>`
    select n.id, m.number from missions m cross join lateral ${newestPreAlert} n
    where m.id = ${missionId} and n.colour = 'RED' and ${selectAcknowledgement} is null
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
