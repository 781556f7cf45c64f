import { type QuantityName, quantities } from '../clinical/vital-signs.ts'
import { type AnswerField, type Condition, needed, type RowsField } from './form.ts'

/** What a basic unit does not measure; while nobody has said which unit it is, everything is shown. */
export const isAdvanced: Condition = { not: { field: 'unit_level', of: ['FR', 'BLS'] } }

const defineNumber = (
  possible: readonly [number, number],
  plausible: readonly [number, number],
  unit: string,
  decimals = 0,
) => ({ kind: 'number', decimals, possible, plausible, unit }) as const satisfies AnswerField

/**
 * A vital sign as the panel describes it; plausible is what adults have. If that changes, the released versions keep
 * these numbers: they are then written out here.
 */
const deriveVital = (name: QuantityName) => {
  const { min, max, usual, unit, decimals } = quantities[name]
  return defineNumber([min, max], usual?.adult ?? [min, max], unit, decimals)
}

const pupil = {
  kind: 'number',
  decimals: 0,
  possible: [1, 9],
  unit: 'mm',
  shown: isAdvanced,
} as const satisfies AnswerField

/** One set of vital signs: on contact, on the way, at the hand-over. In an arrest 0 is a value. */
export const vitalRows = {
  kind: 'rows',
  most: 60,
  need: 'always',
  measuredAt: 'measured_at',
  calculations: [
    { rule: 'gcs' },
    { rule: 'map' },
    { rule: 'shock-index' },
    { rule: 'rts' },
    { rule: 'news2' },
  ],
  fields: {
    measured_at: { kind: 'instant', begins: 'now', ...needed },
    systolic: deriveVital('systolic'),
    diastolic: deriveVital('diastolic'),
    // The official sheets count it by the minute, as they do the respiration.
    pulse: { ...deriveVital('pulse'), unit: '/min' },
    respiration_rate: deriveVital('respiration_rate'),
    spo2: deriveVital('spo2'),
    oxygen_device: { kind: 'choice', options: 'oxygen-device' },
    oxygen_flow: {
      ...defineNumber([0, 80], [0, 60], 'L/min', 1),
      shown: {
        field: 'oxygen_device',
        of: ['CANNULA', 'SIMPLE_MASK', 'RESERVOIR', 'HFNC', 'BVM', 'TRACHEOSTOMY'],
      },
    },
    oxygen_share: {
      ...defineNumber([21, 100], [21, 100], '%'),
      shown: { field: 'oxygen_device', of: ['VENTURI', 'HFNC', 'NIV', 'ETT', 'SGA', 'TRACHEOSTOMY'] },
    },
    temperature: deriveVital('temperature'),
    eye: { kind: 'choice', options: 'gcs-eye', mayGiveReason: true, shown: isAdvanced, ...needed },
    verbal: { kind: 'choice', options: 'gcs-verbal', mayGiveReason: true, shown: isAdvanced, ...needed },
    motor: { kind: 'choice', options: 'gcs-motor', mayGiveReason: true, shown: isAdvanced, ...needed },
    consciousness: { kind: 'choice', options: 'consciousness' },
    basic_consciousness: {
      kind: 'choice',
      options: 'basic-consciousness',
      shown: { field: 'unit_level', of: ['FR', 'BLS'] },
    },
    pain_score: deriveVital('pain_score'),
    blood_glucose: deriveVital('blood_glucose'),
    beyond: { kind: 'choice', options: 'glucose-beyond' },
    right_pupil: pupil,
    right_reaction: { kind: 'choice', options: 'pupil-reaction', shown: isAdvanced },
    left_pupil: pupil,
    left_reaction: { kind: 'choice', options: 'pupil-reaction', shown: isAdvanced },
    etco2: { ...deriveVital('etco2'), shown: isAdvanced },
    rhythm: { kind: 'choice', options: 'rhythm', shown: isAdvanced },
    skin: { kind: 'choices', options: 'skin' },
    capillary_refill: defineNumber([0, 20], [0, 6], 's', 1),
    is_before_arrival: { kind: 'yes-no' },
    measured_by: { kind: 'text', most: 120 },
  },
} as const satisfies RowsField

