import { circulationRows, shockRows } from '../care-rows.ts'
import { type AnswerField, type Condition, defineLine, needed, type Section } from '../form.ts'

const flag = { kind: 'yes-no' } as const satisfies AnswerField
const instant = { kind: 'instant' } as const satisfies AnswerField
export const defineCount = (most: number, unit?: string) =>
  ({ kind: 'number', decimals: 0, possible: [0, most], ...(unit && { unit }) }) as const satisfies AnswerField

const defineBlockCondition = (block: string, ...others: Condition[]): Condition => ({
  some: [{ field: 'blocks', of: [block] }, ...others],
})

/** Parts of the record that one kind of illness opens. */
export const operationBlocks: readonly Section[] = [
  {
    name: 'chest-pain',
    shown: defineBlockCondition('CHEST_PAIN', { field: 'medical', of: ['CHEST_PAIN'] }),
    fields: {
      pain_onset_at: { ...instant, ...needed, mayGiveReason: true },
      pain_story: { kind: 'text', most: 1000, isLong: true },
      ecg_at: instant,
      ecg_reading: defineLine(500),
      is_stemi: flag,
      stemi_leads: { ...defineLine(), shown: { field: 'is_stemi', of: [true] }, ...needed },
      aspirin_given: flag,
      aspirin_at: { ...instant, shown: { field: 'aspirin_given', of: [true] }, ...needed },
      nitrate_risks: { kind: 'choices', options: 'nitrate-risk' },
      lysis_risks: { kind: 'choices', options: 'lysis-risk', shown: { field: 'is_stemi', of: [true] } },
      ecg_sent_to: defineLine(),
      ecg_sent_at: instant,
    },
  },
  {
    name: 'stroke',
    shown: defineBlockCondition('STROKE'),
    calculations: [{ rule: 'cpss' }, { rule: 'stroke-window' }],
    fields: {
      last_known_well: { ...instant, ...needed, mayGiveReason: true },
      stroke_found_at: instant,
      has_lost_balance: flag,
      has_eye_sign: flag,
      face: { ...flag, ...needed, mayGiveReason: true },
      arm: { ...flag, ...needed, mayGiveReason: true },
      speech: { ...flag, ...needed, mayGiveReason: true },
      stroke_side: { kind: 'choice', options: 'side' },
      stroke_anticoagulant: flag,
      stroke_last_dose_at: { ...instant, shown: { field: 'stroke_anticoagulant', of: [true] } },
      mrs_before: { kind: 'choice', options: 'modified-rankin' },
      stroke_notified_at: { ...instant, ...needed, mayGiveReason: true },
    },
  },
  {
    name: 'seizure',
    shown: defineBlockCondition(
      'SEIZURE',
      { field: 'medical', of: ['SEIZURE'] },
      { field: 'paediatric', of: ['CONVULSION'] },
    ),
    fields: {
      seizure_at: instant,
      seizure_minutes: defineCount(1440, 'min'),
      seizure_kind: defineLine(),
      still_seizing: flag,
      was_repeated: flag,
      has_fever: flag,
      hit_head: flag,
    },
  },
  {
    name: 'poisoning',
    shown: defineBlockCondition('POISONING', { field: 'medical', of: ['POISONING'] }),
    fields: {
      substance: { ...defineLine(), ...needed, mayGiveReason: true },
      poison_amount: defineLine(),
      poison_route: { kind: 'choice', options: 'poison-route' },
      poisoned_at: instant,
      intent: { kind: 'choice', options: 'intent' },
      is_container_kept: flag,
      is_decontaminated: flag,
    },
  },
  {
    name: 'arrest',
    shown: defineBlockCondition('ARREST', { field: 'cpr', of: ['CPR', 'AED_DF'] }),
    fields: {
      arrest_at: { ...instant, ...needed, mayGiveReason: true },
      witnessed: { kind: 'choice', options: 'witnessed', ...needed, mayGiveReason: true },
      bystander_cpr: { ...flag, ...needed, mayGiveReason: true },
      bystander_aed: flag,
      arrest_cause: { kind: 'choice', options: 'arrest-cause', ...needed, mayGiveReason: true },
      first_rhythm: { kind: 'choice', options: 'rhythm', ...needed, mayGiveReason: true },
      cpr_started_at: { ...instant, ...needed, mayGiveReason: true },
      cpr_stopped_at: instant,
      shocks: shockRows,
      arrest_airway: { kind: 'choice', options: 'arrest-airway' },
      has_rosc: { ...flag, ...needed },
      circulation_changes: circulationRows,
      arrest_outcome: { kind: 'choice', options: 'arrest-outcome', ...needed },
      arrest_end_reason: { ...defineLine(300), shown: { field: 'arrest_outcome', of: ['ENDED'] }, ...needed },
      arrest_end_by: { ...defineLine(120), shown: { field: 'arrest_outcome', of: ['ENDED'] }, ...needed },
      arrest_end_at: { ...instant, shown: { field: 'arrest_outcome', of: ['ENDED'] }, ...needed },
    },
  },
  {
    name: 'labour',
    shown: defineBlockCondition('LABOUR', { field: 'obstetric', of: ['LABOUR_PAIN'] }),
    fields: {
      gravida: defineCount(30),
      para: defineCount(30),
      gestation_weeks: { ...defineCount(45), ...needed, mayGiveReason: true },
      antenatal_place: defineLine(),
      membranes: { kind: 'choice', options: 'membranes' },
      membranes_at: { ...instant, shown: { field: 'membranes', of: ['CLEAR', 'MECONIUM', 'BLOOD'] } },
      contraction_minutes: defineCount(120, 'min'),
      is_crowning: flag,
      delivered_at: instant,
      newborns: {
        kind: 'rows',
        most: 4,
        fields: {
          newborn_sex: { kind: 'choice', options: 'sex' },
          has_cried: flag,
          cord_clamped_at: instant,
        },
      },
      apgars: {
        kind: 'rows',
        most: 12,
        calculations: [{ rule: 'apgar' }],
        fields: {
          apgar_minute: { kind: 'choice', options: 'apgar-minute', ...needed },
          apgar_appearance: { kind: 'choice', options: 'apgar-appearance' },
          apgar_pulse: { kind: 'choice', options: 'apgar-pulse' },
          apgar_grimace: { kind: 'choice', options: 'apgar-grimace' },
          apgar_activity: { kind: 'choice', options: 'apgar-activity' },
          apgar_respiration: { kind: 'choice', options: 'apgar-respiration' },
        },
      },
      placenta_at: instant,
      blood_loss_ml: { ...defineCount(10_000, 'mL') },
      uterine_massage: flag,
      oxytocin_given: flag,
    },
  },
  {
    name: 'psychiatric',
    shown: defineBlockCondition('PSYCHIATRIC', { field: 'other_illness', of: ['PSYCH'] }),
    fields: {
      danger_to: { kind: 'choices', options: 'danger-to', ...needed },
      weapon: defineLine(),
      is_restrained: flag,
      restraint_kind: { ...defineLine(), shown: { field: 'is_restrained', of: [true] }, ...needed },
      restraint_order: { ...defineLine(120), shown: { field: 'is_restrained', of: [true] }, ...needed },
      limb_checks: {
        kind: 'rows',
        most: 30,
        shown: { field: 'is_restrained', of: [true] },
        fields: {
          limb_checked_at: { kind: 'instant', begins: 'now', ...needed },
          limb_state: { ...defineLine(), ...needed },
        },
      },
      has_police: flag,
    },
  },
  {
    name: 'sepsis',
    shown: defineBlockCondition('SEPSIS'),
    calculations: [{ rule: 'qsofa', newest: 'vitals' }],
    fields: {
      infection_source: { ...defineLine(), ...needed, mayGiveReason: true },
      antibiotic_given: flag,
      antibiotic: { ...defineLine(), shown: { field: 'antibiotic_given', of: [true] }, ...needed },
    },
  },
]
