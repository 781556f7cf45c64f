import type { Form, Section } from '../form.ts'
import { allowReasons, refine, replaceFields } from '../operation/refine-fields.ts'
import { ambulanceReferral6 } from './ambulance-referral-6.ts'

function changeSection(section: Section): Section {
  const { name, fields } = section
  switch (name) {
    case 'assessment':
      return { ...section, fields: { ...fields, treatments: allowReasons(fields['treatments'], ['dose']) } }
    case 'transport':
      return {
        ...section,
        fields: replaceFields(fields, refine(fields, 'is_infectious', { mayGiveReason: true })),
      }
    default:
      return section
  }
}

/**
 * The seventh version takes a reason where nobody knows whether the patient is infectious, or which dose was given
 * before the referral.
 */
export const ambulanceReferral7: Form = {
  ...ambulanceReferral6,
  version: 7,
  sections: ambulanceReferral6.sections.map(changeSection),
}
