import * as z from 'zod/mini'
import { isSameValue } from '../../wire/compare.ts'
import type { FieldProblem } from '../../wire/endpoint.ts'
import { countField, requiredText } from '../../wire/fields.ts'
import { namesAmpoule, writeDosage } from './dosage-text.ts'
import {
  type Dosage,
  type DoseRule,
  type Drug,
  type DrugCode,
  type DrugList,
  type DrugUse,
  drugList,
  isListedDrug,
} from './drug-list.ts'

const Amount = z.number('number-invalid').check(z.gt(0, 'number-range'), z.lte(1_000_000, 'number-range'))

/** The numbers of a rule that a hospital changed, in the units of the rule. */
const RuleChange = z.strictObject({
  low: z.optional(Amount),
  high: z.optional(Amount),
  max: z.optional(Amount),
  every_minutes: z.optional(countField(1, 1_440)),
  most_doses: z.optional(countField(1, 100)),
  most_total: z.optional(Amount),
})
export type RuleChange = z.output<typeof RuleChange>

/** In the order of the rules of a dosage; an empty change leaves its rule as it is. */
const RuleChanges = z.array(RuleChange).check(z.maxLength(10, 'too-many'))

const DrugChange = z.strictObject({
  /** What the ampoule or tablet says. */
  strength: z.optional(requiredText('field-required', 60)),
  uses: z._default(
    z.record(z.string(), z.strictObject({ adult: z.optional(RuleChanges), child: z.optional(RuleChanges) })),
    {},
  ),
})
export type DrugChange = z.output<typeof DrugChange>

/** What a hospital changed of the list, by the code of the drug; nothing else of the list can be changed. */
export const DrugChanges = z.record(z.string(), DrugChange)
export type DrugChanges = z.output<typeof DrugChanges>

export const dosedPatients = ['adult', 'child'] as const
export type DosedPatient = (typeof dosedPatients)[number]

const ruleNames = {
  low: 'low',
  high: 'high',
  max: 'max',
  every_minutes: 'everyMinutes',
  most_doses: 'mostDoses',
  most_total: 'mostTotal',
} as const satisfies Record<keyof RuleChange, keyof DoseRule>
export type ChangeableNumber = keyof typeof ruleNames
const changeableNumbers = Object.keys(ruleNames) as ChangeableNumber[]

/** The numbers of a rule that can be changed: an infusion is not repeated, and only a dose by weight has a bound. */
export function listChangeable({ unit, perKg }: DoseRule): ChangeableNumber[] {
  if (unit.includes('/')) return ['low', 'high']
  return changeableNumbers.filter((name) => name !== 'max' || perKg)
}

export const readRuleNumber = (rule: DoseRule, name: ChangeableNumber): number | undefined =>
  rule[ruleNames[name]]

const changeRule = (rule: DoseRule, change: RuleChange = {}): DoseRule => ({
  ...rule,
  ...Object.fromEntries(
    changeableNumbers.flatMap((name) =>
      change[name] === undefined ? [] : [[ruleNames[name], change[name]]],
    ),
  ),
})

/** The list of a hospital: that of the panel with what the hospital changed. The texts go by the changed rules. */
export function findDrugs(changes: DrugChanges): DrugList {
  const changed = Object.entries(changes).flatMap(([code, change]) =>
    isListedDrug(code) ? [[code, changeDrug(code, change)] as const] : [],
  )
  return changed.length === 0 ? drugList : { ...drugList, ...Object.fromEntries(changed) }
}

function changeDrug(code: DrugCode, { strength, uses }: DrugChange): Drug {
  const standard: Drug = drugList[code]
  const hasOtherStrength = strength !== undefined && strength !== standard.strength
  const changeUse = (use: DrugUse): DrugUse => {
    const changed = dosedPatients.flatMap((who) => {
      const dosage = use[who]
      if (!dosage) return []
      const changes = uses[use.for]?.[who] ?? []
      const rules = dosage.rules.map((rule, place) => changeRule(rule, changes[place]))
      const isAsBefore = isSameValue(rules, dosage.rules) && !(hasOtherStrength && namesAmpoule(dosage))
      return [[who, isAsBefore ? dosage : writeDosage([code, use.for, who], rules)] as [DosedPatient, Dosage]]
    })
    return { ...use, ...Object.fromEntries(changed) }
  }
  return { ...standard, strength: strength ?? standard.strength, uses: standard.uses.map(changeUse) }
}

/** Whether a hospital has a drug otherwise than the panel. */
export const isChangedDrug = (code: DrugCode, drugs: DrugList): boolean =>
  !isSameValue(drugs[code], drugList[code])

