import { Button, Text, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './reason-bar.module.css'

const reasonLength = 500

type ReasonBarProps = {
  texts: { changes: string; noChange: string; reason: string; save: string }
  count: number
  /** The list of changes. */
  changes: ReactNode
  /** Why they cannot be saved as they are. */
  refusal?: ReactNode
  reason: string
  /** False where a reason may be left out. */
  isReasonNeeded?: boolean
  /** The validation error of the reason. */
  problem: ReactNode
  onReason: (reason: string) => void
  isSaving: boolean
  onCancel: () => void
  /** Further buttons, in front of the others. */
  children?: ReactNode
}

/** The footer of a form whose changes are saved together, with a reason. */
export function ReasonBar(props: ReasonBarProps) {
  const { texts, count, changes, refusal, reason, isReasonNeeded = true, problem, onReason } = props
  const { isSaving, onCancel, children } = props
  const { t } = useTranslation('ui')
  return (
    <div className={classes.bar} data-save-bar>
      {refusal && (
        <p className={classes.refusal} role="alert">
          {refusal}
        </p>
      )}
      <div className={classes.changes} role="status">
        {count === 0 ? (
          <Text c="dimmed">{texts.noChange}</Text>
        ) : (
          <details>
            <summary>
              <strong>{texts.changes}</strong>
            </summary>
            {changes}
          </details>
        )}
      </div>
      <Textarea
        className={classes.reason}
        label={texts.reason}
        autosize
        minRows={1}
        maxRows={3}
        maxLength={reasonLength}
        required={isReasonNeeded}
        value={reason}
        error={problem}
        onChange={({ currentTarget: { value } }) => onReason(value)}
      />
      <div className={classes.acts}>
        {children}
        <Button variant="default" size="md" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" size="md" loading={isSaving} disabled={count === 0}>
          {texts.save}
        </Button>
      </div>
    </div>
  )
}
