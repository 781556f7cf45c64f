import type { Age } from '../age.ts'
import { getLowestSystolic, getMeanPressure } from '../triage.ts'
import { type Finding, findBroken } from './finding.ts'

/**
 * How likely a patient is to become worse on the way, the worst first: unstable; stable with a high, a moderate, a low
 * or no risk. These letters are in use in Thailand.
 */
export const referralRisks = ['U', 'H', 'M', 'L', 'N'] as const
export type ReferralRisk = (typeof referralRisks)[number]

/**
 * What somebody knows of the patient, by the risk that it makes. `ARREST`: within 24 hours. `VENTILATED`: with a tube,
 * a ventilator or NIV. `THROMBOLYTIC`: running, or within 24 hours. `PRETERM_LABOUR`: from 4 cm on. `DRIP`: heparin,
 * nitrate, insulin or electrolytes. `DKA` and `GI_BLEEDING`: stable. `LINE`: fluid or a lock.
 */
export const referralSigns = {
  U: ['CANNOT_STABILISE', 'ARREST', 'BLEEDING_SURGERY', 'VENTRICULAR_ARRHYTHMIA'],
  H: [
    'VENTILATED',
    'VASOACTIVE',
    'THROMBOLYTIC',
    'STEMI',
    'STROKE_IN_WINDOW',
    'MAJOR_TRAUMA',
    'PRETERM_LABOUR',
  ],
  M: ['ECG_MONITORING', 'DRIP', 'CHEST_DRAIN', 'DKA', 'GI_BLEEDING'],
  L: ['LINE', 'PAIN_DRUG', 'STABLE_FRACTURE', 'CALM_PSYCHIATRIC'],
} as const
export type ReferralSign = (typeof referralSigns)[keyof typeof referralSigns][number]

const signsOfDevice: Readonly<Record<string, ReferralSign>> = {
  NIV: 'VENTILATED',
  BVM: 'VENTILATED',
  SGA: 'VENTILATED',
  ETT: 'VENTILATED',
}
const signsOfRhythm: Readonly<Record<string, ReferralSign>> = {
  VT_PULSE: 'VENTRICULAR_ARRHYTHMIA',
  VF: 'VENTRICULAR_ARRHYTHMIA',
  PVT: 'VENTRICULAR_ARRHYTHMIA',
  PEA: 'ARREST',
  ASYSTOLE: 'ARREST',
}

/**
 * The signs that a set of vital signs shows by itself: through what the patient breathes, and the rhythm of the heart.
 */
export const listMeasuredSigns = ({
  device,
  rhythm,
}: {
  device: string | null
  rhythm: string | null
}): ReferralSign[] =>
  [signsOfDevice[device ?? ''], signsOfRhythm[rhythm ?? '']].filter((sign) => sign !== undefined)

/**
 * Null is what nobody has measured. `map`: as a device measured it. `oxygen_device`: through what the patient gets
 * oxygen; null on room air. `oxygen_flow` in litres per minute; 0 is room air.
 */
export type ReferralValues = {
  systolic: number | null
  diastolic: number | null
  map: number | null
  gcs: number | null
  news2: number | null
  oxygen_device: string | null
  oxygen_flow: number | null
}

export type ReferralRiskInput = {
  /** Null while nobody has said which there are; empty if there is none. */
  signs: readonly ReferralSign[] | null
  values: ReferralValues
  /** Whether a tube keeps the airway open; null if nobody knows, which counts as no. */
  isAirwaySecured: boolean | null
  /** Null if nobody knows the date of birth: the patient then counts as an adult. */
  age: Age | null
  /** Whether the hospital takes the lowest systolic pressure of children by age, and not 90 for everybody. */
  usesPaediatricPressure: boolean
}

/** What the device alone says of the oxygen. */
type OxygenSign = 'OXYGEN_HIGH' | 'OXYGEN_FLOW_UNKNOWN'

export type ReferralMeasure = 'systolic' | 'map' | 'gcs' | 'news2' | 'oxygen_flow'
export type ReferralFinding = Finding<ReferralSign | OxygenSign, ReferralMeasure>

/** The worst risk that fired, and all that fired at it. */
export type ReferralSuggestion = { level: ReferralRisk; findings: ReferralFinding[] }

const adultSystolic = 90

/** Lowest mean pressure of an adult. There is none by age: where the systolic one is by age, it is not judged. */
function findLowMean(values: ReferralValues, lowest: number): ReferralFinding[] {
  const mean = getMeanPressure(values)
  if (mean === null || lowest < adultSystolic) return []
  return findBroken('map', mean, '<', 65).map((finding) => ({
    ...finding,
    value: Math.round(mean * 10) / 10,
  }))
}

/** A Venturi mask has no flow of its own; a mask with a reservoir works with 10 litres and more. */
const highFlowDevices = new Set(['VENTURI', 'HFNC'])

function findOxygenSigns({ oxygen_device, oxygen_flow }: ReferralValues): OxygenSign[] {
  if (oxygen_device === null) return []
  if (highFlowDevices.has(oxygen_device)) return ['OXYGEN_HIGH']
  if (oxygen_flow !== null) return []
  return [oxygen_device === 'RESERVOIR' ? 'OXYGEN_HIGH' : 'OXYGEN_FLOW_UNKNOWN']
}

/**
 * The risk that the findings suggest, after the Guide for Interfacility Patient Transfer (NHTSA 2006). Null while
 * nothing fired and nobody has said what there is. A doctor confirms it. Default of the panel: the medical director
 * of a hospital approves the criteria.
 */
export function suggestReferralRisk(input: ReferralRiskInput): ReferralSuggestion | null {
  const { signs, values, isAirwaySecured, age, usesPaediatricPressure } = input
  const { systolic, gcs, news2, oxygen_flow } = values
  const lowest = getLowestSystolic(age, usesPaediatricPressure)
  const listSigns = (level: keyof typeof referralSigns) =>
    referralSigns[level].filter((sign) => signs?.some((one) => one === sign)).map((of) => ({ of }))
  const listOxygen = (sign: OxygenSign) =>
    findOxygenSigns(values)
      .filter((one) => one === sign)
      .map((of) => ({ of }))
  const found: [level: ReferralRisk, findings: ReferralFinding[]][] = [
    [
      'U',
      [
        ...listSigns('U'),
        ...findBroken('systolic', systolic, '<', lowest),
        ...findLowMean(values, lowest),
        ...(isAirwaySecured ? [] : findBroken('gcs', gcs, '≤', 8)),
        ...findBroken('news2', news2, '≥', 9),
      ],
    ],
    ['H', [...listSigns('H'), ...findBroken('gcs', gcs, '≤', 12), ...findBroken('news2', news2, '≥', 7)]],
    [
      'M',
      [
        ...listSigns('M'),
        ...findBroken('oxygen_flow', oxygen_flow, '>', 5),
        ...listOxygen('OXYGEN_HIGH'),
        ...findBroken('news2', news2, '≥', 5),
      ],
    ],
    [
      'L',
      [
        ...listSigns('L'),
        ...findBroken('oxygen_flow', oxygen_flow, '>', 0),
        ...listOxygen('OXYGEN_FLOW_UNKNOWN'),
      ],
    ],
  ]
  const worst = found.find(([, findings]) => findings.length > 0)
  if (worst) return { level: worst[0], findings: worst[1] }
  return signs === null ? null : { level: 'N', findings: [] }
}

/** The result is below 0 if the first risk is worse. */
export const compareReferralRisks = (one: ReferralRisk, other: ReferralRisk): number =>
  referralRisks.indexOf(one) - referralRisks.indexOf(other)
