import { Stack, Text } from '@mantine/core'
import { admissionRequests, erBoard, type PatientLabel } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../../api/client.ts'
import { MonitoringEnded } from '../../../clinical/patient/monitoring-ended.tsx'
import { PatientName } from '../../../clinical/patient/patient-name.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../../ui/feedback/form-end.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { formatPatientName } from '../../../ui/person-name.ts'
import { outdatedByEnd } from '../queries.ts'

/** A visit that has ended, and the act that ended it. */
export type EndedVisit = {
  patient: Pick<PatientLabel, '_id' | 'hn' | 'title' | 'name' | 'surname'>
  visitId: string
  actId: string
}

type ReopenVisitProps = {
  /** Undefined while nothing is asked. */
  ended: EndedVisit | undefined
  onClose: () => void
  onReopened?: () => void
}

/** Asks whether a visit that ended by mistake is to go on, and tells what has not come back with it. */
export function ReopenVisit({ ended, onClose, onReopened }: ReopenVisitProps) {
  const { t } = useTranslation('triage')
  const [unmonitored, setUnmonitored] = useState<string>()
  return (
    <>
      <Dialog title={t('reopen.title')} opened={ended !== undefined} onClose={onClose}>
        {ended && (
          <ReopenForm
            ended={ended}
            onCancel={onClose}
            onDone={(hasEndedMonitoring) => {
              if (hasEndedMonitoring) setUnmonitored(formatPatientName(ended.patient))
              onClose()
              onReopened?.()
            }}
          />
        )}
      </Dialog>
      <MonitoringEnded person={unmonitored} onClose={() => setUnmonitored(undefined)} />
    </>
  )
}

type ReopenFormProps = {
  ended: EndedVisit
  onCancel: () => void
  onDone: (hasEndedMonitoring: boolean) => void
}

function ReopenForm({ ended: { patient, visitId, actId }, onCancel, onDone }: ReopenFormProps) {
  const { t } = useTranslation('triage')
  const send = useSend(erBoard.undo, {
    inline: ['changed-meanwhile', 'visit-open', 'visit-end-too-old'],
    outdates: [...outdatedByEnd, admissionRequests.list, admissionRequests.ofPatient],
    onSuccess: ({ has_ended_monitoring, taken_bay }) => {
      if (taken_bay !== null) toast('warning', t('reopen.taken-bay', { bay: taken_bay }))
      onDone(has_ended_monitoring)
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate({ patient_id: patient._id, visit_id: visitId, act_id: actId })
      }}
    >
      <Stack gap="md">
        <Text fw={600}>
          <PatientName of={patient} /> · HN {patient.hn}
        </Text>
        <Text>{t('reopen.text')}</Text>
        <FormEnd
          action={t('reopen.action')}
          isPending={send.isPending}
          error={send.error}
          onCancel={onCancel}
          startsAtCancel
        />
      </Stack>
    </form>
  )
}
