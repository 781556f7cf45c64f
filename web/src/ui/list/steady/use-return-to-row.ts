import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Where in a list a user was when they opened a record, to return there with the Back button. */
type RowPosition = { entry: string; row: string; listTop: number; windowTop: number }

/**
 * Going back from a record focuses the row that led to it, at its old scroll position. `list` is the key of the list
 * in this tab's session storage.
 */
export function useReturnToRow(list: string, isReady: boolean) {
  const around = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const { key: entry } = useLocation()
  const place = `${list}:left-at`
  const isAwaited = useRef(true)
  // Do not move the focus if the user has already started something else.
  useEffect(() => {
    const cancelReturn = () => {
      isAwaited.current = false
    }
    window.addEventListener('pointerdown', cancelReturn, true)
    window.addEventListener('keydown', cancelReturn, true)
    return () => {
      window.removeEventListener('pointerdown', cancelReturn, true)
      window.removeEventListener('keydown', cancelReturn, true)
    }
  }, [])
  // Try after every render until the row is rendered, which may be later than the answer; then only once.
  useEffect(() => {
    if (!isReady || !isAwaited.current) return
    const left = readRowPosition(place, entry)
    const row = left && around.current?.querySelector<HTMLElement>(`a[data-row="${left.row}"]`)
    if (left && !row) return
    if (row && row === document.activeElement) return
    isAwaited.current = false
    if (!left || !row) return
    scroller.current?.scrollTo({ top: left.listTop })
    window.scrollTo({ top: left.windowTop })
    row.focus({ preventScroll: true })
  })
  // Someone who goes back before the record has loaded finds the same list, which was only hidden and has lost the
  // focus.
  const leaveRow = (row: string) => {
    const left: RowPosition = {
      entry: readPresentEntry(),
      row,
      listTop: scroller.current?.scrollTop ?? 0,
      windowTop: window.scrollY,
    }
    sessionStorage.setItem(place, JSON.stringify(left))
    isAwaited.current = true
  }
  return {
    /** Refs for the element around the rows, and for the one that scrolls. */
    around,
    scroller,
    /** Call it with a row's key when the row is opened. */
    leaveRow,
    focusFirstRow: () => around.current?.querySelector<HTMLElement>('a[data-row]')?.focus(),
  }
}

/**
 * The key of the present entry in the browser's history. The rows that are shown may still be those of the entry
 * before: what changes with the URL is drawn when there is time for it.
 */
function readPresentEntry(): string {
  const state: { key?: string } | null = window.history.state
  return state?.key ?? 'default'
}

/** `entry` is the key of the entry in the browser's history: only going back leads to the same entry. */
function readRowPosition(place: string, entry: string): RowPosition | undefined {
  const left: RowPosition | null = JSON.parse(sessionStorage.getItem(place) ?? 'null')
  return left?.entry === entry ? left : undefined
}
