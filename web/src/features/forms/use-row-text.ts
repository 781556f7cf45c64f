import { type FormName, isReason, type Row, type RowsField, toConfirmationPath } from 'contract'
import { useTranslation } from 'react-i18next'
import { useAnswerText } from './use-answer-text.ts'
import { useFormTexts } from './use-form-texts.ts'

/** Writes a row of answers in a line. */
export function useRowText(form: FormName) {
  const { t } = useTranslation('forms')
  const formatAnswer = useAnswerText(form)
  const { formatField, formatReason } = useFormTexts(form)
  return ({ fields }: Pick<RowsField, 'fields'>, row: Row): string =>
    Object.entries(fields)
      .flatMap(([inner, field]) => {
        const answer = row[inner]
        if (answer === undefined) return []
        const text = isReason(answer) ? formatReason(inner, answer.reason) : formatAnswer(field, answer)
        const isConfirmed = row[toConfirmationPath(inner)] === answer
        return `${formatField(inner)} ${text}${isConfirmed ? ` (${t('confirmed')})` : ''}`
      })
      .join(' · ')
}
