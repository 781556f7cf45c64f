import type { Calculation } from '../calculations/calculations.ts'
import { hospitalVitalRows, withoutLevels } from '../care-rows.ts'
import { departureSteps, lifeSteps } from '../departure-steps.ts'
import { type AnswerField, type Condition, type Form, needed, type Section } from '../form.ts'
import { defineFilledText, patientFields } from '../mission-fields.ts'
import { fullVitalRows } from '../operation/operation-form-2.ts'
import { refine, replaceFields } from '../operation/refine-fields.ts'
import { oldVitalsReason } from './vitals-age.ts'

const out: Condition = { field: 'direction', of: ['OUT'] }
/** The levels of risk for which the patient is prepared step by step before the departure. */
const prepared: Condition = { field: 'risk', of: ['U', 'H', 'M'] }

const pastHistory = { kind: 'text', most: 4_000, isLong: true, ...needed } as const satisfies AnswerField
const allergies = { kind: 'text', most: 1_000, isLong: true, ...needed } as const satisfies AnswerField
const medicines = { kind: 'text', most: 2_000, isLong: true, ...needed } as const satisfies AnswerField

/**
 * Referral by ambulance (ใบส่งต่อ). Causes, kinds of patients, special diseases and roles of diagnoses are those of the
 * 43 files; levels of risk those of the public referral system; the clinical part goes by SBAR.
 */
export const ambulanceReferral1: Form = {
  name: 'ambulance-referral',
  version: 1,
  sections: [
    {
      name: 'head',
      fields: {
        referred_at: { kind: 'instant', begins: 'now', ...needed },
        direction: { kind: 'choice', options: 'referral-direction', ...needed },
        letter_number: { kind: 'text', most: 40 },
        valid_until: { kind: 'instant' },
        from_hospital: { kind: 'text', most: 200, ...needed },
        from_code: { kind: 'text', most: 9, format: 'hospital-code' },
        to_hospital: { kind: 'text', most: 200, ...needed },
        to_code: { kind: 'text', most: 9, format: 'hospital-code' },
        department: { kind: 'text', most: 100 },
        point: { kind: 'choice', options: 'referral-point', ...needed },
        coordinator_name: { kind: 'text', most: 120, shown: out },
        coordinator_phone: { kind: 'text', most: 20, format: 'phone', shown: out, ...needed },
        accepted_at: { kind: 'instant', shown: out },
        accepting_doctor: { kind: 'text', most: 120, shown: out },
        bed: { kind: 'text', most: 100, shown: out },
      },
    },
    {
      name: 'patient',
      fields: {
        patient: { kind: 'link', to: 'patient', ...needed },
        payer: { kind: 'choice', options: 'payer', ...needed },
        main_hospital: { kind: 'text', most: 200 },
        contacts: {
          kind: 'rows',
          most: 10,
          fields: {
            contact_name: { kind: 'text', most: 120, ...needed },
            contact_phone: { kind: 'text', most: 20, format: 'phone', ...needed },
            contact_relation: { kind: 'text', most: 60 },
          },
        },
      },
    },
    {
      name: 'why',
      fields: {
        cause: { kind: 'choice', options: 'referral-cause', ...needed },
        reason: { kind: 'text', most: 2_000, isLong: true, ...needed },
        lacking: { kind: 'choices', options: 'lacking-capability', ...needed },
        patient_kind: { kind: 'choice', options: 'referred-patient', ...needed },
        urgency: { kind: 'choice', options: 'referral-urgency', ...needed },
        special_diseases: { kind: 'choices', options: 'special-disease' },
        risk: { kind: 'choice', options: 'referral-risk', ...needed },
        icu_priority: {
          kind: 'choice',
          options: 'icu-priority',
          shown: { field: 'risk', of: ['U', 'H'] },
          ...needed,
        },
      },
    },
    {
      name: 'situation',
      fields: {
        complaint: { kind: 'text', most: 500, isLong: true, ...needed },
        onset_at: { kind: 'instant', ...needed, mayGiveReason: true },
        present_illness: { kind: 'text', most: 4_000, isLong: true, ...needed },
        past_history: pastHistory,
        allergies: allergies,
        medicines: medicines,
        vaccines: { kind: 'text', most: 1_000, isLong: true },
      },
    },
    {
      name: 'assessment',
      fields: {
        examination: { kind: 'text', most: 4_000, isLong: true, ...needed },
        investigations: {
          kind: 'rows',
          most: 50,
          fields: {
            investigation: { kind: 'text', most: 200, ...needed },
            result: { kind: 'text', most: 500, ...needed },
            investigated_at: { kind: 'instant' },
          },
        },
        diagnoses: {
          kind: 'rows',
          most: 20,
          need: 'always',
          fields: {
            diagnosis: { kind: 'text', most: 300, ...needed },
            icd_10: { kind: 'text', most: 8, format: 'icd-10' },
            role: { kind: 'choice', options: 'diagnosis-role', ...needed },
          },
        },
        treatments: {
          kind: 'rows',
          most: 50,
          fields: {
            drug: { kind: 'text', most: 200, ...needed },
            dose: { kind: 'text', most: 100, ...needed },
            route: { kind: 'choice', options: 'route', ...needed },
            given_at: { kind: 'instant', ...needed },
          },
        },
        procedures: {
          kind: 'rows',
          most: 30,
          fields: {
            procedure: { kind: 'text', most: 200, ...needed },
            done_at: { kind: 'instant' },
          },
        },
        fluids: { kind: 'text', most: 500, isLong: true },
        recommendation: { kind: 'text', most: 4_000, isLong: true, ...needed },
        limits_of_care: { kind: 'text', most: 1_000, isLong: true },
      },
    },
    {
      name: 'transport',
      fields: {
        mode: { kind: 'choice', options: 'referral-mode', ...needed },
        crew: { kind: 'text', most: 300, isLong: true, ...needed },
        equipment: { kind: 'choices', options: 'transport-equipment', ...needed },
        is_infectious: { kind: 'yes-no', ...needed },
        infection: {
          kind: 'text',
          most: 300,
          shown: { field: 'is_infectious', of: [true] },
          ...needed,
        },
        isolation: { kind: 'choices', options: 'isolation', ...needed },
      },
    },
    {
      name: 'departure',
      shown: prepared,
      fields: {
        ...lifeSteps,
        ...departureSteps,
      },
    },
    {
      name: 'consent',
      fields: {
        explained_by: { kind: 'text', most: 120, ...needed },
        explained_to: { kind: 'text', most: 120, ...needed },
        explained_relation: { kind: 'text', most: 60, ...needed },
        explained_at: { kind: 'instant', ...needed },
        doctor_name: { kind: 'text', most: 120, ...needed },
        doctor_licence: { kind: 'text', most: 20, ...needed },
        doctor_phone: { kind: 'text', most: 20, format: 'phone', ...needed },
      },
    },
  ],
}

