import { listRows, sortMeasured } from './answers.ts'
import { type Calculation, type CalculationRule, calculate } from './calculations/calculations.ts'
import type { Calculated, PhraseValue } from './calculations/phrases.ts'
import type { FormTexts } from './fhir/questionnaires.ts'
import { type Answers, type Form, listFields } from './form.ts'

/** The names of the columns in the texts of an export. */
export type ComputedName =
  | 'dispatch'
  | 'activation'
  | 'response'
  | 'on-scene'
  | 'transport'
  | 'handover'
  | 'mission'
  | 'km-out'
  | 'km-to-hospital'
  | 'km-back'
  | 'km-total'
  | 'gcs-first'
  | 'gcs-last'
  | 'rts-first'
  | 'news2-first'
  | 'news2-last'
  | 'burn-area'
  | 'morse'
  | 'suggested-risk'
  | 'fluid-balance'
  | 'fee-distance'
  | 'fee-total'

/**
 * `of`: which of the rows of measurements is computed, whatever it lacks. `phrase` and `value`: what of the calculation
 * is the cell.
 */
type ComputedColumn = {
  readonly name: ComputedName
  readonly rule: CalculationRule
  readonly phrase: string
  readonly value: string
  readonly of?: 'first' | 'last'
}

const interval = (name: ComputedName, phrase: string): ComputedColumn => ({
  name,
  rule: 'intervals',
  phrase: `interval.${phrase}`,
  value: 'time',
})
const distance = (name: ComputedName, phrase: string): ComputedColumn => ({
  name,
  rule: 'distances',
  phrase: `distance.${phrase}`,
  value: 'km',
})

const columns: readonly ComputedColumn[] = [
  interval('dispatch', 'dispatch'),
  interval('activation', 'activation'),
  interval('response', 'response'),
  interval('on-scene', 'on_scene'),
  interval('transport', 'transport'),
  interval('handover', 'handover'),
  interval('mission', 'mission'),
  distance('km-out', 'out'),
  distance('km-to-hospital', 'to_hospital'),
  distance('km-back', 'back'),
  distance('km-total', 'total'),
  { name: 'gcs-first', rule: 'gcs', phrase: 'gcs', value: 'total', of: 'first' },
  { name: 'gcs-last', rule: 'gcs', phrase: 'gcs', value: 'total', of: 'last' },
  { name: 'rts-first', rule: 'rts', phrase: 'rts', value: 'revised', of: 'first' },
  { name: 'news2-first', rule: 'news2', phrase: 'news2', value: 'total', of: 'first' },
  { name: 'news2-last', rule: 'news2', phrase: 'news2', value: 'total', of: 'last' },
  { name: 'burn-area', rule: 'burn-area', phrase: 'burn-area', value: 'area' },
  { name: 'morse', rule: 'morse', phrase: 'morse', value: 'total' },
  { name: 'suggested-risk', rule: 'referral-risk', phrase: 'referral-risk', value: 'level' },
  { name: 'fluid-balance', rule: 'fluid-rows', phrase: 'fluid-rows', value: 'balance' },
  { name: 'fee-distance', rule: 'fee', phrase: 'fee', value: 'distance' },
  { name: 'fee-total', rule: 'fee', phrase: 'fee', value: 'total' },
]

type PlacedCalculation = { readonly calculation: Calculation; readonly rows?: string }

/** The calculations of a form by their rules, with the field of whose rows they are. */
const indexCalculations = (form: Form): ReadonlyMap<CalculationRule, PlacedCalculation> =>
  new Map([
    ...form.sections.flatMap(({ calculations = [] }) =>
      calculations.map((calculation) => [calculation.rule, { calculation }] as const),
    ),
    ...listFields(form).flatMap(([rows, field]) =>
      field.kind === 'rows'
        ? (field.calculations ?? []).map((calculation) => [calculation.rule, { calculation, rows }] as const)
        : [],
    ),
  ])

/** What these versions of a form compute, as columns of their own. */
export function listComputedColumns(
  forms: readonly Form[],
  texts: FormTexts,
): { name: ComputedName; read: (form: Form, answers: Answers) => string | number | null }[] {
  const indexes = new Map(forms.map((form) => [form, indexCalculations(form)]))
  return columns
    .filter(({ rule }) => [...indexes.values()].some((index) => index.has(rule)))
    .map((column) => ({
      name: column.name,
      read: (form, answers) => {
        const placed = (indexes.get(form) ?? indexCalculations(form)).get(column.rule)
        return placed ? readCell(column, compute(placed, column.of, answers), texts) : null
      },
    }))
}

function compute(
  { calculation, rows }: PlacedCalculation,
  of: ComputedColumn['of'],
  answers: Answers,
): Calculated | null {
  if (rows === undefined) return calculate(calculation, answers)
  const measured = sortMeasured(listRows(answers, rows))
  // The first row may lack what the second has: its value is not that of the first.
  const row = of === 'last' ? measured.at(-1) : measured[0]
  return row ? calculate(calculation, answers, { row: { id: row[0], values: row[1] } }) : null
}

function readCell(
  { phrase, value }: ComputedColumn,
  found: Calculated | null,
  texts: FormTexts,
): string | number | null {
  const given: PhraseValue | undefined = found?.phrases.find(({ key }) => key === phrase)?.values?.[value]
  if (typeof given === 'number') return given
  if (typeof given === 'string') return Number(given)
  if (typeof given !== 'object') return null
  // Minutes, to the hundredth: a spreadsheet adds them up.
  if ('seconds' in given) return Math.round((given.seconds / 60) * 100) / 100
  return 'option' in given ? (texts.options[given.option]?.[given.value] ?? given.value) : null
}
