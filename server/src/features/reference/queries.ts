import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

type CodedTable = 'nations' | 'skin_colors' | 'blood_groups' | 'diseases'

export function listCoded(tx: Tx, table: CodedTable) {
  return tx
    .selectFrom(table)
    .select(['code', 'name_en', 'name_th'])
    .orderBy('position')
    .orderBy('code')
    .execute()
}

export function listUnderlyingDiseases(tx: Tx) {
  return tx
    .selectFrom('underlying_diseases')
    .select(['code', 'name_en', 'name_th', 'same_as'])
    .orderBy('position')
    .orderBy('code')
    .execute()
}

export function listProvinces(tx: Tx) {
  return tx
    .selectFrom('provinces')
    .select(['code', 'name_en', 'name_th'])
    .orderBy(sql`thai_sort_key(name_th) collate "C"`)
    .execute()
}

export function listDistricts(tx: Tx, province: string | undefined) {
  return tx
    .selectFrom('districts')
    .select(['code', 'name_en', 'name_th', 'province_code as province'])
    .$if(province !== undefined, (query) => query.where('province_code', '=', province ?? ''))
    .orderBy(sql`thai_sort_key(name_th) collate "C"`)
    .execute()
}

export function listSubDistricts(
  tx: Tx,
  where: { district?: string | undefined; zipcode?: string | undefined },
) {
  return tx
    .selectFrom('sub_districts')
    .select(['code', 'name_en', 'name_th', 'district_code as district', 'zipcode'])
    .$if(where.district !== undefined, (query) => query.where('district_code', '=', where.district ?? ''))
    .$if(where.zipcode !== undefined, (query) => query.where('zipcode', '=', where.zipcode ?? ''))
    .orderBy(sql`thai_sort_key(name_th) collate "C"`)
    .execute()
}

/** The wards that take patients. */
export function listWards(tx: Tx) {
  return tx
    .selectFrom('wards')
    .select(['id', 'code', 'name_en', 'name_th'])
    .where('closed_at', 'is', null)
    .orderBy('position')
    .execute()
}

export function listBeds(tx: Tx) {
  return tx
    .selectFrom('beds')
    .select(['id', 'ward_id', 'label'])
    .where('closed_at', 'is', null)
    .orderBy('ward_id')
    .orderBy('position')
    .execute()
}