const pregnancy = {
  kind: 'choice',
  options: 'pregnancy',
  shown: { field: 'sex', of: ['2'] },
} as const satisfies AnswerField
const risk = { rule: 'referral-risk', newest: 'vitals' } as const satisfies Calculation
const lowerRisk = { rule: 'lower-risk', newest: 'vitals' } as const satisfies Calculation
const whyLower = { shown: { marked: lowerRisk }, ...needed } as const

/**
 * The sections of the first version, each with what the second one adds; the signs and values that make the risk come
 * before it.
 */
function extendSections(): Section[] {
  return ambulanceReferral1.sections.flatMap((section): Section[] => {
    const { name, fields } = section
    switch (name) {
      case 'patient':
        return [{ name, fields: { ...patientFields, pregnancy, ...fields } }]
      case 'situation':
        return [
          {
            name,
            fields: {
              ...fields,
              past_history: { ...pastHistory, filled: 'diseases' },
              allergies: { ...allergies, filled: 'allergies' },
              medicines: { ...medicines, filled: 'medicines' },
            },
          },
        ]
      case 'why': {
        const { risk: level, icu_priority, ...before } = fields
        if (!level || !icu_priority) throw new Error('the first version has the risk')
        return [
          { name, fields: before },
          { name: 'vitals', fields: { vitals: hospitalVitalRows } },
          {
            name: 'risk',
            calculations: [risk, lowerRisk],
            fields: {
              risk_signs: { kind: 'choices', options: 'referral-sign', ...needed },
              risk: level,
              risk_reason: { kind: 'text', most: 300, ...whyLower },
              risk_doctor: { kind: 'text', most: 120, ...whyLower },
              icu_priority,
            },
          },
        ]
      }
      default:
        return [section]
    }
  })
}

/**
 * The second version asks for what makes the risk (signs, vital signs), and for a reason and a doctor where it is set
 * lower; what the record of the patient knows is in it from the start.
 */
export const ambulanceReferral2: Form = {
  name: 'ambulance-referral',
  version: 2,
  sections: extendSections(),
}

/** Somebody whose risk is high leaves with vital signs of now; whoever came here had theirs taken elsewhere. */
const needsFreshVitals: Condition = {
  every: [{ field: 'risk', of: ['U', 'H'] }, { not: { field: 'direction', of: ['IN'] } }],
}

/** The third version asks why the vital signs are older than half an hour. */
export const ambulanceReferral3: Form = {
  name: 'ambulance-referral',
  version: 3,
  sections: ambulanceReferral2.sections.map((section) =>
    section.name === 'vitals'
      ? {
          ...section,
          fields: {
            ...section.fields,
            [oldVitalsReason]: { kind: 'text', most: 300, shown: needsFreshVitals },
          },
        }
      : section,
  ),
}

/**
 * The fourth version keeps what the record of the patient says as it was when they were sent, has the numbers by which
 * referral systems know the letter, and can say that nothing is lacking here and that there is no special disease.
 */
export const ambulanceReferral4: Form = {
  name: 'ambulance-referral',
  version: 4,
  sections: ambulanceReferral3.sections.map((section) => {
    const { name, fields } = section
    switch (name) {
      case 'head':
        return {
          ...section,
          fields: replaceFields(
            fields,
            refine(
              fields,
              'letter_number',
              {},
              {
                refer_id: { kind: 'text', most: 40 },
                province_refer_id: { kind: 'text', most: 40 },
              },
            ),
          ),
        }
      case 'patient':
        return {
          ...section,
          fields: {
            ...fields,
            visit_number: defineFilledText('visit_number', 40),
            admission_number: defineFilledText('admission_number', 40),
            national_id: { ...defineFilledText('national_id', 13), format: 'national-id' },
            blood_group: defineFilledText('blood_group', 20),
            phone: { ...defineFilledText('phone', 20), format: 'phone' },
            address: { ...defineFilledText('address', 300), isLong: true },
          },
        }
      case 'why':
        return {
          ...section,
          fields: replaceFields(fields, {
            ...refine(fields, 'lacking', { options: 'lacking-here' }),
            ...refine(fields, 'special_diseases', { options: 'disease-of-referral' }),
          }),
        }
      case 'vitals':
        return {
          ...section,
          fields: replaceFields(fields, { vitals: { vitals: withoutLevels(fullVitalRows) } }),
        }
      case 'transport':
        return {
          ...section,
          fields: replaceFields(fields, refine(fields, 'isolation', { alone: 'STANDARD' })),
        }
      default:
        return section
    }
  }),
}
