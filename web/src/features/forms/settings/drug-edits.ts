import {
  type ChangeableNumber,
  type DosedPatient,
  type Drug,
  type DrugChange,
  type DrugChanges,
  type DrugCode,
  type DrugIndication,
  drugList,
  type RuleChange,
} from 'contract'
import { toArabicDigits } from '../../../ui/form/thai-digits.ts'

/** A number of a rule of the list. */
export type NumberPlace = {
  code: DrugCode
  indication: DrugIndication
  who: DosedPatient
  place: number
  name: ChangeableNumber
}

export const formatPlace = ({ code, indication, who, place, name }: NumberPlace): string =>
  `${code}.uses.${indication}.${who}.${place}.${name}`

/** What stands in a field; undefined if it is empty, which is the default, and not a number for any other text. */
export function parseLimit(typed: string): number | undefined {
  const text = toArabicDigits(typed.trim())
  return text === '' ? undefined : Number(text.replace(',', '.'))
}

export const readChangedNumber = (
  changes: DrugChanges,
  { code, indication, who, place, name }: NumberPlace,
): number | undefined => changes[code]?.uses[indication]?.[who]?.[place]?.[name]

export function changeNumber(changes: DrugChanges, at: NumberPlace, value: number | undefined): DrugChanges {
  const { code, indication, who, place, name } = at
  const { uses = {}, ...drug }: Partial<DrugChange> = changes[code] ?? {}
  const { [who]: before = [], ...others } = uses[indication] ?? {}
  const { uses: known }: Drug = drugList[code]
  const count = known.find((use) => use.for === indication)?.[who]?.rules.length ?? 0
  const rules = Array.from({ length: count }, (_, index): RuleChange => {
    const { [name]: _replaced, ...rest } = before[index] ?? {}
    if (index !== place) return before[index] ?? {}
    return value === undefined ? rest : { ...rest, [name]: value }
  })
  const isEmpty = rules.every((rule) => Object.keys(rule).length === 0)
  const byPatient = isEmpty ? others : { ...others, [who]: rules }
  const { [indication]: _use, ...otherUses } = uses
  return writeDrug(changes, code, {
    ...drug,
    uses: Object.keys(byPatient).length === 0 ? otherUses : { ...otherUses, [indication]: byPatient },
  })
}

export function writeStrength(changes: DrugChanges, code: DrugCode, typed: string): DrugChanges {
  const { strength: _before, ...drug } = changes[code] ?? { uses: {} }
  return writeDrug(changes, code, typed.trim() === '' ? drug : { ...drug, strength: typed })
}

/** A drug of which nothing is changed is not stored. */
function writeDrug(changes: DrugChanges, code: DrugCode, drug: DrugChange): DrugChanges {
  const others = dropDrug(changes, code)
  const isEmpty = drug.strength === undefined && Object.keys(drug.uses).length === 0
  return isEmpty ? others : { ...others, [code]: drug }
}

export function dropDrug(changes: DrugChanges, code: DrugCode): DrugChanges {
  const { [code]: _dropped, ...others } = changes
  return others
}
