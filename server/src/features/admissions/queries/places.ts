import type { StayPlace } from 'contract'
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

/** Whether a ward is open; undefined if there is none. */
export async function isWardOpen(tx: Tx, id: string): Promise<boolean | undefined> {
  const row = await tx.selectFrom('wards').select('closed_at').where('id', '=', id).executeTakeFirst()
  return row && row.closed_at === null
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
