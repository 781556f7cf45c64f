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

type AlarmPlaceProps = {
  alarm: Alarm
  /** Set where the map is shown already, to leave out the link to it. */
  isOnMap?: boolean
  onLeave?: (() => void) | undefined
}

/** The position of a fall or a call for help in words, with the map and directions. Nothing for any other alarm. */
export function AlarmLocation({ alarm, isOnMap = false, onLeave }: AlarmPlaceProps) {
  const { t, i18n } = useTranslation(['alarms', 'monitoring'])
  const localName = useLocalizedName()
  const hospital = useOwnHospital()
  const { lat, lang, rule, patient } = alarm
  const area = useArea(lat, lang)
  if (!isRuleOf('emergency', rule)) return null
  const ward = patient?.ward && localName(patient.ward)
  const bed = patient?.bed && t('bed', { bed: patient.bed })
  if (lat === null || lang === null)
    return (
      <p className={classes.where}>
        <IconMapPin size={18} aria-hidden />
        <InlineFacts of={[t('place.unknown'), ward, bed]} />
      </p>
    )
  const from =
    hospital && hospital.lat !== null && hospital.lang !== null
      ? { lat: hospital.lat, lang: hospital.lang }
      : undefined
  const areaText = ({ province, near }: Area) =>
    near
      ? t(near.code.startsWith(capital) ? 'place.near-capital' : 'place.near', {
          district: localName(near),
          province: localName(province),
          km: near.km,
        })
      : t('place.province', { province: localName(province) })
  const metres = from && computeDistanceMetres(from, { lat, lang })
  const isInside = metres !== undefined && metres <= inHospitalMetres
  const far = metres === undefined ? undefined : roundDistance(metres)
  return (
    <div className={classes.where}>
      <IconMapPin size={18} aria-hidden />
      <span>
        <strong>
          <InlineFacts
            of={
              isInside
                ? [t('place.in-hospital'), ward, bed]
                : [
                    area && areaText(area),
                    far &&
                      from &&
                      t('place.way', {
                        far: t(`monitoring:location.${far.unit}`, {
                          length: far.length.toLocaleString(i18n.language),
                        }),
                        direction: t(`place.direction.${computeDirection(from, { lat, lang })}`),
                      }),
                  ]
            }
          />
        </strong>{' '}
        <span dir="ltr" className={classes.small}>
          {lat.toFixed(5)}, {lang.toFixed(5)}
        </span>
      </span>
      <span className={classes.ways}>
        {!isOnMap && (
          <Anchor component={Link} to={alarmOnMapAddress(alarm._id)} {...(onLeave && { onClick: onLeave })}>
            {t('place.map')}
          </Anchor>
        )}
        <Anchor
          href={`https://www.google.com/maps/dir/?api=1&destination=${lat},${lang}`}
          target="_blank"
          rel="noreferrer"
        >
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
