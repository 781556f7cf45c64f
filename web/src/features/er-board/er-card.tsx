import { Button } from '@mantine/core'
import { IconAlertTriangle, IconClock, IconStopwatch } from '@tabler/icons-react'
import {
  type AlarmTimes,
  admissionRequests,
  classifyWait,
  type ErRow,
  findDoctorDue,
  findNextTriage,
  getWaitStart,
  type Thresholds,
  type TriageMinutes,
  triageLevels,
  type ZoneSettings,
} from 'contract'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSend } from '../../api/client.ts'
import { useZoneName } from '../../clinical/emergency/use-zone-name.ts'
import { ChangeHighlight } from '../../clinical/pages/change-highlight.tsx'
import { PatientName } from '../../clinical/patient/patient-name.tsx'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { TriageBadge } from '../../clinical/triage-badge.tsx'
import { formatPatientPath } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { useAgeText } from '../../ui/date/use-age-text.ts'
import { useDerivedNow, useNow } from '../../ui/date/use-now.ts'
import { formatPatientName } from '../../ui/person-name.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { ErActs } from './er-acts.tsx'
import classes from './er-board.module.css'
import { ErValues } from './er-values.tsx'
import { countMinutes, formatElapsed } from './rules.ts'
import { outdatedByRequest } from './use-act.ts'

const minuteMs = 60_000

export type ErCardSettings = {
  minutes: TriageMinutes
  zones: ZoneSettings
  limits: Thresholds['limits']
  times: AlarmTimes
  /** On a screen in public view names are short, nothing can be done, and what nobody has asked is not said. */
  isPublic: boolean
  onLeave: (row: ErRow) => void
  onPlace: (row: ErRow) => void
  onAdmit: (patientId: string) => void
  onRequest: (patientId: string) => void
  onComplete: (patientId: string) => void
}

type ErCardProps = ErCardSettings & { row: ErRow }

/** One patient of the emergency room. It is rendered again only when something about this patient changes. */
export const ErCard = memo(function ErCard(props: ErCardProps) {
  const { row, minutes, zones, isPublic } = props
  const { t } = useTranslation(['er-board', 'triage', 'patients'])
  const ageText = useAgeText()
  const zoneName = useZoneName(zones)
  const { visit, patient, last } = row
  const facts = [t(`patients:gender.${patient.gender}`), ageText(patient), !isPublic && `HN ${patient.hn}`]
  return (
    <article className={classes.card} aria-label={formatPatientName(patient)}>
      <header className={classes.cardHead}>
        {last && (
          <span className={classes.level}>
            <TriageBadge level={last.level} /> L{triageLevels.indexOf(last.level) + 1}
          </span>
        )}
        <strong className={classes.place}>
          {visit.zone ? zoneName(visit.zone) : t('no-place')}
          {visit.bay && ` · ${visit.bay}`}
        </strong>
      </header>
      <p className={classes.name}>
        {isPublic ? (
          <PatientName of={patient} isShort />
        ) : (
          <Link to={formatPatientPath(patient._id)} className={classes.link}>
            <PatientName of={patient} />
          </Link>
        )}
      </p>
      <p className={classes.small}>{facts.filter(Boolean).join(' · ')}</p>
      {row.is_closed && <p className={classes.small}>{t('closed')}</p>}
      {visit.complaint && (
        <p className={classes.complaint} title={visit.complaint}>
          {visit.complaint}
        </p>
      )}
      {!isPublic && <Unasked row={row} onComplete={props.onComplete} />}
      <Waits row={row} minutes={minutes} />
      <ErValues row={row} limits={props.limits} times={props.times} />
      <Clocks row={row} />
      {visit.request && <RequestMark row={row} request={visit.request} isPublic={isPublic} />}
      {(visit.doctor || visit.nurse) && (
        <p className={`${classes.small} ${classes.carers}`}>
          {visit.doctor && <Carer role="doctor" of={visit.doctor} />}
          {visit.nurse && <Carer role="nurse" of={visit.nurse} />}
        </p>
      )}
      {isPublic && visit.pending.length > 0 && (
        <p className={classes.small}>
          {t('awaited')} {visit.pending.map((item) => t(`item.${item}`)).join(' · ')}
        </p>
      )}
      {!isPublic && !row.is_closed && <ErActs {...props} />}
      <ChangeHighlight of={JSON.stringify([visit, last, row.is_admitted])} />
    </article>
  )
})

