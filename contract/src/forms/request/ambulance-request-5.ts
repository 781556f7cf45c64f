import type { Condition, Field, Form } from '../form.ts'
import { refine, replaceFields } from '../operation/refine-fields.ts'
import { ambulanceRequest4 } from './ambulance-request-4.ts'

/** At a scene nobody may have counted them yet; elsewhere one or none is no mass casualty. */
const mayBeMassCasualty: Condition = {
  some: [
    { field: 'kind', of: ['SCENE'] },
    {
      every: [{ field: 'patient_count', isAnswered: true }, { not: { field: 'patient_count', below: 2 } }],
    },
  ],
}

/** The fifth version asks how many patients there are for every kind of request, and not only at a scene. */
export const ambulanceRequest5: Form = {
  ...ambulanceRequest4,
  version: 5,
  sections: ambulanceRequest4.sections.map((section) => {
    const { name, fields } = section
    if (name !== 'kind') return section
    const { shown: _shown, ...patientCount } = fields['patient_count'] as Field
    return {
      ...section,
      fields: replaceFields(fields, {
        patient_count: { patient_count: patientCount as Field },
        ...refine(fields, 'is_mass_casualty', { shown: mayBeMassCasualty }),
      }),
    }
  }),
}
