import { type AlarmTimes, escalationLevels } from 'contract'

export type Level = (typeof escalationLevels)[number]

/** How long an alarm stays at a level before it goes to the next one, or is repeated at the last. */
const levelWaits = {
  ward: {
    high: ({ escalate_high_seconds }) => escalate_high_seconds,
    medium: ({ escalate_medium_seconds }) => escalate_medium_seconds,
  },
  nurse_in_charge: {
    high: ({ to_doctor_high_seconds }) => to_doctor_high_seconds,
    medium: ({ to_doctor_medium_seconds }) => to_doctor_medium_seconds,
  },
  doctor: {
    high: ({ to_everybody_high_seconds }) => to_everybody_high_seconds,
    medium: ({ to_everybody_medium_seconds }) => to_everybody_medium_seconds,
  },
  everybody: {
    high: ({ retell_high_minutes }) => retell_high_minutes * 60,
    medium: ({ retell_medium_minutes }) => retell_medium_minutes * 60,
  },
} satisfies Record<Level, Record<'high' | 'medium', (times: AlarmTimes) => number>>

/** When an alarm that nobody acts on leaves its level; null for low severity. */
export function computeEscalationTime(
  now: string,
  severity: string,
  times: AlarmTimes,
  level: Level = 'ward',
): string | null {
  if (severity !== 'high' && severity !== 'medium') return null
  return new Date(Date.parse(now) + levelWaits[level][severity](times) * 1000).toISOString()
}

/** How many people can be notified at each level above the ward. */
export type StaffCounts = Record<Exclude<Level, 'ward'>, number>

/** The next level that has anybody to notify; the last level is repeated. */
export function pickNextLevel(level: Level, people: StaffCounts): Exclude<Level, 'ward'> {
  const above = escalationLevels.slice(escalationLevels.indexOf(level) + 1)
  return (above.find((one) => one !== 'ward' && people[one] > 0) as Exclude<Level, 'ward'>) ?? 'everybody'
}

/**
 * The next step of an alarm that nobody acted on: its level, how many people are notified (`told`), how often that
 * level has been notified then (`tellings`), and when it escalates again. The last level is repeated a set number of
 * times; then the escalation ends.
 */
export function computeEscalation(
  { level, tellings, severity }: { level: Level; tellings: number; severity: string },
  people: StaffCounts,
  times: AlarmTimes,
  now: string,
) {
  const next = pickNextLevel(level, people)
  const isRetold = next === level
  const tellingsNow = isRetold ? tellings + 1 : 1
  const isEnd = next === 'everybody' && tellingsNow > times.retellings
  return {
    level: next,
    told: people[next],
    tellings: tellingsNow,
    isRetold,
    isEnd,
    escalatesAt: isEnd ? null : computeEscalationTime(now, severity, times, next),
  }
}
