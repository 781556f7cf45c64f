import type { Condition, Form, Section } from '../form.ts'
import { operationForm9 } from './operation-form-9.ts'
import { makeRoom, needWhere, replaceFields } from './refine-fields.ts'

/** A tube that never was in place has no depth, and nothing confirms it. */
const isTubeIn: Condition = { not: { field: 'et_success', of: [false] } }

const changeSection = (section: Section): Section =>
  section.name === 'treatment'
    ? {
        ...section,
        fields: replaceFields(
          section.fields,
          needWhere(isTubeIn, section.fields, ['et_depth', 'et_confirm']),
        ),
      }
    : section

/**
 * The tenth version asks for no depth and no confirmation of a tube that could not be placed, and has room for the
 * whole place, name, address and diseases.
 */
export const operationForm: Form = {
  ...operationForm9,
  version: 10,
  sections: makeRoom(operationForm9.sections.map(changeSection)),
}
