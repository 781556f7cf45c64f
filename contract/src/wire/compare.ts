/** A record or a part of it, by field. An empty value is null, or `''` while it is typed. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether two values are equal. The order of keys and the identity of an entry do not count. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return writeComparable(one) === writeComparable(other)
}

/** A text that is the same for values that are. */
export const writeComparable = (value: unknown): string => JSON.stringify(toComparableValue(value))

/** The id of an entry, and the key that identifies a row while it is typed. */
const identityKeys = ['_id', 'key']

function toComparableValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toComparableValue)
  if (typeof value === 'string') return value.trim() || null
  if (value === null || typeof value !== 'object') return value ?? null
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !identityKeys.includes(key))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, toComparableValue(inner)]),
  )
}

/** The fields whose values differ. */
export function listChangedFields(before: Fields, after: Fields): string[] {
  return Object.keys(after).filter((field) => !isSameValue(before[field], after[field]))
}

/** What a save changes in a stored record. Fields that were not sent are ignored. */
export function listChanges<Sent extends object>(stored: { [Field in keyof Sent]-?: unknown }, sent: Sent) {
  return (Object.entries(sent) as [keyof Sent & string, unknown][]).flatMap(([field, to]) =>
    to === undefined || isSameValue(stored[field], to) ? [] : [{ field, from: stored[field] ?? null, to }],
  )
}
