import * as z from 'zod/mini'
import { type Endpoints, type FieldProblem, Id } from '../wire/endpoint.ts'
import { ChosenDate, Instant, requiredProse, requiredText } from '../wire/fields.ts'
import { StaffLabel } from '../wire/labels.ts'
import { type Field, type Form, listFields } from './form.ts'
import { type FormName, formNames } from './form-names.ts'
import { findForm } from './forms.ts'
import { optionLists } from './options.ts'

/**
 * What a hospital sets of its forms: fields that it needs beyond those of the product, options that it does not offer, and who
 * approved the drug list. The structure of a form is the product's.
 */
export const FormSettings = z.object({
  /** By form: the names of fields that a record needs too. */
  needed: z.partialRecord(z.enum(formNames), z.array(z.string()).check(z.maxLength(300, 'too-many'))),
  /** By list: the options that are not offered. Records that have one keep it. */
  not_offered: z.record(z.string(), z.array(z.string()).check(z.maxLength(100, 'too-many'))),
  /** The medical director who approved the limits of the drug list. */
  drug_list: z.nullable(
    z.object({
      approved_by: requiredText('name-required', 120),
      licence: requiredText('field-required', 40),
      approved_on: ChosenDate,
    }),
  ),
})
export type FormSettings = z.output<typeof FormSettings>

export const releasedFormSettings: FormSettings = { needed: {}, not_offered: {}, drug_list: null }

/** A form as the hospital asks it. The released form itself never changes. */
export function applySettings(form: Form, { needed, not_offered }: FormSettings): Form {
  const more = new Set(needed[form.name as FormName])
  if (more.size === 0 && Object.keys(not_offered).length === 0) return form
  const adjust = <One extends Field>(field: One): One => {
    if (field.kind !== 'choice' && field.kind !== 'choices') return field
    const left = new Set(not_offered[field.options])
    if (left.size === 0) return field
    return { ...field, offered: optionLists[field.options].filter((option) => !left.has(option)) }
  }
  return {
    ...form,
    sections: form.sections.map((section) => ({
      ...section,
      fields: Object.fromEntries(
        Object.entries(section.fields).map(([name, field]) => {
          const asked =
            field.kind === 'rows'
              ? {
                  ...field,
                  fields: Object.fromEntries(
                    Object.entries(field.fields).map(([key, one]) => [key, adjust(one)]),
                  ),
                }
              : adjust(field)
          return [name, more.has(name) ? { ...asked, need: 'always' as const } : asked]
        }),
      ),
    })),
  }
}

/** Names that no form or list has, lists of which nothing would be left, and an approval that is not yet given. */
export function validateFormSettings(
  { needed, not_offered, drug_list }: FormSettings,
  today: string,
): FieldProblem[] {
  const problems: FieldProblem[] = []
  for (const name of formNames) {
    const form = findForm(name)
    // What is written after completion cannot be missing at completion.
    const askable = form ? listFields(form).filter(([, , { later }]) => !later) : []
    const known = new Set(askable.map(([field]) => field))
    if (needed[name]?.some((field) => !known.has(field)))
      problems.push({ field: `settings.needed.${name}`, message: 'field-unknown' })
  }
  for (const [name, left] of Object.entries(not_offered)) {
    const options: readonly string[] = Object.hasOwn(optionLists, name)
      ? optionLists[name as keyof typeof optionLists]
      : []
    const field = `settings.not_offered.${name}`
    if (left.some((option) => !options.includes(option))) problems.push({ field, message: 'choice-invalid' })
    else if (options.every((option) => left.includes(option)))
      problems.push({ field, message: 'option-needed' })
  }
  if (drug_list && drug_list.approved_on > today)
    problems.push({ field: 'settings.drug_list.approved_on', message: 'date-in-future' })
  return problems
}

export const HeldFormSettings = z.object({ settings: FormSettings, version: z.int() })

export const formSettings = {
  get: {
    path: '/admin/get_form_settings',
    summary: 'What the hospital sets of its forms, with who changed it',
    access: 'session',
    patientData: false,
    byItself: true,
    body: z.object({}),
    reply: z.object({
      ...HeldFormSettings.shape,
      history: z.array(z.object({ _id: Id, at: Instant, by: StaffLabel, reason: z.string() })),
    }),
  },
  update: {
    path: '/admin/update_form_settings',
    summary: 'Change what the hospital sets of its forms',
    access: 'fleet:manage',
    patientData: false,
    body: z.object({
      version: z.int().check(z.gte(0), z.lte(2_147_483_647)),
      settings: FormSettings,
      reason: requiredProse('reason-required', 500),
    }),
    reply: HeldFormSettings,
    errors: ['changed-meanwhile'],
    success: 'form-settings-updated',
  },
} as const satisfies Endpoints
