import type { AnswerField, Condition, Form } from '../form.ts'
import { refine, replaceFields } from '../operation/refine-fields.ts'
import { ambulanceRequest2 } from './ambulance-request-2.ts'

/** Whoever is carried from one place to another is known, or is known to be unknown. */
const isNamed: Condition = {
  every: [
    { field: 'kind', of: ['REFER_OUT', 'REFER_BACK', 'APPOINTMENT', 'DISCHARGE_HOME'] },
    { not: { field: 'is_patient_unknown', of: [true] } },
  ],
}

/** An age below a year is told in months, one below a month in days; it may be estimated. */
const ageParts = {
  age_months: { kind: 'number', decimals: 0, possible: [0, 11], filled: 'age_months' },
  age_days: { kind: 'number', decimals: 0, possible: [0, 30], filled: 'age_days' },
  is_age_estimated: { kind: 'yes-no', filled: 'is_age_estimated' },
} as const satisfies Record<string, AnswerField>

/**
 * The third version needs to know who is carried by plan, writes what the record of a known patient says, and tells the
 * age of a baby or one that is estimated.
 */
export const ambulanceRequest3: Form = {
  name: 'ambulance-request',
  version: 3,
  sections: ambulanceRequest2.sections.map((section) => {
    const { name, fields } = section
    if (name !== 'patient') return section
    return {
      ...section,
      calculations: [{ rule: 'age' }],
      fields: replaceFields(fields, {
        ...refine(
          fields,
          'patient_name',
          { filled: 'patient_name', need: isNamed },
          { is_patient_unknown: { kind: 'yes-no' } },
        ),
        ...refine(fields, 'sex', { filled: 'sex' }),
        ...refine(fields, 'age_years', { filled: 'age_years' }, ageParts),
        ...refine(fields, 'national_id', { filled: 'national_id' }),
        ...refine(fields, 'patient_phone', { filled: 'phone' }),
        ...refine(fields, 'allergies', { filled: 'allergies' }),
        ...refine(fields, 'diseases', { filled: 'diseases' }),
        ...refine(fields, 'medicines', { filled: 'medicines' }),
      }),
    }
  }),
}
