import { countNights, type ListedStay } from 'contract'
import { type CsvCell, formatCsv } from '../../core/csv.ts'
import { type Language, texts } from '../../core/texts.ts'
import { formatZonedDate, formatZonedMinute, hospitalTimeZone } from '../../core/time.ts'

/**
 * Stays as CSV for a spreadsheet. Times are ISO, of the Christian Era and the hospital's time zone. The cells of a record
 * that is closed to the caller say so where a screen does.
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
  const minute = (at: string | null) => at && formatZonedMinute(hospitalTimeZone, at)
  const toDay = (at: string) => formatZonedDate(hospitalTimeZone, at)
  const departmentName = admissions.departments[stay.department as keyof typeof admissions.departments]
  return [
    patient.hn,
    stay.an,
    patient.title,
    patient.name,
    patient.surname,
    patients.gender[patient.gender],
    patient.date_of_birth,
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
