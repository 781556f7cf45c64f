import type { AuditEntry } from 'contract'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../ui/date/dates.ts'
import cards from '../../ui/list/cards.module.css'
import { RecordRows } from '../../ui/list/record-rows.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import classes from './audit.module.css'
import { AuditPatientsCell, AuditPersonCell, AuditTime, OutcomeBadge } from './cells.tsx'
import { useActionName } from './words.ts'

type AuditRowsProps = {
  entries: readonly AuditEntry[] | undefined
  toPath: (entry: AuditEntry) => string
  isStale: boolean
  scrollerRef: Ref<HTMLDivElement>
}

export function AuditRows({ entries, toPath, isStale, scrollerRef }: AuditRowsProps) {
  const { t, i18n } = useTranslation('audit')
  const actionName = useActionName()
  return (
    <RecordRows
      scrollerRef={scrollerRef}
      label={t('title')}
      columns={[
        { key: 'time', label: t('column.time'), cell: ({ at }) => <AuditTime at={at} />, skeletonWidth: 130 },
        {
          key: 'person',
          label: t('column.person'),
          cell: ({ by }) => <AuditPersonCell by={by} />,
          skeletonWidth: 120,
        },
        {
          key: 'action',
          label: t('column.action'),
          cell: ({ action }) => actionName(action),
          skeletonWidth: 110,
        },
        {
          key: 'patients',
          label: t('column.patients'),
          cell: (entry) => <AuditPatientsCell entry={entry} />,
          skeletonWidth: 170,
        },
        {
          key: 'outcome',
          label: t('column.outcome'),
          cell: ({ outcome }) => <OutcomeBadge outcome={outcome} />,
          skeletonWidth: 60,
        },
        { key: 'address', label: t('column.address'), cell: ({ address }) => address, skeletonWidth: 70 },
      ]}
      rows={entries}
      rowKey={({ _id }) => _id}
      rowLink={{
        path: toPath,
        label: ({ action, by, at }) =>
          t('row', {
            action: actionName(action),
            person: by ? formatStaffName(by) : t('unknown-account'),
            time: formatTime(at, i18n.language, 'dd MMM yyyy HH:mm:ss'),
          }),
        isOver: true,
      }}
      card={(entry) => (
        <>
          <div className={cards.line}>
            <strong>{actionName(entry.action)}</strong>
            <OutcomeBadge outcome={entry.outcome} />
          </div>
          <div className={`${cards.line} ${classes.cardLine}`}>
            <AuditPersonCell by={entry.by} />
            <AuditTime at={entry.at} />
          </div>
          <AuditPatientsCell entry={entry} />
        </>
      )}
      isStale={isStale}
    />
  )
}
