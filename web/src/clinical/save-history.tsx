import type { ReactNode } from 'react'
import { Time } from '../ui/date/time.tsx'
import type { StaffNames } from '../ui/person-name.ts'
import classes from './save-history.module.css'
import { StaffName } from './staff/staff-name.tsx'

type SavedChange = { _id: string; at: string; by: StaffNames | null }

type SaveHistoryProps<One extends SavedChange> = {
  saves: readonly One[]
  /** Shown as the author of a change that no person made. */
  byNobody?: string
  children: (save: One) => ReactNode
}

/** Who saved what and when, in the given order. */
export function SaveHistory<One extends SavedChange>({ saves, byNobody, children }: SaveHistoryProps<One>) {
  return (
    <ol className={classes.saves}>
      {saves.map((save) => (
        <li key={save._id}>
          <span className={classes.when}>
            <Time at={save.at} />
            {(save.by || byNobody) && ' · '}
            <StaffName of={save.by} otherwise={byNobody} />
          </span>
          {children(save)}
        </li>
      ))}
    </ol>
  )
}
