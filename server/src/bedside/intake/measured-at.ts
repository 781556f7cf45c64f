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
 * - `known`: it was compared with the panel's just now, or it is ahead, or off by whole time zones.
 * - `likely`: it has lagged by this much for a while; it is behind, unless all its messages were under way for as long.
 * - `late`: the clock is taken as right, and the message as late: it was right when it was heard last, or seems hardly
 *   off.
 * - `doubtful`: nobody can tell whether it is behind or its messages are late.
 * - `unknown`: neither a call nor a message says what it shows.
 */
export type ClockAssessment = { behind: number; trust: 'known' | 'likely' | 'late' | 'doubtful' | 'unknown' }

export const unknownClock: ClockAssessment = { behind: 0, trust: 'unknown' }

/** The clock of a sender that states in the same call what it shows. */
export function assessCallClock(shown: number, received: number): ClockAssessment {
  const behind = received - shown
  return { behind: Math.abs(behind) > transitToleranceMs ? behind : 0, trust: 'known' }
}

/** Whether all times can be taken as they are, whatever device they are from: the common case, and quick to check. */
export function arePlausibleTimes(
  reported: readonly number[],
  { behind, trust }: ClockAssessment,
  received: number,
): boolean {
  if (behind !== 0 || trust === 'doubtful') return false
  const [first, last] = [trust === 'known' ? firstMs : received - dayMs, received + transitToleranceMs]
  return reported.every((at) => at >= first && at <= last)
}

/**
 * When readings of one device were taken that arrived together, timed by one clock (all in milliseconds). They keep
 * their order and distances: if one of them is from the future, all are moved back by as much, unless it is more than a
 * day ahead. `told`: the reported time is taken as it is. `uncertain`: the reported time is kept, or replaced by the
 * time of arrival if it is impossible.
 */
export function determineMeasuredTimes(
  reported: readonly number[],
  { behind, trust }: ClockAssessment,
  received: number,
): { at: number; timing: ReadingTiming }[] {
  const isPossible = (at: number) => at >= firstMs && at <= received + dayMs
  const byPanel = reported.map((at) => at + behind)
  const last = Math.max(0, ...byPanel.filter(isPossible))
  const ahead = last - received > transitToleranceMs ? last - received : 0
  return byPanel.map((possible, index) => {
    if (!isPossible(possible)) return { at: received, timing: 'uncertain' }
    const at = possible - ahead
    const isOld = received - at > dayMs
    if (trust === 'doubtful' || (isOld && trust !== 'known')) return { at, timing: 'uncertain' }
    return { at, timing: at === reported[index] ? 'told' : 'corrected' }
  })
}
