import { Fragment } from 'react'
import classes from './inline-facts.module.css'

/**
 * Facts in one line, such as HN, ward and bed; it wraps between them, and within one only if that is longer than a
 * line.
 */
export function InlineFacts({ of: items }: { of: readonly (string | null | undefined | false)[] }) {
  return items
    .filter((part) => typeof part === 'string')
    .map((part, index) => (
      <Fragment key={part}>
        {index > 0 && ' · '}
        <span className={classes.part}>{part}</span>
      </Fragment>
    ))
}
