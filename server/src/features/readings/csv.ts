import {
  beyondTexts,
  collectActValues,
  computeBmi,
  computeMeanArterialPressure,
  type Language,
  listActReadings,
  quantities,
  type ReadingKind,
  type ReadingRow,
  type ReadingValueName,
  type ReadingValues,
  roundToDecimals,
} from 'contract'
import { listKindFields } from '../../bedside/intake/store.ts'
import { type CsvCell, formatCsv } from '../../core/csv.ts'
import { getFullName, texts } from '../../core/texts.ts'
import { formatZonedSecond, hospitalTimeZone } from '../../core/time.ts'

/** A glucose beyond the meter's range stands in the column of the glucose. */
type FieldName = Exclude<ReadingValueName, 'beyond'>

/** A kind of one value has the name of that value. */
function getKindName(kind: ReadingKind, language: Language): string {
  const { name } = texts[language].readings.csv
  return kind in name ? name[kind as keyof typeof name] : getFullName(kind as FieldName, language)
}

type Calculated = 'map' | 'bmi'

/** What the screens calculate of these kinds; what was measured has its own column. */
const listCalculated = (kinds: readonly ReadingKind[]): Calculated[] => [
  ...(kinds.includes('blood_pressure') ? (['map'] as const) : []),
  ...(kinds.includes('body') ? (['bmi'] as const) : []),
]

function calculate(name: Calculated, values: ReadingValues, heightCm: number | null): number | null {
  const { systolic, diastolic, map, weight } = values
  if (name === 'bmi') {
    const height = values.height ?? heightCm
    return weight && height ? roundToDecimals({ decimals: 1 }, computeBmi(weight, height)) : null
  }
  const isMissing = typeof map !== 'number' && typeof systolic === 'number' && typeof diastolic === 'number'
  return isMissing ? computeMeanArterialPressure(systolic, diastolic) : null
}

/**
 * Readings as CSV for a spreadsheet. Times are ISO, of the Christian Era and the hospital's time zone. `heightCm` is
 * the patient's newest height: the BMI of a weight that came without one is calculated from it.
 */
export function formatReadingsCsv(
  batches: AsyncIterable<ReadingRow[]>,
  kinds: readonly ReadingKind[],
  { language, heightCm }: { language: Language; heightCm: number | null },
): AsyncIterable<string> {
  const { column, csv, form } = texts[language].readings
  const fields = [...new Set(kinds.flatMap(listKindFields))].filter((name) => name !== 'beyond')
  const calculated = listCalculated(kinds)
  const headings = [
    csv.measured,
    csv.kind,
    ...fields.map((name) => formatHeading(name, language)),
    ...calculated.map((name) => csv.calculated[name]),
    column.source,
    csv.device,
    csv.entered,
    csv.timing,
    csv.received,
    csv.scanned,
    csv.replaced,
    form.note,
  ]
  return formatCsv(headings, addReplaced(batches, kinds), (row) =>
    formatReadingCells(row, fields, language, (values) =>
      calculated.map((name) => calculate(name, values, heightCm)),
    ),
  )
}

/** A corrected reading has a row of its own, below its act of charting. */
async function* addReplaced(batches: AsyncIterable<ReadingRow[]>, kinds: readonly ReadingKind[]) {
  for await (const batch of batches) yield batch.flatMap((row) => [row, ...listReplaced(row, kinds)])
}

function listReplaced(row: ReadingRow, kinds: readonly ReadingKind[]): ReadingRow[] {
  return listActReadings(row).filter(
    ({ _id, kind, replaced_at }) => replaced_at !== null && _id !== row._id && kinds.includes(kind),
  )
}

function formatHeading(name: FieldName, language: Language): string {
  const quantity = name in quantities ? quantities[name as keyof typeof quantities] : undefined
  const heading = getFullName(name, language)
  return quantity ? `${heading} (${quantity.unit})` : heading
}

function formatReadingCells(
  reading: ReadingRow,
  fields: readonly FieldName[],
  language: Language,
  listCalculatedCells: (values: ReadingValues) => CsvCell[],
): CsvCell[] {
  const { readings, users } = texts[language]
  const values = collectActValues(reading)
  const { device, entered_by } = reading
  return [
    formatZonedSecond(hospitalTimeZone, reading.measured_at),
    getKindName(reading.kind, language),
    ...fields.map((name) => {
      if (name === 'marker' && values.marker) return readings.marker[values.marker]
      if (name === 'blood_glucose' && values.beyond) return beyondTexts[values.beyond]
      const value = values[name] ?? null
      return typeof value === 'boolean' ? users[value ? 'yes' : 'no'] : value
    }),
    ...listCalculatedCells(values),
    readings.csv.source[reading.source],
    device && `${device.name} ${device.mac}`,
    entered_by && `${entered_by.first_name} ${entered_by.last_name}`,
    readings.csv.timings[reading.timing],
    formatZonedSecond(hospitalTimeZone, reading.received_at),
    reading.gateway_scan_time && formatZonedSecond(hospitalTimeZone, reading.gateway_scan_time),
    reading.replaced_at && formatZonedSecond(hospitalTimeZone, reading.replaced_at),
    reading.note,
  ]
}
