import type { Age } from '../age.ts'
import { type ClassRelation, relateByClass } from './drug-classes.ts'
import {
  type Dosage,
  type DoseRule,
  type DoseUnit,
  type Drug,
  type DrugCode,
  type DrugIndication,
  type DrugList,
  type DrugRoute,
  type DrugUse,
  drugList,
} from './drug-list.ts'
import { toName, toWords } from './drug-names.ts'

/** Kilograms; `isEstimated` if nobody has weighed the child. */
export type DoseWeight = { kg: number; isEstimated: boolean }

/**
 * The weight for a dose: the measured one; else, from 1 to 10 completed years, (age + 4) × 2, which is shown as
 * estimated (APLS). Nobody else's is estimated.
 */
export function findDoseWeight(measuredKg: number | null, age: Age | null): DoseWeight | null {
  if (measuredKg !== null) return { kg: measuredKg, isEstimated: false }
  if (age === null || age.years < 1 || age.years > 10) return null
  return { kg: (age.years + 4) * 2, isEstimated: true }
}

/** Under this age a patient gets the doses of a child. Default of the panel: a hospital may change it. */
export const standardChildYears = 15

/** Who gets a dose. An unknown age counts as an adult's; `weight` is null if nobody knows it. */
export type DosePatient = { age: Age | null; weight: DoseWeight | null; isPregnant: boolean }

const isChild = ({ age }: DosePatient) => age !== null && age.years < standardChildYears

/** One dose in the unit of its rule. `isEstimated`: it was computed with an estimated weight. */
export type ReferenceDose = { low: number; high: number; unit: DoseUnit; isEstimated: boolean }

/** Three significant digits, as somebody can draw it up. */
const roundDose = (amount: number) => Number(amount.toPrecision(3))

const isForWeight = ({ weightKg }: DoseRule, weight: DoseWeight | null) =>
  !weightKg || (weight !== null && weight.kg >= weightKg[0] && weight.kg <= weightKg[1])

/** What an adult gets at most in the same unit: a child never gets more. */
function getAdultMost(use: DrugUse, unit: DoseUnit): number {
  const amounts = (use.adult?.rules ?? [])
    .filter((rule) => rule.unit === unit && !rule.perKg && !rule.isTitrated)
    .map(({ high }) => high)
  return amounts.length > 0 ? Math.max(...amounts) : Number.POSITIVE_INFINITY
}

/** An amount by a rule, within its bounds; null if it depends on a weight that nobody knows. */
function applyRule(
  use: DrugUse,
  rule: DoseRule,
  amount: 'low' | 'high',
  patient: DosePatient,
): number | null {
  if (!rule.perKg) return rule[amount]
  if (patient.weight === null) return null
  const { min = 0, max = Number.POSITIVE_INFINITY } = rule
  const most = isChild(patient) ? Math.min(max, getAdultMost(use, rule.unit)) : max
  return Math.min(most, Math.max(min, roundDose(rule[amount] * patient.weight.kg)))
}

/** The dosage of a use for a patient; undefined if the list has none for children. */
export function pickDosage(use: DrugUse, patient: DosePatient): Dosage | undefined {
  return isChild(patient) ? use.child : use.adult
}

/**
 * The usual dose of a use for a patient, as a reference beside the field and never filled in by itself. Null if the
 * list has none for the age or the weight, or if nobody knows the weight that it depends on.
 */
export function computeReferenceDose(use: DrugUse, patient: DosePatient): ReferenceDose | null {
  const rule = pickDosage(use, patient)?.rules.find((one) => isForWeight(one, patient.weight))
  if (!rule) return null
  const [low, high] = [applyRule(use, rule, 'low', patient), applyRule(use, rule, 'high', patient)]
  if (low === null || high === null) return null
  const usesWeight = rule.perKg === true || rule.weightKg !== undefined
  return { low, high, unit: rule.unit, isEstimated: usesWeight && patient.weight?.isEstimated === true }
}

/**
 * A dose that somebody gave or is about to write down; `at` is an ISO instant. Of one whose amount nobody knows, the
 * amount and its unit are null.
 */
export type GivenDose = {
  drug: DrugCode
  amount: number | null
  unit: DoseUnit | null
  route: DrugRoute
  at: string
}

/** A drug as a reader calls it: of the list in both languages, or as somebody typed it. */
type DrugWords = string | { readonly en: string; readonly th: string }

/** The record names another drug of the same class, or one of a class of which the drug may have the reactions. */
type ClassWarning = ClassRelation & {
  warning: 'SAME_CLASS' | 'CROSS_REACTION'
  drug: DrugWords
  substances: string[]
}

