import type { Ref } from 'react'
import { PrintoutHead } from '../../clinical/print/printout-head.tsx'
import { usePageWords } from '../../ui/print/use-page-words.ts'
import classes from './print-head.module.css'

/** The head of each page of a screen that is printed as it is. `slotRef`: where a screen adds to it. */
export function PrintHead({ slotRef }: { slotRef: Ref<HTMLDivElement> }) {
  usePageWords()
  return (
    <div className={classes.head} aria-hidden>
      <div className={classes.line}>
        <div className={classes.sheet}>
          <PrintoutHead />
        </div>
        <div ref={slotRef} className={classes.added} />
      </div>
    </div>
  )
}
