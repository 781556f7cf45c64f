import type { Form, Section } from '../form.ts'
import { operationForm10 } from './operation-form-10.ts'
import { refine, refineRowsOf, replaceFields } from './refine-fields.ts'

/** A stand-by is booked days before: its vehicle is sent on the day on which it happens. */
const nearSending = ['dispatch', 'left_base']
const stamps = ['at_scene', 'at_patient', 'left_scene', 'at_hospital', 'handed_over', 'back_at_base']

function changeSection(section: Section): Section {
  const { name, fields, calculations = [] } = section
  switch (name) {
    case 'unit':
      return {
        ...section,
        fields: replaceFields(fields, refine(fields, 'patient_number', { filled: 'patient_number' })),
        calculations: [{ rule: 'dispatch-code' }, { rule: 'response-code' }],
      }
    case 'times':
      return {
        ...section,
        fields: replaceFields(fields, {
          ...refine(fields, 'call', { near: 'now' }),
          ...refine(fields, 'dispatch', { near: ['left_base'] }),
          ...refine(fields, 'left_base', { near: ['dispatch'] }),
          ...Object.assign({}, ...stamps.map((stamp) => refine(fields, stamp, { near: nearSending }))),
        }),
      }
    case 'vitals':
      return {
        ...section,
        fields: { ...fields, vitals: refineRowsOf(fields['vitals'], 'measured_at', { near: nearSending }) },
      }
    case 'trauma':
      return {
        ...section,
        calculations: calculations.map((one) =>
          one.rule === 'field-triage' ? { ...one, rule: 'field-triage-course' } : one,
        ),
      }
    default:
      return section
  }
}

/**
 * The eleventh version numbers the patients of a mission, writes the codes of the call and of the scene in one, keeps
 * the alert of an injury when the values recover, and asks about a time that is more than a day from when the vehicle
 * was sent.
 */
export const operationForm: Form = {
  ...operationForm10,
  version: 11,
  sections: operationForm10.sections.map(changeSection),
}
