import { Checkbox, Stack, Text, Textarea } from '@mantine/core'
import { monitoring, type Patient, patients, type Reading, readings, summary } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { useIdentityText } from '../../clinical/patient/use-identity-text.ts'
import { useReadingTexts } from '../../clinical/use-reading-texts.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { InlineFacts } from '../../ui/inline-facts.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { useTimeText } from './use-time-text.ts'

type TakeBackDialogProps = { patient: Patient; reading: Reading | undefined; onClose: () => void }

/** Takes back a reading that somebody assigned to this patient from the inbox, though it is not theirs. */
export function TakeBackDialog({ patient, reading, onClose }: TakeBackDialogProps) {
  const { t } = useTranslation('readings')
  return (
    <Dialog opened={reading !== undefined} onClose={onClose} title={t('take-back.title')}>
      {reading && <TakeBackForm patient={patient} reading={reading} onClose={onClose} />}
    </Dialog>
  )
}

function TakeBackForm({ patient, reading, onClose }: TakeBackDialogProps & { reading: Reading }) {
  const { t } = useTranslation(['readings', 'validation'])
  const identityText = useIdentityText()
  const readingTexts = useReadingTexts()
  const timeText = useTimeText()
  const [reason, setReason] = useState('')
  const [isWithOthers, setWithOthers] = useState(false)
  const [isTried, setTried] = useState(false)
  const send = useSend(readings.takeBack, {
    outdates: [
      readings.history,
      readings.flowsheet,
      readings.inbox,
      monitoring.waiting,
      monitoring.wall,
      patients.get,
      summary.get,
      summary.timeline,
    ],
    onSuccess: onClose,
  })
  const isMissing = reason.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const { _id, measured_at } = reading
    if (!isMissing)
      send.mutate({
        patient_id: patient._id,
        reading: { _id, measured_at },
        with_others: isWithOthers,
        reason,
      })
  }
  const { assigned } = reading
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text fw={600}>{identityText(patient)}</Text>
        <Text>
          <InlineFacts of={[...readingTexts(reading), timeText(reading.measured_at)]} />
        </Text>
        <Text>{t('take-back.text')}</Text>
        {assigned && (
          <Checkbox
            label={t('take-back.with-others', {
              who: formatStaffName(assigned.by),
              time: timeText(assigned.at),
            })}
            checked={isWithOthers}
            onChange={({ currentTarget: { checked } }) => setWithOthers(checked)}
          />
        )}
        <Textarea
          data-autofocus
          label={t('take-back.reason')}
          size="md"
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          error={isTried && isMissing && t('validation:field-required')}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        <FormEnd
          action={t('take-back.action')}
          isPending={send.isPending}
          error={send.error}
          onCancel={onClose}
          isDangerous
        />
      </Stack>
    </form>
  )
}
