import { checkedDrugRows, checkedShockRows, isAdvanced } from '../care-rows.ts'
import { statedFeeFields } from '../fee-fields.ts'
import {
  type AnswerField,
  type Condition,
  type Form,
  findField,
  type NeededSignature,
  needed,
  type RowsField,
  type Section,
} from '../form.ts'
import { ageParts } from '../mission-fields.ts'
import { unsignedReason } from '../signatures.ts'
import { diesAtScene, hasPatient, isTransported, refuses } from './operation-form-1.ts'
import { isBasic, operationForm3 } from './operation-form-3.ts'
import { addKnownAllergies, type Fields, refine, replaceFields } from './refine-fields.ts'

const flag = { kind: 'yes-no' } as const satisfies AnswerField
const isFirstResponder: Condition = { field: 'unit_level', of: ['FR'] }
const seesComa: Condition = { not: isFirstResponder }
const needsRelative: Condition = { some: [{ field: 'is_palliative', of: [true] }, diesAtScene] }
const severalNewborns: Condition = { marked: { rule: 'several-newborns' } }

function findRows(name: string): RowsField {
  const field = findField(operationForm3, name)
  if (field?.kind !== 'rows') throw new Error(`the version before has no rows ${name}`)
  return field
}

const changeRows = (name: string, replacements: Readonly<Record<string, Fields>>): RowsField => {
  const rows = findRows(name)
  return { ...rows, fields: replaceFields(rows.fields, replacements) as RowsField['fields'] }
}

/** First responders say in words how awake somebody is; a basic unit may do so beside the GCS. */
export const refineConsciousness = (fields: Fields): Record<string, Fields> => ({
  ...refine(fields, 'eye', { shown: seesComa }),
  ...refine(fields, 'verbal', { shown: seesComa }),
  ...refine(fields, 'motor', { shown: seesComa }),
  ...refine(fields, 'basic_consciousness', {
    shown: isBasic,
    need: isFirstResponder,
    mayGiveReason: true,
  }),
})

const vitals = changeRows('vitals', refineConsciousness(findRows('vitals').fields))

const apgars = changeRows('apgars', {
  apgar_minute: {
    apgar_newborn: { kind: 'choice', options: 'newborn', shown: severalNewborns, ...needed },
    apgar_minute: findRows('apgars').fields['apgar_minute'] as AnswerField,
  },
})

/** A sign of a stroke with the side on which it is. */
const withSide = (fields: Fields, sign: string, side: string): Record<string, Fields> =>
  refine(
    fields,
    sign,
    {},
    { [side]: { kind: 'choice', options: 'side', shown: { field: sign, of: [true] } } },
  )

/** What stands in the place of fields of the third version, by section. */
function listReplacements({ name, fields }: Section): Record<string, Fields> {
  switch (name) {
    case 'unit':
      return refine(fields, 'unit_level', { options: 'operation-level' })
    case 'patient':
      return {
        age_months: ageParts,
        ...refine(fields, 'national_id', { filled: 'national_id' }),
        ...refine(fields, 'address', { filled: 'address' }),
      }
    case 'history':
      return addKnownAllergies(fields)
    case 'vitals':
      return { vitals: { vitals } }
    case 'survey':
      return refine(
        fields,
        'is_log_rolled',
        {},
        {
          has_back_wounds: {
            ...flag,
            shown: { every: [isAdvanced, { field: 'is_log_rolled', of: [true] }] },
          },
        },
      )
    case 'stroke':
      return {
        ...withSide(fields, 'has_eye_sign', 'eye_side'),
        ...withSide(fields, 'face', 'face_side'),
        ...withSide(fields, 'arm', 'arm_side'),
        stroke_side: {},
      }
    case 'arrest':
      return { shocks: { shocks: checkedShockRows } }
    case 'labour':
      return { apgars: { apgars } }
    case 'drugs':
      return { drugs: { drugs: checkedDrugRows } }
    case 'outcome':
      return {
        ...refine(
          fields,
          'is_palliative',
          {},
          { relative_unsigned: { ...unsignedReason, shown: needsRelative } },
        ),
        ...refine(fields, 'refusal_witness', {}, { refusal_unsigned: { ...unsignedReason, shown: refuses } }),
      }
    case 'decision':
      return refine(fields, 'receiver_role', {}, { receiver_unsigned: unsignedReason })
    case 'appraisal':
      return refine(fields, 'er_hn', { filled: 'hn' })
    default:
      return {}
  }
}

const calculations: Readonly<Record<string, Section['calculations']>> = {
  patient: [{ rule: 'age' }],
  labour: [{ rule: 'apgar-due' }],
}

/** A section of the third version as the fourth one has it. */
function changeSection(section: Section): Section {
  if (section.name === 'fees') return { ...section, isStatedFirst: true, fields: statedFeeFields }
  const more = calculations[section.name]
  return {
    ...section,
    ...(more && { calculations: [...(section.calculations ?? []), ...more] }),
    fields: replaceFields(section.fields, listReplacements(section)),
  }
}

/** Whoever takes the patient over signs, somebody beside a patient who refuses, and a relative of one who dies. */
const signatures: readonly NeededSignature[] = [
  { by: ['RECEIVER'], need: { every: [hasPatient, isTransported] }, unless: 'receiver_unsigned' },
  { by: ['WITNESS', 'PATIENT'], need: { every: [hasPatient, refuses] }, unless: 'refusal_unsigned' },
  { by: ['RELATIVE'], need: { every: [hasPatient, needsRelative] }, unless: 'relative_unsigned' },
]

/**
 * The fourth version is signed. It has the allergies of the record beside what the crew is told, asks why a dose, an
 * energy or a price is another than the usual one, and has the GCS of everybody but a first responder.
 */
export const operationForm4: Form = {
  name: 'operation-form',
  version: 4,
  signatures,
  sections: operationForm3.sections.map(changeSection),
}
