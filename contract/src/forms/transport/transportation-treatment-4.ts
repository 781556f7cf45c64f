import { statedFeeFields } from '../fee-fields.ts'
import type { Form } from '../form.ts'
import { transportationTreatment3 } from './transportation-treatment-3.ts'

/** The fourth version has the fee of the operation, and asks why a price is another one. */
export const transportationTreatment4: Form = {
  ...transportationTreatment3,
  version: 4,
  sections: transportationTreatment3.sections.map((section) =>
    section.name === 'fees' ? { ...section, fields: statedFeeFields } : section,
  ),
}
