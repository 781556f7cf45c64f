import type { Form, Section } from '../form.ts'
import { operationForm6 } from './operation-form-6.ts'
import { addCalculations } from './refine-fields.ts'

const judgeCourse = (section: Section): Section => ({
  ...section,
  calculations: [{ rule: 'vitals-course', newest: 'vitals' }],
  fields: {
    ...section.fields,
    vitals: addCalculations(section.fields['vitals'], [{ rule: 'vitals-course-row' }]),
  },
})

/**
 * The seventh version says which vital signs are late by the risk that those before suggest, when the next are due, and
 * that there are none of the scene or of the way.
 */
export const operationForm7: Form = {
  ...operationForm6,
  version: 7,
  sections: operationForm6.sections.map((section) =>
    section.name === 'vitals' ? judgeCourse(section) : section,
  ),
}
