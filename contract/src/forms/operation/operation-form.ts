import type { Form } from '../form.ts'
import { operationForm10 } from './operation-form-10.ts'
import { refine, replaceFields } from './refine-fields.ts'

/** The eleventh version numbers the patients of a mission, and writes the codes of the call and of the scene in one. */
export const operationForm: Form = {
  ...operationForm10,
  version: 11,
  sections: operationForm10.sections.map((section) =>
    section.name === 'unit'
      ? {
          ...section,
          fields: replaceFields(
            section.fields,
            refine(section.fields, 'patient_number', { filled: 'patient_number' }),
          ),
          calculations: [{ rule: 'dispatch-code' }, { rule: 'response-code' }],
        }
      : section,
  ),
}
