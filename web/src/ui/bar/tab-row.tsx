import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useOverflow } from '../use-overflow.ts'
import classes from './tab-row.module.css'

type TabRowProps = {
  /** Which tab is the current one. When it changes, the tab is scrolled into view. */
  current: string
  className?: string | undefined
  /** The tabs: a `<nav>` of links, or a `Tabs.List`. */
  children: ReactNode
}

/**
 * Tabs in one row. Where not all fit, the row fades out and has an arrow, so that no tab is cut in the middle of a
 * letter.
 */
export function TabRow({ current, className, children }: TabRowProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { hasBefore, hasAfter } = useOverflow(scroller)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab is found in the document.
  useEffect(() => {
    const row = scroller.current
    if (!row) return
    const findCurrent = () => row.querySelector('[aria-current], [aria-selected="true"]')
    let isShown = true
    let room = ''
    const measureRoom = () => `${row.clientWidth} of ${row.scrollWidth}`
    const showCurrent = () => {
      room = measureRoom()
      const tab = findCurrent()
      if (!tab) return
      if (isShown) centerTab(row, tab)
      else isShown = isInView(row, tab)
    }
    /**
     * Whoever has moved the row away from the current tab keeps what they look at. A row whose room has changed was
     * moved by the browser, which reports the scroll before the size.
     */
    const noticeMove = () => {
      const tab = findCurrent()
      if (tab && measureRoom() === room) isShown = isInView(row, tab)
    }
    showCurrent()
    // A tablet that is turned has less room, and the tabs change their width when the font or a number arrives.
    const observer = new ResizeObserver(showCurrent)
    observer.observe(row)
    if (row.firstElementChild) observer.observe(row.firstElementChild)
    row.addEventListener('scroll', noticeMove, { passive: true })
    return () => {
      observer.disconnect()
      row.removeEventListener('scroll', noticeMove)
    }
  }, [current])
  return (
    <div className={[classes.row, className].filter(Boolean).join(' ')}>
      <div ref={scroller} className={classes.scroller}>
        {children}
      </div>
      {hasBefore && <Arrow side="start" scroller={scroller} />}
      {hasAfter && <Arrow side="end" scroller={scroller} />}
    </div>
  )
}

function isInView(scroller: HTMLElement, tab: Element): boolean {
  const [row, box] = [scroller.getBoundingClientRect(), tab.getBoundingClientRect()]
  return box.left >= row.left - 1 && box.right <= row.right + 1
}

function centerTab(scroller: HTMLElement, tab: Element) {
  const [row, box] = [scroller.getBoundingClientRect(), tab.getBoundingClientRect()]
  scroller.scrollLeft += (box.left + box.right - row.left - row.right) / 2
}

/** For fingers and mice. A keyboard reaches the tabs themselves, which scroll into view. */
function Arrow({ side, scroller }: { side: 'start' | 'end'; scroller: RefObject<HTMLElement | null> }) {
  const scroll = () => {
    const row = scroller.current
    if (!row) return
    const isForward = (side === 'end') === (getComputedStyle(row).direction === 'ltr')
    row.scrollBy({ left: (isForward ? 0.75 : -0.75) * row.clientWidth, behavior: 'smooth' })
  }
  return (
    <UnstyledButton className={classes.arrow} data-side={side} aria-hidden tabIndex={-1} onClick={scroll}>
      <IconChevronRight size={18} />
    </UnstyledButton>
  )
}
