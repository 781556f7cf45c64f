import { Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { CallError, PatientLabel, StayHistory } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BreakGlassForm, parseBlockedRecord } from '../../../clinical/break-glass-form.tsx'
import type { DraftState } from '../../../session/draft.ts'
import { formatTime } from '../../../ui/date/dates.ts'
import { Dialog, HoldDialogOpen } from '../../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../../ui/feedback/form-end.tsx'
import { SchemaForm } from '../../../ui/form/schema-form.tsx'
import { formatPatientName } from '../../../ui/person-name.ts'
import { StayFailure } from './stay-failure.tsx'
import { showStayFailure } from './use-stay-act.ts'

/** The acts that a dialog asks about. */
export type AskedAct =
  | 'request'
  | 'decline'
  | 'admit'
  | 'move'
  | 'swap'
  | 'leave'
  | 'back'
  | 'change-leave'
  | 'discharge'
  | 'change-discharge'
  | 'edit'
  | 'correct'
  | 'undo-discharge'
  | 'void'

const wideActs: ReadonlySet<AskedAct> = new Set([
  'request',
  'admit',
  'move',
  'swap',
  'discharge',
  'change-discharge',
  'edit',
  'correct',
])

type StayDialogProps = {
  /** Undefined while the dialog is closed. */
  act: AskedAct | undefined
  patient: Pick<PatientLabel, 'title' | 'name' | 'surname'> | undefined
  onClose: () => void
  children: ReactNode
}

/** The frame of every dialog about a stay: its title names the act and the patient. */
export function StayDialog({ act, patient, onClose, children }: StayDialogProps) {
  const { t } = useTranslation('admissions')
  return (
    <Dialog
      opened={act !== undefined}
      onClose={onClose}
      isWide={act !== undefined && wideActs.has(act)}
      title={act && patient && t(`titles.${act}`, { person: formatPatientName(patient) })}
    >
      {act && children}
    </Dialog>
  )
}

type StayFormProps<Values extends Record<string, unknown>, Sent> = {
  form: UseFormReturnType<Values>
  send: {
    error: CallError | null
    isPending: boolean
    variables: Sent | undefined
    mutate: (body: Sent, options?: { onError: (error: CallError) => void }) => void
  }
  action: string
  /** Whether the act takes something back. */
  isFinal?: boolean
  /** Something that the act rests on is not known. */
  isDisabled?: boolean
  /** What is sent; undefined if something beside the form's values is wrong, which is then shown. */
  toBody: (values: Values) => Sent | undefined
  /** Keeps what is typed through a reload and the end of the session, until the user sends it or cancels. */
  draft?: DraftState
  /** Whether something was typed that is not in the form's values. */
  isTouched?: boolean
  /** Somebody else changed the stay meanwhile: what the form took from it is no longer so. */
  onNewer?: (stay: StayHistory) => void
  onClose: () => void
  children: ReactNode
}

/** The form of an act about a stay: its fields, why it was refused, and the buttons. */
export function StayForm<Values extends Record<string, unknown>, Sent>({
  form,
  send,
  action,
  isFinal = false,
  isDisabled = false,
  toBody,
  draft,
  isTouched = false,
  onNewer,
  onClose,
  children,
}: StayFormProps<Values, Sent>) {
  const { t, i18n } = useTranslation(['admissions', 'ui'])
  const { variables: again } = send
  const sendBody = (body: Sent) => send.mutate(body, { onError: showStayFailure(form, onNewer) })
  const cancel = () => {
    draft?.clear()
    onClose()
  }
  const shut = parseBlockedRecord(send.error)
  if (shut && again !== undefined)
    return <BreakGlassForm key={shut.patient_id} record={shut} onOpened={() => sendBody(again)} />
  return (
    <SchemaForm
      form={form}
      onSubmit={(values) => {
        const body = toBody(values)
        if (body !== undefined) sendBody(body)
      }}
    >
      {(form.isDirty() || isTouched) && <HoldDialogOpen />}
      <Stack gap="md">
        {draft?.isRestored && draft.savedAt && (
          <Text size="sm" role="status">
            {t('draft-restored', { time: formatTime(draft.savedAt, i18n.language, 'dd MMM yyyy HH:mm') })}
          </Text>
        )}
        {children}
        <StayFailure error={send.error} />
        <FormEnd
          action={action}
          isPending={send.isPending}
          isDisabled={isDisabled}
          onCancel={cancel}
          {...(isFinal && { isDangerous: true, cancelText: t('ui:close') })}
        />
      </Stack>
    </SchemaForm>
  )
}
