import { Alert, Badge, Button } from '@mantine/core'
import { IconAlertTriangle, IconBolt, IconShield } from '@tabler/icons-react'
import {
  type InboundRow,
  inbound,
  isHandedOver,
  isPlaceKept,
  mayPrepare,
  preAlertStories,
  toToldAgeParts,
  waitsForAcknowledgement,
  type ZoneSettings,
} from 'contract'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSend } from '../../api/client.ts'
import { nameState } from '../../clinical/ambulance/mission-words.ts'
import { LatestLines, ToldLine } from '../../clinical/ambulance/told-values.tsx'
import { useZoneName } from '../../clinical/emergency/use-zone-name.ts'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { TriageBadge } from '../../clinical/triage-badge.tsx'
import { formatPatientPath } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { Time } from '../../ui/date/time.tsx'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { useDerivedNow } from '../../ui/date/use-now.ts'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import classes from './inbound.module.css'
import { outdatedByInbound } from './queries.ts'

type InboundCardProps = {
  row: InboundRow
  zones: ZoneSettings
  onPrepare: (row: InboundRow) => void
  onArrive: (row: InboundRow) => void
}

/** A patient whom an ambulance brings: how urgent, when, what is known, and what is done about it. */
export function InboundCard({ row, zones, onPrepare, onArrive }: InboundCardProps) {
  const { t } = useTranslation(['inbound', 'missions', 'triage', 'admissions', 'ui'])
  const mayManage = useMay('queue:manage')
  const zoneName = useZoneName(zones)
  const acknowledge = useSend(inbound.acknowledge, { inline: true, outdates: outdatedByInbound })
  const { pre_alert, patients, acknowledged, prepared, arrivals, arrived, expected, at_scene } = row
  const waits = waitsForAcknowledgement(row)
  const isOfSeveral = expected > 1 || at_scene !== null
  return (
    <article
      className={classes.card}
      data-waits={(waits && row.colour === 'RED') || undefined}
      aria-label={row.number}
    >
      <header className={classes.head}>
        {row.colour ? (
          <TriageBadge level={row.colour} />
        ) : (
          <span className={classes.minor}>{t('colour-unknown')}</span>
        )}
        <strong>{row.vehicle?.call_sign}</strong>
        <span className={classes.minor}>
          {row.number} · {nameState(row.state, row.kind)}
        </span>
      </header>
      <EtaLine row={row} />
      {patients.length === 0 ? (
        <p className={classes.who}>{describeRequested(row.patient_name ?? t('unknown'))}</p>
      ) : (
        patients.map(({ patient, is_requested }) => {
          const name = `${formatPatientName(patient)} · HN ${patient.hn}`
          return (
            <p key={patient._id} className={classes.who}>
              {is_requested ? describeRequested(name) : name}
            </p>
          )
        })
      )}
      {at_scene !== null && (row.is_mass_casualty || at_scene > expected) && (
        <p>{t(row.is_mass_casualty ? 'mass-casualty' : 'at-scene', { count: at_scene })}</p>
      )}
      {expected > 1 && (
        <p>
          <strong>
            {arrivals.length === 0
              ? t('brings', { count: expected })
              : t('arrived-of', { arrived: arrivals.length, expected })}
          </strong>
        </p>
      )}
      {row.complaint && <p>{row.complaint}</p>}
      {pre_alert && <Story alert={pre_alert} />}
      {!pre_alert && !isHandedOver(row) && <p className={classes.minor}>{t('no-pre-alert')}</p>}
      {row.told && (
        <>
          <span className={classes.minor}>{t('values')}</span>
          <ToldLine told={row.told} />
        </>
      )}
      {row.written_sheets.map((written) => (
        <Fragment key={`${written.patient_number} ${written.measured_at}`}>
          <span className={classes.minor}>
            {isOfSeveral && written.patient_number !== null && (
              <strong>{t('patient-number', { number: written.patient_number })} · </strong>
            )}
            {t(patients.length === 0 ? 'written' : 'written-unnamed')} <StaffName of={written.by} />
          </span>
          <ToldLine told={written} />
        </Fragment>
      ))}
      {patients
        .filter(({ latest }) => latest.length > 0)
        .map(({ patient, latest }) => (
          <Fragment key={patient._id}>
            <span className={classes.minor}>
              {t('latest')}
              {expected > 1 && ` · ${formatPatientName(patient)}`}
            </span>
            <LatestLines latest={latest} />
          </Fragment>
        ))}
      <div className={classes.badges}>
        {pre_alert?.fast_tracks.map((track) => (
          <Badge key={track} variant="default" leftSection={<IconBolt size={14} aria-hidden />}>
            {t('fast-track')}: {t(`triage:track.${track}`)}
          </Badge>
        ))}
        {row.isolation
          .filter((kind) => kind !== 'STANDARD')
          .map((kind) => (
            <Badge key={kind} variant="default" leftSection={<IconShield size={14} aria-hidden />}>
              {t(`admissions:isolations.${kind}`)}
            </Badge>
          ))}
      </div>
      {waits && row.alarm_level !== null && row.alarm_level !== 'ward' && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} p="xs">
          {t('escalated')}
        </Alert>
      )}
      {acknowledged && (
        <p>
          {t('acknowledged')}: <StaffName of={acknowledged.by} /> <Time at={acknowledged.at} />
        </p>
      )}
      {prepared && isPlaceKept(row) && (
        <p>
          {t('prepared')}:{' '}
          <strong>
            {zoneName(prepared.zone)} {prepared.bay}
          </strong>{' '}
          <StaffName of={prepared.by} />
        </p>
      )}
      {arrivals.map((arrival) => (
        <p key={arrival.visit_id}>
          {isOfSeveral && (
            <>
              <strong>{formatPatientName(arrival.patient)}</strong> HN {arrival.patient.hn} ·{' '}
            </>
          )}
          {t('arrived')} <Time at={arrival.at} /> <StaffName of={arrival.by} /> ·{' '}
          <Link className={classes.link} to={formatPatientPath(arrival.patient._id)}>
            {t('open-visit')}
          </Link>
        </p>
      ))}
      <FailureAlert error={acknowledge.error} />
      {mayManage && (
        <div className={classes.acts}>
          {waits && pre_alert && (
            <Button
              size="md"
              loading={acknowledge.isPending}
              onClick={() => acknowledge.mutate({ _id: row._id, pre_alert_id: pre_alert._id })}
            >
              {t('acknowledge')}
            </Button>
          )}
          {mayPrepare(row) && (
            <Button size="md" variant="default" onClick={() => onPrepare(row)}>
              {t('prepare')}
            </Button>
          )}
          {arrived ? (
            <Button size="md" variant="subtle" onClick={() => onArrive(row)}>
              {t('one-more')}
            </Button>
          ) : (
            <Button size="md" variant={waits ? 'default' : 'filled'} onClick={() => onArrive(row)}>
              {t(arrivals.length === 0 ? 'arrive' : 'arrive-next')}
            </Button>
          )}
        </div>
      )}
    </article>
  )
  /** A name with what the request says of the person. */
  function describeRequested(name: string) {
    const sex = row.sex === '1' || row.sex === '2' || row.sex === '9' ? t(`sex.${row.sex}`) : null
    const { age_years: years, age_months: months, age_days: days } = row
    const age = toToldAgeParts({ years, months, days })
      .map(({ unit, count }) => t(`ui:age.${unit}`, { count }))
      .join(' ')
    return [name, sex, age && row.is_age_estimated ? t('ui:about', { what: age }) : age]
      .filter(Boolean)
      .join(' · ')
  }
}

