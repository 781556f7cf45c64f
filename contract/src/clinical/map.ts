/**
 * Mean arterial pressure, mmHg, computed from a cuff's pressures: diastolic plus a third of the pulse pressure,
 * rounded.
 */
export function computeMeanArterialPressure(systolic: number, diastolic: number): number {
  return Math.round((systolic + 2 * diastolic) / 3)
}
