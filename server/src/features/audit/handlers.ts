import type { AuditPatient, audit } from 'contract'
import { Failure } from '../../core/failure.ts'
import type { Context, Handlers } from '../../core/mount.ts'
import {
  countEntries,
  type Entry,
  findEntry,
  findPlace,
  listEntries,
  listPeople,
  namePatients,
} from './queries.ts'
import { namedOf } from './rules.ts'

export const auditHandlers: Handlers<typeof audit> = {
  async list(context, { number_of_rec, before, after, filterLists: filters }) {
    const { tx } = context
    const found = await listEntries(tx, {
      filters,
      // One more than is shown tells whether there are more.
      limit: number_of_rec + 1,
      before: await placeOf(context, before),
      after: await placeOf(context, after),
    })
    const hasMore = found.length > number_of_rec
    const entries = after ? found.slice(-number_of_rec) : found.slice(0, number_of_rec)
    const isWhole = !hasMore && before === undefined && after === undefined
    const shown = entries.map((entry) => namedOf(entry, filters.patient_id))
    const names = await named(context, shown.flat())
    return {
      rows: entries.map((entry, index) => describe(entry, shown[index] ?? [], names)),
      ...(isWhole ? { total: entries.length, total_is_at_least: false } : await countEntries(tx, filters)),
      has_newer: after ? hasMore : before !== undefined,
      has_older: after ? true : hasMore,
    }
  },

  async get(context, { _id }) {
    const entry = await findEntry(context.tx, _id)
    if (!entry) throw new Failure('not-found')
    const names = await named(context, entry.patient_ids)
    return { entry: { ...describe(entry, entry.patient_ids, names), request_id: entry.request_id } }
  },

  people: async ({ tx }) => ({ staff: await listPeople(tx) }),
}

/** An entry of another hospital is no place to go on from. */
async function placeOf({ tx }: Context, id: string | undefined) {
  if (id === undefined) return undefined
  const place = await findPlace(tx, id)
  if (!place) throw new Failure('not-found')
  return place
}

/** Who opened a record says something about the patient, so it is itself an entry of that patient's. */
async function named({ tx, concerns }: Context, ids: readonly string[]) {
  const names = await namePatients(tx, [...new Set(ids)])
  concerns([...names.keys()])
  return names
}

function describe(entry: Entry, shown: readonly string[], names: ReadonlyMap<string, AuditPatient>) {
  const { _id, at, by, action, outcome, address, detail } = entry
  const patients = shown.map((id) => names.get(id)).filter((patient) => patient !== undefined)
  return { _id, at, by, action, outcome, patients, patient_count: entry.patient_ids.length, address, detail }
}
