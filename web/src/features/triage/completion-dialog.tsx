import { Alert, Stack, Text } from '@mantine/core'
import { computeAge, mayBePregnant, type Triage, type TriageQuestion, triage, type Visit } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient, useSend } from '../../api/client.ts'
import { PatientName } from '../../clinical/patient/patient-name.tsx'
import { useToday } from '../../ui/date/use-today.ts'
import { Dialog, HoldDialogOpen } from '../../ui/feedback/dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { AskedFields, InfectionField, OnsetField } from './asked-fields.tsx'
import { emptyTriage, nameField, readTold, type TriageForm, takeTold, toAnswers } from './form-values.ts'
import { outdatedByTriage, type Prepared, usePreparedTriage } from './queries.ts'

type CompletionDialogProps = { patientId: string; onClose: () => void }

/** Asks what nobody had asked when RED was confirmed. */
export function CompletionDialog({ patientId, onClose }: CompletionDialogProps) {
  const { t } = useTranslation('triage')
  const found = usePreparedTriage(patientId)
  const { data } = found
  /** The newest that is known of the visit about which the dialog asks: it outlives the end of the visit. */
  const [asked, setAsked] = useState<Prepared>()
  const isNewer = data?.visit && data !== asked && (!asked || data.visit._id === asked.visit?._id)
  if (isNewer) setAsked(data)
  const [last] = asked?.triages ?? []
  if (!data && !found.isLoadingError) return null
  return (
    <Dialog title={t('unasked.title')} opened onClose={onClose}>
      {asked?.visit && last ? (
        <CompletionForm
          patient={asked.patient}
          visit={asked.visit}
          last={last}
          hasEnded={data?.visit?._id !== asked.visit._id}
          onDone={onClose}
        />
      ) : found.isLoadingError ? (
        <QueryFailure query={found} />
      ) : (
        <EmptyState reason={t('form.not-here')} />
      )}
    </Dialog>
  )
}

type CompletionFormProps = {
  patient: Prepared['patient']
  visit: Visit
  last: Triage
  /** Somebody ended the visit meanwhile: what was typed stays to be read. */
  hasEnded: boolean
  onDone: () => void
}

function CompletionForm({ patient, visit, last, hasEnded, onDone }: CompletionFormProps) {
  const { t } = useTranslation('triage')
  const today = useToday()
  const told = readTold(visit)
  const [begun] = useState<TriageForm>(() => ({ ...emptyTriage, ...told, told }))
  const [typed, setTyped] = useState(begun)
  // Who corrects the arrival meanwhile corrects what nobody has typed here.
  const form = { ...typed, ...takeTold(typed, begun.told, told), told }
  const [refused, setRefused] = useState<Record<string, string>>({})
  const { unasked } = last
  const corrected = unasked.flatMap((name) => describeTold(name) ?? [])
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
  /** What the arrival tells since the triage of something that nobody has asked. */
  function describeTold(name: TriageQuestion): string | undefined {
    const { complaint, infection_signs, is_accident, onset_at, pregnancy } = visit
    if (name === 'is_accident')
      return is_accident === null
        ? undefined
        : `${t('unasked.is_accident')}: ${t(is_accident ? 'known.yes' : 'known.no')}`
    if (name === 'pregnancy')
      return pregnancy === 'not_asked'
        ? undefined
        : `${t('unasked.pregnancy')}: ${t(`pregnancy.${pregnancy}`)}`
    const isTold = {
      complaint: complaint !== null,
      infection_signs: infection_signs.length > 0,
      onset_at: onset_at !== null,
    }
    return isTold[name] ? t(`unasked.${name}`) : undefined
  }
  const change = (changed: Partial<TriageForm>) => {
    setRefused({})
    setTyped((current) => ({ ...current, ...changed }))
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
          answers: toAnswers(form, visit),
        })
      }}
    >
      {typed !== begun && <HoldDialogOpen />}
      <Stack gap="sm">
        <Text fw={600}>
          <PatientName of={patient} /> · HN {patient.hn}
        </Text>
        {corrected.length > 0 && <Text size="sm">{t('unasked.told', { facts: corrected.join(', ') })}</Text>}
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
        {hasEnded && (
          <Alert color="yellow" p="xs" role="alert">
            {t('unasked.ended')}
          </Alert>
        )}
        <FormEnd
          action={t('unasked.save')}
          isDisabled={hasEnded}
          isPending={send.isPending}
          error={send.error && send.error.fields.length === 0 ? send.error : null}
          onCancel={onDone}
        />
      </Stack>
    </form>
  )
}
