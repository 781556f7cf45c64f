import type { BreakGlassAccess, PageRequest } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import {
  selectPatientLabel,
  selectPlaceLabel,
  selectStaffLabel,
  selectStaffLabelOrNull,
} from '../../../db/labels.ts'
import { buildLimit, countRows, type Page, readPage } from '../../../db/listing/pages.ts'

/** Newest first. */
export function listBreakGlass(tx: Tx, request: PageRequest): Promise<Page<BreakGlassAccess>> {
  return readPage(
    selectBreakGlass(tx, sql`order by b.at desc, b.id desc ${buildLimit(request)}`),
    countRows(tx, sql`broken_glass`),
  )
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
    select b.id as _id, b.at, b.until, b.reason, b.seen_at, ${selectStaffLabel('s')} as by, ${selectPlaceLabel('w')} as ward,
      ${selectStaffLabelOrNull('n')} as seen_by,
      ${selectPatientLabel({ ward: 'pw', bed: sql`d.label` })} as patient
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
