/** The odometer's stations, in the order in which a vehicle passes them. */
export const odometerStations = ['base', 'scene', 'hospital', 'back'] as const
export type OdometerStation = (typeof odometerStations)[number]

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

/** A longer step must be confirmed: a digit was probably mistyped. Default of the product: a hospital may change it. */
export const standardLongestStepKm = 999

/** `falls`: refused, an odometer only rises. `leaps`: a step is so long that the user is asked again. */
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
