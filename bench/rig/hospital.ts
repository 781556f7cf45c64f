import type { SessionToken, StaffTypeCode } from 'contract'
import { CompiledQuery, sql } from 'kysely'
import { acrossHospitals, type Root, type Tx } from '../../server/src/db/database.ts'
import { openSession } from '../../server/src/identity/session.ts'
import { staffTypeId } from '../../server/src/reference/staff-types.ts'
import { menNames, surnameBeginnings, surnameEndings, surnameMiddles, womenNames } from './names.ts'

export const hospitalId = '01910000-0000-7000-8000-000000000001'
/** Patients per statement: the triggers hold its rows in memory. */
const batch = 50_000
/** Few, so that statistics exist before the rest is inserted: foreign key checks use query plans too. */
const firstBatch = 500
const wards = 25
const bedsPerWard = 40
const openStays = wards * bedsPerWard

/** Creates the hospital, without patients, in a migrated database. */
export async function createBenchHospital(root: Root): Promise<void> {
  await acrossHospitals(root, async (tx) => {
    await sql`insert into hospitals (id, code, name_en, name_th, created_at)
      values (${hospitalId}, '00001', 'Large hospital', 'โรงพยาบาลใหญ่', now())`.execute(tx)
    await sql`insert into patient_counts (hospital_id, patients) values (${hospitalId}, 0)`.execute(tx)
    await sql`insert into wards (id, hospital_id, code, name_en, name_th, position)
      select gen_random_uuid(), ${hospitalId}, 'W' || lpad(i::text, 2, '0'), 'Ward ' || i, 'หอผู้ป่วย ' || i, i
      from generate_series(1, ${wards}::int) as i`.execute(tx)
    await sql`insert into beds (id, hospital_id, ward_id, label, position)
      select gen_random_uuid(), ${hospitalId}, w.id, lpad(i::text, 2, '0'), i
      from wards w, generate_series(1, ${bedsPerWard}::int) as i`.execute(tx)
  })
}

/**
 * Registers patients `from`…`to`, always the same ones: Thai names (some common, most surnames rare), national IDs
 * with check digits, phone numbers, addresses, and a clinical history for some.
 */
export async function registerPatients(root: Root, from: number, to: number): Promise<void> {
  for (let first = from; first <= to; ) {
    const last = Math.min(to, first + (first === 1 ? firstBatch : batch) - 1)
    const range = sql`generate_series(${first}::int, ${last}::int) as i`
    await acrossHospitals(root, async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await insertPatients(range).execute(tx)
      await insertHistory(range).execute(tx)
    })
    if (first === 1) await analyzeTables(root)
    first = last + 1
  }
  await sql`update patient_counts set patients = ${to}`.execute(root)
  await admitPatients.execute(root)
  await analyzeTables(root)
}

/** Analyzes the tables, as autovacuum would within minutes. */
function analyzeTables(root: Root): Promise<void> {
  return root.connection().execute(async (connection) => {
    for (const text of [
      'set statement_timeout = 0',
      'vacuum',
      'analyze',
      'checkpoint',
      'reset statement_timeout',
    ]) {
      await connection.executeQuery(CompiledQuery.raw(text))
    }
  })
}

/** The id of patient `i`: a UUIDv7, so ordered by time of registration. */
const patientId = sql`('0191' || lpad(to_hex(i), 8, '0') || '7' || substr(md5(i::text), 1, 3)
  || '8' || substr(md5(i::text), 4, 15))::uuid`

/** A pseudorandom number from 0 to 1 for patient `i`; each `seed` gives another. */
const drawNumber = (seed: number) =>
  sql`((hashint8extended(i, ${sql.lit(seed)}) & 2147483647)::float8 / 2147483648)`

const thai = (names: readonly (readonly [string, string])[]) => names.map(([name]) => name)
const latin = (names: readonly (readonly [string, string])[]) => names.map(([, name]) => name)

/** Picks from a list. `skew` above 1 prefers the first entries. */
function pickName(list: readonly string[], seed: number, skew = 1) {
  return sql`(${list}::text[])[1 + floor(${sql.lit(list.length)} * power(${drawNumber(seed)}, ${sql.lit(skew)}))::int]`
}

const nameSkew = 2
function createFullName(spelling: typeof thai) {
  return {
    men: pickName(spelling(menNames), 1, nameSkew),
    women: pickName(spelling(womenNames), 1, nameSkew),
    surname: sql`${pickName(spelling(surnameBeginnings), 2)} || ${pickName(spelling(surnameMiddles), 3)}
      || ${pickName(spelling(surnameEndings), 4)}`,
  }
}

