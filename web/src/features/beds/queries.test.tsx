import type { LatestValue, MappedBed, WardPatient } from 'contract'
import { expect, test } from 'vitest'
import { updateBedMap } from './queries.ts'

const occupant = { patient: { _id: 'a' }, kind: 'bed', score: null } as WardPatient
const bed = { _id: '1', occupant: null } as MappedBed
const waiting = { patient: { _id: 'b' }, kind: 'waiting', score: null } as WardPatient
const ward = { _id: 'w', name_en: 'Ward', name_th: 'หอ' }
const map = {
  wards: [{ ward, beds: [bed, { ...bed, _id: '2', occupant }], without_bed: [waiting] }],
  ward: 'every' as const,
  event: '4',
}
const score = { vital: 'news2', value: 7 } as LatestValue
const latest = (patient_id: string, value = score) => ({
  kind: 'latest' as const,
  patients: [{ patient_id, latest: [value] }],
})

test('an event changes the score of its patient, and no other bed', () => {
  const updated = updateBedMap(map, [{ number: 5, event: latest('a') }])
  expect(updated.wards[0]?.beds.map((one) => one.occupant?.score)).toEqual([undefined, score])
  expect(updated.wards[0]?.beds[0]).toBe(bed)
  expect(updated.wards[0]?.without_bed).toEqual([waiting])
  expect(updated.event).toBe('5')
  const further = updateBedMap(updated, [{ number: 6, event: latest('b') }])
  expect(further.wards[0]?.without_bed[0]?.score).toBe(score)
})

test('an event that the answer includes changes nothing, nor does another vital sign', () => {
  expect(updateBedMap(map, [{ number: 4, event: latest('a') }])).toBe(map)
  const pulse = { vital: 'pulse', value: 70 } as LatestValue
  expect(updateBedMap(map, [{ number: 5, event: latest('a', pulse) }]).wards).toBe(map.wards)
})
