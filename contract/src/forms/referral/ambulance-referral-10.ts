import type { Calculation } from '../calculations/calculations.ts'
import { defineLine, type Form, needed, type Section } from '../form.ts'
import {
  addKnownAllergies,
  allowReasons,
  askFirst,
  extendRows,
  makeRoom,
  replaceFields,
} from '../operation/refine-fields.ts'
import { ambulanceReferral9 } from './ambulance-referral-9.ts'

const drugCheck = { rule: 'allergy-check', named: { drug_name: 'drug' } } as const satisfies Calculation

function changeSection(section: Section): Section {
  const { name, fields } = section
  switch (name) {
    case 'situation':
      return { ...section, fields: replaceFields(fields, addKnownAllergies(fields)) }
    case 'assessment':
      return {
        ...section,
        fields: replaceFields(fields, {
          ...askFirst(fields, 'has_investigations', 'investigations'),
          treatments: {
            treatments: extendRows(allowReasons(fields['treatments'], ['given_at']), 'drug', {
              drug_reason: { ...defineLine(300), shown: { marked: drugCheck }, ...needed },
            }),
          },
        }),
      }
    default:
      return section
  }
}

/**
 * The tenth version asks why a drug was given in spite of an allergy, with the allergies of the record beside those
 * that were told, and whether anything was investigated. It takes a reason where nobody knows when a drug was given,
 * and has room for long names, addresses and lists.
 */
export const ambulanceReferral10: Form = {
  ...ambulanceReferral9,
  version: 10,
  sections: makeRoom(ambulanceReferral9.sections.map(changeSection)),
}
