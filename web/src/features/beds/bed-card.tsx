import { Button } from '@mantine/core'
import {
  IconBan,
  IconBed,
  IconBell,
  IconBookmark,
  IconCheck,
  IconHourglass,
  IconSpray,
  IconWalk,
  type TablerIcon,
} from '@tabler/icons-react'
import {
  type AlarmSeverity,
  type AlarmTimes,
  type BedReservation,
  beds,
  type MappedBed,
  type MappedWard,
  type StaffLabel,
  type WardPatient,
} from 'contract'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSend } from '../../api/client.ts'
import { getScoreSeverity } from '../../clinical/newest-values.ts'
import { ChangeHighlight } from '../../clinical/pages/change-highlight.tsx'
import { PatientName } from '../../clinical/patient/patient-name.tsx'
import { useStayLength } from '../../clinical/patient/use-stay-length.ts'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { TriageBadge } from '../../clinical/triage-badge.tsx'
import { formatPatientPath } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import { formatDate, formatStartTime } from '../../ui/date/dates.ts'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { useAgeText } from '../../ui/date/use-age-text.ts'
import { useDerivedNow } from '../../ui/date/use-now.ts'
import { InlineFacts } from '../../ui/inline-facts.tsx'
import type { BedAct } from './bed-act-dialog.tsx'
import { BedMenu, PatientMenu } from './bed-menu.tsx'
import classes from './beds.module.css'
import type { PatientMove, PlaceStatus } from './rules.ts'

const statusIcons: Record<PlaceStatus, TablerIcon> = {
  ready: IconCheck,
  occupied: IconBed,
  leave: IconWalk,
  reserved: IconBookmark,
  cleaning: IconSpray,
  blocked: IconBan,
  waiting: IconHourglass,
}

function Status({ status, isTerminal = false }: { status: PlaceStatus; isTerminal?: boolean | undefined }) {
  const { t } = useTranslation('beds')
  const Icon = statusIcons[status]
  return (
    <span className={classes.status}>
      <Icon size={16} aria-hidden />
      {isTerminal ? t('terminal-cleaning') : t(`status.${status}`)}
    </span>
  )
}

type SharedProps = {
  status: PlaceStatus
  ward: MappedWard['ward']
  /** The doctor of the patient; undefined also if the record is closed to the user. */
  attending: StaffLabel | undefined
  /** The most severe open alarm of the patient. */
  alarm: AlarmSeverity | undefined
  times: AlarmTimes
  isPublic: boolean
  /** Undefined if the user may move nobody. */
  onMove: ((move: PatientMove) => void) | undefined
}

type BedCardProps = SharedProps & {
  bed: MappedBed
  /** Undefined if there is none, or if it has ended. */
  reservation: BedReservation | undefined
  isEnding: boolean
  onAct: (act: BedAct) => void
}

/** One bed. It is rendered again only when something about this bed changes. */
export const BedCard = memo(function BedCard(props: BedCardProps) {
  const { bed, status, ward, attending, reservation, isEnding, alarm, times, isPublic, onAct, onMove } = props
  const { t } = useTranslation('beds')
  const mayManage = useMay('bed:manage')
  const { label, state, state_note, state_at, features, needs_terminal_cleaning, occupant } = bed
  const markReady = useSend(beds.setState, { outdates: [beds.map] })
  return (
    <article className={classes.card} data-status={status} aria-label={t('bed', { bed: label })}>
      <header className={classes.head}>
        <span className={classes.label}>{label}</span>
        <Status status={status} isTerminal={status === 'cleaning' && needs_terminal_cleaning} />
        {occupant && state !== 'ready' && <Status status={state} />}
        {occupant && needs_terminal_cleaning && <Status status="cleaning" isTerminal />}
        {!isPublic && (
          <BedMenu
            bed={bed}
            reservation={reservation}
            onAct={onAct}
            onMove={onMove && occupant ? (act) => onMove({ act, ward, bed, patient: occupant }) : undefined}
          />
        )}
      </header>
      {occupant && <PatientFacts patient={occupant} {...{ attending, alarm, times, isPublic }} />}
      {occupant?.isolation?.includes('AIRBORNE') && !features?.includes('negative_pressure') && (
        <p className={classes.line} data-late>
          {t('no-negative-pressure')}
        </p>
      )}
      {state === 'blocked' && state_note && <p className={classes.line}>{state_note}</p>}
      {!occupant && state !== 'ready' && state_at && (
        <p className={classes.small}>
          {t('for')} <TimeAgo at={state_at} isShort />
        </p>
      )}
      {reservation && <ReservedFor reservation={reservation} isEnding={isEnding} isPublic={isPublic} />}
      {features && <p className={classes.small}>{features.map((one) => t(`feature.${one}`)).join(' · ')}</p>}
      {(status === 'cleaning' || needs_terminal_cleaning) && mayManage && !isPublic && (
        <Button
          variant="light"
          size="md"
          className={classes.ready}
          leftSection={<IconCheck size={18} aria-hidden />}
          loading={markReady.isPending}
          onClick={() => markReady.mutate({ _id: bed._id, state: 'ready' })}
        >
          {t(status === 'cleaning' ? 'mark-ready' : 'mark-cleaned')}
        </Button>
      )}
      <ChangeHighlight of={describeCard([status, state, needs_terminal_cleaning, reservation], occupant)} />
    </article>
  )
})

