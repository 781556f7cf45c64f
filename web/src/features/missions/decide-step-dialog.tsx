import { Stack, Textarea } from '@mantine/core'
import { errorCodes, missions, type WaitingStep } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { outdatedByMission } from '../../clinical/ambulance/outdated-by-mission.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'

type DecideStepDialogProps = { step: WaitingStep; isAccepted: boolean; onClose: () => void }

/** Accepts a step that waits into its mission, or asks why it is rejected. */
export function DecideStepDialog({ step, isAccepted, onClose }: DecideStepDialogProps) {
  const { t } = useTranslation('missions')
  const [note, setNote] = useState('')
  const send = useSend(missions.decide, { inline: true, outdates: outdatedByMission, onSuccess: onClose })
  const fields = send.error?.fields ?? []
  const problem = fields.find(({ field }) => field === 'note')
  // Its time stands on no field here.
  const [other] = send.error?.code === errorCodes.invalid && !problem ? fields : []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate({ _id: step._id, is_accepted: isAccepted, note: note.trim() === '' ? null : note })
  }
  return (
    <Dialog title={t(isAccepted ? 'waiting.accept-title' : 'waiting.reject-title')} opened onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {isAccepted && <p>{t('waiting.accept-hint')}</p>}
          <Textarea
            label={t('why')}
            required={!isAccepted}
            size="md"
            autosize
            minRows={2}
            value={note}
            error={problem && <ProblemText message={problem.message} />}
            onChange={({ currentTarget: { value } }) => setNote(value)}
          />
          {other && (
            <FailureAlert error={send.error}>
              <ProblemText message={other.message} />
            </FailureAlert>
          )}
          <FormEnd
            action={t(isAccepted ? 'waiting.accept' : 'waiting.reject')}
            isPending={send.isPending}
            error={problem || other ? null : send.error}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