function insertPatients(range: ReturnType<typeof sql>) {
  const inThai = createFullName(thai)
  const inLatin = createFullName(latin)
  return sql`
    with places as materialized (
      select row_number() over (order by s.code) as place, count(*) over () as places,
        s.code as sub_district, s.district_code as district, d.province_code as province, s.zipcode
      from sub_districts s join districts d on d.code = s.district_code
    ), drawn as (
      select i, ${drawNumber(5)} < 0.5 as is_man,
        '1' || lpad((i::bigint * 48271000007 % 100000000000)::text, 11, '0') as twelve
      from ${range}
    )
    insert into patients (
      id, hospital_id, number, hn, title, name, surname, name_en, surname_en, gender, date_of_birth, birth_date_precision,
      identity_kind, national_id, mobile, contact_name, contact_number, house_no, province, district,
      sub_district, zipcode, latitude, longitude, blood_group, triage_level,
      created_at, updated_at)
    select ${patientId}, ${hospitalId}, i, '67-' || lpad(i::text, 7, '0'),
      case when is_man then 'นาย' else 'นาง' end,
      case when is_man then ${inThai.men} else ${inThai.women} end, ${inThai.surname},
      case when ${drawNumber(6)} < 0.3 then case when is_man then ${inLatin.men} else ${inLatin.women} end end,
      case when ${drawNumber(6)} < 0.3 then initcap(${inLatin.surname}) end,
      case when is_man then 'male' else 'female' end,
      case when ${drawNumber(7)} < 0.99 then date '1935-01-01' + floor(${drawNumber(8)} * 33000)::int end,
      case when ${drawNumber(7)} < 0.99 then 'day' end,
      'national_id',
      twelve || ((11 - (select sum(substr(twelve, k, 1)::int * (14 - k)) from generate_series(1, 12) as k) % 11) % 10),
      (array['08', '09', '06'])[1 + i % 3] || lpad((i::bigint * 48271007 % 100000000)::text, 8, '0'),
      ${inThai.women}, case when ${drawNumber(9)} < 0.5 then '08' || lpad((i::bigint * 26513021 % 100000000)::text, 8, '0') end,
      (1 + i % 300)::text, province, district, sub_district, zipcode,
      case when ${drawNumber(10)} < 0.2 then 6 + 14 * ${drawNumber(11)} end,
      case when ${drawNumber(10)} < 0.2 then 98 + 7 * ${drawNumber(12)} end,
      (select (array_agg(code order by position))[1 + i % 4] from blood_groups),
      case when ${drawNumber(16)} < 0.02 then 1 + i % 5 end,
      timestamptz '2020-01-01' + i * interval '30 seconds', timestamptz '2020-01-01' + i * interval '30 seconds'
    from drawn join places on place = 1 + i % places
    order by i`
}

/** Visits for a quarter of the patients, allergies for a tenth, chronic diseases and medication for a fifth. */
function insertHistory(range: ReturnType<typeof sql>) {
  const entry = sql`gen_random_uuid(), ${hospitalId}, ${patientId}`
  return sql`
    with visited as (
      insert into visits (id, hospital_id, patient_id, vn, kind, visited_at)
      select ${entry}, 'V' || lpad(i::text, 8, '0'), 'OPD', timestamptz '2024-01-01' + i * interval '30 seconds'
      from ${range} where i % 4 = 0
    ), allergic as (
      insert into patient_allergies (id, hospital_id, patient_id, kind, substance, severity, certainty, recorded_at)
      select ${entry}, 'drug', 'Penicillin', 'severe', 'certain', timestamptz '2024-01-01'
      from ${range} where i % 10 = 0
    ), medicated as (
      insert into patient_medications (id, hospital_id, patient_id, name, dose, frequency, recorded_at)
      select ${entry}, name, '1 tablet', 'od pc', timestamptz '2024-01-01'
      from ${range}, (values ('Amlodipine 5 mg'), ('Metformin 500 mg')) as of (name) where i % 5 = 0
    )
    insert into patient_underlying_diseases (id, hospital_id, patient_id, underlying_disease, recorded_at)
    select ${entry}, (select min(code) from diseases), timestamptz '2024-01-01'
    from ${range} where i % 5 = 0`
}

/** Fills every bed, once each. */
const admitPatients = sql`
  with admitted as materialized (
    select p.hospital_id, p.id as patient_id, 'A' || lpad(p.number::text, 8, '0') as an, b.ward_id, b.id as bed_id,
      timestamptz '2026-01-01' + p.number * interval '1 second' as at,
      gen_random_uuid() as stay_id, gen_random_uuid() as act_id
    from (select *, row_number() over (order by id) as place from beds) as b
      join patient_counts c on c.hospital_id = b.hospital_id
      join patients p on p.hospital_id = b.hospital_id
        and p.number = 1 + (b.place - 1) * (c.patients / ${sql.lit(openStays)})
    where not exists (select from stays)
  ), stay as (
    insert into stays (id, hospital_id, patient_id, an, admitted_at)
    select stay_id, hospital_id, patient_id, an, at from admitted
  ), act as (
    insert into stay_acts (id, hospital_id, stay_id, act, at, recorded_at)
    select act_id, hospital_id, stay_id, 'admitted', at, at from admitted
  )
  insert into stay_places (id, hospital_id, stay_id, kind, ward_id, bed_id, during, act_id)
  select gen_random_uuid(), hospital_id, stay_id, 'bed', ward_id, bed_id, tstzrange(at, null), act_id from admitted`

