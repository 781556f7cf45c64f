import type { MapPlace } from './map-place.ts'
import type { Area, Topology } from './thailand-outlines.ts'

/** Latitude and longitude in degrees. */
export type LatLng = [lat: number, lng: number]
type Ring = readonly LatLng[]
type Polygon = readonly Ring[]

export type Land = {
  id: string
  polygons: readonly Polygon[]
  south: number
  north: number
  west: number
  east: number
}
/** `label` is the point where the name has most room. */
export type Province = Land & { name_en: string; name_th: string; label: LatLng }

/** The provinces with the largest first, and the land around Thailand. */
export type Outlines = { provinces: readonly Province[]; neighbours: readonly Land[] }

let loading: Promise<Outlines> | undefined

/** The outlines are larger than most screens' code, so they are loaded once, when they are first needed. */
export function loadOutlines(): Promise<Outlines> {
  loading ??= import('./thailand-outlines.ts').then(
    ({ topology }) => readOutlines(topology),
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** Decodes the stored topology into rings of places. */
export function readOutlines({ transform, objects, arcs }: Topology): Outlines {
  const lines = arcs.map((arc) => {
    let [east, north] = [0, 0]
    return arc.map(([stepEast, stepNorth]): LatLng => {
      east += stepEast
      north += stepNorth
      return [
        north * transform.scale[1] + transform.translate[1],
        east * transform.scale[0] + transform.translate[0],
      ]
    })
  })
  const getLine = (arc: number) => (arc < 0 ? (lines[~arc]?.toReversed() ?? []) : (lines[arc] ?? []))
  const readLand = (area: Area): Land => {
    const polygons = (area.type === 'Polygon' ? [area.arcs] : area.arcs).map((rings) =>
      rings.map((ring) => ring.flatMap((arc, part) => getLine(arc).slice(part === 0 ? 0 : 1))),
    )
    const places = polygons.flat(2)
    const latitudes = places.map(([lat]) => lat)
    const longitudes = places.map(([, lng]) => lng)
    return {
      id: area.id,
      polygons,
      south: Math.min(...latitudes),
      north: Math.max(...latitudes),
      west: Math.min(...longitudes),
      east: Math.max(...longitudes),
    }
  }
  const provinces = objects.provinces.geometries.map((area): Province => {
    const { name_en, name_th, label } = area.properties
    return { ...readLand(area), name_en, name_th, label: [label[1], label[0]] }
  })
  const extent = ({ south, north, west, east }: Land) => (north - south) * (east - west)
  return {
    provinces: provinces.toSorted((a, b) => extent(b) - extent(a)),
    neighbours: objects.neighbours.geometries.map(readLand),
  }
}

function isInRing({ lat, lng }: MapPlace, ring: Ring): boolean {
  let isInside = false
  let before = ring.at(-1)
  for (const corner of ring) {
    if (before && corner[0] > lat !== before[0] > lat) {
      const crossing = ((before[1] - corner[1]) * (lat - corner[0])) / (before[0] - corner[0]) + corner[1]
      if (lng < crossing) isInside = !isInside
    }
    before = corner
  }
  return isInside
}

const isNearBox = ({ lat, lng }: MapPlace, { south, north, west, east }: Land, degrees: number) =>
  lat >= south - degrees && lat <= north + degrees && lng >= west - degrees && lng <= east + degrees

const isInLand = (place: MapPlace, land: Land) =>
  isNearBox(place, land, 0) &&
  land.polygons.some((rings) => rings.filter((ring) => isInRing(place, ring)).length % 2 === 1)

/** About 2 km: the outlines show river mouths as sea, with towns on their banks. */
const shoreDegrees = 0.02

/** The province that contains a place, or whose shore is next to it. */
export function findProvince({ provinces, neighbours }: Outlines, place: MapPlace): Province | undefined {
  const holder = provinces.find((province) => isInLand(place, province))
  if (holder || neighbours.some((land) => isInLand(place, land))) return holder
  const computeShoreDistance = (province: Province) =>
    Math.min(...province.polygons.flat(2).map(([lat, lng]) => Math.hypot(lat - place.lat, lng - place.lng)))
  return provinces
    .filter((province) => isNearBox(place, province, shoreDegrees))
    .map((province) => ({ province, distance: computeShoreDistance(province) }))
    .filter(({ distance }) => distance <= shoreDegrees)
    .toSorted((a, b) => a.distance - b.distance)[0]?.province
}
