import type { AdmissionRequest, admissionRequests, BoardWard, Body } from 'contract'
import { type SqlBool, sql } from 'kysely'
import { sqlArray } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import {
  selectPatientLabel,
  selectPlaceLabel,
  selectStaffLabel,
  selectStaffLabelOrNull,
} from '../../db/labels.ts'
import { isOnChosenWard } from '../../identity/followed-wards.ts'
import type { OpenRecord } from '../../identity/record-access.ts'

const selectRequests = sql`
  select r.id as _id, ${selectPatientLabel({
    ward: 'pw',
    bed: sql`pb.label`,
    more: sql`'gender', p.gender, 'date_of_birth', p.date_of_birth, 'birth_date_precision', p.birth_date_precision`,
  })} as patient, ${selectPlaceLabel('w')} as ward, r.department, r.urgency, r.diagnosis, r.isolation, r.features, r.note,
    r.planned_on, r.requested_at, ${selectStaffLabel('author')} as requested_by, r.state, r.closed_at,
    ${selectStaffLabelOrNull('closer')} as closed_by, r.decline_reason, r.close_note, r.decline_seen_at
  from admission_requests r
    join patients p on p.hospital_id = r.hospital_id and p.id = r.patient_id
    join wards w on w.id = r.ward_id
    join staff author on author.id = r.requested_by
    left join staff closer on closer.id = r.closed_by
    left join wards pw on pw.id = p.ward_id
    left join beds pb on pb.id = p.bed_id`

/** At most this many requests are read: nobody looks through more. */
const shownDeclines = 50

/** A newer request for the same patient marks the decline as seen. */
const isUnseenDecline = sql<SqlBool>`r.state = 'declined' and r.decline_seen_at is null and not exists (
  select from admission_requests n
  where n.hospital_id = r.hospital_id and n.patient_id = r.patient_id and n.requested_at > r.requested_at)`

/**
 * The open requests for these wards, the most urgent first and then the longest open. They show why somebody is to be
 * admitted: who is listed is on no ward, so the record is closed to nobody.
 */
export async function listOpenRequests(
  tx: Tx,
  request: { ward: BoardWard | undefined; staffId: string },
): Promise<AdmissionRequest[]> {
  const { rows } = await sql<AdmissionRequest>`
    ${selectRequests}
    where r.state = 'open' and p.an is null and ${isOnChosenWard('r.ward_id', request)}
    order by array_position('{EMERGENCY,URGENT,ELECTIVE}', r.urgency), r.planned_on nulls first, r.requested_at,
      r.id`.execute(tx)
  return rows
}

/** What this user asked for and was declined, and neither saw nor asked for again; the newest first. */
export async function listUnseenDeclines(tx: Tx, staffId: string): Promise<AdmissionRequest[]> {
  const { rows } = await sql<AdmissionRequest>`
    ${selectRequests}
    where r.requested_by = ${staffId} and ${isUnseenDecline} and p.ward_id is null
    order by r.closed_at desc, r.id desc
    limit ${sql.lit(shownDeclines)}`.execute(tx)
  return rows
}

export async function listPatientRequests(tx: Tx, patientId: OpenRecord): Promise<AdmissionRequest[]> {
  const { rows } = await sql<AdmissionRequest>`
    ${selectRequests} where r.patient_id = ${patientId} order by r.requested_at desc, r.id desc`.execute(tx)
  return rows
}

type Written = { id: string; hospitalId: string; patientId: OpenRecord; staffId: string; now: string }
type Asked = Omit<Body<typeof admissionRequests.make>, 'patient_id'>

export async function insertRequest(
  tx: Tx,
  { id, hospitalId, patientId, staffId, now }: Written,
  asked: Asked,
) {
  await sql`
    insert into admission_requests (id, hospital_id, patient_id, visit_id, ward_id, department, urgency, diagnosis,
      isolation, features, note, planned_on, requested_at, requested_by)
    values (${id}, ${hospitalId}, ${patientId},
      (select v.id from visits v where v.hospital_id = ${hospitalId} and v.patient_id = ${patientId} and v.is_open),
      ${asked.ward_id}, ${asked.department}, ${asked.urgency}, ${asked.diagnosis},
      ${sqlArray('text', asked.isolation)}, ${sqlArray('text', asked.features)}, ${asked.note},
      ${asked.planned_on}, ${now}, ${staffId})`.execute(tx)
}

type Closing = {
  state: 'declined' | 'withdrawn'
  at: string
  staffId: string
  reason: string | null
  note: string | null
}

/** A request of this patient, locked. */
export async function lockRequest(
  tx: Tx,
  patientId: OpenRecord,
  id: string,
): Promise<{ state: string; ward_id: string; requested_by: string } | undefined> {
  return tx
    .selectFrom('admission_requests')
    .select(['state', 'ward_id', 'requested_by'])
    .where('id', '=', id)
    .where('patient_id', '=', patientId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function closeRequest(tx: Tx, id: string, { state, at, staffId, reason, note }: Closing) {
  await tx
    .updateTable('admission_requests')
    .set({ state, closed_at: at, closed_by: staffId, decline_reason: reason, close_note: note })
    .where('id', '=', id)
    .execute()
}

export async function markDeclineSeen(tx: Tx, id: string, at: string) {
  await tx
    .updateTable('admission_requests')
    .set({ decline_seen_at: at })
    .where('id', '=', id)
    .where('decline_seen_at', 'is', null)
    .execute()
}
