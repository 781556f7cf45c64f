import type { StayPlace } from 'contract'
import { expect, test } from 'vitest'
import { isUnchanged, readTypedInstant, toCorrectionBody, toCorrectionValues } from './correction.ts'

const ward = { _id: 'w1', name_en: 'Ward 1', name_th: 'หอ 1' } as StayPlace['ward']
const place = (from: string, given: Partial<StayPlace> = {}): StayPlace => ({
  _id: from,
  kind: 'bed',
  ward,
  bed: { _id: 'b1', label: '1' },
  from,
  to: null,
  due_back_at: null,
  is_superseded: false,
  superseded_by: null,
  ...given,
})
const admitted = '2026-11-05T07:32:17.123Z'
const moved = '2026-11-06T01:00:00.000Z'
const stay = {
  discharged_at: null,
  // The newest first, as the history has them.
  places: [place(moved), place('2026-11-05T08:00:00.000Z', { is_superseded: true }), place(admitted)],
} as Parameters<typeof toCorrectionValues>[0]

test('what nobody changes is sent to the millisecond, in its order and without what was superseded', () => {
  const { places, discharged_at } = toCorrectionBody(toCorrectionValues(stay))
  expect(places.map(({ from }) => from)).toEqual([admitted, moved])
  expect(discharged_at).toBeNull()
})

test('a typed time is read in the hospital’s time zone, and an incomplete one is empty', () => {
  expect(readTypedInstant({ stored: admitted, date: '2026-11-05', time: '1431' })).toBe(
    '2026-11-05T07:31:00.000Z',
  )
  expect(readTypedInstant({ stored: admitted, date: '2026-11-05', time: '14:32' })).toBe(admitted)
  expect(readTypedInstant({ stored: null, date: '2026-11-05', time: '' })).toBe('')
})

test('a patient who waits has no bed, whatever was chosen before', () => {
  const [row] = toCorrectionValues(stay).places
  if (!row) throw new Error('the stay has a place')
  const { places } = toCorrectionBody({ places: [{ ...row, kind: 'waiting' }], discharged: null })
  expect(places).toMatchObject([{ kind: 'waiting', bed_id: null }])
})

test('a row is unchanged until its kind, place or time is another', () => {
  const [row] = toCorrectionValues(stay).places
  if (!row) throw new Error('the stay has a place')
  expect(isUnchanged(row, place(admitted))).toBe(true)
  for (const changed of [{ kind: 'waiting' }, { bed_id: 'b2' }, { ward_id: 'w2' }] as const)
    expect(isUnchanged({ ...row, ...changed }, place(admitted))).toBe(false)
  expect(isUnchanged({ ...row, from: { ...row.from, time: '14:33' } }, place(admitted))).toBe(false)
})