/** A set of vital signs in a hospital, where no level of a unit hides anything. */
export const withoutLevels = (rows: RowsField): RowsField => ({
  ...rows,
  fields: Object.fromEntries(
    Object.entries<AnswerField>(rows.fields).flatMap(([name, field]) => {
      if (name === 'basic_consciousness' || name === 'is_before_arrival') return []
      const { shown, ...always } = field
      return [[name, shown === isAdvanced ? (always as AnswerField) : field]]
    }),
  ),
})

export const hospitalVitalRows = withoutLevels(vitalRows)

/** Drugs that need a pump, or are counted by two people, say so beside the row. */
export const drugRows = {
  kind: 'rows',
  most: 60,
  calculations: [{ rule: 'dose' }, { rule: 'dose-check' }],
  fields: {
    drug: { kind: 'choice', options: 'drug', ...needed },
    other_drug: { kind: 'text', most: 200, shown: { field: 'drug', of: ['OTHER'] }, ...needed },
    dose: { kind: 'number', decimals: 3, possible: [0, 100_000], ...needed },
    dose_unit: { kind: 'choice', options: 'dose-unit', ...needed },
    route: { kind: 'choice', options: 'route', ...needed },
    given_at: { kind: 'instant', begins: 'now', ...needed },
    given_by: { kind: 'text', most: 120, ...needed },
    ordered_by: { kind: 'choice', options: 'drug-order', ...needed },
    ordering_doctor: { kind: 'text', most: 120, shown: { field: 'ordered_by', of: ['DOCTOR'] }, ...needed },
    dose_reason: { kind: 'text', most: 300 },
    response: { kind: 'choice', options: 'drug-response' },
    reaction: { kind: 'text', most: 300 },
    wasted: {
      kind: 'text',
      most: 100,
      shown: { field: 'drug', of: ['DIAZEPAM', 'MIDAZOLAM', 'MORPHINE', 'FENTANYL', 'KETAMINE'] },
    },
    waste_witness: {
      kind: 'text',
      most: 120,
      shown: { field: 'drug', of: ['DIAZEPAM', 'MIDAZOLAM', 'MORPHINE', 'FENTANYL', 'KETAMINE'] },
      ...needed,
      mayGiveReason: true,
    },
    is_before_arrival: { kind: 'yes-no' },
  },
} as const satisfies RowsField

const pumpedDrugs = ['NOREPINEPHRINE', 'DOPAMINE', 'DOBUTAMINE'] as const

const { dose_reason, ...drugFields } = drugRows.fields

/** A dose in doubt has a reason; a drip that needs a pump or a target pressure says so. */
export const checkedDrugRows = {
  ...drugRows,
  fields: {
    ...drugFields,
    is_on_pump: { kind: 'yes-no', shown: { field: 'drug', of: pumpedDrugs }, ...needed, mayGiveReason: true },
    target_pressure: {
      kind: 'text',
      most: 60,
      shown: { field: 'drug', of: ['NICARDIPINE'] },
      ...needed,
      mayGiveReason: true,
    },
    dose_reason: { ...dose_reason, shown: { marked: { rule: 'dose-check' } }, ...needed },
  },
} as const satisfies RowsField

export const fluidRows = {
  kind: 'rows',
  most: 30,
  fields: {
    fluid: { kind: 'choice', options: 'fluid', ...needed },
    other_fluid: { kind: 'text', most: 120, shown: { field: 'fluid', of: ['OTHER'] }, ...needed },
    hung_ml: {
      kind: 'number',
      decimals: 0,
      possible: [1, 5000],
      plausible: [50, 1000],
      unit: 'mL',
      ...needed,
    },
    rate_ml_h: { kind: 'number', decimals: 0, possible: [0, 9999], plausible: [0, 3000], unit: 'mL/h' },
    access_site: { kind: 'text', most: 100 },
    gauge: { kind: 'choice', options: 'gauge' },
    started_at: { kind: 'instant', begins: 'now', ...needed },
    stopped_at: { kind: 'instant' },
    given_ml: { kind: 'number', decimals: 0, possible: [0, 5000], unit: 'mL' },
    attempts: { kind: 'number', decimals: 0, possible: [1, 20], plausible: [1, 4] },
  },
} as const satisfies RowsField

