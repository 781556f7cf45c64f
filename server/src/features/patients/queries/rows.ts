import type { PatientRow } from 'contract'
import { type Selectable, sql } from 'kysely'
import { sqlArray } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { toPlaceLabel } from '../../../db/labels.ts'
import type { Tables } from '../../../db/tables.ts'
import { selectTriageName } from '../../../patient-flow/select-triage-name.ts'

export function selectPatientRows(tx: Pick<Tx, 'selectFrom'>) {
  return tx
    .selectFrom('patients')
    .leftJoin('wards', 'wards.id', 'patients.ward_id')
    .leftJoin('beds', 'beds.id', 'patients.bed_id')
    .select([
      'patients.id as _id',
      'patients.hn',
      'patients.an',
      sql<string | null>`right(nullif(regexp_replace(patients.mobile, '\\D', '', 'g'), ''), 4)`.as(
        'mobile_ending',
      ),
      'patients.title',
      'patients.name',
      'patients.surname',
      'patients.name_en',
      'patients.surname_en',
      sql<PatientRow['gender']>`patients.gender`.as('gender'),
      'patients.date_of_birth',
      sql<PatientRow['birth_date_precision']>`patients.birth_date_precision`.as('birth_date_precision'),
      'patients.ward_id',
      'wards.name_en as ward_name_en',
      'wards.name_th as ward_name_th',
      'beds.label as bed',
      selectTriageName('patients.triage_level').as('triage_level'),
      sql<PatientRow['notify_status']>`patients.notify_status`.as('notify_status'),
      sql<PatientRow['device_status']>`patients.device_status`.as('device_status'),
      'patients.admitted_at as admit_date',
      // Read for merged records alone: a join would cost every row of every list.
      sql<string | null>`case when patients.merged_into is not null
        then (select used.hn from patients used where used.id = patients.merged_into) end`.as(
        'merged_into_hn',
      ),
    ])
}

type RawRow = Awaited<ReturnType<ReturnType<typeof selectPatientRows>['execute']>>[number]

export function toPatientRow<Raw extends RawRow>(raw: Raw) {
  const ward = toPlaceLabel(raw.ward_id, raw.ward_name_en, raw.ward_name_th)
  return { ...raw, ward, merged_into_hn: raw.merged_into_hn ?? undefined }
}

const keyTypes = { id: 'uuid', number: 'integer' } as const

/** Rows of these patients, in this order. */
export async function listPatientRows<Key extends 'id' | 'number'>(
  tx: Tx,
  key: Key,
  values: readonly Selectable<Tables['patients']>[Key][],
): Promise<PatientRow[]> {
  if (values.length === 0) return []
  const rows = await selectPatientRows(tx)
    .select(sql<Selectable<Tables['patients']>[Key]>`${sql.ref(`patients.${key}`)}`.as('key'))
    .where(sql<boolean>`${sql.ref(`patients.${key}`)} = any(${sqlArray(keyTypes[key], values)})`)
    .execute()
  const byKey = new Map<unknown, PatientRow>(rows.map(({ key, ...row }) => [key, toPatientRow(row)]))
  return values.map((value) => byKey.get(value)).filter((row) => row !== undefined)
}
