import type { Hospital, HospitalChange, HospitalRecords, WardRecord } from 'contract'
import { sql } from 'kysely'
import { createColumnBuilder } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import { staffLabel } from '../../db/labels.ts'
import { staffTypeId } from '../../reference/staff-types.ts'
import type { Change, WardTarget } from './rules.ts'

// ── the hospital itself ─────────────────────────────────────────────────────────────────────────────

/** The hospitals that the transaction can see. */
export function listHospitals(tx: Tx): Promise<Hospital[]> {
  return tx
    .selectFrom('hospitals')
    .select([
      'id as _id',
      'code',
      'name_en',
      'name_th',
      'address_en',
      'address_th',
      'phone',
      'email',
      'line_account',
      'help_phone',
      'latitude as lat',
      'longitude as lang',
      'map_tile_url',
      'map_tile_credit',
      'logo_id',
      'uses_wallet',
      'version',
    ])
    .orderBy('code')
    .execute()
}

/** Locks the hospital, so that concurrent changes run one after the other. */
export async function lockHospital(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('hospitals').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

export async function updateHospital(
  tx: Tx,
  id: string,
  { lat, lang, ...fields }: Partial<Omit<Hospital, '_id' | 'version'>>,
): Promise<void> {
  await tx
    .updateTable('hospitals')
    .set((eb) => ({
      ...fields,
      ...(lat === undefined ? {} : { latitude: lat }),
      ...(lang === undefined ? {} : { longitude: lang }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

export async function findLogo(
  tx: Tx,
  hospitalId: string,
  size: 'small' | 'large',
): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('hospitals')
    .innerJoin('photos', 'photos.id', 'hospitals.logo_id')
    .select(`photos.${size} as logo`)
    .where('hospitals.id', '=', hospitalId)
    .executeTakeFirst()
  return row?.logo
}

export async function countStaffTypes(tx: Tx): Promise<HospitalRecords['staff_types']> {
  const { rows } = await sql<HospitalRecords['staff_types'][number]>`
    select t.code, t.name_en, t.name_th,
      (select count(*)::int from staff s where s.staff_type_id = t.id and s.list = 1) as users
    from staff_types t order by t.position`.execute(tx)
  return rows
}

/** Messages that LINE refused at least once and that wait for another try; new messages do not count. */
export async function countLineWaiting(tx: Tx): Promise<HospitalRecords['line_waiting']> {
  type Waiting = NonNullable<HospitalRecords['line_waiting']>
  const { rows } = await sql<Waiting>`
    select count(*)::int as count, case (array_agg(last_error order by next_at desc, id desc))[1]
      when 'LINE quota' then 'quota' when 'LINE rate' then 'rate' else 'other' end as why
    from outbox
    where channel = 'line' and sent_at is null and given_up_at is null and last_error is not null`.execute(tx)
  const [waiting] = rows
  return waiting && waiting.count > 0 ? waiting : null
}

export async function insertHospital(
  tx: Tx,
  id: string,
  names: Pick<Hospital, 'code' | 'name_en' | 'name_th'>,
  now: string,
): Promise<void> {
  await tx
    .insertInto('hospitals')
    .values({ id, ...names, created_at: now })
    .execute()
}

type FirstAdmin = {
  id: string
  first_name: string
  last_name: string
  email: string
  country_code: string
  phone: string
  password_hash: string
}

export async function insertAdmin(tx: Tx, hospitalId: string, admin: FirstAdmin, now: string): Promise<void> {
  await tx
    .insertInto('staff')
    .values({
      ...admin,
      hospital_id: hospitalId,
      staff_type_id: staffTypeId('admin'),
      status: 'approved',
      created_at: now,
      updated_at: now,
    })
    .execute()
}

// ── wards and beds ──────────────────────────────────────────────────────────────────────────────────

/** Wards in their order, closed ones last; or only the one with this id. */
export async function listWardRecords(tx: Tx, id: string | null = null): Promise<WardRecord[]> {
  const { rows } = await sql<WardRecord>`
    select w.id as _id, w.code, w.name_en, w.name_th, w.closed_at, w.version,
      (select count(*)::int from stay_places c
        where c.ward_id = w.id and upper_inf(c.during) and c.superseded_at is null) as patients,
      coalesce((
        select json_agg(json_build_object('_id', b.id, 'label', b.label,
            'closed_at', to_char(b.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'is_occupied', exists (select from stay_places c
              where c.bed_id = b.id and upper_inf(c.during) and c.superseded_at is null))
          order by b.position, b.label)
        from beds b where b.ward_id = w.id), '[]') as beds
    from wards w
    where ${id}::uuid is null or w.id = ${id}
    order by w.closed_at is not null, w.position, w.code`.execute(tx)
  return rows
}

/** The open wards in their order, locked until the transaction ends. */
export function lockOpenWards(tx: Tx): Promise<{ id: string; code: string }[]> {
  return tx
    .selectFrom('wards')
    .select(['id', 'code'])
    .where('closed_at', 'is', null)
    .orderBy('position')
    .orderBy('code')
    .forNoKeyUpdate()
    .execute()
}

export async function lockWard(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('wards').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

export async function insertWard(
  tx: Tx,
  id: string,
  { code, name_en, name_th, is_closed }: WardTarget,
  { hospitalId, now }: { hospitalId: string; now: string },
): Promise<void> {
  await tx
    .insertInto('wards')
    .values((eb) => ({
      id,
      hospital_id: hospitalId,
      code,
      name_en,
      name_th,
      closed_at: is_closed ? now : null,
      position: eb
        .selectFrom('wards')
        .select(sql<number>`coalesce(max(position), 0) + 1`.as('last'))
        .where('hospital_id', '=', hospitalId),
    }))
    .execute()
}

export async function updateWard(
  tx: Tx,
  id: string,
  { code, name_en, name_th, is_closed }: WardTarget,
  now: string,
): Promise<void> {
  await tx
    .updateTable('wards')
    .set((eb) => ({
      code,
      name_en,
      name_th,
      closed_at: is_closed ? sql<string>`coalesce(closed_at, ${now})` : null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** Existing beds are changed first: a new bed may get the label that one of them had. */
export async function saveBeds(
  tx: Tx,
  wardId: string,
  beds: WardTarget['beds'],
  { hospitalId, now }: { hospitalId: string; now: string },
): Promise<void> {
  const placed = beds.map((bed, place) => ({ ...bed, position: place + 1 }))
  const column = createColumnBuilder(placed)
  const wanted = sql`unnest(${column('uuid', ({ _id }) => _id)}, ${column('text', ({ label }) => label)},
    ${column('integer', ({ position }) => position)}, ${column('boolean', ({ is_closed }) => is_closed)})
    as n (id, label, position, is_closed)`
  await sql`update beds b
    set label = n.label, position = n.position,
      closed_at = case when n.is_closed then coalesce(b.closed_at, ${now}::timestamptz) end
    from ${wanted} where b.id = n.id and b.ward_id = ${wardId}`.execute(tx)
  await sql`insert into beds (id, hospital_id, ward_id, label, position, closed_at)
    select n.id, ${hospitalId}, ${wardId}, n.label, n.position, case when n.is_closed then ${now}::timestamptz end
    from ${wanted} where not exists (select from beds b where b.id = n.id)`.execute(tx)
}

export async function updateWardOrder(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update wards w set position = n.position
    from unnest(${createColumnBuilder(ids)('uuid', (id) => id)}) with ordinality as n (id, position)
    where w.id = n.id`.execute(tx)
}

// ── who changed what ────────────────────────────────────────────────────────────────────────────────

type HospitalChangeAuthor = { hospitalId: string; now: string; by: string; newId: () => string }

export async function insertHospitalChanges(
  tx: Tx,
  { hospitalId, now, by, newId }: HospitalChangeAuthor,
  { wardId, version }: { wardId: string | null; version: number },
  changes: readonly Change[],
): Promise<void> {
  await tx
    .insertInto('hospital_changes')
    .values(
      changes.map(({ field, from, to, bedId }) => ({
        id: newId(),
        hospital_id: hospitalId,
        at: now,
        by_staff_id: by,
        ward_id: wardId,
        bed_id: bedId ?? null,
        version,
        field,
        from_value: sql`${JSON.stringify(from ?? null)}::jsonb`,
        to_value: sql`${JSON.stringify(to ?? null)}::jsonb`,
      })),
    )
    .execute()
}

type HospitalChangeQuery = { limit: number } | { wardId: string | null; since: number }

/** Newest first: the last few, or the changes of the hospital or of a ward since a version. */
export async function listHospitalChanges(tx: Tx, which: HospitalChangeQuery): Promise<HospitalChange[]> {
  const { rows } = await sql<HospitalChange>`
    select c.id as _id, c.at, c.version, c.field, c.from_value as from, c.to_value as to, b.label as bed,
      ${staffLabel('s')} as by,
      case when w.id is not null then
        json_build_object('_id', w.id, 'name_en', w.name_en, 'name_th', w.name_th) end as ward
    from hospital_changes c
      join staff s on s.id = c.by_staff_id
      left join wards w on w.id = c.ward_id
      left join beds b on b.id = c.bed_id
    ${'limit' in which ? sql`` : sql`where c.ward_id is not distinct from ${which.wardId} and c.version > ${which.since}`}
    order by c.at desc, c.id desc
    ${'limit' in which ? sql`limit ${which.limit}` : sql``}`.execute(tx)
  return rows
}
