import type { Map as Leaflet } from 'leaflet'
import { useTranslation } from 'react-i18next'
import { useLocalizedName } from '../use-localized-name.ts'
import { type Box, placeLabels } from './map-layout.ts'
import { AtPosition } from './map-marker.tsx'
import type { Outlines } from './thailand-areas.ts'
import classes from './thailand-map.module.css'

/** What the map shows, in the pixels of its zoom level. */
export function findFrame(map: Leaflet): Box {
  const bounds = map.getPixelBounds()
  const [{ x: left, y: top }, { x: right, y: bottom }] = [bounds.getTopLeft(), bounds.getBottomRight()]
  return { left, right, top, bottom }
}

/** Neighbours and seas. */
const surroundings = [
  { id: 'mm', lat: 19.6, lng: 96.1 },
  { id: 'la', lat: 19.6, lng: 102.9 },
  { id: 'kh', lat: 12.6, lng: 104.9 },
  { id: 'my', lat: 4.6, lng: 102.1 },
  { id: 'vn', lat: 14.1, lng: 108.2 },
  { id: 'gulf', lat: 10.2, lng: 101.3 },
  { id: 'andaman', lat: 10.3, lng: 96.2 },
] as const
const bangkok = '10'

type AreaNamesProps = { map: Leaflet; zoom: number; outlines: Outlines; taken: readonly Box[] }

/** Names that fit between the markers: of the neighbours, then Bangkok, then the largest provinces. */
export function AreaNames({ map, zoom, outlines: { provinces }, taken }: AreaNamesProps) {
  const { t } = useTranslation('map')
  const localName = useLocalizedName()
  const capital = provinces.filter(({ id }) => id === bangkok)
  const areas = [
    ...surroundings.map((area) => ({ ...area, text: t(`around.${area.id}`), isProvince: false })),
    ...[...capital, ...provinces.filter(({ id }) => id !== bangkok)].map(
      ({ label: [lat, lng], ...area }) => ({
        ...area,
        text: localName(area),
        lat,
        lng,
        isProvince: true,
      }),
    ),
  ]
  const labels = areas.map((area) => ({ ...area, at: map.project(area, zoom) }))
  return placeLabels(labels, taken, findFrame(map)).map(({ id, text, lat, lng, isProvince }) => (
    <AtPosition key={id} map={map} lat={lat} lng={lng} level={-1000}>
      <span aria-hidden className={classes.areaName} data-around={!isProvince || undefined}>
        {text}
      </span>
    </AtPosition>
  ))
}
