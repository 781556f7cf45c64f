import type { AuditEntry } from 'contract'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../ui/date/dates.ts'
import { RecordTable } from '../../ui/list/record-table.tsx'
import { staffName } from '../../ui/person-name.ts'
import { AuditPatientsCell, AuditPersonCell, AuditTime, OutcomeBadge } from './cells.tsx'
import { useActionName } from './words.ts'

export type EntriesProps = {
  entries: readonly AuditEntry[] | undefined
  toPath: (entry: AuditEntry) => string
  isStale: boolean
}

/** The accessible name of the link that opens an entry. */
export function useEntryLabel() {
  const { t, i18n } = useTranslation('audit')
  const actionName = useActionName()
  return ({ action, by, at }: AuditEntry) =>
    t('row', {
      action: actionName(action),
      person: by ? staffName(by) : t('unknown-account'),
      time: formatTime(at, i18n.language, 'dd MMM yyyy HH:mm:ss'),
    })
}

export function AuditTable({
  entries,
  toPath,
  isStale,
  scrollerRef,
}: EntriesProps & { scrollerRef: Ref<HTMLDivElement> }) {
  const { t } = useTranslation('audit')
  const actionName = useActionName()
  const entryLabel = useEntryLabel()
  return (
    <RecordTable
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
      rowPath={toPath}
      rowLabel={entryLabel}
      isOver
      isStale={isStale}
    />
  )
}
