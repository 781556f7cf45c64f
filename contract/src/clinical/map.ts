/**
 * Mean arterial pressure, mmHg, computed from a cuff's pressures: diastolic plus a third of the pulse pressure. Not
 * rounded: 64.7 is under 65, though it is shown as 65.
 */
export function computeMeanArterialPressure(systolic: number, diastolic: number): number {
  return (systolic + 2 * diastolic) / 3
}
