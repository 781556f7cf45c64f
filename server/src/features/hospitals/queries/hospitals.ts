import type { Hospital, HospitalRecords, NumberYear } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { staffTypeId } from '../../../reference/staff-types.ts'

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
      'an_pattern',
      'vn_pattern',
      sql<NumberYear>`number_year`.as('number_year'),
      'types_an',
      'types_vn',
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

/** Messages by LINE that were dropped since an instant: before they could be sent, their alarm was no longer so. */
export async function countLineOutdated(tx: Tx, since: string): Promise<number> {
  const { count } = await tx
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('channel', '=', 'line')
    .where(sql<boolean>`last_error = 'outdated'`)
    .where('given_up_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
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
