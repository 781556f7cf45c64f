import type { admissions, Result, StayPlace } from 'contract'
import { type SqlBool, sql } from 'kysely'
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

/**
 * What was noted last of these patients and of these beds in the minute that begins at an instant, and before which
 * nothing new with them begins: an arrival, the end of a stay, a move, and that somebody left the bed. Places of the
 * stays `exceptStayIds` do not matter.
 */
export async function findLastInMinute(
  tx: Tx,
  at: string,
  { patientIds, bedIds, exceptStayIds = [] }: MinuteUse,
): Promise<string | null> {
  const patients = sqlArray('uuid', patientIds)
  const excepted = sqlArray('uuid', exceptStayIds)
  const minute = sql`tstzrange(${at}, ${at}::timestamptz + interval '1 minute')`
  const { rows } = await sql<{ at: string | null }>`
    select max(noted.at) as at from (
      select visited_at as at from visits where patient_id = any(${patients}) and is_open
      union all
      select discharged_at from stays where patient_id = any(${patients}) and voided_at is null
      union all
      select lower(c.during) from stays s join own_places c on c.stay_id = s.id
      where s.patient_id = any(${patients}) and s.voided_at is null and s.id <> all(${excepted})
      union all
      select upper(during) from own_places
      where bed_id = any(${sqlArray(
        'uuid',
        bedIds.filter((id) => id !== null),
      )}) and stay_id <> all(${excepted})
        and during && ${minute}) noted
    where ${minute} @> noted.at`.execute(tx)
  return rows[0]?.at ?? null
}

export type MinuteUse = {
  patientIds: readonly string[]
  bedIds: readonly (string | null)[]
  exceptStayIds?: readonly string[]
}

/**
 * Where the patient was last: the place that the discharge superseded, having lasted no time, unless the places were
 * corrected since; else the last that holds, or if none does, the last that was superseded.
 */
export async function findLastPlace(
  tx: Tx,
  stayId: string,
): Promise<(KeptPlace & { is_superseded: boolean }) | undefined> {
  const { rows } = await sql<KeptPlace & { is_superseded: boolean }>`
    select id, kind, ward_id, bed_id, lower(during) as "from", upper(during) as "to", due_back_at,
      superseded_at is not null as is_superseded
    from stay_places c where stay_id = ${stayId}
    order by superseded_by_act_id is not distinct from (
        select case a.act when 'discharged' then a.id end from stay_acts a
        where a.hospital_id = c.hospital_id and a.stay_id = c.stay_id and a.act in ('discharged', 'corrected')
        order by a.recorded_at desc, a.id desc limit 1) and superseded_at is not null desc,
      superseded_at is null desc, lower(during) desc, id desc limit 1`.execute(tx)
  return rows[0]
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

/** Whether the patient of this place is in airborne isolation. */
const wasAirborne = (placeId: string) => sql<SqlBool>`exists (
  select from stay_places c join stays s on s.hospital_id = c.hospital_id and s.id = c.stay_id
  where c.id = ${placeId} and 'AIRBORNE' = any(s.isolation))`

/** A bed that somebody left is cleaned before the next patient; after airborne isolation, more thoroughly. */
export async function markForCleaning(
  tx: Tx,
  left: { bedId: string; placeId: string },
  { at, staffId }: { at: string; staffId: string },
): Promise<void> {
  await sql`
    update beds set state = 'cleaning', state_note = null, state_at = ${at}, state_by = ${staffId},
      needs_terminal_cleaning = needs_terminal_cleaning or ${wasAirborne(left.placeId)}
    where id = ${left.bedId} and state = 'ready'`.execute(tx)
}

/**
 * A correction says that somebody was in these places and left them: each bed that nobody has cleaned or had since is
 * cleaned before the next patient.
 */
export async function markLeftForCleaning(
  tx: Tx,
  placeIds: readonly string[],
  { at, staffId }: { at: string; staffId: string },
): Promise<void> {
  await sql`
    update beds b set state = 'cleaning', state_note = null, state_at = ${at}, state_by = ${staffId},
      needs_terminal_cleaning = b.needs_terminal_cleaning or 'AIRBORNE' = any(s.isolation)
    from stay_places c join stays s on s.hospital_id = c.hospital_id and s.id = c.stay_id
    where c.id = any(${sqlArray('uuid', placeIds)}) and b.id = c.bed_id and b.state = 'ready'
      and upper(c.during) is not null and (b.state_at is null or b.state_at < upper(c.during))
      and not exists (select from own_places o where o.bed_id = b.id
        and (upper(o.during) is null or upper(o.during) > upper(c.during)))`.execute(tx)
}

/** After airborne isolation a bed needs its cleaning also with somebody in it: after a swap, or when that is lifted. */
export async function markForTerminalCleaning(
  tx: Tx,
  left: { bedId: string; placeId: string },
): Promise<void> {
  await sql`update beds set needs_terminal_cleaning = true
    where id = ${left.bedId} and ${wasAirborne(left.placeId)}`.execute(tx)
}

/** The patient who left the bed is in it again. How it is cleaned once they leave it stays so. */
export async function endCleaning(tx: Tx, bedId: string): Promise<void> {
  await sql`update beds set state = 'ready' where id = ${bedId} and state = 'cleaning'`.execute(tx)
}

type OfferedBed = Result<typeof admissions.beds>['beds'][number]

/** The open beds of a ward in their order, and whether each can be given at this instant. */
export async function listBeds(tx: Tx, wardId: string, now: string): Promise<OfferedBed[]> {
  const { rows } = await sql<OfferedBed>`
    select b.id as _id, b.label, b.features, case
        when exists (select from own_places c where c.bed_id = b.id and c.during && tstzrange(${now}, null)) then 'taken'
        when b.state <> 'ready' then b.state
        when exists (select from bed_reservations r where r.bed_id = b.id and r.during @> ${now}::timestamptz)
          then 'reserved'
        else 'ready' end as state
    from beds b where b.ward_id = ${wardId} and b.closed_at is null
    order by b.position, b.label`.execute(tx)
  return rows
}
