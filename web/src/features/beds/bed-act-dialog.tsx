import { Stack, TextInput } from '@mantine/core'
import { bedFeatures, beds, type CallError, type MappedBed, reservationMaxHours } from 'contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { BedRefusal } from '../../clinical/bed-refusal.tsx'
import { PatientSelect } from '../../clinical/patient/patient-select.tsx'
import { formatStartTime } from '../../ui/date/dates.ts'
import { useNow } from '../../ui/date/use-now.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'

/** What a dialog is open for. */
export type BedAct = { kind: 'block' | 'reserve' | 'features'; bed: MappedBed }

type BedActDialogProps = { act: BedAct | undefined; onClose: () => void }

const forms = { block: BlockForm, reserve: ReserveForm, features: FeaturesForm }

export function BedActDialog({ act, onClose }: BedActDialogProps) {
  const { t } = useTranslation('beds')
  const Form = act && forms[act.kind]
  return (
    <Dialog
      title={act && t(`${act.kind === 'features' ? 'features-of' : act.kind}.title`, { bed: act.bed.label })}
      opened={act !== undefined}
      onClose={onClose}
    >
      {Form && <Form bed={act.bed} onDone={onClose} />}
    </Dialog>
  )
}

type FormProps = { bed: MappedBed; onDone: () => void }

function BlockForm({ bed, onDone }: FormProps) {
  const { t } = useTranslation('beds')
  const [note, setNote] = useState('')
  const send = useSend(beds.setState, { inline: true, outdates: [beds.map], onSuccess: onDone })
  const problem = send.error?.fields.find(({ field }) => field === 'note')?.message
  return (
    <ActForm
      action={t('block.action')}
      send={send}
      isFieldShown={problem !== undefined}
      onSubmit={() => send.mutate({ _id: bed._id, state: 'blocked', note })}
      onDone={onDone}
    >
      <TextInput
        data-autofocus
        size="md"
        label={t('block.reason')}
        placeholder={t('block.hint')}
        required
        maxLength={200}
        autoComplete="off"
        value={note}
        error={problem && <ProblemText message={problem} />}
        onChange={({ currentTarget: { value } }) => setNote(value)}
      />
    </ActForm>
  )
}

const hourMs = 60 * 60_000
const offeredHours = ['1', '2', '4', '8', '24', String(reservationMaxHours)] as const

function ReserveForm({ bed, onDone }: FormProps) {
  const { t, i18n } = useTranslation(['beds', 'validation'])
  const [patientId, setPatientId] = useState<string>()
  const [isMissing, setMissing] = useState(false)
  const [hours, setHours] = useState<string>(offeredHours[1])
  const now = useNow()
  const send = useSend(beds.reserve, { inline: true, outdates: [beds.map], onSuccess: onDone })
  const problem = send.error?.fields.find(({ field }) => field === 'until')?.message
  const end = new Date(now + Number(hours) * hourMs)
  return (
    <ActForm
      action={t('reserve.action')}
      send={send}
      isFieldShown={problem !== undefined}
      onSubmit={() => {
        setMissing(patientId === undefined)
        if (patientId === undefined) return
        const until = new Date(Date.now() + Number(hours) * hourMs).toISOString()
        send.mutate({ _id: bed._id, patient_id: patientId, until })
      }}
      onDone={onDone}
    >
      <div>
        <PatientSelect
          label={t('reserve.patient')}
          value={patientId}
          onChange={(id) => {
            setPatientId(id)
            setMissing(false)
          }}
        />
        {isMissing && (
          <p role="alert">
            <ProblemText message="field-required" />
          </p>
        )}
      </div>
      <ChoiceChips
        label={t('reserve.how-long')}
        value={hours}
        choices={offeredHours.map((value) => ({ value, label: t('hours', { count: Number(value) }) }))}
        error={problem && <ProblemText message={problem} />}
        onChange={setHours}
      />
      <p role="status">{t('reserve.until', { time: formatStartTime(end, new Date(now), i18n.language) })}</p>
    </ActForm>
  )
}

function FeaturesForm({ bed, onDone }: FormProps) {
  const { t } = useTranslation('beds')
  const [features, setFeatures] = useState(bed.features ?? [])
  const send = useSend(beds.setFeatures, { inline: true, outdates: [beds.map], onSuccess: onDone })
  return (
    <ActForm
      action={t('save')}
      send={send}
      onSubmit={() => send.mutate({ _id: bed._id, features })}
      onDone={onDone}
    >
      <ChoiceChips
        multiple
        label={t('features-of.label')}
        value={features}
        choices={bedFeatures.map((value) => ({ value, label: t(`feature.${value}`) }))}
        onChange={setFeatures}
      />
    </ActForm>
  )
}

type ActFormProps = {
  action: string
  send: { error: CallError | null; isPending: boolean }
  /** Whether a field shows why the call was refused. */
  isFieldShown?: boolean
  onSubmit: () => void
  onDone: () => void
  children: ReactNode
}

function ActForm({ action, send, isFieldShown = false, onSubmit, onDone, children }: ActFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!send.isPending) onSubmit()
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {children}
        <BedRefusal error={send.error} isFieldShown={isFieldShown} />
        <FormEnd action={action} isPending={send.isPending} onCancel={onDone} />
      </Stack>
    </form>
  )
}
