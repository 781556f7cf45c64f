import { type AnswerField, type Condition, type Form, needed, type RowsField, type Section } from '../form.ts'
import { fullVitalRows, operationForm2 } from './operation-form-2.ts'
import { type Fields, forAdvanced, refine, replaceFields } from './refine-fields.ts'

export const isBasic: Condition = { field: 'unit_level', of: ['FR', 'BLS'] }

const rows = fullVitalRows.fields as Fields
/** The words of a basic unit for consciousness stand where an advanced one has the GCS, and are needed as that is. */
const vitals: RowsField = {
  ...fullVitalRows,
  fields: replaceFields(rows, {
    ...refine(rows, 'basic_consciousness', { shown: isBasic, mayGiveReason: true, ...needed }),
    ...forAdvanced(rows, ['capillary_refill', 'is_before_arrival', 'measured_by']),
  }) as RowsField['fields'],
}

/** Everybody sees what a form needs to be complete; beyond that a basic unit has what stands on its own sheet. */
const beyondBasic: Readonly<Record<string, readonly string[]>> = {
  unit: ['patient_number', 'operation_number', 'zone', 'police_station', 'response_mode'],
  times: ['at_patient', 'delays'],
  patient: [
    'address',
    'insurance',
    'travel_country',
    'traffic_plate',
    'traffic_province',
    'relative_name',
    'relative_phone',
  ],
  survey: ['has_spine_risk', 'is_seizing', 'has_rash', 'is_log_rolled', 'exposure'],
  outcome: ['is_palliative'],
  decision: [
    'alerted_at',
    'alerted_to',
    'alert_answered_by',
    'alert_text',
    'documents',
    'belongings',
    'controlled_left',
  ],
}

/** Lists that had no way to say that nothing of them was found. */
const withNone = {
  medical: 'medical-finding',
  obstetric: 'obstetric-finding',
  paediatric: 'paediatric-finding',
  surgical: 'surgical-finding',
  other_illness: 'other-finding',
} as const

/** A section of the second version as the third one has it. */
function changeSection(section: Section): Section {
  const { name, fields } = section
  const basic = replaceFields(fields, forAdvanced(fields, beyondBasic[name] ?? []))
  switch (name) {
    case 'vitals':
      return { ...section, fields: { vitals } }
    case 'survey':
      // How somebody breathes is on the sheet of a basic unit with all that belongs to it.
      return {
        ...section,
        fields: Object.fromEntries(
          Object.entries(basic).map(([key, field]) => {
            if (!breathing.includes(key)) return [key, field]
            const { shown: _shown, ...always } = field
            return [key, always as AnswerField]
          }),
        ),
      }
    case 'illness':
      return {
        ...section,
        fields: replaceFields(
          fields,
          Object.assign(
            {},
            ...Object.entries(withNone).map(([key, options]) => refine(fields, key, { options })),
          ) as Record<string, Fields>,
        ),
      }
    case 'treatment':
      return {
        ...section,
        fields: replaceFields(fields, {
          ...refine(fields, 'airway_care', { advanced: ['ET', 'VENT', 'NEEDLE_DECOMP', 'ICD'] }),
          ...refine(fields, 'immobilise', { advanced: ['TRACTION'] }),
        }),
      }
    default:
      return { ...section, fields: basic }
  }
}

const breathing: readonly string[] = ['right_lung', 'left_lung', 'effort', 'chest']

/**
 * The third version can say of each kind of illness that there is none, and shows a basic unit (FR, BLS) what is on its
 * sheet and what its vehicle has the equipment for.
 */
export const operationForm3: Form = {
  name: 'operation-form',
  version: 3,
  sections: operationForm2.sections.map(changeSection),
}