/** Registers users who may sign in, named like patients, each with their own e-mail and phone. */
export async function registerUsers(root: Root, count: number): Promise<void> {
  const inThai = createFullName(thai)
  for (let first = 1; first <= count; first += batch) {
    const range = sql`generate_series(${first}::int, ${Math.min(count, first + batch - 1)}::int) as i`
    await acrossHospitals(root, async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`
        insert into staff (id, hospital_id, staff_type_id, email, password_hash, first_name, last_name, country_code,
          phone, status, created_at, updated_at)
        select ${patientId}, ${hospitalId}, ${staffTypeId('nurse')}, 'user' || i || '@large.hospital', '',
          case when ${drawNumber(5)} < 0.2 then ${inThai.men} else ${inThai.women} end, ${inThai.surname}, '66',
          '08' || lpad((i::bigint * 48271007 % 100000000)::text, 8, '0'),
          case when ${drawNumber(6)} < 0.9 then 'approved' when ${drawNumber(7)} < 0.5 then 'blocked' else 'pending' end,
          timestamptz '2020-01-01' + i * interval '30 seconds', timestamptz '2020-01-01' + i * interval '30 seconds'
        from ${range} order by i`.execute(tx)
    })
  }
  await analyzeTables(root)
}

/** Signs in staff of one type, each with their own session. */
export function signInStaff(root: Root, type: StaffTypeCode, count: number): Promise<SessionToken[]> {
  const now = new Date().toISOString()
  return acrossHospitals(root, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into staff (id, hospital_id, staff_type_id, email, password_hash, first_name, last_name, status,
        created_at, updated_at)
      select id, ${hospitalId}, ${staffTypeId(type)}, id || '@large.hospital', '', 'Signed', 'In', 'approved',
        ${now}, ${now}
      from (select gen_random_uuid() as id from generate_series(1, ${count}::int)) as new
      returning id`.execute(tx)
    const sessions: SessionToken[] = []
    for (const { id: staffId } of rows) {
      const server_token = await openSession(tx, { hospitalId, staffId, ipAddress: '127.0.0.1', now })
      sessions.push({ server_token, user_id: staffId })
    }
    return sessions
  })
}

/** Creates so many empty hospitals; returns their ids. */
export async function createBenchHospitals(root: Root, count: number): Promise<string[]> {
  const { rows } = await acrossHospitals(root, (tx) =>
    sql<{ id: string }>`
      insert into hospitals (id, code, name_en, name_th, created_at)
      select gen_random_uuid(), 'H' || n, 'Hospital ' || n, 'โรงพยาบาล ' || n, now()
      from generate_series(1, ${count}::int) n
      returning id`.execute(tx),
  )
  return rows.map(({ id }) => id)
}

/** The IMEI of watch `number` of a hospital. */
export const formatWatchMac = (number: number) => String(number).padStart(15, '0')

/** Gives each of these hospitals patients who wear a watch that has just sent a pulse. */
export async function wearWatches(tx: Tx, hospitalIds: readonly string[], count: number): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  const each = sql`unnest(${[...hospitalIds]}::uuid[]) as h (id), generate_series(1, ${count}::int) n`
  await sql`
    insert into patients (id, hospital_id, number, hn, title, name, surname, gender, identity_kind, created_at, updated_at)
    select gen_random_uuid(), h.id, n, n::text, 'นาง', 'คนไข้', n::text, 'female', 'none', now(), now()
    from ${each}`.execute(tx)
  await sql`
    insert into devices (id, hospital_id, mac, kind, name, status, battery, last_seen_at, registered_at)
    select gen_random_uuid(), h.id, lpad(n::text, 15, '0'), 'watch', 'Watch ' || n, 'connected', 80, now(), now()
    from ${each}`.execute(tx)
  await sql`
    with worn as (
      insert into device_assignments (id, hospital_id, device_id, patient_id, during)
      select gen_random_uuid(), p.hospital_id, d.id, p.id, tstzrange(now() - interval '1 day', null)
      from patients p join devices d on d.hospital_id = p.hospital_id and d.mac = lpad(p.hn, 15, '0')
      returning hospital_id, patient_id, device_id)
    insert into latest_values (hospital_id, patient_id, vital, value, measured_at, source, device_id)
    select hospital_id, patient_id, 'pulse', 72, now(), 'watch', device_id from worn`.execute(tx)
  await sql`analyze`.execute(tx)
}
