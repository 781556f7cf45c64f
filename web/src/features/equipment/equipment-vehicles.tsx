import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type EquipmentVehicle, equipment } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask } from '../../api/client.ts'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { formatEquipmentCheckPath, formsPath } from '../../paths.ts'
import { Time } from '../../ui/date/time.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { AsOf } from './as-of.tsx'
import { CheckResultBadge } from './check-badges.tsx'
import classes from './equipment.module.css'

/** The vehicles in use, each with its newest check and a way to the next one. */
export function EquipmentVehicles({ kept }: { kept: ReactNode }) {
  const { t } = useTranslation(['equipment', 'forms'])
  const list = useQuery(ask(equipment.vehicles, {}, true))
  return (
    <>
      <PageHeader title={t('title')} crumbs={[{ label: t('forms:title'), to: formsPath }]} />
      {kept}
      {list.isLoadingError ? (
        <QueryFailure query={list} />
      ) : !list.data ? (
        <Skeleton height="20rem" />
      ) : (
        <>
          <AsOf seenAt={list.dataUpdatedAt} />
          <p className={classes.hint}>
            {t(`rule.${list.data.check_rule}`)} {list.data.check_rule !== 'NEVER' && t('rule-counts')}
          </p>
          {list.data.vehicles.length === 0 ? (
            <EmptyState reason={t('none')} />
          ) : (
            <ul className={classes.vehicles} aria-label={t('of-hospital')}>
              {list.data.vehicles.map((vehicle) => (
                <VehicleCard key={vehicle._id} vehicle={vehicle} />
              ))}
            </ul>
          )}
        </>
      )}
    </>
  )
}

function VehicleCard({ vehicle }: { vehicle: EquipmentVehicle }) {
  const { t } = useTranslation(['equipment', 'fleet'])
  const { _id, call_sign, plate, class: unit, status, check } = vehicle
  return (
    <li className={classes.vehicle}>
      <div className={classes.lines}>
        <strong>{call_sign}</strong>
        <span className={classes.quiet}>
          {plate} · {t(`fleet:unit.${unit}`)}
        </span>
        <span>{t(`fleet:status.${status}`)}</span>
        {check ? (
          <>
            <span className={classes.inline}>
              <CheckResultBadge result={check.result} />
              {check.faults > 0 && <span>{t('faults', { count: check.faults })}</span>}
            </span>
            <span className={classes.quiet}>
              {t('last-check')} <Time at={check.checked_at} /> <StaffName of={check.by} />
            </span>
            {check.is_waiting && <strong>{t('waits')}</strong>}
          </>
        ) : (
          <span className={classes.quiet}>{t('never-checked')}</span>
        )}
      </div>
      <Button
        component={Link}
        to={formatEquipmentCheckPath(_id)}
        size="md"
        variant={status === 'CHECK_DUE' || check?.is_waiting ? 'filled' : 'default'}
        aria-label={t('check-of', { vehicle: call_sign })}
      >
        {t('check')}
      </Button>
    </li>
  )
}
