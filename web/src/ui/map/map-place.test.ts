import { expect, test } from 'vitest'
import { computeScaleBar, countDecimals, formatCoordinates } from './map-place.ts'

test('the scale bar is the longest round distance that fits', () => {
  expect(computeScaleBar(200)).toEqual({ metres: 20_000, pixels: 100 })
  expect(computeScaleBar(2)).toEqual({ metres: 200, pixels: 100 })
  expect(computeScaleBar(1.2)).toMatchObject({ metres: 100 })
})

test('coordinates name their hemisphere, with as many decimals as a pixel is worth', () => {
  expect(formatCoordinates({ lat: 13.75634, lng: 100.50184 }, countDecimals(200))).toBe(
    '13.756° N, 100.502° E',
  )
  expect(formatCoordinates({ lat: -33.9, lng: -70.6 }, countDecimals(0.5))).toBe('33.90000° S, 70.60000° W')
})
