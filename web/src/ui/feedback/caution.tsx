import type { ReactNode } from 'react'
import classes from './caution.module.css'

/** Something to know before going on. */
export function Caution({ role, children }: { role: 'status' | 'alert'; children: ReactNode }) {
  return (
    <div className={classes.caution} role={role}>
      {children}
    </div>
  )
}
