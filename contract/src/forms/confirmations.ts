import { findOdometerStation } from '../ambulance/distances.ts'
import { isConfirmationPath, parseAnswerPath, readAnswer, toAnsweredName } from './answers.ts'
import { omitHidden } from './conditions.ts'
import { type Answers, type Form, findField, findFormSection, type Row, type Rows } from './form.ts'
import { isAskedAtCompletion, listDoubtful } from './schema.ts'

/** The first version of a form that asks about a long way by the odometer: an older app cannot confirm it. */
const asksOdometerSince: Readonly<Record<string, number>> = {
  'operation-form': 8,
  'transportation-treatment': 9,
}

/**
 * The paths of unusual numbers and times of which nobody has said that they are right: they keep a record from being
 * complete. A confirmation is of one number, so that another one is asked about again. What is hidden is left out, and
 * what is written later is not asked about yet. Nor is a time that the panel filled in: that was asked where it was
 * written.
 */
export function listUnconfirmed(
  form: Form,
  answers: Answers,
  now: string | undefined,
  filledTimes: readonly string[] = [],
): string[] {
  const shown = omitHidden(form, answers).answers
  return listDoubtful(form, shown, now).filter((path) => {
    const { field = '' } = parseAnswerPath(path) ?? {}
    const section = findFormSection(form, field)
    const isAsked = section !== undefined && isAskedAtCompletion(section) && !findField(form, field)?.isKnown
    if (findOdometerStation(field) !== undefined && form.version < (asksOdometerSince[form.name] ?? 0))
      return false
    return isAsked && !filledTimes.includes(path) && !isConfirmed(shown, path)
  })
}

/** Whether somebody has said that the number at a path is right. */
export function isConfirmed(answers: Answers, path: string): boolean {
  const place = parseAnswerPath(path)
  if (!place) return false
  const answer = readAnswer(answers, place)
  return answer !== null && readAnswer(answers, { ...place, isConfirmation: true }) === answer
}

/**
 * The paths of the unusual numbers and times of which somebody has said that they are right. A time that was far from
 * the present when it was confirmed is so for good.
 */
export const listConfirmed = (form: Form, answers: Answers): string[] =>
  listDoubtful(form, answers, endOfTime).filter((path) => isConfirmed(answers, path))

const endOfTime = '9999-12-31T00:00:00.000Z'

/** The answers without the confirmations of numbers that do not stand there any more. */
export function omitSpentConfirmations(form: Form, answers: Answers): Answers {
  const confirmed = new Set(listConfirmed(form, answers))
  return filterConfirmations(form, answers, (path) => confirmed.has(path))
}

/** The answers alone. */
export const omitConfirmations = (form: Form, answers: Answers): Answers =>
  filterConfirmations(form, answers, () => false)

function filterConfirmations(form: Form, answers: Answers, isKept: (path: string) => boolean): Answers {
  const keep = <Value>(values: Readonly<Record<string, Value>>, before: string): Record<string, Value> =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([key]) => !isConfirmationPath(key) || isKept(before + toAnsweredName(key)),
      ),
    )
  return Object.fromEntries(
    Object.entries(keep(answers, '')).map(([name, answer]) => {
      if (findField(form, name)?.kind !== 'rows') return [name, answer]
      const rows = Object.entries(answer as Rows)
      return [name, Object.fromEntries(rows.map(([id, row]) => [id, keep(row, `${name}/${id}/`) as Row]))]
    }),
  )
}
