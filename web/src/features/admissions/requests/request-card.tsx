import { Button } from '@mantine/core'
import { IconClockExclamation, IconDoorEnter } from '@tabler/icons-react'
import { type AdmissionRequest, admissionRequests, toStartOfDay } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSend } from '../../../api/client.ts'
import { PatientName } from '../../../clinical/patient/patient-name.tsx'
import { StaffName } from '../../../clinical/staff/staff-name.tsx'
import { formatPatientPath } from '../../../paths.ts'
import { useMay } from '../../../session/signed-in.tsx'
import { Time } from '../../../ui/date/time.tsx'
import { TimeAgo } from '../../../ui/date/time-ago.tsx'
import { useAgeText } from '../../../ui/date/use-age-text.ts'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { formatPatientName } from '../../../ui/person-name.ts'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import { AdmitForm } from '../acts/admit-form.tsx'
import { StayDialog } from '../acts/stay-form.tsx'
import classes from '../admissions.module.css'
import { outdatedByStay } from '../queries.ts'
import { DeclineForm } from './decline-form.tsx'

/** What is asked for, by whom and since when. */
export function RequestFacts({ request }: { request: AdmissionRequest }) {
  const { t } = useTranslation(['admission-requests', 'admissions', 'beds'])
  const localName = useLocalizedName()
  const { ward, department, urgency, diagnosis, isolation, features, note } = request
  const needs = [
    ...isolation.map((kind) => t(`beds:isolation.${kind}`)),
    ...features.map((feature) => t(`beds:feature.${feature}`)),
  ]
  return (
    <>
      <p className={classes.urgency} data-urgency={urgency}>
        {urgency === 'EMERGENCY' && <IconClockExclamation size={18} aria-hidden />}
        <b>{t(`urgency.${urgency}`)}</b> · {localName(ward)} · {t(`admissions:departments.${department}`)}
        {request.planned_on && (
          <>
            {' '}
            · {t('planned-on')} <Time at={toStartOfDay(request.planned_on)} format="dd MMM yyyy" />
          </>
        )}
      </p>
      <p>{diagnosis}</p>
      {needs.length > 0 && <p>{t('needs-what', { what: needs.join(' · ') })}</p>}
      {note && <p>{note}</p>}
      <p className={classes.by}>
        <StaffName of={request.requested_by} /> · <TimeAgo at={request.requested_at} />
      </p>
    </>
  )
}

/** What is asked about a request; it keeps the request, which somebody else may close meanwhile. */
export type RequestAct = { kind: 'admit' | 'decline'; request: AdmissionRequest }

type RequestCardProps = {
  request: AdmissionRequest
  /** Whether to say whose it is, where several are listed. */
  namesPatient: boolean
  onAct: (act: RequestAct) => void
}

/** An open request and what can be done about it. */
export function RequestCard({ request, namesPatient, onAct }: RequestCardProps) {
  const { t } = useTranslation(['admission-requests', 'patients'])
  const ageText = useAgeText()
  const { patient } = request
  return (
    <article className={classes.request} aria-label={t('of', { person: formatPatientName(patient) })}>
      {namesPatient && (
        <div>
          <Link to={formatPatientPath(patient._id)} className={classes.requestName}>
            <PatientName of={patient} />
          </Link>
          <span className={classes.by}>
            {[`HN ${patient.hn}`, ageText(patient), t(`patients:gender.${patient.gender}`)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </div>
      )}
      <RequestFacts request={request} />
      <RequestActs request={request} onAct={onAct} />
    </article>
  )
}

function RequestActs({ request, onAct }: Omit<RequestCardProps, 'namesPatient'>) {
  const { t } = useTranslation('admission-requests')
  const mayAccept = useMay('admission:manage')
  const mayRequest = useMay('admission:request')
  const withdraw = useSend(admissionRequests.withdraw, { outdates: outdatedByStay })
  const { _id: request_id, patient } = request
  const askToWithdraw = async () => {
    const person = formatPatientName(patient)
    const isSure = await confirm({
      question: t('withdraw-question', { person }),
      about: `${person} · HN ${patient.hn}`,
      consequence: t('withdraw-consequence'),
      action: t('withdraw'),
    })
    if (isSure) withdraw.mutate({ patient_id: patient._id, request_id })
  }
  if (!mayAccept && !mayRequest) return null
  return (
    <div className={classes.requestActs}>
      {mayAccept && (
        <>
          <Button
            size="md"
            leftSection={<IconDoorEnter size={18} aria-hidden />}
            onClick={() => onAct({ kind: 'admit', request })}
          >
            {t('accept')}
          </Button>
          <Button size="md" variant="default" onClick={() => onAct({ kind: 'decline', request })}>
            {t('decline')}
          </Button>
        </>
      )}
      {mayRequest && (
        <Button size="md" variant="subtle" loading={withdraw.isPending} onClick={() => void askToWithdraw()}>
          {t('withdraw')}
        </Button>
      )}
    </div>
  )
}

export function RequestDialog({ act, onClose }: { act: RequestAct | undefined; onClose: () => void }) {
  return (
    <StayDialog act={act?.kind} patient={act?.request.patient} onClose={onClose}>
      {act?.kind === 'admit' && (
        <AdmitForm patient={act.request.patient} request={act.request} onClose={onClose} />
      )}
      {act?.kind === 'decline' && <DeclineForm request={act.request} onClose={onClose} />}
    </StayDialog>
  )
}
