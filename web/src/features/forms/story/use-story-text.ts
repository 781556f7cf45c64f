import {
  type Answers,
  collectStory,
  type Form,
  type FormName,
  isReason,
  type PreAlertPart,
  type PreAlertScheme,
  type StoryItem,
  type StoryLine,
} from 'contract'
import { useAnswerText } from '../use-answer-text.ts'
import { useFormTexts } from '../use-form-texts.ts'
import { usePhrases } from '../use-phrases.ts'

/** Writes what the answers of a form tell of each part of ATMIST or ISBAR, in the language of the reader. */
export function useStoryText(name: FormName) {
  const { formatField, formatReason } = useFormTexts(name)
  const formatAnswer = useAnswerText(name)
  const writePhrase = usePhrases()
  const writeItem = (item: StoryItem, of: StoryLine['of']): string => {
    // On the form a calculation stands behind a field and begins with a sign of equality.
    if ('computed' in item)
      return item.computed.phrases.map((one) => writePhrase(one).replace(/^= /, '')).join(', ')
    // Without the name of its field, a reason reads as if nothing had been given.
    if (isReason(item.answer))
      return `(${formatField(item.name)}: ${formatReason(item.name, item.answer.reason)})`
    const answer = formatAnswer(item.field, item.answer)
    return of === 'row' ? answer : `${formatField(item.name)} ${answer}`
  }
  const writeLine = ({ of, items }: StoryLine) =>
    items.map((item) => writeItem(item, of)).join(of === 'row' ? ' ' : ', ')
  return (form: Form, answers: Answers, scheme: PreAlertScheme): [part: PreAlertPart, text: string][] =>
    collectStory(form, answers, scheme).map(({ part, lines }) => [part, lines.map(writeLine).join(' · ')])
}
