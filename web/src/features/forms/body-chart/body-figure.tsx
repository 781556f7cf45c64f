import { type BodyRegion, type BodyView, listBodyRegions } from 'contract'
import type { ReactNode } from 'react'
import classes from './body-chart.module.css'

/** A region of the drawing, in its units. */
export type Shape = readonly [x: number, y: number, width: number, height: number]

export const figureSize = { width: 200, height: 476 } as const

const middle: Readonly<Record<BodyView, readonly (readonly [BodyRegion, Shape])[]>> = {
  FRONT: [
    ['HEAD', [76, 2, 48, 34]],
    ['FACE', [76, 38, 48, 34]],
    ['NECK', [80, 74, 40, 33]],
    ['ABDOMEN', [54, 185, 92, 50]],
    ['PELVIS', [52, 237, 96, 36]],
  ],
  BACK: [
    ['HEAD', [76, 2, 48, 70]],
    ['NECK', [80, 74, 40, 33]],
    ['UPPER_BACK', [50, 109, 100, 74]],
    ['LOWER_BACK', [54, 185, 92, 50]],
    ['BUTTOCKS', [52, 237, 96, 36]],
  ],
}

/** They are on the left of the drawing; the other side mirrors them. */
const sides = [
  ['UPPER_ARM', [12, 109, 36, 70]],
  ['FOREARM', [8, 181, 36, 64]],
  ['HAND', [4, 247, 36, 36]],
  ['THIGH', [52, 275, 47, 84]],
  ['LOWER_LEG', [54, 361, 45, 78]],
  ['FOOT', [46, 441, 53, 34]],
] as const

/** From the front, the patient's right is on the left. */
function buildShapes(view: BodyView): ReadonlyMap<BodyRegion, Shape> {
  const [left, right] = view === 'FRONT' ? (['RIGHT', 'LEFT'] as const) : (['LEFT', 'RIGHT'] as const)
  const chest = [50, 109, 49, 74] as const
  const pairs = view === 'FRONT' ? [...sides, ['CHEST', chest] as const] : sides
  return new Map<BodyRegion, Shape>([
    ...middle[view],
    ...pairs.flatMap(([part, [x, y, width, height]]): [BodyRegion, Shape][] => [
      [`${left}_${part}` as BodyRegion, [x, y, width, height]],
      [`${right}_${part}` as BodyRegion, [figureSize.width - x - width, y, width, height]],
    ]),
  ])
}

const shapes = { FRONT: buildShapes('FRONT'), BACK: buildShapes('BACK') }

export const listShapes = (view: BodyView): [BodyRegion, Shape][] =>
  listBodyRegions(view).map((region) => [region, shapes[view].get(region) as Shape])

type BodyFigureProps = {
  view: BodyView
  /** What is written on a region: the numbers of its injuries. */
  numbers: ReadonlyMap<BodyRegion, string>
  /** Without a label the drawing is decoration of what stands over it. */
  label?: string
  children?: ReactNode
}

/** The body from one side, with the numbers of the injuries on its regions. */
export function BodyFigure({ view, numbers, label, children }: BodyFigureProps) {
  return (
    <div className={classes.figure}>
      <svg
        viewBox={`0 0 ${figureSize.width} ${figureSize.height}`}
        className={classes.drawing}
        {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      >
        {listShapes(view).map(([region, [x, y, width, height]]) => (
          <g key={region} data-injured={numbers.has(region) || undefined}>
            <rect {...{ x, y, width, height }} rx={region === 'HEAD' ? 20 : 8} />
            <text x={x + width / 2} y={y + height / 2}>
              {numbers.get(region)}
            </text>
          </g>
        ))}
      </svg>
      {children}
    </div>
  )
}
