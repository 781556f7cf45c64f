import { Button, Skeleton } from '@mantine/core'
import { IconDoorEnter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { admissions, type Patient, type StayHistory } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { MonitoringEnded } from '../../clinical/patient/monitoring-ended.tsx'
import { usePatientsCrumb } from '../../clinical/use-patients-crumb.ts'
import { useMay } from '../../session/signed-in.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { SegmentChoice } from '../../ui/form/segment-choice.tsx'
import { ExportButton, saveCsv } from '../../ui/list/export-button.tsx'
import { FilterBar } from '../../ui/list/filter/filter-bar.tsx'
import { SearchBox } from '../../ui/list/filter/search-box.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import { PrintButton } from '../../ui/print/print-button.tsx'
import { Section } from '../../ui/section.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { AdmitForm } from './acts/admit-form.tsx'
import { StayActsBar } from './acts/stay-acts-bar.tsx'
import { StayDialog } from './acts/stay-form.tsx'
import type { Undone } from './acts/undo-form.tsx'
import classes from './admissions.module.css'
import { AdmitHistoryPrintout } from './admit-history-printout.tsx'
import { PatientRequests, RequestButton } from './requests/patient-requests.tsx'
import { StayFacts } from './stay-facts.tsx'
import { StayLog } from './stay-log.tsx'
import { UntoldVisit } from './untold-visit.tsx'

type PatientAdmissionsProps = {
  patient: Patient
  /** Whether the form of an admission is open. */
  isAdmitting: boolean
  /** The referral with which they are admitted, if the screen was opened from one. */
  referralId: string | null
  onAdmitting: (isAdmitting: boolean) => void
}

const historyStates = ['all', 'left', 'voided'] as const

/** Which of the earlier stays are shown. */
type Narrowing = { text: string; state: (typeof historyStates)[number] }

const normalize = (text: string) => text.normalize('NFC').toLowerCase()

/** Whether a stay has this state, and the text somewhere in its number, its diagnoses, its places or what was noted. */
function isShown(stay: StayHistory, { text, state }: Narrowing): boolean {
  const isVoided = stay.voided_at !== null
  if (state !== 'all' && isVoided !== (state === 'voided')) return false
  const searched = [
    stay.an,
    stay.diagnosis,
    stay.disease,
    stay.attending?.first_name,
    stay.attending?.last_name,
    ...stay.discharge_diagnoses.map(({ code }) => code),
    ...stay.places.flatMap(({ ward }) => [ward.name_en, ward.name_th]),
    ...stay.acts.map(({ note }) => note),
  ]
  return searched.some((one) => one && normalize(one).includes(normalize(text.trim())))
}

/** A patient's stays: the present one with what can be done about it, and the earlier ones. */
export function PatientAdmissions({ patient, isAdmitting, referralId, onAdmitting }: PatientAdmissionsProps) {
  const { t, i18n } = useTranslation('admissions')
  const mayAdmit = useMay('admission:manage') && !patient.merged_into
  const [narrowing, setNarrowing] = useState<Narrowing>({ text: '', state: 'all' })
  const [undone, setUndone] = useState<Undone>()
  const stopAdmitting = () => onAdmitting(false)
  const history = useQuery(ask(admissions.history, { patient_id: patient._id }, true))
  if (!history.data)
    return (
      <>
        <Header patient={patient} hasStays={false} />
        {history.isLoadingError ? <QueryFailure query={history} /> : <Skeleton height="16rem" />}
      </>
    )
  const { stays } = history.data
  const present = stays.find(({ discharged_at, voided_at }) => discharged_at === null && voided_at === null)
  const earlier = stays.filter((stay) => stay !== present)
  const shown = earlier.filter((stay) => isShown(stay, narrowing))
  const lastLeft = present ? undefined : stays.find(({ voided_at }) => voided_at === null)
  const formatTitle = ({ admitted_at, an }: StayHistory) =>
    `${formatTime(admitted_at, i18n.language, 'dd MMM yyyy')} · AN ${an}`
  return (
    <>
      <Header patient={patient} hasStays={stays.length > 0} />
      {stays.length > 0 && <AdmitHistoryPrintout patient={patient} stays={stays} formatTitle={formatTitle} />}
      <div className={classes.stays}>
        {present ? (
          <Section title={t('present')}>
            <StayFacts stay={present} />
            <StayActsBar stay={present} mayBePutBack={false} onUndone={setUndone} />
            <StayLog stay={present} />
          </Section>
        ) : (
          <EmptyState reason={t('none-now')}>
            {mayAdmit && (
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
        {earlier.length > 0 && (
          <FilterBar>
            <SearchBox
              label={t('history-search')}
              hint={t('history-search')}
              view={{ text: narrowing.text }}
              onChange={({ text }) => setNarrowing({ ...narrowing, text })}
            />
            <SegmentChoice
              label={t('list.state')}
              value={narrowing.state}
              choices={historyStates.map((value) => ({ value, label: t(`state.${value}`) }))}
              onChange={(state) => setNarrowing({ ...narrowing, state })}
            />
          </FilterBar>
        )}
        {earlier.length > 0 && shown.length === 0 && <EmptyState reason={t('list.none-fits')} />}
        {shown.map((stay) => (
          <Section key={stay._id} title={formatTitle(stay)}>
            {stay.voided_at && (
              <p>
                {t('void-stay', { time: formatTime(stay.voided_at, i18n.language, 'dd MMM yyyy HH:mm') })}
              </p>
            )}
            <StayFacts stay={stay} />
            {stay.voided_at === null && (
              <StayActsBar
                stay={stay}
                mayBePutBack={stay === lastLeft && !patient.merged_into}
                onUndone={setUndone}
              />
            )}
            <details>
              <summary className={classes.summary}>{t('history')}</summary>
              <StayLog stay={stay} />
            </details>
          </Section>
        ))}
      </div>
      <MonitoringEnded
        person={undone?.has_ended_monitoring ? formatPatientName(patient) : undefined}
        onClose={() => setUndone(undefined)}
      />
      <UntoldVisit
        patientId={patient._id}
        visit={undone?.untold_visit ?? undefined}
        onClose={() => setUndone(undefined)}
      />
      <StayDialog
        act={isAdmitting && mayAdmit && !present ? 'admit' : undefined}
        patient={patient}
        onClose={stopAdmitting}
      >
        <AdmitForm patient={patient} referralId={referralId} onClose={stopAdmitting} />
      </StayDialog>
    </>
  )
}

function Header({ patient, hasStays }: { patient: Patient; hasStays: boolean }) {
  const { t } = useTranslation(['patients', 'admissions'])
  const patientsCrumb = usePatientsCrumb()
  const mayExport = useMay('patient:export')
  const send = useSend(admissions.exportHistory, { onSuccess: saveCsv })
  const isPhone = useIsPhone()
  return (
    <PageHeader title={t('section.admissions')} crumbs={[patientsCrumb]}>
      {hasStays && mayExport && (
        <ExportButton
          isPending={send.isPending}
          onExport={(language) => send.mutate({ patient_id: patient._id, language })}
        >
          {t('admissions:list.export')}
        </ExportButton>
      )}
      {hasStays && !isPhone && <PrintButton isBusy={false} onPrint={() => window.print()} />}
    </PageHeader>
  )
}
