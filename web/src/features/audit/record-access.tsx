import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type RecordAccess as Access, audit } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask } from '../../api/client.ts'
import { auditPath } from '../../paths.ts'
import { EmptyValue } from '../../ui/empty-value.tsx'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import cards from '../../ui/list/cards.module.css'
import { RecordTable } from '../../ui/list/record-table.tsx'
import { staffName } from '../../ui/person-name.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import classes from './audit.module.css'
import { AuditPersonCell, AuditTime } from './cells.tsx'
import { formatPatientTrailQuery } from './list-query.ts'

/** Who opened one record; each links to everything that this person did about the patient. */
export function RecordAccess({ patientId }: { patientId: string }) {
  const { t } = useTranslation('audit')
  const isPhone = useIsPhone()
  const found = useQuery({
    ...ask(audit.recordAccess, { patient_id: patientId }, true),
    // Each request adds an entry to the audit.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const people = found.data?.people
  if (found.isLoadingError)
    return (
      <ErrorState
        message={describeFailure(found.error)}
        isRetrying={found.isFetching}
        onRetry={() => void found.refetch()}
      />
    )
  if (people?.length === 0) return <EmptyState />
  const toTrailPath = ({ by }: Access) => `${auditPath}?${formatPatientTrailQuery(patientId, by?._id)}`
  const getPersonName = ({ by }: Access) => (by ? staffName(by) : t('unknown-account'))
  if (isPhone) return <AccessCards people={people} toPath={toTrailPath} toName={getPersonName} />
  return (
    <RecordTable
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
      rowKey={getAccessKey}
      rowPath={toTrailPath}
      rowLabel={getPersonName}
    />
  )
}

const getAccessKey = ({ by }: Access) => by?._id ?? 'unknown'

type AccessCardsProps = {
  people: readonly Access[] | undefined
  toPath: (access: Access) => string
  toName: (access: Access) => string
}

function AccessCards({ people, toPath, toName }: AccessCardsProps) {
  const { t } = useTranslation('audit')
  if (!people) return <Skeleton height="60vh" />
  return (
    <ul className={cards.cards} aria-label={t('access.title')}>
      {people.map((access) => (
        <li key={getAccessKey(access)} className={cards.card}>
          <Link to={toPath(access)} className={cards.link} aria-label={toName(access)} />
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
        </li>
      ))}
    </ul>
  )
}
