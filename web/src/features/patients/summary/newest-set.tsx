import {
  IconArrowDownRight,
  IconArrowRight,
  IconArrowUpRight,
  IconClockExclamation,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  getPart,
  type LatestValue,
  type LimitedVital,
  type Limits,
  type Patient,
  quantities,
  standardLimits,
  thresholds,
} from 'contract'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask } from '../../../api/client.ts'
import {
  computeLevel,
  findMeanPressure,
  formatFigure,
  getTileQuantity,
  isStaleValue,
  listMeasuredVitals,
  type TileVital,
} from '../../../clinical/newest-values.ts'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { useAlarmLimits } from '../../../clinical/vitals/use-alarm-limits.ts'
import { formatVitalSignsPath } from '../../../paths.ts'
import { formatTime } from '../../../ui/date/dates.ts'
import { TimeAgo } from '../../../ui/date/time-ago.tsx'
import { useDerivedNow } from '../../../ui/date/use-now.ts'
import { DayTrendLine } from './day-trend-line.tsx'
import type { Summary } from './live-summary.ts'
import classes from './newest-set.module.css'
import { computeChange, getReadingsTab } from './rules.ts'

type NewestSetProps = { patient: Patient; summary: Summary }

/** The newest value of each vital sign: how far from normal, since when, from where, whether it rises, and its day. */
export function NewestSet({ patient, summary }: NewestSetProps) {
  const { t } = useTranslation('summary')
  const { own_limits } = summary
  const { data } = useQuery(ask(thresholds.get, {}, true))
  const limits = useAlarmLimits(data?.thresholds.limits ?? standardLimits, { patient, own_limits })
  const measured = listMeasuredVitals(summary.latest)
  if (measured.length === 0) return <p className={classes.empty}>{t('nothing-measured')}</p>
  return (
    <ul className={classes.set}>
      {measured.map(({ vital, value }) => (
        <NewestCell
          key={vital}
          vital={vital}
          value={value}
          patientId={patient._id}
          summary={summary}
          limits={limits}
        />
      ))}
    </ul>
  )
}

type NewestCellProps = {
  vital: TileVital
  value: LatestValue
  patientId: string
  summary: Summary
  limits: Record<LimitedVital, Limits>
}

function NewestCell({ vital, value, patientId, summary, limits }: NewestCellProps) {
  const { t } = useTranslation(['summary', 'bands'])
  const vitalName = useVitalName('tile')
  const { latest } = summary
  const isOld = useDerivedNow((now) => isStaleValue(value, now))
  const level = computeLevel(vital, latest, limits)
  const quantity = getTileQuantity(vital)
  return (
    <li
      className={classes.cell}
      style={{ '--hue': `var(--hue-${getPart(quantity, 'chart').hue})` } as CSSProperties}
      data-level={level}
      data-old={isOld || undefined}
      data-vital={vital}
    >
      <p className={classes.head}>
        <Link
          to={`${formatVitalSignsPath(patientId)}?tab=${getReadingsTab(vital)}`}
          className={classes.name}
          preventScrollReset
        >
          {vitalName(vital)}
        </Link>
        <span className={classes.unit}>{quantities[quantity].unit}</span>
        {level && (
          <span className={classes.badge}>
            {level.endsWith('low') ? '▼' : '▲'} {t(`bands:level.${level}`)}
          </span>
        )}
      </p>
      <p className={classes.value}>
        <span className={classes.figure}>{formatFigure(vital, value)}</span>
        <Change vital={vital} value={value} summary={summary} />
      </p>
      <Origin vital={vital} value={value} latest={latest} isOld={isOld} />
      <DayTrendLine vital={vital} trends={summary.trends} />
    </li>
  )
}

const arrows = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconArrowRight }

/** The arrow from an earlier single reading to the newest, and that reading with its time. */
function Change({ vital, value, summary }: { vital: TileVital; value: LatestValue; summary: Summary }) {
  const { t, i18n } = useTranslation('summary')
  const before = summary.earlier.find((one) => one.vital === vital)
  if (!before || value.value === null) return null
  const change = computeChange(vital, before, value)
  const Arrow = arrows[change]
  const time = formatTime(before.measured_at, i18n.language, 'HH:mm')
  const figure = formatFigure(vital, { ...value, ...before, note: null })
  return (
    <>
      <Arrow size={20} className={classes.arrow} aria-hidden />
      <span className={classes.before}>{t(`change.${change}`, { figure, time })}</span>
    </>
  )
}

type OriginProps = {
  vital: TileVital
  value: LatestValue
  latest: Summary['latest']
  isOld: boolean
}

/** When and by what it was measured; an old value says that it is. */
function Origin({ vital, value, latest, isOld }: OriginProps) {
  const { t } = useTranslation(['summary', 'readings'])
  const vitalName = useVitalName('tile')
  const map = vital === 'blood_pressure' ? findMeanPressure(latest) : undefined
  return (
    <p className={classes.origin}>
      {isOld && (
        <strong className={classes.old}>
          <IconClockExclamation size={14} aria-hidden /> {t('old')}{' '}
        </strong>
      )}
      {typeof map === 'number' && `${vitalName('map')} ${map} · `}
      {vital === 'gcs' && value.value !== null && value.note && `${value.note} · `}
      <TimeAgo at={value.measured_at} /> · {t(`readings:source.${value.source}`)}
    </p>
  )
}
