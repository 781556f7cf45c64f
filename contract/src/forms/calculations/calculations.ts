import { standardTransportPlans, type TransportPlans } from '../../ambulance/mission-suggestion.ts'
import type { Age } from '../../clinical/age.ts'
import { type DrugList, drugList } from '../../clinical/emergency/drug-list.ts'
import { isReason, listRows, sortMeasured } from '../answers.ts'
import { type Answer, type Answers, type Form, listFields, type PlacedRow } from '../form.ts'
import { calculationRules } from './calculation-rules.ts'
import type { Calculated, InputReader } from './phrases.ts'

/**
 * What a form computes from its answers by a rule. A name that the rule asks for is looked for in the same row, then in
 * the form, then in the rows of `newest`: the last row that has an answer to it, or to what is measured together with
 * it.
 */
export type Calculation = {
  readonly rule: CalculationRule
  readonly newest?: string
  /** Fields of the form that have another name than the rule gives them. */
  readonly named?: Readonly<Record<string, string>>
  /** The list by which doses are judged, where that is not the panel's. */
  readonly drugs?: DrugList
}
export type CalculationRule = keyof typeof calculationRules
export const calculationRuleNames = Object.keys(calculationRules) as [CalculationRule, ...CalculationRule[]]

/**
 * Where a calculation stands: in a section, or in a row of a field. Without `now` nothing is said that depends on it.
 * `plans` are those of the hospital; by default those of the panel.
 */
export type CalculationPlace = { row?: PlacedRow; now?: string; plans?: TransportPlans }

/** What a calculation says of these answers; null while an input is missing without which there is nothing to say. */
export function calculate(
  calculation: Calculation,
  answers: Answers,
  place: CalculationPlace = {},
): Calculated | null {
  return calculationRules[calculation.rule].compute(createReader(calculation, answers, place))
}

function createReader(
  calculation: Calculation,
  answers: Answers,
  { row, ...place }: CalculationPlace,
): InputReader {
  const { newest, named = {}, drugs = drugList } = calculation
  const { now, plans = standardTransportPlans } = place
  const find = (asked: string): Answer | null => {
    const name = named[asked] ?? asked
    const found = row?.values[name] ?? (answers[name] as Answer | undefined)
    const answer = found ?? (newest === undefined ? undefined : findNewest(answers, newest, name))
    return answer === undefined || isReason(answer) ? null : answer
  }
  return {
    number: (name) => pick(find(name), (one) => typeof one === 'number'),
    text: (name) => pick(find(name), (one) => typeof one === 'string'),
    flag: (name) => pick(find(name), (one) => typeof one === 'boolean'),
    list: (name) => pick(find(name), (one): one is readonly string[] => Array.isArray(one)),
    rows: (name) => listRows(answers, named[name] ?? name),
    together: (...names) => {
      const rows = newest === undefined ? [] : sortMeasured(listRows(answers, newest))
      const found = rows.findLast(([, one]) => names.every((name) => typeof one[name] === 'number'))
      return found ? names.map((name) => found[1][name] as number) : null
    },
    age: () => readAge(find('age_years'), find('age_months'), find('age_days')),
    before: (field, id) => {
      const rows = sortMeasured(listRows(answers, field))
      const end = rows.findIndex(([one]) => one === id)
      const known = Object.fromEntries(end < 0 ? rows : rows.slice(0, end))
      return createReader({ ...calculation, newest: field }, { ...answers, [field]: known }, place)
    },
    rowId: row?.id,
    now: now ?? null,
    plans,
    drugs,
  }
}

function pick<Wanted extends Answer>(
  answer: Answer | null,
  isWanted: (one: Answer) => one is Wanted,
): Wanted | null {
  return answer !== null && isWanted(answer) ? answer : null
}

/** Answers that are one measurement together, if they are of one row. */
const measuredTogether: readonly (readonly string[])[] = [
  ['systolic', 'diastolic'],
  ['eye', 'verbal', 'motor'],
  ['oxygen_device', 'oxygen_flow'],
  ['blood_glucose', 'beyond'],
]

function findNewest(answers: Answers, field: string, name: string): Answer | undefined {
  const together = measuredTogether.find((names) => names.includes(name)) ?? [name]
  return sortMeasured(listRows(answers, field)).findLast(([, row]) =>
    together.some((one) => row[one] !== undefined && !isReason(row[one])),
  )?.[1][name]
}

function readAge(...given: readonly (Answer | null)[]): Age | null {
  if (!given.some((one) => typeof one === 'number')) return null
  const [years = 0, months = 0, days = 0] = given.map((one) => (typeof one === 'number' ? one : 0))
  return { years, months, days }
}

/** The names that a form has for the inputs of a calculation, with the place where each is found. */
export function listInputs(
  form: Form,
  { rule, newest, named = {} }: Calculation,
  rowsField?: string,
): { name: string; isFound: boolean }[] {
  const fields = new Map(listFields(form).map(([name, field]) => [name, field]))
  const isInRows = (rows: string | undefined, name: string) => {
    const field = rows === undefined ? undefined : fields.get(rows)
    return field?.kind === 'rows' && Object.hasOwn(field.fields, name)
  }
  return calculationRules[rule].inputs.map((asked) => {
    const name = named[asked] ?? asked
    return { name, isFound: fields.has(name) || isInRows(rowsField, name) || isInRows(newest, name) }
  })
}
