import { Anchor, Button, NativeSelect, Skeleton, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { hospitals, type PatientLabel, type Place, reference } from 'contract'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask } from '../../api/client.ts'
import { askWall } from '../../live/live-data.ts'
import { patientAddress } from '../../paths.ts'
import { AgeOf } from '../../ui/date/age-of.tsx'
import { formatAge } from '../../ui/date/dates.ts'
import { useNow } from '../../ui/date/use-now.ts'
import { failureText } from '../../ui/feedback/announce.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { metresBetween, roundedDistance } from '../../ui/map/distance.ts'
import { ThailandMap } from '../../ui/map/thailand-map.tsx'
import type { MapPoint } from '../../ui/map/thailand-marker.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Parts } from '../../ui/parts.tsx'
import { fullName, shortName } from '../../ui/person-name.ts'
import { useNameOf } from '../../ui/use-name-of.ts'
import classes from './places.module.css'
import { askPlaces, withoutPlace } from './queries.ts'

type PlacesProps = {
  ward: string | undefined
  onWard: (ward: string | undefined) => void
  /** What the map was opened for, and a note about it. */
  mark?: MapPoint | undefined
  note?: ReactNode
}

/** Half an hour is time enough to be somewhere else. Default of the product. */
const oldMs = 30 * 60_000
const freshMs = 60_000
const keyOf = ({ patient, device }: Place) => patient?._id ?? device?._id ?? ''

