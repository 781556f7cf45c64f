import { expect, test } from 'vitest'
import { clusterPoints, placeLabels } from './map-layout.ts'

test('points are together while they are closer than a finger, and apart as soon as the map is closer', () => {
  const points = [{ at: { x: 100, y: 100 } }, { at: { x: 110, y: 100 } }, { at: { x: 400, y: 300 } }]
  const [together, alone] = clusterPoints(points, 44)
  expect(together).toMatchObject({ at: { x: 105, y: 100 }, span: 10 })
  expect(together?.points).toHaveLength(2)
  expect(alone?.points).toHaveLength(1)
  const closer = points.map(({ at: { x, y } }) => ({ at: { x: 5 * x, y: 5 * y } }))
  expect(clusterPoints(closer, 44)).toHaveLength(3)
})

const frame = { left: 0, right: 640, top: 0, bottom: 420 }

test('no name overlaps another, and earlier ones are preferred', () => {
  const labels = [
    { text: 'Nonthaburi', at: { x: 300, y: 200 } },
    { text: 'Bangkok', at: { x: 320, y: 205 } },
    { text: 'Yala', at: { x: 300, y: 300 } },
  ]
  expect(placeLabels(labels, [], frame).map(({ text }) => text)).toEqual(['Nonthaburi', 'Yala'])
  const marker = { left: 290, right: 310, top: 290, bottom: 310 }
  expect(placeLabels(labels, [marker], frame).map(({ text }) => text)).toEqual(['Nonthaburi'])
})

test('a name that would be cut off at the edge is left out', () => {
  const label = { text: 'Bangkok', at: { x: 620, y: 200 } }
  expect(placeLabels([label], [], frame)).toEqual([])
  expect(placeLabels([label], [], { ...frame, right: 700 })).toEqual([label])
})
