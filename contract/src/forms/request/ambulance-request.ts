import type { Form } from '../form.ts'
import { refine, replaceFields } from '../operation/refine-fields.ts'
import { ambulanceRequest6 } from './ambulance-request-6.ts'

/** What a record may say of one patient at length. */
const mostOfRecord = 2000

/**
 * The seventh version has the age of the record of whoever was born on a day that nobody knows, and room for long lists
 * of allergies, diseases and medicines.
 */
export const ambulanceRequest: Form = {
  ...ambulanceRequest6,
  version: 7,
  sections: ambulanceRequest6.sections.map((section) => {
    const { name, fields } = section
    if (name !== 'patient') return section
    const ages = ['age_years', 'age_months', 'age_days', 'is_age_estimated'].map((age) =>
      refine(fields, age, { filled: age }),
    )
    const lists = ['allergies', 'diseases', 'medicines'].map((list) =>
      refine(fields, list, { most: mostOfRecord }),
    )
    return { ...section, fields: replaceFields(fields, Object.assign({}, ...ages, ...lists)) }
  }),
}
