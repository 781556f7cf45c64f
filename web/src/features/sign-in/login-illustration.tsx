import classes from './login-illustration.module.css'

/** A quiet ward in the morning; decorative, so screen readers skip it. */
export function LoginIllustration() {
  return (
    <svg viewBox="0 0 520 350" className={classes.drawing} aria-hidden>
      <ellipse cx="260" cy="322" rx="240" ry="16" className={classes.floor} />

      <clipPath id="window">
        <rect x="92" y="24" width="236" height="168" rx="16" />
      </clipPath>
      <g clipPath="url(#window)">
        <rect x="92" y="24" width="236" height="168" className={classes.sky} />
        <circle cx="252" cy="96" r="30" className={classes.sun} />
        <path d="M92 150c40-34 74-40 112-14s84 22 124-12v68H92z" className={classes.farHill} />
        <path d="M92 172c52-24 92-24 132-8s72 14 104-2v30H92z" className={classes.nearHill} />
      </g>
      <rect x="92" y="24" width="236" height="168" rx="16" className={classes.frame} />
      <path d="M210 24v168M92 108h236" className={classes.frame} />

      <path d="M48 322V92q0-12 12-12h12M30 322h36" className={classes.pole} />
      <path d="M62 92h20v30q0 10-10 10t-10-10z" className={classes.bag} />
      <path d="M72 132v52q0 22 26 40l26 16" className={classes.tube} />

      <path d="M88 210v104M392 236v78" className={classes.pole} />
      <circle cx="88" cy="316" r="7" className={classes.wheel} />
      <circle cx="392" cy="316" r="7" className={classes.wheel} />
      <rect x="82" y="270" width="316" height="26" rx="12" className={classes.mattress} />
      <rect x="98" y="240" width="84" height="34" rx="16" className={classes.pillow} />
      <circle cx="146" cy="234" r="19" className={classes.skin} />
      <path d="M127 234a19 19 0 0 1 34-12c-10 6-22 4-27 14-2 5-6 4-7-2z" className={classes.hair} />
      <path d="M154 238q4 3 8 1M147 233q3 2 6 0" className={classes.face} />
      <path d="M166 272c6-26 30-34 62-34h70c22 0 30-18 50-14 26 5 40 26 40 48z" className={classes.blanket} />
      <path d="M166 272c6-26 30-34 62-34h22l-16 34z" className={classes.sheet} />

      <path d="M452 170v146M424 318q28-10 56 0" className={classes.pole} />
      <rect x="398" y="74" width="108" height="92" rx="12" className={classes.monitor} />
      <path d="M410 112h18l8-18 12 34 8-22 5 6h33" className={classes.pulse} />
      <path d="M410 142h20M440 142h14M464 142h30" className={classes.figures} />
    </svg>
  )
}
