import type { SpO2ScaleSetting } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { selectStaffLabel } from '../../db/labels.ts'

/** Newest first. */
export async function listScales(tx: Tx, patientId: string, limit: number): Promise<SpO2ScaleSetting[]> {
  const { rows } = await sql<SpO2ScaleSetting>`
    select c.id as _id, c.at, c.scale, c.reason, ${selectStaffLabel('s')} as by
    from spo2_scales c join staff s on s.id = c.staff_id
    where c.patient_id = ${patientId}
    order by c.at desc, c.id desc
    limit ${limit}`.execute(tx)
  return rows
}

export async function insertScale(
  tx: Tx,
  setting: {
    id: string
    hospital_id: string
    patient_id: string
    at: string
    staff_id: string
    scale: 1 | 2
    reason: string
  },
): Promise<void> {
  await tx.insertInto('spo2_scales').values(setting).execute()
}
