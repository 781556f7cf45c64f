import { sql } from 'kysely'
import type { Tx } from './database.ts'
import type { Actor } from './session.ts'

/** A patient on a ward that is none of her groups'; `until` is how long the record is open to her all the same. */
export type Outside = {
  hn: string
  ward: { _id: string; name_en: string; name_th: string }
  until: string | null
}

/**
 * The patient as one outside the wards of the actor's groups, undefined where she is not. Whoever is in no group that
 * follows wards looks after the whole hospital, and so does whoever may read the audit; a patient on no ward is
 * everybody's.
 */
export async function outsideWardsOf(
  tx: Tx,
  actor: Pick<Actor, '_id' | 'permissions'>,
  patientId: string,
  now: string,
): Promise<Outside | undefined> {
  if (actor.permissions.has('audit:read')) return undefined
  const { rows } = await sql<Outside>`
    with followed as (
      select f.ward_id from group_members m
        join groups g on g.id = m.group_id and g.deleted_at is null
        join group_wards f on f.group_id = g.id
      where m.staff_id = ${actor._id}
    )
    select p.hn, json_build_object('_id', w.id, 'name_en', w.name_en, 'name_th', w.name_th) as ward,
      (select max(b.until) from broken_glass b
        where b.patient_id = p.id and b.staff_id = ${actor._id} and b.until > ${now}) as until
    from patients p join wards w on w.id = p.ward_id
    where p.id = ${patientId} and exists (select from followed)
      and not exists (select from followed where ward_id = p.ward_id)`.execute(tx)
  return rows[0]
}

/** How many records were opened by exception that nobody who looks after users has taken note of. */
export async function countUnseenGlass(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('broken_glass')
    .select(sql<number>`count(*)`.as('count'))
    .where('seen_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
