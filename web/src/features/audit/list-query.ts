import { auditOutcomes } from 'contract'
import { getHospitalMidnight } from '../../ui/date/dates.ts'
import {
  day,
  flag,
  formatQuery,
  id,
  knownValue,
  optional,
  pageSize,
  type QueryCodec,
  type QueryValue,
  queryCodec,
} from '../../ui/list/query-codec.ts'

const actionPattern = /^[a-zA-Z]{1,40}\.[a-zA-Z]{1,40}$/

/** Entries before (older) or after one entry; undefined for the page with the newest entries. */
export type AuditPage = { before: string } | { after: string } | undefined

const before = optional('before', id)
const after = optional('after', id)

const auditPage: QueryCodec<AuditPage> = {
  parse(query) {
    const [older, newer] = [before.parse(query), after.parse(query)]
    return older ? { before: older } : newer ? { after: newer } : undefined
  },
  write: (page, query) => Object.entries(page ?? {}).forEach(([key, entry]) => query.set(key, entry)),
}

/**
 * All filters are ids, codes and days, and may be in a URL. The days are those of the hospital, both inclusive. Without
 * `everything` the trail shows acts, opened records and refusals.
 */
export const auditListQuery = queryCodec({
  filters: queryCodec({
    patient: optional('patient', id),
    person: optional('person', id),
    action: optional('action', (text) => (actionPattern.test(text) ? text : undefined)),
    outcome: optional('outcome', knownValue(auditOutcomes)),
    from: optional('from', day),
    to: optional('to', day),
  }),
  everything: flag('everything'),
  page: auditPage,
  open: optional('entry', id),
  size: pageSize,
})

export type AuditListView = QueryValue<typeof auditListQuery>
export type AuditListFilters = AuditListView['filters']

/** The query string for every entry about one patient, of everybody or of one person. */
export function formatPatientTrailQuery(patient: string, person?: string): string {
  return formatQuery(auditListQuery, {
    ...auditListQuery.parse(new URLSearchParams()),
    filters: { patient, person },
    everything: true,
  })
}

/** Whether what screens do by themselves is left out. Whoever chose an action sees it, whatever it is. */
export function isActsOnly({ filters, everything }: Pick<AuditListView, 'filters' | 'everything'>): boolean {
  return !everything && filters.action === undefined
}

/** The body of the request. A day lasts from midnight to midnight in the hospital's time zone. */
export function toAuditListRequest({ filters, everything, size, page }: Omit<AuditListView, 'open'>) {
  const { patient, person, action, outcome, from, to } = filters
  return {
    number_of_rec: size,
    ...page,
    filterLists: {
      patient_id: patient,
      staff_id: person,
      action,
      outcome,
      from: from && getHospitalMidnight(from).toISOString(),
      to: to && getHospitalMidnight(to, 1).toISOString(),
      acts_only: isActsOnly({ filters, everything }) || undefined,
    },
  }
}
