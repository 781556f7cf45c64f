import { expect, test } from 'vitest'
import { listDutySlots } from './duty.ts'

const overlaps = (
  one: Parameters<typeof listDutySlots>[0],
  other: Parameters<typeof listDutySlots>[0],
): boolean => listDutySlots(one).some((slot) => listDutySlots(other).includes(slot))

test('teams of other shifts, or of other days, are never on duty together', () => {
  const day = { shifts: ['morning'], weekdays: [] } as const
  const night = { shifts: ['night', 'evening'], weekdays: [] } as const
  expect(overlaps(day, night)).toBe(false)
  expect(
    overlaps({ shifts: ['morning'], weekdays: ['SAT'] }, { shifts: ['morning'], weekdays: ['SUN'] }),
  ).toBe(false)
  expect(overlaps(day, { shifts: ['morning'], weekdays: ['WED'] })).toBe(true)
})

test('a team whose shifts nobody can tell may be on duty at any time of its days', () => {
  expect(listDutySlots({ shifts: [], weekdays: [] })).toEqual(Array.from({ length: 21 }, (_, slot) => slot))
  expect(overlaps({ shifts: [], weekdays: [] }, { shifts: ['night'], weekdays: ['SUN'] })).toBe(true)
  expect(listDutySlots({ shifts: [], weekdays: ['TUE'] })).toEqual([3, 4, 5])
})
