import type { Area, Topology } from './thailand-outlines.ts'
import { type MapPlace, project, type Spot } from './thailand-view.ts'

type Ring = readonly Spot[]
type Polygon = readonly Ring[]

type Land = {
  id: string
  polygons: readonly Polygon[]
  left: number
  right: number
  top: number
  bottom: number
}
export type Province = Land & { name_en: string; name_th: string; label: Spot; path: string }

export type Outlines = {
  /** Largest first. */
  provinces: readonly Province[]
  neighbours: readonly Land[]
  /** Path data for an SVG. */
  paths: {
    thailand: string
    neighbours: string
    provinceBorders: string
    outline: string
    countryBorders: string
  }
}

const toSvgPath = (spots: Ring) => `M${spots.map(({ x, y }) => `${x.toFixed(5)} ${y.toFixed(5)}`).join('L')}`

/** Decodes the stored topology into spots, rings and paths. */
export function readOutlines({ transform, objects, arcs }: Topology): Outlines {
  const lines = arcs.map((arc) => {
    let [east, north] = [0, 0]
    return arc.map(([stepEast, stepNorth]) => {
      east += stepEast
      north += stepNorth
      return project({
        lng: east * transform.scale[0] + transform.translate[0],
        lat: north * transform.scale[1] + transform.translate[1],
      })
    })
  })
  const getArcSpots = (arc: number) => (arc < 0 ? (lines[~arc]?.toReversed() ?? []) : (lines[arc] ?? []))
  const listRings = (area: Area) => (area.type === 'Polygon' ? [area.arcs] : area.arcs)
  const readLand = (area: Area): Land => {
    const polygons = listRings(area).map((rings) =>
      rings.map((ring) => ring.flatMap((arc, part) => getArcSpots(arc).slice(part === 0 ? 0 : 1))),
    )
    const spots = polygons.flat(2)
    const xs = spots.map(({ x }) => x)
    const ys = spots.map(({ y }) => y)
    return {
      id: area.id,
      polygons,
      left: Math.min(...xs),
      right: Math.max(...xs),
      top: Math.min(...ys),
      bottom: Math.max(...ys),
    }
  }
  const toFillPath = ({ polygons }: Land) =>
    polygons
      .flat()
      .map((ring) => `${toSvgPath(ring)}Z`)
      .join('')

  /** Separates lines between two areas from those of only one area: coasts and the edge of the drawing. */
  const splitBorders = (areas: readonly Area[]) => {
    const used = areas.flatMap((area) => listRings(area).flat(2)).map((arc) => (arc < 0 ? ~arc : arc))
    const isShared = (arc: number) => used.indexOf(arc) !== used.lastIndexOf(arc)
    const draw = (chosen: readonly number[]) => chosen.map((arc) => toSvgPath(getArcSpots(arc))).join('')
    const inner = used.filter(isShared)
    return { inner: draw([...new Set(inner)]), outer: draw(used.filter((arc) => !isShared(arc))) }
  }

  const provinces = objects.provinces.geometries.map((area) => {
    const land = readLand(area)
    const {
      name_en,
      name_th,
      label: [lng, lat],
    } = area.properties
    return { ...land, name_en, name_th, label: project({ lat, lng }), path: toFillPath(land) }
  })
  const neighbours = objects.neighbours.geometries.map(readLand)
  const borders = splitBorders(objects.provinces.geometries)
  const extent = ({ left, right, top, bottom }: Land) => (right - left) * (bottom - top)
  return {
    provinces: provinces.toSorted((a, b) => extent(b) - extent(a)),
    neighbours,
    paths: {
      thailand: provinces.map(({ path }) => path).join(''),
      neighbours: neighbours.map(toFillPath).join(''),
      provinceBorders: borders.inner,
      outline: borders.outer,
      countryBorders: splitBorders(objects.neighbours.geometries).inner,
    },
  }
}

/** The corners of the box around an area, to fit it into the view. */
export const listCorners = ({ left, right, top, bottom }: Land): Spot[] => [
  { x: left, y: top },
  { x: right, y: bottom },
]

function isInRing({ x, y }: Spot, ring: Ring): boolean {
  let isInside = false
  let before = ring.at(-1)
  for (const corner of ring) {
    if (before && corner.y > y !== before.y > y) {
      const crossing = ((before.x - corner.x) * (y - corner.y)) / (before.y - corner.y) + corner.x
      if (x < crossing) isInside = !isInside
    }
    before = corner
  }
  return isInside
}

const isNearBox = ({ x, y }: Spot, { left, right, top, bottom }: Land, distance: number) =>
  x >= left - distance && x <= right + distance && y >= top - distance && y <= bottom + distance

const isInLand = (spot: Spot, land: Land) =>
  isNearBox(spot, land, 0) &&
  land.polygons.some((rings) => rings.filter((ring) => isInRing(spot, ring)).length % 2 === 1)

/** About 2 km: the outlines show river mouths as sea, with towns on their banks. */
const shoreDegrees = 0.02

/** The province that contains a place, or whose shore is next to it. */
export function findProvince({ provinces, neighbours }: Outlines, place: MapPlace): Province | undefined {
  const spot = project(place)
  const holder = provinces.find((province) => isInLand(spot, province))
  if (holder || neighbours.some((land) => isInLand(spot, land))) return holder
  const computeShoreDistance = (province: Province) =>
    Math.min(...province.polygons.flat(2).map(({ x, y }) => Math.hypot(x - spot.x, y - spot.y)))
  return provinces
    .filter((province) => isNearBox(spot, province, shoreDegrees))
    .map((province) => ({ province, distance: computeShoreDistance(province) }))
    .filter(({ distance }) => distance <= shoreDegrees)
    .toSorted((a, b) => a.distance - b.distance)[0]?.province
}
