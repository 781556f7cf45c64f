import {
  beyondTexts,
  findZone,
  type Language,
  type Triage,
  TriageFound,
  type TriageVital,
  type ZoneSettings,
} from 'contract'
import { type CsvCell, formatBirthCell, formatCsv, formatMinuteCell } from '../../core/csv.ts'
import { getFullName, texts } from '../../core/texts.ts'
import type { ExportedTriage } from './queries.ts'

/** The numbers of a triage, each in a column of its own. */
const numbers = [
  'systolic',
  'diastolic',
  'pulse',
  'respiration_rate',
  'spo2',
  'temperature',
  'pain_score',
  'weight',
] as const satisfies readonly TriageVital[]

/**
 * Visits and their triages as CSV for a spreadsheet, a row for each triage. What is known of an accident has the codes
 * of the file ACCIDENT of the 43 files beside the words. Of a record that is closed to the caller there is who it is,
 * when they came, and how urgent they were.
 */
export function formatTriagesCsv(
  batches: AsyncIterable<ExportedTriage[]>,
  language: Language,
  zones: ZoneSettings,
): AsyncIterable<string> {
  const { patients, triage } = texts[language]
  const { arrival, csv, fact, form, history } = triage
  const headings = [
    patients.field.hn,
    patients.field.title,
    patients.field.name,
    patients.field.surname,
    patients.csv.gender,
    patients.field.date_of_birth,
    arrival.kind,
    fact.visited_at,
    history['er-since'],
    csv.at,
    csv.level,
    form.zone,
    history.visit,
    fact.source,
    fact.mode,
    fact.referring_hospital,
    fact.referral_number,
    fact.complaint,
    fact.symptom_groups,
    fact.onset_at,
    fact.infection_signs,
    fact.pregnancy,
    fact.pregnancy_weeks,
    fact.is_accident,
    csv['accident-source'],
    arrival['accident-source'],
    csv['accident-place'],
    arrival['accident-place'],
    csv['accident-role'],
    arrival['accident-role'],
    csv['accident-vehicle'],
    arrival['accident-vehicle'],
    arrival.belt,
    arrival.helmet,
    arrival.alcohol,
    fact.first_seen_at,
    fact.left_at,
    fact.disposition,
    history.by,
    csv.from,
    form.suggestion,
    csv.rule,
    csv.findings,
    csv.override,
    form.words,
    form['fast-track'],
    form.a,
    form.b,
    form.c,
    ...numbers.map((name) => getFullName(name, language)),
    getFullName('oxygen', language),
    getFullName('consciousness', language),
    form.gcs,
    getFullName('blood_glucose', language),
    csv.missing,
    history.news2,
    csv.replaced,
    csv.late_reason,
  ]
  return formatCsv(headings, batches, (row) => {
    const cells = formatSeenCells(row, language, zones)
    if (!row.is_record_open) cells.push(texts[language].admissions.list['record-closed'])
    else cells.push(...formatVisitCells(row, language), ...formatTriageCells(row, language))
    return [...cells, ...headings.slice(cells.length).map(() => null)]
  })
}

/** What everybody may see, also of a record that is closed to them. */
function formatSeenCells(row: ExportedTriage, language: Language, zones: ZoneSettings): CsvCell[] {
  const { patients, triage } = texts[language]
  const zone = row._id === null ? undefined : findZone(zones, row.zone)
  return [
    row.hn,
    row.title,
    row.name,
    row.surname,
    patients.gender[row.gender],
    formatBirthCell(row, language),
    triage.kind[row.kind],
    formatMinuteCell(row.visited_at),
    formatMinuteCell(row.er_since),
    row._id && formatMinuteCell(row.at),
    row._id && nameLevel(row.level, language),
    row._id && (zone?.[language === 'th' ? 'name_th' : 'name_en'] ?? row.zone),
  ]
}

const nameLevel = (level: Triage['level'] | null, language: Language) =>
  level && texts[language].ui.triage[level]

/** The word of a code; the code itself if it has none. */
const findWord = (words: Readonly<Record<string, string>>, code: string | number | null | undefined) =>
  code == null ? null : (words[code] ?? String(code))

/** Nobody could say at the triage whether it was an accident. */
const isAccidentUnknown = (row: ExportedTriage) =>
  row._id !== null && TriageFound.parse(row.found).is_accident_unknown

