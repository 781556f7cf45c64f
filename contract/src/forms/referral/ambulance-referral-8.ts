import type { Form } from '../form.ts'
import { defineFilledText } from '../mission-fields.ts'
import { refine, replaceFields } from '../operation/refine-fields.ts'
import { ambulanceReferral7 } from './ambulance-referral-7.ts'

/** The eighth version keeps the HN under which the patient was sent: a merge of records can give them another. */
export const ambulanceReferral8: Form = {
  ...ambulanceReferral7,
  version: 8,
  sections: ambulanceReferral7.sections.map((section) =>
    section.name === 'patient'
      ? {
          ...section,
          fields: replaceFields(
            section.fields,
            refine(section.fields, 'patient', {}, { hn: defineFilledText('hn', 20) }),
          ),
        }
      : section,
  ),
}
