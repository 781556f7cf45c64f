import { getPart, type Trend, trendMinutes } from 'contract'
import { type CSSProperties, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useVitalName } from '../../clinical/use-vital-name.ts'
import { Sparkline } from '../../ui/chart/sparkline.tsx'
import { computeTrendRange } from '../../ui/chart/trend-bands.ts'
import classes from './tile.module.css'

/** The least that a trend spans, in its own unit. */
const minSpans = { pulse: 30, spo2: 8 }

/** The last hours of a vital, from the lowest to the highest of each step. */
export const TileTrend = memo(function TileTrend({ vital, steps }: Trend) {
  const { t } = useTranslation('monitoring')
  const vitalName = useVitalName('tile')
  const extremes = computeTrendRange(steps)
  if (!extremes) return null
  const range = {
    vital: vitalName(vital),
    hours: (steps.length * trendMinutes) / 60,
    ...extremes,
  }
  return (
    <figure
      className={classes.trend}
      style={{ '--hue': `var(--hue-${getPart(vital, 'chart').hue})` } as CSSProperties}
    >
      <figcaption>{t('trend-short', range)}</figcaption>
      <Sparkline trends={[steps]} span={minSpans[vital]} label={t('trend', range)} />
    </figure>
  )
})
