import { Textarea } from '@mantine/core'
import { type AdmissionRequest, admissionRequests, declineReasons, type Input } from 'contract'
import { useTranslation } from 'react-i18next'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'
import { useSchemaForm } from '../../../ui/form/schema-form.tsx'
import { StayForm } from '../acts/stay-form.tsx'
import { useStayAct } from '../acts/use-stay-act.ts'

/** Declines a request for admission, with the reason that whoever asked will read. */
export function DeclineForm({ request, onClose }: { request: AdmissionRequest; onClose: () => void }) {
  const { t } = useTranslation(['admission-requests', 'admissions'])
  const form = useSchemaForm({
    schema: admissionRequests.decline.body,
    initialValues: {
      patient_id: request.patient._id,
      request_id: request._id,
      reason: '' as (typeof declineReasons)[number] | '',
      note: '',
    },
  })
  const send = useStayAct(admissionRequests.decline, onClose)
  return (
    <StayForm
      form={form}
      send={send}
      action={t('decline')}
      isFinal
      toBody={(values) => values as Input<typeof admissionRequests.decline>}
      onClose={onClose}
    >
      <ChoiceChips
        {...form.getInputProps('reason')}
        label={t('admissions:reason')}
        required
        choices={declineReasons.map((value) => ({ value, label: t(`decline-reasons.${value}`) }))}
      />
      <Textarea
        {...form.getInputProps('note')}
        label={t('admissions:note')}
        size="md"
        autosize
        minRows={2}
        maxLength={500}
      />
    </StayForm>
  )
}
