import { VisuallyHidden } from '@mantine/core'
import {
  IconBell,
  IconBellCheck,
  IconBellOff,
  IconDeviceWatch,
  IconHeartRateMonitor,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import {
  type Alarm,
  type BandLevel,
  computeAgeBand,
  findRuleLimit,
  getPart,
  type LatestValue,
  quantities,
  type Thresholds,
  type Tile,
  type TileDevice,
} from 'contract'
import { type CSSProperties, memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { TriageBadge } from '../../clinical/triage-badge.tsx'
import { useScoreText } from '../../clinical/use-score-text.ts'
import { useRuleText, useVitalName } from '../../clinical/use-vital-name.ts'
import { vitalSignsPath } from '../../paths.ts'
import { formatTime } from '../../ui/date/dates.ts'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { useAgeText } from '../../ui/date/use-age-text.ts'
import { useDerivedNow } from '../../ui/date/use-now.ts'
import { useToday } from '../../ui/date/use-today.ts'
import { shortName } from '../../ui/person-name.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import {
  computeLevel,
  getScoreSeverity,
  getTileQuantity,
  isIntermittent,
  isStaleValue,
  listShownVitals,
  type TileVital,
  wearsWatch,
} from './rules.ts'
import { Sparkline } from './sparkline.tsx'
import classes from './tile.module.css'

type TileProps = {
  tile: Tile
  limits: Thresholds['limits']
  times: Thresholds['times']
  /** The most urgent open alarm. */
  alarm: Alarm | undefined
  alarmCount: number
  /** Set when beds of several wards are shown: the bed number alone is ambiguous then. */
  showsWard: boolean
}

/** One patient of the wall. It is rendered again only when data of this patient changes. */
export const WallTile = memo(function WallTile({
  tile,
  limits,
  times,
  alarm,
  alarmCount,
  showsWard,
}: TileProps) {
  const { t } = useTranslation(['monitoring', 'alarms'])
  const today = useToday()
  const { patient, latest, trends, devices, unwatched } = tile
  const isWorn = wearsWatch(tile)
  const ageLimits = limits[computeAgeBand(patient.date_of_birth, today)]
  const score = latest.find(({ vital }) => vital === 'news2')
  return (
    <article
      className={classes.tile}
      data-severity={alarm?.severity}
      data-seen={alarm?.acknowledged_at ? true : undefined}
    >
      {alarm && <AlarmLine alarm={alarm} count={alarmCount} />}
      <TilePatient patient={patient} showsWard={showsWard} />
      {unwatched.length > 0 && <UnwatchedNotice unwatched={unwatched} />}
      <dl className={classes.values}>
        {listShownVitals(latest).map((vital) => (
          <ValueCell
            key={vital}
            vital={vital}
            value={latest.find((one) => one.vital === vital)}
            map={vital === 'blood_pressure' ? findMap(latest) : undefined}
            level={computeLevel(vital, latest, ageLimits)}
            isWorn={isWorn}
          />
        ))}
        {score?.value !== null && score !== undefined && (
          <div className={classes.cell} data-vital="news2">
            <dt>{t('news2')}</dt>
            <dd>
              <span className={classes.figure} data-severity={getScoreSeverity(score.value, times)}>
                {score.value}
              </span>
              <span className={classes.age}>
                {score.second === 2 && `${t('alarms:score-scale-2')} · `}
                {t('oldest-part')} <TimeAgo moment={score.note ?? score.measured_at} />
              </span>
            </dd>
          </div>
        )}
      </dl>
      {trends.length > 0 && (
        <div className={classes.trends}>
          {trends.map(({ vital, steps }) => (
            <Sparkline key={vital} vital={vital} steps={steps} />
          ))}
        </div>
      )}
      <ul className={classes.devices} aria-label={t('devices')}>
        {devices.map((device) => (
          <DeviceLine key={device._id} device={device} lowBattery={times.battery_percent} />
        ))}
        {devices.length === 0 && <li>{t('no-device')}</li>}
      </ul>
    </article>
  )
})

/** Each part is memoised, because most of a tile stays unchanged when one value changes. */
const TilePatient = memo(function TilePatient({
  patient,
  showsWard,
}: Pick<TileProps, 'showsWard'> & Pick<Tile, 'patient'>) {
  const { t } = useTranslation(['monitoring', 'patients'])
  const ageText = useAgeText()
  const localName = useLocalizedName()
  const facts = [
    t('hn', { hn: patient.hn }),
    patient.date_of_birth && ageText(patient.date_of_birth),
    t(`patients:gender.${patient.gender}`),
  ]
  return (
    <header className={classes.header}>
      <span className={classes.bed}>{patient.bed ?? '–'}</span>
      <div className={classes.person}>
        <h2 className={classes.name}>
          <Link to={vitalSignsPath(patient._id)} className={classes.link} data-tile={patient._id}>
            {shortName(patient)}
          </Link>
        </h2>
        {showsWard && patient.ward && <p className={classes.ward}>{localName(patient.ward)}</p>}
        <p className={classes.facts}>{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {patient.triage_level && <TriageBadge level={patient.triage_level} />}
    </header>
  )
})

/** The alarms that are switched off for the patient, and until when, so that nobody relies on them. */
const UnwatchedNotice = memo(function UnwatchedNotice({ unwatched }: Pick<Tile, 'unwatched'>) {
  const { t, i18n } = useTranslation(['monitoring', 'alarms'])
  const vitalName = useVitalName('alarm')
  return (
    <p className={classes.unwatched}>
      <IconBellOff size={16} aria-hidden />
      {t('switched-off', {
        what: unwatched
          .map(({ vital, until }) => {
            const end =
              until && t('alarms:notify.until-is', { time: formatTime(until, i18n.language, 'hh:mm a') })
            return [vitalName(vital), end].filter(Boolean).join(' ')
          })
          .join(', '),
      })}
    </p>
  )
})

const boundSigns = { low: '▼', high: '▲' }

const AlarmLine = memo(function AlarmLine({ alarm, count }: { alarm: Alarm; count: number }) {
  const { t } = useTranslation(['monitoring', 'alarms'])
  const { severity, rule, value, second, limit, raised_at, acknowledged_at } = alarm
  const ruleText = useRuleText()
  const scoreText = useScoreText()(alarm)
  const { vital, bound } = findRuleLimit(rule) ?? {}
  const Icon = acknowledged_at ? IconBellCheck : IconBell
  return (
    <p className={classes.alarm}>
      <Icon size={16} aria-hidden />
      <strong>{t(`alarms:severity.${severity}`)}</strong>
      <span className={classes.rule}>
        {ruleText(rule)}
        {value === null && vital === 'blood_glucose' && ` ${bound === 'low' ? 'LO' : 'HI'}`}
        {value !== null &&
          ` ${bound ? boundSigns[bound] : ''} ${second === null ? value : `${value}/${second}`}`}
        {scoreText && ` (${scoreText})`}
        {limit !== null && bound && ` (${t(`alarms:limit.${bound}`, { limit })})`}
      </span>
      <span className={classes.since}>
        <TimeAgo moment={raised_at} />
        {acknowledged_at && ` · ${t('alarms:state.acknowledged')}`}
        {count > 1 && ` · ${t('more-alarms', { count: count - 1 })}`}
      </span>
    </p>
  )
})

type CellProps = {
  vital: TileVital
  value: LatestValue | undefined
  /** Mean arterial pressure, for a pressure only. */
  map: number | null | undefined
  level: BandLevel | undefined
  isWorn: boolean
}

/** As the meter shows a glucose beyond what it can measure. */
const formatBeyond = (note: string | null) => (note === 'above' ? 'HI' : note === 'below' ? 'LO' : undefined)

/** The mean of the shown pressure; undefined if it was not measured together with that pressure. */
function findMap(latest: Tile['latest']): number | null | undefined {
  const [pressure, map] = (['blood_pressure', 'map'] as const).map((vital) =>
    latest.find((one) => one.vital === vital),
  )
  return map?.measured_at === pressure?.measured_at ? map?.value : undefined
}

const ValueCell = memo(function ValueCell({ vital, value, map, level, isWorn }: CellProps) {
  const { t } = useTranslation(['monitoring', 'bands'])
  const vitalName = useVitalName('tile')
  const isTooOld = useDerivedNow((now) => value !== undefined && isStaleValue(value, isWorn, now))
  // The value that the tile showed first is not marked as new.
  const [firstMeasuredAt] = useState(value?.measured_at)
  const name = getTileQuantity(vital)
  return (
    <div
      className={classes.cell}
      style={{ '--hue': `var(--hue-${getPart(name, 'chart').hue})` } as CSSProperties}
      data-vital={vital}
      data-old={isTooOld || undefined}
      data-level={level}
    >
      <dt>
        {vitalName(vital)} <span className={classes.unit}>{quantities[name].unit}</span>
      </dt>
      {value ? (
        <dd key={value.measured_at} data-new={value.measured_at !== firstMeasuredAt || undefined}>
          <span className={classes.figure}>{formatFigure(vital, value)}</span>
          {level && (
            <span className={classes.badge}>
              {level.endsWith('low') ? '▼' : '▲'} {t(`bands:level.${level}`)}
            </span>
          )}
          <span className={classes.age}>
            {typeof map === 'number' && `${vitalName('map')} ${map} · `}
            <TimeAgo moment={value.measured_at} />
          </span>
        </dd>
      ) : (
        <dd className={classes.never}>
          <span aria-hidden>–</span>
          <VisuallyHidden>{t('never-measured')}</VisuallyHidden>
        </dd>
      )}
    </div>
  )
})

function formatFigure(vital: TileVital, { value, second, note }: LatestValue): string {
  if (vital === 'blood_pressure') return `${value ?? '–'}/${second ?? '–'}`
  if (value === null) return formatBeyond(note) ?? '–'
  return value.toFixed(quantities[vital].decimals)
}

const DeviceLine = memo(function DeviceLine({
  device,
  lowBattery,
}: {
  device: TileDevice
  lowBattery: number
}) {
  const { t } = useTranslation('monitoring')
  const { kind, status, battery } = device
  const Icon =
    status === 'disconnected' && !isIntermittent(kind)
      ? IconPlugConnectedX
      : kind === 'watch'
        ? IconDeviceWatch
        : IconHeartRateMonitor
  const isLow = battery !== null && battery <= lowBattery
  return (
    <li data-status={isIntermittent(kind) ? undefined : (status ?? 'never')}>
      <Icon size={16} aria-hidden />
      {t(`kind.${kind}`)} · {t(`status.${status ?? 'never'}`)}
      {battery !== null && (
        <span data-low={isLow || undefined}>
          {' '}
          · {isLow && '▼ '}
          {t(isLow ? 'battery-low' : 'battery', { percent: battery })}
        </span>
      )}
    </li>
  )
})
