import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type RecordAccess as Access, audit } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask } from '../../api/client.ts'
import { auditAddress } from '../../paths.ts'
import { Nothing } from '../../ui/empty-value.tsx'
import { failureText } from '../../ui/feedback/announce.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import cards from '../../ui/list/cards.module.css'
import { RecordTable } from '../../ui/list/record-table.tsx'
import { staffName } from '../../ui/person-name.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { trailOf } from './address.ts'
import classes from './audit.module.css'
import { Moment, Person } from './cells.tsx'

/** Who opened one record, each leading to all that she did about that patient. */
export function RecordAccess({ patientId }: { patientId: string }) {
  const { t } = useTranslation('audit')
  const isPhone = useIsPhone()
  const found = useQuery({
    ...ask(audit.recordAccess, { patient_id: patientId }, true),
    // Each time that it is asked for is one more entry.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const people = found.data?.people
  if (found.isLoadingError)
    return (
      <ErrorState
        message={failureText(found.error)}
        isRetrying={found.isFetching}
        onRetry={() => void found.refetch()}
      />
    )
  if (people?.length === 0) return <EmptyState />
  const addressOf = ({ by }: Access) => `${auditAddress}?${trailOf(patientId, by?._id)}`
  const nameOf = ({ by }: Access) => (by ? staffName(by) : t('unknown-account'))
  if (isPhone) return <AccessCards people={people} addressOf={addressOf} nameOf={nameOf} />
  return (
    <RecordTable
      label={t('access.title')}
      columns={[
        {
          key: 'opened-at',
          label: t('access.last-opened'),
          cell: ({ last_opened_at: at }) => (at ? <Moment at={at} /> : <Nothing />),
          skeletonWidth: 130,
        },
        {
          key: 'person',
          label: t('column.person'),
          cell: ({ by }) => <Person by={by} />,
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
          cell: ({ by_exception }) => (by_exception > 0 ? <strong>{by_exception}</strong> : <Nothing />),
          skeletonWidth: 40,
        },
        {
          key: 'last',
          label: t('access.last'),
          cell: ({ last_at }) => <Moment at={last_at} />,
          skeletonWidth: 130,
        },
      ]}
      rows={people}
      rowKey={keyOf}
      rowAddress={addressOf}
      rowLabel={nameOf}
    />
  )
}

const keyOf = ({ by }: Access) => by?._id ?? 'unknown'

type AccessCardsProps = {
  people: readonly Access[] | undefined
  addressOf: (access: Access) => string
  nameOf: (access: Access) => string
}

function AccessCards({ people, addressOf, nameOf }: AccessCardsProps) {
  const { t } = useTranslation('audit')
  if (!people) return <Skeleton height="60vh" />
  return (
    <ul className={cards.cards} aria-label={t('access.title')}>
      {people.map((access) => (
        <li key={keyOf(access)} className={cards.card}>
          <Link to={addressOf(access)} className={cards.link} aria-label={nameOf(access)} />
          <Person by={access.by} />
          <div className={`${cards.line} ${classes.cardLine}`}>
            <span>
              {access.last_opened_at
                ? t('access.opened-times', { count: access.opened })
                : t('access.never-opened')}
            </span>
            {access.last_opened_at && <Moment at={access.last_opened_at} />}
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
            <Moment at={access.last_at} />
          </div>
        </li>
      ))}
    </ul>
  )
}
