import {
  type ApprovedList,
  type FormSettings,
  isSameValue,
  type ListedHospital,
  type OwnOptions,
} from 'contract'
import { keepOwnChange, type Versions } from '../../../ui/form/merge-edits.ts'

/**
 * Their settings, with the user's own wherever the user changed something. `useVersionedForm` merges fields, and shows
 * those that both changed; here each list has a rule of its own: options are only added, and hospitals have no id.
 */
export function mergeFormSettings({ before, mine, theirs }: Versions<FormSettings>): FormSettings {
  const pick = (list: ApprovedList) =>
    keepOwnChange({ before: before[list], mine: mine[list], theirs: theirs[list] })
  return {
    needed: mergeKeys({ before: before.needed, mine: mine.needed, theirs: theirs.needed }),
    not_offered: mergeKeys({
      before: before.not_offered,
      mine: mine.not_offered,
      theirs: theirs.not_offered,
    }),
    own_options: mergeOptions({
      before: before.own_options,
      mine: mine.own_options,
      theirs: theirs.own_options,
    }),
    drug_list: pick('drug_list'),
    transport_plans: mergeKeys({
      before: before.transport_plans,
      mine: mine.transport_plans,
      theirs: theirs.transport_plans,
    }),
    plans_approval: pick('plans_approval'),
    hospitals: mergeHospitals({
      before: before.hospitals,
      mine: mine.hospitals,
      theirs: theirs.hospitals,
    }),
    drugs: mergeKeys({ before: before.drugs, mine: mine.drugs, theirs: theirs.drugs }),
  }
}

/** Their list without what the user removed, then what the user wrote; a code that both wrote stands there twice. */
function mergeHospitals({ before, mine, theirs }: Versions<readonly ListedHospital[]>): ListedHospital[] {
  const lacks = (list: readonly ListedHospital[]) => (one: ListedHospital) =>
    !list.some((other) => isSameValue(other, one))
  if (isSameValue(before, theirs)) return [...mine]
  const added = mine.filter(lacks(before))
  const removed = before.filter(lacks(mine))
  return [...theirs.filter(lacks([...removed, ...added])), ...added]
}

/** Their options, which are saved, then what the user added; what both added stands there once. */
function mergeOptions({ before, mine, theirs }: Versions<OwnOptions>): OwnOptions {
  const added = Object.entries(mine).map(([list, options]) => {
    const saved = theirs[list] ?? []
    const own = options.slice(before[list]?.length ?? 0)
    return [list, [...saved, ...own.filter((one) => !saved.some((other) => isSameValue(other, one)))]]
  })
  return { ...theirs, ...Object.fromEntries(added) }
}

/** A key that is not set is the same as an empty list. */
function mergeKeys<Of extends object>({ before, mine, theirs }: Versions<Of>): Of {
  const read = (of: Of, key: string) => (of as Record<string, unknown>)[key] ?? []
  const changed = [...new Set([...Object.keys(before), ...Object.keys(mine)])].filter(
    (key) => !isSameValue(read(before, key), read(mine, key)),
  )
  const own = Object.fromEntries(changed.map((key) => [key, (mine as Record<string, unknown>)[key]]))
  const merged = { ...theirs, ...own }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined)) as Of
}
