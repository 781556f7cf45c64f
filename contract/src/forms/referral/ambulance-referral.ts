import type { Form, Section } from '../form.ts'
import { refine, replaceFields } from '../operation/refine-fields.ts'
import { ambulanceReferral10 } from './ambulance-referral-10.ts'

/** The other side may not have answered when the letter is written: then it says so. */
const accepted = ['accepted_at', 'accepting_doctor', 'bed'] as const

function changeSection(section: Section): Section {
  const { name, fields } = section
  if (name !== 'head') return section
  return {
    ...section,
    fields: replaceFields(fields, {
      ...refine(fields, 'referred_at', { near: 'now' }),
      ...refine(fields, 'coordinator_name', { need: 'always' }),
      ...Object.assign(
        {},
        ...accepted.map((one) => refine(fields, one, { need: 'always', mayGiveReason: true })),
      ),
    }),
  }
}

/**
 * The eleventh version asks with whom a referral out was agreed (who coordinates, who accepted when, the bed), and
 * about a letter of more than a day ago.
 */
export const ambulanceReferral: Form = {
  ...ambulanceReferral10,
  version: 11,
  sections: ambulanceReferral10.sections.map(changeSection),
}
