import * as z from 'zod/mini'
import {
  standardTransportPlans,
  TransportPlan,
  type TransportPlans,
} from '../ambulance/mission-suggestion.ts'
import { Approval, computeListDigest } from '../approval.ts'
import {
  DrugChanges,
  dropUnknownDrugs,
  findDrugs,
  validateDrugChanges,
} from '../clinical/emergency/drug-changes.ts'
import { drugList } from '../clinical/emergency/drug-list.ts'
import { referralRisks } from '../clinical/emergency/referral-risk.ts'
import { type Endpoints, type FieldProblem, Id } from '../wire/endpoint.ts'
import { Instant, requiredProse, requiredText } from '../wire/fields.ts'
import { HospitalCode } from '../wire/hospital-code.ts'
import { StaffLabel } from '../wire/labels.ts'
import { readsDrugs } from './calculations/calculation-rules.ts'
import type { Calculation } from './calculations/calculations.ts'
import { type Field, type Form, listFields } from './form.ts'
import { type FormName, formNames } from './form-names.ts'
import { findForm } from './forms.ts'
import { type OptionList, optionLists } from './options.ts'
import { listOptions, listOwnCodes, OwnOptions } from './own-options/own-options.ts'

const maxHospitals = 500

/** A hospital to and from which patients are sent. */
const ListedHospital = z.object({ code: HospitalCode, name: requiredText('name-required', 200) })
export type ListedHospital = z.output<typeof ListedHospital>
const HospitalList = z.array(ListedHospital).check(z.maxLength(maxHospitals, 'too-many'))

/**
 * What a hospital sets of its forms: fields that it needs beyond those of the panel, options that it adds and those
 * that it does not offer, its own plans of crew and equipment, its own strengths and limits of drugs, who approved the
 * plans and the drug list, and the hospitals that it sends patients to. The structure of a form is the product's.
 */
export const FormSettings = z.object({
  /** Each form has the names of fields that a record needs too. */
  needed: z.partialRecord(z.enum(formNames), z.array(z.string()).check(z.maxLength(300, 'too-many'))),
  /** Each list has the options that are not offered. Records that have one keep it. */
  not_offered: z.record(z.string(), z.array(z.string()).check(z.maxLength(100, 'too-many'))),
  own_options: z._default(OwnOptions, {}),
  /** Who approved the limits of the drug list. */
  drug_list: z.nullable(Approval),
  /** Each risk of a referral says what it needs at least, where that is not the panel's standard. */
  transport_plans: z._default(z.partialRecord(z.enum(referralRisks), TransportPlan), {}),
  /** Who approved the plans. */
  plans_approval: z._default(z.nullable(Approval), null),
  /** Offered where a form names a hospital; another one is written in words. */
  hospitals: z._default(HospitalList, []),
  /** Each drug has the strength and the limits that are not the panel's. */
  drugs: z._default(DrugChanges, {}),
})
export type FormSettings = z.output<typeof FormSettings>

export const releasedFormSettings: FormSettings = {
  needed: {},
  not_offered: {},
  own_options: {},
  drug_list: null,
  transport_plans: {},
  plans_approval: null,
  hospitals: [],
  drugs: {},
}

/**
 * The fields of forms that name a hospital, each with the field of its code; null where the form does not ask for the
 * code.
 */
export const hospitalNameFields: Readonly<Record<string, string | null>> = {
  from_hospital: 'from_code',
  to_hospital: 'to_code',
  main_hospital: null,
  destination: 'destination_code',
  to_place: null,
  hospital: null,
}

/** What referrals need at this hospital. */
export const findTransportPlans = ({
  transport_plans,
}: Pick<FormSettings, 'transport_plans'>): TransportPlans => ({
  ...standardTransportPlans,
  ...transport_plans,
})

/** The lists that a medical director approves, by the settings that name the approval. */
export const approvedLists = ['drug_list', 'plans_approval'] as const
export type ApprovedList = (typeof approvedLists)[number]

/** The digest of a list as it stands in these settings. */
export const findListDigest = (
  list: ApprovedList,
  settings: Pick<FormSettings, 'transport_plans' | 'drugs'>,
): string =>
  computeListDigest(list === 'drug_list' ? findDrugs(settings.drugs) : findTransportPlans(settings))

/** A form as the hospital asks it. The released form itself never changes. */
export const applySettings = (form: Form, settings: FormSettings): Form =>
  applyDrugs(applyQuestions(form, settings), settings.drugs)

/** A form whose doses are judged by the drugs of a hospital: what its rows warn of, and whether they ask why. */
export function applyDrugs(form: Form, changes: DrugChanges): Form {
  const drugs = findDrugs(changes)
  if (drugs === drugList) return form
  const judge = (calculation: Calculation): Calculation =>
    readsDrugs(calculation.rule) ? { ...calculation, drugs } : calculation
  const adjust = <One extends Field>(field: One): One =>
    field.shown && 'marked' in field.shown
      ? { ...field, shown: { marked: judge(field.shown.marked) } }
      : field
  return {
    ...form,
    sections: form.sections.map((section) => ({
      ...section,
      fields: mapValues(section.fields, (field) =>
        field.kind === 'rows'
          ? {
              ...field,
              fields: mapValues(field.fields, adjust),
              ...(field.calculations && { calculations: field.calculations.map(judge) }),
            }
          : field,
      ),
    })),
  }
}

const mapValues = <One>(of: Readonly<Record<string, One>>, change: (one: One) => One): Record<string, One> =>
  Object.fromEntries(Object.entries(of).map(([name, one]) => [name, change(one)]))

