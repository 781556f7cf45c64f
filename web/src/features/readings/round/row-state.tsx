import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../ui/date/dates.ts'
import { parseTypedInstant } from '../../../ui/form/date/typed-time.ts'
import classes from './round.module.css'
import type { RoundEntryState } from './use-round-entry.ts'

type RowStateProps = { row: RoundEntryState; who: string; onSave: () => void }

/** What became of a row, in words, and what can be done with it. */
export function RowState({ row, who, onSave }: RowStateProps) {
  const { t, i18n } = useTranslation('rounds')
  const { state, savedAt, entry } = row
  const at = parseTypedInstant(entry.date, entry.time)
  const time = at === undefined ? '' : formatTime(new Date(at), i18n.language, 'HH:mm')
  const isOpen = state === 'typed' || state === 'refused' || state === 'failed'
  return (
    <div className={classes.state} data-state={state}>
      <span role="status">
        {state === 'saving' && t('state.saving')}
        {state === 'saved' && savedAt !== undefined && (
          <>
            <IconCheck size={14} aria-hidden />{' '}
            {t('state.saved', { time: formatTime(new Date(savedAt), i18n.language, 'HH:mm') })}
          </>
        )}
        {state === 'typed' && t(row.isRestored ? 'state.restored' : 'state.typed', { time })}
        {state === 'refused' && t('state.refused')}
        {state === 'failed' && t('state.failed')}
      </span>
      {isOpen && (
        <span className={classes.acts}>
          <Button
            size="compact-sm"
            variant="light"
            tabIndex={-1}
            aria-label={t('save-of', { who })}
            onClick={onSave}
          >
            {t('save')}
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            tabIndex={-1}
            aria-label={t('discard-of', { who })}
            title={t('discard')}
            onClick={row.discard}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </div>
  )
}
