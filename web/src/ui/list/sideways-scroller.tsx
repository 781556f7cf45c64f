import { type ReactNode, useRef } from 'react'
import { useOverflow } from '../use-overflow.ts'
import classes from './sideways-scroller.module.css'

type SidewaysScrollerProps = { label: string; className?: string | undefined; children: ReactNode }

/** Around a table that may be wider than the screen: its edge fades out where more follows. */
export function SidewaysScroller({ label, className, children }: SidewaysScrollerProps) {
  const scroller = useRef<HTMLElement>(null)
  const { hasAfter } = useOverflow(scroller)
  return (
    <section
      ref={scroller}
      className={[classes.scroller, className].filter(Boolean).join(' ')}
      data-more={hasAfter || undefined}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the screen is scrolled by keys
      tabIndex={0}
    >
      {children}
    </section>
  )
}
