import { clockToleranceMs, type FieldProblem, reservationMaxHours } from 'contract'

const hourMs = 60 * 60_000

/** Whether a bed can be reserved until this instant. */
export function validateReservationEnd(until: string, now: string): FieldProblem[] {
  const ms = Date.parse(until) - Date.parse(now)
  if (ms <= 0) return [{ field: 'until', message: 'date-in-past' }]
  return ms > reservationMaxHours * hourMs + clockToleranceMs
    ? [{ field: 'until', message: 'reservation-too-long' }]
    : []
}
