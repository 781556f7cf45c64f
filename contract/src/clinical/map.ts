/** Mean arterial pressure, mmHg, reckoned from a cuff's two: diastolic and a third of the pulse pressure, rounded. */
export function meanArterialPressure(systolic: number, diastolic: number): number {
  return Math.round((systolic + 2 * diastolic) / 3)
}