/** What a crew is warned of. A warning never blocks; it asks for a reason. */
export type DoseWarning =
  | { warning: 'ALLERGY'; substances: string[] }
  | ClassWarning
  | { warning: 'WRONG_UNIT'; units: DoseUnit[] }
  | { warning: 'ABOVE_MAX' | 'ABOVE_TOTAL' | 'UNKNOWN_TOTAL'; most: number; unit: DoseUnit }
  | { warning: 'TOO_SOON'; minutes: number; otherAt: string }
  | { warning: 'TOO_MANY'; mostDoses: number }

/** The allergies of a record that have one of the names, however they are spelt, as the beginning of a word. */
function listNamedAllergies(names: readonly string[], substances: readonly string[]): string[] {
  const lookedFor = names.map(toName)
  return substances.filter((substance) => {
    const words = toWords(substance)
    return lookedFor.some((name) => words.includes(name))
  })
}

/** The allergies of a record that name the drug or its kind. */
export function listDrugAllergies(drug: DrugCode, substances: readonly string[]): string[] {
  const { allergens }: Drug = drugList[drug]
  return listNamedAllergies(allergens, substances)
}

/** What an allergy on record says against a drug, whatever its dose. */
export function checkAllergies(drug: DrugCode, allergies: readonly string[]): DoseWarning[] {
  const { name_en, name_th } = drugList[drug]
  return warnOfAllergies(listDrugAllergies(drug, allergies), allergies, name_en, { en: name_en, th: name_th })
}

/** A shorter word is a unit, a salt or a strength, and no name of a drug. */
const shortestName = 4

/** The same of a drug that is not on the list, by the words of its name. */
export function checkOtherAllergies(drug: string, allergies: readonly string[]): DoseWarning[] {
  const names = drug
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word.length >= shortestName && !/^\p{N}/u.test(word))
  return warnOfAllergies(listNamedAllergies(names, allergies), allergies, drug, drug.trim())
}

/** The allergies that name the drug, and of the others those that its class speaks of. */
function warnOfAllergies(
  named: readonly string[],
  allergies: readonly string[],
  text: string,
  drug: DrugWords,
): DoseWarning[] {
  const related = new Map<string, ClassWarning>()
  for (const substance of allergies) {
    const relation = named.includes(substance) ? undefined : relateByClass(text, substance)
    if (!relation) continue
    const { drugClass, allergyClass } = relation
    const warning = drugClass === allergyClass ? 'SAME_CLASS' : 'CROSS_REACTION'
    const key = `${drugClass} ${allergyClass}`
    const told = related.get(key) ?? { warning, drug, substances: [], ...relation }
    related.set(key, { ...told, substances: [...told.substances, substance] })
  }
  return [
    ...(named.length > 0 ? [{ warning: 'ALLERGY' as const, substances: [...named] }] : []),
    ...related.values(),
  ]
}

type Limit = { use: DrugUse; rule: DoseRule }

/** `drugs`: the list by which a dose is judged; `indication`: what the dose is given for. */
export type DoseContext = { drugs?: DrugList; indication?: DrugIndication }

/** The rules that a dose may go by, in its unit if that is known: of its use or its route, else of all uses. */
function listLimits(
  given: GivenDose,
  patient: DosePatient,
  { drugs = drugList, indication }: DoseContext,
): Limit[] {
  const { uses } = drugs[given.drug]
  const listRules = (of: readonly DrugUse[]): Limit[] =>
    of.flatMap((use) => {
      // If the list has no dose for the age, the dose of the other ages is still a limit.
      const rules = (pickDosage(use, patient) ?? use.adult ?? use.child)?.rules ?? []
      const inUnit = rules.filter(({ unit }) => given.unit === null || unit === given.unit)
      const fitting = inUnit.find((rule) => isForWeight(rule, patient.weight))
      return (fitting ? [fitting] : inUnit).map((rule) => ({ use, rule }))
    })
  const meant = listRules(uses.filter((use) => use.for === indication))
  if (meant.length > 0) return meant
  const byRoute = listRules(uses.filter(({ routes }) => routes.includes(given.route)))
  return byRoute.length > 0 ? byRoute : listRules(uses)
}

/** The largest of the limits; null if one of them is not known, since the dose may go by that one. */
function pickLargest(limits: readonly (number | null | undefined)[]): number | null {
  const known = limits.filter((limit) => limit !== null && limit !== undefined)
  return known.length === limits.length && known.length > 0 ? Math.max(...known) : null
}

