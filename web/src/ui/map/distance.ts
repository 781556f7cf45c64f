import { type GeoPoint, toRadians } from 'contract'

export const compassPoints = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const

/** The compass point, of eight, in which one sets out from a point to another. */
export function computeDirection(from: GeoPoint, to: GeoPoint): (typeof compassPoints)[number] {
  const east = toRadians(to.lang - from.lang)
  const y = Math.sin(east) * Math.cos(toRadians(to.lat))
  const x =
    Math.cos(toRadians(from.lat)) * Math.sin(toRadians(to.lat)) -
    Math.sin(toRadians(from.lat)) * Math.cos(toRadians(to.lat)) * Math.cos(east)
  const degrees = ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360
  return compassPoints[Math.round(degrees / 45) % compassPoints.length] ?? 'n'
}

/**
 * Rounds to the accuracy of a watch's position: to tens of metres, from 1 km to tenths of a kilometre, from 10 km to
 * whole ones.
 */
export function roundDistance(metres: number): { unit: 'metres' | 'kilometres'; length: number } {
  const tens = Math.round(metres / 10) * 10
  if (tens < 1000) return { unit: 'metres', length: tens }
  const kilometres = metres / 1000
  return {
    unit: 'kilometres',
    length: kilometres < 10 ? Math.round(kilometres * 10) / 10 : Math.round(kilometres),
  }
}
