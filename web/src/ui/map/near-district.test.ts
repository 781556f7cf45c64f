import { expect, test } from 'vitest'
import { findNearDistrict } from './near-district.ts'
import { findProvince, readOutlines } from './thailand-areas.ts'
import { districtTowns } from './thailand-districts.ts'
import { topology } from './thailand-outlines.ts'

const towns = districtTowns
  .trim()
  .split('\n')
  .map((line) => line.split('\t'))

test('nearly every district of Thailand has its town, each once', () => {
  expect(towns.length).toBeGreaterThan(900)
  expect(new Set(towns.map(([code]) => code)).size).toBe(towns.length)
})

test('each town lies in the province of its district, as far as coarse outlines without small islands can tell', () => {
  const outlines = readOutlines(topology)
  const steps = [0, -0.12, -0.08, -0.04, 0.04, 0.08, 0.12]
  const strangers = towns.filter(([code = '', , , lat, lng]) => {
    const around = steps.flatMap((north) =>
      steps.map((east) => findProvince(outlines, { lat: Number(lat) + north, lng: Number(lng) + east })?.id),
    )
    return around[0] !== undefined && !around.includes(code.slice(0, 2))
  })
  expect(strangers).toEqual([])
})

test.each([
  ['Mueang Chiang Mai', 'เมืองเชียงใหม่', 1, 18.79, 98.98],
  ['Mueang Chiang Mai', 'เมืองเชียงใหม่', 5, 18.8, 98.94],
  ['Hat Yai', 'หาดใหญ่', 1, 7.008, 100.474],
  ['Ko Samui', 'เกาะสมุย', 6, 9.52, 99.99],
])(
  'the nearest district of %s (%s) is the one whose town is %i km away',
  async (name_en, name_th, km, lat, lng) => {
    expect(await findNearDistrict({ lat, lng })).toMatchObject({ name_en, name_th, km })
  },
)

test('a place at sea or in another country has no near district', async () => {
  expect(await findNearDistrict({ lat: 10, lng: 101.2 })).toBeUndefined()
  expect(await findNearDistrict({ lat: 21.03, lng: 105.85 })).toBeUndefined()
})
