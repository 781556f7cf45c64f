import { birthFields, identityFields, isSameValue } from 'contract'
import { getEntryId } from '../../../ui/form/merge-edits.ts'

export const birthFieldNames: readonly string[] = Object.keys(birthFields)

/** Fields that are merged together: a district from one save is never combined with the province of another. */
export const inseparablePatientFields: readonly (readonly string[])[] = [
  ['province', 'district', 'sub_district', 'zipcode'],
  ['lat', 'lang'],
  ['identity_kind', ...identityFields],
  birthFieldNames,
]

export type ListChange = {
  added: readonly unknown[]
  removed: readonly unknown[]
  changed: readonly { from: unknown; to: unknown }[]
}

/** The added, removed and changed entries of a list. */
export function compareLists(from: readonly unknown[], to: readonly unknown[]): ListChange {
  const gone = from.filter((entry) => !to.some((other) => isSameValue(entry, other)))
  const come = to.filter((entry) => !from.some((other) => isSameValue(entry, other)))
  const changed = come.flatMap((entry) => {
    const id = getEntryId(entry)
    const before = id === undefined ? undefined : gone.find((other) => getEntryId(other) === id)
    return before === undefined ? [] : [{ from: before, to: entry }]
  })
  return {
    added: come.filter((entry) => !changed.some(({ to: after }) => after === entry)),
    removed: gone.filter((entry) => !changed.some(({ from: before }) => before === entry)),
    changed,
  }
}
