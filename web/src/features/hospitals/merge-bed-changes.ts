import type { HospitalChange } from 'contract'

/** One row of the history: a change and the beds it was made to. */
type MergedChange = { change: HospitalChange; beds: string[] }

/** Merges the beds of one ward that one save changed in the same way; newest first. */
export function mergeBedChanges(changes: readonly HospitalChange[]): MergedChange[] {
  const told: MergedChange[] = []
  for (const change of changes) {
    const before = told.at(-1)
    if (before && isSameSave(before.change, change)) before.beds.unshift(change.bed ?? '')
    else told.push({ change, beds: change.bed === null ? [] : [change.bed] })
  }
  return told
}

function isSameSave(one: HospitalChange, other: HospitalChange): boolean {
  const isOneSave = one.at === other.at && one.version === other.version && one.ward?._id === other.ward?._id
  if (!isOneSave || one.bed === null || other.bed === null || one.field !== other.field) return false
  return one.field === 'added' || (one.from === other.from && one.to === other.to)
}
