import {
  capacityQuestions,
  classifyMorse,
  countNights,
  type Language,
  Refusal,
  type StaffLabel,
  type Stay,
  type StayAct,
  type StayChange,
  type StayHistory,
  type StayPlace,
} from 'contract'
import * as z from 'zod/mini'
import { type CsvCell, formatBirthCell, formatCsv, formatMinuteCell } from '../../core/csv.ts'
import { texts } from '../../core/texts.ts'
import { formatZonedDate, formatZonedMinute, hospitalTimeZone } from '../../core/time.ts'
import type { ExportedStay } from './queries/stays.ts'

/**
 * Stays as CSV for a spreadsheet. Times are ISO, of the Christian Era and the hospital's time zone. The cells of a
 * record that is closed to the caller say so where a screen does.
 */
export function formatStaysCsv(
  batches: AsyncIterable<ExportedStay[]>,
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
    ...listRecordHeadings(language),
  ]
  return formatCsv(headings, batches, (stay) => formatStayCells(stay, language, today))
}

function formatStayCells(stay: ExportedStay, language: Language, today: string): CsvCell[] {
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
    formatMinuteCell(stay.admitted_at),
    formatMinuteCell(stay.discharged_at),
    formatMinuteCell(stay.voided_at),
    stay.voided_at
      ? null
      : countNights(toDay(stay.admitted_at), stay.discharged_at ? toDay(stay.discharged_at) : today),
    departmentName ?? null,
    stay.diagnosis ?? (stay.is_record_open ? null : admissions.list['record-closed']),
    stay.disease,
    attending && `${attending.first_name} ${attending.last_name}`,
    stay.outcome && admissions.outcomes[stay.outcome],
    ...formatRecordCells(stay.record, language),
  ]
}

function listRecordHeadings(language: Language): string[] {
  const { admissions, patients } = texts[language]
  return [
    admissions['admit-type'],
    admissions['admit-source'],
    admissions['arrival-type'],
    admissions['referral-cause'],
    admissions['referring-hospital'],
    admissions['referral-number'],
    admissions.payer,
    admissions.isolation,
    admissions.pregnancy,
    admissions.morse,
    admissions.csv['morse-risk'],
    admissions.news2,
    admissions.consent,
    admissions.dnr,
    patients.field.weight,
    patients.field.height,
    admissions.planned,
    admissions['discharge-type'],
    admissions['discharge-status'],
    admissions['discharged-to'],
    admissions['discharge-cause'],
    admissions['final-diagnoses'],
    admissions.summary,
    admissions.advice,
    admissions['follow-up'],
    admissions.medicines,
  ]
}

/** What was asked at the admission and at the discharge, in words; nothing of a record that is closed to the caller. */
function formatRecordCells(record: ExportedStay['record'], language: Language): CsvCell[] {
  if (!record) return listRecordHeadings(language).map(() => null)
  const { admissions, calculations } = texts[language]
  const told = (answer: boolean | null) =>
    admissions.told[answer === null ? 'not-asked' : answer ? 'yes' : 'no']
  return [
    findWord(admissions['admit-types'], record.admit_type),
    findWord(admissions['admit-sources'], record.admit_source),
    findWord(admissions['arrival-types'], record.arrival_type),
    findWord(admissions['referral-causes'], record.referral_cause),
    record.referring_hospital,
    record.referral_number,
    findWord(admissions.payers, record.payer),
    record.isolation.map((kind) => findWord(admissions.isolations, kind)).join(', '),
    admissions.pregnancies[record.pregnancy],
    record.morse_score,
    record.morse_score === null ? null : calculations['morse-risk'][classifyMorse(record.morse_score)],
    record.news2,
    told(record.has_consent),
    told(record.is_dnr),
    record.weight,
    record.height,
    record.planned_discharge_on,
    findWord(admissions['discharge-types'], record.discharge_type),
    findWord(admissions['discharge-statuses'], record.discharge_status),
    record.discharged_to,
    findWord(admissions['transfer-causes'], record.discharge_cause),
    formatDiagnoses(record.discharge_diagnoses, language),
    record.discharge_summary,
    record.discharge_advice,
    record.follow_up,
    record.home_medicines,
  ]
}

const formatDiagnoses = (diagnoses: Stay['discharge_diagnoses'], language: Language) =>
  diagnoses
    .map(({ code, role }) => `${code} (${findWord(texts[language].admissions['diagnosis-roles'], role)})`)
    .join(', ')

/** The word of a code; the code itself if another system gave one that has none. */
function findWord(words: Readonly<Record<string, string>>, code: string | number | null): string | null {
  return code === null ? null : (words[code] ?? String(code))
}

/**
 * The stays of a patient as CSV, a row for each place and each act. A place that an act superseded says so; the reason
 * of an act and what it changed are in words.
 */
