import type { Calculation } from '../calculations/calculations.ts'
import { checkedDrugRows } from '../care-rows.ts'
import { departureSteps, lifeSteps } from '../departure-steps.ts'
import { checkedFeeFields, feeCalculations } from '../fee-fields.ts'
import { type AnswerField, type Condition, defineLine, type Form, needed, type Section } from '../form.ts'
import {
  addKnownAllergies,
  type Fields,
  needWhere,
  refine,
  replaceFields,
  showWhere,
} from '../operation/refine-fields.ts'
import { transportationTreatment5 } from './transportation-treatment-5.ts'

const noneOnTheWay = { rule: 'vitals-on-the-way' } as const satisfies Calculation

/** The sheet of a body is about the journey: there is nobody to assess, to treat or to speak about. */
const isAlive: Condition = { not: { field: 'request_kind', of: ['BODY'] } }
/** Somebody who goes home is taken over by no hospital. */
const isGoingHome: Condition = { field: 'request_kind', of: ['DISCHARGE_HOME'] }
/** No referral says a risk of somebody who goes home or to an appointment. */
const isReferred: Condition = { not: { field: 'request_kind', of: ['DISCHARGE_HOME', 'APPOINTMENT'] } }
const isHandedOver: Condition = { not: isGoingHome }

const kind = { kind: 'choice', options: 'request-kind', filled: 'kind' } as const satisfies AnswerField

const ofTheLiving: readonly string[] = ['risk', 'on-the-way', 'treatment', 'deterioration', 'outcome']
const oxygen = ['cylinder', 'oxygen_psi', 'planned_flow', 'trip_minutes'] as const
/** What is checked of a body, too. */
const stepsOfBody: readonly string[] = [
  'has_documents',
  'has_belongings',
  'is_relative_told',
  'is_receiver_called',
]
const stepsOfTheLiving = Object.keys({ ...lifeSteps, ...departureSteps }).filter(
  (name) => !stepsOfBody.includes(name),
)
/** How infectious a body is decides what is done in the vehicle. */
const isolation: readonly string[] = ['isolation', 'airborne_steps']
const story = [
  'handover_situation',
  'handover_background',
  'handover_assessment',
  'handover_recommendation',
] as const

function changeFields({ name, fields }: Section): Fields {
  switch (name) {
    case 'journey':
      return replaceFields(fields, refine(fields, 'recorded_at', {}, { request_kind: kind }))
    case 'risk':
      return replaceFields(fields, needWhere(isReferred, fields, ['risk_referred']))
    case 'checklist':
      return replaceFields(fields, showWhere(isAlive, fields, [...oxygen, ...stepsOfTheLiving]))
    case 'before': {
      const known = replaceFields(fields, addKnownAllergies(fields))
      const others = Object.keys(known).filter((field) => !isolation.includes(field))
      return replaceFields(known, showWhere(isAlive, known, others))
    }
    case 'on-the-way':
      return {
        ...fields,
        no_vitals_way_reason: { ...defineLine(300), shown: { marked: noneOnTheWay }, ...needed },
      }
    case 'treatment':
      return replaceFields(fields, { drugs: { drugs: checkedDrugRows } })
    case 'outcome':
      return replaceFields(fields, needWhere(isHandedOver, fields, ['treatment_outcome']))
    case 'hand-over': {
      const asked = replaceFields(fields, needWhere(isHandedOver, fields, story))
      return replaceFields(asked, showWhere(isAlive, asked, story))
    }
    case 'fees':
      return checkedFeeFields
    default:
      return fields
  }
}

const changeSection = (section: Section): Section => ({
  ...section,
  ...(ofTheLiving.includes(section.name) && { shown: isAlive }),
  ...(section.name === 'fees' && { calculations: feeCalculations }),
  ...(section.name === 'on-the-way' && {
    calculations: [...(section.calculations ?? []), noneOnTheWay, { rule: 'last-vitals' }],
  }),
  fields: changeFields(section),
})

/**
 * The sixth version asks of a drug what the operation form asks, with the allergies of the record beside those that the
 * crew is told, and says when nobody measured vital signs on the way, or the last ones too early. Of a body, and of
 * somebody who goes home, it asks what can be true. It has the kilometres of the odometer beside those that are
 * charged.
 */
export const transportationTreatment6: Form = {
  ...transportationTreatment5,
  version: 6,
  sections: transportationTreatment5.sections.map(changeSection),
}
