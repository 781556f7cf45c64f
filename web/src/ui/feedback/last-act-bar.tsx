import type { ReactNode } from 'react'
import classes from './last-act-bar.module.css'

type LastActBarProps = {
  children: ReactNode
  /** The way back; nothing for an act without one. */
  wayBack: ReactNode
}

/** What was done last on a screen, and the way back. */
export function LastActBar({ children, wayBack }: LastActBarProps) {
  return (
    <div className={classes.bar} role="status">
      <span className={classes.text}>{children}</span>
      {wayBack}
    </div>
  )
}
