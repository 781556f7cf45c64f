import type { Calculation } from '../calculations/calculations.ts'
import {
  type AnswerField,
  defineLine,
  type Field,
  type Form,
  needed,
  type RowsField,
  type Section,
} from '../form.ts'
import { type Fields, refine, replaceFields } from '../operation/refine-fields.ts'
import { unsignedReason } from '../signatures.ts'
import { transportationTreatment2 } from './transportation-treatment-2.ts'

const lowerRisk = {
  rule: 'lower-risk',
  newest: 'vitals',
  named: { risk: 'risk_found' },
} as const satisfies Calculation
const whyLower = { shown: { marked: lowerRisk }, ...needed } as const
const discount = { rule: 'discount' } as const satisfies Calculation
const notBefore = { rule: 'vitals-before-leaving' } as const satisfies Calculation

const outputRows = {
  kind: 'rows',
  most: 30,
  fields: {
    output_kind: { kind: 'choice', options: 'fluid-output', ...needed },
    output_ml: {
      kind: 'number',
      decimals: 0,
      possible: [1, 20_000],
      plausible: [1, 3_000],
      unit: 'mL',
      ...needed,
    },
    output_at: { kind: 'instant', begins: 'now', ...needed },
  },
} as const satisfies RowsField

const refineRows = (field: Field | undefined, change: (rows: RowsField) => Partial<RowsField>): RowsField => {
  if (field?.kind !== 'rows') throw new Error('the version before has these rows')
  return { ...field, ...change(field) }
}

function changeSection(section: Section): Section {
  const { name, fields, calculations = [] } = section
  switch (name) {
    case 'journey':
      return {
        ...section,
        fields: replaceFields(fields, refine(fields, 'referral_number', { filled: 'referral_number' })),
      }
    case 'risk':
      return {
        ...section,
        calculations: [...calculations, lowerRisk],
        fields: replaceFields(fields, {
          ...refine(fields, 'risk_referred', { filled: 'referral_risk' }),
          ...refine(
            fields,
            'risk_found',
            {},
            {
              risk_found_reason: { ...defineLine(300), ...whyLower },
              risk_found_doctor: { ...defineLine(120), ...whyLower },
            },
          ),
        }),
      }
    case 'before':
      return {
        ...section,
        fields: {
          ...fields,
          lines: refineRows(fields['lines'], ({ fields: inner }) => ({
            fields: replaceFields(inner, {
              line_date: { line_placed_at: { kind: 'instant' } satisfies AnswerField },
            }) as RowsField['fields'],
          })),
        },
      }
    case 'on-the-way':
      return {
        ...section,
        calculations: [notBefore],
        fields: {
          vitals: refineRows(fields['vitals'], ({ calculations: ofRow = [] }) => ({
            calculations: [...ofRow, { rule: 'vitals-interval' }],
          })),
          no_vitals_before_reason: { ...defineLine(300), shown: { marked: notBefore }, ...needed },
        },
      }
    case 'treatment': {
      const { fluids_in: _in, fluids_out: _out, ...others } = fields
      return {
        ...section,
        calculations: [{ rule: 'fluid-rows' }],
        fields: replaceFields(others, {
          fluids: { fluids: fields['fluids'], outputs: outputRows } as Fields,
        }),
      }
    }
    case 'hand-over':
      return {
        ...section,
        fields: replaceFields(
          fields,
          refine(fields, 'receiver_role', {}, { receiver_unsigned: unsignedReason }),
        ),
      }
    case 'fees':
      return {
        ...section,
        isStatedFirst: true,
        calculations: [...calculations, discount],
        fields: replaceFields(
          fields,
          refine(fields, 'discount_reason', { shown: { marked: discount }, ...needed }),
        ),
      }
    default:
      return section
  }
}

/**
 * The third version counts the vital signs by the times: those before the departure, and those on the way that are
 * later than the risk allows. It adds up the fluids from the rows, asks why the patient's risk is set lower than the
 * values say and why a price is reduced, and is signed by the receiver.
 */
export const transportationTreatment3: Form = {
  name: 'transportation-treatment',
  version: 3,
  signatures: [{ by: ['RECEIVER'], need: 'always', unless: 'receiver_unsigned' }],
  sections: transportationTreatment2.sections.map(changeSection),
}
