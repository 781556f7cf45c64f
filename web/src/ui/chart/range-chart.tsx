import classes from './range-chart.module.css'
import { chooseTicks } from './ticks.ts'

export type Range = {
  key: string
  label: string
  /** What it shows, in words. */
  title: string
  values: { p25: number; median: number; p75: number; p90: number } | null
}

type RangeChartProps = {
  label: string
  unit: string
  legend: string
  rows: readonly Range[]
  language: string
}

/** From which to which value the middle half of each row is, with its median and where nine of ten are below. */
export function RangeChart({ label, unit, legend, rows, language }: RangeChartProps) {
  const ticks = chooseTicks(0, Math.max(1, ...rows.map(({ values }) => values?.p90 ?? 0)))
  const top = ticks.at(-1) ?? 1
  const at = (value: number) => `${(value / top) * 100}%`
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.caption}>{`${unit} · ${legend}`}</figcaption>
      <div className={classes.rows} role="img" aria-label={`${label}, ${unit}`}>
        {rows.map(({ key, label: name, title, values }) => (
          <div key={key} className={classes.row} title={title}>
            <span className={classes.name}>{name}</span>
            <span className={classes.track}>
              {values && (
                <>
                  <i
                    className={classes.tail}
                    style={{ left: at(values.p75), width: at(values.p90 - values.p75) }}
                  />
                  <i
                    className={classes.box}
                    style={{ left: at(values.p25), width: at(values.p75 - values.p25) }}
                  />
                  <i className={classes.median} style={{ left: at(values.median) }} />
                </>
              )}
            </span>
          </div>
        ))}
        <div className={classes.row} aria-hidden>
          <span />
          <span className={classes.axis}>
            {ticks.map((tick) => (
              <span key={tick} style={{ left: at(tick) }}>
                {tick.toLocaleString(language)}
              </span>
            ))}
          </span>
        </div>
      </div>
    </figure>
  )
}
