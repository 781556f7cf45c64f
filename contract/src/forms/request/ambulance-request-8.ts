import type { Condition, Form } from '../form.ts'
import { makeRoom, needWhere, replaceFields } from '../operation/refine-fields.ts'
import { ambulanceRequest7 } from './ambulance-request-7.ts'

const areSeveralAtScene: Condition = {
  every: [
    { field: 'kind', of: ['SCENE'] },
    { field: 'patient_count', isAnswered: true },
    { not: { field: 'patient_count', below: 2 } },
  ],
}

/**
 * The eighth version asks of several patients at a scene whether it is a mass casualty incident, and has room for the
 * whole name of the patient.
 */
export const ambulanceRequest8: Form = {
  ...ambulanceRequest7,
  version: 8,
  sections: makeRoom(
    ambulanceRequest7.sections.map((section) =>
      section.name === 'kind'
        ? {
            ...section,
            fields: replaceFields(
              section.fields,
              needWhere(areSeveralAtScene, section.fields, ['is_mass_casualty']),
            ),
          }
        : section,
    ),
  ),
}
