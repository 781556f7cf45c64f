import 'leaflet/dist/leaflet.css'
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import {
  IconCrosshair,
  IconMapPin,
  IconMapPinFilled,
  IconMinus,
  IconPlus,
  IconPointer,
  IconZoomReset,
} from '@tabler/icons-react'
import leaflet, { type Map as Leaflet, type LeafletMouseEvent } from 'leaflet'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalizedName } from '../use-localized-name.ts'
import { AtPosition } from './map-marker.tsx'
import { Markers } from './map-markers.tsx'
import {
  computeScaleBar,
  countDecimals,
  formatCoordinates,
  type MapPlace,
  type MapPoint,
  maxDecimals,
} from './map-place.ts'
import { findProvince, type Outlines, type Province } from './thailand-areas.ts'
import classes from './thailand-map.module.css'
import type { ThailandMapProps } from './thailand-map.tsx'
import {
  country,
  countryMargin,
  type MapView,
  placeZoom,
  pointMargin,
  toBounds,
  townZoom,
  useLeafletMap,
} from './use-leaflet-map.ts'

const noPoints: readonly MapPoint[] = []

/** Room for the name above the circle. */
const siteMargin = 32

const keyStep = 80
const keySteps: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
}
const keyZooms: Record<string, number> = { '+': 1, '=': 1, '-': -1, _: -1 }
const placeIcons = { chosen: IconMapPin, pointer: IconPointer, center: IconCrosshair }

type LeafletMapProps = ThailandMapProps & { outlines: Outlines; height: number; isStill: boolean }

export function LeafletMap({
  outlines,
  label,
  points = noPoints,
  focus,
  value = null,
  province: provinceCode,
  site,
  tiles,
  onPick,
  height,
  isStill,
}: LeafletMapProps) {
  const { t } = useTranslation('map')
  const localName = useLocalizedName()
  const helpId = useId()
  const around = outlines.provinces.find(({ id }) => id === provinceCode)
  const first = findFirstView({ points, focus, value, around, site })
  const { container, map, reset, hold } = useLeafletMap({ outlines, tiles, isStill, first })
  const [looked, setLooked] = useState<MapPlace | 'center'>()

  useDidUpdate(() => {
    if (!map || !value || map.getBounds().contains(value)) return
    if (focus) map.fitBounds(leaflet.latLngBounds([focus, value]), { padding: [pointMargin, pointMargin] })
    else reset()
  }, [value?.lat, value?.lng])
  useDidUpdate(() => reset(), [focus?.id])

  const pick = ({ lat, lng }: MapPlace) => {
    if (!onPick) return
    hold()
    onPick({ lat: Number(lat.toFixed(maxDecimals)), lng: Number(lng.toFixed(maxDecimals)) })
  }
  useEffect(() => {
    if (!map) return
    const listeners = {
      click: ({ latlng, originalEvent }: LeafletMouseEvent) => {
        if (!(originalEvent.target as Element).closest('button')) pick(latlng)
      },
      mousemove: ({ latlng }: LeafletMouseEvent) => setLooked({ lat: latlng.lat, lng: latlng.lng }),
      mouseout: () => setLooked(undefined),
    }
    map.on(listeners)
    return () => void map.off(listeners)
  })

  const center: MapPlace = map?.getCenter() ?? value ?? focus ?? first.bounds.getCenter()
  const place = looked === 'center' ? center : (looked ?? value ?? focus ?? center)
  const province = findProvince(outlines, place)
  const isIdle = !looked && !value && !focus
  const lit = isIdle ? around : province
  const kind = place === value || place === focus ? 'chosen' : place === looked ? 'pointer' : 'center'
  const PlaceIcon = placeIcons[kind]
  const metresPerPixel = map ? measurePixel(map) : 1
  const coordinates = formatCoordinates(
    place,
    kind === 'chosen' ? maxDecimals : countDecimals(metresPerPixel),
  )
  const bar = computeScaleBar(metresPerPixel)
  const scale =
    bar.metres >= 1000 ? t('kilometres', { length: bar.metres / 1000 }) : t('metres', { length: bar.metres })
  const help = `${t('help')} ${onPick ? t('help-pick') : ''}`
  const listed = focus ? [focus, ...points] : points

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // The list of a cluster is rendered elsewhere in the page, but React delivers its key events here.
    if (!map || !event.currentTarget.contains(event.target as Node)) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = keySteps[event.key]
    const levels = keyZooms[event.key]
    if (step) map.panBy(step, { animate: false })
    else if (levels) changeZoom(map, levels)
    else if (event.key === 'Home') reset()
    else if (event.key === 'Enter' && onPick && event.target === event.currentTarget) pick(center)
    else return
    event.preventDefault()
    setLooked('center')
  }

  return (
    <div className={classes.map}>
      <div
        className={classes.surface}
        style={{ height }}
        dir="ltr"
        role="application"
        tabIndex={0}
        aria-label={label}
        aria-roledescription={t('is')}
        aria-describedby={helpId}
        aria-busy={!map || undefined}
        data-pick={onPick ? true : undefined}
        onKeyDown={onKeyDown}
        onBlur={() => setLooked(undefined)}
      >
        <div ref={container} className={classes.leaflet} />
        {map && (
          <>
            <LitProvince map={map} province={lit} />
            {site && <Site map={map} {...site} />}
            <Markers
              map={map}
              points={points}
              focus={focus}
              outlines={outlines}
              hasTiles={tiles !== undefined}
            />
            {value && (
              <AtPosition map={map} lat={value.lat} lng={value.lng} level={500}>
                <IconMapPinFilled size={34} aria-hidden className={classes.pin} />
              </AtPosition>
            )}
          </>
        )}
        {onPick && <span aria-hidden className={classes.cross} />}
        <span aria-hidden className={classes.scale} style={{ width: bar.pixels }}>
          {scale}
        </span>
        <span aria-hidden className={classes.hint}>
          {help}
        </span>
      </div>

      {map && <Controls map={map} onReset={reset} />}
      <div className={classes.legend}>
        {isIdle ? (
          <span className={classes.prompt}>{t(onPick ? 'prompt-pick' : 'prompt')}</span>
        ) : (
          <>
            <PlaceIcon size={16} aria-hidden className={classes.placeIcon} />
            <VisuallyHidden>{t(kind)}: </VisuallyHidden>
            <span dir="ltr">{coordinates}</span>
            {province && <strong>{localName(province)}</strong>}
          </>
        )}
        {tiles?.credit && <span className={classes.credit}>{tiles.credit}</span>}
      </div>

      <VisuallyHidden aria-live="polite">
        {looked === 'center' &&
          [coordinates, ...(province ? [localName(province)] : []), t('scale', { length: scale })].join(', ')}
      </VisuallyHidden>
      <VisuallyHidden id={helpId}>{help}</VisuallyHidden>
      {listed.length > 0 && (
        <VisuallyHidden component="ul" aria-label={t('points', { count: listed.length })}>
          {listed.map((point) => (
            <li key={point.id}>
              {point.label}, {formatCoordinates(point, maxDecimals)}
            </li>
          ))}
        </VisuallyHidden>
      )}
    </div>
  )
}

