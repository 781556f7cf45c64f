import { Button, Group, type MantineSpacing } from '@mantine/core'
import type { CallError } from 'contract'
import { useTranslation } from 'react-i18next'
import { DangerButton } from '../danger-button.tsx'
import { FailureAlert } from './failure-alert.tsx'

type FormEndProps = {
  /** The verb on the button that submits. */
  action: string
  isPending: boolean
  isDisabled?: boolean
  /** Why the last submit was refused, unless a field shows it. */
  error?: CallError | null
  /** Left out where the dialog's own button is the only way out. */
  onCancel?: () => void
  /** Where the act itself is to cancel something, "Cancel" would say two things. */
  cancelText?: string
  /** Cancel, the safe choice, has the focus when the dialog opens. */
  startsAtCancel?: boolean
  /** The act takes something away. */
  isDangerous?: boolean
  mt?: MantineSpacing
}

/** How a form in a dialog ends: why it was refused, the way out, and the button that submits. */
export function FormEnd({
  action,
  isPending,
  isDisabled = false,
  error = null,
  onCancel,
  cancelText,
  startsAtCancel = false,
  isDangerous = false,
  mt,
}: FormEndProps) {
  const { t } = useTranslation('ui')
  const submit = { type: 'submit', size: 'md', loading: isPending, disabled: isDisabled } as const
  return (
    <>
      <FailureAlert error={error} />
      <Group justify="flex-end" {...(mt !== undefined && { mt })}>
        {onCancel && (
          <Button
            variant="default"
            size="md"
            onClick={onCancel}
            {...(startsAtCancel && { 'data-autofocus': true })}
          >
            {cancelText ?? t('cancel')}
          </Button>
        )}
        {isDangerous ? (
          <DangerButton isFinal {...submit}>
            {action}
          </DangerButton>
        ) : (
          <Button {...submit}>{action}</Button>
        )}
      </Group>
    </>
  )
}
