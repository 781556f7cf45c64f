/** Screens say that a document runs out from so many days before. */
export const expiryWarningDays = 30

const dayMs = 24 * 60 * 60_000

/**
 * How a document stands that is valid up to and including a calendar date. `days` counts to that date; it is negative
 * once the date has passed.
 */
export function judgeExpiry(date: string, today: string): { state: 'valid' | 'soon' | 'past'; days: number } {
  const days = Math.round((Date.parse(date) - Date.parse(today)) / dayMs)
  return { state: days < 0 ? 'past' : days <= expiryWarningDays ? 'soon' : 'valid', days }
}
