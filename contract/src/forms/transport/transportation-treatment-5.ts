import { type Condition, type Form, findField, type RowsField } from '../form.ts'
import { refineConsciousness } from '../operation/operation-form-4.ts'
import { refine, replaceFields } from '../operation/refine-fields.ts'
import { transportationTreatment4 } from './transportation-treatment-4.ts'

const hasMonitor: Condition = { not: { field: 'unit_level', of: ['FR'] } }
const monitored = ['right_pupil', 'right_reaction', 'left_pupil', 'left_reaction', 'etco2', 'rhythm'] as const

function changeVitals(): RowsField {
  const rows = findField(transportationTreatment4, 'vitals')
  if (rows?.kind !== 'rows') throw new Error('the version before has no rows vitals')
  const { fields } = rows
  return {
    ...rows,
    fields: replaceFields(fields, {
      ...refineConsciousness(fields),
      ...Object.fromEntries(
        monitored.flatMap((name) => Object.entries(refine(fields, name, { shown: hasMonitor }))),
      ),
    }) as RowsField['fields'],
  }
}

/**
 * The fifth version has the GCS, the pupils, EtCO₂ and the rhythm of a basic unit too, which transports patients with a
 * monitor; first responders say in words how awake the patient is.
 */
export const transportationTreatment5: Form = {
  ...transportationTreatment4,
  version: 5,
  sections: transportationTreatment4.sections.map((section) =>
    section.name === 'on-the-way'
      ? { ...section, fields: { ...section.fields, vitals: changeVitals() } }
      : section,
  ),
}
