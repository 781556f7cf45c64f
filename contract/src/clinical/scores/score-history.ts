import { computeNews2, type News2, type News2Input, news2Parameters, type SpO2Scale } from './news2.ts'

/** A score is as old as its oldest part. It is no score if a part is older than the longest interval of NEWS2. */
export const news2KeptMs = 12 * 60 * 60_000

/** What a reading adds to the score, and when it was measured (milliseconds). */
export type ScoredReading = { at: number; diastolic?: number | null | undefined } & {
  [Name in keyof News2Input]?: News2Input[Name] | null | undefined
}

/** The score at an instant, by which scale, and of each parameter its points, its value and when it was measured. */
export type ScoreAt = {
  at: number
  value: number
  scale: SpO2Scale
  points: News2['parts']
  input: NewestParts
  measuredAt: ReadonlyMap<keyof News2Input, number>
}

type NewestParts = { [Name in keyof News2Input]: News2Input[Name] | null }

const noParts: NewestParts = {
  respiration_rate: null,
  spo2: null,
  oxygen: null,
  systolic: null,
  pulse: null,
  consciousness: null,
  temperature: null,
}

/**
 * The score at each instant of these readings, oldest first: from the newest value of each parameter then. There is
 * none while a parameter is missing, or its newest value is older than `news2KeptMs`. A pressure of which a device
 * found only the diastolic half leaves none to score.
 */
export function computeScoreHistory(
  readings: readonly ScoredReading[],
  getScale: (at: number) => SpO2Scale,
): ScoreAt[] {
  const parts = { ...noParts }
  const measuredAt = new Map<keyof News2Input, number>()
  const take = <Name extends keyof News2Input>(
    name: Name,
    { at, diastolic, [name]: value }: ScoredReading,
  ) => {
    if (value === undefined || value === null) {
      if (name === 'systolic' && typeof diastolic === 'number') measuredAt.delete(name)
      return
    }
    parts[name] = value as NewestParts[Name]
    measuredAt.set(name, at)
  }
  const isKept = (at: number) => (name: keyof News2Input) =>
    (measuredAt.get(name) ?? Number.NEGATIVE_INFINITY) > at - news2KeptMs
  return readings.flatMap((reading, index) => {
    for (const name of news2Parameters) take(name, reading)
    const { at } = reading
    // Readings of one instant make one score.
    if (readings[index + 1]?.at === at || !news2Parameters.every(isKept(at))) return []
    const scale = getScale(at)
    const score = computeNews2(parts, scale)
    if (!score) return []
    const input = { ...parts }
    return [{ at, value: score.total, scale, points: score.parts, input, measuredAt: new Map(measuredAt) }]
  })
}
