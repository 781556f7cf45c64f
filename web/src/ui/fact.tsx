import type { ReactNode } from 'react'
import classes from './fact.module.css'
import { Nothing } from './nothing.tsx'

/** A label over its value; goes inside a `<dl>`. Without a value it says that there is none. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  const isMissing = children === null || children === undefined || children === false || children === ''
  return (
    <div>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{isMissing ? <Nothing /> : children}</dd>
    </div>
  )
}
