import * as z from 'zod/mini'
import { isSameValue } from '../wire/compare.ts'
import { Id } from '../wire/endpoint.ts'
import { Instant, requiredText } from '../wire/fields.ts'
import { StaffLabel } from '../wire/labels.ts'
import { isConfirmationPath, splitLater } from './answers.ts'
import { omitHidden } from './conditions.ts'
import { omitConfirmations } from './confirmations.ts'
import type { AnswerField, Answers, Form, Rows } from './form.ts'

export const signerRoles = ['DOCTOR', 'NURSE', 'CREW', 'RECEIVER', 'PATIENT', 'RELATIVE', 'WITNESS'] as const
export type SignerRole = (typeof signerRoles)[number]

/** Why nobody signed what is to be signed. */
export const unsignedReason = { kind: 'choice', options: 'unsigned-reason' } as const satisfies AnswerField

/** The field on which somebody draws, in the units of the path. */
export const signatureField = { width: 600, height: 200 } as const

/** Drawn strokes: each begins with M and goes on with L, in whole units of the field. */
export const Strokes = z
  .string()
  .check(
    z.maxLength(20_000, 'too-long'),
    z.regex(/^(M\d{1,3} \d{1,3}(L\d{1,3} \d{1,3})*)+$/, 'signature-required'),
  )

/**
 * A signature of what the record says in `version`. Without strokes the typed name is the signature, for somebody who
 * cannot draw one.
 */
export const SignatureRequest = z.object({
  _id: Id,
  /** Made by the device: a second call with it changes nothing. */
  new_id: Id,
  version: z.int().check(z.gte(1), z.lte(2_147_483_647)),
  role: z.enum(signerRoles, 'choice-invalid'),
  signer_name: requiredText('name-required', 120),
  relation: z._default(z.nullable(requiredText('field-required', 60)), null),
  strokes: z._default(z.nullable(Strokes), null),
})

/** `holds`: whether the record still says all that was signed; `has_more`: whether answers were added since. */
export const FormSignature = z.object({
  _id: Id,
  role: z.enum(signerRoles),
  signer_name: z.string(),
  relation: z.nullable(z.string()),
  strokes: z.nullable(z.string()),
  holds: z.boolean(),
  has_more: z.boolean(),
  at: Instant,
  by: StaffLabel,
})
export type FormSignature = z.output<typeof FormSignature>

/**
 * The text whose hash a signature holds: the same for the same answers, whatever their order. Answers that are not
 * shown are not signed, nor those that others write when the record is complete.
 */
export function writeSignedText(form: Form, answers: Answers): string {
  return writeSignedAnswers(form, pickSigned(form, answers))
}

/** Picks the answers that are signed. The confirmation of an unusual number is not signed. */
export const pickSigned = (form: Form, answers: Answers): Answers =>
  omitConfirmations(form, splitLater(form, omitHidden(form, answers).answers).answers)

/** The same text of answers of which each is signed. */
export const writeSignedAnswers = (form: Form, signed: Answers): string =>
  JSON.stringify([form.name, form.version, sortKeys(signed)])

/** Whether a record still says all that was signed, and whether it says more. Each row stands for itself. */
export function compareSigned(
  form: Form,
  signed: Answers,
  answers: Answers,
): Pick<FormSignature, 'holds' | 'has_more'> {
  // A phone may have sent a confirmation as signed: it was read as the number beside it.
  const before = new Map([...listPlaces(signed)].filter(([path]) => !isConfirmationPath(path)))
  const now = listPlaces(pickSigned(form, answers))
  const holds = [...before].every(([path, answer]) => isSameValue(now.get(path), answer))
  return { holds, has_more: [...now.keys()].some((path) => !before.has(path)) }
}

/** What stands at each path. A row stands until it is struck out. */
function listPlaces(answers: Answers): Map<string, unknown> {
  return new Map(
    Object.entries(answers).flatMap(([field, answer]): [string, unknown][] =>
      isRows(answer)
        ? Object.entries(answer).flatMap(([row, { is_struck_out, ...values }]): [string, unknown][] => [
            [`${field}/${row}`, is_struck_out !== true],
            ...Object.entries(values).map(([inner, one]): [string, unknown] => [
              `${field}/${row}/${inner}`,
              one,
            ]),
          ])
        : [[field, answer]],
    ),
  )
}

/** A phone may have sent anything as what was signed. */
const isRows = (answer: unknown): answer is Rows =>
  isPlainObject(answer) && Object.values(answer).every(isPlainObject)

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sortKeys)
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, sortKeys(inner)])
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
