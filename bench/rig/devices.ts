import { sql } from 'kysely'
import { acrossHospitals, type Root } from '../../server/src/db/database.ts'
import { createSenderKey } from '../../server/src/identity/sender.ts'
import { hospitalId } from './hospital.ts'

/** A watch by its IMEI, and the adult who wears it. */
export type WornWatch = { imei: string; deviceId: string; patientId: string }

/** Gives each of the first patients a watch; returns these and a key with which a gateway may send. */
export async function wearDevices(root: Root, count: number): Promise<{ worn: WornWatch[]; key: string }> {
  const { key, keyHash, begins } = createSenderKey()
  const worn = await acrossHospitals(root, async (tx) => {
    await sql`update patients set date_of_birth = date '1960-01-01', birth_date_precision = 'day'
      where number <= ${count}`.execute(tx)
    await sql`insert into devices (id, hospital_id, mac, kind, name, registered_at)
      select gen_random_uuid(), ${hospitalId}, '861000' || lpad(number::text, 9, '0'), 'watch', 'Watch ' || number, now()
      from patients where number <= ${count}`.execute(tx)
    const { rows } = await sql<WornWatch>`
      with assigned as (
        insert into device_assignments (id, hospital_id, device_id, patient_id, during)
        select gen_random_uuid(), ${hospitalId}, d.id, p.id, tstzrange(now() - interval '1 day', null)
        from patients p join devices d on d.mac = '861000' || lpad(p.number::text, 9, '0')
        returning device_id, patient_id
      )
      select d.mac as imei, d.id as "deviceId", a.patient_id as "patientId"
      from assigned a join devices d on d.id = a.device_id order by d.mac`.execute(tx)
    await sql`with sender as (
        insert into senders (id, hospital_id, name, created_at) values (gen_random_uuid(), ${hospitalId}, 'Bench', now())
        returning id
      )
      insert into sender_keys (id, hospital_id, sender_id, key_hash, begins, created_at)
      select gen_random_uuid(), ${hospitalId}, id, ${keyHash}, ${begins}, now() from sender`.execute(tx)
    return rows
  })
  return { worn, key }
}

/** One round of a watch: its four values at a time (milliseconds). */
export type Round = {
  worn: WornWatch
  at: number
  systolic: number
  diastolic: number
  pulse: number
  spo2: number
  temperature: number
}

/** One in a hundred values is out of its limits. `draw` numbers the rounds, so that each differs. */
export function createRound(worn: WornWatch, at: number, draw: number): Round {
  const wobble = (by: number) => Math.floor(((Math.sin(draw * 12.9898 + by * 78.233) + 1) * 43758.5453) % 8)
  const isOut = draw % 100 < 4
  return {
    worn,
    at,
    systolic: isOut && draw % 4 === 0 ? 190 : 118 + wobble(1),
    diastolic: 74 + wobble(2),
    pulse: isOut && draw % 4 === 1 ? 120 : 70 + wobble(3),
    spo2: isOut && draw % 4 === 2 ? 90 : 96 + (wobble(4) % 4),
    temperature: isOut && draw % 4 === 3 ? 39 : 36.5 + wobble(5) / 10,
  }
}
