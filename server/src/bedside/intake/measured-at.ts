import type { ReadingTiming } from 'contract'

const dayMs = 24 * 60 * 60_000

/** The longest delay of a message that is sent at once: a clock that seems off by no more counts as right. */
export const transitToleranceMs = 5_000

/** No device of this century measured before this: clocks that were never set begin in 1970, 1980 or 2000. */
const firstMs = Date.parse('2001-01-01T00:00:00Z')

/**
 * What is known of the clock that reported some times, and how far it is behind the panel's (milliseconds, negative if
 * it is ahead).
 *
 * - `known`: it was compared with the panel's just now, or is off by as much as it steadily was before.
 * - `likely`: it has lagged by as much for a while, unless everything it reported was under way for as long.
 * - `late`: it was right when it was heard last, or is hardly off; what it says now may have been under way.
 * - `doubtful`: nobody can tell whether it is behind or its messages are late.
 * - `unsaid`: no call reported what it shows.
 */
export type ClockAssessment = { behind: number; trust: 'known' | 'likely' | 'late' | 'doubtful' | 'unsaid' }

export const unknownClock: ClockAssessment = { behind: 0, trust: 'unsaid' }

/** The clock of a sender that states in the same call what it shows. */
export function assessCallClock(shown: number, received: number): ClockAssessment {
  const behind = received - shown
  return { behind: Math.abs(behind) > transitToleranceMs ? behind : 0, trust: 'known' }
}

/** Whether all times can be taken as they are, whatever device they are from: the common case, and quick to check. */
export function arePlausibleTimes(
  told: readonly number[],
  { behind, trust }: ClockAssessment,
  received: number,
): boolean {
  if (behind !== 0 || trust === 'doubtful') return false
  const [first, last] = [trust === 'known' ? firstMs : received - dayMs, received + transitToleranceMs]
  return told.every((one) => one >= first && one <= last)
}

/**
 * When the readings were taken that one device timed by one clock and that arrived together; all in milliseconds. They
 * keep their order and distances: if one of them is from the future, all are moved by as much, unless it is so far
 * ahead that nobody can say how long it was under way. `uncertain` ones keep their told time, or get the time of
 * arrival if the told time is impossible.
 */
export function determineMeasuredAt(
  told: readonly number[],
  { behind, trust }: ClockAssessment,
  received: number,
): { at: number; timing: ReadingTiming }[] {
  const isPossible = (at: number) => at >= firstMs && at <= received + dayMs
  const last = told.reduce((max, one) => (isPossible(one + behind) ? Math.max(max, one + behind) : max), 0)
  const ahead = last - received > transitToleranceMs ? last - received : 0
  return told.map((one) => {
    if (!isPossible(one + behind)) return { at: received, timing: 'uncertain' }
    const at = one + behind - ahead
    const isOld = received - at > dayMs
    if (trust === 'doubtful' || (isOld && trust !== 'known')) return { at, timing: 'uncertain' }
    return { at, timing: at === one ? 'told' : 'corrected' }
  })
}
