import { checkedDrugRows } from '../care-rows.ts'
import { defineProse, type Form, type Section } from '../form.ts'
import { refine, replaceFields } from '../operation/refine-fields.ts'
import { transportationTreatment5 } from './transportation-treatment-5.ts'

function changeSection(section: Section): Section {
  const { name, fields } = section
  switch (name) {
    case 'before':
      return {
        ...section,
        fields: replaceFields(fields, {
          allergies: {
            known_allergies: { ...defineProse(500), filled: 'record_allergies', isKnown: true },
            ...refine(fields, 'allergies', {})['allergies'],
          },
        }),
      }
    case 'treatment':
      return { ...section, fields: replaceFields(fields, { drugs: { drugs: checkedDrugRows } }) }
    default:
      return section
  }
}

/**
 * The sixth version asks of a drug what the operation form asks, with the allergies of the record beside those that the
 * crew is told.
 */
export const transportationTreatment: Form = {
  ...transportationTreatment5,
  version: 6,
  sections: transportationTreatment5.sections.map(changeSection),
}
