import { IconCloudCheck, IconCloudUp, IconCloudX } from '@tabler/icons-react'
import { useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { connectionLostAt } from '../../api/connection.ts'
import { formsPath } from '../../paths.ts'
import { formatTime } from '../../ui/date/dates.ts'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import classes from './forms.module.css'
import { listNamedRefusals, outboxState, savingLines } from './offline/outbox-state.ts'
import { chooseSavingWord } from './offline/saving-rules.ts'
import { SeenButton } from './offline/seen-button.tsx'
import { useRecordStore, useSaving } from './use-record.ts'

/** Whether the server has what was typed here and on this tablet before, and accepted it. Always in sight. */
export function SavingState() {
  useLayoutEffect(() => {
    savingLines.set(savingLines.get() + 1)
    return () => savingLines.set(savingLines.get() - 1)
  }, [])
  return (
    <>
      <Saving />
      <OthersRefused />
    </>
  )
}

/** The refusal of the record itself stands above the line. */
function OthersRefused() {
  const { t } = useTranslation('offline')
  const { _id } = useRecordStore().getRecord()
  const { length: count } = listNamedRefusals(outboxState.use()).filter(({ name }) => name._id !== _id)
  if (count === 0) return null
  return (
    <Link to={formsPath} className={classes.unsaved}>
      {t('not-accepted.count', { count })}
    </Link>
  )
}

function Saving() {
  const { t, i18n } = useTranslation(['forms', 'offline'])
  const { unsent, failure, savedAt } = useSaving()
  const outbox = outboxState.use()
  // A reply to an earlier call may still come in while nothing is sent any more.
  const isLost = connectionLostAt.use() !== undefined || !navigator.onLine
  const lastSentAt = outbox.lastSentAt ?? (savedAt === undefined ? undefined : Date.parse(savedAt))
  const state = { ...outbox, unsent: Math.max(unsent, outbox.unsent), lastSentAt }
  const word = chooseSavingWord(state, isLost || failure !== undefined)
  const time = lastSentAt === undefined ? undefined : formatTime(new Date(lastSentAt), i18n.language, 'HH:mm')
  const last = time === undefined ? '' : ` · ${t('offline:last', { time })}`
  switch (word) {
    case 'saved':
    case 'saved-all':
    case 'sending':
      return (
        <span role="status" className={classes.saving}>
          {word === 'sending' ? (
            <IconCloudUp size={18} aria-hidden />
          ) : (
            <IconCloudCheck size={18} aria-hidden />
          )}{' '}
          {word === 'sending'
            ? t('sending', { count: state.unsent })
            : time === undefined
              ? t('saved-all')
              : t('saved', { time })}
        </span>
      )
    case 'waiting':
      return (
        <span role="status" className={classes.unsaved}>
          <IconCloudUp size={18} aria-hidden /> {t('offline:waiting', { count: state.waiting })}
        </span>
      )
    case 'failed':
      return (
        <span role="alert" className={classes.unsaved}>
          <IconCloudX size={18} aria-hidden /> {t('offline:failed', { count: state.failed })}
          {state.ownFailed > 0 && <SeenButton />}
        </span>
      )
    case 'full':
    case 'in-memory':
    case 'unsent':
      return (
        <span role="alert" className={classes.unsaved}>
          <IconCloudX size={18} aria-hidden /> {t('unsent', { count: state.unsent })}
          {last}
          {word !== 'unsent' && ` · ${t(`offline:${word}`)}`}
          {failure && !isLost && ` · ${describeFailure(failure)}`}
        </span>
      )
  }
}
