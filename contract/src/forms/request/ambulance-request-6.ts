import type { Form } from '../form.ts'
import { needWhere, refine, replaceFields } from '../operation/refine-fields.ts'
import { ambulanceRequest5 } from './ambulance-request-5.ts'

/** The sixth version asks when an appointment is, and has the weight of the record. */
export const ambulanceRequest6: Form = {
  ...ambulanceRequest5,
  version: 6,
  sections: ambulanceRequest5.sections.map((section) => {
    const { name, fields } = section
    if (name === 'where')
      return {
        ...section,
        fields: replaceFields(
          fields,
          needWhere({ field: 'kind', of: ['APPOINTMENT'] }, fields, ['appointment_at']),
        ),
      }
    if (name !== 'patient') return section
    return { ...section, fields: replaceFields(fields, refine(fields, 'weight_kg', { filled: 'weight' })) }
  }),
}
