import { Alert, Stack, Text, Textarea } from '@mantine/core'
import {
  admittedDisposition,
  beds,
  type Input,
  inbound,
  mayWardUndo,
  type PatientLabel,
  type RequestOfDeath,
  type Visit,
  visits,
  visitVoidReasons,
} from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../../api/client.ts'
import { PatientName } from '../../../clinical/patient/patient-name.tsx'
import {
  type DeviceValues,
  noDevicesLeft,
  useWornDevices,
  WornDevicesField,
} from '../../../clinical/patient/worn-devices-field.tsx'
import { StaffName } from '../../../clinical/staff/staff-name.tsx'
import { useMay } from '../../../session/signed-in.tsx'
import { DangerButton } from '../../../ui/danger-button.tsx'
import { Time } from '../../../ui/date/time.tsx'
import { useNow } from '../../../ui/date/use-now.ts'
import { Dialog, HoldDialogOpen } from '../../../ui/feedback/dialog.tsx'
import { omitFieldFailure } from '../../../ui/feedback/failure-alert.tsx'
import { FormEnd } from '../../../ui/feedback/form-end.tsx'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'
import { SchemaForm, showFieldProblems, useSchemaForm } from '../../../ui/form/schema-form.tsx'
import { outdatedByCorrection, outdatedByEnd } from '../queries.ts'
import classes from '../triage-history.module.css'

type Of = Pick<PatientLabel, '_id' | 'hn' | 'title' | 'name' | 'surname' | 'ward'>

/** Whether the user may cancel a visit: one that led to a stay goes on with it, and one of long ago stays. */
export function useMayVoid({ voided, is_open, left_at, disposition }: Visit): boolean {
  const mayManage = useMay('queue:manage')
  const now = useNow()
  const isRecent =
    left_at !== null && mayWardUndo({ at: left_at, recordedAt: undefined }, new Date(now).toISOString())
  return mayManage && voided === null && disposition !== admittedDisposition && (is_open || isRecent)
}

type VoidVisitProps = {
  patient: Of
  visit: Visit
  /** Planned admissions of whoever has not died after all. */
  onAlive?: ((requests: readonly RequestOfDeath[]) => void) | undefined
}

/** A visit in the list of the record: cancelled from here, if it can be. */
export function VoidVisit({ patient, visit, onAlive }: VoidVisitProps) {
  const { t } = useTranslation('triage')
  const mayVoid = useMayVoid(visit)
  const [isOpen, setOpen] = useState(false)
  if (!mayVoid) return null
  return (
    <>
      <DangerButton
        size="compact-md"
        aria-label={`${t('void.action')}: ${visit.vn}`}
        onClick={() => setOpen(true)}
      >
        {t('void.action')}
      </DangerButton>
      <Dialog title={t('void.action')} opened={isOpen} onClose={() => setOpen(false)}>
        <VoidVisitForm
          patient={patient}
          visit={visit}
          onAlive={onAlive}
          onDone={() => setOpen(false)}
          onCancel={() => setOpen(false)}
        />
      </Dialog>
    </>
  )
}

const outdatedByVoid = [...outdatedByEnd, ...outdatedByCorrection, beds.map, inbound.board]

type VoidValues = {
  patient_id: string
  visit_id: string
  reason: (typeof visitVoidReasons)[number] | ''
  note: string
} & DeviceValues

/** Why a visit is cancelled, of whom, and what becomes of the devices of somebody who is here no more. */
export function VoidVisitForm({
  patient,
  visit,
  onAlive,
  onDone,
  onCancel,
}: VoidVisitProps & { onDone: () => void; onCancel: () => void }) {
  const { t } = useTranslation(['triage', 'ui'])
  const found = useWornDevices(patient._id, visit.is_open)
  const form = useSchemaForm<VoidValues>({
    schema: visits.void.body,
    initialValues: { patient_id: patient._id, visit_id: visit._id, reason: '', note: '', ...noDevicesLeft },
  })
  const send = useSend(visits.void, {
    inline: ['invalid', 'visit-void', 'visit-admitted', 'visit-end-too-old'],
    outdates: outdatedByVoid,
    onSuccess: ({ requests }) => {
      onDone()
      if (requests.length > 0) onAlive?.(requests)
    },
    onError: ({ fields }) => showFieldProblems(form, fields),
  })
  return (
    <SchemaForm form={form} onSubmit={(values) => send.mutate(values as Input<typeof visits.void>)}>
      {form.isDirty() && <HoldDialogOpen />}
      <Stack gap="md">
        <Text fw={600}>
          <PatientName of={patient} /> · HN {patient.hn} · VN {visit.vn} · {t(`kind.${visit.kind}`)} ·{' '}
          <Time at={visit.visited_at} />
        </Text>
        <Text>{t('void.text', { vn: visit.vn })}</Text>
        <ChoiceChips
          {...form.getInputProps('reason')}
          label={t('void.why')}
          required
          choices={visitVoidReasons.map((value) => ({ value, label: t(`void.reason.${value}`) }))}
        />
        {form.values.reason === 'WRONG_PATIENT' && (
          <Alert color="yellow" role="status">
            {t('void.values-stay')}
          </Alert>
        )}
        <Textarea
          {...form.getInputProps('note')}
          label={t('void.note')}
          size="md"
          autosize
          minRows={2}
          maxLength={500}
          required={form.values.reason === 'OTHER'}
        />
        {visit.is_open && (
          <WornDevicesField
            found={found}
            // Whoever is on a ward is monitored there, whatever became of this visit.
            stillIn={patient.ward === null ? undefined : 'ward'}
            values={form.values}
            errors={form.errors}
            onChange={form.setValues}
          />
        )}
        <FormEnd
          action={t('void.action')}
          isPending={send.isPending}
          isDisabled={!found.isKnown}
          error={omitFieldFailure(send.error)}
          onCancel={onCancel}
          cancelText={t('ui:close')}
          isDangerous
        />
      </Stack>
    </SchemaForm>
  )
}

/** The number of a visit, struck through if it was cancelled, with when, by whom and why. */
export function VisitNumber({ visit: { vn, kind, voided } }: { visit: Visit }) {
  const { t } = useTranslation('triage')
  const number = `${vn} · ${t(`kind.${kind}`)}`
  if (!voided) return number
  return (
    <span className={`${classes.two} ${classes.voided}`}>
      <s className={classes.corrected}>{number}</s>
      <Voided of={voided} />
    </span>
  )
}

/** Says that a visit was cancelled, when, by whom and why. */
export function Voided({ of: { at, by, reason, note } }: { of: NonNullable<Visit['voided']> }) {
  const { t } = useTranslation('triage')
  return (
    <span>
      {t('void.done')} <Time at={at} /> · <StaffName of={by} /> · {t(`void.reason.${reason}`)}
      {note && ` · ${note}`}
    </span>
  )
}
