import type { Days } from './persona.ts'

export type Calendar = ReturnType<typeof createCalendar>

/** Converts days ago to the values that the database stores. The hospital's days are days in Bangkok. */
export function createCalendar(now: string) {
  const today = Temporal.Instant.from(now)
  const back = (days: Days) => today.subtract({ minutes: Math.round(days * 24 * 60) })
  const local = (days: Days) => back(days).toZonedDateTimeISO('Asia/Bangkok')
  const buddhistYear = (days: Days) => String((local(days).year + 543) % 100).padStart(2, '0')
  return {
    instant: (days: Days) => back(days).toString(),
    date: (days: Days) => local(days).toPlainDate().toString(),
    buddhistYear,
    /** yymmdd, with the year of the Buddhist Era. */
    buddhistDay: (days: Days) =>
      buddhistYear(days) + local(days).toPlainDate().toString().slice(5).replace('-', ''),
  }
}
