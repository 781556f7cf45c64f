import type { Condition, Form, Section } from '../form.ts'
import { askFirst, makeRoom, needWhere, refine, replaceFields } from '../operation/refine-fields.ts'
import { transportationTreatment10 } from './transportation-treatment-10.ts'

/** A hospital takes over what came with the patient, or gives it back. */
const isTakenOver: Condition = { not: { field: 'request_kind', of: ['DISCHARGE_HOME', 'BODY'] } }
/** An exposure has a report of its own. */
const hasIncident: Condition = {
  field: 'incidents',
  of: ['EQUIPMENT_FAIL', 'O2_LOW', 'EXTUBATION', 'LINE_LOST', 'FALL', 'VEHICLE', 'DELAY'],
}

function changeFields({ name, fields }: Section): Section['fields'] {
  switch (name) {
    case 'journey':
      return replaceFields(fields, refine(fields, 'unit_level', { options: 'operation-level' }))
    case 'before':
      return replaceFields(fields, askFirst(fields, 'has_lines', 'lines'))
    case 'hand-over':
      return replaceFields(fields, {
        ...refine(fields, 'devices_taken_back', { need: isTakenOver, mayGiveReason: true }),
        ...refine(fields, 'documents', { need: isTakenOver, mayGiveReason: true }),
      })
    case 'incidents':
      return replaceFields(fields, needWhere(hasIncident, fields, ['incident_detail']))
    default:
      return fields
  }
}

/**
 * The eleventh version has room for the whole place where the patient was picked up and for long names, and the
 * intermediate level of older units. It asks whether the patient has lines or tubes, what happened in an incident, and
 * which devices were taken back and documents handed over, or why none.
 */
export const transportationTreatment: Form = {
  ...transportationTreatment10,
  version: 11,
  sections: makeRoom(
    transportationTreatment10.sections.map((section) => ({ ...section, fields: changeFields(section) })),
  ),
}
