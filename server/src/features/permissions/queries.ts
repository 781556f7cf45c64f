import type { BreakGlassAccess, PermissionCell, PermissionChange } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import { createColumnBuilder } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import { staffLabel, staffLabelOrNull } from '../../db/labels.ts'
import { buildLimit, type Page, type Paging } from '../../db/listing.ts'
import { staffTypeId } from '../../reference/staff-types.ts'

// ── who may do what ─────────────────────────────────────────────────────────────────────────────────

export async function getPermissionVersion(tx: Tx): Promise<number> {
  const { version } = await tx
    .selectFrom('permission_versions')
    .select(sql<number>`coalesce(max(version), 0)`.as('version'))
    .executeTakeFirstOrThrow()
  return version
}

/** Newest first. */
export async function listPermissionChanges(tx: Tx, limit: number): Promise<PermissionChange[]> {
  const { rows } = await sql<PermissionChange>`
    select v.id as _id, v.at, v.reason, v.changes, ${staffLabel('s')} as by
    from permission_versions v join staff s on s.id = v.staff_id
    order by v.version desc
    limit ${limit}`.execute(tx)
  return rows
}

type PermissionVersion = {
  id: string
  hospitalId: string
  version: number
  now: string
  staffId: string
  reason: string
  changes: PermissionChange['changes']
}

export async function insertPermissionVersion(
  tx: Tx,
  { id, hospitalId, version, now, staffId, reason, changes }: PermissionVersion,
): Promise<void> {
  await tx
    .insertInto('permission_versions')
    .values({
      id,
      hospital_id: hospitalId,
      version,
      at: now,
      staff_id: staffId,
      reason,
      changes: JSON.stringify(changes),
    })
    .execute()
}

/** Replaces the hospital's differences from the standard. */
export async function replaceChangedCells(
  tx: Tx,
  hospitalId: string,
  cells: readonly PermissionCell[],
): Promise<void> {
  await tx.deleteFrom('changed_permissions').execute()
  const column = createColumnBuilder(cells)
  await sql`insert into changed_permissions (hospital_id, staff_type_id, permission, is_granted)
    select ${hospitalId}, staff_type_id, permission, is_granted
    from unnest(${column('uuid', ({ staff_type }) => staffTypeId(staff_type))},
      ${column('text', ({ permission }) => permission)},
      ${column('boolean', ({ is_granted }) => is_granted)}) as cell (staff_type_id, permission, is_granted)`.execute(
    tx,
  )
}

// ── records that were opened by exception ───────────────────────────────────────────────────────────

function selectWardLabel(alias: string): RawBuilder<BreakGlassAccess['ward']> {
  return sql`case when ${sql.ref(`${alias}.id`)} is not null then json_build_object(
    '_id', ${sql.ref(`${alias}.id`)}, 'name_en', ${sql.ref(`${alias}.name_en`)},
    'name_th', ${sql.ref(`${alias}.name_th`)}) end`
}

/** Newest first. */
export async function listBreakGlass(tx: Tx, query: Paging): Promise<Page<BreakGlassAccess>> {
  const rows = await selectBreakGlass(tx, sql`order by b.at desc, b.id desc ${buildLimit(query)}`)
  const { total } = await tx
    .selectFrom('broken_glass')
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total, total_is_at_least: false }
}

export async function findBreakGlass(tx: Tx, id: string): Promise<BreakGlassAccess | undefined> {
  const [found] = await selectBreakGlass(tx, sql`where b.id = ${id}`)
  return found
}

/** The first person who marks it stays stored as the one who saw it. */
export async function markBreakGlassSeen(tx: Tx, id: string, staffId: string, now: string): Promise<void> {
  await tx
    .updateTable('broken_glass')
    .set({ seen_at: now, seen_by: staffId })
    .where('id', '=', id)
    .where('seen_at', 'is', null)
    .execute()
}

async function selectBreakGlass(tx: Tx, which: RawBuilder<unknown>): Promise<BreakGlassAccess[]> {
  const { rows } = await sql<BreakGlassAccess>`
    select b.id as _id, b.at, b.until, b.reason, b.seen_at, ${staffLabel('s')} as by, ${selectWardLabel('w')} as ward,
      ${staffLabelOrNull('n')} as seen_by,
      json_build_object('_id', p.id, 'hn', p.hn, 'title', p.title, 'name', p.name, 'surname', p.surname,
        'ward', ${selectWardLabel('pw')}, 'bed', d.label) as patient
    from broken_glass b
      join staff s on s.id = b.staff_id
      join wards w on w.id = b.ward_id
      join patients p on p.id = b.patient_id
      left join wards pw on pw.id = p.ward_id
      left join beds d on d.id = p.bed_id
      left join staff n on n.id = b.seen_by
    ${which}`.execute(tx)
  return rows
}
