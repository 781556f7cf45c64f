import { Button } from '@mantine/core'
import { IconBedFlat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type AdmissionRequest, admissionRequests, type Patient } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../../api/client.ts'
import { StaffName } from '../../../clinical/staff/staff-name.tsx'
import { useMay } from '../../../session/signed-in.tsx'
import { Time } from '../../../ui/date/time.tsx'
import { Section } from '../../../ui/section.tsx'
import { StayDialog } from '../acts/stay-form.tsx'
import classes from '../admissions.module.css'
import { outdatedByStay } from '../queries.ts'
import { type RequestAct, RequestCard, RequestDialog, RequestFacts } from './request-card.tsx'
import { RequestForm } from './request-form.tsx'

function useRequests(patientId: string): AdmissionRequest[] {
  const { data } = useQuery(ask(admissionRequests.ofPatient, { patient_id: patientId }, true))
  return data?.requests ?? []
}

/** Asks a ward to admit the patient, unless somebody has asked already. */
export function RequestButton({ patient }: { patient: Patient }) {
  const { t } = useTranslation('admission-requests')
  const mayRequest = useMay('admission:request')
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const isOpen = useRequests(patient._id).some(({ state }) => state === 'open')
  if (!mayRequest || isOpen) return null
  return (
    <>
      <Button
        size="md"
        variant="default"
        leftSection={<IconBedFlat size={18} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('make')}
      </Button>
      <StayDialog act={isAsking ? 'request' : undefined} patient={patient} onClose={close}>
        <RequestForm patientId={patient._id} onClose={close} />
      </StayDialog>
    </>
  )
}

/** The requests for admission of a patient: the open one, and what became of the others. */
export function PatientRequests({ patient }: { patient: Patient }) {
  const { t } = useTranslation('admission-requests')
  const [act, setAct] = useState<RequestAct>()
  const requests = useRequests(patient._id)
  const open = requests.find(({ state }) => state === 'open')
  const closed = requests.filter((request) => request !== open)
  if (requests.length === 0) return null
  return (
    <Section title={t('title')}>
      {open && <RequestCard request={open} namesPatient={false} onAct={setAct} />}
      <RequestDialog act={act} onClose={() => setAct(undefined)} />
      {closed.length > 0 && (
        <details open={!open && closed[0]?.state === 'declined'}>
          <summary>{t('earlier', { count: closed.length })}</summary>
          <ol className={classes.entries}>
            {closed.map((request) => (
              <li key={request._id}>
                <ClosedRequest request={request} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </Section>
  )
}

/** What became of a request, and why. */
export function ClosedRequest({ request }: { request: AdmissionRequest }) {
  const { t } = useTranslation('admission-requests')
  const { state, decline_reason, close_note, closed_at, closed_by, decline_seen_at } = request
  return (
    <div className={classes.closed}>
      <p>
        <b>
          {[t(`state.${state}`), decline_reason && t(`decline-reasons.${decline_reason}`)]
            .filter(Boolean)
            .join(': ')}
        </b>
        {close_note && ` – ${close_note}`}{' '}
        <span className={classes.by}>
          {closed_by && (
            <>
              <StaffName of={closed_by} /> ·{' '}
            </>
          )}
          {closed_at && <Time at={closed_at} />}
        </span>
      </p>
      <RequestFacts request={request} />
      {state === 'declined' && decline_seen_at === null && <SeenButton request={request} />}
    </div>
  )
}

function SeenButton({ request }: { request: AdmissionRequest }) {
  const { t } = useTranslation('admission-requests')
  const mayRequest = useMay('admission:request')
  const see = useSend(admissionRequests.seeDecline, { outdates: outdatedByStay, showSuccess: false })
  if (!mayRequest) return null
  return (
    <Button
      size="md"
      variant="light"
      loading={see.isPending}
      onClick={() => see.mutate({ patient_id: request.patient._id, request_id: request._id })}
    >
      {t('seen')}
    </Button>
  )
}
