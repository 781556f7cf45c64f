import { type AuditFilters, auditOutcomes } from 'contract'
import { getHospitalMidnight } from '../../ui/date/dates.ts'
import { type PageSize, pageSizes } from '../../ui/list/pager.tsx'
import { parseQueryDay, parseQueryId } from '../../ui/list/query-values.ts'

/** The filters: ids, codes and days, so all of them may be in a URL. */
export type AuditListFilters = {
  patient?: string | undefined
  person?: string | undefined
  action?: string | undefined
  outcome?: AuditFilters['outcome']
  /** Calendar dates in the hospital's time zone, both included. */
  from?: string | undefined
  to?: string | undefined
}

/** The state of the audit list. */
export type AuditListView = {
  filters: AuditListFilters
  size: PageSize
  /** The cursor before which the page begins; without it the page begins at the newest entry. */
  before?: string | undefined
  after?: string | undefined
  /** The id of the open entry. */
  entry?: string | undefined
}

const shortestSize = pageSizes[0]
const actionPattern = /^[a-zA-Z]{1,40}\.[a-zA-Z]{1,40}$/

/** Parses the URL query of the trail. Invalid parts are ignored. */
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

/** The shortest query string, without defaults. */
export function formatAuditListQuery({ filters, size, before, after, entry }: AuditListView): string {
  const query = new URLSearchParams()
  const { patient, person, action, outcome, from, to } = filters
  const said = { patient, person, action, outcome, from, to, before, after, entry }
  for (const [key, value] of Object.entries(said)) if (value !== undefined) query.set(key, value)
  if (size !== shortestSize) query.set('size', String(size))
  return query.toString()
}

/** The query string for all entries about one patient, of everybody or of one person. */
export function formatPatientTrailQuery(patient: string, person?: string): string {
  return formatAuditListQuery({ filters: { patient, person }, size: shortestSize })
}

/** The body of the request. A day lasts from midnight to midnight in the hospital's time zone. */
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
