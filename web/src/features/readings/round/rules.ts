import { beyondTexts, type LatestValue, type QuantityName, quantities } from 'contract'
import { toArabicDigits } from '../../../ui/form/thai-digits.ts'
import {
  createRecordValues,
  type RecordFieldName,
  type RecordValues,
  roundFields,
} from '../record/record-values.ts'

/** What is typed into the row of a patient. */
export type RoundEntry = {
  /** Each field has what was typed; a choice its code. */
  typed: Partial<Record<RecordFieldName, string>>
  /**
   * When it was measured: the time of the round, or the minute in which the row was begun. Empty while nothing is
   * typed.
   */
  date: string
  time: string
  /** Unusual values that the user has confirmed. */
  confirmed: Partial<Record<QuantityName, number>>
}

export const emptyEntry: RoundEntry = { typed: {}, date: '', time: '', confirmed: {} }

export const isNumberField = (field: RecordFieldName): field is RecordFieldName & QuantityName =>
  field in quantities

/** The columns of a round; what a meter shows in place of a glucose, and its marker, stand in the column of it. */
export const roundColumns = roundFields.filter((field) => field !== 'beyond' && field !== 'marker')

/** Hidden until a user shows them: what few patients need on a round. */
export const hiddenAtFirst: readonly RecordFieldName[] = [
  'gcs_eye',
  'gcs_verbal',
  'gcs_motor',
  'etco2',
  'blood_glucose',
  'weight',
  'waist',
  'height',
]

/** The fields of these columns, in their order. */
export const listColumnFields = (columns: readonly RecordFieldName[]): RecordFieldName[] =>
  columns.flatMap((column) =>
    column === 'blood_glucose' ? [column, 'beyond' as const, 'marker' as const] : [column],
  )

/** What is left of a text that somebody types into a number: no more decimals than the quantity has. */
export function tidyTypedNumber(field: QuantityName, text: string): string {
  const { decimals } = quantities[field]
  const [, whole = '', point = '', fraction = ''] =
    /^(\d{0,5})(\.?)(\d*)/.exec(
      toArabicDigits(text)
        .replace(',', '.')
        .replace(/[^\d.]/g, ''),
    ) ?? []
  return decimals > 0 ? `${whole}${point}${fraction.slice(0, decimals)}` : whole
}

/** The typed row as the form of one patient has it. */
export function toRecordEntry({ typed, date, time }: RoundEntry): RecordValues {
  const values: RecordValues = { ...createRecordValues(0), date, time }
  for (const field of roundFields) {
    const text = typed[field] ?? ''
    const isNumber = isNumberField(field) && /^\d+(\.\d*)?$/.test(text)
    values[field] = isNumber ? Number(text) : text
  }
  return values
}

export const isTyped = ({ typed }: RoundEntry): boolean => Object.values(typed).some((text) => text !== '')

/** The newest value of a field and when it was measured: a number as a text, a choice by its code. */
export function findLastText(
  field: RecordFieldName,
  latest: readonly LatestValue[],
): { text: string; measuredAt: string } | undefined {
  const isPressure = field === 'systolic' || field === 'diastolic'
  const found = latest.find(({ vital }) => vital === (isPressure ? 'blood_pressure' : field))
  if (!found) return undefined
  const { value, second, note, measured_at } = found
  if (field === 'consciousness') return note === null ? undefined : { text: note, measuredAt: measured_at }
  if (field === 'oxygen') return { text: value === 1 ? 'yes' : 'no', measuredAt: measured_at }
  if (!isNumberField(field)) return undefined
  const number = field === 'diastolic' ? second : value
  if (field === 'blood_glucose' && number === null && note !== null)
    return { text: beyondTexts[note === 'above' ? note : 'below'], measuredAt: measured_at }
  if (number === null) return undefined
  return { text: number.toFixed(quantities[field].decimals), measuredAt: measured_at }
}
