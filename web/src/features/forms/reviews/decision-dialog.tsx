import { Stack, Textarea } from '@mantine/core'
import { type FormReview, formDelivery } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../../api/client.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../../ui/feedback/form-end.tsx'
import { ProblemText } from '../../../ui/form/schema-form.tsx'

type DecisionDialogProps = { review: FormReview; isAccepted: boolean; onClose: () => void }

/** Asks why an answer is accepted into its record, or not. */
export function DecisionDialog({ review, isAccepted, onClose }: DecisionDialogProps) {
  const { t } = useTranslation('offline')
  const [reason, setReason] = useState('')
  const send = useSend(formDelivery.decide, {
    inline: true,
    outdates: [formDelivery.reviews],
    onSuccess: onClose,
  })
  const problem = send.error?.fields.find(({ field }) => field === 'reason')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate({ _id: review._id, is_accepted: isAccepted, reason })
  }
  return (
    <Dialog title={t(isAccepted ? 'reviews.accept-title' : 'reviews.reject-title')} opened onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {isAccepted && review.record_state === 'complete' && <p>{t('reviews.addendum-note')}</p>}
          <Textarea
            label={t('reviews.reason')}
            required
            size="md"
            autosize
            minRows={2}
            value={reason}
            error={problem && <ProblemText message={problem.message} />}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <FormEnd
            action={t(isAccepted ? 'reviews.accept' : 'reviews.reject')}
            isPending={send.isPending}
            error={problem ? null : send.error}
            onCancel={onClose}
            startsAtCancel
          />
        </Stack>
      </form>
    </Dialog>
  )
}
