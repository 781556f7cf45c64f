/** Litres of oxygen for each psi of the gauge, by the size of the cylinder; `H` is also called K. */
export const cylinderFactors = { D: 0.16, E: 0.28, M: 1.56, G: 2.41, H: 3.14 } as const
export type CylinderSize = keyof typeof cylinderFactors
export const cylinderSizes = Object.keys(cylinderFactors) as [CylinderSize, ...CylinderSize[]]

/** What must stay in a cylinder, psi. Default of the panel: a hospital may change it. */
export const standardResidualPsi = 200

/**
 * Whole minutes for which a cylinder lasts, rounded down: pressure in psi, flow in litres per minute. Null without a
 * flow.
 */
export function computeOxygenMinutes(
  { size, psi, flow }: { size: CylinderSize; psi: number; flow: number },
  residualPsi: number = standardResidualPsi,
): number | null {
  if (flow <= 0) return null
  const litres = Math.max(0, psi - residualPsi) * cylinderFactors[size]
  // A product such as 0.28 × 1000 may be a little under what it is.
  return Math.floor(litres / flow + 1e-9)
}

/** How many times its way a vehicle carries in oxygen. Default of the panel: a hospital may change it. */
export const standardOxygenReserve = 2

/** Whether the oxygen lasts for the way, with what is carried in reserve. */
export function isOxygenEnough(
  minutesLeft: number,
  tripMinutes: number,
  reserve: number = standardOxygenReserve,
): boolean {
  return minutesLeft >= tripMinutes * reserve
}
