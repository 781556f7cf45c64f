import { CompiledQuery } from 'kysely'
import type { Root } from './database.ts'

type Column = {
  table: string
  column: string
  type: string
  nullable: boolean
  defaulted: boolean
  generated: boolean
}

const scalars: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  date: 'string',
  timestamptz: 'string',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  bool: 'boolean',
  bytea: 'Buffer',
  tstzrange: 'string',
  int4multirange: 'string',
  jsonb: 'unknown',
  json: 'unknown',
}

/** The TypeScript of `tables.ts`, read from a migrated database. */
export async function describeTables(root: Root): Promise<string> {
  const { rows } = await root.executeQuery<Column>(
    CompiledQuery.raw(`
      select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable,
        a.atthasdef and a.attgenerated = '' as defaulted, a.attgenerated <> '' or a.attidentity = 'a' as generated
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> 'migrations'
      order by c.relname, a.attnum`),
  )
  const tables = Map.groupBy(rows, (row) => row.table)
  const fields = [...tables.keys()].map((table) => `  ${table}: ${formatTypeName(table)}`)
  const types = [...tables].map(
    ([table, columns]) =>
      `export type ${formatTypeName(table)} = {\n${columns.map(formatColumn).join('\n')}\n}`,
  )
  return `// Generated from a migrated database by \`npm run tables\`; not edited by hand.
import type { Generated, GeneratedAlways } from 'kysely'

export type Tables = {
${fields.join('\n')}
}

${types.join('\n\n')}
`
}

function formatColumn({ column, type, nullable, defaulted, generated }: Column): string {
  const scalar = type.startsWith('_') ? `${scalars[type.slice(1)]}[]` : scalars[type]
  if (!scalar || scalar.startsWith('undefined'))
    throw new Error(`no TypeScript for the type ${type} of ${column}`)
  const whole = nullable && scalar !== 'unknown' ? `${scalar} | null` : scalar
  if (generated) return `  ${column}: GeneratedAlways<${whole}>`
  return `  ${column}: ${defaulted ? `Generated<${whole}>` : whole}`
}

function formatTypeName(table: string): string {
  return `${table
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Table`
}