/** When they come, and by whose word; how long a position is known; whether they are here. */
function EtaLine({ row }: { row: InboundRow }) {
  const { t, i18n } = useTranslation('inbound')
  const { eta, arrivals, arrived } = row
  const isPassed = useDerivedNow((now) => eta !== null && Date.parse(eta.at) <= now)
  if (arrived) return null
  if (isHandedOver(row))
    return (
      <p className={classes.eta}>
        <strong>{t(row.state === 'CLOSED' ? 'not-registered-closed' : 'not-registered')}</strong>
      </p>
    )
  if (arrivals.length > 0) return null
  if (!eta) return <p className={classes.eta}>{t('eta-unknown')}</p>
  return (
    <p className={classes.eta}>
      <strong>
        {isPassed ? t('eta-passed') : t('eta')} {formatTime(eta.at, i18n.language, 'HH:mm')}
      </strong>{' '}
      <span className={classes.minor}>
        {t(`eta-source.${eta.source}`)}, <TimeAgo at={eta.since} />
      </span>
    </p>
  )
}

/** ATMIST or ISBAR, each part after its letter. */
function Story({ alert: { scheme, story, at, by } }: { alert: NonNullable<InboundRow['pre_alert']> }) {
  const { t } = useTranslation('inbound')
  const parts = preAlertStories[scheme].flatMap((part) => {
    const words = story?.[part]
    return words ? [{ part, words }] : []
  })
  return (
    <>
      {parts.length > 0 && (
        <dl className={classes.story} aria-label={scheme}>
          {parts.map(({ part, words }) => (
            <div key={part}>
              <dt title={t(`part.${part}`)}>
                <span aria-hidden>{t(`letter.${part}`)}</span>
                <span className={classes.partName}>{t(`part.${part}`)}</span>
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className={classes.minor}>
        {t('told')} <Time at={at} /> <StaffName of={by} />
      </p>
    </>
  )
}
