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
  beyondTexts,
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
import {
  computeLevel,
  findMeanPressure,
  formatFigure,
  getScoreSeverity,
  getTileQuantity,
  isIntermittent,
  isStaleValue,
  listMeasuredVitals,
  type TileVital,
} from '../../clinical/newest-values.ts'
import { PatientName } from '../../clinical/patient/patient-name.tsx'
import { TriageBadge } from '../../clinical/triage-badge.tsx'
import { useRuleText, useVitalName } from '../../clinical/use-vital-name.ts'
import { useAlarmLimits } from '../../clinical/vitals/use-alarm-limits.ts'
import { useAlarmsOffText } from '../../clinical/vitals/use-alarms-off-text.ts'
import { useScoreText } from '../../clinical/vitals/use-score-text.ts'
import { formatVitalSignsPath } from '../../paths.ts'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { useAgeText } from '../../ui/date/use-age-text.ts'
import { useDerivedNow } from '../../ui/date/use-now.ts'
import { isFaulty } from './rules.ts'
import classes from './tile.module.css'
import { TileTrend } from './tile-trend.tsx'
import type { WallView } from './wall-query.ts'

type TileProps = {
  tile: Tile
  limits: Thresholds['limits']
  times: Thresholds['times']
  density: WallView['density']
  /** The open alarm that needs somebody first. */
  alarm: Alarm | undefined
  alarmCount: number
  nameLevel: 'h2' | 'h3'
}

/** One patient of the wall. It is rendered again only when data of this patient changes. */
export const WallTile = memo(function WallTile({
  tile,
  limits,
  times,
  density,
  alarm,
  alarmCount,
  nameLevel,
}: TileProps) {
  const { t } = useTranslation(['monitoring', 'alarms'])
  const { patient, latest, trends, devices, alarms_off: alarmsOff } = tile
  const alarmLimits = useAlarmLimits(limits, tile)
  const score = latest.find(({ vital }) => vital === 'news2')
  const measured = listMeasuredVitals(latest)
  const isDense = density === 'dense'
  const lowBattery = times.battery_percent
  return (
    <article
      className={classes.tile}
      data-density={density}
      data-severity={alarm?.severity}
      data-seen={(alarm && alarm.state !== 'active') || undefined}
    >
      {alarm && <AlarmLine alarm={alarm} count={alarmCount} />}
      <header className={classes.header}>
        <TilePatient patient={patient} Name={nameLevel} />
        {score && <TileScore score={score} times={times} />}
      </header>
      {measured.length === 0 ? (
        <p className={classes.none}>{t('never-measured')}</p>
      ) : (
        <dl className={classes.values}>
          {measured.map(({ vital, value }) => (
            <ValueCell
              key={vital}
              vital={vital}
              value={value}
              map={vital === 'blood_pressure' ? findMeanPressure(latest) : undefined}
              level={computeLevel(vital, latest, alarmLimits)}
            />
          ))}
        </dl>
      )}
      {alarmsOff.length > 0 && <AlarmsOffNotice alarmsOff={alarmsOff} />}
      <DeviceList devices={devices.filter((one) => isFaulty(one, lowBattery))} lowBattery={lowBattery} />
      {!isDense && (
        // Shown as far as there is room.
        <div className={classes.rest}>
          {trends.length > 0 && (
            <div className={classes.trends}>
              {trends.map(({ vital, steps }) => (
                <TileTrend key={vital} vital={vital} steps={steps} />
              ))}
            </div>
          )}
          <DeviceList devices={devices.filter((one) => !isFaulty(one, lowBattery))} lowBattery={lowBattery} />
          {devices.length === 0 && <p className={classes.none}>{t('no-device')}</p>}
        </div>
      )}
    </article>
  )
})

/** Each part is memoised, because most of a tile stays unchanged when one value changes. */
const TilePatient = memo(function TilePatient({
  patient,
  Name,
}: Pick<Tile, 'patient'> & { Name: TileProps['nameLevel'] }) {
  const { t } = useTranslation(['monitoring', 'patients'])
  const ageText = useAgeText()
  const facts = [t('hn', { hn: patient.hn }), ageText(patient), t(`patients:gender.${patient.gender}`)]
  return (
    <>
      <span className={classes.bed}>{patient.bed ?? '–'}</span>
      <div className={classes.person}>
        <Name className={classes.name}>
          <Link to={formatVitalSignsPath(patient._id)} className={classes.link} data-tile={patient._id}>
            <PatientName of={patient} isShort />
          </Link>
        </Name>
        <p className={classes.facts}>
          <span>{facts.filter(Boolean).join(' · ')}</span>
          {patient.triage_level && <TriageBadge level={patient.triage_level} />}
        </p>
      </div>
    </>
  )
})

