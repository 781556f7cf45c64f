import { sql } from 'kysely'
import { acrossHospitals, type Root } from '../../server/src/db/database.ts'
import { hospitalId } from './hospital.ts'

/** In every bed a set is charted each four hours for so long. */
const chartedHours = 28

/** A pseudorandom whole number from 0 to `below` − 1, other for each patient `p`, instant `at` and `seed`. */
const draw = (seed: number, below: number) =>
  sql`abs(hashtextextended(p.id::text || at::text, ${sql.lit(seed)}) % ${sql.lit(below)})::int`

/**
 * Charts vital signs for everybody in a bed, with the newest values and NEWS2 that they make. Each third wears a watch,
 * each tenth has an open alarm, and half of those are acknowledged.
 */
export async function chartBeds(root: Root): Promise<void> {
  await sql`select make_reading_partitions((now() - interval '2 days')::date, now()::date)`.execute(root)
  await acrossHospitals(root, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`
      with sets as (
        select p.id as patient_id, at, ${draw(1, 60)} + 95 as systolic, ${draw(2, 50)} + 60 as pulse,
          ${draw(3, 9)} + 91 as spo2, ${draw(4, 12)} + 12 as respiration_rate, 36 + ${draw(5, 30)} / 10.0 as temperature
        from patients p, generate_series(now() - ${sql.lit(`${chartedHours} hours`)}::interval,
          now() - interval '5 minutes', interval '4 hours') as at
        where p.ward_id is not null
      )
      insert into readings (measured_at, id, hospital_id, patient_id, kind, source, received_at, systolic, diastolic,
        pulse, spo2, respiration_rate, temperature, consciousness, oxygen)
      select at, gen_random_uuid(), ${hospitalId}, patient_id, kind, 'manual', at,
        case kind when 'blood_pressure' then systolic end, case kind when 'blood_pressure' then systolic - 40 end,
        case kind when 'blood_pressure' then pulse end, case kind when 'spo2' then spo2 end,
        case kind when 'respiration' then respiration_rate end, case kind when 'temperature' then temperature end,
        case kind when 'consciousness' then 'A' end, case kind when 'consciousness' then false end
      from sets, unnest('{blood_pressure,spo2,respiration,temperature,consciousness}'::text[]) as kind`.execute(
      tx,
    )
    await sql`
      with newest as (
        select distinct on (patient_id, kind) * from readings order by patient_id, kind, measured_at desc
      )
      insert into latest_values (hospital_id, patient_id, vital, value, second, note, measured_at, source)
      select hospital_id, patient_id, vital, value, second, made.note, measured_at, source
      from newest, lateral (values
        ('blood_pressure', 'blood_pressure', systolic::float8, diastolic::float8, null),
        ('blood_pressure', 'pulse', pulse, null, null), ('spo2', 'spo2', spo2, null, null),
        ('respiration', 'respiration_rate', respiration_rate, null, null),
        ('temperature', 'temperature', temperature, null, null),
        ('consciousness', 'consciousness', null, null, consciousness), ('consciousness', 'oxygen', 0, null, null),
        ('blood_pressure', 'weight', 62, null, null), ('blood_pressure', 'height', 165, null, null),
        ('spo2', 'news2', spo2 % 9, 1, null)) as made (of_kind, vital, value, second, note)
      where of_kind = kind`.execute(tx)
    await sql`
      insert into alarms (id, hospital_id, patient_id, raised_ward_id, rule, severity, value, raised_at, acknowledged_at)
      select gen_random_uuid(), p.hospital_id, p.id, p.ward_id, 'spo2_low', 'high', 88, now() - interval '20 minutes',
        case when nth % 20 = 0 then now() end
      from (select *, row_number() over (order by id) as nth from patients where ward_id is not null) p
      where nth % 10 = 0`.execute(tx)
    await sql`
      with worn as (
        select p.id as patient_id, gen_random_uuid() as device_id, lpad(nth::text, 15, '0') as mac
        from (select id, row_number() over (order by id) as nth from patients where ward_id is not null) p
        where nth % 3 = 0
      ), made as (
        insert into devices (id, hospital_id, mac, kind, name, status, battery, last_seen_at, registered_at)
        select device_id, ${hospitalId}, mac, 'watch', 'Watch ' || mac, 'connected', 80, now(), now() from worn
        returning id
      )
      insert into device_assignments (id, hospital_id, device_id, patient_id, during)
      select gen_random_uuid(), ${hospitalId}, device_id, patient_id, tstzrange(now() - interval '1 day', null)
      from worn join made on made.id = device_id`.execute(tx)
  })
  await sql`vacuum analyze`.execute(root)
}

/** Lets these users follow the first wards, as members of one group. */
export async function followWards(root: Root, staffIds: readonly string[], wards: number): Promise<void> {
  await acrossHospitals(root, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into groups (id, hospital_id, name, updated_at)
      values (gen_random_uuid(), ${hospitalId}, 'Wards', now()) returning id`.execute(tx)
    const groupId = rows[0]?.id
    await sql`insert into group_members (hospital_id, group_id, staff_id)
      select ${hospitalId}, ${groupId}, unnest(${[...staffIds]}::uuid[])`.execute(tx)
    await sql`insert into group_wards (hospital_id, group_id, ward_id)
      select ${hospitalId}, ${groupId}, id from wards where position <= ${wards}`.execute(tx)
  })
}
