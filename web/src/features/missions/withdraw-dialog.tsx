import { Stack, Textarea } from '@mantine/core'
import type { Mission, MissionRecord, WithdrawableStep } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameStep } from '../../clinical/ambulance/mission-words.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { omitFieldFailure } from '../../ui/feedback/failure-alert.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { MembersOutNotice } from './members-out.tsx'
import type { SendStep } from './use-mission-step.ts'

/** The newest step of a mission, as the one who takes it back sees it. */
export type WithdrawnStep = { step: WithdrawableStep; event: MissionRecord }

type WithdrawDialogProps = {
  mission: Mission
  withdrawn: WithdrawnStep
  send: SendStep
  onClose: () => void
}

/** Takes back the newest step of a mission, which was pressed by mistake, with the reason. */
export function WithdrawDialog({ mission, withdrawn: { step, event }, send, onClose }: WithdrawDialogProps) {
  const { t } = useTranslation('missions')
  const [note, setNote] = useState('')
  const problem = send.error?.fields.find(({ field }) => field === 'note')
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    send.take(mission, 'WITHDRAWN', {
      withdraws: step,
      // What somebody else recorded meanwhile stands.
      withdraws_event_id: event._id,
      note: note.trim() === '' ? null : note,
    })
  }
  return (
    <Dialog title={`${t('step.WITHDRAWN')} ${nameStep(step, mission.kind)}`} opened onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <p>{t(step === 'DIVERTED' ? 'withdraw-hint-diverted' : 'withdraw-hint')}</p>
          <Textarea
            label={t('why')}
            required
            size="md"
            autosize
            value={note}
            error={problem && <ProblemText message={problem.message} />}
            onChange={({ currentTarget: { value } }) => setNote(value)}
          />
          <MembersOutNotice failure={send.error} />
          <FormEnd
            action={t('withdraw')}
            isPending={send.isPending}
            error={omitFieldFailure(send.error)}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
