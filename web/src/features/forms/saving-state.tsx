import { IconCloudCheck, IconCloudUp, IconCloudX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../ui/date/dates.ts'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import classes from './forms.module.css'
import { useSaving } from './use-record.ts'

/** Whether the server has what was typed. Always in sight. */
export function SavingState() {
  const { t, i18n } = useTranslation('forms')
  const { unsent, failure, savedAt } = useSaving()
  const time = savedAt && formatTime(savedAt, i18n.language, 'HH:mm')
  if (failure)
    return (
      <span role="alert" className={classes.unsaved}>
        <IconCloudX size={18} aria-hidden /> {t('unsent', { count: unsent })} · {describeFailure(failure)}
      </span>
    )
  return (
    <span role="status" className={classes.saving}>
      {unsent > 0 ? <IconCloudUp size={18} aria-hidden /> : <IconCloudCheck size={18} aria-hidden />}{' '}
      {unsent > 0 ? t('sending', { count: unsent }) : time ? t('saved', { time }) : t('saved-all')}
    </span>
  )
}
