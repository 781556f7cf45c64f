import { Text } from '@mantine/core'
import {
  admissions,
  type correctionReasons,
  type Input,
  mayWardUndo,
  type StayHistory,
  type VisitLabel,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { noDevicesLeft, useWornDevices } from '../../../clinical/patient/worn-devices-field.tsx'
import { useMay } from '../../../session/signed-in.tsx'
import { useNow } from '../../../ui/date/use-now.ts'
import { useSchemaForm } from '../../../ui/form/schema-form.tsx'
import { outdatedByDischarge, useOpenVisit } from '../queries.ts'
import { LeftFields } from './left-fields.tsx'
import { ReasonFields } from './reason-fields.tsx'
import { StayForm } from './stay-form.tsx'
import { useStayAct } from './use-stay-act.ts'

/** What undoing a discharge or an admission leaves to somebody. */
export type Undone = {
  /** The patient is here again, and their monitoring has ended. */
  has_ended_monitoring: boolean
  untold_visit?: VisitLabel | null
}

type UndoFormProps = {
  stay: StayHistory
  onClose: () => void
  onUndone: (undone: Undone) => void
}

/**
 * Who undoes a discharge: its ward within hours, later the records office. `too-late`: the user may undo discharges,
 * but this one no longer.
 */
export function useUndoing({
  discharged_at,
  acts,
}: StayHistory): 'ward' | 'records-office' | 'too-late' | 'none' {
  const mayManage = useMay('admission:manage')
  const mayReopen = useMay('stay:reopen')
  const now = useNow()
  if (discharged_at === null || !(mayManage || mayReopen)) return 'none'
  // The acts are told newest first.
  const recordedAt = acts.find(({ act }) => act === 'discharged')?.recorded_at
  if (mayManage && mayWardUndo({ at: discharged_at, recordedAt }, new Date(now).toISOString())) return 'ward'
  return mayReopen ? 'records-office' : 'too-late'
}

export function UndoDischargeForm(props: UndoFormProps) {
  const endpoint = useUndoing(props.stay) === 'records-office' ? admissions.reopen : admissions.undoDischarge
  return <UndoForm {...props} what="undo-discharge" endpoint={endpoint} />
}
export const VoidForm = (props: UndoFormProps) => (
  <UndoForm {...props} what="void" endpoint={admissions.void} />
)

type UndoEndpoint = typeof admissions.void | typeof admissions.undoDischarge | typeof admissions.reopen

/** Undoes a discharge, or an admission that was made in error, with its reason. */
function UndoForm({
  stay,
  what,
  endpoint,
  onClose,
  onUndone,
}: UndoFormProps & { what: 'undo-discharge' | 'void'; endpoint: UndoEndpoint }) {
  const { t } = useTranslation('admissions')
  const form = useSchemaForm({
    schema: endpoint.body,
    initialValues: {
      patient_id: stay.patient._id,
      stay_id: stay._id,
      version: stay.version,
      reason: '' as (typeof correctionReasons)[number] | '',
      note: '',
      ...noDevicesLeft,
    },
  })
  const { known, visit } = useOpenVisit(stay)
  const restsOnVisit = what === 'void' && stay.discharged_at === null
  const found = useWornDevices(stay.patient._id, restsOnVisit)
  const send = useStayAct<UndoEndpoint>(
    endpoint,
    (undone: Undone) => {
      onClose()
      onUndone(undone)
    },
    outdatedByDischarge,
  )
  return (
    <StayForm
      form={form}
      send={send}
      action={t(what)}
      isFinal
      isDisabled={restsOnVisit && (visit === undefined || !found.isKnown)}
      toBody={(values) => values as Input<typeof admissions.void>}
      onClose={onClose}
    >
      <Text>
        {what === 'undo-discharge'
          ? t('undo-text')
          : t(stay.discharged_at === null ? 'void-text' : 'void-left-text', { an: stay.an })}
      </Text>
      <ReasonFields form={form} />
      {restsOnVisit && (
        <LeftFields
          found={found}
          known={known}
          stillIn={visit?.kind}
          values={form.values}
          errors={form.errors}
          onChange={form.setValues}
        />
      )}
    </StayForm>
  )
}
