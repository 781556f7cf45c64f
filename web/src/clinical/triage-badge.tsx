import type { triageLevels } from 'contract'
import { useTranslation } from 'react-i18next'
import classes from './triage-badge.module.css'

export type TriageLevel = (typeof triageLevels)[number]

/** A triage level as its colour and its word. */
export function TriageBadge({ level }: { level: TriageLevel }) {
  const { t } = useTranslation('ui')
  return (
    <span className={classes.badge} data-level={level}>
      {t(`triage.${level}`)}
    </span>
  )
}
