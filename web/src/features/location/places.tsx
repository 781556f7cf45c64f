import { Anchor, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { monitoring, type Place } from 'contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask } from '../../api.ts'
import { patientAddress } from '../../shell/addresses.ts'
import { failureText } from '../../shell/announce.ts'
import { AgeOf } from '../../ui/age-of.tsx'
import { formatAge } from '../../ui/dates.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager, type PageSize } from '../../ui/pager.tsx'
import { shortName } from '../../ui/person-name.ts'
import { ThailandMap } from '../../ui/thailand-map.tsx'
import { useNameOf } from '../../ui/use-name-of.ts'
import { useNow } from '../../ui/use-now.ts'
import classes from './places.module.css'

type PlacesProps = {
  page: number
  size: PageSize
  onPage: (page: number) => void
  onSize: (size: PageSize) => void
}

/** Half an hour is time enough to be somewhere else. Default of the product. */
const oldMs = 30 * 60_000
const keyOf = ({ patient, device }: Place) => patient?._id ?? device?._id ?? ''

/** Where patients and watches last were, as a list and on a map. */
export function Places({ page, size, onPage, onSize }: PlacesProps) {
  const { t, i18n } = useTranslation(['monitoring', 'ui'])
  const now = useNow()
  const { data, error, isLoadingError, isFetching, refetch } = useQuery({
    ...ask(monitoring.locations, { page, number_of_rec: size }, true),
    staleTime: 60_000,
  })
  const rows = data?.rows
  const points = useMemo(
    () =>
      rows?.map((place) => ({
        id: keyOf(place),
        lat: place.lat,
        lng: place.lang,
        label: `${whoOf(place)}, ${formatAge(place.at, new Date(now), i18n.language) ?? t('ui:just-now')}`,
      })),
    [rows, now, i18n.language, t],
  )
  return (
    <>
      <PageHeader title={t('location.title')} count={data?.total} />
      {isLoadingError ? (
        <ErrorState message={failureText(error)} isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <EmptyState reason={t('location.none')} />
      ) : (
        <div className={classes.screen}>
          <div>
            {rows ? (
              <ul className={classes.list} aria-label={t('location.list')}>
                {rows.map((place) => (
                  <PlaceLine key={keyOf(place)} place={place} isOld={now - Date.parse(place.at) > oldMs} />
                ))}
              </ul>
            ) : (
              <Skeleton height={420} radius="md" aria-busy />
            )}
            {data && data.total > size && (
              <Pager
                page={page}
                size={size}
                shown={data.rows.length}
                total={data.total}
                isAtLeast={data.total_is_at_least}
                onPage={onPage}
                onSize={onSize}
              />
            )}
          </div>
          {points ? (
            <ThailandMap label={t('location.map')} points={points} height={560} />
          ) : (
            <Skeleton height={560} radius="md" />
          )}
        </div>
      )}
    </>
  )
}

function whoOf({ patient, device }: Place): string {
  return patient ? shortName(patient) : (device?.name ?? '')
}

function PlaceLine({ place, isOld }: { place: Place; isOld: boolean }) {
  const { t } = useTranslation('monitoring')
  const nameOf = useNameOf()
  const { patient, device, lat, lang, at } = place
  const details = patient
    ? [t('hn', { hn: patient.hn }), patient.ward && nameOf(patient.ward), patient.bed]
    : [device && t(`kind.${device.kind}`), t('location.nobody-wears')]
  return (
    <li className={classes.place} data-old={isOld || undefined}>
      {patient ? (
        <Anchor component={Link} to={patientAddress(patient._id)} fw={500} className={classes.link}>
          {whoOf(place)}
        </Anchor>
      ) : (
        <Text fw={500}>{whoOf(place)}</Text>
      )}
      <span className={classes.age}>
        <AgeOf moment={at} />
        {isOld && ` · ${t('location.old')}`}
      </span>
      <span className={classes.details}>{details.filter(Boolean).join(' · ')}</span>
      <span className={classes.details} dir="ltr">
        {lat.toFixed(5)}, {lang.toFixed(5)}
      </span>
    </li>
  )
}
