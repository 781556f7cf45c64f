import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { bloodGroups } from './blood-groups.ts'
import { diseases } from './diseases.ts'
import { nations } from './nations.ts'
import { skinColors } from './skin-colors.ts'
import { staffTypes } from './staff-types.ts'
import { readThailand } from './thailand.ts'
import { underlyingDiseases } from './underlying-diseases.ts'

/** Raise it with every change of a list: a database with another version is loaded again. */
export const referenceVersion = '4'

type Columns = Record<string, { type: 'text' | 'int' | 'uuid'; values: readonly unknown[] }>

const textColumn = (values: readonly (string | null)[]) => ({ type: 'text', values }) as const

/** Inserts the rows and updates those with the same code; a code that is no longer listed stays. */
async function upsertRows(tx: Tx, table: string, columns: Columns) {
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

const nameColumns = (list: readonly { code: string; en: string; th: string }[]) => ({
  code: textColumn(list.map(({ code }) => code)),
  name_en: textColumn(list.map(({ en }) => en)),
  name_th: textColumn(list.map(({ th }) => th)),
})

const orderedColumns = (list: readonly { code: string; en: string; th: string }[]) => ({
  ...nameColumns(list),
  position: { type: 'int', values: list.map((_, index) => index + 1) } as const,
})

/** Fills the lists that are the same for every hospital. Loading them again changes nothing. */
export async function loadReference(tx: Tx): Promise<void> {
  const { provinces, districts, subDistricts } = readThailand()
  await upsertRows(tx, 'provinces', nameColumns(provinces))
  await upsertRows(tx, 'districts', {
    ...nameColumns(districts),
    province_code: textColumn(districts.map(({ province }) => province)),
  })
  await upsertRows(tx, 'sub_districts', {
    ...nameColumns(subDistricts),
    district_code: textColumn(subDistricts.map(({ district }) => district)),
    zipcode: textColumn(subDistricts.map(({ zipcode }) => zipcode)),
  })
  await upsertRows(tx, 'nations', orderedColumns(nations))
  await upsertRows(tx, 'skin_colors', orderedColumns(skinColors))
  await upsertRows(tx, 'blood_groups', orderedColumns(bloodGroups))
  await upsertRows(tx, 'diseases', orderedColumns(diseases))
  await upsertRows(tx, 'underlying_diseases', {
    ...orderedColumns(underlyingDiseases),
    same_as: textColumn(underlyingDiseases.map(({ sameAs }) => sameAs)),
  })
  await upsertRows(tx, 'staff_types', {
    ...orderedColumns(staffTypes),
    id: { type: 'uuid', values: staffTypes.map(({ id }) => id) },
  })
}
