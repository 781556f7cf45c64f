import type { Form, Section } from '../form.ts'
import { makeRoom, refine, replaceFields } from '../operation/refine-fields.ts'
import { transportationTreatment10 } from './transportation-treatment-10.ts'

const changeSection = (section: Section): Section =>
  section.name === 'journey'
    ? {
        ...section,
        fields: replaceFields(
          section.fields,
          refine(section.fields, 'unit_level', { options: 'operation-level' }),
        ),
      }
    : section

/**
 * The eleventh version has room for the whole place where the patient was picked up and for long names, and the
 * intermediate level of older units.
 */
export const transportationTreatment: Form = {
  ...transportationTreatment10,
  version: 11,
  sections: makeRoom(transportationTreatment10.sections.map(changeSection)),
}
