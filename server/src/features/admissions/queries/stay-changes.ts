import type { admissions, Body, PatientLabel, StaffLabel, Stay, StayAct, VisitLabel } from 'contract'
import { news2KeptMs } from 'contract'
import { type Selectable, sql } from 'kysely'
import { formatIso } from '../../../core/time.ts'
import { allInOrder } from '../../../db/all-in-order.ts'
import { sqlArray } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { selectPlaceLabel, selectVisitLabel } from '../../../db/labels.ts'
import type { StaysTable } from '../../../db/tables.ts'

/** A stay as the table has it. */
export type LockedStay = Selectable<StaysTable>

/** A stay, locked until the transaction ends. */
export async function lockStay(tx: Tx, id: string): Promise<LockedStay | undefined> {
  return tx.selectFrom('stays').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** The patient of the stay. It is not locked: an act locks patients before their stays. */
export async function findStayOwner(tx: Tx, id: string): Promise<string | undefined> {
  const stay = await tx.selectFrom('stays').select('patient_id').where('id', '=', id).executeTakeFirst()
  return stay?.patient_id
}

/** The act of the last discharge of a stay; undefined if another system told it. */
export async function findDischargeAct(
  tx: Tx,
  stayId: string,
): Promise<{ at: string; recorded_at: string } | undefined> {
  return tx
    .selectFrom('stay_acts')
    .select(['at', 'recorded_at'])
    .where('stay_id', '=', stayId)
    .where('act', '=', 'discharged')
    .orderBy('recorded_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The visit that led to a void stay, of which nobody has said how it ended instead; null if there is none. */
export async function findUntoldVisit(tx: Tx, stayId: string): Promise<VisitLabel | null> {
  const { rows } = await sql<{ visit: VisitLabel }>`
    select ${selectVisitLabel('v')} as visit
    from stays s join visits v on v.hospital_id = s.hospital_id and v.patient_id = s.patient_id
    where s.id = ${stayId} and not v.is_open and v.disposition is null
      and ((s.discharged_at is not null and v.left_at = greatest(v.visited_at, s.discharged_at))
        or (v.left_at >= s.admitted_at and v.left_at < coalesce(s.discharged_at, s.voided_at)))
    order by v.visited_at desc limit 1`.execute(tx)
  return rows[0]?.visit ?? null
}

export type OpenStay = { an: string; admitted_at: string; ward: PatientLabel['ward'] }

/** The stay of the patient that lasts, or that lasted at this instant. */
export async function findStayByTime(tx: Tx, patientId: string, at: string): Promise<OpenStay | undefined> {
  const { rows } = await sql<OpenStay>`
    select s.an, s.admitted_at, ${selectPlaceLabel('w')} as ward
    from stays s
      join stay_places c on c.hospital_id = s.hospital_id and c.stay_id = s.id and c.superseded_at is null
      join wards w on w.id = c.ward_id
    where s.patient_id = ${patientId} and s.voided_at is null
      and tstzrange(s.admitted_at, s.discharged_at) && tstzrange(${at}, null)
    order by s.admitted_at desc, lower(c.during) desc limit 1`.execute(tx)
  return rows[0]
}

const selectDoctors = (tx: Tx) =>
  tx
    .selectFrom('staff')
    .innerJoin('staff_types', 'staff_types.id', 'staff.staff_type_id')
    .where('staff_types.code', '=', 'doctor')
    .where('staff.status', '=', 'approved')

export async function isDoctor(tx: Tx, staffId: string): Promise<boolean> {
  const row = await selectDoctors(tx).select('staff.id').where('staff.id', '=', staffId).executeTakeFirst()
  return row !== undefined
}

export async function listDoctors(tx: Tx): Promise<StaffLabel[]> {
  return selectDoctors(tx)
    .select(['staff.id as _id', 'staff.first_name', 'staff.last_name'])
    .orderBy('staff.sort_name')
    .execute()
}

export async function isAdmissionNumberTaken(tx: Tx, an: string): Promise<boolean> {
  const row = await tx.selectFrom('stays').select('id').where('an', '=', an).executeTakeFirst()
  return row !== undefined
}

/** What is asked at an admission. */
export type AdmissionValues = Omit<Body<typeof admissions.update>, 'patient_id' | 'stay_id' | 'version'>
/** What is asked at a discharge; nothing of it is known before. */
export type DischargeValues = Pick<Stay, DischargeField>
type DischargeField = Exclude<keyof Body<typeof admissions.discharge> & keyof Stay, 'version'>

/** A column of the newest score of a patient that counts at an instant. */
const selectScoreByTime = <Value>(
  column: 'value' | 'measured_at',
  { patientId, admittedAt }: { patientId: string; admittedAt: string },
) => sql<Value>`(
  select ${sql.ref(`l.${column}`)} from latest_values l
  where l.patient_id = ${patientId} and l.vital = 'news2' and l.measured_at <= ${admittedAt}
    and coalesce(l.note::timestamptz, l.measured_at) > ${formatIso(Date.parse(admittedAt) - news2KeptMs)})`

export async function insertStay(
  tx: Tx,
  stay: { id: string; hospitalId: string; patientId: string; an: string; admittedAt: string },
  values: AdmissionValues,
): Promise<void> {
  await tx
    .insertInto('stays')
    .values({
      id: stay.id,
      hospital_id: stay.hospitalId,
      patient_id: stay.patientId,
      an: stay.an,
      admitted_at: stay.admittedAt,
      news2: selectScoreByTime<number>('value', stay),
      news2_at: selectScoreByTime<string>('measured_at', stay),
      ...values,
      isolation: sql<string[]>`${sqlArray('text', values.isolation)}`,
    })
    .execute()
}

export type StayUpdate = Partial<
  AdmissionValues & DischargeValues & Pick<LockedStay, 'admitted_at' | 'discharged_at' | 'voided_at'>
>

/** Changes a stay, which gets its next version. */
export async function updateStay(
  tx: Tx,
  id: string,
  { isolation, discharge_diagnoses, refusal, ...set }: StayUpdate,
): Promise<void> {
  await tx
    .updateTable('stays')
    .set(({ eb }) => ({
      ...set,
      ...(isolation && { isolation: sql<string[]>`${sqlArray('text', isolation)}` }),
      ...(discharge_diagnoses && {
        discharge_diagnoses: sql<string>`${JSON.stringify(discharge_diagnoses)}::jsonb`,
      }),
      ...(refusal !== undefined && {
        refusal: refusal && sql<string>`${JSON.stringify(refusal)}::jsonb`,
      }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

export type WrittenAct = {
  id: string
  hospitalId: string
  stayId: string
  act: StayAct['act']
  at: string
  recordedAt: string
  staffId: string
  reason?: string | null
  note?: string | null
  detail?: Record<string, unknown>
}

export async function insertAct(tx: Tx, act: WrittenAct): Promise<void> {
  await sql`
    insert into stay_acts (id, hospital_id, stay_id, act, at, recorded_at, staff_id, reason, note, detail)
    values (${act.id}, ${act.hospitalId}, ${act.stayId}, ${act.act}, ${act.at}, ${act.recordedAt}, ${act.staffId},
      ${act.reason ?? null}, ${act.note ?? null}, ${JSON.stringify(act.detail ?? {})}::jsonb)`.execute(tx)
}

/** Has the deferred constraints and copies done now, so that what violates them is told and what follows reads them. */
export async function settleStays(tx: Tx): Promise<void> {
  await allInOrder([
    sql`set constraints all immediate`.execute(tx),
    sql`set constraints all deferred`.execute(tx),
  ])
}
