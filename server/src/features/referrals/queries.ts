import type {
  Referral,
  ReferralAct,
  ReferralAppraisal,
  ReferralValues,
  StaffLabel,
  StaffTypeCode,
} from 'contract'
import { sql } from 'kysely'
import { listReferralActs } from '../../ambulance/referral-acts.ts'
import { isOnTheWay, isOutWithReferral } from '../../ambulance/referral-crews.ts'
import type { Tx } from '../../db/database.ts'
import { selectPatientLabel, selectStaffLabel } from '../../db/labels.ts'
import { selectPersonRecords, selectPersonUsedRecord } from '../../identity/merged-records.ts'
import { isAdmissible } from '../../patient-flow/admitting-referral.ts'

export type ReferralRow = Pick<Referral, '_id' | 'number' | 'state' | 'direction' | 'risk' | 'patient'> & {
  created_by: string
  created_at: string
  /** Whether whoever asks is out on its mission. */
  is_of_crew: boolean
  is_on_the_way: boolean
  date_of_birth: string | null
}

/** A referral, locked until the transaction ends if acts are to follow. */
export async function findReferral(
  tx: Tx,
  id: string,
  { staffId, isLocked }: { staffId: string; isLocked: boolean },
): Promise<ReferralRow | undefined> {
  const { rows } = await sql<ReferralRow>`
    select r.id as _id, r.number, r.state, r.answers ->> 'direction' as direction, r.answers ->> 'risk' as risk,
      case when p.id is not null then ${selectPatientLabel()} end as patient, r.created_by, r.created_at, p.date_of_birth,
      ${isOutWithReferral('r', staffId)} as is_of_crew, ${isOnTheWay('r')} as is_on_the_way
    from form_records r
      left join patients p on p.hospital_id = r.hospital_id and p.id = r.patient_id
      left join wards w on w.id = p.ward_id
      left join beds b on b.id = p.bed_id
    where r.id = ${id} and r.form = 'ambulance-referral'
    ${isLocked ? sql`for no key update of r` : sql``}`.execute(tx)
  return rows[0]
}

/** The acts of a referral in their order. */
export async function listActs(tx: Tx, recordId: string): Promise<ReferralAct[]> {
  const acts = await listReferralActs(tx, [recordId])
  return acts.map(({ record_id: _of, ...act }) => act)
}

/** Selects the id of the patient of a referral. */
export const selectReferralPatient = (id: string) =>
  sql<string | null>`select patient_id from form_records where id = ${id}`

/** The record in which the patient of a referral can be admitted with it, if they can. */
export async function findAdmittingRecord(tx: Tx, id: string): Promise<string | null> {
  const records = selectPersonRecords(sql`f.patient_id`)
  const { rows } = await sql<{ used: string }>`
    select ${selectPersonUsedRecord(sql`f.patient_id`)} as used from form_records f
    where f.id = ${id} and f.patient_id is not null and ${isAdmissible(records)}`.execute(tx)
  return rows[0]?.used ?? null
}

/** Other referrals of the person that were begun on the same day in Bangkok and are not void. */
export async function listDuplicates(tx: Tx, id: string): Promise<Referral['duplicates']> {
  const day = sql`date_trunc('day', own.created_at at time zone 'Asia/Bangkok')`
  const { rows } = await sql<Referral['duplicates'][number]>`
    select r.id as _id, r.number, r.state, r.answers ->> 'to_hospital' as to_hospital, r.created_at,
      ${selectStaffLabel('s')} as created_by
    from form_records own
      join form_records r on r.hospital_id = own.hospital_id and r.id <> own.id
        and r.patient_id = any(${selectPersonRecords(sql`own.patient_id`)})
      join staff s on s.id = r.created_by
    where own.id = ${id} and r.form = 'ambulance-referral' and r.state <> 'void'
      and r.created_at >= (${day} at time zone 'Asia/Bangkok')
      and r.created_at < ((${day} + interval '1 day') at time zone 'Asia/Bangkok')
    order by r.created_at, r.id`.execute(tx)
  return rows
}

/** Active members of staff with their types, by name. */
export async function listActiveStaff(tx: Tx): Promise<(StaffLabel & { type: StaffTypeCode })[]> {
  const { rows } = await sql<StaffLabel & { type: StaffTypeCode }>`
    select s.id as _id, s.first_name, s.last_name, t.code as type
    from staff s join staff_types t on t.id = s.staff_type_id
    where s.status = 'approved'
    order by thai_sort_key(s.first_name || ' ' || s.last_name) collate "C"`.execute(tx)
  return rows
}

/** The newest values of the patient of a referral since an instant by which a risk is suggested. */
export async function findRiskValues(tx: Tx, id: string, since: string): Promise<ReferralValues> {
  const { rows } = await sql<{
    vital: string
    value: number | null
    second: number | null
    note: string | null
  }>`
    select vital, value, second, note from latest_values
    where patient_id = (${selectReferralPatient(id)}) and measured_at >= ${since}`.execute(tx)
  const find = (vital: string) => rows.find((row) => row.vital === vital)
  const pressure = find('blood_pressure')
  const score = find('news2')
  return {
    systolic: pressure?.value ?? null,
    diastolic: pressure?.second ?? null,
    map: null,
    gcs: find('gcs')?.value ?? null,
    // A score that lacks values is no whole score.
    news2: score?.note ? null : (score?.value ?? null),
    oxygen_device: null,
    oxygen_flow: null,
  }
}

export type WrittenAct = {
  id: string
  recordId: string
  position: number
  act: ReferralAct['act']
  toStaffId: string | null
  level: string | null
  vehicleId: string | null
  teamId: string | null
  toldBy: string | null
  reason: string | null
  result: ReferralAct['result']
  bed: string | null
  proposedAt: string | null
  note: string | null
  appraisal: ReferralAppraisal | null
}

export async function insertAct(
  tx: Tx,
  act: WrittenAct,
  { hospitalId, staffId, now }: { hospitalId: string; staffId: string; now: string },
): Promise<void> {
  await sql`
    insert into referral_acts (hospital_id, id, record_id, position, act, at, staff_id, to_staff_id, level, vehicle_id,
      team_id, told_by, reason, result, bed, proposed_at, note, appraisal)
    values (${hospitalId}, ${act.id}, ${act.recordId}, ${act.position}, ${act.act}, ${now}, ${staffId}, ${act.toStaffId},
      ${act.level}, ${act.vehicleId}, ${act.teamId}, ${act.toldBy}, ${act.reason}, ${act.result}, ${act.bed}, ${act.proposedAt},
      ${act.note}, ${act.appraisal && JSON.stringify(act.appraisal)}::jsonb)`.execute(tx)
}

/** Whether a profile of this kind is in use. */
export async function isProfileInUse(tx: Tx, table: 'vehicles' | 'teams', id: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(table)} where id = ${id} and deactivated_at is null`.execute(tx)
  return rows.length > 0
}
