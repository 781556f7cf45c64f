import type { Form, Section } from '../form.ts'
import { refine, replaceFields } from '../operation/refine-fields.ts'
import { ambulanceRequest8 } from './ambulance-request-8.ts'

function changeSection(section: Section): Section {
  const { name, fields, calculations = [] } = section
  switch (name) {
    case 'call':
      return { ...section, fields: replaceFields(fields, refine(fields, 'received_at', { near: 'now' })) }
    case 'kind':
      return {
        ...section,
        calculations: [
          ...calculations,
          {
            rule: 'dispatch-code',
            named: { idc_group: 'symptom_groups', idc_colour: 'colour', idc_number: 'colour_number' },
          },
        ],
      }
    default:
      return section
  }
}

/**
 * The ninth version writes the code of the call in one (symptom group, colour and number), and asks about a call of
 * more than a day ago.
 */
export const ambulanceRequest: Form = {
  ...ambulanceRequest8,
  version: 9,
  sections: ambulanceRequest8.sections.map(changeSection),
}
