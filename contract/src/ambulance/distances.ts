/** The odometer's stations, in the order in which a vehicle passes them. */
export const odometerStations = ['base', 'scene', 'hospital', 'back'] as const
export type OdometerStation = (typeof odometerStations)[number]

/** The station whose reading a field of a form holds; undefined for any other field. */
export const findOdometerStation = (field: string): OdometerStation | undefined =>
  odometerStations.find((station) => field === `odometer_${station}`)

/** Readings in kilometres; what is missing or null was not read. */
export type Odometer = { readonly [Station in OdometerStation]?: number | null }

/** Kilometres with one decimal; null where a reading is missing or the odometer falls. */
export type MissionDistances = {
  out: number | null
  to_hospital: number | null
  /** From the hospital back to the base: some sheets print the distance to the hospital here by mistake. */
  back: number | null
  total: number | null
}

export function computeDistances({ base, scene, hospital, back }: Odometer): MissionDistances {
  return {
    out: subtract(scene, base),
    to_hospital: subtract(hospital, scene),
    back: subtract(back, hospital),
    total: subtract(back, base),
  }
}

function subtract(to: number | null | undefined, from: number | null | undefined): number | null {
  if (to === null || to === undefined || from === null || from === undefined || to < from) return null
  return Math.round((to - from) * 10) / 10
}

/** A longer step must be confirmed: a digit was probably mistyped. Default of the panel: a hospital may change it. */
export const standardLongestStepKm = 999

/**
 * `falls`: an odometer only rises, so no record is complete with it; a draft asks. `leaps`: a step is so long that the
 * user is asked again.
 */
export type OdometerProblem = { station: OdometerStation; problem: 'falls' | 'leaps' }

/** What is wrong or doubtful, each reading against the last one before it that did not fall. */
export function listOdometerProblems(
  odometer: Odometer,
  longestStepKm: number = standardLongestStepKm,
): OdometerProblem[] {
  const problems: OdometerProblem[] = []
  let last: number | undefined
  for (const station of odometerStations) {
    const km = odometer[station]
    if (km === null || km === undefined) continue
    if (last !== undefined && km < last) {
      problems.push({ station, problem: 'falls' })
      continue
    }
    if (last !== undefined && km - last > longestStepKm) problems.push({ station, problem: 'leaps' })
    last = km
  }
  return problems
}

/** What is wrong or doubtful about a reading after the last one of the vehicle. */
export const judgeOdometer = (
  last: number | null,
  km: number | null,
): OdometerProblem['problem'] | undefined => listOdometerProblems({ base: last, back: km })[0]?.problem

/** A point of WGS 84, in degrees. `lang` is the longitude. */
export type GeoPoint = { lat: number; lang: number }

const earthMetres = 6_371_000
export const toRadians = (degrees: number) => (degrees * Math.PI) / 180

/** Metres between two points as the crow flies (haversine). */
export function computeDistanceMetres(one: GeoPoint, other: GeoPoint): number {
  const north = toRadians(other.lat - one.lat)
  const east = toRadians(other.lang - one.lang)
  const chord =
    Math.sin(north / 2) ** 2 +
    Math.cos(toRadians(one.lat)) * Math.cos(toRadians(other.lat)) * Math.sin(east / 2) ** 2
  return 2 * earthMetres * Math.asin(Math.sqrt(chord))
}

/** How much longer a road is than the straight line, and how fast an ambulance drives. Defaults of the panel. */
export const standardJourney = { detour: 1.35, kmPerHour: 50 }

/** An older position says nothing of when a vehicle comes. Default of the panel. */
export const positionKeptMs = 15 * 60_000

/**
 * Milliseconds until a vehicle that is at a point reaches another: an estimate from the distance alone, without roads
 * or traffic.
 */
export function estimateTravelMs(
  from: GeoPoint,
  to: GeoPoint,
  { detour, kmPerHour } = standardJourney,
): number {
  return ((computeDistanceMetres(from, to) * detour) / 1_000 / kmPerHour) * 3_600_000
}
