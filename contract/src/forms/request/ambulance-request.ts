import type { Form } from '../form.ts'
import { ambulanceRequest8 } from './ambulance-request-8.ts'

/** The ninth version writes the code of the call in one: symptom group, colour and number. */
export const ambulanceRequest: Form = {
  ...ambulanceRequest8,
  version: 9,
  sections: ambulanceRequest8.sections.map((section) =>
    section.name === 'kind'
      ? {
          ...section,
          calculations: [
            ...(section.calculations ?? []),
            {
              rule: 'dispatch-code',
              named: { idc_group: 'symptom_groups', idc_colour: 'colour', idc_number: 'colour_number' },
            },
          ],
        }
      : section,
  ),
}
