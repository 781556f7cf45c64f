import type { DrugClass } from '../../clinical/emergency/drug-classes.ts'
import {
  checkAllergies,
  checkDose,
  checkOtherAllergies,
  computeReferenceDose,
  type DosePatient,
  type DoseWarning,
  findDoseWeight,
  type GivenDose,
  pickDosage,
} from '../../clinical/emergency/drug-dose.ts'
import {
  type DoseUnit,
  type DrugCode,
  type DrugIndication,
  type DrugList,
  type DrugRoute,
  type DrugUse,
  isListedDrug,
  shockEnergies,
} from '../../clinical/emergency/drug-list.ts'
import { isReason } from '../answers.ts'
import type { Row } from '../form.ts'
import { type Calculated, calculated, type InputReader, type Phrase } from './phrases.ts'

/** A row of drugs as a dose, maybe of an amount that nobody knows; undefined while it does not say enough. */
function readDose(row: Row): GivenDose | undefined {
  const { drug, dose, dose_unit, route, given_at } = row
  if (typeof drug !== 'string' || !isListedDrug(drug)) return undefined
  if (typeof route !== 'string' || typeof given_at !== 'string') return undefined
  const given = { drug, route: route as DrugRoute, at: given_at }
  // Any other reason says that nothing was given.
  if (isReason(dose)) return dose.reason === 'UNABLE' ? { ...given, amount: null, unit: null } : undefined
  if (typeof dose !== 'number' || typeof dose_unit !== 'string') return undefined
  return { ...given, amount: dose, unit: dose_unit as DoseUnit }
}

/** The patient of a sheet, as far as a dose depends on them. */
function readPatient(read: InputReader): DosePatient {
  const age = read.age()
  const weight = findDoseWeight(read.number('weight_kg'), age)
  return { age, weight, isPregnant: read.text('pregnancy') === 'YES' }
}

/** The usual doses of the drug of a row. */
export function describeDoses(read: InputReader): Calculated | null {
  const drug = read.text('drug')
  if (drug === null || !isListedDrug(drug)) return null
  return calculated(false, ...writeUses(drug, read.drugs, readPatient(read)))
}

/** What is doubtful about the dose of a row: it asks, and refuses nothing. */
export function checkRow(read: InputReader): Calculated | null {
  const own = read.rows('drugs').find(([id]) => id === read.rowId)?.[1]
  if (!own) return null
  return writeWarnings(listWarnings(own, readAllergies(read), read))
}

/** A drug by its name in words that stands among the allergies, or whose class does. */
export const checkNamedDrug = (read: InputReader): Calculated | null => checkName(read, 'drug_name')

export const checkAntibiotic = (read: InputReader): Calculated | null =>
  read.flag('antibiotic_given') === false ? null : checkName(read, 'antibiotic')

function checkName(read: InputReader, field: string): Calculated | null {
  const name = read.text(field)
  return name === null ? null : writeWarnings(checkOtherAllergies(name, readAllergies(read)))
}

/** Warns of an allergy to aspirin before anybody has given it. */
export const checkAspirin = (read: InputReader): Calculated | null =>
  read.flag('aspirin_given') === false ? null : writeWarnings(checkAllergies('ASPIRIN', readAllergies(read)))

/** Reads the allergies of the record and those that were told, each once. */
const readAllergies = (read: InputReader): string[] => {
  const all = [read.text('known_allergies'), read.text('allergies')].flatMap((text) =>
    (text ?? '').split(/[,;\n]/).map((one) => one.trim()),
  )
  return [...new Set(all)]
}

const writeWarnings = (warnings: readonly DoseWarning[]): Calculated | null =>
  warnings.length > 0 ? calculated(true, ...warnings.map(writeWarning)) : null

function listWarnings(row: Row, allergies: readonly string[], read: InputReader): DoseWarning[] {
  const { drug, other_drug } = row
  if (typeof drug !== 'string') return []
  if (!isListedDrug(drug))
    return typeof other_drug === 'string' ? checkOtherAllergies(other_drug, allergies) : []
  const given = readDose(row)
  // An allergy is told before anybody has drawn up a dose.
  if (!given) return checkAllergies(drug, allergies)
  return checkDose(given, { ...readPatient(read), allergies }, listEarlier(given, read), {
    drugs: read.drugs,
  })
}

/** The doses before one: of two that are too close the later one is in doubt. */
function listEarlier({ at }: GivenDose, { rows, rowId = '' }: InputReader): GivenDose[] {
  return rows('drugs').flatMap(([id, row]) => {
    const other = readDose(row)
    return other && (other.at < at || (other.at === at && id < rowId)) ? [other] : []
  })
}

