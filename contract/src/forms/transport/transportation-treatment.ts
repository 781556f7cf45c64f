import type { Calculation } from '../calculations/calculations.ts'
import { checkedDrugRows } from '../care-rows.ts'
import { defineLine, defineProse, type Form, needed, type Section } from '../form.ts'
import { refine, replaceFields } from '../operation/refine-fields.ts'
import { transportationTreatment5 } from './transportation-treatment-5.ts'

const noneOnTheWay = { rule: 'vitals-on-the-way' } as const satisfies Calculation

function changeSection(section: Section): Section {
  const { name, fields, calculations = [] } = section
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
    case 'on-the-way':
      return {
        ...section,
        calculations: [...calculations, noneOnTheWay, { rule: 'last-vitals' }],
        fields: {
          ...fields,
          no_vitals_way_reason: { ...defineLine(300), shown: { marked: noneOnTheWay }, ...needed },
        },
      }
    case 'treatment':
      return { ...section, fields: replaceFields(fields, { drugs: { drugs: checkedDrugRows } }) }
    default:
      return section
  }
}

/**
 * The sixth version asks of a drug what the operation form asks, with the allergies of the record beside those that the
 * crew is told, and says when nobody measured vital signs on the way, or the last ones too early.
 */
export const transportationTreatment: Form = {
  ...transportationTreatment5,
  version: 6,
  sections: transportationTreatment5.sections.map(changeSection),
}
