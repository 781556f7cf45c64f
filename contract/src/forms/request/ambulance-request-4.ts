import type { AnswerField, Condition, Field, Form } from '../form.ts'
import { replaceFields } from '../operation/refine-fields.ts'
import { ambulanceRequest3 } from './ambulance-request-3.ts'

const ageIsTold: Condition = { not: { field: 'date_of_birth', isAnswered: true } }

/** The age derives from a date of birth: it is told where nobody knows one. */
const toldAge = (name: string, { filled: _filled, ...field }: Field) => ({
  [name]: { ...field, shown: ageIsTold } as Field,
})

const birth = {
  date_of_birth: { kind: 'date', filled: 'date_of_birth' },
} as const satisfies Record<string, AnswerField>

/** The fourth version knows the date of birth, by which the same patient is found again at the hospital. */
export const ambulanceRequest4: Form = {
  name: 'ambulance-request',
  version: 4,
  sections: ambulanceRequest3.sections.map((section) => {
    const { name, fields } = section
    if (name !== 'patient') return section
    const ages = ['age_years', 'age_months', 'age_days', 'is_age_estimated'].map(
      (age) => [age, toldAge(age, fields[age] as Field)] as const,
    )
    const { age_years, ...others } = Object.fromEntries(ages)
    return {
      ...section,
      calculations: [{ rule: 'age-at-call' }],
      fields: replaceFields(fields, { ...others, age_years: { ...birth, ...age_years } }),
    }
  }),
}
