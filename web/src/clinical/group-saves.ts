type Change = { at: string; by: { _id: string } }

/** All changes of one save have the same time; they are listed in the order in which they were written. */
export function groupSaves<One extends Change>(changes: readonly One[]): [One, ...One[]][] {
  const saves: [One, ...One[]][] = []
  for (const change of changes) {
    const last = saves.at(-1)
    if (last && last[0].at === change.at && last[0].by._id === change.by._id) last.unshift(change)
    else saves.push([change])
  }
  return saves
}
