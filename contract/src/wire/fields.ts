import * as z from 'zod/mini'
import type { ErrorCode } from './codes.ts'
import { isPhone } from './phone.ts'
import { isThaiNationalId } from './thai.ts'

/** How far the clock of a person or of a device may be ahead of the panel's. */
export const clockToleranceMs = 5 * 60_000

/** Whether the database can store a text: it contains neither a NUL nor an unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Characters that change the writing direction of what follows: a name that contains one is shown as another name. */
const directionMarks = /[\u202A-\u202E\u2066-\u2069]/g
const tidiedText = z.overwrite((text: string) => text.replace(directionMarks, '').trim())

/** A name is one line: wherever it is listed, a second line would look like another row or another person's name. */
const oneLine = z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'one-line')

/** Text of one or more lines with at least one visible character; `key` is its message in `validation.*`. */
export function requiredProse(key: string, max: number) {
  return z
    .string(key)
    .check(
      tidiedText,
      z.regex(/[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}]/u, { error: key, abort: true }),
      z.maxLength(max, 'too-long'),
    )
}

/** The same, on one line. */
export function requiredText(key: string, max = 100) {
  return requiredProse(key, max).check(oneLine)
}

/** Text of one or more lines that may be left out or emptied; empty text is stored as null. */
export function optionalProse(max: number) {
  return textOrNull(z.string().check(tidiedText, z.maxLength(max, 'too-long')))
}

/** The same, on one line. */
export function optionalText(max = 100) {
  return textOrNull(z.string().check(tidiedText, z.maxLength(max, 'too-long'), oneLine))
}

function textOrNull(text: z.ZodMiniString) {
  return z.nullable(
    z.pipe(
      text,
      z.transform((given) => given || null),
    ),
  )
}

/**
 * A choice from a list. No choice is refused with the message `required`, a value not on the list with
 * `choice-invalid`.
 */
export function choiceField<const Values extends readonly [string, ...string[]]>(
  values: Values,
  required = 'field-required',
) {
  return z.enum(values, { error: ({ input }) => (isNothing(input) ? required : 'choice-invalid') })
}

/** Does as `choiceField`, for a list of numbers. */
export function codeField<const Values extends readonly [number, ...number[]]>(values: Values) {
  return z.literal(values, {
    error: ({ input }) => (isNothing(input) ? 'field-required' : 'choice-invalid'),
  })
}

const isNothing = (given: unknown) => given === undefined || given === null || given === ''

/** Turns empty text, which means "not given" in every optional field of a form, into null. */
export function emptyAsNull<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.transform((value: unknown) => (value === '' ? null : value)),
    z.nullable(schema),
  ) as unknown as z.ZodMiniNullable<Schema>
}

/** Degrees of latitude (at most 90) or longitude (at most 180); empty is null. */
export const degreesField = (most: number) =>
  emptyAsNull(z.number('number-invalid').check(z.gte(-most, 'number-range'), z.lte(most, 'number-range')))

/** A whole number between these two. */
export const countField = (least: number, most: number) =>
  z.int('number-invalid').check(z.gte(least, 'number-range'), z.lte(most, 'number-range'))

/** Whether an amount of baht has no parts of a satang. */
export const isWholeSatang = (baht: number) => Math.abs(baht * 100 - Math.round(baht * 100)) < 1e-6

/** An id that a form leaves empty until somebody chooses. */
export const ChosenId = z.uuid('field-required').check(z.toLowerCase())

/** ISO calendar date, `yyyy-mm-dd`, of the Christian Era. It is no instant: it has no time zone. */
export const CalendarDate = z.iso
  .date('date-invalid')
  .check(z.refine((date) => date >= '0001', 'date-invalid'))

/** The first and last instant whose year has four digits, in UTC (milliseconds). */
export const earliestMs = Date.parse('0001-01-01T00:00:00.000Z')
const latestMs = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * ISO 8601 instant with its offset. No place on earth has an offset of more than 14 hours. At most nanoseconds: the
 * database cannot read a hundred digits.
 */
export const Instant = z.iso
  .datetime({ offset: true, error: 'date-invalid' })
  .check(z.refine(isFourDigitYearInstant, 'date-invalid'))

/** It is as long as an instant in UTC to the nanosecond. */
const longestInUtc = '2000-01-01T00:00:00.000000000Z'.length

function isFourDigitYearInstant(instant: string): boolean {
  // In UTC the year is the one that is written: a board has thousands of instants, and to parse each takes long.
  if (instant.length <= longestInUtc && /^\d{4}-.*Z$/.test(instant) && instant >= '0001') return true
  const at = Date.parse(instant)
  return at >= earliestMs && at <= latestMs && !/\.\d{10}|[+-](1[5-9]|2\d):\d\d$/.test(instant)
}

