import type { Language, PatientRow } from 'contract'
import { type CsvCell, formatAgeCell, formatBirthCell, formatCsv } from '../../core/csv.ts'
import { texts } from '../../core/texts.ts'
import { formatZonedMinute, hospitalTimeZone } from '../../core/time.ts'

/** The list as CSV for a spreadsheet. Dates are ISO, of the Christian Era and the hospital's time zone. */
export function formatPatientsCsv(
  batches: AsyncIterable<PatientRow[]>,
  language: Language,
  today: string,
): AsyncIterable<string> {
  const { field, csv } = texts[language].patients
  const headings = [
    field.hn,
    field.an,
    field.title,
    field.name,
    field.surname,
    csv.name_en,
    csv.surname_en,
    csv.gender,
    field.date_of_birth,
    csv.age,
    field.ward,
    field.bed,
    csv.triage_level,
    csv.notify_status,
    csv.device_status,
    csv.admit_date,
  ]
  return formatCsv(headings, batches, (row) => formatPatientCells(row, language, today))
}

function formatPatientCells(row: PatientRow, language: Language, today: string): CsvCell[] {
  const { patients, ui } = texts[language]
  return [
    row.hn,
    row.an,
    row.title,
    row.name,
    row.surname,
    row.name_en,
    row.surname_en,
    patients.gender[row.gender],
    formatBirthCell(row, language),
    formatAgeCell(row, today, language),
    row.ward?.[language === 'th' ? 'name_th' : 'name_en'] ?? null,
    row.bed,
    row.triage_level && ui.triage[row.triage_level],
    patients.csv.notify[row.notify_status],
    row.device_status && patients.csv.device[row.device_status],
    row.admit_date && formatZonedMinute(hospitalTimeZone, row.admit_date),
  ]
}
