import type { Body, inbound, MissionState, PreAlert, ToldValues } from 'contract'
import { sql } from 'kysely'
import { isOnCrew } from '../../../ambulance/mission-crews.ts'
import type { Tx } from '../../../db/database.ts'
import { selectIsoText } from '../../../db/iso-text.ts'
import type { OpenRecord } from '../../../identity/record-access.ts'

export type LockedInbound = {
  id: string
  number: string
  state: MissionState
  version: number
  patient_id: string | null
  answers: Record<string, unknown>
  class: string | null
}

/** A mission, locked until the transaction ends; with `crewOf`, only if this member of staff is out on it. */
export async function lockInbound(tx: Tx, id: string, crewOf?: string): Promise<LockedInbound | undefined> {
  const isOfCrew = crewOf === undefined ? sql`true` : sql`m.is_out and ${isOnCrew(sql`m.id`, crewOf)}`
  const { rows } = await sql<LockedInbound>`
    select m.id, m.number, m.state, m.version, r.patient_id, r.answers,
      (select v.class from vehicles v where v.hospital_id = m.hospital_id and v.id = m.vehicle_id) as class
    from missions m join form_records r on r.hospital_id = m.hospital_id and r.id = m.id
    where m.id = ${id} and ${isOfCrew}
    for no key update of m`.execute(tx)
  return rows[0]
}

export type StoredPreAlert = Pick<PreAlert, 'colour' | 'isolation'> & {
  id: string
  at: string
  alarm_id: string | null
}

/** The pre-alerts of a mission in their order. */
export async function listPreAlerts(tx: Tx, missionId: string): Promise<StoredPreAlert[]> {
  const { rows } = await sql<StoredPreAlert>`
    select id, ${selectIsoText('at')} as at, colour, isolation, alarm_id from pre_alerts
    where mission_id = ${missionId} order by position`.execute(tx)
  return rows
}

type Written = Omit<Body<typeof inbound.preAlert>, '_id' | 'pre_alert_id' | 'eta_minutes' | 'measured_at'> & {
  id: string
  missionId: string
  position: number
  missionVersion: number
  etaAt: string | null
  measuredAt: string
  alarmId: string | null
}
type Writer = { hospitalId: string; staffId: string; now: string }

export async function insertPreAlert(
  tx: Tx,
  told: Written,
  { hospitalId, staffId, now }: Writer,
): Promise<void> {
  const values = Object.fromEntries(
    Object.entries(told.values).filter(([, value]) => value !== null && value !== undefined),
  )
  await sql`
    insert into pre_alerts (hospital_id, id, mission_id, position, mission_version, at, staff_id, colour, scheme, story, eta_at, isolation,
      fast_tracks, told, measured_at, alarm_id)
    values (${hospitalId}, ${told.id}, ${told.missionId}, ${told.position}, ${told.missionVersion}, ${now}, ${staffId}, ${told.colour},
      ${told.scheme}, ${JSON.stringify(told.story)}::jsonb, ${told.etaAt}, ${told.isolation}, ${told.fast_tracks},
      ${JSON.stringify(values)}::jsonb, ${told.measuredAt}, ${told.alarmId})`.execute(tx)
}

/** What crews told of the values of a patient, the oldest first. */
export async function listToldValues(tx: Tx, missionId: string): Promise<ToldValues[]> {
  const { rows } = await sql<ToldValues>`
    select told as values, measured_at from pre_alerts
    where mission_id = ${missionId} and told <> '{}' order by position`.execute(tx)
  return rows
}

export type InboundAct = {
  id: string
  missionId: string
  act: 'ACKNOWLEDGED' | 'PREPARED' | 'ARRIVED'
  preAlertId?: string
  zone?: string
  bay?: string | null
  patientId?: OpenRecord
  visitId?: string
  /** Whether nobody else is known to come with the ambulance. */
  isAlone?: boolean
}

/** Writes an act; one that is there already stays the only one. */
export async function insertInboundAct(
  tx: Tx,
  act: InboundAct,
  { hospitalId, staffId, now }: Writer,
): Promise<void> {
  await sql`
    insert into inbound_acts (hospital_id, id, mission_id, act, at, staff_id, pre_alert_id, zone, bay, patient_id, visit_id,
      is_alone)
    values (${hospitalId}, ${act.id}, ${act.missionId}, ${act.act}, ${now}, ${staffId}, ${act.preAlertId ?? null},
      ${act.zone ?? null}, ${act.bay ?? null}, ${act.patientId ?? null}, ${act.visitId ?? null}, ${act.isAlone ?? true})
    on conflict do nothing`.execute(tx)
}
