import type { AlarmSeverity } from '../../alarms.ts'
import type { AlarmTimes } from '../../thresholds.ts'

/** What decides how soon a patient in a bed needs somebody. */
export type Sickness = {
  /** The newest NEWS2, however old: nobody has seen that it became better. */
  score: number | undefined
  /** Whether a vital sign was measured within `news2KeptMs`. */
  isObserved: boolean
  /** The worst open alarm, and the worst that nobody has acknowledged. */
  alarm: AlarmSeverity | undefined
  unseenAlarm: AlarmSeverity | undefined
}

/**
 * `emergency`: a high alarm is open, or NEWS2 calls for an emergency response. `urgent`: a medium one is open, or NEWS2
 * calls for an urgent response. `attention`: a low one is open, or nobody has looked for too long. `steady`: all
 * others.
 */
export const sicknessLevels = ['steady', 'attention', 'urgent', 'emergency'] as const
export type SicknessLevel = (typeof sicknessLevels)[number]

type ScoreTimes = Pick<AlarmTimes, 'news2_medium' | 'news2_high'>

const levelOfAlarm = { low: 'attention', medium: 'urgent', high: 'emergency' } as const

export function classifySickness({ score, isObserved, alarm }: Sickness, times: ScoreTimes): SicknessLevel {
  const levels: SicknessLevel[] = [
    alarm ? levelOfAlarm[alarm] : 'steady',
    score === undefined || score < times.news2_medium
      ? 'steady'
      : score < times.news2_high
        ? 'urgent'
        : 'emergency',
    isObserved ? 'steady' : 'attention',
  ]
  return sicknessLevels[Math.max(...levels.map((level) => sicknessLevels.indexOf(level)))] ?? 'steady'
}

/**
 * The sickest first: by level; within a level those with an alarm of it that nobody has acknowledged; then the highest
 * score. The server orders a ward board by the same rule in SQL (`features/monitoring/queries/ward-board.ts`), the
 * screens order it anew when something happens.
 */
export function compareSickness(one: Sickness, other: Sickness, times: ScoreTimes): number {
  const [level, otherLevel] = [classifySickness(one, times), classifySickness(other, times)]
  const isUnseen = ({ unseenAlarm }: Sickness, of: SicknessLevel) =>
    unseenAlarm !== undefined && levelOfAlarm[unseenAlarm] === of
  return (
    sicknessLevels.indexOf(otherLevel) - sicknessLevels.indexOf(level) ||
    Number(isUnseen(other, otherLevel)) - Number(isUnseen(one, level)) ||
    (other.score ?? -1) - (one.score ?? -1)
  )
}
