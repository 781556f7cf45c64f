import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { bloodGroups } from './blood-groups.ts'
import { countries } from './countries.ts'
import { diseases } from './diseases.ts'
import { nations } from './nations.ts'
import { skinColors } from './skin-colors.ts'
import { staffTypes } from './staff-types.ts'
import { readThailand } from './thailand.ts'
import { underlyingDiseases } from './underlying-diseases.ts'

/** Raise it with every change of a list: a database with another version is loaded again. */
export const referenceVersion = '4'

type Columns = Record<string, { type: 'text' | 'int' | 'uuid'; values: readonly unknown[] }>

const text = (values: readonly (string | null)[]) => ({ type: 'text', values }) as const

/** Inserts the rows and updates those with the same code; a code that is no longer listed stays. */
async function upsert(tx: Tx, table: string, columns: Columns) {
  const names = Object.keys(columns)
  const arrays = Object.values(columns).map(({ type, values }) => sql`${values}::${sql.raw(type)}[]`)
  const kept = names.filter((name) => name !== 'code' && name !== 'id')
  await sql`
    insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select * from unnest(${sql.join(arrays)})
    on conflict (code) do update
    set ${sql.join(kept.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}
  `.execute(tx)
}

const named = (list: readonly { code: string; en: string; th: string }[]) => ({
  code: text(list.map(({ code }) => code)),
  name_en: text(list.map(({ en }) => en)),
  name_th: text(list.map(({ th }) => th)),
})

const ordered = (list: readonly { code: string; en: string; th: string }[]) => ({
  ...named(list),
  position: { type: 'int', values: list.map((_, index) => index + 1) } as const,
})

/** Fills the lists that are the same for every hospital. Loading them again changes nothing. */
export async function loadReference(tx: Tx): Promise<void> {
  const { provinces, districts, subDistricts } = readThailand()
  await upsert(tx, 'provinces', named(provinces))
  await upsert(tx, 'districts', {
    ...named(districts),
    province_code: text(districts.map(({ province }) => province)),
  })
  await upsert(tx, 'sub_districts', {
    ...named(subDistricts),
    district_code: text(subDistricts.map(({ district }) => district)),
    zipcode: text(subDistricts.map(({ zipcode }) => zipcode)),
  })
  await upsert(tx, 'nations', ordered(nations))
  await upsert(tx, 'skin_colors', ordered(skinColors))
  await upsert(tx, 'blood_groups', ordered(bloodGroups))
  await upsert(tx, 'diseases', ordered(diseases))
  await upsert(tx, 'underlying_diseases', {
    ...ordered(underlyingDiseases),
    same_as: text(underlyingDiseases.map(({ sameAs }) => sameAs)),
  })
  await upsert(tx, 'countries', {
    ...ordered(countries),
    calling_code: text(countries.map(({ callingCode }) => callingCode)),
  })
  await upsert(tx, 'staff_types', {
    ...ordered(staffTypes),
    id: { type: 'uuid', values: staffTypes.map(({ id }) => id) },
  })
}
