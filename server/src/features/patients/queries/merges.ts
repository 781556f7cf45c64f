import type { MergedRecord, RecordUse } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { selectIsoText } from '../../../db/iso-text.ts'
import { selectPatientNames, selectStaffLabel } from '../../../db/labels.ts'
import type { OpenRecord } from '../../../identity/record-access.ts'
import type { RecordIdentity } from '../rules.ts'

/** Whether another record with this national ID is merged into the target of merge `m`, which then keeps the ID. */
const hasIdFromElsewhere = (nationalId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from patient_merges o join patients x on x.hospital_id = o.hospital_id and x.id = o.patient_id
  where o.hospital_id = m.hospital_id and o.into_id = m.into_id and o.id <> m.id and o.separated_at is null
    and x.national_id = ${nationalId})`

/** Merge `m` seen from a row of `patients`: `other` is the other record, `merged` says which of the two was merged. */
const buildMergedRecord = (
  merged: 'patients' | 'other',
) => sql`json_build_object('_id', other.id, ${selectPatientNames('other')}, 'at', ${selectIsoText('m.merged_at')}, 'by', ${selectStaffLabel('merger')}, 'reason', m.reason,
  'taken_national_id', case when m.replaced_identity is not null and ${sql.ref(`${merged}.national_id`)} is not null then
    case when other.national_id = patients.national_id and not ${hasIdFromElsewhere(sql`patients.national_id`)}
      then 'goes-back' else 'stays' end end)`

/** Selects, for a row of `patients`, the merge into another record that lasts; null if there is none. */
export const selectMergeTarget: RawBuilder<MergedRecord | null> = sql`(
  select ${buildMergedRecord('patients')} from patient_merges m
    join patients other on other.hospital_id = m.hospital_id and other.id = m.into_id
    join staff merger on merger.id = m.merged_by
  where m.hospital_id = patients.hospital_id and m.patient_id = patients.id and m.separated_at is null)`

/** Selects, for a row of `patients`, the records that were merged into it, the latest first; null if there are none. */
export const selectMergedRecords: RawBuilder<MergedRecord[] | null> = sql`(
  select json_agg(${buildMergedRecord('other')} order by m.merged_at desc, m.id) from patient_merges m
    join patients other on other.hospital_id = m.hospital_id and other.id = m.patient_id
    join staff merger on merger.id = m.merged_by
  where m.hospital_id = patients.hospital_id and m.into_id = patients.id and m.separated_at is null)`

/** What of a patient has not ended yet. */
export async function listRecordUses(tx: Tx, patientId: OpenRecord, now: string): Promise<RecordUse[]> {
  const { rows } = await sql<{ use: RecordUse }>`
    select 'stay' as use where exists (
      select from stays where patient_id = ${patientId} and discharged_at is null and voided_at is null)
    union all select 'visit' where exists (select from visits where patient_id = ${patientId} and is_open)
    union all select 'request' where exists (
      select from admission_requests where patient_id = ${patientId} and state = 'open')
    union all select 'reservation' where exists (
      select from bed_reservations where patient_id = ${patientId} and upper(during) > ${now}::timestamptz)
    union all select 'device' where exists (
      select from device_assignments where patient_id = ${patientId} and upper_inf(during))
    union all select 'alarm' where exists (
      select from alarms where patient_id = ${patientId} and cleared_at is null)
    union all select 'mission' where exists (
      select from missions m join form_records f on f.hospital_id = m.hospital_id and f.id = m.id
      where f.patient_id = ${patientId} and m.ended_at is null)`.execute(tx)
  return rows.map(({ use }) => use)
}

type Act = { at: string; staffId: string; reason: string }

/** `replaced`: the identity of the kept record before it took over the national ID; undefined if it takes none over. */
export async function insertMerge(
  tx: Tx,
  merge: {
    id: string
    hospitalId: string
    patientId: OpenRecord
    intoId: OpenRecord
    replaced: RecordIdentity | undefined
  },
  { at, staffId, reason }: Act,
): Promise<void> {
  await sql`
    insert into patient_merges (hospital_id, id, patient_id, into_id, merged_at, merged_by, reason, replaced_identity)
    values (${merge.hospitalId}, ${merge.id}, ${merge.patientId}, ${merge.intoId}, ${at}, ${staffId}, ${reason},
      ${merge.replaced ? JSON.stringify(merge.replaced) : null}::jsonb)`.execute(tx)
}

/** Ends the current merge of a record and returns the id of the kept record; undefined if it was not merged. */
export async function endMerge(
  tx: Tx,
  patientId: OpenRecord,
  { at, staffId, reason }: Act,
): Promise<string | undefined> {
  const { rows } = await sql<{ into_id: string }>`
    update patient_merges set separated_at = ${at}, separated_by = ${staffId}, separation_reason = ${reason}
    where patient_id = ${patientId} and separated_at is null
    returning into_id`.execute(tx)
  return rows[0]?.into_id
}

export type TakenNationalId = { id: string; version: number; national_id: string; replaced: RecordIdentity }

/**
 * The records that have the national ID of a merged one because they took it over: the record into which it was merged,
 * and that into which that one was. One whose national ID was corrected since has its own, and one into which another
 * record with the ID is merged keeps it. Their rows are locked, for a correction may be under way.
 */
export async function lockTakenNationalIds(tx: Tx, patientId: OpenRecord): Promise<TakenNationalId[]> {
  await sql`
    with recursive above (id) as (
      select into_id from patient_merges where patient_id = ${patientId} and separated_at is null
      union all
      select m.into_id from above join patient_merges m on m.patient_id = above.id and m.separated_at is null)
    select from patients where id in (select id from above) order by id for update`.execute(tx)
  const { rows } = await sql<TakenNationalId>`
    with recursive taken (id, version, national_id, replaced) as (
      select p.id, p.version, p.national_id, null::jsonb from patients p where p.id = ${patientId}
      union all
      select k.id, k.version, k.national_id, m.replaced_identity from taken
        join patient_merges m on m.patient_id = taken.id and m.separated_at is null and m.replaced_identity is not null
        join patients k on k.id = m.into_id and k.national_id = taken.national_id
      where not ${hasIdFromElsewhere(sql`k.national_id`)})
    select * from taken where id <> ${patientId}`.execute(tx)
  return rows
}
