import {
  beyondTexts,
  type Language,
  type LatestValue,
  listQuantitiesByPart,
  type QuantityName,
  quantities,
  type WardBoardRow,
} from 'contract'
import { type CsvCell, formatAgeCell, formatCsv } from '../../core/csv.ts'
import { getFullName, texts } from '../../core/texts.ts'
import { formatZonedMinute, hospitalTimeZone } from '../../core/time.ts'

/** The vital signs of a row, each with its time. */
const exportedVitals = ['blood_pressure', ...listQuantitiesByPart('tile'), 'consciousness', 'oxygen'] as const
type ExportedVital = (typeof exportedVitals)[number]

/** A ward board as CSV for a spreadsheet. Times are ISO, of the Christian Era and the hospital's time zone. */
export function formatWardBoardCsv(
  batches: AsyncIterable<WardBoardRow[]>,
  language: Language,
  today: string,
): AsyncIterable<string> {
  const { admissions, patients, wardBoard } = texts[language]
  const { field, csv } = patients
  const headings = [
    field.ward,
    field.bed,
    field.hn,
    field.title,
    field.name,
    field.surname,
    csv.gender,
    csv.age,
    csv.triage_level,
    'NEWS2',
    wardBoard.csv['oldest-part'],
    wardBoard.csv['score-before'],
    wardBoard.csv['before-at'],
    ...exportedVitals.flatMap((vital) => [formatHeading(vital, language), wardBoard.csv['measured-at']]),
    csv.admit_date,
    admissions.csv.place,
    admissions.doctor,
    admissions.isolation,
    admissions.planned,
  ]
  return formatCsv(headings, batches, (row) => formatCells(row, language, today))
}

function formatHeading(vital: ExportedVital, language: Language): string {
  const name: QuantityName | undefined =
    vital === 'blood_pressure' ? 'systolic' : vital in quantities ? (vital as QuantityName) : undefined
  const heading = getFullName(vital, language)
  return name ? `${heading} (${quantities[name].unit})` : heading
}

function formatCells(row: WardBoardRow, language: Language, today: string): CsvCell[] {
  const { admissions, patients, ui } = texts[language]
  const { patient, latest, score_before, admitted_at, stay } = row
  const find = (vital: LatestValue['vital']) => latest.find((one) => one.vital === vital)
  const score = find('news2')
  const formatTime = (instant: string | null | undefined) =>
    instant ? formatZonedMinute(hospitalTimeZone, instant) : null
  return [
    patient.ward?.[language === 'th' ? 'name_th' : 'name_en'] ?? null,
    patient.bed,
    patient.hn,
    patient.title,
    patient.name,
    patient.surname,
    patients.gender[patient.gender],
    formatAgeCell(patient, today, language),
    patient.triage_level && ui.triage[patient.triage_level],
    score?.value ?? null,
    formatTime(score?.note ?? score?.measured_at),
    score_before?.value ?? null,
    formatTime(score_before?.measured_at),
    ...exportedVitals.flatMap((vital) => {
      const newest = find(vital)
      return [newest ? formatValue(vital, newest, language) : null, formatTime(newest?.measured_at)]
    }),
    formatTime(admitted_at),
    stay && admissions.csv['place-kind'][stay.kind],
    stay?.attending ? `${stay.attending.first_name} ${stay.attending.last_name}` : null,
    stay?.isolation?.map((kind) => admissions.isolations[kind]).join(', ') ?? null,
    stay?.planned_discharge_on ?? null,
  ]
}

function formatValue(
  vital: ExportedVital,
  { value, second, note }: LatestValue,
  language: Language,
): CsvCell {
  if (vital === 'blood_pressure') return `${value ?? '–'}/${second ?? '–'}`
  // A coma scale of somebody who cannot speak has parts and no total.
  if (vital === 'consciousness' || (vital === 'gcs' && value === null)) return note
  if (vital === 'oxygen') return texts[language].users[value === 1 ? 'yes' : 'no']
  return value ?? (note === 'above' || note === 'below' ? beyondTexts[note] : null)
}