/** What a label says of a drug, with the strength that the hospital has. The panel's own stands at its end. */
export function nameDrug(label: string, code: string, changes: DrugChanges): string {
  const strength = isListedDrug(code) ? changes[code]?.strength : undefined
  if (strength === undefined || !isListedDrug(code)) return label
  const { strength: standard }: Drug = drugList[code]
  const name =
    standard !== null && label.endsWith(` ${standard}`) ? label.slice(0, -standard.length - 1) : label
  return `${name} ${strength}`
}

/** An amount this many times that of the panel is a slip of the decimal point and no decision. */
const mostTimes = 5
/** An opioid or its antidote is begun with a tenth of the usual dose. */
const leastPart = 1 / 20
/** No patient is heavier. */
const heaviestKg = 300
/** More single doses than these are never added up to one limit. */
const mostSummed = 100

/** Names that the list does not have, numbers that are far from those of the panel, and bounds out of their order. */
export function validateDrugChanges(changes: DrugChanges, path: string): FieldProblem[] {
  return Object.entries(changes).flatMap(([code, { uses }]): FieldProblem[] => {
    if (!isListedDrug(code)) return [{ field: `${path}.${code}`, message: 'choice-invalid' }]
    const drug: Drug = drugList[code]
    return Object.entries(uses).flatMap(([indication, byPatient]) => {
      const field = `${path}.${code}.uses.${indication}`
      const use = drug.uses.find((one) => one.for === indication)
      if (!use) return [{ field, message: 'choice-invalid' }]
      return dosedPatients.flatMap((who): FieldProblem[] => {
        const changed = byPatient[who]
        if (!changed) return []
        const rules = use[who]?.rules ?? []
        if (changed.length > rules.length) return [{ field: `${field}.${who}`, message: 'choice-invalid' }]
        return rules.flatMap((rule, place) =>
          validateRule(rule, changed[place] ?? {}).map(([name, message]) => ({
            field: `${field}.${who}.${place}.${name}`,
            message,
          })),
        )
      })
    })
  })
}

function validateRule(standard: DoseRule, change: RuleChange): [ChangeableNumber, string][] {
  const changeable = listChangeable(standard)
  const given = changeableNumbers.filter((name) => change[name] !== undefined)
  const unknown = given.filter((name) => !changeable.includes(name))
  if (unknown.length > 0) return unknown.map((name) => [name, 'field-unknown'])
  const far = given.filter((name) => isFar(standard, change, name))
  if (far.length > 0) return far.map((name) => [name, 'dose-far'])
  return listDisordered(standard, change)
}

/** Intervals and counts have bounds of their own. */
function isFar(standard: DoseRule, change: RuleChange, name: ChangeableNumber): boolean {
  const value = change[name] ?? 0
  if (name === 'every_minutes' || name === 'most_doses') return false
  if (name === 'low' || name === 'high')
    return value < standard.low * leastPart || value > standard.high * mostTimes
  const usual = readRuleNumber(standard, name)
  if (usual !== undefined) return value < usual * leastPart || value > usual * mostTimes
  const changed = changeRule(standard, change)
  return value > (name === 'max' ? changed.high * heaviestKg : findLargestDose(changed) * mostSummed)
}

const findLargestDose = ({ high, max, perKg }: DoseRule) => (perKg ? (max ?? high * heaviestKg) : high)

/** What does not go from the least to the most, by the number that was changed. */
function listDisordered(standard: DoseRule, change: RuleChange): [ChangeableNumber, string][] {
  const { low, high, perKg, min = 0, max, mostTotal } = changeRule(standard, change)
  const blame = (name: ChangeableNumber, other: ChangeableNumber): [ChangeableNumber, string] => [
    change[name] === undefined ? other : name,
    'dose-order',
  ]
  if (low > high) return [blame('high', 'low')]
  if (max !== undefined && (high > max || min >= max)) return [blame('max', 'high')]
  if (mostTotal !== undefined && mostTotal < (perKg ? (max ?? high) : high))
    return [blame('most_total', change.max === undefined ? 'high' : 'max')]
  return []
}

/** Changes that an earlier version of the panel stored, without those that this one would refuse. */
export function dropUnknownDrugs(changes: DrugChanges): DrugChanges {
  const refused = validateDrugChanges(changes, '').map(({ field }) => field.split('.').slice(1))
  const isKept = (...place: string[]) =>
    !refused.some((field) => field.slice(0, place.length).every((part, index) => part === place[index]))
  return Object.fromEntries(
    Object.entries(changes).flatMap(([code, change]) => {
      if (!isListedDrug(code)) return []
      const uses = Object.entries(change.uses).flatMap(([indication, byPatient]) => {
        const known = Object.entries(byPatient).filter(([who]) => isKept(code, 'uses', indication, who))
        const isKnown = drugList[code].uses.some((use) => use.for === indication)
        return isKnown && known.length > 0 ? [[indication, Object.fromEntries(known)]] : []
      })
      const kept = { ...change, uses: Object.fromEntries(uses) }
      return change.strength === undefined && uses.length === 0 ? [] : [[code, kept]]
    }),
  )
}
