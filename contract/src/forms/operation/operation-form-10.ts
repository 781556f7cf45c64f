import type { Condition, Form, Section } from '../form.ts'
import { satisfactionFields } from '../transport/satisfaction-fields.ts'
import { operationForm9 } from './operation-form-9.ts'
import { makeRoom, needWhere, refine, replaceFields } from './refine-fields.ts'

/** A tube that never was in place has no depth, and nothing confirms it. */
const isTubeIn: Condition = { not: { field: 'et_success', of: [false] } }

/** What was done before the crew came has a time, or a name, that nobody may know. */
const unknown = { mayGiveReason: true } as const

function changeFields({ name, fields }: Section): Section['fields'] {
  switch (name) {
    case 'chest-pain':
      return replaceFields(fields, refine(fields, 'aspirin_at', unknown))
    case 'sepsis':
      return replaceFields(fields, refine(fields, 'antibiotic', unknown))
    case 'treatment':
      return replaceFields(fields, {
        ...refine(fields, 'tourniquet_at', unknown),
        ...needWhere(isTubeIn, fields, ['et_depth', 'et_confirm']),
      })
    default:
      return fields
  }
}

/**
 * The tenth version asks for no depth and no confirmation of a tube that could not be placed, takes a reason where
 * nobody knows when a tourniquet was applied or aspirin given, or which antibiotic it was, and has room for the whole
 * place, name, address and diseases. It asks for the satisfaction as the transfer sheet does, which a mission to a
 * scene does not have.
 */
export const operationForm10: Form = {
  ...operationForm9,
  version: 10,
  sections: [
    ...makeRoom(operationForm9.sections.map((section) => ({ ...section, fields: changeFields(section) }))),
    { name: 'satisfaction', later: 'form:use', fields: satisfactionFields },
  ],
}
