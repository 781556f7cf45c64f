import type { BayKept, Body, PatientLabel, Visit, visits } from 'contract'
import { type SqlBool, sql } from 'kysely'
import type * as z from 'zod/mini'
import { isArrival } from '../ambulance/mission-arrivals.ts'
import type { Tx } from '../db/database.ts'
import { selectMissionLabel, selectPatientLabel, selectStaffLabel } from '../db/labels.ts'
import { findNumberSource } from '../db/number-series.ts'
import type { OpenRecord } from '../identity/record-access.ts'
import { giveNumber } from './give-number.ts'
import { selectVisit } from './visit-columns.ts'

export async function findOpenVisit(tx: Tx, patientId: OpenRecord): Promise<Visit | undefined> {
  const { rows } = await sql<Visit>`
    select ${selectVisit()} from visits v where v.patient_id = ${patientId} and v.is_open`.execute(tx)
  return rows[0]
}

export async function findVisit(tx: Tx, visitId: string): Promise<Visit | undefined> {
  const { rows } = await sql<Visit>`select ${selectVisit()} from visits v where v.id = ${visitId}`.execute(tx)
  return rows[0]
}

type Arrival = Omit<Body<typeof visits.arrive>, 'patient_id'> & { patient_id: OpenRecord }
type Written = { id: string; hospitalId: string; now: string; staffId: string }

/**
 * Stores the visit under the next VN that no visit has, or under the typed one: another system may have given the
 * number before.
 */
export async function insertVisit(
  tx: Tx,
  { id, hospitalId, now, staffId }: Written,
  arrival: Arrival,
): Promise<void> {
  const { accident, visited_at = now, vn: typed, is_accident, ...told } = arrival
  const source = await findNumberSource(tx, hospitalId, 'VN')
  const asked = { hospitalId, kind: 'VN', at: visited_at, typed } as const
  const vn = await giveNumber(tx, asked, source, (number) => isVnGiven(tx, number))
  await tx
    .insertInto('visits')
    .values({
      id,
      hospital_id: hospitalId,
      vn,
      visited_at,
      is_open: true,
      registered_by: staffId,
      ...told,
      is_accident: is_accident ?? (accident ? true : null),
      accident: accident && JSON.stringify(accident),
    })
    .execute()
}

async function isVnGiven(tx: Tx, vn: string): Promise<boolean> {
  return (await tx.selectFrom('visits').select('id').where('vn', '=', vn).executeTakeFirst()) !== undefined
}

/** Gives up the number of a visit in the queue of a clinic, if it has one there that nobody is done with. */
export async function giveUpQueueNumber(tx: Tx, visitId: string): Promise<void> {
  await tx
    .updateTable('clinic_queue')
    .set({ state: 'void' })
    .where('visit_id', '=', visitId)
    .where('state', 'not in', ['done', 'void'])
    .execute()
}

/**
 * Who else has this bay; undefined if it is free. Whoever else asks for it waits until the transaction ends, and is
 * then told who has it.
 */
export async function lockBay(
  tx: Tx,
  hospitalId: string,
  bay: string,
  visitId: string | null,
): Promise<{ patient: PatientLabel } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bay ' || ${hospitalId} || upper(${bay}), 0))`.execute(
    tx,
  )
  const { rows } = await sql<{ patient: PatientLabel }>`
    select ${selectPatientLabel()} as patient
    from visits v join patients p on p.id = v.patient_id
      left join wards w on w.id = p.ward_id left join beds b on b.id = p.bed_id
    where v.is_open and v.bay is not null and upper(v.bay) = upper(${bay}) and v.id is distinct from ${visitId}::uuid`.execute(
    tx,
  )
  return rows[0]
}

/**
 * For whom a bay is kept that an ambulance brings; undefined if for nobody, or for this mission or this patient alone.
 * Ask with the bay locked.
 */
export async function findKeptBay(
  tx: Tx,
  bay: string,
  except: { missionId: string } | { patientId: string },
): Promise<z.input<typeof BayKept> | undefined> {
  const isOther =
    'missionId' in except
      ? sql<SqlBool>`m.id <> ${except.missionId}`
      : sql<SqlBool>`r.patient_id is distinct from ${except.patientId}`
  const { rows } = await sql<z.input<typeof BayKept>>`
    select ${selectMissionLabel('m')} as mission, v.call_sign,
      case when p.id is not null then ${selectPatientLabel()} end as patient, r.answers ->> 'patient_name' as patient_name,
      ${selectStaffLabel('s')} as by
    from missions m
      join lateral (select a.bay, a.staff_id, a.at from inbound_acts a where a.hospital_id = m.hospital_id
        and a.mission_id = m.id and a.act = 'PREPARED' order by a.at desc, a.id desc limit 1) kept on true
      join staff s on s.id = kept.staff_id
      join form_records r on r.hospital_id = m.hospital_id and r.id = m.id
      left join vehicles v on v.id = m.vehicle_id
      left join patients p on p.hospital_id = r.hospital_id and p.id = r.patient_id
      left join wards w on w.id = p.ward_id left join beds b on b.id = p.bed_id
    where m.is_out and upper(kept.bay) = upper(${bay}) and ${isOther}
      and not exists (select from inbound_acts a
        where a.hospital_id = m.hospital_id and a.mission_id = m.id and ${isArrival('a')}
          and (a.at >= kept.at or m.state = 'HANDED_OVER'))
    order by m.called_at, m.id limit 1`.execute(tx)
  return rows[0]
}
