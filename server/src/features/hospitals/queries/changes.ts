import type { HospitalChange } from 'contract'
import { sql } from 'kysely'
import { toJsonb } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { selectPlaceLabelOrNull, selectStaffLabel } from '../../../db/labels.ts'
import type { Change } from '../rules.ts'

type HospitalChangeAuthor = { hospitalId: string; now: string; by: string; newId: () => string }

export async function insertHospitalChanges(
  tx: Tx,
  { hospitalId, now, by, newId }: HospitalChangeAuthor,
  { wardId, version }: { wardId: string | null; version: number },
  changes: readonly Change[],
): Promise<void> {
  await tx
    .insertInto('hospital_changes')
    .values(
      changes.map(({ field, from, to, bedId }) => ({
        id: newId(),
        hospital_id: hospitalId,
        at: now,
        by_staff_id: by,
        ward_id: wardId,
        bed_id: bedId ?? null,
        version,
        field,
        from_value: toJsonb(from),
        to_value: toJsonb(to),
      })),
    )
    .execute()
}

type HospitalChangeQuery = { limit: number } | { wardId: string | null; since: number }

/** Newest first: the last few, or the changes of the hospital or of a ward since a version. */
export async function listHospitalChanges(tx: Tx, which: HospitalChangeQuery): Promise<HospitalChange[]> {
  const { rows } = await sql<HospitalChange>`
    select c.id as _id, c.at, c.version, c.field, c.from_value as from, c.to_value as to, b.label as bed,
      ${selectStaffLabel('s')} as by,
      ${selectPlaceLabelOrNull('w')} as ward
    from hospital_changes c
      join staff s on s.id = c.by_staff_id
      left join wards w on w.id = c.ward_id
      left join beds b on b.id = c.bed_id
    ${'limit' in which ? sql`` : sql`where c.ward_id is not distinct from ${which.wardId} and c.version > ${which.since}`}
    order by c.at desc, c.id desc
    ${'limit' in which ? sql`limit ${which.limit}` : sql``}`.execute(tx)
  return rows
}
