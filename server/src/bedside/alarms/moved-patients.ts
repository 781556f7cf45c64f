import { sql } from 'kysely'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { sqlArray } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import { joinPresentVisit } from '../../db/in-visit.ts'
import { emitAlarms, publishAlarms } from './alarm-store.ts'

export type PatientPlace = { id: string; wardId: string | null; bedId: string | null }

/** Where these patients are by what has been settled: in a transaction that moves them, where they were before. */
export async function listPatientPlaces(tx: Tx, ids: readonly string[]): Promise<PatientPlace[]> {
  const { rows } = await sql<PatientPlace>`
    select id, ward_id as "wardId", bed_id as "bedId" from patients where id = any(${sqlArray('uuid', ids)})`.execute(
    tx,
  )
  return rows
}

type PlacedAlarm = { id: string; place: PatientPlace }

/** The open alarms of these patients, locked, and where the patients are by what has been settled. */
export async function lockOpenAlarms(tx: Tx, patientIds: readonly string[]): Promise<PlacedAlarm[]> {
  const { rows } = await sql<PlacedAlarm>`
    select a.id, json_build_object('id', p.id, 'wardId', p.ward_id, 'bedId', p.bed_id) as place
    from patients p join alarms a on a.hospital_id = p.hospital_id and a.patient_id = p.id
    where p.id = any(${sqlArray('uuid', patientIds)}) and a.cleared_at is null
    order by a.id
    for no key update of a`.execute(tx)
  return rows
}

/**
 * Has the open alarms of patients who have moved go with them, once the move is settled. People of another ward are
 * notified of them as of new ones. Whoever has an alarm only because the former ward named them, or because they had
 * the patient in the emergency room, no longer has it.
 */
export async function moveAlarms(
  bedside: HospitalContext,
  { before, open }: { before: readonly PatientPlace[]; open: readonly PlacedAlarm[] },
): Promise<void> {
  const former = new Map(before.map((place) => [place.id, place]))
  const moved = open.filter(({ place }) => {
    const { wardId, bedId } = former.get(place.id) ?? place
    return wardId !== place.wardId || bedId !== place.bedId
  })
  if (moved.length === 0) return
  const isOfOtherWard = ({ place }: PlacedAlarm) => former.get(place.id)?.wardId !== place.wardId
  const ofOtherWard = moved.filter(isOfOtherWard).map(({ id }) => id)
  // Whoever gets a bed may come from the emergency room.
  const ofOthers = moved.filter((one) => isOfOtherWard(one) || former.get(one.place.id)?.bedId === null)
  await sql`
    update alarms a set assigned_to = null
    where a.id = any(${sqlArray(
      'uuid',
      ofOthers.map(({ id }) => id),
    )}) and a.assigned_to is not null
      and (select s.step from alarm_steps s where s.alarm_id = a.id and s.to_staff_id = a.assigned_to
        order by s.id desc limit 1) = 'escalated'
      and not exists (select from patients p left join wards w on w.id = p.ward_id ${joinPresentVisit}
        where p.hospital_id = a.hospital_id and p.id = a.patient_id
          and a.assigned_to in (w.nurse_in_charge, w.doctor, v.nurse_id, v.doctor_id))`.execute(bedside.tx)
  await publishAlarms(bedside, ofOtherWard)
  await emitAlarms(
    bedside,
    moved.filter((alarm) => !isOfOtherWard(alarm)).map(({ id }) => id),
  )
}

/** Emits the open alarms of a patient who was put elsewhere in the emergency room. */
export async function emitMovedAlarms(bedside: HospitalContext, patientId: string): Promise<void> {
  const open = await lockOpenAlarms(bedside.tx, [patientId])
  await emitAlarms(
    bedside,
    open.map(({ id }) => id),
  )
}
