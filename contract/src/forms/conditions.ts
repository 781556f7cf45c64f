import { type AnswerPath, formatAnswerPath, writeAnswer } from './answers.ts'
import { calculate } from './calculations/calculations.ts'
import { isAdvanced } from './care-rows.ts'
import {
  type Answers,
  type Condition,
  type Field,
  type Form,
  findField,
  findFormSection,
  listFields,
  type PlacedRow,
  type Rows,
} from './form.ts'

/** `row`: the row whose field the condition is of. */
export function holds(condition: Condition | undefined, answers: Answers, row?: PlacedRow): boolean {
  if (!condition) return true
  if ('every' in condition) return condition.every.every((one) => holds(one, answers, row))
  if ('some' in condition) return condition.some.some((one) => holds(one, answers, row))
  if ('not' in condition) return !holds(condition.not, answers, row)
  if ('marked' in condition) return calculate(condition.marked, answers, row && { row })?.isWarning === true
  const answer = row?.values[condition.field] ?? answers[condition.field]
  if ('isAnswered' in condition) return answer !== undefined
  if ('below' in condition) return typeof answer === 'number' && answer < condition.below
  const given = Array.isArray(answer) ? answer : [answer]
  return given.some((one) => condition.of.includes(one as string | boolean))
}

/**
 * Whether a condition holds or can still hold once somebody answers the fields of the form that have no answer here. A
 * field that is not shown, and an option for which a basic unit has no equipment, is never answered.
 */
export const mayHold = (form: Form, condition: Condition | undefined, answers: Answers): boolean =>
  condition === undefined || judge(form, condition, answers) !== false

/** Undefined is what the missing answers decide. */
function judge(form: Form, condition: Condition, answers: Answers): boolean | undefined {
  if ('marked' in condition) return undefined
  if ('not' in condition) {
    const found = judge(form, condition.not, answers)
    return found === undefined ? undefined : !found
  }
  if ('every' in condition)
    return decide(
      condition.every.map((one) => judge(form, one, answers)),
      false,
    )
  if ('some' in condition)
    return decide(
      condition.some.map((one) => judge(form, one, answers)),
      true,
    )
  if (answers[condition.field] !== undefined) return holds(condition, answers)
  const field = findField(form, condition.field)
  const section = findFormSection(form, condition.field)
  if (!field || !mayHold(form, section?.shown, answers) || !mayHold(form, field.shown, answers)) return false
  const unequipped = (field.kind === 'choices' && !holds(isAdvanced, answers) && field.advanced) || []
  return 'of' in condition && condition.of.every((option) => unequipped.includes(String(option)))
    ? false
    : undefined
}

/** A condition that is `decisive` decides for all. */
function decide(found: readonly (boolean | undefined)[], decisive: boolean): boolean | undefined {
  if (found.includes(decisive)) return decisive
  return found.includes(undefined) ? undefined : !decisive
}

export function isNeeded({ need }: Pick<Field, 'need'>, answers: Answers, row?: PlacedRow): boolean {
  return need === 'always' || (need !== undefined && holds(need, answers, row))
}

/**
 * The answers without those whose fields are not shown, and the paths that were left out. Leaving one out can hide
 * another, so it is repeated until nothing changes.
 */
export function omitHidden(form: Form, answers: Answers): { answers: Answers; omitted: string[] } {
  const hidden = listFields(form).flatMap(([name, field, section]) => {
    const given = answers[name]
    if (given === undefined) return []
    if (!holds(section.shown, answers) || !holds(field.shown, answers)) return [{ field: name }]
    if (field.kind !== 'rows') return []
    return Object.entries(given as Rows).flatMap(([id, values]) =>
      Object.entries(field.fields)
        .filter(([inner, { shown }]) => values[inner] !== undefined && !holds(shown, answers, { id, values }))
        .map(([inner]) => ({ field: name, row: id, inner })),
    )
  })
  if (hidden.length === 0) return { answers, omitted: [] }
  const rest = omitHidden(form, hidden.reduce(omitPath, answers))
  return { answers: rest.answers, omitted: [...hidden.map(formatAnswerPath), ...rest.omitted] }
}

const omitPath = (answers: Answers, path: AnswerPath): Answers => writeAnswer(answers, path, null)
