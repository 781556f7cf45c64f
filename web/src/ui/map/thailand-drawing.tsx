import { useLocalizedName } from '../use-localized-name.ts'
import type { Outlines } from './thailand-areas.ts'
import classes from './thailand-map.module.css'
import type { PointCluster } from './thailand-marker.tsx'
import {
  type Box,
  computeGraticule,
  computeScaleBar,
  createBox,
  createMarkerLabel,
  type MapView,
  markerPixels,
  placeLabels,
  placeScale,
  project,
  type Size,
  type Spot,
  toPixel,
} from './thailand-view.ts'

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
/** The space that the coordinate labels and the scale bar take from the map, in pixels. */
const edge = { left: 52, top: 22, right: 110 }

type MapFrame = { view: MapView; size: Size }

type ClusterMarker = { cluster: PointCluster; pixel: Spot }

type DrawingProps = MapFrame & {
  outlines: Outlines
  /** Outline of the highlighted province. */
  lit: string | undefined
  markers: readonly ClusterMarker[]
  /** The chosen place. */
  pin: Spot | null
  scale: string
}

/** Everything below the markers; goes inside an `<svg>`. */
export function ThailandDrawing({ outlines, lit, markers, pin, view, size, scale }: DrawingProps) {
  const taken = [...markers.map(({ pixel }) => pixel), ...(pin ? [pin] : [])]
  return (
    <>
      <Lands outlines={outlines} lit={lit} view={view} size={size} />
      <Graticule view={view} size={size} />
      <Names
        outlines={outlines}
        markers={markers}
        taken={taken.map((pixel) => createBox(pixel, markerPixels, markerPixels))}
        view={view}
        size={size}
      />
      <ScaleBar view={view} size={size} text={scale} />
    </>
  )
}

function Lands({
  outlines: { paths },
  lit,
  view,
  size,
}: MapFrame & { outlines: Outlines; lit: string | undefined }) {
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

function Graticule({ view, size }: MapFrame) {
  const { meridians, parallels, decimals } = computeGraticule(view, size)
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

function ScaleBar({ view, size, text }: MapFrame & { text: string }) {
  const { pixels } = computeScaleBar(view)
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

/** The boxes at the edges: labels of the graticule, buttons and the scale bar. */
const listEdgeBoxes = ({ width, height }: Size): Box[] => [
  { left: 0, right: edge.left, top: 0, bottom: height },
  { left: 0, right: width, top: 0, bottom: edge.top },
  { left: width - 56, right: width, top: 0, bottom: 136 },
  { left: width - 130, right: width, top: height - 36, bottom: height },
]

type NamesProps = MapFrame & {
  outlines: Outlines
  markers: readonly ClusterMarker[]
  taken: readonly Box[]
}

/**
 * Names that fit: first those of points when zoomed in, then Bangkok and the neighbouring countries, then the largest
 * provinces.
 */
function Names({ outlines, markers, taken, view, size }: NamesProps) {
  const localName = useLocalizedName()
  const isCapital = ({ id }: { id: string }) => id === bangkok
  const provinces = outlines.provinces.toSorted((a, b) => Number(isCapital(b)) - Number(isCapital(a)))
  const lands = [
    ...surroundings.map((around) => ({ ...around, at: project(around), isProvince: false })),
    ...provinces.map((province) => ({ ...province, at: province.label, isProvince: true })),
  ]
  const labels = [
    ...(view.scale < placeScale ? [] : markers).flatMap(({ cluster: { points }, pixel }) =>
      points.length === 1
        ? [{ ...createMarkerLabel(points[0].label, pixel), key: points[0].id, kind: 'point' }]
        : [],
    ),
    ...lands.map((land) => ({
      key: land.id,
      kind: land.isProvince ? 'province' : 'around',
      text: localName(land),
      at: toPixel(land.at, view, size),
    })),
  ]
  return (
    <g className={classes.names}>
      {placeLabels(labels, [...taken, ...listEdgeBoxes(size)], size).map(({ key, kind, text, at }) => (
        <text key={`${kind} ${key}`} x={at.x} y={at.y} data-kind={kind}>
          {text}
        </text>
      ))}
    </g>
  )
}
