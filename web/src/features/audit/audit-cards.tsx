import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import cards from '../../ui/list/cards.module.css'
import classes from './audit.module.css'
import { type EntriesProps, useEntryLabel } from './audit-table.tsx'
import { AuditPatientsCell, AuditPersonCell, AuditTime, OutcomeBadge } from './cells.tsx'
import { useActionName } from './words.ts'

/** The audit trail on a phone. */
export function AuditCards({ entries, toPath, isStale }: EntriesProps) {
  const { t } = useTranslation('audit')
  const actionName = useActionName()
  const entryLabel = useEntryLabel()
  if (!entries) return <Skeleton height="60vh" />
  return (
    <ul className={cards.cards} aria-label={t('title')} aria-busy={isStale} data-stale={isStale || undefined}>
      {entries.map((entry) => (
        <li key={entry._id} className={cards.card}>
          <Link to={toPath(entry)} preventScrollReset className={cards.link} aria-label={entryLabel(entry)} />
          <div className={cards.line}>
            <strong>{actionName(entry.action)}</strong>
            <OutcomeBadge outcome={entry.outcome} />
          </div>
          <div className={`${cards.line} ${classes.cardLine}`}>
            <AuditPersonCell by={entry.by} />
            <AuditTime at={entry.at} />
          </div>
          <AuditPatientsCell entry={entry} />
        </li>
      ))}
    </ul>
  )
}
