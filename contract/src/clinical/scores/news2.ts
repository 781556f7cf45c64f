import { roundAsWritten } from '../bands.ts'
import type { consciousnessLevels } from '../vital-signs.ts'

/** The seven parameters of NEWS2. `oxygen`: whether the person breathes supplemental oxygen. */
export type News2Input = {
  respiration_rate: number
  spo2: number
  oxygen: boolean
  systolic: number
  pulse: number
  consciousness: (typeof consciousnessLevels)[number]
  temperature: number
}
export const news2Parameters = [
  'respiration_rate',
  'spo2',
  'oxygen',
  'systolic',
  'pulse',
  'consciousness',
  'temperature',
] as const satisfies readonly (keyof News2Input)[]

/** 1: for everybody. 2: for a patient for whom a prescriber noted hypercapnic failure, with a target of 88–92 %. */
export type SpO2Scale = 1 | 2

export type News2 = { total: number; parts: Record<keyof News2Input, number>; hasSingleThree: boolean }

/** The parameters that score 3; a single one asks for an urgent review. */
export function listThrees({ parts }: News2): (keyof News2Input)[] {
  return news2Parameters.filter((name) => parts[name] === 3)
}

/** The first bound that the value does not exceed gives the score; above all of them, `above`. */
export function computeParameterScore(
  value: number,
  bounds: readonly (readonly [upTo: number, score: number])[],
  above: number,
): number {
  return bounds.find(([upTo]) => value <= upTo)?.[1] ?? above
}

function computeSpO2Score(spo2: number, oxygen: boolean, scale: SpO2Scale): number {
  if (scale === 1)
    return computeParameterScore(
      spo2,
      [
        [91, 3],
        [93, 2],
        [95, 1],
      ],
      0,
    )
  if (spo2 >= 93 && !oxygen) return 0
  return computeParameterScore(
    spo2,
    [
      [83, 3],
      [85, 2],
      [87, 1],
      [92, 0],
      [94, 1],
      [96, 2],
    ],
    3,
  )
}

/**
 * National Early Warning Score 2 (Royal College of Physicians, 2017), 0 to 20, for people of 16 years and older who are
 * not pregnant. Null while a parameter is missing: an incomplete score is no score. Values are rounded to the decimals
 * of its chart first, so that a temperature of 35.04 scores as 35.0.
 */
export function computeNews2(
  input: { [Name in keyof News2Input]: News2Input[Name] | null },
  scale: SpO2Scale = 1,
): News2 | null {
  const { respiration_rate, spo2, oxygen, systolic, pulse, consciousness, temperature } = input
  if (
    respiration_rate === null ||
    spo2 === null ||
    oxygen === null ||
    systolic === null ||
    pulse === null ||
    consciousness === null ||
    temperature === null
  )
    return null
  const parts = {
    respiration_rate: computeParameterScore(
      roundAsWritten('respiration_rate', respiration_rate),
      [
        [8, 3],
        [11, 1],
        [20, 0],
        [24, 2],
      ],
      3,
    ),
    spo2: computeSpO2Score(roundAsWritten('spo2', spo2), oxygen, scale),
    oxygen: oxygen ? 2 : 0,
    systolic: computeParameterScore(
      roundAsWritten('systolic', systolic),
      [
        [90, 3],
        [100, 2],
        [110, 1],
        [219, 0],
      ],
      3,
    ),
    pulse: computeParameterScore(
      roundAsWritten('pulse', pulse),
      [
        [40, 3],
        [50, 1],
        [90, 0],
        [110, 1],
        [130, 2],
      ],
      3,
    ),
    consciousness: consciousness === 'A' ? 0 : 3,
    temperature: computeParameterScore(
      roundAsWritten('temperature', temperature),
      [
        [35, 3],
        [36, 1],
        [38, 0],
        [39, 1],
      ],
      2,
    ),
  }
  const scores = Object.values(parts)
  return {
    total: scores.reduce((sum, part) => sum + part, 0),
    parts,
    hasSingleThree: scores.includes(3),
  }
}

export type News2Risk = 'low' | 'low_medium' | 'medium' | 'high'

/** Clinical risk by the score (Royal College of Physicians, 2017): a single parameter of 3 ranks above a low score. */
export function classifyNews2Risk({
  total,
  hasSingleThree,
}: Pick<News2, 'total' | 'hasSingleThree'>): News2Risk {
  if (total >= 7) return 'high'
  if (total >= 5) return 'medium'
  return hasSingleThree ? 'low_medium' : 'low'
}
