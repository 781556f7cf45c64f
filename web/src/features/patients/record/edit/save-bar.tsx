import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeAgo } from '../../../../ui/date/time-ago.tsx'
import classes from './save-bar.module.css'

type SaveBarProps = {
  /** Labels of the changed fields. */
  names: readonly string[]
  /** Number of conflicts that the user still has to decide. */
  undecided: number
  /** Why the last save was refused. */
  refusal: ReactNode
  savedAt: Date | undefined
  isSaving: boolean
  onCancel: () => void
}

/** Lists what a save would change. */
export function SaveBar({ names, undecided, refusal, savedAt, isSaving, onCancel }: SaveBarProps) {
  const { t } = useTranslation(['patient-record', 'ui'])
  return (
    <div className={classes.bar} data-save-bar>
      {refusal && (
        <p className={classes.refusal} role="alert">
          {refusal}
        </p>
      )}
      <p className={classes.what} role="status">
        {names.length === 0 ? (
          <span className={classes.quiet}>{t('no-change-yet')}</span>
        ) : (
          <>
            <strong>{t('changes', { count: names.length })}:</strong> {names.join(', ')}
          </>
        )}
        {undecided > 0 && (
          <span className={classes.undecided}>{t('choose-first', { count: undecided })}</span>
        )}
      </p>
      {savedAt && names.length > 0 && (
        <span className={classes.draft}>
          {t('draft-kept')} <TimeAgo at={savedAt.toISOString()} />
        </span>
      )}
      <div className={classes.actions}>
        <Button variant="default" size="md" onClick={onCancel}>
          {t('ui:cancel')}
        </Button>
        <Button type="submit" size="md" loading={isSaving} disabled={names.length === 0 || undecided > 0}>
          {t('save')}
        </Button>
      </div>
    </div>
  )
}
