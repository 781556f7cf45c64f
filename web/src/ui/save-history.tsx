import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from './date/dates.ts'
import { staffName } from './person-name.ts'
import classes from './save-history.module.css'

type SavedChange = { _id: string; at: string; by: Parameters<typeof staffName>[0] | null }

type SaveHistoryProps<One extends SavedChange> = {
  saves: readonly One[]
  /** Shown as the author of a change that no person made. */
  byNobody?: string
  children: (save: One) => ReactNode
}

/** Who saved what and when, in the given order. */
export function SaveHistory<One extends SavedChange>({ saves, byNobody, children }: SaveHistoryProps<One>) {
  const { i18n } = useTranslation()
  return (
    <ol className={classes.saves}>
      {saves.map((save) => (
        <li key={save._id}>
          <span className={classes.when}>
            {[
              formatTime(save.at, i18n.language, 'dd MMM yyyy hh:mm a'),
              save.by ? staffName(save.by) : byNobody,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {children(save)}
        </li>
      ))}
    </ol>
  )
}
