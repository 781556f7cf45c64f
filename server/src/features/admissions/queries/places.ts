import type { BedTaken, PatientLabel, StayPlace } from 'contract'
import { sql } from 'kysely'
import { sqlArray } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'

/** A place that a stay has, or had. */
export type KeptPlace = {
  id: string
  kind: StayPlace['kind']
  ward_id: string
  bed_id: string | null
  from: string
  to: string | null
  due_back_at: string | null
}

/** The places of a stay that hold, in their order. */
export async function listPlaces(tx: Tx, stayId: string): Promise<KeptPlace[]> {
  const { rows } = await sql<KeptPlace>`
    select id, kind, ward_id, bed_id, lower(during) as "from", upper(during) as "to", due_back_at
    from stay_places where stay_id = ${stayId} and superseded_at is null order by lower(during)`.execute(tx)
  return rows
}

export type NewPlace = Omit<KeptPlace, 'id'> & {
  id: string
  hospitalId: string
  stayId: string
  actId: string
}

export async function insertPlace(tx: Tx, place: NewPlace): Promise<void> {
  await sql`
    insert into stay_places (id, hospital_id, stay_id, kind, ward_id, bed_id, during, due_back_at, act_id)
    values (${place.id}, ${place.hospitalId}, ${place.stayId}, ${place.kind}, ${place.ward_id}, ${place.bed_id},
      tstzrange(${place.from}, ${place.to}), ${place.due_back_at}, ${place.actId})`.execute(tx)
}

/** Ends a place at an instant, or, with null, lets it last again. */
export async function setPlaceEnd(tx: Tx, id: string, to: string | null): Promise<void> {
  await sql`update stay_places set during = tstzrange(lower(during), ${to}) where id = ${id}`.execute(tx)
}

/** What was noted of these places was wrong. */
export async function supersedePlaces(
  tx: Tx,
  ids: readonly string[],
  { actId, now }: { actId: string; now: string },
): Promise<void> {
  if (ids.length === 0) return
  await sql`update stay_places set superseded_at = ${now}, superseded_by_act_id = ${actId}
    where id = any(${sqlArray('uuid', ids)})`.execute(tx)
}

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

/** Whether a ward is open; undefined if there is none. */
export async function isWardOpen(tx: Tx, id: string): Promise<boolean | undefined> {
  const row = await tx.selectFrom('wards').select('closed_at').where('id', '=', id).executeTakeFirst()
  return row && row.closed_at === null
}

const patientLabel = sql<PatientLabel>`json_build_object('_id', p.id, 'hn', p.hn, 'title', p.title, 'name', p.name,
  'surname', p.surname, 'bed', b.label, 'ward', json_build_object('_id', w.id, 'name_en', w.name_en,
  'name_th', w.name_th))`

type BedUse = { bed_id: string; stay_id: string } & Pick<BedTaken, 'bed' | 'patient' | 'since'>

/** Who has one of these beds at some time of a span, the first of each bed, but for these stays. */
export async function listBedUses(
  tx: Tx,
  spans: readonly { bedId: string; from: string; to: string | null }[],
  exceptStayIds: readonly string[],
): Promise<BedUse[]> {
  if (spans.length === 0) return []
  const asked = sql.join(spans.map(({ bedId, from, to }) => sql`(${bedId}::uuid, tstzrange(${from}, ${to}))`))
  const { rows } = await sql<BedUse>`
    select distinct on (c.bed_id) c.bed_id, c.stay_id, b.label as bed, ${patientLabel} as patient,
      lower(c.during) as since
    from (values ${asked}) as asked (bed_id, during)
      join stay_places c on c.bed_id = asked.bed_id and c.during && asked.during and c.superseded_at is null
      join stays s on s.id = c.stay_id
      join patients p on p.hospital_id = s.hospital_id and p.id = s.patient_id
      join beds b on b.id = c.bed_id
      join wards w on w.id = c.ward_id
    where c.stay_id <> all(${sqlArray('uuid', exceptStayIds)})
    order by c.bed_id, lower(c.during)`.execute(tx)
  return rows
}

type Reservation = { id: string; bed: string; patient: PatientLabel; until: string }

/** Who a bed is reserved for now. */
export async function findReservation(tx: Tx, bedId: string, now: string): Promise<Reservation | undefined> {
  const { rows } = await sql<Reservation>`
    select r.id, b.label as bed, upper(r.during) as until,
      json_build_object('_id', p.id, 'hn', p.hn, 'title', p.title, 'name', p.name, 'surname', p.surname,
        'bed', pb.label, 'ward', case when pw.id is not null then
          json_build_object('_id', pw.id, 'name_en', pw.name_en, 'name_th', pw.name_th) end) as patient
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

/** A bed that somebody left is cleaned before the next patient. */
export async function markForCleaning(
  tx: Tx,
  bedId: string,
  { at, staffId }: { at: string; staffId: string },
): Promise<void> {
  await sql`update beds set state = 'cleaning', state_note = null, state_at = ${at}, state_by = ${staffId}
    where id = ${bedId} and state = 'ready'`.execute(tx)
}

/** The patient who left the bed is in it again. */
export async function endCleaning(tx: Tx, bedId: string): Promise<void> {
  await sql`update beds set state = 'ready' where id = ${bedId} and state = 'cleaning'`.execute(tx)
}
