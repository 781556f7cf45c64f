/** The longest span of a report, in days. */
export const reportMaxDays = 92

/** The first and the last day of a report, both part of it. */
export type ReportDays = { from: string; to: string }

/** Days of a report, both part of it; `until` is the end of the last: its midnight, or now if that is to come. */
export type ReportSpan = ReportDays & { until: string }

const dayMs = 86_400_000

/** A calendar date so many days later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** The days of a span, in their order. */
export function listDays({ from, to }: ReportDays): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
  return Array.from({ length: count }, (_, index) => addDays(from, index))
}
