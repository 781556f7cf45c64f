import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Root, Tx } from '../../src/db/database.ts'

type Admission = {
  hospitalId: string
  patientId: string
  wardId: string
  /** Null waits for a bed. */
  bedId?: string | null
  from: string
  to?: string | null
  an?: string
}

/** Writes a stay with one place, as another system would have left it. */
export function admitDirectly(
  root: Root,
  { hospitalId, patientId, wardId, bedId = null, from, to = null, an = newId() }: Admission,
): Promise<string> {
  return root.transaction().execute(async (tx: Tx) => {
    const [stayId, actId] = [newId(), newId()]
    await sql`insert into stays (id, hospital_id, patient_id, an, admitted_at, discharged_at)
      values (${stayId}, ${hospitalId}, ${patientId}, ${an}, ${from}, ${to})`.execute(tx)
    await sql`insert into stay_acts (id, hospital_id, stay_id, act, at, recorded_at)
      values (${actId}, ${hospitalId}, ${stayId}, 'admitted', ${from}, ${from})`.execute(tx)
    if (to !== null)
      await sql`insert into stay_acts (id, hospital_id, stay_id, act, at, recorded_at)
        values (${newId()}, ${hospitalId}, ${stayId}, 'discharged', ${to}, ${to})`.execute(tx)
    await sql`insert into stay_places (id, hospital_id, stay_id, kind, ward_id, bed_id, during, act_id)
      values (${newId()}, ${hospitalId}, ${stayId}, ${bedId === null ? 'waiting' : 'bed'}, ${wardId}, ${bedId},
        tstzrange(${from}, ${to}), ${actId})`.execute(tx)
    return stayId
  })
}

/** A ready bed of a new ward. */
export async function addBed(root: Root, hospital_id: string): Promise<{ id: string; ward_id: string }> {
  const [id, ward_id, code] = [newId(), newId(), newId()]
  const ward = { id: ward_id, hospital_id, code, name_en: code, name_th: code, position: 90 }
  await root.insertInto('wards').values(ward).execute()
  await root.insertInto('beds').values({ id, hospital_id, ward_id, label: '1', position: 0 }).execute()
  return { id, ward_id }
}
