import { useCallback, useLayoutEffect, useState } from 'react'
import type { WallView } from './wall-query.ts'

/** The least that a tile needs, in pixels, and the space between two. On a screen of 1920 × 1080: 12 and 24 of them. */
const tileSizes = {
  normal: { width: 352, height: 290, gap: 12 },
  dense: { width: 288, height: 222, gap: 8 },
}
/** In full screen the figures of a tile are larger, to be read from two metres. */
const largeTileWidth = 432

type FitOptions = { density: WallView['density']; isPaged: boolean }

export type TileFit = Omit<ReturnType<typeof useTileFit>, 'setBox'>

/**
 * How many columns of tiles there is room for, and in a wall of pages how many rows. Undefined until the element that
 * was given to `setBox` is measured.
 */
export function useTileFit({ density, isPaged }: FitOptions) {
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    if (!box) return
    const measure = () => setSize({ width: box.clientWidth, height: box.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [box])

  const size = tileSizes[density]
  const leastWidth = isPaged && density === 'normal' ? largeTileWidth : size.width
  const countFitting = (room: number, least: number) =>
    room > 0 ? Math.max(1, Math.floor((room + size.gap) / (least + size.gap))) : undefined
  const columns = countFitting(width, leastWidth)
  const fitting = isPaged ? countFitting(height, size.height) : undefined

  const space = `${density} ${width} ${height}`
  const [given, setGiven] = useState({ space, rows: 0 })
  const rows = fitting && Math.max(1, fitting - (given.space === space ? given.rows : 0))
  /** A tile with much that is wrong needs more room: one row fewer for all, rather than half a tile. */
  const giveUpRow = useCallback(
    () => setGiven((before) => ({ space, rows: before.space === space ? before.rows + 1 : 1 })),
    [space],
  )
  return { setBox, box, columns, rows, size: columns && rows && columns * rows, gap: size.gap, giveUpRow }
}
