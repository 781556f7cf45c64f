import { type CardSize, usePageFit } from './use-page-fit.ts'
import { type Call, usePageTurning } from './use-page-turning.ts'

type BoardPagesOptions<Item> = {
  /** Undefined until they are loaded. */
  items: readonly Item[] | undefined
  least: CardSize
  /** Whether the board fills the screen, where nobody scrolls. */
  isPaged: boolean
  /** Set while somebody reads the page. */
  isHeld: boolean
  calls?: readonly Call[]
}

const noCalls: [] = []

/** As many cards as a whole screen has room for, on pages that turn by themselves. */
export function useBoardPages<Item>(options: BoardPagesOptions<Item>) {
  const { items, least, isPaged, isHeld, calls = noCalls } = options
  const fit = usePageFit(least, isPaged)
  const { size } = fit
  const turning = usePageTurning({ tiles: items?.length ?? 0, size, calls, isHeld })
  return {
    fit,
    turning,
    /** The rows of the page; all rows if there are no pages. */
    shown: size ? items?.slice(turning.page * size, (turning.page + 1) * size) : items,
  }
}
