import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import classes from './slip.module.css'

/** Sizes in which printers of labels and of wristbands come. Defaults of the panel. */
export type SlipSize = 'label' | 'wristband'

/**
 * A label or a wristband, printed alone on a page of its size (`base.css`), whatever else the screen would print.
 * It is in the document only while it is to be printed.
 */
export function Slip({ size, children }: { size: SlipSize; children: ReactNode }) {
  return createPortal(
    <div className={classes.slip} data-slip={size}>
      {children}
    </div>,
    document.body,
  )
}
