import { Fragment } from 'react'
import classes from './inline-facts.module.css'

/**
 * Facts in one line, such as HN, ward and bed; it wraps between them, and within one only if that is longer than a
 * line. The separator of two facts is a part of the former: no line begins with it.
 */
export function InlineFacts({ of: items }: { of: readonly (string | null | undefined | false)[] }) {
  const facts = items.filter((part) => typeof part === 'string')
  return facts.map((part, index) => (
    <Fragment key={part}>
      {index > 0 && ' '}
      <span className={classes.part}>
        {part}
        {index < facts.length - 1 && <span className={classes.separator}> ·</span>}
      </span>
    </Fragment>
  ))
}
