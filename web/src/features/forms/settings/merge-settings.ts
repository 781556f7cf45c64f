import { type FormSettings, isSameValue } from 'contract'

type Versions<Of> = { before: Of; mine: Of; theirs: Of }

/** Their settings, with the user's own wherever the user changed something. */
export function mergeSettings({ before, mine, theirs }: Versions<FormSettings>): FormSettings {
  return {
    needed: mergeKeys({ before: before.needed, mine: mine.needed, theirs: theirs.needed }),
    not_offered: mergeKeys({
      before: before.not_offered,
      mine: mine.not_offered,
      theirs: theirs.not_offered,
    }),
    drug_list: isSameValue(before.drug_list, mine.drug_list) ? theirs.drug_list : mine.drug_list,
  }
}

type Lists = Readonly<Record<string, string[] | undefined>>

/** A list that is not set is the same as an empty one. */
function mergeKeys<Of extends Lists>({ before, mine, theirs }: Versions<Of>): Of {
  const own = Object.entries(mine).filter(([key, list]) => !isSameValue(before[key] ?? [], list ?? []))
  return { ...theirs, ...Object.fromEntries(own) }
}