/** Where patients and watches last were, as a list and on a map. */
export function Places({ ward, onWard, mark, note }: PlacesProps) {
  const { t, i18n } = useTranslation(['monitoring', 'ui'])
  const nameOf = useNameOf()
  const now = useNow()
  const [sought, setSought] = useState('')
  const [looked, setLooked] = useState<Place>()
  const { data, error, isLoadingError, isFetching, refetch } = useQuery({
    ...askPlaces(),
    staleTime: freshMs,
  })
  const { data: wall } = useQuery({ ...askWall({}), staleTime: freshMs })
  const { data: places } = useQuery(ask(reference.wards, {}))
  const { data: own } = useQuery({ ...ask(hospitals.own, {}, true), staleTime: Number.POSITIVE_INFINITY })
  const rows = useMemo(
    () => data?.rows.filter((place) => isIn(place.patient, ward) && isSought(place, sought)),
    [data, ward, sought],
  )
  const nowhere = withoutPlace(wall?.tiles ?? []).filter(
    (patient) => isIn(patient, ward) && isSought({ patient, device: null }, sought),
  )
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
  const isNarrowed = ward !== undefined || sought !== ''
  return (
    <>
      <PageHeader title={t('location.title')} count={rows?.length} />
      {note}
      <div className={classes.tools}>
        <TextInput
          size="md"
          aria-label={t('location.find')}
          placeholder={t('location.find')}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={sought}
          onChange={({ currentTarget }) => setSought(currentTarget.value)}
        />
        <NativeSelect
          size="md"
          aria-label={t('ward')}
          value={ward ?? ''}
          onChange={({ currentTarget }) => onWard(currentTarget.value || undefined)}
          data={[
            { value: '', label: t('every-ward') },
            ...(places?.ward.map((one) => ({ value: one._id, label: nameOf(one) })) ?? []),
          ]}
        />
      </div>
      {isLoadingError ? (
        <ErrorState message={failureText(error)} isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : rows?.length === 0 && nowhere.length === 0 && !mark ? (
        <EmptyState reason={t(isNarrowed ? 'location.none-such' : 'location.none')}>
          {isNarrowed && (
            <Button
              variant="default"
              size="md"
              onClick={() => {
                setSought('')
                onWard(undefined)
              }}
            >
              {t('show-everybody')}
            </Button>
          )}
        </EmptyState>
      ) : (
        <div className={classes.screen} data-marked={mark !== undefined || undefined}>
          <div>
            {!rows && <Skeleton height={420} radius="md" aria-busy />}
            {rows && rows.length > 0 && (
              <ul className={classes.list} aria-label={t('location.list')}>
                {rows.map((place) => (
                  <PlaceLine
                    key={keyOf(place)}
                    place={place}
                    hospital={own?.hospital}
                    isOld={now - Date.parse(place.at) > oldMs}
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
            {nowhere.length > 0 && <Nowhere patients={nowhere} />}
          </div>
          {points ? (
            <ThailandMap
              label={t('location.map')}
              points={points}
              mark={mark}
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

function isIn(patient: PatientLabel | null, ward: string | undefined): boolean {
  return ward === undefined || patient?.ward?._id === ward
}

function isSought({ patient, device }: Pick<Place, 'patient' | 'device'>, sought: string): boolean {
  const words = patient ? [fullName(patient), patient.hn] : [device?.name ?? '']
  return words.some((word) => word.toLowerCase().includes(sought.trim().toLowerCase()))
}

function whoOf({ patient, device }: Place): string {
  return patient ? shortName(patient) : (device?.name ?? '')
}

function PatientFacts({ patient: { hn, ward, bed } }: { patient: PatientLabel }) {
  const { t } = useTranslation('monitoring')
  const nameOf = useNameOf()
  return <Parts of={[t('hn', { hn }), ward && nameOf(ward), bed && t('location.bed', { bed })]} />
}

type PlaceLineProps = {
  place: Place
  hospital: { lat: number | null; lang: number | null } | undefined
  isOld: boolean
  onLook: (place: Place | undefined) => void
}

/** Who, where she belongs, how far from the hospital she was, and when. The map shows the one that is looked at. */
function PlaceLine({ place, hospital, isOld, onLook }: PlaceLineProps) {
  const { t, i18n } = useTranslation('monitoring')
  const { patient, device, lat, lang, at } = place
  const far =
    hospital && hospital.lat !== null && hospital.lang !== null
      ? roundedDistance(metresBetween({ lat: hospital.lat, lang: hospital.lang }, place))
      : undefined
  return (
    <li
      className={classes.place}
      data-old={isOld || undefined}
      onPointerEnter={() => onLook(place)}
      onPointerLeave={() => onLook(undefined)}
      onFocus={() => onLook(place)}
      onBlur={() => onLook(undefined)}
    >
      {patient ? (
        <Anchor component={Link} to={patientAddress(patient._id)} fw={500} className={classes.link}>
          {whoOf(place)}
        </Anchor>
      ) : (
        <Text fw={500}>{whoOf(place)}</Text>
      )}
      <span className={classes.age}>
        {isOld && <span className={classes.old}>{t('location.old')}</span>} <AgeOf moment={at} />
      </span>
      <span className={classes.details}>
        {patient ? (
          <PatientFacts patient={patient} />
        ) : (
          <Parts of={[device && t(`kind.${device.kind}`), t('location.nobody-wears')]} />
        )}
      </span>
      <span className={classes.where}>
        {far ? (
          t(`location.${far.unit}`, { length: far.length.toLocaleString(i18n.language) })
        ) : (
          <span dir="ltr">
            {lat.toFixed(5)}, {lang.toFixed(5)}
          </span>
        )}
      </span>
    </li>
  )
}

/** Who is not on the map although she wears a watch: that she is missing there must not be overlooked. */
function Nowhere({ patients }: { patients: readonly PatientLabel[] }) {
  const { t } = useTranslation('monitoring')
  return (
    <section className={classes.nowhere}>
      <h2 className={classes.heading}>{t('location.nowhere', { count: patients.length })}</h2>
      <ul className={classes.list}>
        {patients.map((patient) => (
          <li key={patient._id} className={classes.place}>
            <Anchor component={Link} to={patientAddress(patient._id)} fw={500} className={classes.link}>
              {shortName(patient)}
            </Anchor>
            <span className={classes.details}>
              <PatientFacts patient={patient} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
