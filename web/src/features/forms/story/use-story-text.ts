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
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../ui/date/dates.ts'
import { useAnswerText } from '../use-answer-text.ts'
import { useFormTexts } from '../use-form-texts.ts'
import { usePhrases } from '../use-phrases.ts'

/** Writes what the answers of a form tell of each part of ATMIST or ISBAR, in the language of the reader. */
export function useStoryText(name: FormName) {
  const { formatField, formatReason } = useFormTexts(name)
  const formatAnswer = useAnswerText(name)
  const writePhrase = usePhrases()
  const { i18n } = useTranslation()
  const writeItem = (item: StoryItem, of: StoryLine['of']): string => {
    // On the form a calculation stands behind a field and begins with a sign of equality.
    if ('computed' in item)
      return item.computed.phrases.map((one) => writePhrase(one).replace(/^= /, '')).join(', ')
    // Without the name of its field, a reason reads as if nothing had been given, and a no says nothing.
    if (isReason(item.answer))
      return `(${formatField(item.name)}: ${formatReason(item.name, item.answer.reason)})`
    if (of === 'row' && item.answer === false)
      return `(${formatField(item.name)}: ${formatAnswer(item.field, item.answer)})`
    const answer =
      typeof item.answer === 'string' && isTimeOfRow(item, of)
        ? formatTime(item.answer, i18n.language, 'HH:mm')
        : formatAnswer(item.field, item.answer)
    return of === 'row' ? answer : `${formatField(item.name)} ${answer}`
  }
  const writeLine = ({ of, items }: StoryLine) =>
    items.map((item) => writeItem(item, of)).join(of === 'row' ? ' ' : ', ')
  /** Equal doses and shocks are told once, with the time of each. */
  const writeLines = (lines: readonly StoryLine[]) => {
    const told = new Map<string, string[]>()
    lines.forEach((line, index) => {
      const times = line.of === 'row' ? line.items.filter((item) => isTimeOfRow(item, line.of)) : []
      const what = writeLine({ ...line, items: line.items.filter((item) => !times.includes(item)) })
      const key = times.length > 0 ? what : `${index}`
      const before = told.get(key) ?? [what]
      told.set(key, [...before, ...times.map((item) => writeItem(item, line.of))])
    })
    return [...told.values()]
      .map(([what = '', ...times]) => [what, times.join(', ')].filter(Boolean).join(' '))
      .join(' · ')
  }
  return (form: Form, answers: Answers, scheme: PreAlertScheme): [part: PreAlertPart, text: string][] =>
    collectStory(form, answers, scheme).map(({ part, lines }) => [part, writeLines(lines)])
}

/** When a row was measured or given: on the day of the mission. */
const isTimeOfRow = (item: StoryItem, of: StoryLine['of']) =>
  of !== undefined && 'field' in item && item.field.kind === 'instant' && !isReason(item.answer)
