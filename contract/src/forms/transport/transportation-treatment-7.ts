import type { Form } from '../form.ts'
import { allowReasons, refineDrugRows } from '../operation/refine-fields.ts'
import { transportationTreatment6 } from './transportation-treatment-6.ts'

/** The seventh version takes a reason where nobody knows a dose or the volume of a fluid that was hung. */
export const transportationTreatment7: Form = {
  ...transportationTreatment6,
  version: 7,
  sections: transportationTreatment6.sections.map((section) =>
    section.name === 'treatment'
      ? {
          ...section,
          fields: {
            ...section.fields,
            drugs: refineDrugRows(section.fields['drugs']),
            fluids: allowReasons(section.fields['fluids'], ['hung_ml']),
          },
        }
      : section,
  ),
}
