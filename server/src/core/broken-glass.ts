import type { OutsideWards } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { sqlArray } from './binary-array.ts'
import type { Tx } from './database.ts'
import { Failure } from './failure.ts'
import type { Actor } from './session.ts'

declare const opened: unique symbol

/**
 * The id of a patient whose record is open to the caller. Only `openRecord` makes one, and what is in a record is read
 * and written by it alone: a query that takes an `OpenRecord` cannot be reached by a call that asked nobody.
 */
export type OpenRecord = string & { readonly [opened]: true }

/** A patient on a ward that is none of the caller's groups'; `until` is how long the record is open all the same. */
export type Outside = OutsideWards & { until: string | null }

/** Who asks, and when. */
export type Viewer = { readonly staffId: string | null; readonly now: string }

/**
 * Whoever is in no group that follows wards looks after the whole hospital, and so does whoever may read the audit: to
 * them, as to nobody in particular, no record is shut.
 */
export function viewerOf(actor: Pick<Actor, '_id' | 'permissions'>, now: string): Viewer {
  return { staffId: actor.permissions.has('audit:read') ? null : actor._id, now }
}

/** As an array the database finds them once a statement, and not once a row. */
const followedBy = (staffId: string | null) => sql`array(
  select f.ward_id from group_members m
    join groups g on g.id = m.group_id and g.deleted_at is null
    join group_wards f on f.group_id = g.id
  where m.staff_id = ${staffId})`

/**
 * Of a row of `patients`: whether it is outside the wards of the viewer's groups. A patient on no ward is everybody's.
 */
function isOutside({ staffId }: Pick<Viewer, 'staffId'>, patients: string): RawBuilder<SqlBool> {
  const ward = sql.ref(`${patients}.ward_id`)
  return sql`(${ward} is not null and cardinality(${followedBy(staffId)}) > 0
    and ${ward} <> all(${followedBy(staffId)}))`
}

/** Until when the viewer has a row of `patients` open by exception. */
function openedUntil({ staffId, now }: Viewer, patients: string): RawBuilder<string | null> {
  return sql`(select max(b.until) from broken_glass b
    where b.patient_id = ${sql.ref(`${patients}.id`)} and b.staff_id = ${staffId} and b.until > ${now})`
}

/**
 * Ids of all whose records are shut to the viewer: as many as there are in beds on other wards. Who looks through a list
 * for them has the database find them once.
 */
export function shutTo(viewer: Viewer): RawBuilder<string> {
  return sql`(select shut.id from patients shut
    where ${isOutside(viewer, 'shut')} and shut.id <> all(array(
      select b.patient_id from broken_glass b where b.staff_id = ${viewer.staffId} and b.until > ${viewer.now})))`
}

/** Of these patients those who are outside the wards of the viewer's groups. */
export async function outsideWardsOf(
  tx: Tx,
  viewer: Viewer,
  patientIds: readonly string[],
): Promise<Outside[]> {
  if (viewer.staffId === null || patientIds.length === 0) return []
  const { rows } = await sql<Outside>`
    select p.id as patient_id, p.hn,
      json_build_object('_id', w.id, 'name_en', w.name_en, 'name_th', w.name_th) as ward,
      ${openedUntil(viewer, 'p')} as until
    from patients p join wards w on w.id = p.ward_id
    where p.id = any(${sqlArray('uuid', patientIds)}) and ${isOutside(viewer, 'p')}
    order by p.number`.execute(tx)
  return rows
}

/** Of these patients those whose records are shut to the viewer, by their ids. */
export async function shutAmong(
  tx: Tx,
  viewer: Viewer,
  patientIds: readonly string[],
): Promise<Map<string, OutsideWards>> {
  const outside = await outsideWardsOf(tx, viewer, patientIds)
  return new Map(
    outside.flatMap(({ until, ...shut }) => (until === null ? [[shut.patient_id, shut] as const] : [])),
  )
}

/**
 * The record of a patient, open to the viewer; `until` when, where it is so by exception. A patient of another hospital
 * is found by nobody who then reads by this.
 */
export async function openRecord(
  tx: Tx,
  viewer: Viewer,
  patientId: string,
): Promise<{ record: OpenRecord; until: string | null }> {
  const [outside] = await outsideWardsOf(tx, viewer, [patientId])
  if (!outside) return { record: patientId as OpenRecord, until: null }
  const { until, ...detail } = outside
  if (until === null) throw new Failure('break-glass-needed', { detail })
  return { record: patientId as OpenRecord, until }
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
