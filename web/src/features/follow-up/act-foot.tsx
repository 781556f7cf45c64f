import { Textarea, type TextareaProps } from '@mantine/core'
import type { CallError } from 'contract'
import { useTranslation } from 'react-i18next'
import { omitFieldFailure } from '../../ui/feedback/failure-alert.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'

type ActFootProps = {
  /** Why what was recorded is wrong; only a correction has it. */
  reason: TextareaProps | undefined
  /** What is told beside no field. */
  error: CallError | null
  isPending: boolean
  onCancel: () => void
}

/** How what is followed up is saved. */
export function ActFoot({ reason, error, isPending, onCancel }: ActFootProps) {
  const { t } = useTranslation('follow-up')
  return (
    <>
      {reason && (
        <Textarea
          {...reason}
          label={t('reason')}
          description={t('reason-hint')}
          size="md"
          required
          maxLength={500}
        />
      )}
      <FormEnd action={t('save')} isPending={isPending} error={omitFieldFailure(error)} onCancel={onCancel} />
    </>
  )
}
