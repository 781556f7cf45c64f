import { ActionIcon, Skeleton, VisuallyHidden } from '@mantine/core'
import { useDidUpdate, useElementSize, useMergedRef } from '@mantine/hooks'
import {
  IconCrosshair,
  IconMapPin,
  IconMapPinFilled,
  IconMinus,
  IconPlus,
  IconPointer,
  IconZoomReset,
} from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../feedback/error-state.tsx'
import { useLocalizedName } from '../use-localized-name.ts'
import { findProvince, listCorners, type Outlines, readOutlines } from './thailand-areas.ts'
import { ThailandDrawing } from './thailand-drawing.tsx'
import classes from './thailand-map.module.css'
import { type MapPoint, reachPixels, ThailandMarker } from './thailand-marker.tsx'
import {
  clusterPoints,
  computeScaleBar,
  countDecimals,
  fitView,
  formatCoordinates,
  isInSize,
  type MapPlace,
  maxDecimals,
  pan,
  placeScale,
  project,
  type Spot,
  toPixel,
  toSpot,
  unproject,
  zoomAroundPixel,
} from './thailand-view.ts'
import { useThailandGestures, useThailandView } from './use-thailand-view.ts'

const noPoints: readonly MapPoint[] = []

const buttonZoom = 2
const keyStep = 80
const keySteps: Record<string, Spot> = {
  ArrowLeft: { x: -keyStep, y: 0 },
  ArrowRight: { x: keyStep, y: 0 },
  ArrowUp: { x: 0, y: -keyStep },
  ArrowDown: { x: 0, y: keyStep },
}
const keyZooms: Record<string, number> = {
  '+': buttonZoom,
  '=': buttonZoom,
  '-': 1 / buttonZoom,
  _: 1 / buttonZoom,
}
const placeIcons = { chosen: IconMapPin, pointer: IconPointer, center: IconCrosshair }
/** The width until the browser has measured the map. */
const unmeasuredWidth = 640

type ThailandMapProps = {
  /** The accessible name of the map. */
  label: string
  points?: readonly MapPoint[]
  /** The point that the map is opened for: it is centred and drawn differently from the others. */
  mark?: MapPoint | undefined
  /** The chosen place. */
  value?: MapPlace | null
  /** Code of the province to show first while there is no place to show. */
  province?: string | undefined
  /** Makes the map a place picker, by click, tap or Enter. */
  onPick?: (place: MapPlace) => void
  /** Height of the map in pixels, without the line of coordinates below it. */
  height?: number
}

let outlinesPromise: Promise<Outlines> | undefined

/** The outlines are larger than most screens' code, so they are loaded once, when a map is first shown. */
export function loadOutlines(): Promise<Outlines> {
  outlinesPromise ??= import('./thailand-outlines.ts').then(
    ({ topology }) => readOutlines(topology),
    (error: unknown) => {
      outlinesPromise = undefined
      throw error
    },
  )
  return outlinesPromise
}

/**
 * A map of Thailand that needs no internet: provinces and coordinates, no streets. It first shows the mark; else the
 * points and the chosen place; else the known province; else the whole country.
 */
export function ThailandMap({ height = 420, ...props }: ThailandMapProps) {
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<Outlines | 'failed'>()
  useEffect(() => {
    let isShown = true
    loadOutlines().then(
      (found) => isShown && setLoaded(found),
      () => isShown && setLoaded('failed'),
    )
    return () => {
      isShown = false
    }
  }, [attempt])

  if (!loaded) return <Skeleton height={height} radius="md" aria-busy />
  if (loaded === 'failed')
    return (
      <ErrorState
        onRetry={() => {
          setLoaded(undefined)
          setAttempt(attempt + 1)
        }}
      />
    )
  return <LoadedMap outlines={loaded} height={height} {...props} />
}

