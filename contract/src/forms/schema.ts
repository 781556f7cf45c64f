import * as z from 'zod/mini'
import { findOdometerStation, listOdometerProblems, odometerStations } from '../ambulance/distances.ts'
import { isSignOfArrest } from '../clinical/emergency/arrest-signs.ts'
import { type FieldProblem, Id } from '../wire/endpoint.ts'
import { ChosenDate, ChosenInstant, Icd10, NationalId, requiredProse, requiredText } from '../wire/fields.ts'
import { HospitalCode } from '../wire/hospital-code.ts'
import { isPhone } from '../wire/phone.ts'
import {
  findFieldByPath,
  formatAnswerPath,
  isReason,
  listRows,
  mayBeConfirmed,
  parseAnswerPath,
  toConfirmationPath,
} from './answers.ts'
import { holds, isNeeded } from './conditions.ts'
import {
  type Answer,
  type AnswerField,
  type Answers,
  emptyReasons,
  type Form,
  finishedField,
  listFields,
  type PlacedRow,
  type RowsField,
  type Section,
} from './form.ts'
import { listOptions } from './own-options/own-options.ts'
import type { FormSignature } from './signatures.ts'

const Reason = z.strictObject({ reason: z.enum(emptyReasons) })

/** A number of the telephone network, or a short one such as 1669. */
const CallBackNumber = z.string('phone-invalid').check(
  z.trim(),
  z.refine((text) => isPhone(text) || /^\d{3,4}$/.test(text), 'phone-invalid'),
)

/** What may be stored as the answer of a field, also in a draft. */
export function buildAnswerSchema(field: AnswerField): z.ZodMiniType {
  const schema = buildValueSchema(field)
  return field.mayGiveReason ? z.union([Reason, schema]) : schema
}

function buildValueSchema(field: AnswerField): z.ZodMiniType {
  switch (field.kind) {
    case 'text':
      if (field.format === 'phone') return CallBackNumber
      if (field.format === 'icd-10') return Icd10
      if (field.format === 'hospital-code') return HospitalCode
      if (field.format === 'national-id') return NationalId
      return (field.isLong ? requiredProse : requiredText)('field-required', field.most)
    case 'number': {
      const [least, most] = field.possible
      const scale = 10 ** field.decimals
      return z.number('number-invalid').check(
        z.gte(least, 'number-range'),
        z.lte(most, 'number-range'),
        z.overwrite((given: number) => Math.round(given * scale) / scale),
      )
    }
    case 'instant':
      return ChosenInstant
    case 'date':
      return ChosenDate
    case 'yes-no':
      return z.boolean('choice-invalid')
    case 'choice':
      return z.literal([...listOptions(field)], 'choice-invalid')
    case 'choices':
      return z.array(z.literal([...listOptions(field)], 'choice-invalid')).check(
        z.minLength(1, 'field-required'),
        z.maxLength(field.most ?? listOptions(field).length, 'too-many'),
        z.refine((given) => new Set(given).size === given.length, 'choice-invalid'),
        z.refine(
          (given) => given.length === 1 || !given.some((one) => standsAlone(field, one)),
          'none-beside-others',
        ),
      )
    case 'link':
      return Id
  }
}

/** Whether an option excludes all others of its list. */
export const standsAlone = (
  { alone }: Pick<Extract<AnswerField, { kind: 'choices' }>, 'alone'>,
  option: string,
) => option === 'NONE' || option === alone

/** What a draft may hold: any part of the form, each answer of its type and within what is possible. */
export function buildDraftSchema(form: Form) {
  return z.strictObject(
    Object.fromEntries(
      listFields(form).flatMap(([name, field]) =>
        field.kind === 'rows' ? [[name, z.optional(buildRowsSchema(field))]] : listKeySchemas(name, field),
      ),
    ),
  )
}

