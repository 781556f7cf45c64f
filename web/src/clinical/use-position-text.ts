import { computeDistanceMetres } from 'contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { computeDirection, roundDistance } from '../ui/map/distance.ts'
import { findNearDistrict, type NearDistrict } from '../ui/map/near-district.ts'
import { findProvince, loadOutlines, type Province } from '../ui/map/thailand-areas.ts'
import { useLocalizedName } from '../ui/use-localized-name.ts'
import { inHospitalMetres, useOwnHospital } from './hospital/hospital-map.tsx'

/** Code of Bangkok, whose districts have a different Thai word. */
const capital = '10'

type Position = { lat: number; lang: number }

/** `isOutside`: known to be out of the hospital, so that the patient's bed is no help in finding them. */
export type PositionText = { facts: string[]; isOutside: boolean }

/** A position in words: in the hospital, or the nearest town and the way from the hospital. */
export function usePositionText(position: Position | undefined): PositionText | undefined {
  const { t, i18n } = useTranslation(['alarms', 'monitoring'])
  const localName = useLocalizedName()
  const hospital = useOwnHospital()
  const area = useArea(position)
  if (!position) return undefined
  const from =
    hospital && hospital.lat !== null && hospital.lang !== null
      ? { lat: hospital.lat, lang: hospital.lang }
      : undefined
  const metres = from && computeDistanceMetres(from, position)
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
      direction: t(`place.direction.${computeDirection(from, position)}`),
    })
  return { facts: [...(area ? [areaText(area)] : []), ...(way ? [way] : [])], isOutside: true }
}

/** If a town is near, `province` is the town's province. */
type Area = { province: Province; near?: NearDistrict | undefined }

/**
 * The district whose town is nearest to a point, else the province that contains it, once the map data is loaded.
 * The province outlines are coarse: near a border the nearest town is more precise, and never wrong.
 */
function useArea(position: Position | undefined): Area | undefined {
  const [area, setArea] = useState<Area>()
  const { lat, lang } = position ?? {}
  useEffect(() => {
    if (lat === undefined || lang === undefined) return
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
