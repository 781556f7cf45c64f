import { expect, test } from 'vitest'
import {
  clusterPoints,
  fitView,
  isSeparable,
  type MapPlace,
  placeLabels,
  project,
  toPixel,
  toSpot,
  unproject,
  zoomAroundPixel,
} from './thailand-view.ts'

const size = { width: 640, height: 420 }
const places: MapPlace[] = [
  { lat: 13.7563, lng: 100.5018 },
  { lat: 5.6128, lng: 101.1369 },
  { lat: 20.4648, lng: 99.9525 },
  { lat: -33.9, lng: -70.6 },
]

test.each(places)('the place $lat, $lng is found again where it was drawn', (place) => {
  const view = fitView([project(place)], size)
  for (const again of [
    unproject(project(place)),
    unproject(toSpot(toPixel(project(place), view, size), view, size)),
  ]) {
    expect(again.lat).toBeCloseTo(place.lat, 9)
    expect(again.lng).toBeCloseTo(place.lng, 9)
  }
})

test('a kilometre is drawn as long to the north as to the east', () => {
  const [north, east] = [
    { lat: 18.009, lng: 99 },
    { lat: 18, lng: 99 + 0.009 / Math.cos((18 * Math.PI) / 180) },
  ]
  const origin = project({ lat: 18, lng: 99 })
  expect(origin.y - project(north).y).toBeCloseTo(project(east).x - origin.x, 5)
})

test('the place under the pointer stays there while the map zooms', () => {
  const view = fitView([], size)
  const pixel = { x: 300, y: 100 }
  const before = toSpot(pixel, view, size)
  const after = toSpot(pixel, zoomAroundPixel(view, 3, pixel, size), size)
  expect(after.x).toBeCloseTo(before.x)
  expect(after.y).toBeCloseTo(before.y)
})

test('zooming to the points of a cluster shows them apart', () => {
  const points = places.slice(0, 2).map((place) => ({ at: project(place) }))
  const [together] = clusterPoints(points, 20)
  if (!together) throw new Error('There is no cluster')
  expect(together.points).toHaveLength(2)
  expect(isSeparable(together, 44)).toBe(true)
  const { scale } = fitView(
    points.map(({ at }) => at),
    size,
  )
  expect(clusterPoints(points, 44 / scale)).toHaveLength(2)
})

test('no name overlaps another, and earlier ones are preferred', () => {
  const labels = [
    { text: 'Nonthaburi', at: { x: 300, y: 200 } },
    { text: 'Bangkok', at: { x: 320, y: 205 } },
    { text: 'Yala', at: { x: 300, y: 300 } },
  ]
  expect(placeLabels(labels, [], size).map(({ text }) => text)).toEqual(['Nonthaburi', 'Yala'])
})
