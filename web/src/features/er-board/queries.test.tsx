import type { ErRow, LatestValue } from 'contract'
import { expect, test } from 'vitest'
import { findOutdatedPatients, replacePatients, updateErBoard } from './queries.ts'

const row = (id: string, complaint = '') =>
  ({ visit: { _id: `v-${id}`, complaint }, patient: { _id: id }, latest: [] }) as unknown as ErRow
const board = { rows: [row('a'), row('b')], event: '4' } as unknown as Parameters<typeof updateErBoard>[0]

type Event = Parameters<typeof findOutdatedPatients>[1][number]['event']
const find = (...events: Event[]) =>
  findOutdatedPatients(
    board,
    events.map((event, place) => ({ number: 5 + place, event })),
  )
const visits = (patient_ids: string[], visit_kinds: ('ER' | 'OPD')[] = ['ER']): Event => ({
  kind: 'visits-outdated',
  visit_kinds,
  patient_ids,
})

test('a change of a patient elsewhere in the hospital outdates nobody on the board', () => {
  expect(find({ kind: 'patients-outdated', patient_ids: ['elsewhere'] })).toEqual([])
  expect(find({ kind: 'patients-outdated', patient_ids: ['elsewhere', 'b'] })).toEqual(['b'])
  expect(find({ kind: 'patients-outdated', patient_ids: [] })).toBe('all')
})

test('an act in the emergency room outdates its patient, also one who was not on the board; an act in a clinic outdates nobody', () => {
  expect(find(visits(['new']), visits(['a']), visits(['a']))).toEqual(['new', 'a'])
  expect(find(visits(['a'], ['OPD']))).toEqual([])
})

test('changed targets and zones outdate the whole board', () => {
  expect(find(visits([]))).toBe('all')
  expect(find(visits([], ['OPD']))).toEqual([])
  const part = {
    ...board,
    rows: [row('a')],
    minutes: { RED: { doctor: 5 } },
    is_standard: false,
  } as unknown as typeof board
  expect(replacePatients(board, ['a'], part)).toMatchObject({
    minutes: part.minutes,
    is_standard: false,
    event: '4',
  })
})

test('a patient who was read again gets a new row, one who has gone loses theirs, and a new one is added', () => {
  const [, other] = board.rows
  const part = { ...board, rows: [row('a', 'pain')], event: '6' }
  expect(replacePatients(board, ['a'], part).rows).toEqual([other, row('a', 'pain')])
  expect(replacePatients(board, ['a'], part).rows[0]).toBe(other)
  expect(replacePatients(board, ['a'], { ...part, rows: [] }).rows).toEqual([other])
  expect(replacePatients(board, ['c'], { ...part, rows: [row('c')] }).rows).toEqual([...board.rows, row('c')])
  expect(replacePatients({ ...board, event: '7' }, ['a'], part).rows).toEqual(board.rows)
})

test('a new value changes the row of its patient alone', () => {
  const pulse = { vital: 'pulse', value: 70, measured_at: '2026-11-05T07:00:00Z' } as LatestValue
  const event = { kind: 'latest' as const, patients: [{ patient_id: 'a', latest: [pulse] }] }
  const updated = updateErBoard(board, [{ number: 5, event }])
  expect(updated.rows.map(({ latest }) => latest)).toEqual([[pulse], []])
  expect(updated.rows[1]).toBe(board.rows[1])
})
