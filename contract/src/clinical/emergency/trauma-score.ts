import { type Age, toAgeBand } from '../age.ts'
import { roundAsWritten } from '../bands.ts'
import { computeParameterScore } from '../scores/news2.ts'

/** From this shock index on, an adult may be bleeding. Default of the panel: a hospital may change it. */
export const standardShockIndexLimit = 0.9

/** `value` has two decimals and no unit. `isHigh` is null for a child, who has no limit. */
export type ShockIndex = { value: number; isHigh: boolean | null }

/**
 * Pulse (per minute) over systolic pressure (mmHg) (Allgöwer and Burri 1967); null without a pressure, as in an arrest.
 * An unknown age counts as an adult's: from 16 years. The rounded value is compared, so that 0.90 is
 * always high.
 */
export function computeShockIndex(
  { pulse, systolic }: { pulse: number | null; systolic: number | null },
  age: Age | null,
  limit: number = standardShockIndexLimit,
): ShockIndex | null {
  if (pulse === null || systolic === null || systolic <= 0) return null
  const value = Math.round((100 * pulse) / systolic) / 100
  const isAdult = age === null || toAgeBand(age) === 'adult'
  return { value, isHigh: isAdult ? value >= limit : null }
}

/** GCS 3 to 15, systolic pressure in mmHg, breaths per minute. In an arrest 0 is a value. */
export type TraumaValues = { gcs: number; systolic: number; respiration_rate: number }

/**
 * `codes`: 0 to 4 for each value. `triage`: their sum, 0 to 12 (T-RTS). `revised`: weighted, 0 to 7.8408 (RTS), with
 * four decimals.
 */
export type TraumaScore = { codes: Record<keyof TraumaValues, number>; triage: number; revised: number }

const weights = { gcs: 0.9368, systolic: 0.7326, respiration_rate: 0.2908 } as const

/**
 * Revised Trauma Score (Champion 1989). Null while a value is missing: somebody with a tube has no total of the coma
 * scale, and so no score.
 */
export function computeTraumaScore(
  values: { [Name in keyof TraumaValues]: number | null },
): TraumaScore | null {
  const { gcs, systolic, respiration_rate } = values
  if (gcs === null || systolic === null || respiration_rate === null) return null
  const codes = {
    gcs: computeParameterScore(
      gcs,
      [
        [3, 0],
        [5, 1],
        [8, 2],
        [12, 3],
      ],
      4,
    ),
    systolic: computeParameterScore(
      roundAsWritten('systolic', systolic),
      [
        [0, 0],
        [49, 1],
        [75, 2],
        [89, 3],
      ],
      4,
    ),
    // The best is in the middle: more than 29 breaths is worse again.
    respiration_rate: computeParameterScore(
      roundAsWritten('respiration_rate', respiration_rate),
      [
        [0, 0],
        [5, 1],
        [9, 2],
        [29, 4],
      ],
      3,
    ),
  }
  const weighted =
    weights.gcs * codes.gcs +
    weights.systolic * codes.systolic +
    weights.respiration_rate * codes.respiration_rate
  return {
    codes,
    triage: codes.gcs + codes.systolic + codes.respiration_rate,
    revised: Number(weighted.toFixed(4)),
  }
}
