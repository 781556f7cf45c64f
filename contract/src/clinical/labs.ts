import type { Gender } from '../patients.ts'
import { type BandLevel, type BandTable, createBandTable, pickBand, roundAsWritten } from './bands.ts'
import { quantities } from './vital-signs.ts'

export const labNames = [
  'creatinine',
  'bun',
  'uric_acid',
  'cholesterol',
  'ldl',
  'hdl',
  'triglyceride',
] as const
export type LabName = (typeof labNames)[number]

export const labBands = [
  'LOW',
  'NORMAL',
  'DESIRABLE',
  'OPTIMAL',
  'NEAR_OPTIMAL',
  'PROTECTIVE',
  'BORDERLINE_HIGH',
  'HIGH',
  'VERY_HIGH',
] as const
export type LabBand = (typeof labBands)[number]

/** The values between `normal` and the first value that is `high`. */
const createRangeTable = (name: LabName, normal: number, high: number) =>
  createBandTable<LabBand>(name, ['LOW', 'low'], [normal, 'NORMAL', 'normal'], [high, 'HIGH', 'high'])

const createHdlTable = (normal: number) =>
  createBandTable<LabBand>('hdl', ['LOW', 'low'], [normal, 'NORMAL', 'normal'], [60, 'PROTECTIVE', 'normal'])

const applyToBothSexes = (table: BandTable<LabBand>) => ({ male: table, female: table })

/**
 * Reference ranges of adults, mg/dL. Creatinine (enzymatic), BUN and uric acid: the package inserts of Roche, not
 * verified against the print; laboratories differ. Lipids: NCEP ATP III; the low HDL of women is that of the IDF.
 */
const labTables: Record<LabName, Record<'male' | 'female', BandTable<LabBand>>> = {
  creatinine: {
    male: createRangeTable('creatinine', 0.67, 1.18),
    female: createRangeTable('creatinine', 0.51, 0.96),
  },
  bun: applyToBothSexes(createRangeTable('bun', 6, 21)),
  uric_acid: {
    male: createRangeTable('uric_acid', 3.4, 7.1),
    female: createRangeTable('uric_acid', 2.4, 5.8),
  },
  cholesterol: applyToBothSexes(
    createBandTable(
      'cholesterol',
      ['DESIRABLE', 'normal'],
      [200, 'BORDERLINE_HIGH', 'high'],
      [240, 'HIGH', 'high'],
    ),
  ),
  ldl: applyToBothSexes(
    createBandTable(
      'ldl',
      ['OPTIMAL', 'normal'],
      [100, 'NEAR_OPTIMAL', 'normal'],
      [130, 'BORDERLINE_HIGH', 'high'],
      [160, 'HIGH', 'high'],
      [190, 'VERY_HIGH', 'high'],
    ),
  ),
  hdl: { male: createHdlTable(40), female: createHdlTable(50) },
  triglyceride: applyToBothSexes(
    createBandTable(
      'triglyceride',
      ['NORMAL', 'normal'],
      [150, 'BORDERLINE_HIGH', 'high'],
      [200, 'HIGH', 'high'],
      [500, 'VERY_HIGH', 'high'],
    ),
  ),
}

/** The bands of a result; undefined if they differ by sex and the sex is neither male nor female. */
export function pickLabTable(name: LabName, gender: Gender): BandTable<LabBand> | undefined {
  const { male, female } = labTables[name]
  if (gender !== 'male' && gender !== 'female') return male === female ? male : undefined
  return labTables[name][gender]
}

/** `range`: the first and the last value that are in order, null if there is none. In mg/dL. */
export type LabClass = {
  band: LabBand
  level: BandLevel
  range: { first: number | null; last: number | null }
}

export function classifyLab(name: LabName, value: number, gender: Gender): LabClass | undefined {
  const table = pickLabTable(name, gender)
  if (!table) return undefined
  const { band, level } = pickBand(table, value)
  const inOrder = table.bands.filter((one) => one.level === 'normal')
  const end = inOrder.at(-1)?.to ?? null
  return {
    band,
    level,
    range: {
      first: inOrder[0]?.from ?? null,
      last: end === null ? null : roundAsWritten(name, end - 10 ** -quantities[name].decimals),
    },
  }
}

/**
 * Estimated glomerular filtration rate of an adult, mL/min per 1.73 m², unrounded: CKD-EPI 2021, from creatinine
 * (mg/dL) and age in years, without race. Undefined without a sex: the equation needs one.
 */
export function computeEgfr(creatinine: number, gender: Gender, years: number): number | undefined {
  if (gender !== 'male' && gender !== 'female') return undefined
  const [kappa, alpha, factor] = gender === 'male' ? [0.9, -0.302, 1] : [0.7, -0.241, 1.012]
  const ratio = creatinine / kappa
  return 142 * Math.min(ratio, 1) ** alpha * Math.max(ratio, 1) ** -1.2 * 0.9938 ** years * factor
}
