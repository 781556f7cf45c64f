import type { Age } from '../age.ts'
import { type Finding, findBroken } from './finding.ts'

/** Injuries and signs of a high risk of serious injury. */
export const redTraumaSigns = [
  'PENETRATING',
  'SKULL_FRACTURE',
  'SPINE_DEFICIT',
  'CHEST_WALL',
  'PELVIC_FRACTURE',
  'TWO_LONG_BONES',
  'MANGLED_LIMB',
  'AMPUTATION',
  'BLEEDING',
  'RESPIRATORY_DISTRESS',
] as const
export type RedTraumaSign = (typeof redTraumaSigns)[number]

/**
 * How it happened: a moderate risk of serious injury. `INTRUSION`: more than 30 cm beside the patient, or 45 cm
 * anywhere. A fall counts by its height.
 */
export const yellowTraumaSigns = [
  'EJECTION',
  'INTRUSION',
  'ENTRAPMENT',
  'DEATH_IN_VEHICLE',
  'CHILD_UNRESTRAINED',
  'RIDER_SEPARATED',
  'PEDESTRIAN_THROWN',
] as const
export type YellowTraumaSign = (typeof yellowTraumaSigns)[number]

/**
 * Null is what nobody has measured. `motor`: 1 to 6 of the coma scale. `pulse`: with the systolic pressure that was
 * measured with it. `fall_height` in metres.
 */
export type FieldTriageInput = {
  signs: readonly (RedTraumaSign | YellowTraumaSign)[]
  motor: number | null
  respiration_rate: number | null
  spo2: number | null
  systolic: number | null
  pulse: { value: number; systolic: number } | null
  fall_height: number | null
  /** An unknown age counts as 10 to 64 years. */
  age: Age | null
}

export type FieldTriageMeasure = 'motor' | 'respiration_rate' | 'spo2' | 'systolic' | 'pulse' | 'fall_height'
type RedFinding = Finding<RedTraumaSign, FieldTriageMeasure>
type YellowFinding = Finding<YellowTraumaSign, FieldTriageMeasure>

/** `alert`: the worse one that fired, null if none did. The lists name all that fired. */
export type FieldTriage = { alert: 'RED' | 'YELLOW' | null; red: RedFinding[]; yellow: YellowFinding[] }

/** The systolic pressure under which a pressure is too low. */
function getLowestFieldSystolic(age: Age | null): number {
  if (age === null) return 90
  if (age.years < 10) return 70 + 2 * age.years
  return age.years < 65 ? 90 : 110
}

/**
 * The alerts of the National Guideline for the Field Triage of Injured Patients (ACS-COT 2021). The pulse is compared
 * with the pressure from ten years on. An SpO₂ under 90 % counts with oxygen as well, where it is worse than on room
 * air. What the guideline leaves to the judgement of the crew is not computed.
 */
export function suggestFieldTriage(input: FieldTriageInput): FieldTriage {
  const { signs, motor, respiration_rate, spo2, systolic, pulse, fall_height, age } = input
  const comparesPulse = age === null || age.years >= 10
  const red: RedFinding[] = [
    ...redTraumaSigns.filter((sign) => signs.includes(sign)).map((of) => ({ of })),
    ...findBroken('motor', motor, '<', 6),
    ...findBroken('respiration_rate', respiration_rate, '<', 10),
    ...findBroken('respiration_rate', respiration_rate, '>', 29),
    ...findBroken('spo2', spo2, '<', 90),
    ...findBroken('systolic', systolic, '<', getLowestFieldSystolic(age)),
    ...(comparesPulse && pulse ? findBroken('pulse', pulse.value, '>', pulse.systolic) : []),
  ]
  const yellow: YellowFinding[] = [
    ...yellowTraumaSigns.filter((sign) => signs.includes(sign)).map((of) => ({ of })),
    ...findBroken('fall_height', fall_height, '>', 3),
  ]
  return { alert: red.length > 0 ? 'RED' : yellow.length > 0 ? 'YELLOW' : null, red, yellow }
}