type PatientCardProps = SharedProps & { patient: WardPatient }

/** A patient of the ward who has no bed. */
export const PatientCard = memo(function PatientCard({ status, ward, onMove, ...shared }: PatientCardProps) {
  const { patient, isPublic } = shared
  return (
    <article className={classes.card} data-status={status}>
      <header className={classes.head}>
        <Status status={status} />
        <span className={classes.small}>
          <TimeAgo at={patient.since} isShort />
        </span>
        {!isPublic && (
          <PatientMenu
            patient={patient}
            onMove={onMove && ((act) => onMove({ act, ward, bed: null, patient }))}
          />
        )}
      </header>
      <PatientFacts {...shared} />
      <ChangeHighlight of={describeCard([status], patient)} />
    </article>
  )
})

/** What a card tells, but for the age of a score: a device that measures all day is no news each time. */
function describeCard(facts: readonly unknown[], patient: WardPatient | undefined): string {
  return JSON.stringify([...facts, patient && { ...patient, score: patient.score?.value }])
}

type PatientFactsProps = Omit<PatientCardProps, 'status' | 'ward' | 'onMove'>

function PatientFacts({ patient: here, attending, alarm, times, isPublic }: PatientFactsProps) {
  const { t } = useTranslation(['beds', 'alarms', 'patients', 'monitoring'])
  const ageText = useAgeText()
  const { patient, score, isolation, admitted_at } = here
  const { date_of_birth = null, birth_date_precision = null } = patient
  const stayLength = useStayLength()
  const facts = [
    !isPublic && `HN ${patient.hn}`,
    ageText({ date_of_birth, birth_date_precision }),
    t(`patients:gender.${patient.gender}`),
    stayLength({ admitted_at }),
  ]
  return (
    <>
      <p className={classes.name}>
        {isPublic ? (
          <PatientName of={patient} isShort />
        ) : (
          // Dragging moves the patient and not the link.
          <Link to={formatPatientPath(patient._id)} className={classes.link} draggable={false}>
            <PatientName of={patient} />
          </Link>
        )}
      </p>
      <p className={classes.small}>
        <InlineFacts of={facts} />
      </p>
      <p className={classes.signs}>
        {patient.triage_level && <TriageBadge level={patient.triage_level} />}
        {score && (
          <span className={classes.sign}>
            {t('monitoring:news2')}{' '}
            <b className={classes.score} data-severity={getScoreSeverity(score.value, times)}>
              {score.value}
            </b>{' '}
            <span className={classes.small}>
              <TimeAgo at={score.at} isShort />
            </span>
          </span>
        )}
        {alarm && (
          <span className={classes.alarm} data-severity={alarm}>
            <IconBell size={14} aria-hidden />
            {t(`alarms:severity.${alarm}`)}
          </span>
        )}
      </p>
      {isolation && (
        <p className={classes.isolation}>{isolation.map((one) => t(`isolation.${one}`)).join(' · ')}</p>
      )}
      {isolation?.includes('AIRBORNE') && <p className={classes.small}>{t('airborne-needs')}</p>}
      {attending && !isPublic && (
        <p className={classes.small}>
          <StaffName of={attending} />
        </p>
      )}
      <DueBack patient={here} />
    </>
  )
}

/** When a patient on leave is expected back, or when one in bed is to go home. */
function DueBack({ patient: { kind, due_back_at, planned_discharge_on } }: { patient: WardPatient }) {
  const { t, i18n } = useTranslation('beds')
  const isLate = useDerivedNow(
    (now) => kind === 'leave' && due_back_at !== undefined && Date.parse(due_back_at) < now,
  )
  const due = useDerivedNow((now) =>
    due_back_at ? formatStartTime(new Date(due_back_at), new Date(now), i18n.language) : undefined,
  )
  if (kind === 'leave' && due)
    return (
      <p className={classes.line} data-late={isLate || undefined}>
        {t(isLate ? 'back-late' : 'back', { time: due })}
      </p>
    )
  if (!planned_discharge_on) return null
  return (
    <p className={classes.small}>{t('planned', { day: formatDate(planned_discharge_on, i18n.language) })}</p>
  )
}

type ReservedForProps = { reservation: BedReservation; isEnding: boolean; isPublic: boolean }

function ReservedFor({ reservation: { patient, until }, isEnding, isPublic }: ReservedForProps) {
  const { t, i18n } = useTranslation('beds')
  const time = useDerivedNow((now) => formatStartTime(new Date(until), new Date(now), i18n.language))
  return (
    <p className={classes.line} data-late={isEnding || undefined}>
      {t('reserved-for')} <PatientName of={patient} isShort={isPublic} /> {t('until', { time })}
      {isEnding && ` · ${t('ends-soon')}`}
    </p>
  )
}
