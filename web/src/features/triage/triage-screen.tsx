import { Button, Skeleton } from '@mantine/core'
import {
  type ConfirmedHistory,
  confirmedParts,
  errorCodes,
  isHistoryConfirmed,
  listConfirmable,
  triageLevels,
  type Visit,
} from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ToldLine } from '../../clinical/ambulance/told-values.tsx'
import { BreakGlassForm, parseBlockedRecord } from '../../clinical/break-glass-form.tsx'
import { PatientName } from '../../clinical/patient/patient-name.tsx'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { TriageBadge } from '../../clinical/triage-badge.tsx'
import { formatClinicalPath, triageQueuePath } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { useAgeText } from '../../ui/date/use-age-text.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { ArrivalCorrectionForm, ArrivalForm } from './arrival/arrival-form.tsx'
import { ArrivalLine } from './arrival/arrival-line.tsx'
import { type Prepared, usePreparedTriage } from './queries.ts'
import { TriageForm } from './triage-form.tsx'
import classes from './triage-screen.module.css'

/** The triage of one patient. */
export function TriageScreen({ patientId, onDone }: { patientId: string; onDone: () => void }) {
  const { t } = useTranslation(['triage', 'patient-record'])
  const found = usePreparedTriage(patientId)
  const outside = parseBlockedRecord(found.error)
  const { data } = found
  const [seen, setSeen] = useState<ConfirmedHistory | null>(null)
  // What was changed in the record since is confirmed anew.
  const confirmedHistory = data && seen && isHistoryConfirmed(seen, listConfirmable(data)) ? seen : null
  return (
    <div className={classes.screen}>
      <div className={classes.title}>
        <PageHeader title={t('form.title')} crumbs={[{ label: t('queue.title'), to: triageQueuePath }]} />
      </div>
      {outside ? (
        <BreakGlassForm record={outside} isOpening={found.isFetching} onOpened={() => void found.refetch()} />
      ) : found.isLoadingError ? (
        found.error.code === errorCodes['not-found'] || found.error.code === errorCodes.invalid ? (
          <EmptyState reason={t('patient-record:not-found-reason')} />
        ) : (
          <QueryFailure query={found} />
        )
      ) : !data ? (
        <Skeleton height="32rem" />
      ) : (
        <>
          <TriageHead prepared={data} confirmedHistory={confirmedHistory} onConfirm={setSeen} />
          {data.visit ? (
            <TriageForm
              key={data.visit._id}
              prepared={{ ...data, visit: data.visit }}
              confirmedHistory={confirmedHistory}
              onDone={onDone}
            />
          ) : (
            <NotHere prepared={data} />
          )}
        </>
      )}
    </div>
  )
}

