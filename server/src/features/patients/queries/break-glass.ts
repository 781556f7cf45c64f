import type { Tx } from '../../../db/database.ts'
import type { PatientWrite } from './write.ts'

/** Stores that a user opened a record by exception, which is open to them until `until`. */
export async function insertBreakGlass(
  tx: Tx,
  { id, hospitalId, now, staffId }: PatientWrite & { staffId: string },
  { patientId, wardId, until, reason }: { patientId: string; wardId: string; until: string; reason: string },
): Promise<void> {
  await tx
    .insertInto('broken_glass')
    .values({
      id,
      hospital_id: hospitalId,
      staff_id: staffId,
      patient_id: patientId,
      ward_id: wardId,
      at: now,
      until,
      reason,
    })
    .execute()
}
