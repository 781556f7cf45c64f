import leaflet, { type Map as Leaflet } from 'leaflet'
import { AreaNames, findFrame } from './area-names.tsx'
import {
  type Box,
  clusterPoints,
  createBox,
  estimateTextWidth,
  type Pixel,
  placeLabels,
} from './map-layout.ts'
import { AtPosition, MapMarker } from './map-marker.tsx'
import type { MapPlace, MapPoint } from './map-place.ts'
import type { Outlines } from './thailand-areas.ts'
import { placeZoom, pointMargin } from './use-leaflet-map.ts'

/** Least distance between two markers: the width of a finger. */
const reachPixels = 44
const markerPixels = 30

type MarkersProps = {
  map: Leaflet
  outlines: Outlines
  points: readonly MapPoint[]
  focus: MapPoint | undefined
  hasTiles: boolean
}

/** The markers that are in view, and the names of the areas between them. */
export function Markers({ map, points, focus, outlines, hasTiles }: MarkersProps) {
  const zoom = map.getZoom()
  const toPixel = (place: MapPlace): Pixel => map.project(place, zoom)
  const clusters = clusterPoints(
    points.map((point) => ({ ...point, at: toPixel(point) })),
    reachPixels,
  )
  const focused = focus && {
    at: toPixel(focus),
    points: [{ ...focus, at: toPixel(focus) }] as const,
    span: 0,
  }
  const all = [...(focused ? [focused] : []), ...clusters]
  const taken = all.map(({ at }) => createBox(at, markerPixels, markerPixels))
  const frame = findFrame(map)
  const names = zoom < placeZoom ? new Set<string>() : findNamedPoints(all, taken, frame)
  const view = map.getBounds()
  const open = ({ points: members }: (typeof all)[number]) => {
    if (members.length === 1) map.setView(members[0], Math.max(zoom, placeZoom))
    else map.fitBounds(leaflet.latLngBounds([...members]), { padding: [pointMargin, pointMargin] })
  }
  return (
    <>
      {!hasTiles && <AreaNames map={map} zoom={zoom} outlines={outlines} taken={taken} />}
      {all.map((cluster) => {
        const { lat, lng } = map.unproject(leaflet.point(cluster.at), zoom)
        const [{ id }] = cluster.points
        return view.contains([lat, lng]) ? (
          <AtPosition key={id} map={map} lat={lat} lng={lng} level={cluster === focused ? 1000 : 0}>
            <MapMarker
              points={cluster.points}
              isFocus={cluster === focused}
              isSeparable={cluster.span * map.getZoomScale(map.getMaxZoom(), zoom) >= reachPixels}
              hasName={names.has(id)}
              onOpen={() => open(cluster)}
            />
          </AtPosition>
        ) : null
      })}
    </>
  )
}

type NamedCluster = { at: Pixel; points: readonly [MapPoint, ...MapPoint[]] }

/** The single points whose name fits at their right. */
function findNamedPoints(clusters: readonly NamedCluster[], taken: readonly Box[], frame: Box): Set<string> {
  const singles = clusters.flatMap(({ at, points: [point, ...more] }) => {
    if (more.length > 0) return []
    const x = at.x + markerPixels / 2 + estimateTextWidth(point.label) / 2
    return [{ id: point.id, text: point.label, at: { x, y: at.y } }]
  })
  return new Set(placeLabels(singles, taken, frame).map(({ id }) => id))
}
