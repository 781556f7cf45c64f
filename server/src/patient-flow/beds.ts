import type { BedTaken, PatientLabel } from 'contract'
import { sql } from 'kysely'
import { hospitalTimeZone } from '../core/time.ts'
import { sqlArray } from '../db/binary-array.ts'
import type { Tx } from '../db/database.ts'
import { selectPatientLabel } from '../db/labels.ts'

export type LockedBed = {
  id: string
  ward_id: string
  label: string
  state: 'ready' | 'cleaning' | 'blocked'
  state_note: string | null
  closed_at: string | null
}

/** Beds, locked until the transaction ends, always in the same order. */
export async function lockBeds(tx: Tx, ids: readonly string[]): Promise<LockedBed[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<LockedBed>`
    select id, ward_id, label, state, state_note, closed_at from beds where id = any(${sqlArray('uuid', ids)})
    order by id for no key update`.execute(tx)
  return rows
}

export type BedUse = BedTaken & { bed_id: string }

/** Who has one of these beds at some time of a span, the first of each bed, but for these stays. */
export async function listBedUses(
  tx: Tx,
  spans: readonly { bedId: string; from: string; to: string | null }[],
  exceptStayIds: readonly string[],
): Promise<BedUse[]> {
  if (spans.length === 0) return []
  const asked = sql.join(spans.map(({ bedId, from, to }) => sql`(${bedId}::uuid, tstzrange(${from}, ${to}))`))
  const { rows } = await sql<BedUse>`
    select distinct on (c.bed_id) c.bed_id, c.stay_id, b.label as bed, ${selectPatientLabel()} as patient,
      lower(c.during) as since
    from (values ${asked}) as asked (bed_id, during)
      join own_places c on c.bed_id = asked.bed_id and c.during && asked.during
      join stays s on s.id = c.stay_id
      join patients p on p.hospital_id = s.hospital_id and p.id = s.patient_id
      join beds b on b.id = c.bed_id
      join wards w on w.id = c.ward_id
    where c.stay_id <> all(${sqlArray('uuid', exceptStayIds)})
    order by c.bed_id, lower(c.during)`.execute(tx)
  return rows
}

export type Reservation = { id: string; bed: string; patient: PatientLabel; until: string }

/** Who a bed is reserved for now. */
export async function findReservation(tx: Tx, bedId: string, now: string): Promise<Reservation | undefined> {
  const { rows } = await sql<Reservation>`
    select r.id, b.label as bed, upper(r.during) as until,
      ${selectPatientLabel({ ward: 'pw', bed: sql`pb.label` })} as patient
    from bed_reservations r
      join beds b on b.id = r.bed_id
      join patients p on p.hospital_id = r.hospital_id and p.id = r.patient_id
      left join wards pw on pw.id = p.ward_id
      left join beds pb on pb.id = p.bed_id
    where r.bed_id = ${bedId} and r.during @> ${now}::timestamptz`.execute(tx)
  return rows[0]
}

/** Ends the reservations that a patient has: of one bed, or of all. */
export async function endReservations(
  tx: Tx,
  { patientId, bedId }: { patientId: string; bedId: string | null },
  now: string,
): Promise<void> {
  await sql`
    update bed_reservations set during = tstzrange(lower(during), greatest(lower(during), ${now}::timestamptz))
    where patient_id = ${patientId} and during @> ${now}::timestamptz
      and (${bedId}::uuid is null or bed_id = ${bedId})`.execute(tx)
}

/**
 * Ends the reservations of a patient whose visit has ended, but for an admission that is planned while the bed is
 * reserved. Returns the wards of the beds. Ask with the end of the visit written, which closes what was asked of wards.
 */
export async function endReservationsOfVisit(tx: Tx, patientId: string, now: string): Promise<string[]> {
  const { rows } = await sql<{ ward_id: string }>`
    update bed_reservations r set during = tstzrange(lower(r.during), greatest(lower(r.during), ${now}::timestamptz))
    from beds b
    where b.hospital_id = r.hospital_id and b.id = r.bed_id
      and r.patient_id = ${patientId} and r.during @> ${now}::timestamptz
      and not exists (
        select from admission_requests q
        where q.hospital_id = r.hospital_id and q.patient_id = r.patient_id and q.state = 'open'
          and q.planned_on <= (upper(r.during) at time zone ${sql.lit(hospitalTimeZone)})::date)
    returning b.ward_id`.execute(tx)
  return rows.map(({ ward_id }) => ward_id)
}

/** Whether a ward is open; undefined if there is none. */
export async function isWardOpen(tx: Tx, id: string): Promise<boolean | undefined> {
  const row = await tx.selectFrom('wards').select('closed_at').where('id', '=', id).executeTakeFirst()
  return row && row.closed_at === null
}
