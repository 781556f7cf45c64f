import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './filter-bar.module.css'

/** What limits and orders a list, above its rows. `hasFields` if it is made of plain fields, which a phone stretches. */
export function FilterBar({ hasFields = false, children }: { hasFields?: boolean; children: ReactNode }) {
  return (
    <div className={classes.bar} {...(hasFields && { 'data-fields': true, role: 'search' })}>
      {children}
    </div>
  )
}

type FilterSelectProps<Value extends string> = {
  label: string
  /** Whether the label stands above the field; otherwise only screen readers say it. */
  isLabelled?: boolean
  /** The choice that limits nothing. */
  any: string
  options: readonly { value: Value; label: string }[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** Limits a list to one value. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, isLabelled = false, any, options, value, onChange } = props
  return (
    <NativeSelect
      size="md"
      {...(isLabelled ? { label } : { 'aria-label': label })}
      value={value ?? ''}
      data={[{ value: '', label: any }, ...options]}
      onChange={({ currentTarget }) =>
        onChange(options.find((one) => one.value === currentTarget.value)?.value)
      }
    />
  )
}
