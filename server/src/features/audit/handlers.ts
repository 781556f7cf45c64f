import type { audit } from 'contract'
import { Failure } from '../../core/failure.ts'
import { allInOrder } from '../../db/all-in-order.ts'
import type { Tx } from '../../db/database.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { formatAuditCsv } from './csv.ts'
import {
  countEntries,
  findEntry,
  findSealState,
  isEntry,
  listAccess,
  listAuditEntries,
  listPeople,
  type NamedEntry,
  namePatients,
  streamEntries,
} from './queries.ts'
import { isSealLate, maxNamedPatients, pickNamedPatients, toEntryFilter } from './rules.ts'

export const auditHandlers: Handlers<typeof audit> = {
  async list(context, { number_of_rec, before, after, filterLists }) {
    const { tx, auditPatients } = context
    const filter = toEntryFilter(filterLists)
    // One more than is shown, to see whether there are more.
    const range = { filter, limit: number_of_rec + 1, before, after }
    const [, , found, counted, chain] = await allInOrder([
      requireCursor(tx, before),
      requireCursor(tx, after),
      listAuditEntries(tx, range, maxNamedPatients),
      countEntries(tx, filter),
      getChainState(context),
    ])
    const hasMore = found.length > number_of_rec
    const entries = after ? found.slice(-number_of_rec) : found.slice(0, number_of_rec)
    const rows = entries.map((entry) => describeEntry(entry, pickNamedPatients(entry, filter.patient_id)))
    auditPatients(rows.flatMap(({ patients }) => patients.map((patient) => patient._id)))
    return {
      rows,
      ...counted,
      has_newer: after ? hasMore : before !== undefined,
      has_older: after ? true : hasMore,
      chain,
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
    const described = describeEntry(entry, entry.patient_ids)
    context.auditPatients(described.patients.map((patient) => patient._id))
    return { entry: { ...described, request_id: entry.request_id } }
  },

  chain: async (context) => ({ chain: await getChainState(context) }),

  people: async ({ tx }) => ({ staff: await listPeople(tx) }),
}

/** An entry of another hospital counts as missing. */
async function requireCursor(tx: Tx, id: string | undefined): Promise<void> {
  if (id !== undefined && !(await isEntry(tx, id))) throw new Failure('not-found')
}

async function getChainState({ tx, now }: Context) {
  const { sealedAt, unsealedSince, check } = await findSealState(tx)
  return {
    sealed_at: sealedAt ?? null,
    is_late: isSealLate(unsealedSince, now),
    check,
  }
}

/** The names of these patients, each of whom the call is audited under. */
async function namePatientsAudited({ tx, auditPatients }: Context, ids: readonly string[]) {
  const names = await namePatients(tx, [...new Set(ids)])
  auditPatients([...names.keys()])
  return names
}

/**
 * An entry with the names of these of its patients. Showing who opened a record says something about the patient, so
 * the call is audited under each of them.
 */
function describeEntry(entry: NamedEntry, shown: readonly string[]) {
  const { _id, at, by, action, outcome, address, detail } = entry
  const names = new Map(entry.named.map((patient) => [patient._id, patient]))
  const patients = shown.map((id) => names.get(id)).filter((patient) => patient !== undefined)
  return { _id, at, by, action, outcome, patients, patient_count: entry.patient_ids.length, address, detail }
}
