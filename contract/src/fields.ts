import * as z from 'zod/mini'
import type { ErrorCode } from './codes.ts'
import { isThaiNationalId, isThaiPhone } from './thai.ts'

/** Whether the database can keep a text: it has neither a NUL nor half of a surrogate pair. */
export function isKeepable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Marks that turn the direction of what follows: with one in it a name shows as another. */
const turningMarks = /[\u202A-\u202E\u2066-\u2069]/g
const tidied = z.overwrite((text: string) => text.replace(turningMarks, '').trim())

/** A name is one line: a second one would pass for another row, or another person's, wherever it is listed. */
const oneLine = z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'one-line')

/** Text of one or more lines that must have something in it to be seen; `key` is its message in `validation.*`. */
export function requiredProse(key: string, max: number) {
  return z
    .string(key)
    .check(
      tidied,
      z.regex(/[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}]/u, { error: key, abort: true }),
      z.maxLength(max, 'too-long'),
    )
}

/** The same, of one line. */
export function requiredText(key: string, max = 100) {
  return requiredProse(key, max).check(oneLine)
}

/** Text of one or more lines that may be left out or emptied: empty and null are the same, and are kept as null. */
export function optionalProse(max: number) {
  return textOrNull(z.string().check(tidied, z.maxLength(max, 'too-long')))
}

/** The same, of one line. */
export function optionalText(max = 100) {
  return textOrNull(z.string().check(tidied, z.maxLength(max, 'too-long'), oneLine))
}

function textOrNull(text: z.ZodMiniString) {
  return z.nullable(
    z.pipe(
      text,
      z.transform((given) => given || null),
    ),
  )
}

/** One of a list. Nothing chosen is refused as `required` says, what is not on the list as `choice-invalid`. */
export function choiceOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
  required = 'field-required',
) {
  const isNothing = (given: unknown) => given === undefined || given === null || given === ''
  return z.enum(values, { error: ({ input }) => (isNothing(input) ? required : 'choice-invalid') })
}

/** Empty text is "not given" for every optional field of a form. */
export function orNull<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.transform((value: unknown) => (value === '' ? null : value)),
    z.nullable(schema),
  ) as unknown as z.ZodMiniNullable<Schema>
}

/** ISO calendar date, `yyyy-mm-dd`, of the Christian Era. Never an instant: it has no time zone. */
export const CalendarDate = z.iso
  .date('date-invalid')
  .check(z.refine((date) => date >= '0001', 'date-invalid'))

/** The first and last instant that are written with a year of four digits, in UTC (milliseconds). */
export const earliestMs = Date.parse('0001-01-01T00:00:00.000Z')
const latestMs = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * ISO 8601 instant with its offset, of which no place on earth has more than 14 hours. Nanoseconds are the finest that
 * anything writes; the database cannot read a hundred digits.
 */
export const Instant = z.iso
  .datetime({ offset: true, error: 'date-invalid' })
  .check(z.refine(isWrittenInstant, 'date-invalid'))

function isWrittenInstant(instant: string): boolean {
  const at = Date.parse(instant)
  return at >= earliestMs && at <= latestMs && !/\.\d{10}|[+-](1[5-9]|2\d):\d\d$/.test(instant)
}

/**
 * An instant by the clock of a device or by the watch of a person, in the Common Era: one that a Thai device has written
 * with a year of the Buddhist Era is 543 years earlier.
 */
export const ToldInstant = z
  .string('date-invalid')
  .check(
    z.overwrite(inCommonEra),
    z.iso.datetime({ offset: true, error: 'date-invalid', abort: true }),
    z.refine(isWrittenInstant, 'date-invalid'),
  )

/** In the years from 2400 to 2999 no clock of ours is ahead, and no clock of the Buddhist Era is wrong. */
function inCommonEra(instant: string): string {
  const [, year, rest] = /^(2[4-9]\d\d)(-.*)$/s.exec(instant) ?? []
  return year === undefined ? instant : `${Number(year) - 543}${rest}`
}

const chosenYears = { first: 1900, last: 2399 }

/**
 * An instant that somebody chooses, to look from or to note something at. What is beyond these years was not meant: from
 * 2400 on it is a year of the Buddhist Era.
 */
export const ChosenInstant = Instant.check(
  z.refine((instant) => {
    const year = new Date(instant).getUTCFullYear()
    return year >= chosenYears.first && year <= chosenYears.last
  }, 'date-invalid'),
)

/** 13 digits, no separators, the last one a check digit. */
export const NationalId = z
  .string('national-id-required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'national-id-required', abort: true }),
    z.regex(/^\d{13}$/, { error: 'national-id-length', abort: true }),
    z.refine(isThaiNationalId, 'national-id-check-digit'),
  )

/** `0812345678` for a Thai number, `+85620…` (E.164) for a foreign one. */
export const Phone = z.string().check(
  z.trim(),
  z.refine(
    (phone) => (phone.startsWith('+') ? /^\+[1-9]\d{6,14}$/.test(phone) : isThaiPhone(phone)),
    'phone-invalid',
  ),
)

/** A mailbox of at most 254 characters (RFC 5321); `invalid` is the message for what is none. */
export function emailOf(invalid: string) {
  return z
    .string('email-required')
    .check(
      z.trim(),
      z.minLength(1, { error: 'email-required', abort: true }),
      z.email(invalid),
      z.maxLength(254, 'too-long'),
    )
}

/** With which somebody signs in. */
export const Email = emailOf('email-invalid')

export const Coded = z.object({ code: z.string(), name_en: z.string(), name_th: z.string() })
export type Coded = z.output<typeof Coded>

/** 5 MB. */
export const maxPhotoBytes = 5 * 1024 * 1024
/** 25 megapixels: a picture is small as a file and large in memory. */
export const maxPhotoPixels = 25_000_000

/** What may be wrong with a picture; shown beside its field. */
export const photoProblems = [
  'photo-type',
  'photo-unreadable',
  'photo-too-large',
  'photo-too-many-pixels',
] as const satisfies readonly ErrorCode[]
/** What a call that takes a picture may be refused with for its sake. */
export const photoErrors = [...photoProblems, 'photos-busy'] as const

/** jpeg, jpg or png by content. In a form it travels as a file part; an empty text takes the photo away. */
export const PhotoUpload = z.optional(z.union([z.instanceof(Uint8Array), z.file(), z.literal('')]))

/** Whether a file that begins with these bytes is a jpeg or a png, whatever its name says. */
export function isJpegOrPng(bytes: Uint8Array): boolean {
  const begins = (...signature: number[]) => signature.every((byte, i) => bytes[i] === byte)
  return begins(0xff, 0xd8, 0xff) || begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
}
