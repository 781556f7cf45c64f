import type { OutsideWards } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Failure } from '../core/failure.ts'
import { sqlArray } from '../db/binary-array.ts'
import type { Tx } from '../db/database.ts'
import { isBoarding } from '../db/in-visit.ts'
import { selectPlaceLabel } from '../db/labels.ts'
import { selectFollowedWards } from './followed-wards.ts'
import type { Actor } from './session.ts'

declare const opened: unique symbol

/**
 * The id of a patient whose record is open to the caller. Only this file makes one, after it has checked the record.
 * Every query that reads or writes a record takes an `OpenRecord`, so no call can reach a record without the check.
 */
export type OpenRecord = string & { readonly [opened]: true }

/** A patient on a ward outside the caller's groups; `until` is until when the record is open by exception. */
export type OutsideRecord = OutsideWards & { until: string | null }

/** Whether a patient's record is outside the wards of whoever asks for it. */
export type RecordCheck = { readonly patientId: string; readonly outside: OutsideRecord | undefined }
/**
 * The check of the patient whom a call names, whether the caller's hospital has this patient, and the record into which
 * theirs was merged.
 */
export type NamedRecordCheck = RecordCheck & {
  readonly isPatient: boolean
  readonly mergedIntoId: string | null
}

/** Who reads, and when. `staffId` is null for somebody to whom no record is closed. */
export type Viewer = { readonly staffId: string | null; readonly now: string }
/** A viewer in a query, of which their id may be a column. */
type ViewerInQuery = { readonly staffId: Viewer['staffId'] | RawBuilder<string>; readonly now: string }

/**
 * Users in no group with wards look after the whole hospital, and so do users who may read the audit: no record is
 * closed to them.
 */
export function toViewer(actor: Pick<Actor, '_id' | 'permissions'>, now: string): Viewer {
  return { staffId: actor.permissions.has('audit:read') ? null : actor._id, now }
}

/**
 * For a row of `patients`: whether it is outside the wards of the viewer's groups. A patient on no ward is outside of
 * none, and so is one who waits for the first bed of a ward where their visit is: they have not left for the ward.
 */
function isOutside({ staffId }: Pick<ViewerInQuery, 'staffId'>, patients: string): RawBuilder<SqlBool> {
  const ward = sql.ref(`${patients}.ward_id`)
  return sql`(${ward} is not null and cardinality(${selectFollowedWards(staffId)}) > 0
    and ${ward} <> all(${selectFollowedWards(staffId)}) and not ${isBoarding(patients)})`
}

/** Selects, for a row of `patients`, whether its record is open to the viewer. */
export function isRecordOpen(viewer: Viewer, patients: string): RawBuilder<SqlBool> {
  if (viewer.staffId === null) return sql`true`
  return sql`(not ${isOutside(viewer, patients)} or ${selectExceptionEnd(viewer, patients)} is not null)`
}

/** Selects the end of the time for which a row of `patients` is open to the viewer by exception. */
function selectExceptionEnd({ staffId, now }: ViewerInQuery, patients: string): RawBuilder<string | null> {
  return sql`(select max(b.until) from broken_glass b
    where b.patient_id = ${sql.ref(`${patients}.id`)} and b.staff_id = ${staffId} and b.until > ${now})`
}

/**
 * The ids of all patients whose records are closed to the viewer: as many as there are in beds on other wards. A query
 * over a list uses it so that the database computes them once.
 */
export function selectClosedRecords(viewer: Viewer): RawBuilder<string> {
  return sql`(select closed.id from patients closed
    where ${isOutside(viewer, 'closed')} and closed.id <> all(array(
      select b.patient_id from broken_glass b where b.staff_id = ${viewer.staffId} and b.until > ${viewer.now})))`
}

/** Selects the patients `p` that match a condition and are outside the wards of the viewer's groups. */
export function selectOutsideRecords(
  viewer: ViewerInQuery,
  condition: RawBuilder<SqlBool>,
): RawBuilder<OutsideRecord> {
  return sql<OutsideRecord>`
    select p.id as patient_id, p.hn,
      ${selectPlaceLabel('w')} as ward,
      ${selectExceptionEnd(viewer, 'p')} as until
    from patients p join wards w on w.id = p.ward_id
    where ${condition} and ${isOutside(viewer, 'p')}
    order by p.number`
}

/**
 * Finds those of the patients who are outside the wards of the viewer's groups. `patients`: their ids, or a query that
 * selects them.
 */
export async function findOutsideRecords(
  tx: Tx,
  viewer: Viewer,
  patients: readonly string[] | RawBuilder<unknown>,
): Promise<OutsideRecord[]> {
  const isListed = 'length' in patients
  if (viewer.staffId === null || (isListed && patients.length === 0)) return []
  const isAsked = isListed
    ? sql<SqlBool>`p.id = any(${sqlArray('uuid', patients)})`
    : sql<SqlBool>`p.id in (${patients})`
  return (await selectOutsideRecords(viewer, isAsked).execute(tx)).rows
}

/** Finds the ids of those patients whose records are closed to the viewer. */
export async function findClosedRecords(
  tx: Tx,
  viewer: Viewer,
  patients: readonly string[] | RawBuilder<unknown>,
): Promise<Map<string, OutsideWards>> {
  const outside = await findOutsideRecords(tx, viewer, patients)
  return new Map(
    outside.flatMap(({ until, ...record }) => (until === null ? [[record.patient_id, record] as const] : [])),
  )
}

/** A record that is open; `until` is until when, if it is open by exception. */
export type OpenedRecord = { record: OpenRecord; until: string | null }

/**
 * Opens a patient's record for the viewer. This does not check the hospital: for a patient of another hospital, the
 * queries that follow find nothing.
 */
export async function openRecord(tx: Tx, viewer: Viewer, patientId: string): Promise<OpenedRecord> {
  const [outside] = await findOutsideRecords(tx, viewer, [patientId])
  return openCheckedRecord(viewer, { patientId, outside })
}

/** Opens a record that was checked before. */
export function openCheckedRecord(viewer: Viewer, { patientId, outside }: RecordCheck): OpenedRecord {
  if (!outside || viewer.staffId === null) return { record: patientId as OpenRecord, until: null }
  const { until, ...detail } = outside
  if (until === null) throw new Failure('break-glass-needed', { detail })
  return { record: patientId as OpenRecord, until }
}

/** What `openCheckedRecord` needs of the patients whose ids a query selects. */
export async function checkRecords(
  tx: Tx,
  viewer: Viewer,
  patients: RawBuilder<unknown>,
): Promise<RecordCheck[]> {
  type Found = { id: string } & { [Name in keyof OutsideRecord]: OutsideRecord[Name] | null }
  const { rows } = await sql<Found>`
    select found.id, outside.patient_id, outside.hn, outside.ward, outside.until
    from (${patients}) as found (id)
      left join lateral (${selectOutsideRecords(viewer, sql<SqlBool>`p.id = found.id`)}) as outside on true
    where found.id is not null`.execute(tx)
  return rows.map(({ id, patient_id, hn, ward, until }) => ({
    patientId: id,
    outside: patient_id && hn && ward ? { patient_id, hn, ward, until } : undefined,
  }))
}

/** How many records were opened by exception that no user manager has marked as seen. */
export async function countUnseenBreakGlass(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('broken_glass')
    .select(sql<number>`count(*)`.as('count'))
    .where('seen_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether the hospital has this patient. */
export async function isPatient(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom('patients').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
