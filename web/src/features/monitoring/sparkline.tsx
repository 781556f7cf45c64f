import { getPart, type Trend, trendMinutes } from 'contract'
import { type CSSProperties, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useVitalName } from '../../clinical/use-vital-name.ts'
import { buildTrendBands, computeTrendRange } from './rules.ts'
import classes from './tile.module.css'

const sparklineSize = { width: 120, height: 22 }
/** The least that a trend spans, in its own unit. */
const minSpans = { pulse: 30, spo2: 8 }

/** The last hours of a vital, from the lowest to the highest of each step. */
export const Sparkline = memo(function Sparkline({ vital, steps }: Trend) {
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
      <svg
        viewBox={`-2 -2 ${sparklineSize.width + 4} ${sparklineSize.height + 4}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('trend', range)}
      >
        {buildTrendBands(steps, { ...sparklineSize, span: minSpans[vital] }).map((band) => (
          <path key={band[0]?.x} d={toOutlinePath(band)} />
        ))}
      </svg>
    </figure>
  )
})

/** Along the highest and back along the lowest. A step on its own, of one value, is a dot by its round ends. */
function toOutlinePath(band: ReturnType<typeof buildTrendBands>[number]): string {
  const point = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`
  const highest = band.map(({ x, high }) => point(x, high))
  const lowest = band.toReversed().map(({ x, low }) => point(x, low))
  return `M${[...highest, ...lowest].join('L')}Z`
}
