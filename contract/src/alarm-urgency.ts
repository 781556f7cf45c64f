import { type Alarm, alarmSeverities } from './alarms.ts'

type Urgent = Pick<Alarm, '_id' | 'severity' | 'state' | 'raised_at' | 'ended_at'>

/** Whether an alarm is the reader's own, and whether it is of a ward that they follow. */
export type AlarmOwnership = { isMine: boolean; isOfMyWards: boolean }

/**
 * The order of alarms wherever several are listed. What still happens stands before what is over; then the most severe,
 * whoever has it; of those the reader's own, then those of the reader's wards, then those that nobody has acknowledged,
 * and the newest.
 */
export function compareAlarmUrgency<One extends Urgent>(
  one: One,
  other: One,
  findOwnership?: (alarm: One) => AlarmOwnership,
): number {
  const rank = (alarm: One) => {
    const { isMine = false, isOfMyWards = false } = findOwnership?.(alarm) ?? {}
    return [
      alarm.ended_at === null ? 0 : 1,
      alarmSeverities.indexOf(alarm.severity),
      isMine ? 0 : 1,
      isOfMyWards ? 0 : 1,
      alarm.state === 'active' ? 0 : 1,
      -Date.parse(alarm.raised_at),
    ]
  }
  const ranks = rank(other)
  const differences = rank(one).map((value, index) => value - (ranks[index] ?? 0))
  return differences.find((difference) => difference !== 0) ?? other._id.localeCompare(one._id)
}