type TileScoreProps = { score: LatestValue; times: Thresholds['times'] }

const TileScore = memo(function TileScore({
  score: { value, second, note, measured_at },
  times,
}: TileScoreProps) {
  const { t } = useTranslation(['monitoring', 'alarms'])
  if (value === null) return null
  return (
    <dl className={classes.score} data-vital="news2">
      <dt>
        {t('news2')}
        {second === 2 && <VisuallyHidden>{t('alarms:score-scale-2')}</VisuallyHidden>}
      </dt>
      <dd className={classes.age}>
        <VisuallyHidden>{t('oldest-part')}</VisuallyHidden> <TimeAgo at={note ?? measured_at} isShort />
      </dd>
      <dd className={classes.figure} data-severity={getScoreSeverity(value, times)}>
        {value}
      </dd>
    </dl>
  )
})

/** The alarms that are switched off for the patient, and until when, so that nobody relies on them. */
const AlarmsOffNotice = memo(function AlarmsOffNotice({ alarmsOff }: { alarmsOff: Tile['alarms_off'] }) {
  const { t } = useTranslation('monitoring')
  const what = useAlarmsOffText(alarmsOff)
  return (
    <p className={classes.alarmsOff}>
      <IconBellOff size={16} aria-hidden />
      {t('switched-off', { what })}
    </p>
  )
})

const boundSigns = { low: '▼', high: '▲' }

const AlarmLine = memo(function AlarmLine({ alarm, count }: { alarm: Alarm; count: number }) {
  const { t } = useTranslation(['monitoring', 'alarms'])
  const { severity, rule, value, second, limit, raised_at, state } = alarm
  const ruleText = useRuleText()
  const scoreText = useScoreText()(alarm)
  const { vital, bound } = findRuleLimit(rule) ?? {}
  const isSeen = state !== 'active'
  const Icon = isSeen ? IconBellCheck : IconBell
  return (
    <p className={classes.alarm}>
      <Icon size={16} aria-hidden />
      <strong>{t(`alarms:severity.${severity}`)}</strong>
      <span className={classes.rule}>
        {ruleText(rule)}
        {value === null &&
          vital === 'blood_glucose' &&
          ` ${beyondTexts[bound === 'low' ? 'below' : 'above']}`}
        {value !== null &&
          ` ${bound ? boundSigns[bound] : ''} ${second === null ? value : `${value}/${second}`}`}
        {scoreText && ` (${scoreText})`}
        {limit !== null && bound && ` (${t(`alarms:limit.${bound}`, { limit })})`}
      </span>
      <span className={classes.since}>
        {isSeen && `${t('alarms:state.acknowledged')} · `}
        <TimeAgo at={raised_at} isShort />
        {count > 1 && (
          <>
            {' · '}
            <span aria-hidden>+{count - 1}</span>
            <VisuallyHidden>{t('more-alarms', { count: count - 1 })}</VisuallyHidden>
          </>
        )}
      </span>
    </p>
  )
})

type CellProps = {
  vital: TileVital
  value: LatestValue
  /** Mean arterial pressure, for a pressure only. */
  map: number | null | undefined
  level: BandLevel | undefined
}

const ValueCell = memo(function ValueCell({ vital, value, map, level }: CellProps) {
  const { t } = useTranslation(['monitoring', 'bands'])
  const vitalName = useVitalName('tile')
  const isTooOld = useDerivedNow((now) => isStaleValue(value, now))
  // The value that the tile showed first is not highlighted as new.
  const [firstMeasuredAt] = useState(value.measured_at)
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
      <dd key={value.measured_at} data-new={value.measured_at !== firstMeasuredAt || undefined}>
        <span className={classes.figure}>{formatFigure(vital, value)}</span>
        {level && (
          <span className={classes.badge}>
            {level.endsWith('low') ? '▼' : '▲'} <span>{t(`bands:level.${level}`)}</span>
          </span>
        )}
        <span className={classes.age}>
          {typeof map === 'number' && (
            <span className={classes.map}>
              {vitalName('map')} {map} ·{' '}
            </span>
          )}
          <TimeAgo at={value.measured_at} isShort />
        </span>
      </dd>
    </div>
  )
})

function DeviceList({ devices, lowBattery }: { devices: readonly TileDevice[]; lowBattery: number }) {
  const { t } = useTranslation('monitoring')
  if (devices.length === 0) return null
  return (
    <ul className={classes.devices} aria-label={t('devices')}>
      {devices.map((device) => (
        <DeviceLine key={device._id} device={device} lowBattery={lowBattery} />
      ))}
    </ul>
  )
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
