import { ActionIcon, Popover, Skeleton, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
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
import { ErrorState } from './error-state.tsx'
import { findProvince, type Outlines, readOutlines } from './thailand-areas.ts'
import classes from './thailand-map.module.css'
import {
  type Box,
  besideMarker,
  boxAround,
  type Cluster,
  clusterPoints,
  decimalsOf,
  formatPlace,
  graticuleOf,
  isSeparable,
  isWithin,
  markerPixels,
  type Place,
  pan,
  placeDecimals,
  placeLabels,
  placeScale,
  project,
  type Size,
  type Spot,
  scaleBarOf,
  toPixel,
  toSpot,
  unproject,
  type View,
  viewOf,
  zoomAt,
} from './thailand-view.ts'
import { useNameOf } from './use-name-of.ts'
import { useThailandGestures, useThailandView } from './use-thailand-view.ts'

const none: readonly MapPoint[] = []

const english = {
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  reset: 'Back to the first view',
  map: 'map',
  help: 'Arrow keys move the map, + and − zoom, Home goes back to the first view.',
  pickHelp: 'Enter chooses the point under the cross.',
  prompt: 'Ctrl with the mouse wheel, or two fingers, zoom the map',
  pickPrompt: 'Click or tap the map to choose a point',
  chosen: 'Chosen point',
  center: 'Middle of the map',
  pointer: 'Under the pointer',
  points: (count: number) => `${count} points`,
  more: (count: number) => `and ${count} more`,
  scale: 'Scale',
  km: 'km',
  metres: 'm',
}

const thai: typeof english = {
  zoomIn: 'ขยาย',
  zoomOut: 'ย่อ',
  reset: 'กลับไปมุมมองแรก',
  map: 'แผนที่',
  help: 'ปุ่มลูกศรเลื่อนแผนที่ + และ − ย่อขยาย Home กลับไปมุมมองแรก',
  pickHelp: 'Enter เลือกจุดใต้กากบาท',
  prompt: 'ย่อขยายด้วย Ctrl กับล้อเมาส์ หรือใช้สองนิ้ว',
  pickPrompt: 'คลิกหรือแตะแผนที่เพื่อเลือกจุด',
  chosen: 'จุดที่เลือก',
  center: 'กลางแผนที่',
  pointer: 'ใต้ตัวชี้',
  points: (count) => `${count} จุด`,
  more: (count) => `และอีก ${count} จุด`,
  scale: 'มาตราส่วน',
  km: 'กม.',
  metres: 'ม.',
}

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
/** Two markers may not be nearer than a finger is wide. */
const reachPixels = 44
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
const tooltipLabels = 8
const edge = { left: 52, top: 22, right: 110 }
const placeIcons = { chosen: IconMapPin, pointer: IconPointer, center: IconCrosshair }
/** Before the browser has said how wide the map is. */
const unmeasuredWidth = 640

type MapPoint = Place & { id: string; label: string }

type ThailandMapProps = {
  /** What the map shows, in words. */
  label: string
  points?: readonly MapPoint[]
  /** The chosen place. */
  value?: Place | null
  /** Makes the map a way to choose a place, by click, tap or Enter. */
  onPick?: (place: Place) => void
  /** Of the map, in pixels; the line with the coordinates is below it. */
  height?: number
}

let loading: Promise<Outlines> | undefined

/** The outlines are larger than most screens: they come when a map is first shown, and once. */
function loadOutlines(): Promise<Outlines> {
  loading ??= import('./thailand-outlines.ts').then(
    ({ topology }) => readOutlines(topology),
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/**
 * A map of Thailand that needs no internet: provinces and coordinates, no streets. It shows the points and
 * the chosen place at first, else the whole country.
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
  points = none,
  value = null,
  onPick,
  height,
}: ThailandMapProps & { outlines: Outlines; height: number }) {
  const { i18n } = useTranslation()
  const texts = i18n.language === 'th' ? thai : english
  const nameOf = useNameOf()
  const helpId = useId()
  const surface = useRef<HTMLDivElement>(null)
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>()
  const surfaceRef = useMergedRef(sizeRef, surface)
  const size = { width: width || unmeasuredWidth, height }

  const spots = useMemo(() => points.map((point) => ({ ...point, at: project(point) })), [points])
  const chosen = value && project(value)
  const first = viewOf([...spots.map(({ at }) => at), ...(chosen ? [chosen] : [])], size, placeScale)
  const { view, move, glide, reset } = useThailandView(first, size)
  const { pixelOf, isDragEnd, handlers } = useThailandGestures({ surface, move, size })
  useDidUpdate(() => {
    if (chosen && !isWithin(toPixel(chosen, view, size), size)) reset()
  }, [value?.lat, value?.lng])

  const clusters = useMemo(() => clusterPoints(spots, reachPixels / view.scale), [spots, view.scale])
  const markers = clusters
    .map((cluster) => ({ cluster, pixel: toPixel(cluster.at, view, size) }))
    .filter(({ pixel }) => isWithin(pixel, size))
  const pin = chosen && toPixel(chosen, view, size)

  const [looked, setLooked] = useState<Place | 'center'>()
  const center = unproject(view.center)
  const place = looked === 'center' ? center : (looked ?? value ?? center)
  const province = findProvince(outlines, place)
  const isIdle = !looked && !value
  const kind = place === value ? 'chosen' : place === looked ? 'pointer' : 'center'
  const PlaceIcon = placeIcons[kind]
  const coordinates = formatPlace(place, kind === 'chosen' ? placeDecimals : decimalsOf(view))
  const { metres } = scaleBarOf(view)
  const scaleText = metres >= 1000 ? `${metres / 1000} ${texts.km}` : `${metres} ${texts.metres}`

  const pick = (spot: Spot) => {
    if (!onPick) return
    const { lat, lng } = unproject(spot)
    // From now on the map stays where it is: a map that nobody moved goes to the new point by itself.
    move((current) => current)
    onPick({ lat: Number(lat.toFixed(placeDecimals)), lng: Number(lng.toFixed(placeDecimals)) })
  }
  const zoom = (factor: number) =>
    glide((current) => zoomAt(current, factor, { x: size.width / 2, y: height / 2 }, size))

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // The list of a cluster is drawn elsewhere on the page; React brings its keys here all the same.
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
        aria-roledescription={texts.map}
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
          <Lands outlines={outlines} lit={isIdle ? undefined : province?.path} view={view} size={size} />
          <Graticule view={view} size={size} />
          <Names
            outlines={outlines}
            markers={markers}
            taken={[...markers.map(({ pixel }) => pixel), ...(pin ? [pin] : [])].map((pixel) =>
              boxAround(pixel, markerPixels, markerPixels),
            )}
            view={view}
            size={size}
          />
          <ScaleBar view={view} size={size} text={scaleText} />
        </svg>
        {markers.map(({ cluster, pixel }) => (
          <Marker
            key={cluster.points[0].id}
            cluster={cluster}
            pixel={pixel}
            texts={texts}
            onOpen={() =>
              glide((current) =>
                cluster.points.length === 1
                  ? { center: cluster.at, scale: Math.max(current.scale, placeScale) }
                  : viewOf(
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
          {texts.help} {onPick && texts.pickHelp}
        </span>
      </div>

      <ActionIcon.Group orientation="vertical" className={classes.controls}>
        <ActionIcon variant="default" size={40} aria-label={texts.zoomIn} onClick={() => zoom(buttonZoom)}>
          <IconPlus size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={40}
          aria-label={texts.zoomOut}
          onClick={() => zoom(1 / buttonZoom)}
        >
          <IconMinus size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" size={40} aria-label={texts.reset} onClick={reset}>
          <IconZoomReset size={20} aria-hidden />
        </ActionIcon>
      </ActionIcon.Group>

      <div className={classes.legend}>
        {isIdle ? (
          <span className={classes.prompt}>{onPick ? texts.pickPrompt : texts.prompt}</span>
        ) : (
          <>
            <PlaceIcon size={16} aria-hidden className={classes.placeIcon} />
            <VisuallyHidden>{texts[kind]}: </VisuallyHidden>
            <span dir="ltr">{coordinates}</span>
            {province && <strong>{nameOf(province)}</strong>}
          </>
        )}
      </div>

      <VisuallyHidden aria-live="polite">
        {looked === 'center' &&
          [coordinates, ...(province ? [nameOf(province)] : []), `${texts.scale} ${scaleText}`].join(', ')}
      </VisuallyHidden>
      <VisuallyHidden id={helpId}>
        {texts.help} {onPick && texts.pickHelp}
      </VisuallyHidden>
      {points.length > 0 && (
        <VisuallyHidden component="ul" aria-label={texts.points(points.length)}>
          {points.map((point) => (
            <li key={point.id}>
              {point.label}, {formatPlace(point, placeDecimals)}
            </li>
          ))}
        </VisuallyHidden>
      )}
    </div>
  )
}

type Frame = { view: View; size: Size }

function Lands({
  outlines: { paths },
  lit,
  view,
  size,
}: Frame & { outlines: Outlines; lit?: string | undefined }) {
  const { x, y } = toPixel({ x: 0, y: 0 }, view, size)
  return (
    <g transform={`translate(${x} ${y}) scale(${view.scale})`} className={classes.lands}>
      <path d={paths.neighbours} className={classes.neighbours} />
      <path d={paths.countryBorders} className={classes.countryBorders} />
      <path d={paths.thailand} className={classes.thailand} />
      <path d={paths.provinceBorders} className={classes.provinceBorders} />
      <path d={paths.outline} className={classes.outline} />
      {lit && <path d={lit} className={classes.lit} />}
    </g>
  )
}

function Graticule({ view, size }: Frame) {
  const { meridians, parallels, decimals } = graticuleOf(view, size)
  return (
    <g className={classes.graticule}>
      {meridians.map(({ lng, x }) => (
        <g key={lng}>
          <line x1={x} x2={x} y1={0} y2={size.height} />
          {x > edge.left && x < size.width - edge.right && (
            <text x={x + 4} y={15}>
              {lng.toFixed(decimals)}°E
            </text>
          )}
        </g>
      ))}
      {parallels.map(({ lat, y }) => (
        <g key={lat}>
          <line x1={0} x2={size.width} y1={y} y2={y} />
          {y > edge.top && (
            <text x={4} y={y - 4}>
              {lat.toFixed(decimals)}°N
            </text>
          )}
        </g>
      ))}
    </g>
  )
}

function ScaleBar({ view, size, text }: Frame & { text: string }) {
  const { pixels } = scaleBarOf(view)
  const [right, bottom] = [size.width - 12, size.height - 10]
  return (
    <g className={classes.scale}>
      <path d={`M${right} ${bottom - 6}v6h${-pixels}v-6`} />
      <text x={right - pixels / 2} y={bottom - 6}>
        {text}
      </text>
    </g>
  )
}

/** What lies at the edges: figures of the graticule, buttons and the scale. */
const edgesOf = ({ width, height }: Size): Box[] => [
  { left: 0, right: edge.left, top: 0, bottom: height },
  { left: 0, right: width, top: 0, bottom: edge.top },
  { left: width - 56, right: width, top: 0, bottom: 136 },
  { left: width - 130, right: width, top: height - 36, bottom: height },
]

type PointCluster = Cluster<MapPoint & { at: Spot }>
type NamesProps = Frame & {
  outlines: Outlines
  markers: readonly { cluster: PointCluster; pixel: Spot }[]
  taken: readonly Box[]
}

/** What there is room for: points from near, then Bangkok and the lands around, then the largest provinces. */
function Names({ outlines, markers, taken, view, size }: NamesProps) {
  const nameOf = useNameOf()
  const isCapital = ({ id }: { id: string }) => id === bangkok
  const provinces = outlines.provinces.toSorted((a, b) => Number(isCapital(b)) - Number(isCapital(a)))
  const lands = [
    ...surroundings.map((around) => ({ ...around, at: project(around), isProvince: false })),
    ...provinces.map((province) => ({ ...province, at: province.label, isProvince: true })),
  ]
  const labels = [
    ...(view.scale < placeScale ? [] : markers).flatMap(({ cluster: { points }, pixel }) =>
      points.length === 1
        ? [{ ...besideMarker(points[0].label, pixel), key: points[0].id, kind: 'point' }]
        : [],
    ),
    ...lands.map((land) => ({
      key: land.id,
      kind: land.isProvince ? 'province' : 'around',
      text: nameOf(land),
      at: toPixel(land.at, view, size),
    })),
  ]
  return (
    <g className={classes.names}>
      {placeLabels(labels, [...taken, ...edgesOf(size)], size).map(({ key, kind, text, at }) => (
        <text key={`${kind} ${key}`} x={at.x} y={at.y} data-kind={kind}>
          {text}
        </text>
      ))}
    </g>
  )
}

type MarkerProps = {
  cluster: PointCluster
  pixel: Spot
  texts: typeof english
  onOpen: () => void
}

/** A point, or several that are too near to each other to be told apart here. */
function Marker({ cluster, pixel: { x, y }, texts, onOpen }: MarkerProps) {
  const { points } = cluster
  const labels = points.map(({ label }) => label)
  const isSingle = points.length === 1
  const shared = {
    className: classes.marker,
    style: { left: x, top: y },
    'aria-label': isSingle ? points[0].label : `${texts.points(points.length)}: ${labels.join(', ')}`,
    children: (
      <span className={classes.dot} data-cluster={!isSingle || undefined}>
        {!isSingle && points.length}
      </span>
    ),
  }
  if (!isSingle && !isSeparable(cluster, reachPixels))
    return (
      <Popover withArrow shadow="md" trapFocus={false}>
        <Popover.Target>
          <UnstyledButton {...shared} />
        </Popover.Target>
        <Popover.Dropdown className={classes.list}>
          <ul>
            {points.map(({ id, label }) => (
              <li key={id}>{label}</li>
            ))}
          </ul>
        </Popover.Dropdown>
      </Popover>
    )
  const hidden = labels.length - tooltipLabels
  return (
    <Tooltip
      className={classes.tooltip}
      label={[...labels.slice(0, tooltipLabels), ...(hidden > 0 ? [texts.more(hidden)] : [])].join('\n')}
      events={{ hover: true, focus: true, touch: true }}
    >
      <UnstyledButton {...shared} onClick={onOpen} />
    </Tooltip>
  )
}
