import type { Form } from '../form.ts'
import { extendLists, refine, replaceFields } from '../operation/refine-fields.ts'
import { transportationTreatment9 } from './transportation-treatment-9.ts'

/**
 * The tenth version has room for long lists of allergies of the record, and takes a reason for a risk that nobody told:
 * not every patient comes with a referral.
 */
export const transportationTreatment10: Form = {
  ...transportationTreatment9,
  version: 10,
  sections: transportationTreatment9.sections.map((section) => {
    const { name, fields } = section
    if (name === 'before')
      return { ...section, fields: extendLists(fields, ['known_allergies', 'allergies']) }
    if (name === 'risk')
      return {
        ...section,
        fields: replaceFields(fields, refine(fields, 'risk_referred', { mayGiveReason: true })),
      }
    return section
  }),
}
