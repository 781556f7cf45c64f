import { roundAsWritten } from '../bands.ts'
import { computeParameterScore, type News2Input } from './news2.ts'

/** The five parameters of MEWS, which NEWS2 has, too. */
export const mewsParameters = [
  'systolic',
  'pulse',
  'respiration_rate',
  'temperature',
  'consciousness',
] as const satisfies readonly (keyof News2Input)[]
export type MewsParameter = (typeof mewsParameters)[number]

type MewsInput = { [Name in MewsParameter]: News2Input[Name] | null }

export type Mews = { total: number; isCritical: boolean }

const criticalFrom = 5

/** Alert, voice, pain, unresponsive. New confusion is no letter of AVPU: MEWS has no points for it. */
const consciousnessPoints: Partial<Record<News2Input['consciousness'], number>> = { A: 0, V: 1, P: 2, U: 3 }

/**
 * Modified Early Warning Score (Subbe 2001), 0 to 14, for adults; 5 or more is critical. Null while a parameter is
 * missing, or while the patient is newly confused, for which it has no points. Values are rounded to the decimals of
 * its chart first.
 */
export function computeMews({
  systolic,
  pulse,
  respiration_rate,
  temperature,
  consciousness,
}: MewsInput): Mews | null {
  const alertness = consciousness === null ? undefined : consciousnessPoints[consciousness]
  if (
    systolic === null ||
    pulse === null ||
    respiration_rate === null ||
    temperature === null ||
    alertness === undefined
  )
    return null
  const total =
    alertness +
    computeParameterScore(
      roundAsWritten('systolic', systolic),
      [
        [70, 3],
        [80, 2],
        [100, 1],
        [199, 0],
      ],
      2,
    ) +
    computeParameterScore(
      roundAsWritten('pulse', pulse),
      [
        [40, 2],
        [50, 1],
        [100, 0],
        [110, 1],
        [129, 2],
      ],
      3,
    ) +
    computeParameterScore(
      roundAsWritten('respiration_rate', respiration_rate),
      [
        [8, 2],
        [14, 0],
        [20, 1],
        [29, 2],
      ],
      3,
    ) +
    computeParameterScore(
      roundAsWritten('temperature', temperature),
      [
        [34.9, 2],
        [38.4, 0],
      ],
      2,
    )
  return { total, isCritical: total >= criticalFrom }
}
