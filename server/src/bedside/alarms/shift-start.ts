import { findShift, standardTimes } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import { sqlArray } from '../../db/binary-array.ts'

const shiftHours = ['shift_morning_hour', 'shift_evening_hour', 'shift_night_hour'] as const

/**
 * Selects when the hospital's present shift began, or the one so many shifts ago (at most 2), as `findShift`
 * says. A statement that needs it would otherwise wait for the hospital's hours.
 */
export function selectShiftStart(now: string, ago = 0): RawBuilder<string> {
  const lastAtHour = Array.from({ length: 24 }, (_, hour) => {
    const everyShift = Object.fromEntries(shiftHours.map((name) => [name, hour]))
    return findShift(now, everyShift as Record<(typeof shiftHours)[number], number>).from
  })
  const hours = shiftHours.map(
    (name) => sql`(coalesce((kept.times ->> ${name})::int, ${standardTimes[name]}::int))`,
  )
  return sql<string>`(
    select distinct (${sqlArray('timestamptz', lastAtHour)})[1 + begins.hour % 24] - days * interval '1 day' as at
    from (select (select v.thresholds -> 'times' from threshold_versions v order by v.version desc limit 1) as times) kept
      cross join lateral (values ${sql.join(hours)}) as begins (hour)
      cross join generate_series(0, 1) as days
    order by at desc offset ${sql.lit(ago)} limit 1)`
}
