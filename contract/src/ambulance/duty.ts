import { shiftNames } from '../clinical/shifts.ts'

export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const
export type Weekday = (typeof weekdays)[number]

/** When a team is on duty. Without weekdays it is every day; without shifts nobody can tell, as with a rota. */
export type DutyPattern = {
  shifts: readonly (typeof shiftNames)[number][]
  weekdays: readonly Weekday[]
}

/**
 * The shifts of a week in which a team is on duty, numbered from 0 for the first of Monday. A team whose shifts nobody
 * can tell has all of its days: two such teams cannot share anybody.
 */
export function listDutySlots({ shifts, weekdays: days }: DutyPattern): number[] {
  const isChosen = <Name>(chosen: readonly Name[], name: Name) => chosen.length === 0 || chosen.includes(name)
  return weekdays.flatMap((day, row) =>
    shiftNames.flatMap((shift, column) =>
      isChosen(days, day) && isChosen(shifts, shift) ? [row * shiftNames.length + column] : [],
    ),
  )
}