function formatVisitCells(row: ExportedTriage, language: Language): CsvCell[] {
  const { triage } = texts[language]
  const { accident } = row
  const known = (answer: boolean | null | undefined) =>
    answer == null ? null : triage.known[answer ? 'yes' : 'no']
  return [
    row.vn,
    findWord(triage.source, row.source),
    findWord(triage.mode, row.mode),
    row.referring_hospital,
    row.referral_number,
    row.complaint,
    row.symptom_groups.map((group) => `${group} ${triage['symptom-group'][group]}`).join(', '),
    formatMinuteCell(row.onset_at),
    row.infection_signs.map((sign) => triage.infection[sign]).join(', '),
    triage.pregnancy[row.pregnancy],
    row.pregnancy_weeks,
    known(row.is_accident) ?? (isAccidentUnknown(row) ? triage.known.unknown : null),
    accident?.source ?? null,
    findWord(triage['accident-source'], accident?.source),
    accident?.place ?? null,
    findWord(triage['accident-places'], accident?.place),
    accident?.role ?? null,
    findWord(triage['accident-roles'], accident?.role),
    accident?.vehicle ?? null,
    findWord(triage['accident-vehicles'], accident?.vehicle),
    known(accident?.belt),
    known(accident?.helmet),
    known(accident?.alcohol),
    formatMinuteCell(row.first_seen_at),
    formatMinuteCell(row.left_at),
    row.disposition === null ? null : findWord(triage.disposition, row.disposition),
  ]
}

function formatTriageCells(row: ExportedTriage, language: Language): CsvCell[] {
  if (row._id === null) return []
  const { triage } = texts[language]
  const { form, history } = triage
  const found = TriageFound.parse(row.found)
  const { values, gcs, gcs_total, missing } = found
  const signs = (words: Readonly<Record<string, string>>, chosen: readonly string[]) =>
    chosen.map((one) => (one === 'NONE' ? form['no-sign'] : (words[one] ?? one))).join(', ')
  const hasParts = (gcs.eye ?? gcs.verbal ?? gcs.motor) !== null
  return [
    row.by && `${row.by.first_name} ${row.by.last_name}`,
    nameLevel(row.from, language),
    nameLevel(row.suggested, language),
    row.rule,
    row.findings.map((one) => formatFinding(one, language)).join(' · '),
    row.override && triage.override[row.override],
    row.override_words,
    signs(triage.track, row.fast_tracks),
    signs(triage.a, found.life_saving),
    signs(triage.b, found.high_risk),
    found.resources === null
      ? null
      : found.resources.length === 0
        ? form.none
        : signs(triage.resource, found.resources),
    ...numbers.map((name) => values[name] ?? null),
    values.oxygen == null ? null : form[values.oxygen ? 'oxygen' : 'air'],
    values.consciousness ?? null,
    hasParts ? `E${gcs.eye ?? '–'}V${gcs.verbal ?? '–'}M${gcs.motor ?? '–'}` : gcs_total,
    values.beyond ? beyondTexts[values.beyond] : (values.blood_glucose ?? null),
    missing
      .map(
        ({ vital, reason }) =>
          `${vital === 'gcs' ? form.gcs : getFullName(vital, language)}: ${triage.missing[reason]}`,
      )
      .join(', '),
    row.news2,
    [
      row.corrects && history[row.completes ? 'completes' : 'corrects'],
      row.corrected_by && history[row.is_completed ? 'completed' : 'corrected'],
    ]
      .filter(Boolean)
      .join(', '),
    row.late_reason,
  ]
}

/** What fired, in words: "SpO₂ 88 < 90", "Seizing". */
function formatFinding(finding: Triage['findings'][number], language: Language): string {
  const { triage } = texts[language]
  if (!('limit' in finding)) return findWord({ ...triage.a, ...triage.b }, finding.of) ?? finding.of
  const { of, value, letter, comparison, limit } = finding
  const name = triage.finding[of]
  if (letter !== null) return `${name} ${letter}`
  if (comparison === null || comparison === '=' || of === 'resources') return `${name} ${value ?? ''}`
  return `${name} ${value ?? ''} ${comparison} ${limit ?? ''}`
}
