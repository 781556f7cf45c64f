import classes from './column-chart.module.css'
import { chooseTicks } from './ticks.ts'

export type Column = {
  key: string
  /** It stands below the column, if there is room for it. */
  label: string
  /** What it shows, in words. */
  title: string
  /** Each series has one; what goes the other way is negative. */
  values: readonly number[]
}

type ColumnChartProps = {
  label: string
  /** Whether the label is only read out, below a heading of the same words. */
  isLabelHidden?: boolean
  unit: string
  series: readonly string[]
  columns: readonly Column[]
  language: string
}

/** Columns of counts, one a day: what comes stands above the line, what goes hangs below it. */
export function ColumnChart({
  label,
  isLabelHidden = false,
  unit,
  series,
  columns,
  language,
}: ColumnChartProps) {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const most = Math.max(1, ...columns.map(({ values }) => sum(values.filter((value) => value > 0))))
  const least = Math.min(0, ...columns.map(({ values }) => sum(values.filter((value) => value < 0))))
  const ticks = chooseTicks(least, most)
  const [bottom, top] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  const height = (value: number) => `${(Math.abs(value) / (top - bottom)) * 100}%`
  const line = `${(-bottom / (top - bottom)) * 100}%`
  const everyNth = Math.ceil(columns.length / 7)
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.caption}>
        {!isLabelHidden && <strong>{label}</strong>}
        <span className={classes.unit}>{unit}</span>
        {series.length > 1 && (
          <span className={classes.legend}>
            {series.map((name, index) => (
              <span key={name} className={classes.entry} data-series={index}>
                {name}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      <div className={classes.plot} role="img" aria-label={`${label}, ${unit}`}>
        {ticks.map((tick) => (
          <span
            key={tick}
            className={classes.tick}
            data-zero={tick === 0 || undefined}
            style={{ bottom: `${((tick - bottom) / (top - bottom)) * 100}%` }}
          >
            <span>{Math.abs(tick).toLocaleString(language)}</span>
          </span>
        ))}
        <div className={classes.columns}>
          {columns.map(({ key, title, label: below, values }, index) => (
            <div key={key} className={classes.column} title={title}>
              <div className={classes.up} style={{ bottom: line }}>
                {values.map((value, of) =>
                  value > 0 ? (
                    <i key={series[of]} data-series={of} style={{ height: height(value) }} />
                  ) : null,
                )}
              </div>
              <div className={classes.down} style={{ top: `calc(100% - ${line})` }}>
                {values.map((value, of) =>
                  value < 0 ? (
                    <i key={series[of]} data-series={of} style={{ height: height(value) }} />
                  ) : null,
                )}
              </div>
              {index % everyNth === 0 && <span className={classes.label}>{below}</span>}
            </div>
          ))}
        </div>
      </div>
    </figure>
  )
}
