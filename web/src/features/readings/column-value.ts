import { type BeyondMeter, beyondTexts, formatComaParts, type Patient, type ReadingValues } from 'contract'
import { writeNumber } from '../../ui/write-number.ts'
import { type Classification, classifyPressure, classifyValue, type MeasuredPerson } from './bands.ts'
import { type ColumnKey, computeShownValue, getDecimals } from './views.ts'

/** A column whose values are numbers. */
export type NumberColumn = Exclude<ColumnKey, 'consciousness' | 'oxygen' | 'marker'>

export const isNumberColumn = (column: ColumnKey): column is NumberColumn =>
  column !== 'consciousness' && column !== 'oxygen' && column !== 'marker'

/** A value as it is written, with its band. A meter can say HI or LO, and a device may have found half a pressure. */
export type ColumnValue = {
  text: string
  isDerived?: boolean
  beyond?: BeyondMeter
  meaning?: Classification | undefined
}

/** What a reading has in a column; undefined if it has nothing. `date` is that of the measurement. */
export function readColumnValue(
  column: NumberColumn,
  values: ReadingValues,
  patient: MeasuredPerson & Pick<Patient, 'height'>,
  date: string,
): ColumnValue | undefined {
  if (column === 'blood_pressure') {
    const text = formatPressure(values)
    return text === undefined ? undefined : { text, meaning: classifyPressure(values, patient, date) }
  }
  if (column === 'blood_glucose' && values.beyond) {
    const level = values.beyond === 'above' ? 'critical_high' : 'critical_low'
    return {
      text: beyondTexts[values.beyond],
      beyond: values.beyond,
      meaning: { level, group: 'level', band: level },
    }
  }
  if (column === 'gcs' && typeof values.gcs !== 'number') {
    // Without a total, the parts that were tested are what is known.
    const text = formatComaParts(values)
    return text === undefined ? undefined : { text }
  }
  const found = computeShownValue(column, values, patient.height)
  if (!found) return undefined
  return {
    text: writeNumber(found.value, getDecimals(column)),
    isDerived: found.isDerived,
    meaning: classifyValue(column, found.exact ?? found.value, patient, {
      date,
      marker: values.marker ?? undefined,
    }),
  }
}

/** A device may have measured only one of the two values. */
export function formatPressure({ systolic, diastolic }: ReadingValues): string | undefined {
  if (typeof systolic !== 'number' && typeof diastolic !== 'number') return undefined
  return `${systolic ?? '–'}/${diastolic ?? '–'}`
}