type UnaskedProps = Pick<ErCardProps, 'row' | 'onComplete'>

/** What nobody has asked yet: RED is confirmed before everything is asked. */
function Unasked({ row: { visit, patient }, onComplete }: UnaskedProps) {
  const { t } = useTranslation('triage')
  const mayTriage = useMay('triage:record')
  if (visit.unasked.length === 0) return null
  return (
    <div className={classes.unasked}>
      <span>
        {t('unasked.label', { names: visit.unasked.map((name) => t(`unasked.${name}`)).join(', ') })}
      </span>
      {mayTriage && (
        <Button
          variant="light"
          size="compact-md"
          className={classes.act}
          aria-label={`${t('unasked.ask')} ${t('form.about', { name: formatPatientName(patient) })}`}
          onClick={() => onComplete(patient._id)}
        >
          {t('unasked.ask')}
        </Button>
      )}
    </div>
  )
}

function Carer({ role, of }: { role: 'doctor' | 'nurse'; of: NonNullable<ErRow['visit']['doctor']> }) {
  const { t } = useTranslation('er-board')
  return (
    <span>
      {t(`role.${role}`)} <StaffName of={of} className={classes.carer} />
    </span>
  )
}

type WaitState = 'soon' | 'overdue' | undefined

/** A time that runs, with the word of its state: it is not told by the colour alone. */
function Wait({ label, state, children }: { label: ReactNode; state?: WaitState; children: ReactNode }) {
  const { t } = useTranslation('er-board')
  const Icon = state === 'overdue' ? IconAlertTriangle : IconClock
  return (
    <p className={classes.wait} data-state={state}>
      <Icon size={14} aria-hidden />
      <span>{label}</span> <span className={classes.figures}>{children}</span>
      {state && <strong>{t(`wait.${state}`)}</strong>}
    </p>
  )
}

function Waits({ row, minutes }: { row: ErRow; minutes: TriageMinutes }) {
  const { t } = useTranslation('er-board')
  const { visit } = row
  return (
    <>
      {visit.first_seen_at ? (
        <Wait label={t('wait.seen')}>
          <TimeAgo at={visit.first_seen_at} />
        </Wait>
      ) : (
        <DoctorWait row={row} minutes={minutes} />
      )}
      {visit.er_since && (
        <Wait label={t('wait.from-clinic')}>
          <TimeAgo at={visit.er_since} />
        </Wait>
      )}
      <NextTriage row={row} minutes={minutes} />
    </>
  )
}

function DoctorWait({ row, minutes }: { row: ErRow; minutes: TriageMinutes }) {
  const { t } = useTranslation('er-board')
  const { visit, last } = row
  const since = Date.parse(getWaitStart(visit))
  const waited = Number(useDerivedNow((now) => String(countMinutes(since, now))))
  const target = last && minutes[last.level].doctor
  const state = useDerivedNow((now): WaitState => {
    const due = findDoctorDue(row, minutes)
    return due === undefined ? undefined : classifyWait({ since, due }, now)
  })
  return (
    <Wait label={t(last ? 'wait.doctor' : 'wait.first')} state={state}>
      {target ? t('wait.of', { minutes: waited, target }) : t('wait.minutes', { minutes: waited })}
    </Wait>
  )
}

