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
  /** Who wrote into it last. */
  changed_by: string
}

/**
 * The drafts of a mission that name no patient, locked. A mission with several of a form has several patients, and a person must
 * say who is who: those are left out.
 */
export async function lockUnnamedSheets(tx: Tx, missionId: string): Promise<UnnamedSheet[]> {
  const { rows } = await sql<UnnamedSheet>`
    select f.id, f.form, f.form_version, f.answers, f.changed_by from form_records f
    where f.mission_id = ${missionId} and f.state = 'draft' and f.patient_id is null
      and not exists (select from form_records o where o.hospital_id = f.hospital_id and o.mission_id = f.mission_id
        and o.form = f.form and o.id <> f.id and o.state <> 'void')
    order by f.id for no key update`.execute(tx)
  return rows
}

type Naming = { id: string; sheet: UnnamedSheet; field: string; patientId: string }
type Writer = { hospitalId: string; staffId: string; now: string }

/** Writes into a draft who its patient is. */
export async function nameSheetPatient(
  tx: Tx,
  { id, sheet, field, patientId }: Naming,
  { hospitalId, staffId, now }: Writer,
): Promise<void> {
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
