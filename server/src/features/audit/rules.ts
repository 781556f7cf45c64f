import { type AuditFilters, contract, type Endpoint } from 'contract'

/** How many patients a row on the screen names; an entry of a list call can be about a hundred. */
export const maxNamedPatients = 3

/** Entries are normally sealed within seconds. */
const lateAfterMs = 10 * 60_000

/** What screens do by themselves, by the name that it has in the audit. */
const actionsByItself: readonly string[] = Object.entries(contract).flatMap(([group, endpoints]) =>
  Object.entries<Endpoint>(endpoints).flatMap(([name, { byItself }]) => (byItself ? `${group}.${name}` : [])),
)

/** Which entries are listed. Those of `hiddenActions` are not, unless they were refused. */
export type EntryFilter = Omit<AuditFilters, 'acts_only'> & { hiddenActions?: readonly string[] }

export function toEntryFilter({ acts_only, ...filter }: AuditFilters): EntryFilter {
  return acts_only ? { ...filter, hiddenActions: actionsByItself } : filter
}

type NameableEntry = { action: string; patient_ids: readonly string[] }

/** The patients that a row on the screen names: the first few. */
export function pickNamedPatients(entry: NameableEntry, askedAbout: string | undefined): string[] {
  return listNameablePatients(entry, askedAbout).slice(0, maxNamedPatients)
}

/**
 * The patients that a row may name, the patient asked about first. An entry of reading the audit names only that one:
 * it would otherwise repeat the patients of the entries it showed, and later readings would repeat them for ever.
 */
export function listNameablePatients(
  { action, patient_ids: ids }: NameableEntry,
  askedAbout: string | undefined,
): string[] {
  const isAsked = (id: string) => id === askedAbout
  const others = action.startsWith('audit.') ? [] : ids.filter((id) => !isAsked(id))
  return [...ids.filter(isAsked), ...others]
}

/** Whether the oldest unsealed entry has waited too long for its seal. */
export function isSealLate(unsealedSince: string | undefined, now: string): boolean {
  return unsealedSince !== undefined && Date.parse(now) - Date.parse(unsealedSince) > lateAfterMs
}
