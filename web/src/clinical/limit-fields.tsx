import type { Limits } from 'contract'
import { UnitNumberField } from '../ui/form/unit-number-field.tsx'

/** In the order in which they must rise. */
export const limitBounds = ['critical_low', 'low', 'high', 'critical_high'] as const
export type LimitBound = (typeof limitBounds)[number]

/** The first limit that is smaller than one before it: the field that shows the error. */
export function findMisplacedBound(limits: Limits): LimitBound | undefined {
  let highest = Number.NEGATIVE_INFINITY
  for (const bound of limitBounds) {
    const limit = limits[bound]
    if (limit === null) continue
    if (limit < highest) return bound
    highest = limit
  }
  return undefined
}

/** The typed limit: null if empty, undefined for text that is no number. */
export function parseLimit(value: number | string): number | null | undefined {
  if (value === '') return null
  return typeof value === 'number' ? value : undefined
}

type LimitFieldProps = {
  label: string
  isLabelHidden?: boolean
  unit: string
  decimals: number
  value: number | null
  description?: string | undefined
  error?: string | undefined
  onChange: (value: number | null) => void
}

/** One of the four limits; empty means that there is none. */
export function LimitField({ label, isLabelHidden, unit, decimals, onChange, ...props }: LimitFieldProps) {
  return (
    <UnitNumberField
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      size="md"
      unit={unit}
      decimalScale={decimals}
      max={1500}
      {...props}
      onChange={(value) => {
        const limit = parseLimit(value)
        if (limit !== undefined) onChange(limit)
      }}
    />
  )
}
