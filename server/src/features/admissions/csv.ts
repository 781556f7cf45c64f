import { countNights, type ListedStay, type StayAct, type StayHistory, type StayPlace } from 'contract'
import { formatBirthCell } from '../../core/birth-cells.ts'
import { type CsvCell, formatCsv } from '../../core/csv.ts'
import { type Language, texts } from '../../core/texts.ts'
import { formatZonedDate, formatZonedMinute, hospitalTimeZone } from '../../core/time.ts'

/**
 * Stays as CSV for a spreadsheet. Times are ISO, of the Christian Era and the hospital's time zone. The cells of a
 * record that is closed to the caller say so where a screen does.
 */
export function formatStaysCsv(
  batches: AsyncIterable<ListedStay[]>,
  language: Language,
  today: string,
): AsyncIterable<string> {
  const { admissions, patients } = texts[language]
  const headings = [
    patients.field.hn,
    admissions.an,
    patients.field.title,
    patients.field.name,
    patients.field.surname,
    patients.csv.gender,
    patients.field.date_of_birth,
    admissions.ward,
    admissions['bed-label'],
    admissions.csv.place,
    admissions.admitted,
    admissions.discharged,
    admissions.csv.voided,
    admissions.days,
    admissions.department,
    admissions.diagnosis,
    admissions.csv.disease,
    admissions.doctor,
    admissions.outcome,
  ]
  return formatCsv(headings, batches, (stay) => formatStayCells(stay, language, today))
}

function formatStayCells(stay: ListedStay, language: Language, today: string): CsvCell[] {
  const { admissions, patients } = texts[language]
  const { patient, place, attending } = stay
  const toDay = (at: string) => formatZonedDate(hospitalTimeZone, at)
  const departmentName = admissions.departments[stay.department as keyof typeof admissions.departments]
  return [
    patient.hn,
    stay.an,
    patient.title,
    patient.name,
    patient.surname,
    patients.gender[patient.gender],
    formatBirthCell(patient, language),
    place?.ward[language === 'th' ? 'name_th' : 'name_en'] ?? null,
    place?.bed?.label ?? null,
    place && admissions.csv['place-kind'][place.kind],
    minute(stay.admitted_at),
    minute(stay.discharged_at),
    minute(stay.voided_at),
    stay.voided_at
      ? null
      : countNights(toDay(stay.admitted_at), stay.discharged_at ? toDay(stay.discharged_at) : today),
    departmentName ?? null,
    stay.diagnosis ?? (stay.is_record_open ? null : admissions.list['record-closed']),
    stay.disease,
    attending && `${attending.first_name} ${attending.last_name}`,
    stay.outcome && admissions.outcomes[stay.outcome],
  ]
}

/**
 * The stays of a patient as CSV, a line for each place and each act. A place that an act superseded says so; the reason
 * of an act is in words.
 */
export function formatHistoryCsv(
  batches: AsyncIterable<StayHistory[]>,
  language: Language,
): AsyncIterable<string> {
  const { admissions, patients } = texts[language]
  const headings = [
    patients.field.hn,
    admissions.an,
    admissions.csv.line,
    admissions.csv.what,
    admissions.csv.from,
    admissions.csv.to,
    admissions.ward,
    admissions['bed-label'],
    admissions.reason,
    admissions.note,
    admissions.csv.by,
    admissions.csv.recorded,
    admissions.csv.superseded,
  ]
  return formatCsv(headings, listHistoryLines(batches), ({ stay, place, act }) => [
    stay.patient.hn,
    stay.an,
    ...(place ? formatPlaceCells(place, language) : formatActCells(act, language)),
  ])
}

type HistoryLine = { stay: StayHistory } & (
  | { place: StayPlace; act?: undefined }
  | { place?: undefined; act: StayAct }
)

async function* listHistoryLines(batches: AsyncIterable<StayHistory[]>): AsyncGenerator<HistoryLine[]> {
  for await (const stays of batches)
    yield stays.flatMap((stay) => [
      ...stay.places.map((place) => ({ stay, place })),
      ...stay.acts.map((act) => ({ stay, act })),
    ])
}

const minute = (at: string | null) => at && formatZonedMinute(hospitalTimeZone, at)

function formatPlaceCells(place: StayPlace, language: Language): CsvCell[] {
  const { admissions } = texts[language]
  return [
    admissions.csv.lines.place,
    admissions.csv['place-kind'][place.kind],
    minute(place.from),
    minute(place.to),
    place.ward[language === 'th' ? 'name_th' : 'name_en'],
    place.bed?.label ?? null,
    null,
    null,
    null,
    null,
    place.is_superseded ? admissions.csv.superseded : null,
  ]
}

function formatActCells({ act, at, recorded_at, by, reason, note }: StayAct, language: Language): CsvCell[] {
  const { admissions } = texts[language]
  const reasons: Record<string, string> =
    act === 'moved' ? admissions['move-reasons'] : admissions['correction-reasons']
  return [
    admissions.csv.lines.act,
    admissions.act[act],
    minute(at),
    null,
    null,
    null,
    reason && (reasons[reason] ?? reason),
    note,
    by && `${by.first_name} ${by.last_name}`,
    minute(recorded_at),
    null,
  ]
}
