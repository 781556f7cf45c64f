import * as z from 'zod/mini'

/** The formats of what PostgreSQL stores as a uuid, an instant or a date, and therefore answers in that format. */
const storedFormats = new Set(['uuid', 'datetime', 'date'])

/**
 * The schema of a reply without the formats that its columns ensure: to check the thousands of ids and instants of a
 * map of beds takes longer than to write it as JSON. Tests check the replies by the schemas of the contract.
 */
export function dropStoredFormats<Schema extends z.core.$ZodType>(schema: Schema): Schema {
  return (rebuild(schema) ?? schema) as Schema
}

function rebuild(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const { def } = schema._zod as z.core.$ZodTypes['_zod']
  if (def.type === 'string')
    return 'format' in def && storedFormats.has(String(def.format)) ? z.string() : undefined
  if (def.checks?.length) return undefined
  switch (def.type) {
    case 'array':
      return z.array(dropStoredFormats(def.element))
    case 'optional':
      return z.optional(dropStoredFormats(def.innerType))
    case 'nullable':
      return z.nullable(dropStoredFormats(def.innerType))
    case 'object': {
      if (def.catchall) return undefined
      const fields = Object.entries(def.shape).map(([name, field]) => [name, dropStoredFormats(field)])
      return z.object(Object.fromEntries(fields))
    }
    default:
      return undefined
  }
}
