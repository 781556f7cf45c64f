import { useQuery } from '@tanstack/react-query'
import { type RecordAccess as Access, audit } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { auditPath } from '../../paths.ts'
import { EmptyValue } from '../../ui/empty-value.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import cards from '../../ui/list/cards.module.css'
import { RecordRows } from '../../ui/list/record-rows.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import classes from './audit.module.css'
import { AuditPersonCell, AuditTime } from './cells.tsx'
import { formatPatientTrailQuery } from './list-query.ts'

/** Who opened one record; each links to everything that this person did about the patient. */
export function RecordAccess({ patientId }: { patientId: string }) {
  const { t } = useTranslation('audit')
  const found = useQuery({
    ...ask(audit.recordAccess, { patient_id: patientId }, true),
    // Each request adds an entry to the audit.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const people = found.data?.people
  if (found.isLoadingError) return <QueryFailure query={found} />
  if (people?.length === 0) return <EmptyState />
  return (
    <RecordRows
      label={t('access.title')}
      columns={[
        {
          key: 'opened-at',
          label: t('access.last-opened'),
          cell: ({ last_opened_at: at }) => (at ? <AuditTime at={at} /> : <EmptyValue />),
          skeletonWidth: 130,
        },
        {
          key: 'person',
          label: t('column.person'),
          cell: ({ by }) => <AuditPersonCell by={by} />,
          skeletonWidth: 120,
        },
        { key: 'opened', label: t('access.opened'), cell: ({ opened }) => opened, skeletonWidth: 40 },
        {
          key: 'otherwise',
          label: t('access.otherwise'),
          cell: ({ otherwise }) => otherwise,
          skeletonWidth: 40,
        },
        { key: 'refused', label: t('access.refused'), cell: ({ refused }) => refused, skeletonWidth: 40 },
        {
          key: 'by-exception',
          label: t('access.by-exception'),
          cell: ({ by_exception }) => (by_exception > 0 ? <strong>{by_exception}</strong> : <EmptyValue />),
          skeletonWidth: 40,
        },
        {
          key: 'last',
          label: t('access.last'),
          cell: ({ last_at }) => <AuditTime at={last_at} />,
          skeletonWidth: 130,
        },
      ]}
      rows={people}
      rowKey={({ by }) => by?._id ?? 'unknown'}
      rowLink={{
        path: ({ by }) => `${auditPath}?${formatPatientTrailQuery(patientId, by?._id)}`,
        label: ({ by }) => (by ? formatStaffName(by) : t('unknown-account')),
      }}
      card={(access) => <AccessCard access={access} />}
    />
  )
}

function AccessCard({ access }: { access: Access }) {
  const { t } = useTranslation('audit')
  return (
    <>
      <AuditPersonCell by={access.by} />
      <div className={`${cards.line} ${classes.cardLine}`}>
        <span>
          {access.last_opened_at
            ? t('access.opened-times', { count: access.opened })
            : t('access.never-opened')}
        </span>
        {access.last_opened_at && <AuditTime at={access.last_opened_at} />}
      </div>
      {access.by_exception > 0 && (
        <strong>
          {t('access.by-exception')} {access.by_exception}
        </strong>
      )}
      <div className={`${cards.line} ${classes.cardLine}`}>
        <span>
          {t('access.otherwise')} {access.otherwise} · {t('access.refused')} {access.refused}
        </span>
        <AuditTime at={access.last_at} />
      </div>
    </>
  )
}
