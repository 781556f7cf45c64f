import { type DayVital, quantities } from 'contract'
import { useTranslation } from 'react-i18next'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { Sparkline } from '../../../ui/chart/sparkline.tsx'
import { computeTrendRange } from '../../../ui/chart/trend-bands.ts'
import { writeNumber } from '../../../ui/write-number.ts'
import classes from './day-trend-line.module.css'
import type { Summary } from './live-summary.ts'

/** The least that the line of a day spans, as a share of the axis of the chart; of the score in points. */
const axisShare = 0.4
const scoreSpan = 6

function getSpan(vital: DayVital): number {
  if (vital === 'news2') return scoreSpan
  const axis = quantities[vital].chart?.axis
  if (!axis) return 0
  return axisShare * ('around' in axis ? axis.around : axis[1] - axis[0])
}

type DayTrendLineProps = { vital: DayVital | 'blood_pressure'; trends: Summary['trends'] }

/**
 * The last 24 hours of a vital, from the lowest to the highest reading of each step. Both pressures are drawn on one
 * axis.
 */
export function DayTrendLine({ vital, trends }: DayTrendLineProps) {
  const { t } = useTranslation('summary')
  const vitalName = useVitalName('tile')
  const names: readonly DayVital[] = vital === 'blood_pressure' ? ['systolic', 'diastolic'] : [vital]
  const shown = trends.filter((trend) => names.includes(trend.vital))
  if (shown.length === 0) return null
  const words = shown
    .flatMap(({ vital: name, steps }) => {
      const range = computeTrendRange(steps)
      const decimals = name === 'news2' ? 0 : quantities[name].decimals
      if (!range) return []
      const [low, high] = [writeNumber(range.low, decimals), writeNumber(range.high, decimals)]
      return low === high ? low : `${low}–${high}`
    })
    .join(' / ')
  return (
    <figure className={classes.line}>
      <figcaption>{t('day-range', { range: words })}</figcaption>
      <Sparkline
        trends={shown.map(({ steps }) => steps)}
        span={getSpan(names[0] ?? 'systolic')}
        label={t('day-of', { vital: vital === 'news2' ? 'NEWS2' : vitalName(vital), range: words })}
      />
    </figure>
  )
}