type FirstViewOptions = Pick<LeafletMapProps, 'points' | 'focus' | 'value' | 'site'> & {
  around: Province | undefined
}

/**
 * The point in focus; else the points and the chosen place, as close as the site if all of them lie in it; else the
 * known province; else the town around the site; else the whole country.
 */
function findFirstView({ points = noPoints, focus, value, site, around }: FirstViewOptions): MapView {
  const known = focus ? [focus] : [...points, ...(value ? [value] : [])]
  if (known.length > 0) {
    const siteBounds = site && leaflet.latLng(site).toBounds(2 * site.metres)
    const isOnSite = known.every((place) => site && leaflet.latLng(site).distanceTo(place) <= site.metres)
    if (siteBounds && isOnSite && !focus)
      return { bounds: siteBounds, padding: siteMargin, closest: Number.POSITIVE_INFINITY }
    const closest = known.length === 1 ? placeZoom : townZoom
    return { bounds: leaflet.latLngBounds([...known]), padding: pointMargin, closest }
  }
  if (around) return { bounds: toBounds(around), padding: pointMargin, closest: Number.POSITIVE_INFINITY }
  if (site) return { bounds: leaflet.latLngBounds([site]), padding: pointMargin, closest: townZoom }
  return { bounds: country, padding: countryMargin, closest: Number.POSITIVE_INFINITY }
}

const measuredPixels = 100

function measurePixel(map: Leaflet): number {
  const { x, y } = map.getSize().divideBy(2)
  const toPlace = (left: number) => map.containerPointToLatLng([left, y])
  return toPlace(x).distanceTo(toPlace(x + measuredPixels)) / measuredPixels
}

function LitProvince({ map, province }: { map: Leaflet; province: Province | undefined }) {
  useEffect(() => {
    if (!province) return
    const rings = province.polygons.map((polygon) => polygon.map((ring) => [...ring]))
    const shape = leaflet.polygon(rings, { className: classes.lit ?? '', interactive: false }).addTo(map)
    return () => void shape.remove()
  }, [map, province])
  return null
}

const leastSitePixels = 12

function Site({ map, lat, lng, metres, label }: { map: Leaflet } & NonNullable<ThailandMapProps['site']>) {
  useEffect(() => {
    const options = { radius: metres, className: classes.site ?? '', interactive: false }
    const circle = leaflet.circle([lat, lng], options).addTo(map)
    return () => void circle.remove()
  }, [map, lat, lng, metres])
  if (metres / measurePixel(map) < leastSitePixels) return null
  const north = leaflet
    .latLng(lat, lng)
    .toBounds(2 * metres)
    .getNorth()
  return (
    <AtPosition map={map} lat={north} lng={lng}>
      <span className={classes.siteName}>{label}</span>
    </AtPosition>
  )
}

/** Without an animation, during which Leaflet would ignore the next press. */
const changeZoom = (map: Leaflet, levels: number) => map.setZoom(map.getZoom() + levels, { animate: false })

function Controls({ map, onReset }: { map: Leaflet; onReset: () => void }) {
  const { t } = useTranslation('map')
  const controls = [
    { label: t('zoom-in'), Icon: IconPlus, onClick: () => changeZoom(map, 1) },
    { label: t('zoom-out'), Icon: IconMinus, onClick: () => changeZoom(map, -1) },
    { label: t('reset'), Icon: IconZoomReset, onClick: onReset },
  ]
  return (
    <ActionIcon.Group orientation="vertical" className={classes.controls}>
      {controls.map(({ label, Icon, onClick }) => (
        <ActionIcon key={label} variant="default" size={40} aria-label={label} onClick={onClick}>
          <Icon size={20} aria-hidden />
        </ActionIcon>
      ))}
    </ActionIcon.Group>
  )
}
