import type { Calculation } from '../calculations/calculations.ts'
import { bleedingFields } from '../care-rows.ts'
import { type AnswerField, type Condition, defineLine, type Form, needed, type Section } from '../form.ts'
import { hasPatient, isTrauma, refuses } from './operation-form-1.ts'
import { operationForm7 } from './operation-form-7.ts'
import { addCalculations, type Fields, needWhere, refine, replaceFields, showWhere } from './refine-fields.ts'

/** Somebody who was treated may refuse no more than the way to the hospital. */
const refusesTransport: Condition = {
  some: [
    refuses,
    {
      every: [
        { field: 'is_transported', of: [false] },
        { field: 'no_transport_reason', of: ['REFUSED_TRANSPORT'] },
      ],
    },
  ],
}
/** A call to a scene is coded by its symptoms; an event or a planned transport is not. */
const isCoded: Condition = {
  some: [{ field: 'request_kind', of: ['SCENE'] }, { not: { field: 'request_kind', isAnswered: true } }],
}
const aspirinCheck = { rule: 'aspirin-check' } as const satisfies Calculation
const antibioticCheck = { rule: 'antibiotic-check' } as const satisfies Calculation
const isAspirinDoubtful: Condition = {
  every: [{ field: 'aspirin_given', of: [true] }, { marked: aspirinCheck }],
}

const ofRefusal = [
  'is_oriented',
  'is_sober',
  'is_of_age',
  'are_risks_told',
  'refusal_witness',
  'refusal_unsigned',
] as const

const reason = (shown: Condition): AnswerField => ({ ...defineLine(300), shown, ...needed })

/** Whether a patient is taken along stands before what is asked of those who refuse it. */
function askWhyNobodyWent({ is_transported: asked, ...fields }: Fields): Fields {
  const transport: Fields = {
    ...(asked && { is_transported: asked }),
    no_transport_reason: {
      kind: 'choice',
      options: 'no-transport',
      filled: 'no_transport',
      shown: { field: 'is_transported', of: [false] },
      ...needed,
    },
  }
  return replaceFields(fields, {
    ...refine(fields, 'final_colour', {}, transport),
    ...Object.assign({}, ...ofRefusal.map((name) => refine(fields, name, { shown: refusesTransport }))),
  })
}

function changeSection(section: Section): Section {
  const { name, fields, calculations = [] } = section
  const change = (replacements: Record<string, Fields>): Section => ({
    ...section,
    fields: replaceFields(fields, replacements),
  })
  switch (name) {
    case 'unit':
      return change(needWhere(isCoded, fields, ['idc_group', 'idc_colour']))
    case 'survey':
      return change(
        refine(
          fields,
          'is_pulse_regular',
          {},
          replaceFields(bleedingFields, showWhere({ not: isTrauma }, bleedingFields)),
        ),
      )
    case 'chest-pain':
      return {
        ...change(refine(fields, 'aspirin_at', {}, { aspirin_reason: reason(isAspirinDoubtful) })),
        calculations: [...calculations, aspirinCheck],
      }
    case 'sepsis':
      return {
        ...change(
          refine(fields, 'antibiotic', {}, { antibiotic_reason: reason({ marked: antibioticCheck }) }),
        ),
        calculations: [...calculations, antibioticCheck],
      }
    case 'psychiatric':
      return {
        ...change({
          limb_checks: { limb_checks: addCalculations(fields['limb_checks'], [{ rule: 'limb-check' }]) },
        }),
        calculations: [...calculations, { rule: 'limb-checks' }],
      }
    case 'outcome':
      return { ...section, fields: askWhyNobodyWent(fields) }
    default:
      return section
  }
}

/**
 * The eighth version asks why nobody was taken along and, of whoever refuses the way to the hospital alone, what it
 * asks of whoever refuses all treatment. It compares aspirin and antibiotics with the allergies, says when limbs under
 * a restraint are checked next, has the bleeding of an illness, and asks for the code of the call at a scene alone.
 */
export const operationForm8: Form = {
  ...operationForm7,
  version: 8,
  signatures: (operationForm7.signatures ?? []).map((signature) =>
    signature.unless === 'refusal_unsigned'
      ? { ...signature, need: { every: [hasPatient, refusesTransport] } }
      : signature,
  ),
  sections: operationForm7.sections.map(changeSection),
}
