import { sql } from 'kysely'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { sqlArray, sqlRows } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
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

/**
 * Has the open alarms of patients who have moved follow them, once the move is settled. People of another ward are
 * notified of them as of new ones. Whoever has an alarm only because the former ward named them no longer has it.
 */
export async function moveAlarms(bedside: HospitalContext, from: readonly PatientPlace[]): Promise<void> {
  if (from.length === 0) return
  const { rows } = await sql<{ id: string; isOfOtherWard: boolean }>`
    select a.id, f.ward_id is distinct from p.ward_id as "isOfOtherWard"
    from ${sqlRows('f', from, {
      id: ['uuid', ({ id }) => id],
      ward_id: ['uuid', ({ wardId }) => wardId],
      bed_id: ['uuid', ({ bedId }) => bedId],
    })}
      join patients p on p.id = f.id and (p.ward_id, p.bed_id) is distinct from (f.ward_id, f.bed_id)
      join alarms a on a.hospital_id = p.hospital_id and a.patient_id = p.id
    where a.cleared_at is null
    order by a.id
    for no key update of a`.execute(bedside.tx)
  if (rows.length === 0) return
  const ofOtherWard = rows.flatMap(({ id, isOfOtherWard }) => (isOfOtherWard ? [id] : []))
  await sql`
    update alarms a set assigned_to = null
    where a.id = any(${sqlArray('uuid', ofOtherWard)}) and a.assigned_to is not null
      and (select s.step from alarm_steps s where s.alarm_id = a.id and s.to_staff_id = a.assigned_to
        order by s.id desc limit 1) = 'escalated'`.execute(bedside.tx)
  await publishAlarms(bedside, ofOtherWard)
  await emitAlarms(
    bedside,
    rows.flatMap(({ id, isOfOtherWard }) => (isOfOtherWard ? [] : [id])),
  )
}
