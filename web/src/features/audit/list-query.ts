import { type AuditFilters, auditOutcomes } from 'contract'
import { getHospitalMidnight } from '../../ui/date/dates.ts'
import { type PageSize, pageSizes } from '../../ui/list/pager.tsx'
import { parseQueryDay, parseQueryId } from '../../ui/list/query-values.ts'

/** What is looked for: ids, codes and days, so that all of it may stand in an address. */
export type AuditListFilters = {
  patient?: string | undefined
  person?: string | undefined
  action?: string | undefined
  outcome?: AuditFilters['outcome']
  /** Calendar dates of the hospital, both of them included. */
  from?: string | undefined
  to?: string | undefined
}

/** What of the trail is looked at. */
export type AuditListView = {
  filters: AuditListFilters
  size: PageSize
  /** The entry beyond which the page begins; without one it is the newest. */
  before?: string | undefined
  after?: string | undefined
  /** The entry that is open. */
  entry?: string | undefined
}

const shortestSize = pageSizes[0]
const actionPattern = /^[a-zA-Z]{1,40}\.[a-zA-Z]{1,40}$/

/** What an address says of the trail. Whatever it says that makes no sense is passed over. */
export function parseAuditListQuery(query: URLSearchParams): AuditListView {
  const done = query.get('action') ?? ''
  const before = parseQueryId(query, 'before')
  return {
    filters: {
      patient: parseQueryId(query, 'patient'),
      person: parseQueryId(query, 'person'),
      action: actionPattern.test(done) ? done : undefined,
      outcome: auditOutcomes.find((outcome) => outcome === query.get('outcome')),
      from: parseQueryDay(query, 'from'),
      to: parseQueryDay(query, 'to'),
    },
    size: pageSizes.find((size) => String(size) === query.get('size')) ?? shortestSize,
    before,
    after: before === undefined ? parseQueryId(query, 'after') : undefined,
    entry: parseQueryId(query, 'entry'),
  }
}

/** The shortest query string that says it. */
export function formatAuditListQuery({ filters, size, before, after, entry }: AuditListView): string {
  const query = new URLSearchParams()
  const { patient, person, action, outcome, from, to } = filters
  const said = { patient, person, action, outcome, from, to, before, after, entry }
  for (const [key, value] of Object.entries(said)) if (value !== undefined) query.set(key, value)
  if (size !== shortestSize) query.set('size', String(size))
  return query.toString()
}

/** The query string of everything that was done about one patient, by anybody or by one person. */
export function formatPatientTrailQuery(patient: string, person?: string): string {
  return formatAuditListQuery({ filters: { patient, person }, size: shortestSize })
}

/** The same question as the API is asked it. A day lasts from midnight to midnight in the hospital. */
export function toAuditListRequest({ filters, size, before, after }: AuditListView) {
  const { patient, person, action, outcome, from, to } = filters
  return {
    number_of_rec: size,
    before,
    after,
    filterLists: {
      patient_id: patient,
      staff_id: person,
      action,
      outcome,
      from: from && getHospitalMidnight(from).toISOString(),
      to: to && getHospitalMidnight(to, 1).toISOString(),
    },
  }
}
