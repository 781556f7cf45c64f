import { admissions, type Input, type StayHistory } from 'contract'
import { useTranslation } from 'react-i18next'
import { useSchemaForm } from '../../../ui/form/schema-form.tsx'
import {
  MoreAdmissionFields,
  NeededAdmissionFields,
  omitHiddenAnswers,
  PregnancyField,
  toAdmissionValues,
} from './admission-fields.tsx'
import { StayForm } from './stay-form.tsx'
import { useStayAct } from './use-stay-act.ts'

/** Changes what was asked at the admission. */
export function EditForm({ stay, onClose }: { stay: StayHistory; onClose: () => void }) {
  const { t } = useTranslation('admissions')
  const form = useSchemaForm({
    schema: admissions.update.body,
    initialValues: {
      ...toAdmissionValues(stay),
      patient_id: stay.patient._id,
      stay_id: stay._id,
      version: stay.version,
    },
  })
  const send = useStayAct(admissions.update, onClose)
  return (
    <StayForm
      form={form}
      send={send}
      action={t('save')}
      toBody={(values) => omitHiddenAnswers(values) as Input<typeof admissions.update>}
      onClose={onClose}
    >
      <NeededAdmissionFields form={form} isArrivalNeeded={stay.arrival_type !== null} />
      <PregnancyField form={form} of={stay.patient} />
      <MoreAdmissionFields form={form} />
    </StayForm>
  )
}