/** Where the list has no dose for the age or the weight it says so, and guesses none. */
function writeUse(use: DrugUse, patient: DosePatient): Phrase[] {
  const named = { use: [{ key: `drug-indication.${use.for}` }] }
  const dosage = pickDosage(use, patient)
  if (!dosage) return [{ key: 'dose-none-for-age', values: named }]
  const values = { ...named, dosage: { en: dosage.text_en, th: dosage.text_th } }
  const needsWeight = dosage.rules.some(({ perKg, weightKg }) => perKg || weightKg)
  if (needsWeight && patient.weight === null) return [{ key: 'dose-use-unweighed', values }]
  const dose = computeReferenceDose(use, patient)
  if (!dose) return [{ key: needsWeight ? 'dose-none-for-weight' : 'dose-use', values }]
  if (!dosage.rules.some(({ perKg }) => perKg)) return [{ key: 'dose-use', values }]
  const amount = dose.low === dose.high ? String(dose.low) : `${dose.low}–${dose.high}`
  const key = dose.isEstimated ? 'dose-use-estimated' : 'dose-use-weighed'
  return [{ key, values: { ...values, amount, unit: dose.unit } }]
}

function writeUses(code: DrugCode, drugs: DrugList, patient: DosePatient): Phrase[] {
  const { uses, checks = [], controlled } = drugs[code]
  return [
    ...uses.flatMap((use) => writeUse(use, patient)),
    ...(checks.length > 0
      ? [{ key: 'dose-checks', values: { checks: checks.map((check) => ({ key: `drug-check.${check}` })) } }]
      : []),
    ...(controlled ? [{ key: 'dose-controlled' }] : []),
  ]
}

const nameClass = (name: DrugClass): Phrase[] => [{ key: `drug-class.${name}` }]

function writeWarning(warned: DoseWarning): Phrase {
  const { warning } = warned
  const key = `dose-warning.${warning}`
  switch (warning) {
    case 'ALLERGY':
      return { key, values: { substances: warned.substances.join(', ') } }
    case 'SAME_CLASS':
    case 'CROSS_REACTION':
      return {
        key,
        values: {
          drug: warned.drug,
          substances: warned.substances.join(', '),
          class: nameClass(warned.drugClass),
          other: nameClass(warned.allergyClass),
        },
      }
    case 'WRONG_UNIT':
      return { key, values: { units: warned.units.join(', ') } }
    case 'ABOVE_MAX':
    case 'ABOVE_TOTAL':
    case 'UNKNOWN_TOTAL':
      return { key, values: { most: warned.most, unit: warned.unit } }
    case 'TOO_SOON':
      return { key, values: { minutes: warned.minutes, other: { instant: warned.otherAt } } }
    case 'TOO_MANY':
      return { key, values: { most: warned.mostDoses } }
  }
}

const [defibrillation] = shockEnergies

/** The usual energies of a shock. */
export function describeEnergies(read: InputReader): Calculated | null {
  const patient = readPatient(read)
  const phrases = shockEnergies.flatMap((use) => (pickDosage(use, patient) ? writeUse(use, patient) : []))
  return phrases.length > 0 ? calculated(false, ...phrases) : null
}

/** The use of a synchronised shock, by the rhythm that it ends. */
const cardioversions: Readonly<Record<string, DrugIndication>> = {
  SVT: 'SYNC_SVT',
  AFL: 'SYNC_SVT',
  AF: 'SYNC_AF',
  VT_PULSE: 'SYNC_VT',
}

/** What the last rhythm before a synchronised shock asks for; undefined if it is none that such a shock ends. */
function findCardioversion(read: InputReader): DrugUse | undefined {
  const at = read.text('shocked_at')
  if (read.flag('is_synchronised') !== true || at === null) return undefined
  const before = [
    ...read.rows('vitals').map(([, row]) => ({ at: row['measured_at'], rhythm: row['rhythm'] })),
    ...read.rows('shocks').map(([, row]) => ({ at: row['shocked_at'], rhythm: row['rhythm_after'] })),
  ].flatMap((seen) =>
    typeof seen.at === 'string' && typeof seen.rhythm === 'string' && Date.parse(seen.at) < Date.parse(at)
      ? [{ ms: Date.parse(seen.at), rhythm: seen.rhythm }]
      : [],
  )
  const last = before.toSorted((one, other) => one.ms - other.ms).at(-1)
  return shockEnergies.find((use) => use.for === cardioversions[last?.rhythm ?? ''])
}

/**
 * Whether a shock has more energy than the list gives: a synchronised one for the rhythm before it, any other for
 * defibrillation, and so does one of which nobody wrote the rhythm.
 */
export function checkEnergy(read: InputReader): Calculated | null {
  const energy = read.number('energy')
  const patient = readPatient(read)
  const cardioversion = findCardioversion(read)
  const usual =
    (cardioversion && computeReferenceDose(cardioversion, patient)) ??
    (defibrillation && computeReferenceDose(defibrillation, patient))
  if (energy === null || !usual || energy <= usual.high) return null
  return calculated(true, { key: 'dose-warning.ABOVE_MAX', values: { most: usual.high, unit: usual.unit } })
}
