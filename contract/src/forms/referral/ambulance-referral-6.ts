import { type Condition, type Form, needed, type Section } from '../form.ts'
import { refine, replaceFields, showWhere } from '../operation/refine-fields.ts'
import { ambulanceReferral5 } from './ambulance-referral-5.ts'

/** Whoever comes here was told and prepared elsewhere, and leaves from there. */
const leavesHere: Condition = { not: { field: 'direction', of: ['IN'] } }

const consent = [
  'explained_by',
  'explained_to',
  'explained_relation',
  'explained_at',
  'is_consent_refused',
  'is_oriented',
  'is_sober',
  'is_of_age',
  'are_risks_told',
  'refusal_witness',
  'consent_unsigned',
  'doctor_unsigned',
] as const

function changeSection(section: Section): Section {
  const { name, fields, shown } = section
  switch (name) {
    case 'why':
      return { ...section, fields: replaceFields(fields, refine(fields, 'special_diseases', needed)) }
    case 'departure':
      return { ...section, shown: shown ? { every: [leavesHere, shown] } : leavesHere }
    case 'consent':
      return { ...section, fields: replaceFields(fields, showWhere(leavesHere, fields, consent)) }
    default:
      return section
  }
}

/**
 * The sixth version asks for the special diseases, of which there can be none, and asks of a patient who comes here for
 * no consent, no signature and no steps before a departure from here.
 */
export const ambulanceReferral6: Form = {
  ...ambulanceReferral5,
  version: 6,
  signatures: (ambulanceReferral5.signatures ?? []).map((signature) => ({ ...signature, need: leavesHere })),
  sections: ambulanceReferral5.sections.map(changeSection),
}
