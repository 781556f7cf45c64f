import { isAdvanced, vitalRows } from '../care-rows.ts'
import { feeFields } from '../fee-fields.ts'
import {
  type AnswerField,
  type Condition,
  defineLine,
  type Form,
  needed,
  type RowsField,
  type Section,
} from '../form.ts'
import { defineCount } from './operation-blocks.ts'
import { operationForm1 } from './operation-form-1.ts'
import { forAdvanced, refine, replaceFields } from './refine-fields.ts'

const flag = { kind: 'yes-no' } as const satisfies AnswerField

/** A fee of a transport that was planned stands on its transfer sheet. */
const isFromScene: Condition = {
  not: { field: 'request_kind', of: ['REFER_OUT', 'REFER_BACK', 'APPOINTMENT', 'DISCHARGE_HOME', 'BODY'] },
}
const isVentilated: Condition = { field: 'airway_care', of: ['VENT'] }
const strokeValues = { rule: 'stroke-values', newest: 'vitals' } as const

const { diastolic, rhythm, skin } = vitalRows.fields

/** The vital signs with how the pressure was taken, and the leads in which the rhythm is seen. */
export const fullVitalRows: RowsField = {
  ...vitalRows,
  fields: replaceFields(vitalRows.fields, {
    diastolic: { diastolic, pressure_method: { kind: 'choice', options: 'pressure-method' } },
    rhythm: {
      rhythm,
      rhythm_leads: {
        ...defineLine(100),
        shown: { field: 'rhythm', of: ['ST_ELEVATION', 'ST_DEPRESSION'] },
      },
    },
    skin: { skin: { ...skin, alone: 'NORMAL' } },
  }) as RowsField['fields'],
}

/** Injuries on a drawing; each can say more in words. */
const bodyChart = {
  kind: 'rows',
  most: 30,
  figure: 'body',
  shown: isAdvanced,
  fields: {
    body_view: { kind: 'choice', options: 'body-view', ...needed },
    body_region: { kind: 'choice', options: 'body-region', ...needed },
    body_injury: { kind: 'choice', options: 'body-injury', ...needed },
    body_finding: defineLine(100),
  },
} as const satisfies RowsField

/** The section of the first version with what the second one adds. */
function extendSection(section: Section): Section {
  const { name, fields } = section
  switch (name) {
    case 'unit':
      return {
        ...section,
        fields: replaceFields(fields, {
          ...refine(
            fields,
            'operated_at',
            {},
            {
              request_kind: { kind: 'choice', options: 'request-kind', filled: 'kind' },
            },
          ),
          ...refine(fields, 'latitude', { filled: 'latitude' }),
          ...refine(fields, 'longitude', { filled: 'longitude' }),
        }),
      }
    case 'patient':
      return {
        ...section,
        fields: replaceFields(
          fields,
          refine(
            fields,
            'identity',
            {},
            {
              migrant_kind: { ...defineLine(80), shown: { field: 'identity', of: ['MIGRANT'] } },
              assumed_name: { ...defineLine(120), shown: { field: 'identity', of: ['UNKNOWN'] } },
            },
          ),
        ),
      }
    case 'history': {
      const isPregnant: Condition = { every: [isAdvanced, { field: 'pregnancy', of: ['YES'] }] }
      const advanced = forAdvanced(fields, [
        'signs',
        'last_meal',
        'events',
        'pregnancy',
        'pregnancy_weeks',
        'suspects_alcohol',
        'has_advance_directive',
        'blocks',
      ])
      return {
        ...section,
        fields: replaceFields(fields, {
          ...advanced,
          pregnancy_weeks: {
            ...advanced['pregnancy_weeks'],
            pregnancy_gravida: { ...defineCount(30), shown: isPregnant },
            pregnancy_para: { ...defineCount(30), shown: isPregnant },
          },
        }),
      }
    }
    case 'vitals':
      return { ...section, fields: { vitals: fullVitalRows } }
    case 'survey':
      return {
        ...section,
        fields: replaceFields(fields, {
          ...refine(fields, 'airway', { alone: 'CLEAR' }),
          ...refine(fields, 'chest', { alone: 'SYMMETRICAL' }),
        }),
      }
    case 'trauma':
      return { ...section, fields: replaceFields(fields, { body_chart: { body_chart: bodyChart } }) }
    case 'chest-pain':
      return { ...section, calculations: [{ rule: 'first-contact' }] }
    case 'stroke':
      return {
        ...section,
        calculations: [...(section.calculations ?? []), strokeValues],
        fields: {
          ...fields,
          stroke_values_reason: { ...defineLine(300), shown: { marked: strokeValues }, ...needed },
        },
      }
    case 'treatment':
      return {
        ...section,
        fields: replaceFields(fields, {
          ventilator_settings: {
            ventilator_volume: { ...defineCount(2000, 'mL'), shown: isVentilated },
            ventilator_rate: { ...defineCount(100, '/min'), shown: isVentilated },
            ventilator_peep: { ...defineCount(40, 'cmH₂O'), shown: isVentilated },
            ventilator_oxygen: {
              kind: 'number',
              decimals: 0,
              possible: [21, 100],
              unit: '%',
              shown: isVentilated,
            },
          },
          chest_side: {
            needle_side: {
              kind: 'choice',
              options: 'side',
              shown: { field: 'airway_care', of: ['NEEDLE_DECOMP'] },
              ...needed,
            },
            icd_side: {
              kind: 'choice',
              options: 'side',
              shown: { field: 'airway_care', of: ['ICD'] },
              ...needed,
            },
          },
          ...forAdvanced(fields, [
            'limb_before',
            'limb_after',
            'other_care',
            'procedures',
            'consulted_doctor',
            'consulted_at',
            'is_order_read_back',
          ]),
        }),
      }
    case 'drugs': {
      const shown = section.shown ? { every: [section.shown, isAdvanced] } : isAdvanced
      return {
        ...section,
        shown,
        fields: replaceFields(fields, {
          fluids: {
            has_fluids: { ...flag, ...needed },
            ...refine(fields, 'fluids', { shown: { not: { field: 'has_fluids', of: [false] } } })['fluids'],
          },
        }),
      }
    }
    default:
      return section
  }
}

/** The price of the operation as it is when the sheet is written; whoever writes can change it. */
const fees: Section = {
  name: 'fees',
  shown: isFromScene,
  later: 'form:use',
  calculations: [{ rule: 'fee' }],
  fields: replaceFields(feeFields, {
    ...refine(feeFields, 'fee_code', { filled: 'fee_code' }),
    ...refine(feeFields, 'fee_description', { filled: 'fee_description' }),
    ...refine(feeFields, 'price', { filled: 'price' }),
    ...refine(feeFields, 'km_rate', { filled: 'km_rate' }),
  }),
}

/**
 * The second version draws the injuries, takes what was text as numbers (ventilator, side of the chest), hides from a
 * basic unit what its sheet does not have, and has the fee of a mission to a scene, which has no transfer sheet.
 */
export const operationForm2: Form = {
  name: 'operation-form',
  version: 2,
  sections: [...operationForm1.sections.map(extendSection), fees],
}
