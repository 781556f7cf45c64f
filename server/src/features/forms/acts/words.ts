import {
  type Answer,
  type Form,
  type FormName,
  findFieldByPath,
  type Language,
  nameOwnOptions,
  type OwnOptions,
  parseAnswerPath,
} from 'contract'
import { texts as allTexts, getFormTexts } from '../../../core/texts.ts'
import { formatCell } from '../csv.ts'

const languages: readonly Language[] = ['th', 'en']

/** What stands at a path, and how the form calls it, in both languages: an addendum is read by everybody. */
export function describeAnswer(form: Form, path: string, answer: Answer | null, own: OwnOptions): string {
  return describe(form, path, (word) => word(answer), own)
}

/** The same for a change: the old answer → the new one. */
export function describeChange(
  form: Form,
  path: string,
  { from, to }: { from: Answer | null; to: Answer | null },
): string {
  return describe(form, path, (word) => `${word(from)} → ${word(to)}`)
}

function describe(
  form: Form,
  path: string,
  say: (word: (answer: Answer | null) => string) => string,
  own: OwnOptions = {},
): string {
  const place = parseAnswerPath(path)
  const field = place && findFieldByPath(form, place)
  return languages
    .map((language) => {
      const texts = nameOwnOptions(getFormTexts(form.name as FormName, language), own, { language })
      const labels = [place?.field, place?.inner].flatMap((name) =>
        name === undefined ? [] : (texts.field[name] ?? name),
      )
      const word = (answer: Answer | null): string => {
        if (answer === null) return '–'
        if (!field || field === 'row') return JSON.stringify(answer)
        const cell = String(formatCell([place.inner ?? place.field, field], answer, texts, language) ?? '–')
        return place.isConfirmation ? `${cell} (${allTexts[language].forms.confirmed})` : cell
      }
      return `${labels.join(', ') || path}: ${say(word)}`
    })
    .join(' / ')
}
