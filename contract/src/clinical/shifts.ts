import type { AlarmTimes } from '../thresholds.ts'
import { hospitalOffsetMs } from '../wire/thai.ts'

/** The hours of the day at which the hospital's shifts begin; 24 is midnight. */
export type ShiftHours = Pick<AlarmTimes, 'shift_morning_hour' | 'shift_evening_hour' | 'shift_night_hour'>

export const shiftNames = ['night', 'morning', 'evening'] as const
export type ShiftName = (typeof shiftNames)[number]

/** A shift; `day` is the calendar date on which it begins. `to` is when the next one begins. */
export type Shift = { name: ShiftName; day: string; from: string; to: string }

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** The shift at an instant, by the clock of Bangkok. */
export function findShift(at: string, hours: ShiftHours): Shift {
  const local = Date.parse(at) + hospitalOffsetMs
  const midnight = Math.floor(local / dayMs) * dayMs
  const begins = [-1, 0, 1].flatMap((days) => listBeginnings(midnight + days * dayMs, hours))
  const index = begins.findLastIndex(({ begin }) => begin <= local)
  const [here, next] = [begins[index], begins[index + 1]]
  if (!here || !next) throw new Error('a day has three shifts')
  return {
    name: here.name,
    day: new Date(here.begin).toISOString().slice(0, 10),
    from: new Date(here.begin - hospitalOffsetMs).toISOString(),
    to: new Date(next.begin - hospitalOffsetMs).toISOString(),
  }
}

/** When the shifts of a day begin, in order. */
function listBeginnings(
  midnight: number,
  { shift_morning_hour, shift_evening_hour, shift_night_hour }: ShiftHours,
): { name: ShiftName; begin: number }[] {
  const begin = (name: ShiftName, hour: number) => ({ name, begin: midnight + (hour % 24) * hourMs })
  return [
    begin('night', shift_night_hour),
    begin('morning', shift_morning_hour),
    begin('evening', shift_evening_hour),
  ].toSorted((one, other) => one.begin - other.begin)
}

/** The calendar date in Bangkok at an instant. */
export function toBangkokDay(at: string): string {
  return new Date(Date.parse(at) + hospitalOffsetMs).toISOString().slice(0, 10)
}
