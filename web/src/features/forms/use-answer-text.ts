import type { AnswerField, FormName } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatDate, formatTime } from '../../ui/date/dates.ts'
import { formatPhone } from '../../ui/form/phone-number.ts'
import { useFormTexts } from './use-form-texts.ts'

/** How an answer is written out where nobody types. */
export function useAnswerText(form: FormName) {
  const { t, i18n } = useTranslation('forms')
  const { formatOption, formatUnit } = useFormTexts(form)
  return (field: AnswerField, answer: unknown): string => {
    if (typeof answer === 'boolean') return t(answer ? 'yes' : 'no')
    if (Array.isArray(answer) && 'options' in field)
      return answer.map((one) => formatOption(field.options, String(one))).join(', ')
    if (field.kind === 'choice') return formatOption(field.options, String(answer))
    if (field.kind === 'instant') return formatTime(String(answer), i18n.language, 'dd MMM yyyy HH:mm')
    if (field.kind === 'date') return formatDate(String(answer), i18n.language)
    if (field.kind === 'text' && field.format === 'phone') return formatPhone(String(answer))
    if (field.kind === 'number' && field.unit) return `${String(answer)} ${formatUnit(field.unit)}`
    return String(answer)
  }
}
