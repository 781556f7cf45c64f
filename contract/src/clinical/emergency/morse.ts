/** What each answer of the Morse Fall Scale scores (Morse 1989). */
export const morseScores = {
  /** A fall in this stay, or within three months before it. */
  history: { NO: 0, YES: 25 },
  /** More than one diagnosis. */
  secondary_diagnosis: { NO: 0, YES: 15 },
  /** `NONE` also with a nurse, in a wheelchair or in bed. `STICK`: crutch, cane or walker. */
  aid: { NONE: 0, STICK: 15, FURNITURE: 30 },
  /** An infusion or a heparin lock. */
  infusion: { NO: 0, YES: 20 },
  /** `NORMAL` also in bed or in a wheelchair. */
  gait: { NORMAL: 0, WEAK: 10, IMPAIRED: 20 },
  /** Whether the patient forgets what they cannot do. */
  forgets_limits: { NO: 0, YES: 15 },
} as const
export type MorseItem = keyof typeof morseScores
export const morseItems = Object.keys(morseScores) as [MorseItem, ...MorseItem[]]
export type MorseAnswers = { [Item in MorseItem]: keyof (typeof morseScores)[Item] }

/** 0 to 125. Null while an answer is missing: an incomplete score is no score. */
export function computeMorse(answers: { [Item in MorseItem]: MorseAnswers[Item] | null }): number | null {
  let total = 0
  for (const item of morseItems) {
    const answer = answers[item]
    if (answer === null) return null
    total += (morseScores[item] as Readonly<Record<string, number>>)[answer] ?? 0
  }
  return total
}

export const morseRisks = ['LOW', 'MODERATE', 'HIGH'] as const
export type MorseRisk = (typeof morseRisks)[number]

/** The scores from which the risk is moderate and high. Default of the panel: a hospital may change them. */
export const standardMorseLimits = { moderate: 25, high: 45 } as const

export function classifyMorse(
  total: number,
  limits: { moderate: number; high: number } = standardMorseLimits,
): MorseRisk {
  if (total >= limits.high) return 'HIGH'
  return total >= limits.moderate ? 'MODERATE' : 'LOW'
}

/** Every total that some answers come to: no answers come to 7. */
const possibleMorseTotals: ReadonlySet<number> = new Set(
  Object.values(morseScores).reduce<number[]>(
    (totals, answers) => totals.flatMap((total) => Object.values(answers).map((score) => total + score)),
    [0],
  ),
)

export const isMorseTotal = (total: number): boolean => possibleMorseTotals.has(total)
