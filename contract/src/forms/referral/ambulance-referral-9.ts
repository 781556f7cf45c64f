import type { Form, Section } from '../form.ts'
import { ageParts } from '../mission-fields.ts'
import { addCalculations, replaceFields } from '../operation/refine-fields.ts'
import { ambulanceReferral8 } from './ambulance-referral-8.ts'

function changeSection(section: Section): Section {
  const { fields, calculations = [] } = section
  const { age_months, treatments, investigations } = fields
  if (age_months)
    return {
      ...section,
      calculations: [...calculations, { rule: 'age' }],
      fields: replaceFields(fields, { age_months: ageParts }),
    }
  if (!treatments || investigations?.kind !== 'rows') return section
  const checked = addCalculations(treatments, [{ rule: 'allergy-check', named: { drug_name: 'drug' } }])
  return {
    ...section,
    fields: { ...fields, investigations: { ...investigations, hasPhotos: true }, treatments: checked },
  }
}

/**
 * The ninth version says that a drug that was given stands among the allergies, has photos of investigations, and tells
 * the age of a newborn in days.
 */
export const ambulanceReferral9: Form = {
  ...ambulanceReferral8,
  version: 9,
  sections: ambulanceReferral8.sections.map(changeSection),
}
