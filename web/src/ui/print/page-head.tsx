import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** The element in which the frame shows what a screen adds to the head of each page on which it is printed. */
export const PageHeadSlot = createContext<HTMLElement | null>(null)

/** Repeated at the top of each page of a screen that is printed as it is. */
export function InPageHead({ children }: { children: ReactNode }) {
  const slot = useContext(PageHeadSlot)
  return slot && createPortal(children, slot)
}
