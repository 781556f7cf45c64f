import { Stack, Text } from '@mantine/core'
import { computeAge, type Input, mayBePregnant, type Triage, triage, type Visit } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient, useSend } from '../../api/client.ts'
import { PatientName } from '../../clinical/patient/patient-name.tsx'
import { useToday } from '../../ui/date/use-today.ts'
import { Dialog, HoldDialogOpen } from '../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { AskedFields, InfectionField, OnsetField } from './asked-fields.tsx'
import { emptyTriage, nameField, readTold, type TriageForm, toDecision } from './form-values.ts'
import { outdatedByTriage, type Prepared, usePreparedTriage } from './queries.ts'

type CompletionDialogProps = { patientId: string; onClose: () => void }

/** Asks what nobody had asked when RED was confirmed. */
export function CompletionDialog({ patientId, onClose }: CompletionDialogProps) {
  const { t } = useTranslation('triage')
  const { data } = usePreparedTriage(patientId)
  const [last] = data?.triages ?? []
  if (!data?.visit || !last) return null
  return (
    <Dialog title={t('unasked.title')} opened onClose={onClose}>
      <CompletionForm patient={data.patient} visit={data.visit} last={last} onDone={onClose} />
    </Dialog>
  )
}

type CompletionFormProps = { patient: Prepared['patient']; visit: Visit; last: Triage; onDone: () => void }

function CompletionForm({ patient, visit, last, onDone }: CompletionFormProps) {
  const { t } = useTranslation('triage')
  const today = useToday()
  const [begun] = useState<TriageForm>(() => ({ ...emptyTriage, ...readTold(visit) }))
  const [form, setForm] = useState(begun)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const { unasked } = last
  const age = patient.date_of_birth === null ? null : computeAge(patient.date_of_birth, today)
  const send = useSend(triage.complete, {
    inline: ['invalid', 'changed-meanwhile'],
    outdates: outdatedByTriage,
    onSuccess: onDone,
    onError: ({ fields }) => {
      setRefused(Object.fromEntries(fields.map(({ field, message }) => [nameField(field), message])))
      void queryClient.invalidateQueries({ queryKey: [triage.prepare.path] })
    },
  })
  const change = (changed: Partial<TriageForm>) => {
    setRefused({})
    setForm((current) => ({ ...current, ...changed }))
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate({
          patient_id: patient._id,
          visit_id: visit._id,
          last_triage: last._id,
          answers: readAnswers(form, visit),
        })
      }}
    >
      {form !== begun && <HoldDialogOpen />}
      <Stack gap="sm">
        <Text fw={600}>
          <PatientName of={patient} /> · HN {patient.hn}
        </Text>
        <AskedFields
          form={form}
          visit={visit}
          canBePregnant={mayBePregnant(patient.gender, age)}
          problems={refused}
          onChange={change}
        />
        {unasked.includes('infection_signs') && (
          <InfectionField form={form} problem={refused['infection_signs']} onChange={change} />
        )}
        {unasked.includes('onset_at') && (
          <OnsetField form={form} problem={refused['onset_at']} onChange={change} />
        )}
        <FormEnd
          action={t('unasked.save')}
          isPending={send.isPending}
          error={send.error && send.error.fields.length === 0 ? send.error : null}
          onCancel={onDone}
        />
      </Stack>
    </form>
  )
}

/** What of the form is an answer; the rest of the triage stands. */
function readAnswers(form: TriageForm, visit: Visit): Input<typeof triage.complete>['answers'] {
  const { is_accident: isAccident, pregnancy } = visit
  const said = toDecision(form, { measured: new Map(), running: [], opened: 0, isAccident, pregnancy })
  return {
    complaint: said.complaint,
    infection_signs: said.infection_signs,
    is_accident: said.is_accident,
    is_accident_unknown: said.is_accident_unknown,
    onset_at: said.onset_at,
    is_onset_unknown: said.is_onset_unknown,
    pregnancy: said.pregnancy,
    pregnancy_weeks: said.pregnancy_weeks,
  }
}
