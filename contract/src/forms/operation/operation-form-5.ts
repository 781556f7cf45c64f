import { checkedFeeFields, feeCalculations } from '../fee-fields.ts'
import { type Condition, type Form, needed, type Section } from '../form.ts'
import { hasArrived } from './operation-form-1.ts'
import { operationForm4 } from './operation-form-4.ts'
import { type Fields, needWhere, refine, replaceFields } from './refine-fields.ts'

/** A mission that was called off before the vehicle left has no drive to write of. */
const hasLeft: Condition = { some: [hasArrived, { field: 'left_base', isAnswered: true }] }

/** An answer, or why there is none. */
const asked = { mayGiveReason: true, ...needed } as const

function changeFields({ name, fields }: Section): Fields {
  switch (name) {
    case 'times':
      return replaceFields(fields, {
        ...needWhere(hasArrived, fields, ['left_base']),
        ...needWhere(hasLeft, fields, ['dispatch', 'back_at_base', 'odometer_base', 'odometer_back']),
      })
    case 'history':
      return replaceFields(fields, {
        ...refine(fields, 'pregnancy_weeks', asked),
        ...refine(fields, 'pregnancy_gravida', asked),
        ...refine(fields, 'pregnancy_para', asked),
      })
    case 'drugs':
      return replaceFields(fields, needWhere({ field: 'has_fluids', of: [true] }, fields, ['fluids']))
    case 'fees':
      return checkedFeeFields
    default:
      return fields
  }
}

/**
 * The fifth version asks of a mission that was called off at the base for no drive, asks for the weeks and the births
 * of somebody who is pregnant and for the fluids that were given, and has the kilometres of the odometer beside those
 * that are charged.
 */
export const operationForm5: Form = {
  ...operationForm4,
  version: 5,
  sections: operationForm4.sections.map((section) => ({
    ...section,
    ...(section.name === 'fees' && { calculations: feeCalculations }),
    fields: changeFields(section),
  })),
}
