import {
  comparedMinutes,
  computeAgeBand,
  computeScoreHistory,
  type DayTrend,
  type DayVital,
  daySteps,
  dayVitals,
  type EarlierValue,
  type Extremes,
  type LatestValue,
  news2KeptMs,
  quantities,
  type ScoredReading,
  type SpO2Scale,
  trendMinutes,
} from 'contract'

const stepMs = trendMinutes * 60_000

/** When the first step of the last day begins, in milliseconds: steps begin at the quarters of an hour. */
export function getFirstStep(now: string): number {
  return (Math.ceil(Date.parse(now) / stepMs) - daySteps) * stepMs
}

/** From when on readings are needed for a day: a score at its beginning is made of values from before. */
export function getReadingStart(now: string): string {
  return new Date(getFirstStep(now) - news2KeptMs).toISOString()
}

/** The measured quantities of a reading, and what the score is made of. `at` is in milliseconds. */
export type DayReading = ScoredReading & { [Name in Exclude<DayVital, 'news2'>]?: number | null }

/** A setting of the scale by which the oxygen saturation is scored, the newest first. */
export type ScaleSetting = { at: string; scale: SpO2Scale }

type Value = { at: number; value: number; second?: number | null }

/**
 * Every value of each vital, oldest first. The score is only of adults whose birth date is known and who are not
 * pregnant.
 */
export class MeasuredDay {
  readonly #start: number
  readonly #values: Map<DayVital, readonly Value[]>

  constructor(readings: readonly DayReading[], { now, today, dateOfBirth, isPregnant, scales }: PatientDay) {
    this.#start = getFirstStep(now)
    const isScored = !isPregnant && dateOfBirth !== null && computeAgeBand(dateOfBirth, today) === 'adult'
    const getScale = (at: number) => scales.find((one) => Date.parse(one.at) <= at)?.scale ?? 1
    this.#values = listValues(readings)
    if (isScored) this.#values.set('news2', computeScoreHistory(readings, getScale))
  }

  /** The extremes of each step of the last day, of each vital with a value in it. */
  computeTrends(): DayTrend[] {
    return dayVitals.flatMap((vital) => {
      const steps = Array.from({ length: daySteps }, (): Extremes | null => null)
      for (const { at, value } of this.#values.get(vital) ?? []) {
        if (at < this.#start) continue
        // A time in the future is from a clock ahead of the panel's.
        const step = Math.min(Math.floor((at - this.#start) / stepMs), daySteps - 1)
        const { low, high } = steps[step] ?? { low: value, high: value }
        steps[step] = { low: Math.min(low, value), high: Math.max(high, value) }
      }
      return steps.some((step) => step !== null) ? [{ vital, steps }] : []
    })
  }

  /**
   * For each newest value, the last one at least `comparedMinutes` before it, or else the first one before it in the
   * day.
   */
  findEarlier(latest: readonly LatestValue[]): EarlierValue[] {
    return latest.flatMap(({ vital, value, measured_at }) => {
      const name = vital === 'blood_pressure' ? 'systolic' : vital
      if (value === null || !isDayVital(name)) return []
      const newest = Date.parse(measured_at)
      const before = (this.#values.get(name) ?? []).filter(({ at }) => at >= this.#start && at < newest)
      const found = before.findLast(({ at }) => at <= newest - comparedMinutes * 60_000) ?? before[0]
      if (!found) return []
      const { at, second = null } = found
      return [{ vital, value: found.value, second, measured_at: new Date(at).toISOString() }]
    })
  }
}

export type PatientDay = {
  now: string
  /** The calendar date of the hospital. */
  today: string
  dateOfBirth: string | null
  isPregnant: boolean
  scales: readonly ScaleSetting[]
}

function isDayVital(name: string): name is DayVital {
  return name === 'news2' || (name in quantities && dayVitals.some((vital) => vital === name))
}

/** Every measured value of each vital, oldest first. There may be thousands, so each reading is looked at once. */
function listValues(readings: readonly DayReading[]): Map<DayVital, readonly Value[]> {
  const values = new Map<DayVital, Value[]>(dayVitals.map((vital) => [vital, []]))
  for (const reading of readings) {
    for (const name in reading) {
      const value = reading[name as keyof DayReading]
      if (typeof value !== 'number') continue
      const { at, diastolic = null } = reading
      values
        .get(name as DayVital)
        ?.push(name === 'systolic' ? { at, value, second: diastolic } : { at, value })
    }
  }
  return values
}