/** Who it is, and what must be known before anything is decided. */
function TriageHead({
  prepared,
  confirmedHistory,
  onConfirm,
}: {
  prepared: Prepared
  confirmedHistory: ConfirmedHistory | null
  onConfirm: (history: ConfirmedHistory | null) => void
}) {
  const { t } = useTranslation(['triage', 'patients', 'patient-record'])
  const ageText = useAgeText()
  const localName = useLocalizedName()
  const { patient, visit, allergies, no_known_allergy, diseases, medications, triages } = prepared
  const [last] = triages
  const confirmable = listConfirmable(prepared)
  const shownParts = confirmedParts.filter((part) => confirmable[part] !== null)
  const partNames = shownParts.map((part) => t(`form.${part}`)).join(', ')
  const confirmed = triages.find(
    ({ found, completes }) => shownParts.length > 0 && !completes && isHistoryConfirmed(found, confirmable),
  )
  const mayCorrect = useMay('queue:manage')
  const [isCorrecting, setCorrecting] = useState(false)
  return (
    <section className={classes.head} aria-label={t('queue.patient')}>
      <PatientName of={patient} className={classes.name} />
      <span>
        <abbr>HN</abbr> {patient.hn}
      </span>
      <span>
        {t(`patients:gender.${patient.gender}`)} {ageText(patient) ?? t('patient-record:age-unknown')}
      </span>
      {visit && (
        <span>
          <abbr>VN</abbr> {visit.vn} · {t('form.arrived')} <TimeAgo at={visit.visited_at} />
        </span>
      )}
      {allergies.length > 0 ? (
        <strong className={classes.allergy}>
          {t('form.allergic')} {allergies.map(({ substance }) => substance).join(', ')}
        </strong>
      ) : (
        <span className={classes.dim}>
          {t(no_known_allergy ? 'form.no-allergy' : 'form.allergy-unknown')}
        </span>
      )}
      {confirmed && (
        <span>
          {t('form.history-confirmed')} <StaffName of={confirmed.by} /> <TimeAgo at={confirmed.at} />
        </span>
      )}
      <Button
        component={Link}
        to={formatClinicalPath(patient._id)}
        variant="subtle"
        size="compact-md"
        px={4}
        aria-label={t('form.change-history')}
      >
        {t('form.change')}
      </Button>
      <div className={classes.line}>
        {visit && shownParts.length > 0 && (
          <Button
            variant={confirmedHistory ? 'filled' : 'light'}
            size="compact-md"
            title={partNames}
            aria-label={`${t('form.confirm-history')}: ${partNames}`}
            aria-pressed={confirmedHistory !== null}
            onClick={() => onConfirm(confirmedHistory ? null : confirmable)}
          >
            {t('form.confirm-history')}
          </Button>
        )}
        {diseases.length > 0 && <span className={classes.dim}>{diseases.map(localName).join(', ')}</span>}
        {medications.length > 0 && (
          <span>
            {t('form.takes')}{' '}
            {medications.map(({ name, dose }) => [name, dose].filter(Boolean).join(' ')).join(', ')}
          </span>
        )}
        {last && (
          <span>
            {t('form.last')} <TriageBadge level={last.level} /> L{triageLevels.indexOf(last.level) + 1} ·{' '}
            <TimeAgo at={last.at} />
          </span>
        )}
        {visit && <ArrivalLine visit={visit} />}
        {visit && mayCorrect && (
          <Button variant="subtle" size="compact-md" onClick={() => setCorrecting(true)}>
            {t('arrival.correct-title')}
          </Button>
        )}
        {visit?.brought && <BroughtLine brought={visit.brought} />}
      </div>
      {visit && (
        <Dialog
          isWide
          title={t('arrival.correct-title')}
          opened={isCorrecting}
          onClose={() => setCorrecting(false)}
        >
          <ArrivalCorrectionForm patient={patient} visit={visit} onDone={() => setCorrecting(false)} />
        </Dialog>
      )}
    </section>
  )
}

/** The ambulance that brought the patient, and what was measured before the arrival. */
function BroughtLine({ brought: { number, told, is_alone } }: { brought: NonNullable<Visit['brought']> }) {
  const { t } = useTranslation('triage')
  return (
    <div role="note" aria-label={t('brought.label')} className={classes.brought}>
      <span>{t('brought.mission', { number })}</span>
      {!is_alone && <span>{t('brought.of-several')}</span>}
      {told.length > 0 && <span className={classes.dim}>{t('brought.label')}</span>}
      {told.map((one) => (
        <ToldLine key={one.measured_at} told={one} />
      ))}
    </div>
  )
}

function NotHere({ prepared: { patient } }: { prepared: Prepared }) {
  const { t } = useTranslation('triage')
  const mayManage = useMay('queue:manage')
  const [isArriving, setArriving] = useState(false)
  return (
    <EmptyState reason={t('form.not-here')}>
      {mayManage && (
        <Button size="md" onClick={() => setArriving(true)}>
          {t('form.arrive')}
        </Button>
      )}
      <Dialog isWide title={t('arrival.title')} opened={isArriving} onClose={() => setArriving(false)}>
        <ArrivalForm patient={patient} onDone={() => setArriving(false)} />
      </Dialog>
    </EmptyState>
  )
}
