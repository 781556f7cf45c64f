import { checkedFeeFields, feeCalculations } from '../fee-fields.ts'
import type { Condition, Form, Section } from '../form.ts'
import { hasArrived } from './operation-form-1.ts'
import { operationForm4 } from './operation-form-4.ts'
import { type Fields, needWhere, replaceFields } from './refine-fields.ts'

/** A mission that was called off before the vehicle left has no drive to write of. */
const hasLeft: Condition = { some: [hasArrived, { field: 'left_base', isAnswered: true }] }

function changeFields({ name, fields }: Section): Fields {
  switch (name) {
    case 'times':
      return replaceFields(fields, {
        ...needWhere(hasArrived, fields, ['left_base']),
        ...needWhere(hasLeft, fields, ['dispatch', 'back_at_base', 'odometer_base', 'odometer_back']),
      })
    case 'fees':
      return checkedFeeFields
    default:
      return fields
  }
}

/**
 * The fifth version asks of a mission that was called off at the base for no drive, and has the kilometres of the
 * odometer beside those that are charged.
 */
export const operationForm: Form = {
  ...operationForm4,
  version: 5,
  sections: operationForm4.sections.map((section) => ({
    ...section,
    ...(section.name === 'fees' && { calculations: feeCalculations }),
    fields: changeFields(section),
  })),
}
