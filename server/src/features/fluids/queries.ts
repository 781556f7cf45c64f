import type { Birth, FluidEntry, FluidKind } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { sqlArray } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import { selectIsoText } from '../../db/iso-text.ts'
import { selectStaffLabel, selectStaffLabelOrNull } from '../../db/labels.ts'
import type { OpenRecord } from '../../identity/record-access.ts'

/** The birthday of a patient, and since when they are here: by the visit or the stay that lasts. */
export async function findHere(
  tx: Tx,
  patientId: OpenRecord,
): Promise<(Birth & { arrived_at: string | null }) | undefined> {
  const { rows } = await sql<Birth & { arrived_at: string | null }>`
    select p.date_of_birth, p.birth_date_precision, least(
      (select v.visited_at from visits v
        where v.hospital_id = p.hospital_id and v.patient_id = p.id and v.is_open),
      (select s.admitted_at from stays s
        where s.hospital_id = p.hospital_id and s.patient_id = p.id and s.discharged_at is null
          and s.voided_at is null)) as arrived_at
    from patients p where p.id = ${patientId}`.execute(tx)
  return rows[0]
}

type Span = { from: string; to: string }

/** Newest first, from `from` up to but excluding `to`. */
export function listFluids(tx: Tx, patientId: OpenRecord, { from, to }: Span): Promise<FluidEntry[]> {
  return selectFluids(tx, patientId, sql`f.at >= ${from} and f.at < ${to}`)
}

export function listFluidsById(tx: Tx, patientId: OpenRecord, ids: readonly string[]): Promise<FluidEntry[]> {
  return selectFluids(tx, patientId, sql`f.id = any(${sqlArray('uuid', ids)})`)
}

async function selectFluids(
  tx: Tx,
  patientId: OpenRecord,
  condition: RawBuilder<SqlBool>,
): Promise<FluidEntry[]> {
  const { rows } = await sql<FluidEntry>`
    select f.id as _id, f.kind, f.ml, f.at, f.note, f.recorded_at, ${selectStaffLabel('s')} as by,
      case when k.entry_id is not null then json_build_object('at', ${selectIsoText('k.at')}, 'reason', k.reason,
        'by', ${selectStaffLabelOrNull('ks')}) end as struck
    from fluid_entries f
      join staff s on s.id = f.staff_id
      left join fluid_strikes k on k.entry_id = f.id
      left join staff ks on ks.id = k.staff_id
    where f.patient_id = ${patientId} and ${condition}
    order by f.at desc, f.id desc`.execute(tx)
  return rows
}

export type NewFluid = {
  id: string
  hospital_id: string
  patient_id: OpenRecord
  kind: FluidKind
  ml: number
  at: string
  note: string | null
  staff_id: string
  recorded_at: string
}

export async function insertFluids(tx: Tx, entries: readonly NewFluid[]): Promise<void> {
  await tx
    .insertInto('fluid_entries')
    .values([...entries])
    .execute()
}

/** Whether the entry was struck out; false if somebody else has done it before. */
export async function insertStrike(
  tx: Tx,
  strike: {
    entry_id: string
    hospital_id: string
    patient_id: OpenRecord
    at: string
    staff_id: string
    reason: string
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('fluid_strikes')
    .values(strike)
    .onConflict((conflict) => conflict.column('entry_id').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
