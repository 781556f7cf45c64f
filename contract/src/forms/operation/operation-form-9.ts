import type { Form } from '../form.ts'
import { operationForm8 } from './operation-form-8.ts'
import { extendLists } from './refine-fields.ts'

/** The ninth version has room for long lists of allergies and medicines of the record. */
export const operationForm9: Form = {
  ...operationForm8,
  version: 9,
  sections: operationForm8.sections.map((section) =>
    section.name === 'history'
      ? { ...section, fields: extendLists(section.fields, ['known_allergies', 'allergies', 'medicines']) }
      : section,
  ),
}
