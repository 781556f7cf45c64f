import {
  type AnswerField,
  type Condition,
  type Field,
  type Form,
  needed,
  type RowsField,
  type Section,
} from '../form.ts'
import { askFirst, type Fields, refine, replaceFields } from '../operation/refine-fields.ts'
import { unsignedReason } from '../signatures.ts'
import { ambulanceReferral4 } from './ambulance-referral-4.ts'

const flag = { kind: 'yes-no', ...needed } as const satisfies AnswerField
/** An answer, or why there is none. */
const asked = { mayGiveReason: true, ...needed } as const
const isRefused: Condition = { field: 'is_consent_refused', of: [true] }
const prepared: Condition = { field: 'risk', of: ['U', 'H', 'M'] }

const measured = ['systolic', 'diastolic', 'pulse', 'respiration_rate', 'spo2', 'temperature'] as const
const pupils = ['right_pupil', 'left_pupil'] as const

/** Whoever is sent has been measured; of somebody who can become worse on the way, the pupils are known too. */
function requireValues(rows: Field | undefined): RowsField {
  if (rows?.kind !== 'rows') throw new Error('the version before has rows of vital signs')
  const { fields } = rows
  return {
    ...rows,
    fields: replaceFields(
      fields,
      Object.assign(
        {},
        ...measured.map((name) => refine(fields, name, asked)),
        ...pupils.map((name) => refine(fields, name, { mayGiveReason: true, need: prepared })),
      ) as Record<string, Fields>,
    ) as RowsField['fields'],
  }
}

function changeSection(section: Section): Section {
  const { name, fields } = section
  switch (name) {
    case 'head':
      return { ...section, fields: replaceFields(fields, refine(fields, 'department', needed)) }
    case 'vitals':
      return { ...section, fields: { ...fields, vitals: requireValues(fields['vitals']) } }
    case 'situation':
      return { ...section, fields: replaceFields(fields, refine(fields, 'vaccines', asked)) }
    case 'assessment':
      return {
        ...section,
        fields: replaceFields(fields, {
          ...askFirst(fields, 'has_treatments', 'treatments'),
          ...askFirst(fields, 'has_procedures', 'procedures'),
          ...askFirst(fields, 'has_fluids', 'fluids'),
          ...refine(
            fields,
            'recommendation',
            {},
            { plan_en_route: { kind: 'text', most: 2_000, isLong: true, ...needed } },
          ),
          ...refine(fields, 'limits_of_care', asked),
        }),
      }
    case 'transport':
      return {
        ...section,
        fields: replaceFields(fields, {
          ...refine(fields, 'crew', { filled: 'planned_crew' }),
          ...refine(fields, 'equipment', { filled: 'planned_equipment' }),
        }),
      }
    case 'consent':
      return {
        ...section,
        fields: replaceFields(fields, {
          ...refine(
            fields,
            'explained_at',
            {},
            {
              is_consent_refused: flag,
              is_oriented: { ...flag, shown: isRefused },
              is_sober: { ...flag, shown: isRefused },
              is_of_age: { ...flag, shown: isRefused },
              are_risks_told: { ...flag, shown: isRefused },
              refusal_witness: { kind: 'text', most: 120, shown: isRefused, ...needed },
              consent_unsigned: unsignedReason,
            },
          ),
          ...refine(fields, 'doctor_phone', {}, { doctor_unsigned: unsignedReason }),
        }),
      }
    default:
      return section
  }
}

/**
 * The fifth version has no vital sign without a number or a reason, says of treatments, procedures and fluids that
 * there were none, asks for the plan on the way, writes the crew and the equipment that the risk asks for, has what is
 * asked of somebody who refuses, and is signed by them or their relative and by the doctor.
 */
export const ambulanceReferral5: Form = {
  name: 'ambulance-referral',
  version: 5,
  signatures: [
    { by: ['PATIENT', 'RELATIVE'], need: 'always', unless: 'consent_unsigned' },
    { by: ['DOCTOR'], need: 'always', unless: 'doctor_unsigned' },
  ],
  sections: ambulanceReferral4.sections.map(changeSection),
}
