import { type ReactNode, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { OnPaper } from './on-paper.ts'
import classes from './paper.module.css'

type PapersProps = {
  isLandscape?: boolean
  /** One `PaperSheet`, or several. */
  children: ReactNode
}

/**
 * What is printed instead of the screen, on A4. The number of the page stands at its foot (`base.css`). It is drawn only
 * while the browser prints, so whatever it shows must be loaded before.
 */
export function Papers({ isLandscape = false, children }: PapersProps) {
  if (!useIsPrinting()) return null
  return createPortal(
    <OnPaper value>
      <div className={classes.paper} data-landscape={isLandscape || undefined}>
        {children}
      </div>
    </OnPaper>,
    document.body,
  )
}

type PaperSheetProps = {
  /** Repeated at the top of each page. */
  head: ReactNode
  children: ReactNode
}

/** Pages under one head; another sheet begins on a new page. */
export function PaperSheet({ head, children }: PaperSheetProps) {
  return (
    // A browser repeats nothing but the head of a table on each page.
    <table className={classes.pages} role="presentation">
      <thead>
        <tr>
          <td>{head}</td>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>{children}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** A print of one sheet. */
export function Paper({ isLandscape = false, ...sheet }: PaperSheetProps & { isLandscape?: boolean }) {
  return (
    <Papers isLandscape={isLandscape}>
      <PaperSheet {...sheet} />
    </Papers>
  )
}

function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser prints as soon as the listener returns.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
