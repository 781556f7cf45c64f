import type { Endpoint } from 'contract'
import { v7 as newId } from 'uuid'
import * as z from 'zod/mini'
import { testNow } from '../../src/testing.ts'

type Schema = {
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  /** The options of a union that are told apart by a field. */
  oneOf?: Schema[]
  type?: string
  format?: string
  minimum?: number
  minItems?: number
  minLength?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

/** Values for fields by their names, instead of values without meaning. */
type Known = Readonly<Record<string, unknown>>

/** The minimum that a body must have, with values of the right kind, and all that is known. */
export function createSample(body: Endpoint['body'], known: Known = {}): object {
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema
  return sample(schema, known, '') as object
}

function sample(schema: Schema, known: Known, name: string): unknown {
  if (name in known) return known[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const options = schema.anyOf ?? schema.oneOf
  if (options) return sample(options[0] ?? {}, known, name)
  if (schema.type === 'object') {
    const { properties = {}, required = [] } = schema
    const given = Object.keys(properties).filter((key) => required.includes(key) || key in known)
    return Object.fromEntries(given.map((key) => [key, sample(properties[key] ?? {}, known, key)]))
  }
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}, known, name))
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(schema.minimum ?? 1, 1)
  if (schema.type === 'boolean') return false
  if (schema.format === 'uuid') return newId()
  if (schema.format === 'date-time') return testNow
  return schema.format === 'date' ? testNow.slice(0, 10) : 'ก'.repeat(schema.minLength ?? 1)
}
