import { type ReactNode, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { IsPrinted } from './is-printed.ts'
import classes from './printout.module.css'

type PrintoutsProps = {
  isLandscape?: boolean
  /** One `PrintoutSheet`, or several. */
  children: ReactNode
}

/**
 * What is printed instead of the screen, on A4. The number of the page stands at its foot (`base.css`). It is drawn
 * only while the browser prints, so whatever it shows must be loaded before.
 */
export function Printouts({ isLandscape = false, children }: PrintoutsProps) {
  if (!useIsPrinting()) return null
  return createPortal(
    <IsPrinted value>
      <div className={classes.printout} data-landscape={isLandscape || undefined}>
        {children}
      </div>
    </IsPrinted>,
    document.body,
  )
}

type PrintoutSheetProps = {
  /** Repeated at the top of each page. */
  head: ReactNode
  children: ReactNode
}

/** Pages under one head; another sheet begins on a new page. */
export function PrintoutSheet({ head, children }: PrintoutSheetProps) {
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
export function Printout({ isLandscape = false, ...sheet }: PrintoutSheetProps & { isLandscape?: boolean }) {
  return (
    <Printouts isLandscape={isLandscape}>
      <PrintoutSheet {...sheet} />
    </Printouts>
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
