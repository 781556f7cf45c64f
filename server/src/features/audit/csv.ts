import type { Language, NamedPatient } from 'contract'
import { type CsvCell, formatCsv } from '../../core/csv.ts'
import { texts } from '../../core/texts.ts'
import { formatZonedSecond, hospitalTimeZone } from '../../core/time.ts'
import type { StoredEntry } from './queries.ts'
import { listNameablePatients } from './rules.ts'

type CsvOptions = {
  language: Language
  /** The patient by whom the entries were filtered. */
  askedAbout: string | undefined
  findNames: (ids: readonly string[]) => Promise<ReadonlyMap<string, NamedPatient>>
}

/**
 * Entries as CSV for a spreadsheet, with times of the hospital's time zone. Action and outcome are codes, the same in
 * every language and version. A patient whom the hospital does not have is counted and has no HN.
 */
export function formatAuditCsv(
  batches: AsyncIterable<StoredEntry[]>,
  { language, askedAbout, findNames }: CsvOptions,
): AsyncIterable<string> {
  const { column, csv, detail, request } = texts[language].audit
  const headings = [
    column.time,
    csv.first_name,
    csv.last_name,
    csv.staff_type,
    column.action,
    column.outcome,
    csv.hns,
    csv.patients,
    column.address,
    detail,
    request,
    csv.entry,
  ]
  return formatCsv(headings, nameHns(batches), ({ entry, hns }) => formatAuditCells(entry, hns, language))

  async function* nameHns(stored: AsyncIterable<StoredEntry[]>) {
    for await (const batch of stored) {
      const shown = batch.map((entry) => ({ entry, ids: listNameablePatients(entry, askedAbout) }))
      const names = await findNames([...new Set(shown.flatMap(({ ids }) => ids))])
      yield shown.map(({ entry, ids }) => ({ entry, hns: ids.flatMap((id) => names.get(id)?.hn ?? []) }))
    }
  }
}

function formatAuditCells(
  { by, ...entry }: StoredEntry,
  hns: readonly string[],
  language: Language,
): CsvCell[] {
  return [
    formatZonedSecond(hospitalTimeZone, entry.at),
    by?.first_name ?? null,
    by?.last_name ?? null,
    by && texts[language].permissions['staff-types'][by.staff_type],
    entry.action,
    entry.outcome,
    hns.join(' '),
    entry.patient_ids.length,
    entry.address,
    entry.detail && JSON.stringify(entry.detail),
    entry.request_id,
    entry._id,
  ]
}
