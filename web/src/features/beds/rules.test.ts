import type { BedReservation, MappedBed, MappedWard, WardPatient } from 'contract'
import { expect, test } from 'vitest'
import {
  computeOccupancy,
  countPlaces,
  endsSoon,
  findReservation,
  getBedStatus,
  listPlaces,
  matches,
  planDrop,
} from './rules.ts'

const now = Date.parse('2026-11-05T07:00:00Z')
const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const ward = { _id: 'w', name_en: 'Ward', name_th: 'หอ' }

const createPatient = (_id: string, kind: WardPatient['kind']) =>
  ({ patient: { _id }, stay_id: `stay-${_id}`, kind }) as WardPatient
const createBed = (label: string, more: Partial<MappedBed> = {}): MappedBed => ({
  _id: label,
  label,
  state: 'ready',
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
  doctors: [],
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
  expect(
    computeOccupancy(listPlaces([{ ward, beds: [], without_bed: [], doctors: [] }], now)),
  ).toBeUndefined()
})

test('a place has the doctor of its patient, whom the ward names once', () => {
  const doctor = { _id: 'doc', first_name: 'สมชาย', last_name: 'ใจดี' }
  const attended = { ...createPatient('a', 'bed'), attending_id: 'doc' }
  const waiting = { ...createPatient('b', 'waiting'), attending_id: 'doc' }
  const places = listPlaces(
    [
      {
        ward,
        beds: [createBed('1'), createBed('2', { occupant: attended })],
        without_bed: [waiting],
        doctors: [doctor],
      },
    ],
    now,
  )
  expect(places.map(({ attending }) => attending)).toEqual([undefined, doctor, doctor])
})

test('a filter shows beds of any chosen state that have all chosen features', () => {
  const labels = (chosen: Parameters<typeof matches>[1]) =>
    listPlaces([mixed], now).flatMap((place) => (matches(place, chosen) ? (place.bed?.label ?? 'none') : []))
  expect(labels({ statuses: ['cleaning', 'waiting'] })).toEqual(['4', 'none'])
  expect(labels({ features: ['oxygen'] })).toEqual(['2', '5'])
  expect(labels({ features: ['oxygen', 'monitor'], statuses: ['occupied'] })).toEqual(['2'])
})

test('a patient is dropped on a free bed to move, on a taken one of the ward to swap, and nowhere else', () => {
  const [free, taken, held, cleaning, blocked, reserved] = mixed.beds
  if (!free || !taken?.occupant || !held || !cleaning || !blocked || !reserved) throw new Error('six beds')
  const dragged = { ward, bed: taken, patient: taken.occupant }
  const other = createBed('7', { occupant: createPatient('e', 'bed') })
  const drop = (bed: MappedBed, from = dragged, onWard: MappedWard['ward'] = ward) =>
    planDrop(from, { bed, ward: onWard }, now)
  expect(drop(free)).toMatchObject({ act: 'move', to: { ward_id: 'w', bed_id: '1' } })
  expect(drop(other)).toMatchObject({ act: 'swap', withStayId: 'stay-e' })
  for (const bed of [taken, held, cleaning, blocked, reserved]) expect(drop(bed)).toBeUndefined()
  const elsewhere = { ...ward, _id: 'v' }
  expect(drop(other, dragged, elsewhere)).toBeUndefined()
  expect(drop(free, dragged, elsewhere)).toMatchObject({ act: 'move', to: { ward_id: 'v' } })
  const waiting = { ward, bed: null, patient: createPatient('c', 'waiting') }
  expect(planDrop(waiting, { bed: other, ward }, now)).toBeUndefined()
  const expected = { ward, bed: null, patient: createPatient('p', 'waiting') }
  expect(planDrop(expected, { bed: reserved, ward }, now)).toMatchObject({ act: 'move' })
})
