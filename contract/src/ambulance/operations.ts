import * as z from 'zod/mini'
import { Id } from '../wire/endpoint.ts'
import {
  choiceField,
  emptyAsNull,
  Instant,
  isWholeSatang,
  optionalProse,
  optionalText,
  requiredText,
} from '../wire/fields.ts'
import { StaffLabel } from '../wire/labels.ts'
import { operationForms, unitLevels } from './codes.ts'

/**
 * Target times in minutes where the hospital sets none: from the call until a unit has left its base, and until it is
 * at a scene of the colour red or yellow. Red and yellow are the targets of Thai emergency medical services; the
 * activation is a default of the panel.
 */
export const standardTargets = { activation_minutes: 2, red_minutes: 8, yellow_minutes: 15 } as const
export type OperationTarget = keyof typeof standardTargets

export const operationTargets = Object.keys(standardTargets) as OperationTarget[]

const Target = z._default(
  emptyAsNull(z.int('number-invalid').check(z.gte(1, 'number-range'), z.lte(240, 'number-range'))),
  null,
)

export const maxPrice = 1_000_000

/** Baht, to the satang. */
export const Price = z
  .number('number-invalid')
  .check(z.gte(0, 'number-range'), z.lte(maxPrice, 'number-range'), z.refine(isWholeSatang, 'price-invalid'))

/** A target that is null is the standard one. */
export const operationFields = {
  code: requiredText('code-required', 20),
  name: requiredText('name-required'),
  unit_level: choiceField(unitLevels),
  fee_code: z._default(optionalText(30), null),
  price: z._default(emptyAsNull(Price), null),
  km_rate: z._default(emptyAsNull(Price), null),
  activation_minutes: Target,
  red_minutes: Target,
  yellow_minutes: Target,
  protocols: z._default(optionalProse(5000), null),
  forms: z._default(
    z.array(z.enum(operationForms, 'choice-invalid')).check(
      z.maxLength(100, 'too-many'),
      z.overwrite((given) => operationForms.filter((form) => given.includes(form))),
    ),
    [],
  ),
}
export const OperationDraft = z.object(operationFields)
export type OperationDraft = z.output<typeof OperationDraft>

export const Operation = z.object({
  _id: Id,
  code: z.string(),
  name: z.string(),
  unit_level: z.enum(unitLevels),
  fee_code: z.nullable(z.string()),
  price: z.nullable(z.number()),
  km_rate: z.nullable(z.number()),
  activation_minutes: z.nullable(z.int()),
  red_minutes: z.nullable(z.int()),
  yellow_minutes: z.nullable(z.int()),
  protocols: z.nullable(z.string()),
  forms: z.array(z.enum(operationForms)),
  is_active: z.boolean(),
  version: z.int(),
  updated_at: Instant,
  updated_by: z.nullable(StaffLabel),
})
export type Operation = z.output<typeof Operation>

export const operationChangeFields = [
  ...(Object.keys(operationFields) as (keyof typeof operationFields)[]),
  'is_active',
] as const

/** One field with its value before and after, and the version that the change made. */
export const OperationChange = z.object({
  _id: Id,
  at: Instant,
  by: StaffLabel,
  version: z.int(),
  field: z.enum(operationChangeFields),
  from: z.nullable(z.unknown()),
  to: z.nullable(z.unknown()),
})
export type OperationChange = z.output<typeof OperationChange>

/** `detail` of the failure `changed-meanwhile`: what others changed since the sent version. */
export const OperationChangedMeanwhile = z.object({
  operation: Operation,
  changes: z.array(OperationChange),
})