/** What may stand for a field: its answer, and a number that was confirmed. */
const listKeySchemas = (name: string, field: AnswerField): [key: string, z.ZodMiniType][] => [
  [name, z.optional(buildAnswerSchema(field))],
  ...(mayBeConfirmed(name, field)
    ? [[toConfirmationPath(name), z.optional(buildValueSchema(field))] as [string, z.ZodMiniType]]
    : []),
]

function buildRowsSchema({ fields, most, measuredAt }: RowsField) {
  const row = z.strictObject({
    ...Object.fromEntries(Object.entries(fields).flatMap(([name, field]) => listKeySchemas(name, field))),
    is_struck_out: z.optional(z.literal(true)),
    ...(measuredAt !== undefined && { is_finished: z.optional(buildAnswerSchema(finishedField)) }),
  })
  return z.record(Id, row).check(z.refine((rows) => Object.keys(rows).length <= most, 'too-many'))
}

/** What a complete record holds: a draft in which nothing that is needed is missing. */
export function buildCompleteSchema(form: Form) {
  return buildDraftSchema(form).check(
    z.superRefine((answers, context) => {
      for (const { field, message } of listMissing(form, answers as Answers))
        context.issues.push({ code: 'custom', input: answers, message, path: field.split('/') })
    }),
  )
}

/** The needed fields without an answer. A field that is not shown, or is written later alone, is not needed. */
export const listMissing = (form: Form, answers: Answers): FieldProblem[] =>
  listMissingWhere(form, answers, isAskedAtCompletion)

/** Whether what a section lacks keeps a record from being complete. */
export const isAskedAtCompletion = ({ later, isStatedFirst }: Section): boolean =>
  !later || isStatedFirst === true

/** The same of one section, also if it is written later. */
export const listMissingOfSection = (form: Form, answers: Answers, name: string): FieldProblem[] =>
  listMissingWhere(form, answers, (section) => section.name === name)

function listMissingWhere(
  form: Form,
  answers: Answers,
  isAsked: (section: Section) => boolean,
): FieldProblem[] {
  return listFields(form).flatMap(([name, field, section]) => {
    if (!isAsked(section) || !holds(section.shown, answers) || !holds(field.shown, answers)) return []
    if (field.kind !== 'rows')
      return isNeeded(field, answers) && answers[name] === undefined ? [reportMissing(name)] : []
    const rows = listRows(answers, name)
    if (rows.length === 0) return isNeeded(field, answers) ? [reportMissing(name)] : []
    return rows.flatMap(([id, row]) =>
      listMissingOfRow(field, answers, { id, values: row }).map((inner) =>
        reportMissing(`${name}/${id}/${inner}`),
      ),
    )
  })
}

/**
 * The signatures that are needed and not there, each by the field that can say why there is none. One that was made
 * before the record changed counts: it says so itself.
 */
export function listMissingSignatures(
  { signatures = [] }: Form,
  answers: Answers,
  signed: readonly Pick<FormSignature, 'role'>[],
): FieldProblem[] {
  return signatures
    .filter(
      ({ by, need, unless }) =>
        isNeeded({ need }, answers) &&
        answers[unless] === undefined &&
        !signed.some(({ role }) => by.includes(role)),
    )
    .map(({ unless }) => ({ field: unless, message: 'signature-missing' }))
}

const reportMissing = (field: string): FieldProblem => ({ field, message: 'field-required' })

function listMissingOfRow({ fields }: RowsField, answers: Answers, row: PlacedRow): string[] {
  return Object.entries(fields)
    .filter(
      ([inner, field]) =>
        holds(field.shown, answers, row) && isNeeded(field, answers, row) && row.values[inner] === undefined,
    )
    .map(([inner]) => inner)
}

/**
 * The paths of numbers and times that are possible and not plausible: the screen asks, and keeps them. Without `now`
 * nothing is said that depends on it.
 */
export function listDoubtful(form: Form, answers: Answers, now?: string): string[] {
  const around = { answers, now }
  return listFields(form).flatMap(([name, field]) => {
    if (field.kind !== 'rows') return isDoubtful(name, field, answers, around) ? [name] : []
    return listRows(answers, name).flatMap(([id, row]) =>
      Object.entries(field.fields)
        .filter(([inner, one]) => isDoubtful(inner, one, row, around))
        .map(([inner]) => formatAnswerPath({ field: name, row: id, inner })),
    )
  })
}

