/** Mean arterial pressure, mmHg, by which limits are judged: diastolic plus a third of the pulse pressure. */
export const computeExactMeanPressure = (systolic: number, diastolic: number): number =>
  (systolic + 2 * diastolic) / 3

/** The same as it is shown: rounded. */
export const computeMeanArterialPressure = (systolic: number, diastolic: number): number =>
  Math.round(computeExactMeanPressure(systolic, diastolic))
