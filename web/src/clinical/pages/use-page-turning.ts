import type { AlarmSeverity } from 'contract'
import { useEffect, useState } from 'react'

/** A patient whose alarm nobody has acknowledged. `place` is that of the tile among all tiles. */
export type Call = { key: string; place: number; severity: AlarmSeverity }

/** How long a page is shown. The panel's default. */
const turnMs = 15_000

type TurningOptions = {
  tiles: number
  /** How many tiles a page has; undefined if all are on one. */
  size: number | undefined
  /** The most urgent first. */
  calls: readonly Call[]
  /** Set while somebody reads the page: it must not turn under their eyes. */
  isHeld: boolean
}

/**
 * Turns the pages of a board by themselves. The page of an alarm that nobody has acknowledged is shown first; a new one
 * of high severity turns to its page at once. Nothing turns while somebody has paused it or reads the page.
 */
export function usePageTurning({ tiles, size, calls, isHeld }: TurningOptions) {
  const [place, setPlace] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const [heard, setHeard] = useState<ReadonlySet<string>>(new Set())
  const [isPaged, setPaged] = useState(false)
  const count = size === undefined ? 1 : Math.max(1, Math.ceil(tiles / size))
  const page = size === undefined ? 0 : Math.min(Math.floor(place / size), count - 1)
  const isStill = isPaused || isHeld

  const called = new Set(calls.map(({ key }) => key))
  const fresh = calls.find(({ key, severity }) => severity === 'high' && !heard.has(key))
  const begins = isPaged !== (size !== undefined)
  if (begins) {
    setPaged(size !== undefined)
    setPaused(false)
    setPlace(calls[0]?.place ?? 0)
    setHeard(called)
  } else if (fresh && !isStill) {
    setPlace(fresh.place)
    setHeard(called)
  } else if ([...heard].some((key) => !called.has(key))) {
    // An alarm that returns after somebody has acknowledged it is a new call.
    setHeard(new Set([...heard].filter((key) => called.has(key))))
  }

  useEffect(() => {
    if (isStill || size === undefined || count === 1) return
    const timer = setTimeout(() => setPlace(((page + 1) % count) * size), turnMs)
    return () => clearTimeout(timer)
  }, [page, count, size, isStill, heard])

  return {
    page,
    count,
    isPaused,
    setPaused,
    /** The page before the first is the last. */
    showPage: (shown: number) => setPlace(((shown + count) % count) * (size ?? 0)),
    /** The most urgent alarm that waits for somebody on another page. */
    elsewhere:
      size === undefined
        ? undefined
        : calls
            .map(({ place: at, severity }) => ({ page: Math.floor(at / size), severity }))
            .find((call) => call.page !== page),
  }
}
