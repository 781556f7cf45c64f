import { useCallback, useEffect, useRef, useState } from 'react'

type Fresh<Row> = {
  /** The answer to `question`; undefined until it is there. */
  rows: readonly Row[] | undefined
  question: string
  rowKey: (row: Row) => string
}

/**
 * Keeps a list from jumping while it is read. A refresh writes new values into the rows where they stand; rows
 * that would come, go or change places wait until nobody points at the list or moves in it, or until they are
 * asked for.
 */
export function useSteadyRows<Row>({ rows: fresh, question, rowKey }: Fresh<Row>) {
  const [shown, setShown] = useState<{ rows: readonly Row[]; question: string }>()
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const list = useRef<Element>(null)

  const whileThere = useCallback((element: Element | null) => {
    list.current = element
    return () => {
      setPointedAt(false)
      setFocus(false)
    }
  }, [])

  // A row that goes, or in which nothing can be done any more, takes the focus with it and tells nobody.
  useEffect(() => {
    if (hasFocus && fresh && !holdsFocus(list.current)) setFocus(false)
  }, [hasFocus, fresh])

  const isSame =
    shown !== undefined &&
    fresh !== undefined &&
    shown.rows.length === fresh.length &&
    shown.rows.every((row, index) => rowKey(row) === rowKey(fresh[index] as Row))
  const mayMove = shown?.question !== question || !(isPointedAt || hasFocus)
  const isShown = shown?.rows === fresh && shown?.question === question
  if (fresh && !isShown && (mayMove || isSame)) setShown({ rows: fresh, question })

  const isWaiting = fresh !== undefined && shown !== undefined && !mayMove && !isSame
  const newest = new Map(fresh?.map((row) => [rowKey(row), row]))
  const inPlace = isWaiting ? shown.rows.map((row) => newest.get(rowKey(row)) ?? row) : undefined
  // A row that goes later stays as it was last, and not as it was when the list stood still.
  if (inPlace?.some((row, index) => row !== shown?.rows[index])) setShown({ rows: inPlace, question })
  return {
    /** Those of the question before until the answer is there. */
    rows: inPlace ?? fresh ?? shown?.rows,
    isWaiting,
    showNewest: () => fresh && setShown({ rows: fresh, question }),
    /** For the element around the list. */
    watch: {
      /** A list that is taken away tells nobody that the pointer and the focus have left it. */
      ref: whileThere,
      onPointerMove: () => setPointedAt(true),
      onPointerLeave: () => setPointedAt(false),
      onFocus: () => setFocus(true),
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