export const procedureRows = {
  kind: 'rows',
  most: 40,
  fields: {
    procedure: { kind: 'choice', options: 'procedure', ...needed },
    procedure_detail: { kind: 'text', most: 200 },
    done_at: { kind: 'instant', begins: 'now', ...needed },
    done_by: { kind: 'text', most: 120 },
    tries: { kind: 'number', decimals: 0, possible: [1, 20], plausible: [1, 4] },
    was_successful: { kind: 'yes-no' },
  },
} as const satisfies RowsField

/** Shocks, each with what the heart did after it. */
export const shockRows = {
  kind: 'rows',
  most: 40,
  calculations: [{ rule: 'shock-energy' }, { rule: 'energy-check' }],
  fields: {
    shocked_at: { kind: 'instant', begins: 'now', ...needed },
    energy: { kind: 'number', decimals: 0, possible: [1, 400], plausible: [2, 360], unit: 'J', ...needed },
    is_synchronised: { kind: 'yes-no' },
    rhythm_after: { kind: 'choice', options: 'rhythm', mayGiveReason: true, ...needed },
  },
} as const satisfies RowsField

/** A shock of more energy than the list has says why. */
export const checkedShockRows = {
  ...shockRows,
  fields: {
    ...shockRows.fields,
    energy_reason: { kind: 'text', most: 300, shown: { marked: { rule: 'energy-check' } }, ...needed },
  },
} as const satisfies RowsField

/** The time of each return of the circulation, and of each time that it was lost again. */
export const circulationRows = {
  kind: 'rows',
  most: 20,
  fields: {
    circulation: { kind: 'choice', options: 'circulation', ...needed },
    circulation_at: { kind: 'instant', begins: 'now', ...needed },
  },
} as const satisfies RowsField

/** ABCDE, on the first look at a patient. */
export const survey = {
  airway: { kind: 'choices', options: 'airway-state', ...needed, mayGiveReason: true },
  has_spine_risk: { kind: 'yes-no' },
  breathing: { kind: 'choice', options: 'breathing-state', ...needed, mayGiveReason: true },
  right_lung: { kind: 'choice', options: 'lung-sound', shown: isAdvanced },
  left_lung: { kind: 'choice', options: 'lung-sound', shown: isAdvanced },
  effort: { kind: 'choices', options: 'breathing-effort', shown: isAdvanced },
  chest: { kind: 'choices', options: 'chest-wall', shown: isAdvanced },
  pulse_quality: { kind: 'choice', options: 'pulse-quality', ...needed, mayGiveReason: true },
  is_pulse_regular: { kind: 'yes-no' },
  survey_consciousness: { kind: 'choice', options: 'consciousness', ...needed, mayGiveReason: true },
  right_arm_power: { kind: 'choice', options: 'motor-power', shown: isAdvanced },
  left_arm_power: { kind: 'choice', options: 'motor-power', shown: isAdvanced },
  right_leg_power: { kind: 'choice', options: 'motor-power', shown: isAdvanced },
  left_leg_power: { kind: 'choice', options: 'motor-power', shown: isAdvanced },
  is_seizing: { kind: 'yes-no' },
  has_rash: { kind: 'yes-no' },
  is_log_rolled: { kind: 'yes-no' },
  exposure: { kind: 'text', most: 500, isLong: true },
} as const satisfies Record<string, AnswerField>

/** What stands under C of the survey, of somebody who bleeds without an injury, too. */
export const bleedingFields = {
  bleeding: { kind: 'choice', options: 'blood-loss', mayGiveReason: true },
  bleeding_ml: {
    kind: 'number',
    decimals: 0,
    possible: [0, 10_000],
    unit: 'mL',
    shown: { field: 'bleeding', of: ['EXT_STOPPED', 'EXT_ACTIVE', 'INTERNAL'] },
  },
} as const satisfies Record<string, AnswerField>
