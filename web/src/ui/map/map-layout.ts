/** A position on the screen, in pixels, `y` downwards. */
export type Pixel = { x: number; y: number }

export type Cluster<Point> = {
  at: Pixel
  points: [Point, ...Point[]]
  /** Distance from the first point to the one farthest from it. */
  span: number
}

/** Groups points that are closer together than `reach`. Moving the map does not change the groups. */
export function clusterPoints<Point extends { at: Pixel }>(
  points: readonly Point[],
  reach: number,
): Cluster<Point>[] {
  const clusters: [Point, ...Point[]][] = []
  for (const point of points) {
    const near = clusters.find(([{ at }]) => Math.hypot(at.x - point.at.x, at.y - point.at.y) < reach)
    if (near) near.push(point)
    else clusters.push([point])
  }
  return clusters.map((members) => {
    const sum = (axis: 'x' | 'y') => members.reduce((total, { at }) => total + at[axis], 0)
    const first = members[0].at
    return {
      at: { x: sum('x') / members.length, y: sum('y') / members.length },
      points: members,
      span: Math.max(...members.map(({ at }) => Math.hypot(at.x - first.x, at.y - first.y))),
    }
  })
}

export type Box = { left: number; right: number; top: number; bottom: number }

export const createBox = ({ x, y }: Pixel, width: number, height: number): Box => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - height / 2,
  bottom: y + height / 2,
})

const overlaps = (a: Box, b: Box) =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top

const labelHeight = 20
const letterWidth = 7
const labelGap = 10

/** Thai vowels and tone marks above and below a letter have no width. */
export const estimateTextWidth = (text: string) =>
  text.replace(/\p{Mn}/gu, '').length * letterWidth + labelGap

const contains = (frame: Box, { left, right, top, bottom }: Box) =>
  left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom

/** The labels within `frame` that overlap neither each other nor `taken`; most important first. */
export function placeLabels<Label extends { text: string; at: Pixel }>(
  labels: readonly Label[],
  taken: readonly Box[],
  frame: Box,
): Label[] {
  const boxes = [...taken]
  return labels.filter(({ text, at }) => {
    const box = createBox(at, estimateTextWidth(text), labelHeight)
    if (!contains(frame, box) || boxes.some((other) => overlaps(box, other))) return false
    boxes.push(box)
    return true
  })
}
