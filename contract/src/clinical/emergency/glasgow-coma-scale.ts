/** Null is what was not tested. Eyes closed by a swelling are `C`, a tube is `T`: there is no total then. */
export type GlasgowComa = { eye: number | 'C' | null; verbal: number | 'T' | null; motor: number | null }

/** The best score of each part; the worst is 1. */
export const glasgowMost = { eye: 4, verbal: 5, motor: 6 } as const

/** 3 to 15 (Teasdale and Jennett 1974); null if a part was not, or could not be, tested. */
export function computeGlasgowComa({ eye, verbal, motor }: GlasgowComa): number | null {
  if (typeof eye !== 'number' || typeof verbal !== 'number' || motor === null) return null
  return eye + verbal + motor
}

/** How the parts are written: `E4VTM6`. A part that was not tested is a dash: `E4V5M-`. */
export function formatGlasgowComa({ eye, verbal, motor }: GlasgowComa): string {
  return `E${eye ?? '-'}V${verbal ?? '-'}M${motor ?? '-'}`
}

/** The parts as `formatGlasgowComa` writes them; undefined for any other text. */
export function parseGlasgowComa(text: string): GlasgowComa | undefined {
  const [, eye, verbal, motor] = /^E([1-4C-])V([1-5T-])M([1-6-])$/.exec(text) ?? []
  if (!eye || !verbal || !motor) return undefined
  const score = (part: string) => (part === '-' ? null : Number(part))
  return {
    eye: eye === 'C' ? eye : score(eye),
    verbal: verbal === 'T' ? verbal : score(verbal),
    motor: score(motor),
  }
}

/** How bad a head injury is by the total: 3 to 8, 9 to 12, 13 to 15. */
export const glasgowSeverities = ['SEVERE', 'MODERATE', 'MILD'] as const
export type GlasgowSeverity = (typeof glasgowSeverities)[number]

export function classifyGlasgowComa(total: number): GlasgowSeverity {
  if (total <= 8) return 'SEVERE'
  return total <= 12 ? 'MODERATE' : 'MILD'
}
