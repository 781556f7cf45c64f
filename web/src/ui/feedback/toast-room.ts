type Span = { top: number; bottom: number }

const actions = 'a[href], button, input, select, textarea, label, [role="option"]'
/** The least distance between a toast and its neighbours, in pixels. */
const gap = 4

/** The lower edge of the lowest free place between `top` and `bottom`, if there is one. */
export function findRoom(
  taken: readonly Span[],
  { top, bottom, height }: Span & { height: number },
): number | undefined {
  let edge = bottom
  for (const span of taken.toSorted((a, b) => b.bottom - a.bottom))
    if (span.bottom + gap > edge - height && span.top - gap < edge) edge = span.top - gap
  return edge - height >= top ? edge : undefined
}

/**
 * A row of a list that is a link as a whole. Clicks pass through a toast, so one may lie over a row if all else is
 * taken.
 */
const row = 'a[data-row]'

/**
 * How far up the toasts must move to cover no button, link or alarm: to the first room above their usual place, else
 * below it (then it is negative), else over rows. 0 if there is no room at all.
 */
export function findLift(host: Element, lift: number): number {
  const { left, right, bottom, height } = host.getBoundingClientRect()
  const usual = bottom + lift
  const sharesColumn = (box: DOMRect) => box.right > left && box.left < right
  const banners = measureBoxes('[data-alarm-banner]').map(({ box }) => box)
  const seen = measureBoxes(actions).filter(({ element, box }) => sharesColumn(box) && isOnTop(element, box))
  // The foot of a sheet stays free, whatever moves above it.
  const lowest = document.querySelector('[data-free-foot]') ? innerHeight - gap : usual
  const findEdge = (taken: readonly Span[]) =>
    findRoom(taken, { top: gap, bottom: lowest, height }) ??
    findRoom(taken, { top: usual - height, bottom: innerHeight - gap, height })
  const listTaken = (elements: typeof seen) => [...banners, ...elements.map(({ box }) => box)]
  const edge =
    findEdge(listTaken(seen)) ?? findEdge(listTaken(seen.filter(({ element }) => !element.matches(row))))
  return edge === undefined ? 0 : usual - edge
}

function measureBoxes(selector: string) {
  return [...document.querySelectorAll(selector)]
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && box.height > 0)
}

/** Neither scrolled out of sight nor behind a sheet. */
function isOnTop(element: Element, { left, right, top, bottom }: DOMRect): boolean {
  const middle = (left + right) / 2
  return [top + 1, (top + bottom) / 2, bottom - 1].some((y) => {
    const found = document.elementFromPoint(middle, y)
    return found !== null && (element.contains(found) || found.contains(element))
  })
}
