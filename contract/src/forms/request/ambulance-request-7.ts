import type { Form } from '../form.ts'
import { extendLists, refine, replaceFields } from '../operation/refine-fields.ts'
import { ambulanceRequest6 } from './ambulance-request-6.ts'

/**
 * The seventh version has the age of the record of whoever was born on a day that nobody knows, and room for long lists
 * of allergies, diseases and medicines.
 */
export const ambulanceRequest7: Form = {
  ...ambulanceRequest6,
  version: 7,
  sections: ambulanceRequest6.sections.map((section) => {
    const { name, fields } = section
    if (name !== 'patient') return section
    const ages = ['age_years', 'age_months', 'age_days', 'is_age_estimated'].map((age) =>
      refine(fields, age, { filled: age }),
    )
    const aged = replaceFields(fields, Object.assign({}, ...ages))
    return { ...section, fields: extendLists(aged, ['allergies', 'diseases', 'medicines']) }
  }),
}
