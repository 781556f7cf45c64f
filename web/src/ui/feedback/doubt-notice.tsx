import { Checkbox } from '@mantine/core'
import type { Doubt, MeasuredValue } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../date/dates.ts'
import classes from './doubt-notice.module.css'

type DoubtNoticeProps = {
  doubt: Doubt
  /** The value in words, with its unit. */
  text: (value: number) => string
  last: MeasuredValue | undefined
  isConfirmed: boolean
  onConfirm: (isConfirmed: boolean) => void
}

/** Asks about an unusual value and shows the last one beside it. The user confirms that it is right. */
export function DoubtNotice({ doubt, text, last, isConfirmed, onConfirm }: DoubtNoticeProps) {
  const { t, i18n } = useTranslation('ui')
  return (
    <div className={classes.doubt} role="status">
      <strong>{t(`doubt.${doubt}`)}</strong>
      <span className={classes.last}>
        {last
          ? t('doubt.last', {
              value: text(last.value),
              time: formatTime(last.measured_at, i18n.language, 'dd MMM yyyy HH:mm'),
            })
          : t('doubt.no-last')}
      </span>
      <Checkbox
        label={t('doubt.confirm')}
        checked={isConfirmed}
        onChange={({ currentTarget }) => onConfirm(currentTarget.checked)}
      />
    </div>
  )
}
