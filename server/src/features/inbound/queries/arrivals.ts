import type { StaffLabel } from 'contract'
import { sql } from 'kysely'
import { isArrival } from '../../../ambulance/mission-arrivals.ts'
import {
  announcedPatients,
  expectedPatients,
  maySendMore,
  missionPatients,
} from '../../../ambulance/mission-patients.ts'
import type { Tx } from '../../../db/database.ts'
import { selectStaffLabel } from '../../../db/labels.ts'
import { selectPersonUsedRecord } from '../../../identity/merged-records.ts'
import type { OpenRecord } from '../../../identity/record-access.ts'

export type ArrivalAct = { at: string; by: StaffLabel; visit_id: string; patient_id: string }

/** Who has arrived with a mission, in their order. */
export async function listArrivals(tx: Tx, missionId: string): Promise<ArrivalAct[]> {
  const { rows } = await sql<ArrivalAct>`
    select a.at, ${selectStaffLabel('s')} as by, a.visit_id, a.patient_id
    from inbound_acts a join staff s on s.id = a.staff_id
    where a.mission_id = ${missionId} and ${isArrival('a')} order by a.at, a.id`.execute(tx)
  return rows
}

export type Brought = {
  /** How many patients the call announced, how many the mission is about, and how many of them come here. */
  announced: number
  patients: number
  expected: number
  /** Whether nobody knows how many more patients there are. */
  may_be_more: boolean
  /** A sheet names another patient than this one. */
  is_of_other: boolean
  /** Whether the request of one patient names this one; null if it names nobody, or speaks of several. */
  is_requested: boolean | null
}

export async function findBrought(tx: Tx, missionId: string, patientId: OpenRecord): Promise<Brought> {
  const { rows } = await sql<Brought>`
    select ${announcedPatients} as announced, ${missionPatients} as patients, ${expectedPatients} as expected,
      ${maySendMore} as may_be_more,
      exists (select from form_records f where f.hospital_id = m.hospital_id and f.mission_id = m.id and f.state <> 'void'
        and ${selectPersonUsedRecord(sql`f.patient_id`)} <> ${patientId}) as is_of_other,
      case when ${announcedPatients} = 1 then ${selectPersonUsedRecord(sql`r.patient_id`)} = ${patientId} end as is_requested
    from missions m join form_records r on r.hospital_id = m.hospital_id and r.id = m.id
    where m.id = ${missionId}`.execute(tx)
  const [brought] = rows
  if (!brought) throw new Error('the mission is locked')
  return brought
}

/** Whether a visit was linked to a mission before. */
export async function isLinked(tx: Tx, visitId: string): Promise<boolean> {
  const { rows } = await sql`
    select from inbound_acts where visit_id = ${visitId} and act = 'ARRIVED'`.execute(tx)
  return rows.length > 0
}

/**
 * The place that was kept last for a mission, and that no visit before this one had; none once the crew has handed over
 * and somebody of theirs has arrived.
 */
export async function findKeptPlace(
  tx: Tx,
  missionId: string,
  visitId: string,
): Promise<{ zone: string; bay: string | null } | undefined> {
  const { rows } = await sql<{ zone: string; bay: string | null }>`
    select zone, bay from inbound_acts kept where mission_id = ${missionId} and act = 'PREPARED'
      and not exists (select from inbound_acts came where came.mission_id = ${missionId} and ${isArrival('came')}
        and came.visit_id <> ${visitId} and (came.at >= kept.at or exists (
          select from missions m where m.id = ${missionId} and m.state in ('HANDED_OVER', 'BACK_AT_BASE', 'CLOSED'))))
    order by at desc, id desc limit 1`.execute(tx)
  return rows[0]
}

/**
 * What the sheets of a mission say of a pregnancy of this patient: the sheet that names them; of somebody who comes
 * alone, else the only one that names nobody. With several of those, nobody knows whose answer it is.
 */
export async function findToldPregnancy(
  tx: Tx,
  missionId: string,
  { patientId, isAlone }: { patientId: OpenRecord; isAlone: boolean },
): Promise<{ pregnancy: string; weeks: string | null } | undefined> {
  const { rows } = await sql<{ pregnancy: string; weeks: string | null }>`
    with sheets as (
      select * from form_records where mission_id = ${missionId} and state <> 'void'
        and (patient_id = ${patientId} or (patient_id is null and ${isAlone})))
    select answers ->> 'pregnancy' as pregnancy, answers ->> 'pregnancy_weeks' as weeks from sheets
    where answers ->> 'pregnancy' = any('{YES,NO,UNKNOWN}')
      and (patient_id is not null or (select count(*) from sheets s where s.patient_id is null
        and s.answers ? 'pregnancy') = 1)
    order by patient_id is null, changed_at desc, id limit 1`.execute(tx)
  return rows[0]
}
