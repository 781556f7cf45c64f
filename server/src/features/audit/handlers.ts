import type { AuditPatient, audit } from 'contract'
import { Failure } from '../../core/failure.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { formatAuditCsv } from './csv.ts'
import {
  countEntries,
  findAuditCursor,
  findChain,
  findEntry,
  listAccess,
  listEntries,
  listPeople,
  namePatients,
  type StoredEntry,
  streamEntries,
} from './queries.ts'
import { isSealLate, pickNamedPatients, toEntryFilter } from './rules.ts'

export const auditHandlers: Handlers<typeof audit> = {
  async list(context, { number_of_rec, before, after, filterLists }) {
    const { tx } = context
    const filter = toEntryFilter(filterLists)
    const found = await listEntries(tx, {
      filter,
      // One more than is shown, to see whether there are more.
      limit: number_of_rec + 1,
      before: await requireAuditCursor(context, before),
      after: await requireAuditCursor(context, after),
    })
    const hasMore = found.length > number_of_rec
    const entries = after ? found.slice(-number_of_rec) : found.slice(0, number_of_rec)
    const isWhole = !hasMore && before === undefined && after === undefined
    const shown = entries.map((entry) => pickNamedPatients(entry, filter.patient_id))
    const names = await namePatientsAudited(context, shown.flat())
    return {
      rows: entries.map((entry, index) => describeEntry(entry, shown[index] ?? [], names)),
      ...(isWhole ? { total: entries.length, total_is_at_least: false } : await countEntries(tx, filter)),
      has_newer: after ? hasMore : before !== undefined,
      has_older: after ? true : hasMore,
      chain: await getChainState(context),
    }
  },

  async exportList(context, { filterLists, language }) {
    await namePatientsAudited(context, filterLists.patient_id === undefined ? [] : [filterLists.patient_id])
    context.addAuditDetail({ exported: { filterLists } })
    return {
      type: 'text/csv; charset=utf-8',
      name: 'data.csv',
      content: (tx) =>
        formatAuditCsv(streamEntries(tx, toEntryFilter(filterLists)), {
          language,
          askedAbout: filterLists.patient_id,
          findNames: (ids) => namePatients(tx, ids),
        }),
    }
  },

  async recordAccess(context, { patient_id }) {
    const [names, people] = await Promise.all([
      namePatientsAudited(context, [patient_id]),
      listAccess(context.tx, patient_id),
    ])
    if (names.size === 0) throw new Failure('not-found')
    return { people }
  },

  async get(context, { _id }) {
    const entry = await findEntry(context.tx, _id)
    if (!entry) throw new Failure('not-found')
    const names = await namePatientsAudited(context, entry.patient_ids)
    return { entry: { ...describeEntry(entry, entry.patient_ids, names), request_id: entry.request_id } }
  },

  chain: async (context) => ({ chain: await getChainState(context) }),

  people: async ({ tx }) => ({ staff: await listPeople(tx) }),
}

/** Finds the position of an entry in the audit; an entry of another hospital counts as missing. */
async function requireAuditCursor({ tx }: Context, id: string | undefined) {
  if (id === undefined) return undefined
  const place = await findAuditCursor(tx, id)
  if (!place) throw new Failure('not-found')
  return place
}

async function getChainState({ tx, now }: Context) {
  const { sealedAt, unsealedSince, check } = await findChain(tx)
  return {
    sealed_at: sealedAt ?? null,
    is_late: isSealLate(unsealedSince, now),
    check,
  }
}

/**
 * The names of these patients. Showing who opened a record says something about the patient, so this call is audited
 * under each of them.
 */
async function namePatientsAudited({ tx, auditPatients }: Context, ids: readonly string[]) {
  const names = await namePatients(tx, [...new Set(ids)])
  auditPatients([...names.keys()])
  return names
}

function describeEntry(
  entry: StoredEntry,
  shown: readonly string[],
  names: ReadonlyMap<string, AuditPatient>,
) {
  const { _id, at, by, action, outcome, address, detail } = entry
  const patients = shown.map((id) => names.get(id)).filter((patient) => patient !== undefined)
  return { _id, at, by, action, outcome, patients, patient_count: entry.patient_ids.length, address, detail }
}
