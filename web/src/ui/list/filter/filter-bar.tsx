import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import toolRow from '../../bar/tool-row.module.css'
import classes from './filter-bar.module.css'

/**
 * What limits and orders a list, above its rows: a search, the filters behind their button, and what one click
 * switches.
 */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={`${classes.bar} ${toolRow.row}`}>{children}</div>
}

type FilterSelectProps<Value extends string> = {
  label: string
  /** The choice that limits nothing. */
  any: string
  options: readonly { value: Value; label: string }[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** Limits a list to one value. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, any, options, value, onChange } = props
  return (
    <NativeSelect
      size="md"
      label={label}
      value={value ?? ''}
      data={[{ value: '', label: any }, ...options]}
      onChange={({ currentTarget }) =>
        onChange(options.find((one) => one.value === currentTarget.value)?.value)
      }
    />
  )
}