const minuteMs = 60_000

/**
 * What is doubtful about a dose: an allergy on record, a unit that the drug is not given in, a dose above the largest
 * one, a repeat before its interval, more doses or more in all than the list has, or a sum that nobody knows. `others`:
 * the doses that the patient got besides it, of any drug. Without an indication the most generous use of the route
 * counts.
 */
export function checkDose(
  given: GivenDose,
  patient: DosePatient & { allergies: readonly string[] },
  others: readonly GivenDose[],
  context: DoseContext = {},
): DoseWarning[] {
  const allergy = checkAllergies(given.drug, patient.allergies)
  const limits = listLimits(given, patient, context)
  if (limits.length === 0 && given.unit !== null)
    return [...allergy, { warning: 'WRONG_UNIT', units: listDrugUnits(given.drug) }]
  const same = others.filter(({ drug }) => drug === given.drug)
  return [
    ...allergy,
    ...warnOfAmount(given, patient, limits),
    ...warnOfRepeat(given, same, limits),
    ...warnOfSum(given, same, limits),
  ]
}

/** The units in which the list has doses of a drug. */
export function listDrugUnits(code: DrugCode): DoseUnit[] {
  const { uses }: Drug = drugList[code]
  const rules = uses.flatMap(({ adult, child }) => [...(adult?.rules ?? []), ...(child?.rules ?? [])])
  return [...new Set(rules.map(({ unit }) => unit))]
}

/**
 * What somebody pregnant gets at most of a use, as its text says. It stands apart from the list, as that note does: the
 * digest of the list stays.
 */
const mostInPregnancy: {
  readonly [Code in DrugCode]?: { readonly [Indication in DrugIndication]?: number }
} = {
  ADRENALINE: { ANAPHYLAXIS: 0.3 },
}

function warnOfAmount(
  { drug, amount, unit }: GivenDose,
  patient: DosePatient,
  limits: Limit[],
): DoseWarning[] {
  if (amount === null || unit === null) return []
  const readMostInPregnancy = (use: DrugUse) =>
    (patient.isPregnant ? mostInPregnancy[drug]?.[use.for] : undefined) ?? Number.POSITIVE_INFINITY
  const most = pickLargest(
    limits.map(({ use, rule }) => {
      const usual = rule.isTitrated ? null : (applyRule(use, rule, 'high', patient) ?? rule.max ?? null)
      return usual === null ? null : Math.min(usual, readMostInPregnancy(use))
    }),
  )
  return most !== null && amount > most ? [{ warning: 'ABOVE_MAX', most, unit }] : []
}

function warnOfRepeat({ at }: GivenDose, same: readonly GivenDose[], limits: Limit[]): DoseWarning[] {
  const intervals = limits.map(({ rule }) => rule.everyMinutes)
  if (pickLargest(intervals) === null) return []
  const minutes = Math.min(...intervals.filter((interval) => interval !== undefined))
  const distance = (other: GivenDose) => Math.abs(Date.parse(at) - Date.parse(other.at))
  const [nearest] = same.toSorted((one, other) => distance(one) - distance(other))
  return nearest && distance(nearest) < minutes * minuteMs
    ? [{ warning: 'TOO_SOON', minutes, otherAt: nearest.at }]
    : []
}

function warnOfSum({ amount, unit }: GivenDose, same: readonly GivenDose[], limits: Limit[]): DoseWarning[] {
  const mostDoses = pickLargest(limits.map(({ rule }) => rule.mostDoses))
  // A dose of unknown amount may have been in this unit.
  const counted = same.filter((other) => unit === null || other.unit === null || other.unit === unit)
  return [
    ...warnOfTotal({ amount, unit }, counted, limits),
    ...(mostDoses !== null && counted.length >= mostDoses
      ? [{ warning: 'TOO_MANY' as const, mostDoses }]
      : []),
  ]
}

function warnOfTotal(
  { amount, unit }: Pick<GivenDose, 'amount' | 'unit'>,
  counted: readonly GivenDose[],
  limits: Limit[],
): DoseWarning[] {
  const most = pickLargest(limits.map(({ rule }) => rule.mostTotal))
  if (most === null || amount === null || unit === null) return []
  const total = roundDose(counted.reduce((sum, other) => sum + (other.amount ?? 0), amount))
  if (total > most) return [{ warning: 'ABOVE_TOTAL', most, unit }]
  return counted.some((other) => other.amount === null) ? [{ warning: 'UNKNOWN_TOTAL', most, unit }] : []
}
