import { Checkbox } from '@mantine/core'
import type { Doubt, MeasuredValue } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../date/dates.ts'
import classes from './doubt-notice.module.css'

type QuestionProps = {
  doubt: Doubt
  isConfirmed: boolean
  onConfirm: (isConfirmed: boolean) => void
}
type DoubtNoticeProps = QuestionProps & {
  /** The value in words, with its unit. */
  text: (value: number) => string
  last: MeasuredValue | undefined
}

/** Asks about an unusual value and shows the last one beside it. The user confirms that it is right. */
export function DoubtNotice({ text, last, ...question }: DoubtNoticeProps) {
  const { t, i18n } = useTranslation('ui')
  return (
    <DoubtQuestion
      {...question}
      last={
        last
          ? t('doubt.last', {
              value: text(last.value),
              time: formatTime(last.measured_at, i18n.language, 'dd MMM yyyy HH:mm'),
            })
          : t('doubt.no-last')
      }
    />
  )
}

/** The same, with the last value in words. */
export function DoubtQuestion({ doubt, last, isConfirmed, onConfirm }: QuestionProps & { last: string }) {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.doubt} role="status">
      <strong>{t(`doubt.${doubt}`)}</strong>
      <span className={classes.last}>{last}</span>
      <Checkbox
        label={t('doubt.confirm')}
        checked={isConfirmed}
        onChange={({ currentTarget }) => onConfirm(currentTarget.checked)}
      />
    </div>
  )
}
