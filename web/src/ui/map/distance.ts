/** A point of WGS 84, in degrees. `lang` is the longitude. */
type Point = { lat: number; lang: number }

const earthMetres = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Metres between two points as the crow flies (haversine). */
export function metresBetween(one: Point, other: Point): number {
  const north = radians(other.lat - one.lat)
  const east = radians(other.lang - one.lang)
  const chord =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(east / 2) ** 2
  return 2 * earthMetres * Math.asin(Math.sqrt(chord))
}

export const compassPoints = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const

/** In which of the eight directions one sets out from a point to another. */
export function directionTo(from: Point, to: Point): (typeof compassPoints)[number] {
  const east = radians(to.lang - from.lang)
  const y = Math.sin(east) * Math.cos(radians(to.lat))
  const x =
    Math.cos(radians(from.lat)) * Math.sin(radians(to.lat)) -
    Math.sin(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.cos(east)
  const degrees = ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360
  return compassPoints[Math.round(degrees / 45) % compassPoints.length] ?? 'n'
}

/** As exact as a watch knows where it is: tens of metres, beyond a kilometre tenths of one, beyond ten whole ones. */
export function roundedDistance(metres: number): { unit: 'metres' | 'kilometres'; length: number } {
  const tens = Math.round(metres / 10) * 10
  if (tens < 1000) return { unit: 'metres', length: tens }
  const kilometres = metres / 1000
  return {
    unit: 'kilometres',
    length: kilometres < 10 ? Math.round(kilometres * 10) / 10 : Math.round(kilometres),
  }
}
