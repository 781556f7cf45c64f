import { missions, type WaitingStep } from 'contract'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { outdatedByMission } from '../../clinical/ambulance/outdated-by-mission.ts'
import { DecisionDialog } from '../../ui/feedback/decision-dialog.tsx'

type DecideStepDialogProps = { step: WaitingStep; isAccepted: boolean; onClose: () => void }

/** Accepts a step that waits into its mission, or asks why it is rejected. */
export function DecideStepDialog({ step, isAccepted, onClose }: DecideStepDialogProps) {
  const { t } = useTranslation('missions')
  const send = useSend(missions.decide, { inline: true, outdates: outdatedByMission, onSuccess: onClose })
  return (
    <DecisionDialog
      title={t(isAccepted ? 'waiting.accept-title' : 'waiting.reject-title')}
      action={t(isAccepted ? 'waiting.accept' : 'waiting.reject')}
      reason={{ label: t('why'), field: 'note', isRequired: !isAccepted }}
      send={send}
      onDecide={(note) => send.mutate({ _id: step._id, is_accepted: isAccepted, note })}
      onClose={onClose}
    >
      {isAccepted && <p>{t('waiting.accept-hint')}</p>}
    </DecisionDialog>
  )
}