/**
 * An instant from a device's clock or as a person writes it, in the Common Era: a year of the Buddhist Era, which Thai
 * devices send, is converted by subtracting 543.
 */
export const ReportedInstant = z
  .string('date-invalid')
  .check(
    z.overwrite(toCommonEraInstant),
    z.iso.datetime({ offset: true, error: 'date-invalid', abort: true }),
    z.refine(isFourDigitYearInstant, 'date-invalid'),
  )

/** In the years 2400 to 2999: no clock of the Common Era is so far ahead, and no clock of the Buddhist Era is wrong. */
function toCommonEraInstant(instant: string): string {
  const [, year, rest] = /^(2[4-9]\d\d)(-.*)$/s.exec(instant) ?? []
  return year === undefined ? instant : `${Number(year) - 543}${rest}`
}

const chosenYears = { first: 1900, last: 2399 }

/**
 * An instant that somebody chooses, to look from or to note something at. Years outside this range are typing errors;
 * from 2400 on they are years of the Buddhist Era.
 */
export const ChosenInstant = Instant.check(
  z.refine((instant) => {
    const year = new Date(instant).getUTCFullYear()
    return year >= chosenYears.first && year <= chosenYears.last
  }, 'date-invalid'),
)

/** A calendar date that somebody chooses: a year from 2400 on is one of the Buddhist Era. */
export const ChosenDate = CalendarDate.check(
  z.refine((date) => {
    const year = Number(date.slice(0, 4))
    return year >= chosenYears.first && year <= chosenYears.last
  }, 'date-invalid'),
)

/** 13 digits without separators; the last one is a check digit. */
export const NationalId = z
  .string('national-id-required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'national-id-required', abort: true }),
    z.regex(/^\d{13}$/, { error: 'national-id-length', abort: true }),
    z.refine(isThaiNationalId, 'national-id-check-digit'),
  )

/** `0812345678` for a Thai number, `+85620…` (E.164) for a foreign one. */
export const Phone = z.string().check(z.trim(), z.refine(isPhone, 'phone-invalid'))

/** A mailbox of at most 254 characters (RFC 5321); `invalid` is the message for anything else. */
export function emailField(invalid: string) {
  return z
    .string('email-required')
    .check(
      z.trim(),
      z.minLength(1, { error: 'email-required', abort: true }),
      z.email(invalid),
      z.maxLength(254, 'too-long'),
    )
}

/** The e-mail with which a user signs in. */
export const Email = emailField('email-invalid')

export const Coded = z.object({ code: z.string(), name_en: z.string(), name_th: z.string() })
export type Coded = z.output<typeof Coded>

/** 5 MB. */
export const maxPhotoBytes = 5 * 1024 * 1024
/** 25 megapixels: a picture can be small as a file and large in memory. */
export const maxPhotoPixels = 25_000_000

/** The longer side of a stored photo of a document, in pixels: small print must stay legible. */
export const documentPhotoSide = 1_600

/** Problems of an uploaded picture; shown beside its field. */
export const photoProblems = [
  'photo-type',
  'photo-unreadable',
  'photo-too-large',
  'photo-too-many-pixels',
] as const satisfies readonly ErrorCode[]
/** The failures, because of the picture, of a call that takes one. */
export const photoErrors = [...photoProblems, 'photos-busy'] as const

/** jpeg, jpg or png by content. In a form it is sent as a file part; empty text removes the photo. */
export const PhotoUpload = z.optional(z.union([z.instanceof(Uint8Array), z.file(), z.literal('')]))

/** Whether a file begins like a jpeg or a png, whatever its name. */
export function isJpegOrPng(bytes: Uint8Array): boolean {
  const begins = (...signature: number[]) => signature.every((byte, i) => bytes[i] === byte)
  return begins(0xff, 0xd8, 0xff) || begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
}

/** A code of ICD-10 such as `J18.9`; the dot may be left out. Only its form is checked: the list changes every year. */
export const Icd10 = z.string('field-required').check(
  z.trim(),
  z.toUpperCase(),
  z.minLength(1, { error: 'field-required', abort: true }),
  z.regex(/^[A-Z]\d[0-9A-Z](\.?[0-9A-Z]{1,4})?$/, { error: 'icd-invalid', abort: true }),
  z.overwrite((code) => (code.length > 3 ? `${code.slice(0, 3)}.${code.slice(3).replace('.', '')}` : code)),
)
