import { expect, test } from 'vitest'
import { findProvince, readOutlines } from './thailand-areas.ts'
import { topology } from './thailand-outlines.ts'

const outlines = readOutlines(topology)
const findProvinceName = (lat: number, lng: number) => findProvince(outlines, { lat, lng })?.name_en

test('the outlines hold the 77 provinces, each with its name inside', () => {
  expect(new Set(outlines.provinces.map(({ id }) => id)).size).toBe(77)
  for (const { id, label } of outlines.provinces)
    expect(findProvince(outlines, { lat: label[0], lng: label[1] })?.id).toBe(id)
})

test.each([
  ['Bangkok', 13.7563, 100.5018],
  ['Chiang Mai', 18.7883, 98.9853],
  ['Nong Khai', 17.8783, 102.742],
  ['Phuket', 7.8804, 98.3923],
  ['Ubon Ratchathani', 15.2448, 104.8473],
  ['Songkhla', 7.0086, 100.4747],
  ['Chiang Rai', 20.43, 99.876],
  ['Yala', 5.774, 101.072],
  ['Mukdahan', 16.543, 104.7235],
  ['Bueng Kan', 18.36, 103.65],
  ['Samut Songkhram', 13.41, 100],
])('the outlines have the town of %s in its province', (province, lat, lng) => {
  expect(findProvinceName(lat, lng)).toBe(province)
})

test.each([
  ['Surat Thani', 'Ko Tao', 10.09, 99.84],
  ['Trat', 'Ko Mak', 11.815, 102.48],
  ['Phang Nga', 'Ko Similan', 8.64, 97.64],
])('the outlines give %s its island %s', (province, _island, lat, lng) => {
  expect(findProvinceName(lat, lng)).toBe(province)
})

test('the outlines put a town on a river mouth into the province of its bank', () => {
  expect(findProvinceName(13.599, 100.597)).toBe('Samut Prakan')
})

test('the outlines put neither the sea nor a town across the border into a province', () => {
  expect(findProvinceName(10, 101.2)).toBeUndefined()
  expect(findProvinceName(17.9667, 102.6)).toBeUndefined()
})
