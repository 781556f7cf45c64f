import classes from './sparkline.module.css'
import { buildTrendBands, computeTrendRange, type TrendSteps } from './trend-bands.ts'

const size = { width: 120, height: 22 }

type SparklineProps = {
  /** Drawn on one axis. */
  trends: readonly TrendSteps[]
  /** The least that the axis spans, in the unit of the values. */
  span: number
  /** What it shows, in words. */
  label: string
}

/** Trends without axes: from the lowest to the highest value of each step. The colour is that of the text. */
export function Sparkline({ trends, span, label }: SparklineProps) {
  const range = computeTrendRange(trends.flat())
  return (
    <svg
      className={classes.sparkline}
      viewBox={`-2 -2 ${size.width + 4} ${size.height + 4}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {trends.map((steps, index) => (
        <g key={index}>
          {buildTrendBands(steps, { ...size, span }, range).map((band) => (
            <path key={band[0]?.x} d={toOutlinePath(band)} />
          ))}
        </g>
      ))}
    </svg>
  )
}

/** Along the highest and back along the lowest. A step on its own, of one value, is a dot by its round ends. */
function toOutlinePath(band: ReturnType<typeof buildTrendBands>[number]): string {
  const point = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`
  const highest = band.map(({ x, high }) => point(x, high))
  const lowest = band.toReversed().map(({ x, low }) => point(x, low))
  return `M${[...highest, ...lowest].join('L')}Z`
}
