import type { ReactNode } from 'react'
import { EmptyValue } from './empty-value.tsx'
import classes from './fact.module.css'

type FactProps = {
  label: string
  /** A fact that has lines of its own takes the whole width. */
  isWide?: boolean
  children: ReactNode
}

/** A label over its value, inside a `<dl>`. Without a value it shows that there is none. */
export function Fact({ label, isWide = false, children }: FactProps) {
  const isMissing = children === null || children === undefined || children === false || children === ''
  return (
    <div data-wide={isWide || undefined}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{isMissing ? <EmptyValue /> : children}</dd>
    </div>
  )
}

/** Facts in as many columns as fit; `isRoomy` for values that should not wrap. */
export function Facts({ isRoomy = false, children }: { isRoomy?: boolean; children: ReactNode }) {
  return (
    <dl className={classes.facts} data-roomy={isRoomy || undefined}>
      {children}
    </dl>
  )
}
