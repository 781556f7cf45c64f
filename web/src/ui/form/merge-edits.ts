import { type Fields, isSameValue } from 'contract'

/** An entry of a list in a record. */
type Entry = Readonly<Record<string, unknown>> & { readonly _id?: string | undefined }

/** What two users began with, and what each of them made of it. */
export type Versions<Of> = { before: Of; mine: Of; theirs: Of }

/** Their value, or the user's own if the user changed it. */
export const keepOwnChange = <Value>({ before, mine, theirs }: Versions<Value>): Value =>
  isSameValue(before, mine) ? theirs : mine

/** Fields that two users changed differently. They are decided together. */
export type Clash = {
  fields: readonly string[]
  before: Fields
  mine: Fields
  theirs: Fields
  both?: Fields
}

export type Merge = {
  /** Their values, with the user's own values wherever the user changed something, alone or as well. */
  merged: Fields
  /** What the next merge compares with: their values, but the earlier ones of fields that clash. */
  base: Fields
  /** Fields that only the other user changed. */
  taken: readonly string[]
  clashes: readonly Clash[]
}

export type MergeOptions = {
  /** Fields that are taken from one of the users together. */
  inseparable?: readonly (readonly string[])[] | undefined
  /** Lists whose entries keep their ids when they are edited: they are merged entry by entry. */
  mergedByEntry?: readonly string[] | undefined
}

/** Merges two users' changes of the same record. */
export function mergeEdits(
  { before, mine, theirs }: Versions<Fields>,
  { inseparable = [], mergedByEntry = [] }: MergeOptions = {},
): Merge {
  const merged: Record<string, unknown> = { ...mine }
  const base: Record<string, unknown> = { ...theirs }
  const taken: string[] = []
  const clashes: Clash[] = []
  for (const fields of groupFields(Object.keys(mine), inseparable)) {
    const changed = (after: Fields) => fields.filter((field) => !isSameValue(before[field], after[field]))
    const byThem = changed(theirs)
    if (byThem.length === 0) continue
    if (changed(mine).length === 0) {
      taken.push(...byThem)
      Object.assign(merged, pickOrNull(theirs, fields))
      continue
    }
    const apart = fields.filter((field) => !isSameValue(mine[field], theirs[field]))
    if (apart.length === 0) continue
    const [list] = fields.filter((field) => mergedByEntry.includes(field))
    if (list) {
      const entries = mergeEntries(pickLists(list, { before, mine, theirs }))
      merged[list] = entries.merged
      base[list] = entries.base
      clashes.push(...entries.clashes)
    } else {
      clashes.push(createClash(fields, before, mine, theirs))
      Object.assign(base, pickOrNull(before, fields))
    }
  }
  return { merged, base, taken, clashes }
}

function pickLists(field: string, { before, mine, theirs }: Versions<Fields>): Versions<readonly Entry[]> {
  const pick = (record: Fields) => record[field] as readonly Entry[]
  return { before: pick(before), mine: pick(mine), theirs: pick(theirs) }
}

/**
 * Merges two users' changes of each entry. If the user moved entries, the user's order holds, otherwise the other's.
 */
function mergeEntries({ before, mine, theirs }: Versions<readonly Entry[]>) {
  const merges = theirs.map((entry) => {
    const [then, own] = [before, mine].map((list) => findEntry(list, entry))
    if (!then || !own) return { merged: entry, base: entry, clashes: [] }
    return mergeEdits({ before: then, mine: own, theirs: entry })
  })
  const added = mine.filter((entry) => getEntryId(entry) === undefined)
  const merged = [...merges.map((one) => one.merged as Entry), ...added]
  const isMoved = before.some((entry, place) => getEntryId(entry) !== getEntryId(mine[place]))
  return {
    merged: isMoved ? sortEntries(merged, mine) : merged,
    base: merges.map(({ base }) => base),
    clashes: merges.flatMap(({ clashes }) => clashes),
  }
}

function findEntry(list: readonly Entry[], entry: Entry): Entry | undefined {
  const id = getEntryId(entry)
  return list.find((other) => other === entry || (id !== undefined && getEntryId(other) === id))
}

/** Sorts by the order of another list; entries that it does not have come last. */
function sortEntries(entries: readonly Entry[], order: readonly Entry[]): Entry[] {
  const findPlace = (entry: Entry) => {
    const found = findEntry(order, entry)
    return found ? order.indexOf(found) : order.length
  }
  return entries.toSorted((one, other) => findPlace(one) - findPlace(other))
}

function groupFields(fields: readonly string[], inseparable: readonly (readonly string[])[]): string[][] {
  const groups = new Map<unknown, string[]>()
  for (const field of fields) {
    const group = inseparable.find((together) => together.includes(field)) ?? field
    groups.set(group, [...(groups.get(group) ?? []), field])
  }
  return [...groups.values()]
}

function createClash(fields: readonly string[], before: Fields, mine: Fields, theirs: Fields): Clash {
  const clash = {
    fields,
    before: pickOrNull(before, fields),
    mine: pickOrNull(mine, fields),
    theirs: pickOrNull(theirs, fields),
  }
  const [field = ''] = fields
  const lists = [before[field], mine[field], theirs[field]]
  if (fields.length > 1 || !lists.every(Array.isArray)) return clash
  const both = mergeLists(...(lists as [unknown[], unknown[], unknown[]]))
  return both ? { ...clash, both: { [field]: both } } : clash
}

function pickOrNull(record: Fields, fields: readonly string[]): Fields {
  return Object.fromEntries(fields.map((field) => [field, record[field] ?? null]))
}

/** All entries that either added and neither removed; undefined if both changed the same entry. */
function mergeLists(before: unknown[], mine: unknown[], theirs: unknown[]): unknown[] | undefined {
  const has = (list: unknown[], entry: unknown) => list.some((other) => isSameValue(other, entry))
  const untouched = theirs.filter((entry) => !has(before, entry) || has(mine, entry))
  const mineAlone = mine.filter((entry) => !has(before, entry) && !has(theirs, entry))
  const removedByThem = (entry: unknown) => {
    const id = getEntryId(entry)
    return id !== undefined && !theirs.some((other) => getEntryId(other) === id)
  }
  if (mineAlone.some(removedByThem)) return undefined
  return [...untouched, ...mineAlone]
}

/** The id of an entry of a list; undefined for one that was never saved. */
export function getEntryId(entry: unknown): string | undefined {
  return typeof entry === 'object' && entry !== null ? (entry as Entry)._id : undefined
}
