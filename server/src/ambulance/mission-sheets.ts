import type { Answers, FormName } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** What the server writes itself into a record comes from here, as if it were a device. */
export const panelDevice = 'panel'

export type UnnamedSheet = {
  id: string
  form: FormName
  form_version: number
  answers: Answers
  is_complete: boolean
  /** Who completed it, or wrote into it last. */
  written_by: string
}

/**
 * The sheets that name no patient of a mission that brings one, locked. Of several of a form a person must say who is
 * who: those are left out. So is a complete sheet, which nobody can put right, if the crew brought nobody.
 */
export async function lockUnnamedSheets(tx: Tx, missionId: string): Promise<UnnamedSheet[]> {
  const { rows } = await sql<UnnamedSheet>`
    select f.id, f.form, f.form_version, f.answers || f.later_answers as answers, f.state = 'complete' as is_complete,
      coalesce(f.completed_by, f.changed_by) as written_by
    from form_records f
    where f.mission_id = ${missionId} and f.state <> 'void' and f.patient_id is null
      and (f.state = 'draft' or (f.answers ->> 'is_transported')::boolean is not false)
      and not exists (select from form_records o where o.hospital_id = f.hospital_id and o.mission_id = f.mission_id
        and o.form = f.form and o.id <> f.id and o.state <> 'void')
    order by f.id for no key update of f`.execute(tx)
  return rows
}

type Naming = { id: string; sheet: UnnamedSheet; field: string; patientId: string }
type Writer = { hospitalId: string; staffId: string; now: string }

/**
 * Writes into a draft who its patient is. What was written into a complete sheet stays as it is: it hangs on the
 * patient.
 */
export async function nameSheetPatient(
  tx: Tx,
  { id, sheet, field, patientId }: Naming,
  { hospitalId, staffId, now }: Writer,
): Promise<void> {
  if (sheet.is_complete) {
    await sql`
      update form_records set patient_id = ${patientId}, version = version + 1 where id = ${sheet.id}`.execute(
      tx,
    )
    return
  }
  await sql`
    insert into form_operations (hospital_id, id, record_id, path, answer, base, outcome, settles, made_at, clock_offset_ms,
      received_at, staff_id, device)
    values (${hospitalId}, ${id}, ${sheet.id}, ${field}, to_jsonb(${patientId}::text), null, 'applied', '{}', ${now}, 0, ${now},
      ${staffId}, ${panelDevice})`.execute(tx)
  await sql`
    update form_records set answers = answers || jsonb_build_object(${field}::text, ${patientId}::text),
      patient_id = ${patientId}, version = version + 1, changed_at = ${now}, changed_by = ${staffId}
    where id = ${sheet.id}`.execute(tx)
}
