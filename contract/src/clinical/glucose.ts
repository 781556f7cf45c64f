import { type GlucoseMarker, roundToDecimals } from '../readings.ts'
import { type BandLevel, type BandTable, createBandTable } from './bands.ts'
import { convertFromSi, type GlucoseUnit, glucoseUnits } from './units.ts'
import { quantities, toDeviceBounds } from './vital-signs.ts'

export const glucoseBands = [
  'SEVERE_HYPOGLYCAEMIA',
  'HYPOGLYCAEMIA',
  'BELOW_TARGET',
  'NORMAL',
  'TARGET',
  'ELEVATED',
  'ABOVE_TARGET',
  'PREDIABETES',
  'DIABETES',
] as const
export type GlucoseBand = (typeof glucoseBands)[number]

const createGlucoseTable = (...fromSeventy: [from: number, band: GlucoseBand, level: BandLevel][]) =>
  createBandTable<GlucoseBand>(
    'blood_glucose',
    ['SEVERE_HYPOGLYCAEMIA', 'critical_low'],
    [54, 'HYPOGLYCAEMIA', 'low'],
    ...fromSeventy,
  )

/**
 * Blood glucose, mg/dL, by when it was taken. Under 70 hypoglycaemia and under 54 severe (ADA levels 1 and 2); critical
 * from 400, a default of the panel. A band names a range: one value of a meter is not a diagnosis.
 *
 * - Fasting, 8 hours and more: prediabetes from 100, diabetes from 126 (ADA).
 * - Before a meal: the target 80–130 of somebody with diabetes (ADA; Thai guideline 2566). 70 to 79 is below the target
 *   and not hypoglycaemia, so it needs no warning.
 * - Two hours after a meal: normal under 140, the target of somebody with diabetes under 180, diabetes from 200 (ADA).
 * - Unmarked: diabetes from 200 (ADA, with symptoms); the rest are defaults of the panel.
 */
export const glucoseTables: Record<GlucoseMarker, BandTable<GlucoseBand>> = {
  fasting: createGlucoseTable(
    [70, 'NORMAL', 'normal'],
    [100, 'PREDIABETES', 'high'],
    [126, 'DIABETES', 'high'],
    [400, 'DIABETES', 'critical_high'],
  ),
  before_meal: createGlucoseTable(
    [70, 'BELOW_TARGET', 'normal'],
    [80, 'TARGET', 'normal'],
    [131, 'ABOVE_TARGET', 'high'],
    [400, 'ABOVE_TARGET', 'critical_high'],
  ),
  after_meal: createGlucoseTable(
    [70, 'NORMAL', 'normal'],
    [140, 'TARGET', 'normal'],
    [180, 'ABOVE_TARGET', 'high'],
    [200, 'DIABETES', 'high'],
    [400, 'DIABETES', 'critical_high'],
  ),
  no_marker: createGlucoseTable(
    [70, 'NORMAL', 'normal'],
    [140, 'ELEVATED', 'high'],
    [200, 'DIABETES', 'high'],
    [400, 'DIABETES', 'critical_high'],
  ),
}

/** A glucose sent in `unit`, by a meter, converted to the stored mg/dL; undefined if no meter shows such a value. */
export function toGlucoseMgPerDl(unit: GlucoseUnit, told: number): number | undefined {
  const { min, max, decimals } = toDeviceBounds(quantities.blood_glucose)
  const value = unit === 'mg/dL' ? told : convertFromSi('blood_glucose', told)
  return value >= min && value <= max ? roundToDecimals({ decimals }, value) : undefined
}

/**
 * The possible meanings of a glucose that was sent without its unit: each unit in which it is possible, with its mg/dL.
 */
export function listPossibleGlucoses(told: number): { unit: GlucoseUnit; mgPerDl: number }[] {
  return glucoseUnits.flatMap((unit) => {
    const mgPerDl = toGlucoseMgPerDl(unit, told)
    return mgPerDl === undefined ? [] : [{ unit, mgPerDl }]
  })
}