function NextTriage({ row, minutes }: { row: ErRow; minutes: TriageMinutes }) {
  const { t, i18n } = useTranslation(['er-board', 'triage'])
  const next = findNextTriage(row, minutes, useNow(minuteMs))
  const state = useDerivedNow((now): WaitState => {
    if (!next || !row.last || next.reason === 'continuous') return undefined
    return classifyWait({ since: Date.parse(row.last.at), due: Date.parse(next.due_at) }, now)
  })
  if (!next) return null
  return (
    <Wait label={t('wait.triage')} state={state}>
      {next.reason === 'continuous' ? (
        t('wait.continuous')
      ) : state === 'overdue' ? (
        <TimeAgo at={next.due_at} isShort />
      ) : (
        <time dateTime={next.due_at}>{formatTime(next.due_at, i18n.language, 'HH:mm')}</time>
      )}
      {next.reason !== 'level' && next.reason !== 'continuous' && ` · ${t(`triage:reason.${next.reason}`)}`}
    </Wait>
  )
}

/** What runs: fast tracks since they began, and how long somebody has boarded here; of an inpatient their place. */
function Clocks({ row: { visit, patient, is_admitted } }: { row: ErRow }) {
  const { t, i18n } = useTranslation(['er-board', 'triage'])
  const localName = useLocalizedName()
  const { fast_tracks, onset_at, boarding_since, decided } = visit
  const isInpatient = is_admitted && boarding_since === null
  const place = [patient.ward && localName(patient.ward), patient.bed].filter(Boolean).join(' · ')
  if (fast_tracks.length === 0 && boarding_since === null && decided === null && !isInpatient) return null
  return (
    <p className={classes.clocks}>
      {fast_tracks.map(({ track, since }) => (
        <span key={track} className={classes.clock}>
          <IconStopwatch size={14} aria-hidden /> <Elapsed track={t(`triage:track.${track}`)} since={since} />
        </span>
      ))}
      {fast_tracks.length > 0 && onset_at && (
        <span className={classes.small}>
          {t('onset', { time: formatTime(onset_at, i18n.language, 'dd MMM yyyy HH:mm') })}
        </span>
      )}
      {isInpatient && <strong>{t('inpatient', { place })}</strong>}
      {!isInpatient && (decided !== null || is_admitted) && (
        <strong>{is_admitted ? t('admitted') : decided && t(`decided.${decided}`)}</strong>
      )}
      {boarding_since && <Elapsed since={boarding_since} />}
    </p>
  )
}

function Elapsed({ track, since }: { track?: string; since: string }) {
  const { t } = useTranslation('er-board')
  const time = useDerivedNow((now) => formatElapsed(since, now))
  return <time dateTime={since}>{track ? t('track-clock', { track, time }) : t('boards', { time })}</time>
}

type RequestMarkProps = { row: ErRow; request: NonNullable<ErRow['visit']['request']>; isPublic: boolean }

/** Which ward was asked to admit the patient; if it declined, why, until somebody has seen it. */
function RequestMark({ row: { patient }, request, isPublic }: RequestMarkProps) {
  const { t } = useTranslation(['er-board', 'admission-requests'])
  const localName = useLocalizedName()
  const mayRequest = useMay('admission:request')
  const see = useSend(admissionRequests.seeDecline, { outdates: outdatedByRequest, showSuccess: false })
  const ward = localName(request.ward)
  if (request.state === 'open')
    return (
      <p className={classes.small}>
        {t('request.open', { ward })} · <TimeAgo at={request.since} />
      </p>
    )
  return (
    <div className={classes.declined}>
      <p>
        <IconAlertTriangle size={14} aria-hidden /> <strong>{t('request.declined', { ward })}</strong>
        {request.decline_reason && ` ${t(`admission-requests:decline-reasons.${request.decline_reason}`)}`}
      </p>
      {mayRequest && !isPublic && (
        <Button
          variant="light"
          size="compact-md"
          className={classes.act}
          loading={see.isPending}
          onClick={() => see.mutate({ patient_id: patient._id, request_id: request._id })}
        >
          {t('admission-requests:seen')}
        </Button>
      )}
    </div>
  )
}
