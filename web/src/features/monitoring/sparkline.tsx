import { trendMinutes } from 'contract'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { linesOf } from './rules.ts'
import classes from './tile.module.css'

const box = { width: 120, height: 22 }
/** The least that a trend spans, in its own unit. */
const spans = { pulse: 30, spo2: 8 }

/** The last hours of a vital in a line. */
export const Sparkline = memo(function Sparkline({
  vital,
  values,
}: {
  vital: 'pulse' | 'spo2'
  values: readonly (number | null)[]
}) {
  const { t } = useTranslation('monitoring')
  const lines = linesOf(values, { ...box, span: spans[vital] })
  const measured = values.filter((value) => value !== null)
  if (measured.length === 0) return null
  const range = {
    vital: t(`vital.${vital}`),
    hours: (values.length * trendMinutes) / 60,
    low: Math.min(...measured),
    high: Math.max(...measured),
  }
  return (
    <figure className={classes.trend} data-vital={vital}>
      <figcaption>{t('trend-short', range)}</figcaption>
      <svg
        viewBox={`-2 -2 ${box.width + 4} ${box.height + 4}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('trend', range)}
      >
        {lines.map((line) => (
          <path
            key={line[0]?.x}
            // A value on its own is a line of no length, which its round ends make a dot.
            d={`M${line.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}${line.length === 1 ? 'h0' : ''}`}
          />
        ))}
      </svg>
    </figure>
  )
})
