import type { LatestValue, MappedBed, WardPatient } from 'contract'
import { expect, test } from 'vitest'
import { findOutdatedWards, replaceWard, updateBedMap } from './queries.ts'

const occupant = { patient: { _id: 'a' }, kind: 'bed' } as WardPatient
const bed = { _id: '1' } as MappedBed
const waiting = { patient: { _id: 'b' }, kind: 'waiting' } as WardPatient
const ward = { _id: 'w', name_en: 'Ward', name_th: 'หอ' }
const map = {
  wards: [{ ward, beds: [bed, { ...bed, _id: '2', occupant }], without_bed: [waiting], doctors: [] }],
  ward: 'every' as const,
  event: '4',
}
const score = { vital: 'news2', value: 7, note: null, measured_at: '2026-11-05T07:00:00Z' } as LatestValue
const shown = { value: 7, at: '2026-11-05T07:00:00Z' }
const latest = (patient_id: string, value = score) => ({
  kind: 'latest' as const,
  patients: [{ patient_id, latest: [value] }],
})

test('an event changes the score of its patient, and no other bed', () => {
  const updated = updateBedMap(map, [{ number: 5, event: latest('a') }])
  expect(updated.wards[0]?.beds.map((one) => one.occupant?.score)).toEqual([undefined, shown])
  expect(updated.wards[0]?.beds[0]).toBe(bed)
  expect(updated.wards[0]?.without_bed).toEqual([waiting])
  expect(updated.event).toBe('5')
  const further = updateBedMap(updated, [{ number: 6, event: latest('b') }])
  expect(further.wards[0]?.without_bed[0]?.score).toEqual(shown)
})

test('an event that the answer includes changes nothing, nor does another vital sign', () => {
  expect(updateBedMap(map, [{ number: 4, event: latest('a') }])).toBe(map)
  const pulse = { vital: 'pulse', value: 70 } as LatestValue
  expect(updateBedMap(map, [{ number: 5, event: latest('a', pulse) }]).wards).toBe(map.wards)
})

const other = { ward: { ...ward, _id: 'x' }, beds: [{ ...bed, _id: '3' }], without_bed: [], doctors: [] }
const two = { ...map, wards: [...map.wards, other] }

test('an event outdates the wards that it names, and those where its patients are', () => {
  const find = (event: Parameters<typeof findOutdatedWards>[1][number]['event']) =>
    findOutdatedWards(two, [{ number: 5, event }])
  expect(find({ kind: 'beds-outdated', ward_ids: ['x', 'unknown'] })).toEqual(['x'])
  expect(find({ kind: 'patients-outdated', patient_ids: ['b'] })).toEqual(['w'])
  expect(find({ kind: 'patients-outdated', patient_ids: ['elsewhere'] })).toEqual([])
  expect(find({ kind: 'patients-outdated', patient_ids: [] })).toEqual(['w', 'x'])
  expect(find(latest('a'))).toEqual([])
})

test('a ward that was read again replaces the earlier one, unless the map is newer; a closed one goes', () => {
  const part = { ...two, wards: [{ ...other, beds: [] }], event: '5' }
  expect(replaceWard(two, 'x', part).wards).toEqual([map.wards[0], { ...other, beds: [] }])
  expect(replaceWard({ ...two, event: '6' }, 'x', part).wards).toEqual(two.wards)
  expect(replaceWard(two, 'x', { ...part, wards: [] }).wards).toEqual(map.wards)
})
