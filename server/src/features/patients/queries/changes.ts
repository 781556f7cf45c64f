import type { PageRequest, PatientChange } from 'contract'
import { sql } from 'kysely'
import { toJsonb } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { selectStaffLabel } from '../../../db/labels.ts'
import { countRows, readPage, toRowRange } from '../../../db/listing/pages.ts'
import type { OpenRecord } from '../../../identity/record-access.ts'
import type { PatientWrite } from './write.ts'

export type Change = { section: string; field: string; from: unknown; to: unknown }

export async function insertPatientChanges(
  tx: Tx,
  { id, hospitalId, now }: PatientWrite,
  {
    version,
    by,
    changes,
    newId,
  }: { version: number; by: string; changes: readonly Change[]; newId: () => string },
): Promise<void> {
  await tx
    .insertInto('patient_changes')
    .values(
      changes.map((change) => ({
        id: newId(),
        hospital_id: hospitalId,
        patient_id: id,
        version,
        at: now,
        staff_id: by,
        section: change.section,
        field: change.field,
        from_value: toJsonb(change.from),
        to_value: toJsonb(change.to),
      })),
    )
    .execute()
}

function selectPatientChanges(tx: Tx, patientId: OpenRecord) {
  return tx
    .selectFrom('patient_changes')
    .innerJoin('staff', 'staff.id', 'patient_changes.staff_id')
    .select([
      'patient_changes.id as _id',
      'patient_changes.at',
      sql<PatientChange['section']>`patient_changes.section`.as('section'),
      'patient_changes.field',
      'patient_changes.from_value as from',
      'patient_changes.to_value as to',
      selectStaffLabel('staff').as('by'),
    ])
    .where('patient_changes.patient_id', '=', patientId)
    .orderBy('patient_changes.at', 'desc')
    .orderBy('patient_changes.id', 'desc')
}

export function listLaterPatientChanges(tx: Tx, patientId: OpenRecord, version: number) {
  return selectPatientChanges(tx, patientId).where('patient_changes.version', '>', version).execute()
}

export function listPatientChanges(
  tx: Tx,
  patientId: OpenRecord,
  { section, ...request }: { section?: string | undefined } & PageRequest,
) {
  const all = selectPatientChanges(tx, patientId).$if(section !== undefined, (query) =>
    query.where('patient_changes.section', '=', section ?? ''),
  )
  const { limit, offset } = toRowRange(request)
  const inSection = section === undefined ? sql`true` : sql`section = ${section}`
  return readPage(
    all.limit(limit).offset(offset).execute(),
    countRows(tx, sql`patient_changes where patient_id = ${patientId} and ${inSection}`),
  )
}
