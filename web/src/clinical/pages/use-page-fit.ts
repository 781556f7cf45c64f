import { useCallback, useLayoutEffect, useState } from 'react'

/** The least that a card needs, in pixels, and the space between two. */
export type CardSize = { width: number; height: number; gap: number }

export type PageFit = ReturnType<typeof usePageFit>

/**
 * How many columns of cards there is room for, and on a board of pages how many rows. Undefined until the element that
 * was given to `setBox` is measured.
 */
export function usePageFit({ width: leastWidth, height: leastHeight, gap }: CardSize, isPaged: boolean) {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    if (!box) return
    const measure = () => setSize({ width: box.clientWidth, height: box.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [box])

  const countFitting = (room: number, least: number) =>
    room > 0 ? Math.max(1, Math.floor((room + gap) / (least + gap))) : undefined
  const columns = countFitting(width, leastWidth)
  const fitting = isPaged ? countFitting(height, leastHeight) : undefined

  const space = `${leastWidth} ${leastHeight} ${width} ${height}`
  const [given, setGiven] = useState({ space, rows: 0 })
  const rows = fitting && Math.max(1, fitting - (given.space === space ? given.rows : 0))
  /** A card with much on it needs more room: one row fewer for all, rather than half a card. */
  const giveUpRow = useCallback(
    () => setGiven((before) => ({ space, rows: before.space === space ? before.rows + 1 : 1 })),
    [space],
  )
  return { setBox, box, columns, rows, size: columns && rows && columns * rows, gap, giveUpRow }
}

/**
 * Gives up a row as long as the cards of a page, which are drawn anew with each of `shown`, are higher than the page.
 */
export function useGivenUpRows({ box, rows, giveUpRow }: Omit<PageFit, 'setBox'>, shown: unknown) {
  useLayoutEffect(() => {
    if (shown && rows && rows > 1 && box && measureCards(box) > box.clientHeight + 1) giveUpRow()
  }, [shown, rows, box, giveUpRow])
}

/** From the upper edge of the list to its lowest card where cards belong: one that still moves is drawn elsewhere. */
function measureCards({ firstElementChild: list }: HTMLElement): number {
  if (!(list instanceof HTMLElement)) return 0
  const cards = [...list.children].filter((card) => card instanceof HTMLElement)
  return Math.max(0, ...cards.map((card) => card.offsetTop + card.offsetHeight - list.offsetTop))
}
