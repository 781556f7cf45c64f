import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { computeDistanceMetres, type DeviceLocation, type PatientLabel } from 'contract'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HospitalMap, useHospitalSite } from '../../clinical/hospital/hospital-map.tsx'
import { askWall } from '../../clinical/wall.ts'
import { formatTimeAgo } from '../../ui/date/dates.ts'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { useNow } from '../../ui/date/use-now.ts'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { InlineFacts } from '../../ui/inline-facts.tsx'
import { CardSkeletons } from '../../ui/list/card-skeletons.tsx'
import type { MapPoint, MapSite } from '../../ui/map/map-place.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { formatPatientName, formatShortPatientName } from '../../ui/person-name.ts'
import { SectionTitle } from '../../ui/section.tsx'
import classes from './location-screen.module.css'
import { LocationTools, type LocationToolsProps, NothingLocated } from './location-tools.tsx'
import { PatientLink, PatientWardText, PlaceRow } from './place-row.tsx'
import { listUnlocatedPatients, positionStaleMs, usePositions } from './queries.ts'

type LocationScreenProps = LocationToolsProps & {
  /** The point that the map was opened for, and a note about it. */
  focus?: MapPoint | undefined
  note?: ReactNode
}

/** In half an hour a patient can be somewhere else. The panel's default. */
const oldPositionMs = 30 * 60_000
const getPositionKey = ({ patient, device }: DeviceLocation) => patient?._id ?? device?._id ?? ''

/** The last positions of patients and watches, as a list and on a map. */
export function LocationScreen({ focus, note, ...tools }: LocationScreenProps) {
  const { ward, sought } = tools
  const { t, i18n } = useTranslation(['monitoring', 'ui'])
  const now = useNow()
  const [looked, setLooked] = useState<DeviceLocation>()
  const { data, error, isLoadingError, isFetching, refetch } = usePositions()
  const { data: wall } = useQuery({ ...askWall({}), staleTime: positionStaleMs })
  const site = useHospitalSite()
  const rows = useMemo(
    () => data?.rows.filter((place) => isInWard(place.patient, ward) && matchesSearch(place, sought)),
    [data, ward, sought],
  )
  const nowhere = listUnlocatedPatients(wall?.tiles ?? []).filter(
    (patient) => isInWard(patient, ward) && matchesSearch({ patient, device: null }, sought),
  )
  const points = useMemo(
    () =>
      rows?.map((place) => ({
        id: getPositionKey(place),
        lat: place.lat,
        lng: place.lang,
        label: `${describeSubject(place)}, ${formatTimeAgo(place.at, new Date(now), i18n.language) ?? t('ui:just-now')}`,
      })),
    [rows, now, i18n.language, t],
  )
  return (
    <>
      <PageHeader title={t('location.title')} count={rows?.length} />
      {note}
      <LocationTools {...tools} />
      {isLoadingError ? (
        <ErrorState message={describeFailure(error)} isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : rows?.length === 0 && nowhere.length === 0 && !focus ? (
        <NothingLocated {...tools} text={t('location.none')} />
      ) : (
        <div className={classes.screen} data-focused={focus !== undefined || undefined}>
          <div>
            {!rows && <CardSkeletons label={t('location.list')} />}
            {rows && rows.length > 0 && (
              <ul className={classes.list} aria-label={t('location.list')}>
                {rows.map((place) => (
                  <PositionRow
                    key={getPositionKey(place)}
                    place={place}
                    isOld={now - Date.parse(place.at) > oldPositionMs}
                    onLook={setLooked}
                  />
                ))}
              </ul>
            )}
            {data && data.total > data.rows.length && (
              <p className={classes.note}>
                {t('location.newest', { shown: data.rows.length, total: data.total })}
              </p>
            )}
            {nowhere.length > 0 && <UnlocatedPatients patients={nowhere} />}
          </div>
          {rows && points ? (
            <div>
              {site && rows.length > 0 && <InsideOutside site={site} places={rows} />}
              <HospitalMap
                label={t('location.map')}
                points={points}
                focus={focus}
                site={site}
                value={looked ? { lat: looked.lat, lng: looked.lang } : null}
                height={560}
              />
            </div>
          ) : (
            <Skeleton height={560} radius="md" />
          )}
        </div>
      )}
    </>
  )
}

function isInWard(patient: PatientLabel | null, ward: string | undefined): boolean {
  return ward === undefined || patient?.ward?._id === ward
}

function matchesSearch(
  { patient, device }: Pick<DeviceLocation, 'patient' | 'device'>,
  sought: string,
): boolean {
  const words = patient ? [formatPatientName(patient), patient.hn] : [device?.name ?? '']
  return words.some((word) => word.toLowerCase().includes(sought.trim().toLowerCase()))
}

function describeSubject({ patient, device }: DeviceLocation): string {
  return patient ? formatShortPatientName(patient) : (device?.name ?? '')
}

function measureFromSite(site: MapSite | undefined, place: DeviceLocation): number | undefined {
  return site && computeDistanceMetres({ lat: site.lat, lang: site.lng }, place)
}

/** How many are in the hospital and how many are not: the outlines do not show it. */
function InsideOutside({ site, places }: { site: MapSite; places: readonly DeviceLocation[] }) {
  const { t } = useTranslation('monitoring')
  const isOutside = (place: DeviceLocation) => (measureFromSite(site, place) ?? 0) > site.metres
  const outside = places.filter(isOutside).length
  return (
    <p className={classes.inside}>
      {outside === 0
        ? t('location.all-inside')
        : t('location.outside', { inside: places.length - outside, count: outside })}
    </p>
  )
}

type PositionRowProps = {
  place: DeviceLocation
  isOld: boolean
  onLook: (place: DeviceLocation | undefined) => void
}

/** Who, their ward and bed, where in words, and when. The map shows the selected position. */
function PositionRow({ place, isOld, onLook }: PositionRowProps) {
  const { t } = useTranslation('monitoring')
  const { patient, device, at } = place
  return (
    <PlaceRow place={place} isOld={isOld} onLook={(isLooked) => onLook(isLooked ? place : undefined)}>
      {patient ? <PatientLink patient={patient} /> : <Text fw={500}>{describeSubject(place)}</Text>}
      <span className={classes.age}>
        {isOld && <span className={classes.old}>{t('location.old')}</span>} <TimeAgo at={at} />
      </span>
      <span className={classes.details}>
        {patient ? (
          <PatientWardText patient={patient} />
        ) : (
          <InlineFacts of={[device && t(`kind.${device.kind}`), t('location.nobody-wears')]} />
        )}
      </span>
    </PlaceRow>
  )
}

/**
 * Patients who wear a watch but have no position: the screen names them, so that nobody overlooks that the map lacks
 * them.
 */
function UnlocatedPatients({ patients }: { patients: readonly PatientLabel[] }) {
  const { t } = useTranslation('monitoring')
  return (
    <section className={classes.nowhere}>
      <SectionTitle mb="xs">{t('location.nowhere', { count: patients.length })}</SectionTitle>
      <ul className={classes.list}>
        {patients.map((patient) => (
          <li key={patient._id} className={classes.place}>
            <PatientLink patient={patient} />
            <span className={classes.details}>
              <PatientWardText patient={patient} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