function LoadedMap({
  outlines,
  label,
  points = noPoints,
  mark,
  value = null,
  province: provinceCode,
  onPick,
  height,
}: ThailandMapProps & { outlines: Outlines; height: number }) {
  const { t } = useTranslation('ui')
  const localName = useLocalizedName()
  const helpId = useId()
  const surface = useRef<HTMLDivElement>(null)
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>()
  const surfaceRef = useMergedRef(sizeRef, surface)
  const size = { width: width || unmeasuredWidth, height }

  const spots = useMemo(() => points.map((point) => ({ ...point, at: project(point) })), [points])
  const chosen = value && project(value)
  const marked = mark && { ...mark, at: project(mark) }
  const known = marked ? [marked.at] : [...spots.map(({ at }) => at), ...(chosen ? [chosen] : [])]
  const around = outlines.provinces.find(({ id }) => id === provinceCode)
  const first =
    known.length === 0 && around ? fitView(listCorners(around), size) : fitView(known, size, placeScale)
  const { view, move, glide, reset } = useThailandView(first, size)
  const { pixelOf, isDragEnd, handlers } = useThailandGestures({ surface, move, size })
  useDidUpdate(() => {
    if (!chosen || isInSize(toPixel(chosen, view, size), size)) return
    if (marked) glide(() => fitView([marked.at, chosen], size))
    else reset()
  }, [value?.lat, value?.lng])
  useDidUpdate(() => reset(), [mark?.id])

  const clusters = useMemo(() => clusterPoints(spots, reachPixels / view.scale), [spots, view.scale])
  const markers = [...(marked ? clusterPoints([marked], 0) : []), ...clusters]
    .map((cluster) => ({ cluster, pixel: toPixel(cluster.at, view, size) }))
    .filter(({ pixel }) => isInSize(pixel, size))
  const listed = mark ? [mark, ...points] : points
  const pin = chosen && toPixel(chosen, view, size)

  const [looked, setLooked] = useState<MapPlace | 'center'>()
  const center = unproject(view.center)
  const place = looked === 'center' ? center : (looked ?? value ?? mark ?? center)
  const province = findProvince(outlines, place)
  const isIdle = !looked && !value && !mark
  const kind = place === value || place === mark ? 'chosen' : place === looked ? 'pointer' : 'center'
  const PlaceIcon = placeIcons[kind]
  const coordinates = formatCoordinates(place, kind === 'chosen' ? maxDecimals : countDecimals(view))
  const { metres } = computeScaleBar(view)
  const scale =
    metres >= 1000 ? t('map.kilometres', { length: metres / 1000 }) : t('map.metres', { length: metres })
  const help = `${t('map.help')} ${onPick ? t('map.help-pick') : ''}`

  const pick = (spot: Spot) => {
    if (!onPick) return
    const { lat, lng } = unproject(spot)
    // Fix the view from now on: a map that nobody has moved would go to the new point by itself.
    move((current) => current)
    onPick({ lat: Number(lat.toFixed(maxDecimals)), lng: Number(lng.toFixed(maxDecimals)) })
  }
  const zoom = (factor: number) =>
    glide((current) => zoomAroundPixel(current, factor, { x: size.width / 2, y: height / 2 }, size))

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // The list of a cluster is rendered elsewhere in the page, but React delivers its key events here.
    if (!event.currentTarget.contains(event.target as Node)) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = keySteps[event.key]
    const factor = keyZooms[event.key]
    if (step) move((current) => pan(current, step))
    else if (factor) zoom(factor)
    else if (event.key === 'Home') reset()
    else if (event.key === 'Enter' && onPick && event.target === event.currentTarget) pick(view.center)
    else return
    event.preventDefault()
    setLooked('center')
  }

  return (
    <div className={classes.map}>
      <div
        {...handlers}
        ref={surfaceRef}
        className={classes.surface}
        style={{ height }}
        dir="ltr"
        role="application"
        tabIndex={0}
        aria-label={label}
        aria-roledescription={t('map.is')}
        aria-describedby={helpId}
        data-pick={onPick ? true : undefined}
        onKeyDown={onKeyDown}
        onBlur={() => setLooked(undefined)}
        onPointerLeave={(event) => {
          handlers.onPointerLeave(event)
          setLooked(undefined)
        }}
        onPointerMove={(event) => {
          handlers.onPointerMove(event)
          if (event.pointerType === 'mouse') setLooked(unproject(toSpot(pixelOf(event), view, size)))
        }}
      >
        <svg
          className={classes.drawing}
          aria-hidden
          onClick={(event) => {
            if (!isDragEnd()) pick(toSpot(pixelOf(event), view, size))
          }}
        >
          <ThailandDrawing
            outlines={outlines}
            lit={isIdle ? around?.path : province?.path}
            markers={markers}
            pin={pin}
            view={view}
            size={size}
            scale={scale}
          />
        </svg>
        {markers.map(({ cluster, pixel }) => (
          <ThailandMarker
            key={cluster.points[0].id}
            cluster={cluster}
            pixel={pixel}
            isMark={cluster.points[0] === marked}
            onOpen={() =>
              glide((current) =>
                cluster.points.length === 1
                  ? { center: cluster.at, scale: Math.max(current.scale, placeScale) }
                  : fitView(
                      cluster.points.map(({ at }) => at),
                      size,
                    ),
              )
            }
          />
        ))}
        {pin && (
          <IconMapPinFilled
            size={34}
            aria-hidden
            className={classes.pin}
            style={{ left: pin.x, top: pin.y }}
          />
        )}
        {onPick && <span aria-hidden className={classes.cross} />}
        <span aria-hidden className={classes.hint}>
          {help}
        </span>
      </div>

      <Controls onZoom={zoom} onReset={reset} />
      <div className={classes.legend}>
        {isIdle ? (
          <span className={classes.prompt}>{t(onPick ? 'map.prompt-pick' : 'map.prompt')}</span>
        ) : (
          <>
            <PlaceIcon size={16} aria-hidden className={classes.placeIcon} />
            <VisuallyHidden>{t(`map.${kind}`)}: </VisuallyHidden>
            <span dir="ltr">{coordinates}</span>
            {province && <strong>{localName(province)}</strong>}
          </>
        )}
      </div>

      <VisuallyHidden aria-live="polite">
        {looked === 'center' &&
          [coordinates, ...(province ? [localName(province)] : []), t('map.scale', { length: scale })].join(
            ', ',
          )}
      </VisuallyHidden>
      <VisuallyHidden id={helpId}>{help}</VisuallyHidden>
      {listed.length > 0 && (
        <VisuallyHidden component="ul" aria-label={t('map.points', { count: listed.length })}>
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

type ControlsProps = { onZoom: (factor: number) => void; onReset: () => void }

function Controls({ onZoom, onReset }: ControlsProps) {
  const { t } = useTranslation('ui')
  const controls = [
    { label: t('map.zoom-in'), Icon: IconPlus, onClick: () => onZoom(buttonZoom) },
    { label: t('map.zoom-out'), Icon: IconMinus, onClick: () => onZoom(1 / buttonZoom) },
    { label: t('map.reset'), Icon: IconZoomReset, onClick: onReset },
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
