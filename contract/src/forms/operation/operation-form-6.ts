import type { Form } from '../form.ts'
import { operationForm5 } from './operation-form-5.ts'
import { allowReasons, refineDrugRows } from './refine-fields.ts'

/**
 * The sixth version takes a reason where nobody knows a dose, the volume of a fluid that was hung or the energy of a
 * shock, so that nobody has to invent one.
 */
export const operationForm6: Form = {
  ...operationForm5,
  version: 6,
  sections: operationForm5.sections.map((section) => {
    const { name, fields } = section
    if (name === 'arrest')
      return {
        ...section,
        fields: { ...fields, shocks: allowReasons(fields['shocks'], ['energy']) },
      }
    if (name !== 'drugs') return section
    return {
      ...section,
      fields: {
        ...fields,
        drugs: refineDrugRows(fields['drugs']),
        fluids: allowReasons(fields['fluids'], ['hung_ml']),
      },
    }
  }),
}
