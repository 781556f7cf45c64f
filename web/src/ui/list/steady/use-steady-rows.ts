import { useCallback, useEffect, useRef, useState } from 'react'

type SteadyRowsOptions<Row> = {
  /** The answer to `question`; undefined until it has arrived. */
  rows: readonly Row[] | undefined
  question: string
  rowKey: (row: Row) => string
  /**
   * After how long without a movement or a key neither pointer nor focus counts: where nobody may be sitting any more.
   */
  lullMs?: number
}

/**
 * Keeps a list from jumping while it is read. A refresh updates the values of rows in place; adding, removing and
 * moving rows waits until nobody points at the list or has the focus in it, or until the user asks for it.
 */
export function useSteadyRows<Row>({ rows: fresh, question, rowKey, lullMs }: SteadyRowsOptions<Row>) {
  const [shown, setShown] = useState<{ rows: readonly Row[]; question: string }>()
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const list = useRef<Element>(null)
  const lull = useRef<ReturnType<typeof setTimeout>>(undefined)

  const startLull = () => {
    clearTimeout(lull.current)
    if (lullMs === undefined) return
    lull.current = setTimeout(() => {
      setPointedAt(false)
      setFocus(false)
    }, lullMs)
  }
  const point = () => {
    setPointedAt(true)
    startLull()
  }
  const focus = () => {
    setFocus(true)
    startLull()
  }
  const whileThere = useCallback((element: Element | null) => {
    list.current = element
    return () => {
      clearTimeout(lull.current)
      setPointedAt(false)
      setFocus(false)
    }
  }, [])

  // A row that is removed or disabled while it has the focus fires no blur event.
  useEffect(() => {
    if (hasFocus && fresh && !holdsFocus(list.current)) setFocus(false)
  }, [hasFocus, fresh])

  const isSame =
    shown !== undefined &&
    fresh !== undefined &&
    shown.rows.length === fresh.length &&
    shown.rows.every((row, index) => rowKey(row) === rowKey(fresh[index] as Row))
  const isHeld = isPointedAt || hasFocus
  const mayMove = shown?.question !== question || !isHeld
  const isShown = shown?.rows === fresh && shown?.question === question
  if (fresh && !isShown && (mayMove || isSame)) setShown({ rows: fresh, question })

  const isWaiting = fresh !== undefined && shown !== undefined && !mayMove && !isSame
  const newest = new Map(fresh?.map((row) => [rowKey(row), row]))
  const inPlace = isWaiting ? shown.rows.map((row) => newest.get(rowKey(row)) ?? row) : undefined
  // Remember each row's newest values, so that a row that is removed later keeps its last values.
  if (inPlace?.some((row, index) => row !== shown?.rows[index])) setShown({ rows: inPlace, question })
  return {
    /** The rows of the previous question until the new answer has arrived. */
    rows: inPlace ?? fresh ?? shown?.rows,
    isWaiting,
    /** Whether somebody points at the list or has the focus in it. */
    isHeld,
    showNewest: () => fresh && setShown({ rows: fresh, question }),
    /** Props for the element around the list. */
    listProps: {
      /** A list that is unmounted fires no event when the pointer and the focus leave it. */
      ref: whileThere,
      onPointerMove: point,
      onPointerLeave: () => setPointedAt(false),
      onFocus: focus,
      // While it is captured: a list may have keys of its own.
      onKeyDownCapture: focus,
      onBlur: ({
        currentTarget,
        relatedTarget,
      }: {
        currentTarget: Element
        relatedTarget: EventTarget | null
      }) => setFocus(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    },
  }
}

function holdsFocus(list: Element | null): boolean {
  const { activeElement } = document
  return list !== null && list.contains(activeElement) && activeElement?.closest('[inert]') === null
}
