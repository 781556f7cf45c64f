import { Anchor } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { type Alarm, isRuleOf } from 'contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { inHospitalMetres, useOwnHospital } from '../../clinical/hospital-map.tsx'
import { alarmOnMapAddress } from '../../paths.ts'
import { InlineFacts } from '../../ui/inline-facts.tsx'
import { computeDirection, computeDistanceMetres, roundDistance } from '../../ui/map/distance.ts'
import { findNearDistrict, type NearDistrict } from '../../ui/map/near-district.ts'
import { findProvince, loadOutlines, type Province } from '../../ui/map/thailand-areas.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import classes from './alarms.module.css'

/** Code of Bangkok, whose districts have a different Thai word. */
const capital = '10'

/** `isOutside`: known to be out of the hospital, so that the patient's bed is no help in finding them. */
type Place = { facts: string[]; isOutside: boolean }

/**
 * The position of a fall or a call for help in words: in the hospital, or the nearest town and the way from the
 * hospital. Undefined for any other alarm.
 */
export function useAlarmPlace({ lat, lang, rule }: Alarm): Place | undefined {
  const { t, i18n } = useTranslation(['alarms', 'monitoring'])
  const localName = useLocalizedName()
  const hospital = useOwnHospital()
  const area = useArea(lat, lang)
  if (!isRuleOf('emergency', rule)) return undefined
  if (lat === null || lang === null) return { facts: [t('place.unknown')], isOutside: false }
  const from =
    hospital && hospital.lat !== null && hospital.lang !== null
      ? { lat: hospital.lat, lang: hospital.lang }
      : undefined
  const metres = from && computeDistanceMetres(from, { lat, lang })
  if (metres !== undefined && metres <= inHospitalMetres)
    return { facts: [t('place.in-hospital')], isOutside: false }
  const areaText = ({ province, near }: Area) =>
    near
      ? t(near.code.startsWith(capital) ? 'place.near-capital' : 'place.near', {
          district: localName(near),
          province: localName(province),
          km: near.km,
        })
      : t('place.province', { province: localName(province) })
  const far = metres === undefined ? undefined : roundDistance(metres)
  const way =
    far &&
    from &&
    t('place.way', {
      far: t(`monitoring:location.${far.unit}`, { length: far.length.toLocaleString(i18n.language) }),
      direction: t(`place.direction.${computeDirection(from, { lat, lang })}`),
    })
  return { facts: [...(area ? [areaText(area)] : []), ...(way ? [way] : [])], isOutside: true }
}

/** Where a person finds the way to a position. */
export function formatRouteUrl({ lat, lang }: { lat: number; lang: number }): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${lat},${lang}`
}

type AlarmPlaceProps = {
  alarm: Alarm
  /** Set where the map is shown already, to leave out the link to it. */
  isOnMap?: boolean
}

/** The position of a fall or a call for help in words, with the map and directions. Nothing for any other alarm. */
export function AlarmLocation({ alarm, isOnMap = false }: AlarmPlaceProps) {
  const { t } = useTranslation('alarms')
  const localName = useLocalizedName()
  const { lat, lang, patient } = alarm
  const place = useAlarmPlace(alarm)
  if (!place) return null
  const ward = patient?.ward && localName(patient.ward)
  const bed = patient?.bed && t('bed', { bed: patient.bed })
  const facts = place.isOutside ? place.facts : [...place.facts, ward, bed]
  if (lat === null || lang === null)
    return (
      <p className={classes.where}>
        <IconMapPin size={18} aria-hidden />
        <InlineFacts of={facts} />
      </p>
    )
  return (
    <div className={classes.where}>
      <IconMapPin size={18} aria-hidden />
      <span>
        <strong>
          <InlineFacts of={facts} />
        </strong>{' '}
        <span dir="ltr" className={classes.small}>
          {lat.toFixed(5)}, {lang.toFixed(5)}
        </span>
      </span>
      <span className={classes.ways}>
        {!isOnMap && (
          <Anchor component={Link} to={alarmOnMapAddress(alarm._id)}>
            {t('place.map')}
          </Anchor>
        )}
        <Anchor href={formatRouteUrl({ lat, lang })} target="_blank" rel="noreferrer">
          {t('place.route')}
        </Anchor>
      </span>
    </div>
  )
}

/** If a town is near, `province` is the town's province. */
type Area = { province: Province; near?: NearDistrict | undefined }

/**
 * The district whose town is nearest to a point, else the province that contains it, once the map data is loaded.
 * The province outlines are coarse: near a border the nearest town is more precise, and never wrong.
 */
function useArea(lat: number | null, lang: number | null): Area | undefined {
  const [area, setArea] = useState<Area>()
  useEffect(() => {
    if (lat === null || lang === null) return
    let isWanted = true
    const place = { lat, lng: lang }
    Promise.all([loadOutlines(), findNearDistrict(place)]).then(
      ([outlines, near]) => {
        const province = near
          ? outlines.provinces.find(({ id }) => id === near.code.slice(0, 2))
          : findProvince(outlines, place)
        if (isWanted) setArea(province && { province, near })
      },
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [lat, lang])
  return area
}
