import type { Calculation } from '../calculations/calculations.ts'
import { bleedingFields } from '../care-rows.ts'
import { defineLine, type Form, needed, type Section } from '../form.ts'
import { ageParts } from '../mission-fields.ts'
import { addCalculations, extendRows, refine, replaceFields, showWhere } from '../operation/refine-fields.ts'
import { transportationTreatment8 } from './transportation-treatment-8.ts'

const dripCheck = { rule: 'allergy-check', named: { drug_name: 'drip_drug' } } as const satisfies Calculation

function changeSection(section: Section): Section {
  const { name, fields } = section
  switch (name) {
    case 'journey':
      return {
        ...section,
        calculations: [...(section.calculations ?? []), { rule: 'age' }],
        fields: replaceFields(fields, { age_months: ageParts }),
      }
    case 'before': {
      const { shown } = fields['is_pulse_regular'] ?? {}
      const bleeding = shown
        ? replaceFields(bleedingFields, showWhere(shown, bleedingFields))
        : bleedingFields
      return { ...section, fields: replaceFields(fields, refine(fields, 'is_pulse_regular', {}, bleeding)) }
    }
    case 'treatment': {
      const drips = extendRows(fields['drips'], 'drip_drug', {
        drip_reason: { ...defineLine(300), shown: { marked: dripCheck }, ...needed },
      })
      return {
        ...section,
        fields: replaceFields(fields, { drips: { drips: addCalculations(drips, [dripCheck]) } }),
      }
    }
    default:
      return section
  }
}

/**
 * The ninth version compares the drugs of a drip with the allergies, has the bleeding among the survey, and tells the
 * age of a newborn in days.
 */
export const transportationTreatment9: Form = {
  ...transportationTreatment8,
  version: 9,
  sections: transportationTreatment8.sections.map(changeSection),
}
