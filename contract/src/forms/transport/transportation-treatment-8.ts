import { morseItems } from '../../clinical/emergency/morse.ts'
import { isAdvanced } from '../care-rows.ts'
import { type Condition, type Form, needed, type Section } from '../form.ts'
import { type Fields, refine, replaceFields, showWhere } from '../operation/refine-fields.ts'
import { transportationTreatment7 } from './transportation-treatment-7.ts'

/** Below 15 years the Humpty Dumpty scale says the risk of a fall, and the Morse scale nothing. */
const isChild: Condition = { field: 'age_years', below: 15 }

function changeFields({ fields }: Section): Fields {
  const asked = replaceFields(fields, showWhere(isChild, fields, ['humpty_dumpty']))
  return replaceFields(asked, {
    ...refine(
      fields,
      'is_log_rolled',
      {},
      {
        has_back_wounds: {
          kind: 'yes-no',
          shown: { every: [isAdvanced, { field: 'is_log_rolled', of: [true] }] },
        },
      },
    ),
    ...showWhere(
      { not: isChild },
      fields,
      morseItems.map((item) => `morse_${item}`),
    ),
    ...refine(asked, 'humpty_dumpty', { ...needed, mayGiveReason: true }),
  })
}

/**
 * The eighth version asks for the scale of falls that fits the age, and whether wounds were found on the back. Whoever
 * has no age is asked as an adult.
 */
export const transportationTreatment8: Form = {
  ...transportationTreatment7,
  version: 8,
  sections: transportationTreatment7.sections.map((section) =>
    section.name === 'before' ? { ...section, fields: changeFields(section) } : section,
  ),
}
