import { sql } from 'kysely'
import { acrossHospitals, type Root } from '../../server/src/db/database.ts'
import { writeSeeds } from './database.ts'
import { hospitalId } from './hospital.ts'

/** Stays per statement. */
const batch = 50_000

/**
 * Stays of the past, numbers `from` to `to`, always the same ones: each of half a day, one after the other in every
 * bed, back from a year ago. Their rows are written without triggers, and the exclusion constraints are checked at the
 * end, or a million would take an hour; a stay and its place are as the panel would have written them.
 */
export async function addPastStays(root: Root, from: number, to: number): Promise<void> {
  const constraints = await dropExclusions(root)
  for (let first = from; first <= to; first += batch) {
    const last = Math.min(to, first + batch - 1)
    await acrossHospitals(root, async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`
        with numbered as materialized (
          select id, ward_id, row_number() over (order by id) - 1 as place, count(*) over () as beds from beds
        ), made as materialized (
          select gen_random_uuid() as stay_id, gen_random_uuid() as act_id, p.id as patient_id, b.ward_id, b.id as bed_id,
            'P' || lpad(i::text, 9, '0') as an,
            now() - interval '1 year' - (i / b.beds + 1) * interval '12 hours' as begins
          from generate_series(${first}::int, ${last}::int) i
            join numbered b on b.place = i % b.beds
            join patient_counts c on c.hospital_id = ${hospitalId}
            join patients p on p.hospital_id = c.hospital_id and p.number = 1 + i % c.patients
        ), stay as (
          insert into stays (id, hospital_id, patient_id, an, admitted_at, discharged_at, department, discharge_status,
            discharge_type)
          select stay_id, ${hospitalId}, patient_id, an, begins, begins + interval '11 hours', '01', 2, 1 from made
        ), act as (
          insert into stay_acts (id, hospital_id, stay_id, act, at, recorded_at)
          select act_id, ${hospitalId}, stay_id, 'admitted', begins, begins from made
        )
        insert into stay_places (id, hospital_id, stay_id, kind, ward_id, bed_id, during, act_id)
        select gen_random_uuid(), ${hospitalId}, stay_id, 'bed', ward_id, bed_id,
          tstzrange(begins, begins + interval '11 hours'), act_id
        from made`.execute(tx)
    })
  }
  await acrossHospitals(root, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local maintenance_work_mem = '512MB'`.execute(tx)
    for (const { table, name, definition } of constraints)
      await sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
        tx,
      )
  })
  await sql`vacuum analyze stays`.execute(root)
  await sql`vacuum analyze stay_places`.execute(root)
  await sql`vacuum analyze stay_acts`.execute(root)
  await writeSeeds(root)
}

type Exclusion = { table: string; name: string; definition: string }

/**
 * Drops the exclusion constraints of stays and their places: to build their indexes at once takes a tenth of the time.
 */
async function dropExclusions(root: Root): Promise<Exclusion[]> {
  const { rows } = await sql<Exclusion>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'x' and conrelid in ('stays'::regclass, 'stay_places'::regclass)`.execute(
    root,
  )
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(root)
  return rows
}
