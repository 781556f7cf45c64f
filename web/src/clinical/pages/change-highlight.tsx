import { useState } from 'react'
import classes from './change-highlight.module.css'

/** Outlines the card in which it stands for a few seconds after `of` has changed, which says all that is told by it. */
export function ChangeHighlight({ of }: { of: string }) {
  const [known, setKnown] = useState({ of, changes: 0 })
  if (known.of !== of) setKnown({ of, changes: known.changes + 1 })
  return known.changes > 0 && <span key={known.changes} className={classes.highlight} data-new aria-hidden />
}
