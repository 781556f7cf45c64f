import { Button, Skeleton } from '@mantine/core'
import { IconDoorEnter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { admissions, type Patient, type StayHistory } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { patientListPath } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PrintButton } from '../../ui/print/print-button.tsx'
import { Section } from '../../ui/section.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { AdmitForm } from './acts/admit-form.tsx'
import { StayActsBar } from './acts/stay-acts-bar.tsx'
import { StayDialog } from './acts/stay-form.tsx'
import { AdmitHistoryPaper } from './admit-history-paper.tsx'
import { PatientRequests, RequestButton } from './requests/patient-requests.tsx'
import { StayFacts } from './stay-facts.tsx'
import { StayLog } from './stay-log.tsx'

type PatientAdmissionsProps = {
  patient: Patient
  /** Whether the form of an admission is open. */
  isAdmitting: boolean
  onAdmitting: (isAdmitting: boolean) => void
}

/** A patient's stays: the present one with what can be done about it, and the earlier ones. */
export function PatientAdmissions({ patient, isAdmitting, onAdmitting }: PatientAdmissionsProps) {
  const { t, i18n } = useTranslation('admissions')
  const mayManage = useMay('admission:manage')
  const stopAdmitting = () => onAdmitting(false)
  const history = useQuery(ask(admissions.history, { patient_id: patient._id }, true))
  if (!history.data)
    return (
      <>
        <Header mayPrint={false} />
        {history.isLoadingError ? <QueryFailure query={history} /> : <Skeleton height="16rem" />}
      </>
    )
  const { stays } = history.data
  const present = stays.find(({ discharged_at, voided_at }) => discharged_at === null && voided_at === null)
  const earlier = stays.filter((stay) => stay !== present)
  const lastLeft = present ? undefined : stays.find(({ voided_at }) => voided_at === null)
  const formatTitle = ({ admitted_at, an }: StayHistory) =>
    `${formatTime(admitted_at, i18n.language, 'dd MMM yyyy')} · AN ${an}`
  return (
    <>
      <Header mayPrint={stays.length > 0} />
      {stays.length > 0 && <AdmitHistoryPaper patient={patient} stays={stays} formatTitle={formatTitle} />}
      {present ? (
        <Section title={t('present')}>
          <StayFacts stay={present} />
          <StayActsBar stay={present} mayBePutBack={false} />
          <StayLog stay={present} />
        </Section>
      ) : (
        <EmptyState reason={t('none-now')}>
          {mayManage && (
            <Button
              size="md"
              leftSection={<IconDoorEnter size={18} aria-hidden />}
              onClick={() => onAdmitting(true)}
            >
              {t('admit')}
            </Button>
          )}
          <RequestButton patient={patient} />
        </EmptyState>
      )}
      <PatientRequests patient={patient} />
      {earlier.map((stay) => (
        <Section key={stay._id} title={formatTitle(stay)}>
          {stay.voided_at && (
            <p>{t('void-stay', { time: formatTime(stay.voided_at, i18n.language, 'dd MMM yyyy HH:mm') })}</p>
          )}
          <StayFacts stay={stay} />
          {stay.voided_at === null && <StayActsBar stay={stay} mayBePutBack={stay === lastLeft} />}
          <details>
            <summary>{t('history')}</summary>
            <StayLog stay={stay} />
          </details>
        </Section>
      ))}
      <StayDialog
        act={isAdmitting && mayManage && !present ? 'admit' : undefined}
        patient={patient}
        onClose={stopAdmitting}
      >
        <AdmitForm patient={patient} onClose={stopAdmitting} />
      </StayDialog>
    </>
  )
}

function Header({ mayPrint }: { mayPrint: boolean }) {
  const { t } = useTranslation(['patients', 'app'])
  const isPhone = useIsPhone()
  return (
    <PageHeader
      title={t('section.admissions')}
      crumbs={[{ label: t('app:patient-list'), to: patientListPath }]}
    >
      {mayPrint && !isPhone && <PrintButton isBusy={false} onPrint={() => window.print()} />}
    </PageHeader>
  )
}
