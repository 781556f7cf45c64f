import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { patients, Result } from 'contract'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HospitalMap, useHospitalSite } from '../../clinical/hospital/hospital-map.tsx'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { CardSkeletons } from '../../ui/list/card-skeletons.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { formatShortPatientName } from '../../ui/person-name.ts'
import { searchPauseMs } from '../../ui/search-pause.ts'
import classes from './location-screen.module.css'
import { LocationTools, type LocationToolsProps, NothingLocated } from './location-tools.tsx'
import { PatientLink, PatientWardText, PlaceRow } from './place-row.tsx'
import { useHomes } from './queries.ts'

type Home = Result<typeof patients.listForLocation>['rows'][number]

/** The homes of patients whose address has a position, as a list and on a map: for visits, and to find somebody. */
export function HomesScreen(tools: LocationToolsProps) {
  const { ward, sought } = tools
  const { t } = useTranslation('monitoring')
  const [looked, setLooked] = useState<Home>()
  const [search] = useDebouncedValue(sought.trim(), searchPauseMs)
  const { data, error, isLoadingError, isFetching, refetch } = useHomes(search, ward)
  const site = useHospitalSite()
  const rows = data?.rows
  const points = useMemo(
    () =>
      rows?.map((home) => ({
        id: home._id,
        lat: home.lat,
        lng: home.lang,
        label: formatShortPatientName(home),
      })),
    [rows],
  )
  return (
    <>
      <PageHeader title={t('location.title')} count={data?.total} />
      <LocationTools {...tools} />
      {isLoadingError ? (
        <ErrorState message={describeFailure(error)} isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <NothingLocated {...tools} text={t('location.no-homes')} />
      ) : (
        <div className={classes.screen}>
          <div>
            {!rows && <CardSkeletons label={t('location.home-list')} />}
            {rows && (
              <ul className={classes.list} aria-label={t('location.home-list')}>
                {rows.map((home) => (
                  <PlaceRow
                    key={home._id}
                    place={home}
                    onLook={(isLooked) => setLooked(isLooked ? home : undefined)}
                  >
                    <PatientLink patient={home} />
                    <span className={classes.details}>
                      <PatientWardText patient={home} />
                    </span>
                  </PlaceRow>
                ))}
              </ul>
            )}
            {data && data.total > data.rows.length && (
              <p className={classes.note}>
                {t('location.newest-homes', { shown: data.rows.length, total: data.total })}
              </p>
            )}
          </div>
          {points ? (
            <HospitalMap
              label={t('location.home-map')}
              points={points}
              site={site}
              value={looked ? { lat: looked.lat, lng: looked.lang } : null}
              height={560}
            />
          ) : (
            <Skeleton height={560} radius="md" />
          )}
        </div>
      )}
    </>
  )
}
