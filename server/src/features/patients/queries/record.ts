import { type AlarmOff, bodyFields, bodyQuantity, type Patient, type ReadingSource } from 'contract'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { selectAlarmsOff } from '../../../bedside/alarms/notify-status.ts'
import { sqlWords } from '../../../db/binary-array.ts'
import { compileOnce } from '../../../db/compile-once.ts'
import type { Tx } from '../../../db/database.ts'
import type { OpenRecord } from '../../../identity/record-access.ts'
import { selectMergedRecords, selectMergeTarget } from './merges.ts'
import { selectPatientRows, toPatientRow } from './rows.ts'

/** The newest body measurements, by their names among the readings. */
type NewestBody = Record<string, { value: number; measured_at: string; source: ReadingSource } | undefined>
const newestBody = sql<NewestBody>`(
  select coalesce(json_object_agg(l.vital, json_build_object('value', l.value, 'source', l.source,
    'measured_at', to_char(l.measured_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))), '{}')
  from latest_values l
  where l.patient_id = patients.id and l.vital = any(${sqlWords(Object.values(bodyQuantity))}))`

const queryRecord = compileOnce((tx, given: { id: string }) =>
  selectPatientRows(tx)
    .select((eb) => [
      'patients.version',
      'patients.is_pregnant',
      sql<Patient['identity_kind']>`patients.identity_kind`.as('identity_kind'),
      'patients.national_id',
      'patients.passport_no',
      'patients.migrant_kind',
      'patients.migrant_no',
      'patients.appearance',
      'patients.photo_id',
      'patients.mobile',
      'patients.contact_name',
      'patients.contact_number',
      sql<Patient['relationship']>`patients.relationship`.as('relationship'),
      'patients.nationality',
      'patients.skin_color',
      'patients.house_no',
      'patients.village',
      'patients.soi',
      'patients.road',
      'patients.province',
      'patients.district',
      'patients.sub_district',
      'patients.zipcode',
      'patients.latitude as lat',
      'patients.longitude as lang',
      'patients.blood_group',
      newestBody.as('body'),
      selectMergeTarget.as('merged_into'),
      selectMergedRecords.as('merged_records'),
      'patients.no_known_allergy',
      sql<Patient['risk_behavior']>`patients.risk_behavior`.as('risk_behavior'),
      'patients.created_at',
      'patients.updated_at',
      eb
        .selectFrom('visits')
        .select('visits.vn')
        .whereRef('visits.patient_id', '=', 'patients.id')
        .where('visits.voided_at', 'is', null)
        .orderBy('visits.visited_at', 'desc')
        .limit(1)
        .as('vn'),
      jsonArrayFrom(
        eb
          .selectFrom('patient_underlying_diseases as entry')
          .select(['entry.id as _id', 'entry.underlying_disease', 'entry.since', 'entry.note'])
          .whereRef('entry.patient_id', '=', 'patients.id')
          .where('entry.ended_at', 'is', null)
          .orderBy('entry.recorded_at')
          .orderBy('entry.id'),
      ).as('underlying_disease'),
      jsonArrayFrom(
        eb
          .selectFrom('patient_allergies as entry')
          .select([
            'entry.id as _id',
            'entry.kind',
            'entry.substance',
            'entry.severity',
            'entry.reaction',
            'entry.certainty',
            'entry.since',
          ])
          .whereRef('entry.patient_id', '=', 'patients.id')
          .where('entry.ended_at', 'is', null)
          .orderBy('entry.recorded_at')
          .orderBy('entry.id'),
      ).as('allergies'),
      jsonArrayFrom(
        eb
          .selectFrom('patient_medications as entry')
          .select([
            'entry.id as _id',
            'entry.name',
            'entry.dose',
            'entry.route',
            'entry.frequency',
            'entry.since',
          ])
          .whereRef('entry.patient_id', '=', 'patients.id')
          .where('entry.ended_at', 'is', null)
          .orderBy('entry.recorded_at')
          .orderBy('entry.id'),
      ).as('medication'),
      jsonArrayFrom(
        eb
          .selectFrom('patient_ward_medications as entry')
          .select([
            'entry.id as _id',
            'entry.name',
            'entry.dose',
            'entry.route',
            'entry.frequency',
            'entry.since',
          ])
          .whereRef('entry.patient_id', '=', 'patients.id')
          .where('entry.ended_at', 'is', null)
          .orderBy('entry.recorded_at')
          .orderBy('entry.id'),
      ).as('ward_medication'),
    ])
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('stays')
          .select(['stays.disease', 'stays.discharged_at', 'stays.an', 'stays.admitted_at'])
          .whereRef('stays.patient_id', '=', 'patients.id')
          .where('stays.voided_at', 'is', null)
          .orderBy('stays.admitted_at', 'desc')
          .limit(1)
          .as('stay'),
      (join) => join.onTrue(),
    )
    .select([
      'stay.disease',
      'stay.discharged_at as discharge_date',
      'stay.an as stay_an',
      'stay.admitted_at as stay_admit_date',
    ])
    .where('patients.id', '=', given.id),
)

export async function findPatient(tx: Tx, id: OpenRecord): Promise<Patient | undefined> {
  const [raw] = await queryRecord(tx, { id })
  if (!raw) return undefined
  const { body, merged_into, merged_records, ...record } = raw
  const newest = bodyFields.map((field) => [field, body[bodyQuantity[field]]] as const)
  return {
    ...toPatientRow(record),
    merged_into: merged_into ?? undefined,
    merged_records: merged_records ?? undefined,
    chronic_disease: record.underlying_disease.map(({ underlying_disease, ...entry }) => ({
      ...entry,
      disease: underlying_disease,
    })),
    ...Object.fromEntries(newest.map(([field, found]) => [field, found?.value ?? null])),
    measured: Object.fromEntries(
      newest.map(([field, found]) => [
        field,
        found ? { measured_at: found.measured_at, source: found.source } : null,
      ]),
    ),
  } as unknown as Patient
}

const queryAlarmsOff = compileOnce((tx, given: { id: string; now: string }) =>
  tx
    .selectFrom('patients as p')
    .select(selectAlarmsOff('p.id', given.now).as('alarms_off'))
    .where('p.id', '=', given.id),
)

/** The alarms of a patient that are switched off. */
export async function listAlarmsOff(tx: Tx, id: OpenRecord, now: string): Promise<AlarmOff[]> {
  const [found] = await queryAlarmsOff(tx, { id, now })
  return found?.alarms_off ?? []
}
