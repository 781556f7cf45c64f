import type { BedReservation, MappedBed, MappedWard, WardPatient } from 'contract'
import { expect, test } from 'vitest'
import {
  computeOccupancy,
  countDays,
  countPlaces,
  endsSoon,
  findReservation,
  getBedStatus,
  listPlaces,
  matches,
} from './rules.ts'

const now = Date.parse('2026-11-05T07:00:00Z')
const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const ward = { _id: 'w', name_en: 'Ward', name_th: 'หอ' }

const createPatient = (_id: string, kind: WardPatient['kind']) =>
  ({ patient: { _id }, kind, score: null }) as WardPatient
const createBed = (label: string, more: Partial<MappedBed> = {}): MappedBed => ({
  _id: label,
  label,
  state: 'ready',
  state_note: null,
  state_at: null,
  features: [],
  occupant: null,
  reservation: null,
  ...more,
})
const createReservation = (minutes: number) =>
  ({ _id: 'r', patient: { _id: 'p' }, until: inMinutes(minutes) }) as BedReservation

const mixed: MappedWard = {
  ward,
  beds: [
    createBed('1'),
    createBed('2', { occupant: createPatient('a', 'bed'), features: ['oxygen', 'monitor'] }),
    createBed('3', { occupant: createPatient('b', 'leave'), reservation: createReservation(60) }),
    createBed('4', { state: 'cleaning', reservation: createReservation(60) }),
    createBed('5', { state: 'blocked', state_note: 'ซ่อม', features: ['oxygen'] }),
    createBed('6', { reservation: createReservation(61) }),
  ],
  without_bed: [createPatient('c', 'waiting'), createPatient('d', 'leave')],
}

test('a bed is what matters most about it: its patient, its state, its reservation', () => {
  expect(mixed.beds.map((bed) => getBedStatus(bed, now))).toEqual([
    'ready',
    'occupied',
    'leave',
    'cleaning',
    'blocked',
    'reserved',
  ])
})

test('a reservation ends by the clock without a newer answer, and says so an hour before', () => {
  const [, , , , , bed = createBed('6')] = mixed.beds
  const until = now + 61 * 60_000
  expect(findReservation(bed, until - 1)).toBeDefined()
  expect(findReservation(bed, until)).toBeUndefined()
  expect(getBedStatus(bed, until)).toBe('ready')
  expect([60, 61].map((minutes) => endsSoon(createReservation(minutes), now))).toEqual([true, false])
})

test('places are counted by kind; beds that are blocked do not count for the occupancy', () => {
  const places = listPlaces([mixed], now)
  expect(countPlaces(places)).toEqual({
    ready: 1,
    occupied: 1,
    leave: 2,
    reserved: 1,
    cleaning: 1,
    blocked: 1,
    waiting: 1,
  })
  expect(computeOccupancy(places)).toBe(40)
  expect(computeOccupancy(listPlaces([{ ward, beds: [], without_bed: [] }], now))).toBeUndefined()
})

test('a filter shows beds of any chosen state that have all chosen features', () => {
  const labels = (chosen: Parameters<typeof matches>[1]) =>
    listPlaces([mixed], now).flatMap((place) => (matches(place, chosen) ? (place.bed?.label ?? 'none') : []))
  expect(labels({ statuses: ['cleaning', 'waiting'] })).toEqual(['4', 'none'])
  expect(labels({ features: ['oxygen'] })).toEqual(['2', '5'])
  expect(labels({ features: ['oxygen', 'monitor'], statuses: ['occupied'] })).toEqual(['2'])
})

test('the first 24 hours of a stay are its first day', () => {
  expect([0, 1439, 1440].map((minutes) => countDays(inMinutes(-minutes), now))).toEqual([1, 1, 2])
})