export function formatHistoryCsv(
  batches: AsyncIterable<StayHistory[]>,
  language: Language,
  doctors: readonly StaffLabel[],
): AsyncIterable<string> {
  const { admissions, patients } = texts[language]
  const headings = [
    patients.field.hn,
    admissions.an,
    admissions.csv['row-type'],
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
    admissions['due-date'],
    admissions.relative,
    admissions.situation,
    admissions.background,
    admissions.assessment,
    admissions.recommendation,
    admissions.receiver,
    admissions.refusal.title,
    admissions.csv.changes,
  ]
  return formatCsv(headings, listHistoryLines(batches), ({ stay, place, act }) => [
    stay.patient.hn,
    stay.an,
    ...(place ? formatPlaceCells(place, language) : formatActCells(act, language, doctors)),
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

function formatPlaceCells(place: StayPlace, language: Language): CsvCell[] {
  const { admissions } = texts[language]
  return [
    admissions.csv['row-types'].place,
    admissions.csv['place-kind'][place.kind],
    formatMinuteCell(place.from),
    formatMinuteCell(place.to),
    place.ward[language === 'th' ? 'name_th' : 'name_en'],
    place.bed?.label ?? null,
    null,
    null,
    null,
    null,
    place.is_superseded ? admissions.csv.superseded : null,
    formatMinuteCell(place.due_back_at),
    ...Array.from({ length: 8 }, () => null),
  ]
}

function formatActCells(
  { act, at, recorded_at, by, reason, note, relative, is_on_leave, hand_over, receiver, changes }: StayAct,
  language: Language,
  doctors: readonly StaffLabel[],
): CsvCell[] {
  const { admissions } = texts[language]
  const reasons: Record<string, string> =
    act === 'moved' || act === 'swapped' ? admissions['move-reasons'] : admissions['correction-reasons']
  return [
    admissions.csv['row-types'].act,
    is_on_leave ? admissions['moved-on-leave'] : admissions.act[act],
    formatMinuteCell(at),
    null,
    null,
    null,
    reason && (reasons[reason] ?? reason),
    note,
    by && `${by.first_name} ${by.last_name}`,
    formatMinuteCell(recorded_at),
    null,
    null,
    relative,
    hand_over?.situation ?? null,
    hand_over?.background ?? null,
    hand_over?.assessment ?? null,
    hand_over?.recommendation ?? null,
    receiver && `${receiver.first_name} ${receiver.last_name}`,
    formatRefusal(changes.find(({ field }) => field === 'refusal')?.to, language),
    formatChanges(changes, language, doctors),
  ]
}

/** What a patient who left against advice answered, and who signed before whom; the signature is a picture. */
function formatRefusal(told: unknown, language: Language): string | null {
  const refusal = Refusal.safeParse(told).data
  if (!refusal) return null
  const { refusal: words } = texts[language].admissions
  const answers = [...capacityQuestions, 'are_risks_told' as const].map(
    (question) => `${words[question]}: ${refusal[question] ? words.yes : words.no}`,
  )
  const signer = [words.signers[refusal.signed_by], refusal.signer_name].filter(Boolean).join(', ')
  return [...answers, `${words.signed_by}: ${signer}`, `${words.witness}: ${refusal.witness}`].join(' · ')
}

type FormatValue = (value: unknown) => string

/** What an act changed, each field with both values in words; a refusal of treatment has a column of its own. */
function formatChanges(
  changes: readonly StayChange[],
  language: Language,
  doctors: readonly StaffLabel[],
): string | null {
  const fields = listFieldFormats(language, doctors)
  const told = changes.flatMap(({ field, from, to }) => {
    const known = fields[field]
    if (!known) return []
    const [label, format] = known
    return [`${label}: ${format(from) || '–'} → ${format(to) || '–'}`]
  })
  return told.join(' · ') || null
}

const text: FormatValue = (value) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const coded =
  (words: Readonly<Record<string, string>>): FormatValue =>
  (value) =>
    words[text(value)] ?? text(value)

function listFieldFormats(
  language: Language,
  doctors: readonly StaffLabel[],
): Readonly<Record<string, readonly [label: string, format: FormatValue]>> {
  const { admissions: words } = texts[language]
  const told: FormatValue = (value) =>
    words.told[typeof value === 'boolean' ? (value ? 'yes' : 'no') : 'not-asked']
  const doctorName: FormatValue = (id) => {
    const doctor = doctors.find(({ _id }) => _id === id)
    if (doctor) return `${doctor.first_name} ${doctor.last_name}`
    return id === null ? '' : words['former-doctor']
  }
  const isolations: FormatValue = (kinds) =>
    Array.isArray(kinds) ? kinds.map(coded(words.isolations)).join(', ') : ''
  const diagnoses: FormatValue = (value) => formatDiagnoses(Diagnoses.safeParse(value).data ?? [], language)
  return {
    admit_type: [words['admit-type'], coded(words['admit-types'])],
    admit_source: [words['admit-source'], coded(words['admit-sources'])],
    arrival_type: [words['arrival-type'], coded(words['arrival-types'])],
    referral_cause: [words['referral-cause'], coded(words['referral-causes'])],
    referring_hospital: [words['referring-hospital'], text],
    referral_number: [words['referral-number'], text],
    department: [words.department, coded(words.departments)],
    attending_id: [words.doctor, doctorName],
    diagnosis: [words.diagnosis, text],
    disease: [words.csv.disease, text],
    payer: [words.payer, coded(words.payers)],
    isolation: [words.isolation, isolations],
    is_dnr: [words.dnr, told],
    has_consent: [words.consent, told],
    pregnancy: [words.pregnancy, coded(words.pregnancies)],
    morse_score: [words.morse, text],
    due_back_at: [
      words['due-date'],
      (at) => (text(at) === '' ? '' : formatZonedMinute(hospitalTimeZone, text(at))),
    ],
    planned_discharge_on: [words.planned, text],
    discharge_type: [words['discharge-type'], coded(words['discharge-types'])],
    discharge_status: [words['discharge-status'], coded(words['discharge-statuses'])],
    discharged_to: [words['discharged-to'], text],
    discharge_cause: [words['discharge-cause'], coded(words['transfer-causes'])],
    goes_home_to_die: [words['home-to-die'], told],
    discharge_diagnoses: [words['final-diagnoses'], diagnoses],
    discharge_summary: [words.summary, text],
    discharge_advice: [words.advice, text],
    follow_up: [words['follow-up'], text],
    home_medicines: [words.medicines, text],
  }
}

const Diagnoses = z.array(z.object({ code: z.string(), role: z.int() }))
