import { Text } from '@mantine/core'
import { admissions, type correctionReasons, type Input, type Stay } from 'contract'
import { useTranslation } from 'react-i18next'
import { useSchemaForm } from '../../../ui/form/schema-form.tsx'
import { outdatedByDischarge } from '../queries.ts'
import { ReasonFields } from './reason-fields.tsx'
import { StayForm } from './stay-form.tsx'
import { useStayAct } from './use-stay-act.ts'
import { WornDevicesField } from './worn-devices-field.tsx'

type UndoFormProps = { stay: Stay; onClose: () => void }

export const UndoDischargeForm = (props: UndoFormProps) => <UndoForm {...props} what="undo-discharge" />
export const VoidForm = (props: UndoFormProps) => <UndoForm {...props} what="void" />

/** Undoes a discharge, or an admission that was made in error, with its reason. */
function UndoForm({ stay, what, onClose }: UndoFormProps & { what: 'undo-discharge' | 'void' }) {
  const { t } = useTranslation('admissions')
  const endpoint = what === 'void' ? admissions.void : admissions.undoDischarge
  const form = useSchemaForm({
    schema: endpoint.body,
    initialValues: {
      patient_id: stay.patient._id,
      stay_id: stay._id,
      version: stay.version,
      reason: '' as (typeof correctionReasons)[number] | '',
      note: '',
      keeps_devices: [] as string[],
    },
  })
  const isOpen = stay.discharged_at === null
  const send = useStayAct<typeof admissions.void | typeof admissions.undoDischarge>(
    endpoint,
    onClose,
    outdatedByDischarge,
  )
  return (
    <StayForm
      form={form}
      send={send}
      action={t(what)}
      isFinal
      toBody={(values) => values as Input<typeof admissions.void>}
      onClose={onClose}
    >
      <Text>{what === 'void' ? t('void-text', { an: stay.an }) : t('undo-text')}</Text>
      <ReasonFields form={form} />
      {what === 'void' && isOpen && (
        <>
          <WornDevicesField
            patientId={stay.patient._id}
            kept={form.values.keeps_devices}
            onChange={(kept) => form.setFieldValue('keeps_devices', kept)}
          />
          <Text size="sm">{t('ends')}</Text>
        </>
      )}
    </StayForm>
  )
}