/**
 * Whether a number is possible and not plausible among what stands beside it, or a way of the vehicle too long; whether
 * a time is far from the present, or from what another answer of the form says.
 */
export function isDoubtful(
  name: string,
  field: AnswerField,
  beside: Readonly<Record<string, unknown>>,
  around: { answers: Answers; now: string | undefined },
): boolean {
  const answer = beside[name]
  if (field.kind === 'instant') return typeof answer === 'string' && isFar(answer, field.near, around)
  if (field.kind !== 'number' || typeof answer !== 'number') return false
  if (!field.plausible) return leaps(name, beside)
  const [least, most] = field.plausible
  return answer > most || (answer < least && !isSignOfArrest(name, answer, beside))
}

type Near = NonNullable<Extract<AnswerField, { kind: 'instant' }>['near']>

/** The field with whose time a time is compared. */
export const findNearField = (near: Near, answers: Answers): string | undefined =>
  near === 'now' ? undefined : near.find((name) => typeof answers[name] === 'string')

const dayMs = 24 * 60 * 60_000

/** What is ahead of the present is refused where it must not be. */
function isFar(
  at: string,
  near: Near | undefined,
  { answers, now }: { answers: Answers; now: string | undefined },
): boolean {
  if (near === undefined) return false
  const other = near === 'now' ? now : answers[findNearField(near, answers) ?? '']
  if (typeof other !== 'string') return false
  const distance = Date.parse(other) - Date.parse(at)
  return (near === 'now' ? distance : Math.abs(distance)) > dayMs
}

function leaps(name: string, beside: Readonly<Record<string, unknown>>): boolean {
  const station = findOdometerStation(name)
  if (station === undefined) return false
  const readings = odometerStations.map((one) => [one, beside[`odometer_${one}`]] as const)
  const odometer = Object.fromEntries(readings.filter(([, km]) => typeof km === 'number'))
  return listOdometerProblems(odometer).some(
    (found) => found.station === station && found.problem === 'leaps',
  )
}

/**
 * The answer at a path as it is stored, or why it is refused. Null takes an answer back; a row takes true, and false
 * once it is struck out.
 */
export function parseAnswer(
  form: Form,
  path: string,
  given: unknown,
): { answer: Answer | null } | { problem: FieldProblem } {
  const refuse = (message: string) => ({ problem: { field: path, message } })
  const parsed = parseAnswerPath(path)
  const field = parsed && findFieldByPath(form, parsed)
  if (!parsed || !field || (parsed.row !== undefined && !Id.safeParse(parsed.row).success))
    return refuse('field-unknown')
  if (field === 'row') return typeof given === 'boolean' ? { answer: given } : refuse('invalid')
  if (given === null) return { answer: null }
  if (parsed.isConfirmation && isReason(given)) return refuse('number-invalid')
  const result = findAnswerSchema(field).safeParse(given)
  if (result.success) return { answer: result.data as Answer }
  return refuse(findMessage(field, given, result.error.issues))
}

/** Each keystroke needs one, and building it takes longer than parsing. */
const answerSchemas = new WeakMap<AnswerField, z.ZodMiniType>()

function findAnswerSchema(field: AnswerField): z.ZodMiniType {
  const known = answerSchemas.get(field)
  if (known) return known
  const schema = buildAnswerSchema(field)
  answerSchemas.set(field, schema)
  return schema
}

/** A union says only that none of its members fits, so the message is that of the value. */
function findMessage(field: AnswerField, given: unknown, issues: readonly { message: string }[]): string {
  if (!field.mayGiveReason || isReason(given)) return issues[0]?.message ?? 'invalid'
  return buildValueSchema(field).safeParse(given).error?.issues[0]?.message ?? 'invalid'
}