/** A form that knows the options of the hospital, also those that are no longer offered, and asks what was released. */
export const applyOwnOptions = (form: Form, own_options: OwnOptions): Form =>
  applyQuestions(form, { needed: {}, not_offered: {}, own_options })

function applyQuestions(
  form: Form,
  { needed, not_offered, own_options }: Pick<FormSettings, 'needed' | 'not_offered' | 'own_options'>,
): Form {
  const more = new Set(needed[form.name as FormName])
  if (more.size === 0 && [not_offered, own_options].every((lists) => Object.keys(lists).length === 0))
    return form
  const adjust = <One extends Field>(field: One): One => {
    if (field.kind !== 'choice' && field.kind !== 'choices') return field
    const left = new Set(not_offered[field.options])
    const own = listOwnCodes(own_options, field.options)
    if (left.size === 0 && own.length === 0) return field
    const { options } = field
    const offered = listOptions({ options, own }).filter((option) => !left.has(option))
    return { ...field, ...(own.length > 0 && { own }), ...(left.size > 0 && { offered }) }
  }
  return {
    ...form,
    sections: form.sections.map((section) => ({
      ...section,
      fields: Object.fromEntries(
        Object.entries(section.fields).map(([name, field]) => {
          const asked =
            field.kind === 'rows' ? { ...field, fields: mapValues(field.fields, adjust) } : adjust(field)
          return [name, more.has(name) ? { ...asked, need: 'always' as const } : asked]
        }),
      ),
    })),
  }
}

/**
 * By list: the options that a hospital cannot leave out, since a field that is needed may have no other true answer:
 * that there is none, and the findings that are normal.
 */
export function findStayingOptions(): ReadonlyMap<string, ReadonlySet<string>> {
  const staying = new Map<string, Set<string>>()
  const fields = formNames.flatMap((name) => {
    const form = findForm(name)
    return form ? listFields(form).map(([, field]) => field) : []
  })
  for (const field of fields.flatMap((one) => (one.kind === 'rows' ? Object.values(one.fields) : [one]))) {
    if (field.kind !== 'choice' && field.kind !== 'choices') continue
    const kept = staying.get(field.options) ?? new Set(['NONE'])
    if (field.kind === 'choices' && field.alone !== undefined) kept.add(field.alone)
    staying.set(field.options, kept)
  }
  return staying
}

/** The fields that a hospital can need of a form. */
export function listAskableFields(name: FormName): Set<string> {
  const form = findForm(name)
  const fields = form ? listFields(form) : []
  // What is written after completion, or by the server alone, cannot be missing at completion.
  return new Set(fields.flatMap(([field, { isKnown }, { later }]) => (later || isKnown ? [] : [field])))
}

const findOptions = (list: string, own: OwnOptions): readonly string[] =>
  Object.hasOwn(optionLists, list)
    ? listOptions({ options: list as OptionList, own: listOwnCodes(own, list) })
    : []

/** Settings that an earlier version of the panel stored, without what its successor would refuse. */
export function dropUnknownSettings(settings: FormSettings): FormSettings {
  const staying = findStayingOptions()
  const needed = Object.entries(settings.needed).map(([name, fields]) => {
    const known = listAskableFields(name as FormName)
    return [name, fields.filter((field) => known.has(field))]
  })
  const not_offered = Object.entries(settings.not_offered).flatMap(([list, left]) => {
    const options = findOptions(list, settings.own_options)
    const known = left.filter((option) => options.includes(option) && !staying.get(list)?.has(option))
    return known.length < options.length ? [[list, known]] : []
  })
  return {
    ...settings,
    needed: Object.fromEntries(needed),
    not_offered: Object.fromEntries(not_offered),
    drugs: dropUnknownDrugs(settings.drugs),
  }
}

/**
 * Names that no form or list has, lists of which nothing would be left or that could say no more that there is nothing,
 * limits of drugs that cannot be meant, and approvals that are not yet given.
 */
export function validateFormSettings(settings: FormSettings, today: string): FieldProblem[] {
  const { needed, not_offered } = settings
  const problems: FieldProblem[] = []
  for (const name of formNames) {
    const known = listAskableFields(name)
    if (needed[name]?.some((field) => !known.has(field)))
      problems.push({ field: `settings.needed.${name}`, message: 'field-unknown' })
  }
  const staying = findStayingOptions()
  for (const [name, left] of Object.entries(not_offered)) {
    const options = findOptions(name, settings.own_options)
    const field = `settings.not_offered.${name}`
    if (left.some((option) => !options.includes(option))) problems.push({ field, message: 'choice-invalid' })
    else if (options.every((option) => left.includes(option)))
      problems.push({ field, message: 'option-needed' })
    else if (left.some((option) => staying.get(name)?.has(option)))
      problems.push({ field, message: 'option-stays' })
  }
  for (const [place, { code }] of settings.hospitals.entries())
    if (settings.hospitals.slice(0, place).some((earlier) => earlier.code === code))
      problems.push({ field: `settings.hospitals.${place}.code`, message: 'hospital-code-repeated' })
  problems.push(...validateDrugChanges(settings.drugs, 'settings.drugs'))
  for (const list of approvedLists) {
    const approval = settings[list]
    if (approval && approval.approved_on > today)
      problems.push({ field: `settings.${list}.approved_on`, message: 'date-in-future' })
  }
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
      /** A page that was opened before the panel kept one of these leaves it as it is. */
      settings: z.extend(FormSettings, {
        own_options: z.optional(OwnOptions),
        hospitals: z.optional(HospitalList),
        drugs: z.optional(DrugChanges),
      }),
      reason: requiredProse('reason-required', 500),
    }),
    reply: HeldFormSettings,
    errors: ['changed-meanwhile'],
    success: 'form-settings-updated',
  },
} as const satisfies Endpoints
