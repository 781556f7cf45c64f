import type { consciousnessLevels } from '../vital-signs.ts'
import { type Finding, findBroken } from './finding.ts'

/** GCS 3 to 15; the letter of ACVPU stands for it where it has no total. Null is what nobody has measured. */
export type SepsisValues = {
  respiration_rate: number | null
  systolic: number | null
  gcs: number | null
  consciousness: (typeof consciousnessLevels)[number] | null
}

export type SepsisFinding = Finding<'CONSCIOUSNESS', 'respiration_rate' | 'systolic' | 'gcs'>

/** `total` counts what was found, 0 to 3. `isPositive` is null while what is missing could still decide it. */
export type QuickSofa = { findings: SepsisFinding[]; total: number; isPositive: boolean | null }

const positiveFrom = 2

/**
 * qSOFA (Sepsis-3, 2016): 22 breaths or more, a systolic pressure of 100 or less, altered consciousness. Two of the
 * three ask for a search for sepsis.
 */
export function computeQuickSofa(values: SepsisValues): QuickSofa {
  const { respiration_rate, systolic, gcs, consciousness } = values
  const isAltered = gcs === null && consciousness !== null && consciousness !== 'A'
  const findings: SepsisFinding[] = [
    ...findBroken('respiration_rate', respiration_rate, '≥', 22),
    ...findBroken('systolic', systolic, '≤', 100),
    ...findBroken('gcs', gcs, '<', 15),
    ...(isAltered ? [{ of: 'CONSCIOUSNESS' as const }] : []),
  ]
  const total = findings.length
  const missing = [respiration_rate, systolic, gcs ?? consciousness].filter((value) => value === null).length
  if (total >= positiveFrom) return { findings, total, isPositive: true }
  return { findings, total, isPositive: total + missing >= positiveFrom ? null : false }
}
