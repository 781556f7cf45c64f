import classes from './form-printout.module.css'

type Tick = { label: string; isTicked: boolean }

/** Boxes as on paper; each keeps its words beside it. */
export function Ticks({ options }: { options: readonly Tick[] }) {
  return (
    <span className={classes.ticks}>
      {options.map(({ label, isTicked }) => (
        <span key={label} className={classes.tick}>
          <span className={classes.box}>{isTicked ? '☑' : '☐'}</span> {label}
        </span>
      ))}
    </span>
  )
}

/** Dotted lines to write on by hand. */
export function Blank({ lines = 1, unit }: { lines?: number; unit?: string | undefined }) {
  return (
    <span className={classes.blank}>
      <span className={classes.lines}>
        {Array.from({ length: lines }, (_, i) => (
          <span key={i} className={classes.line}>
            &nbsp;
          </span>
        ))}
      </span>
      {unit}
    </span>
  )
}
