import type { AdmissionBasis, Answers } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { selectIsoText } from '../../../db/iso-text.ts'
import { selectPlaceLabel, selectStaffLabelOrNull } from '../../../db/labels.ts'
import { selectPersonRecords } from '../../../identity/merged-records.ts'
import type { OpenRecord } from '../../../identity/record-access.ts'
import { isAdmissible } from '../../../patient-flow/admitting-referral.ts'
import { selectTriageName } from '../../../patient-flow/select-triage-name.ts'

export type ReferralRow = { _id: string; created_at: string; answers: Answers }

/** A referral to this hospital is of the admission that comes within so many days. */
const referralDays = 30
/**
 * What is known of a patient who is to be admitted: the open visit, the open request, the referral; that is the one
 * which is named, or else the newest to this hospital.
 */
export async function findAdmissionBasis(
  tx: Tx,
  patientId: OpenRecord,
  { now, readsForms, referralId }: { now: string; readsForms: boolean; referralId: string | null },
): Promise<Omit<AdmissionBasis, 'referral'> & { referral: ReferralRow | null }> {
  const records = selectPersonRecords(sql`${patientId}::uuid`)
  const isMeant =
    referralId === null
      ? sql`f.answers ->> 'direction' = 'IN'
        and f.created_at >= ${now}::timestamptz - make_interval(days => ${referralDays})`
      : sql`f.id = ${referralId}`
  const { rows } = await sql<Omit<AdmissionBasis, 'referral'> & { referral: ReferralRow | null }>`
    select (
      select json_build_object('_id', v.id, 'vn', v.vn, 'kind', v.kind, 'visited_at', ${selectIsoText('v.visited_at')},
        'source', v.source, 'complaint', v.complaint, 'referring_hospital', v.referring_hospital,
        'referral_number', v.referral_number, 'pregnancy', v.pregnancy,
        'infection_signs', v.infection_signs, 'level', ${selectTriageName('v.triage_level')},
        'doctor', ${selectStaffLabelOrNull('d')})
      from visits v
        left join (staff d join staff_types t on t.id = d.staff_type_id and t.code = 'doctor')
          on d.id = v.doctor_id and d.status = 'approved'
      where v.patient_id = ${patientId} and v.is_open) as visit,
    (
      select json_build_object('_id', r.id, 'requested_at', ${selectIsoText('r.requested_at')},
        'ward', ${selectPlaceLabel('w')}, 'department', r.department, 'urgency', r.urgency, 'diagnosis', r.diagnosis,
        'isolation', r.isolation)
      from admission_requests r join wards w on w.id = r.ward_id
      where r.patient_id = ${patientId} and r.state = 'open') as request,
    case when ${readsForms} then (
      select json_build_object('_id', f.id, 'created_at', ${selectIsoText('f.created_at')}, 'answers', f.answers)
      from form_records f
      where f.patient_id = any(${records}) and ${isMeant} and ${isAdmissible(records)}
      order by f.created_at desc, f.id desc limit 1) end as referral`.execute(tx)
  const [basis] = rows
  if (!basis) throw new Error('a select without from has a row')
  return basis
}
