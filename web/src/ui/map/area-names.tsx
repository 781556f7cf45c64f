import type { Map as Leaflet } from 'leaflet'
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

/** Neighbours and seas. Their names are data in both languages, as those of the provinces beside them are. */
const surroundings = [
  { id: 'mm', name_en: 'Myanmar', name_th: 'เมียนมา', lat: 19.6, lng: 96.1 },
  { id: 'la', name_en: 'Laos', name_th: 'ลาว', lat: 19.6, lng: 102.9 },
  { id: 'kh', name_en: 'Cambodia', name_th: 'กัมพูชา', lat: 12.6, lng: 104.9 },
  { id: 'my', name_en: 'Malaysia', name_th: 'มาเลเซีย', lat: 4.6, lng: 102.1 },
  { id: 'vn', name_en: 'Vietnam', name_th: 'เวียดนาม', lat: 14.1, lng: 108.2 },
  { id: 'gulf', name_en: 'Gulf of Thailand', name_th: 'อ่าวไทย', lat: 10.2, lng: 101.3 },
  { id: 'andaman', name_en: 'Andaman Sea', name_th: 'ทะเลอันดามัน', lat: 10.3, lng: 96.2 },
]
const bangkok = '10'

type AreaNamesProps = { map: Leaflet; zoom: number; outlines: Outlines; taken: readonly Box[] }

/** Names that fit between the markers: of the neighbours, then Bangkok, then the largest provinces. */
export function AreaNames({ map, zoom, outlines: { provinces }, taken }: AreaNamesProps) {
  const localName = useLocalizedName()
  const capital = provinces.filter(({ id }) => id === bangkok)
  const areas = [
    ...surroundings.map((area) => ({ ...area, isProvince: false })),
    ...[...capital, ...provinces.filter(({ id }) => id !== bangkok)].map(
      ({ label: [lat, lng], ...area }) => ({
        ...area,
        lat,
        lng,
        isProvince: true,
      }),
    ),
  ]
  const labels = areas.map((area) => ({ ...area, text: localName(area), at: map.project(area, zoom) }))
  return placeLabels(labels, taken, findFrame(map)).map(({ id, text, lat, lng, isProvince }) => (
    <AtPosition key={id} map={map} lat={lat} lng={lng} level={-1000}>
      <span aria-hidden className={classes.areaName} data-around={!isProvince || undefined}>
        {text}
      </span>
    </AtPosition>
  ))
}
