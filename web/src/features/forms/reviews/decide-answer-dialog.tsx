import { type FormReview, formDelivery } from 'contract'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../../api/client.ts'
import { DecisionDialog } from '../../../ui/feedback/decision-dialog.tsx'

type DecideAnswerDialogProps = { review: FormReview; isAccepted: boolean; onClose: () => void }

/** Asks why an answer is accepted into its record, or not. */
export function DecideAnswerDialog({ review, isAccepted, onClose }: DecideAnswerDialogProps) {
  const { t } = useTranslation('offline')
  const send = useSend(formDelivery.decide, {
    inline: true,
    outdates: [formDelivery.reviews],
    onSuccess: onClose,
  })
  return (
    <DecisionDialog
      title={t(isAccepted ? 'reviews.accept-title' : 'reviews.reject-title')}
      action={t(isAccepted ? 'reviews.accept' : 'reviews.reject')}
      reason={{ label: t('reviews.reason'), field: 'reason', isRequired: true }}
      send={send}
      onDecide={(reason) => send.mutate({ _id: review._id, is_accepted: isAccepted, reason })}
      onClose={onClose}
    >
      {isAccepted && review.record_state === 'complete' && <p>{t('reviews.addendum-note')}</p>}
    </DecisionDialog>
  )
}
