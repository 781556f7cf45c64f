import { type BandLevel, createBandTable, pickBand } from './bands.ts'

export const bloodPressureBands = [
  'LOW',
  'OPTIMAL',
  'NORMAL',
  'HIGH_NORMAL',
  'HT_GRADE_1',
  'HT_GRADE_2',
  'HT_GRADE_3',
  'ISH',
] as const
export type BloodPressureBand = (typeof bloodPressureBands)[number]
type OnePressureBand = Exclude<BloodPressureBand, 'ISH'>

/**
 * Systolic pressure of adults, mmHg: ESC/ESH 2018, table 3 (the Thai Hypertension Society's of 2019 is the same). LOW
 * under 90 is a default of the panel, critical because it is point A of MOPH ED Triage 2561; 220 scores 3 in NEWS2
 * (RCP 2017).
 */
export const systolicTable = createBandTable<OnePressureBand>(
  'systolic',
  ['LOW', 'critical_low'],
  [90, 'OPTIMAL', 'normal'],
  [120, 'NORMAL', 'normal'],
  [130, 'HIGH_NORMAL', 'normal'],
  [140, 'HT_GRADE_1', 'high'],
  [160, 'HT_GRADE_2', 'high'],
  [180, 'HT_GRADE_3', 'high'],
  [220, 'HT_GRADE_3', 'critical_high'],
)

/**
 * Diastolic pressure of adults, mmHg, by the same sources. LOW under 60 and critical from 130: defaults of the panel.
 */
export const diastolicTable = createBandTable<OnePressureBand>(
  'diastolic',
  ['LOW', 'low'],
  [60, 'OPTIMAL', 'normal'],
  [80, 'NORMAL', 'normal'],
  [85, 'HIGH_NORMAL', 'normal'],
  [90, 'HT_GRADE_1', 'high'],
  [100, 'HT_GRADE_2', 'high'],
  [110, 'HT_GRADE_3', 'high'],
  [130, 'HT_GRADE_3', 'critical_high'],
)

const hypertensionGrades = { HT_GRADE_1: 1, HT_GRADE_2: 2, HT_GRADE_3: 3 } as const
export type HypertensionGrade = (typeof hypertensionGrades)[keyof typeof hypertensionGrades]

export type BloodPressureClass = { band: BloodPressureBand; level: BandLevel; grade?: HypertensionGrade }

const isHypertension = (band: OnePressureBand): band is keyof typeof hypertensionGrades =>
  band in hypertensionGrades

/**
 * An adult's pressure by ESC/ESH 2018: the higher of its two bands. Systolic 140 and more over less than 90 is isolated
 * systolic hypertension and keeps the grade of its systolic. If one pressure is LOW, a default of the panel, and the
 * other is hypertension, the hypertension counts.
 */
export function classifyBloodPressure(systolic: number, diastolic: number): BloodPressureClass {
  const upper = pickBand(systolicTable, systolic)
  const lower = pickBand(diastolicTable, diastolic)
  if (isHypertension(upper.band) && !isHypertension(lower.band))
    return { band: 'ISH', level: upper.level, grade: hypertensionGrades[upper.band] }
  const isUpperHigher = bloodPressureBands.indexOf(upper.band) >= bloodPressureBands.indexOf(lower.band)
  const [higher, other] = isUpperHigher ? [upper, lower] : [lower, upper]
  if (isHypertension(higher.band))
    return {
      band: higher.band,
      // Diastolic 130 is critical, even if the systolic is in the same grade and not critical.
      level: other.level === 'critical_high' ? other.level : higher.level,
      grade: hypertensionGrades[higher.band],
    }
  if (upper.band === 'LOW') return { band: 'LOW', level: upper.level }
  if (lower.band === 'LOW') return { band: 'LOW', level: lower.level }
  return { band: higher.band, level: higher.level }
}

/** Whether two pressures cannot be of one heartbeat. In an arrest both are 0. */
export function isPressureReversed(systolic: number, diastolic: number): boolean {
  return systolic < diastolic || (systolic === diastolic && systolic > 0)
}

/** Systolic less diastolic, mmHg. */
export function computePulsePressure(systolic: number, diastolic: number): number {
  return systolic - diastolic
}
