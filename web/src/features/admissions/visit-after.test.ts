import { expect, test } from 'vitest'
import { findPlacedAt, outlastsDischarge } from './visit-after.ts'

const placedAt = '2026-11-05T08:00:00.000Z'
const before = '2026-11-05T07:00:00.000Z'
const after = '2026-11-05T09:00:00.000Z'

test('a discharge ends the visit with which the patient came to the ward, and that of a clinic', () => {
  const now = { placedAt, dischargedAt: undefined }
  expect(outlastsDischarge({ kind: 'ER', visited_at: before }, now)).toBe(false)
  expect(outlastsDischarge({ kind: 'OPD', visited_at: after }, now)).toBe(false)
})

test('a discharge does not end an ER visit that began after the patient was put at their last place', () => {
  expect(outlastsDischarge({ kind: 'ER', visited_at: after }, { placedAt, dischargedAt: undefined })).toBe(
    true,
  )
})

test('a leave began before the bed that is held was moved', () => {
  const place = (kind: 'bed' | 'leave', from: string, is_superseded = false) => ({
    kind,
    from,
    is_superseded,
  })
  const moved = [place('leave', after), place('leave', placedAt), place('bed', before)]
  expect(findPlacedAt(moved)).toBe(placedAt)
  expect(findPlacedAt([place('bed', after), ...moved])).toBe(after)
  expect(findPlacedAt([place('bed', after, true), ...moved])).toBe(placedAt)
  expect(findPlacedAt([])).toBeUndefined()
})

test('a discharge ends no visit that began after it', () => {
  const dischargedAt = Date.parse('2026-11-05T08:30:00.000Z')
  for (const kind of ['ER', 'OPD'] as const)
    expect(outlastsDischarge({ kind, visited_at: after }, { placedAt, dischargedAt })).toBe(true)
})
