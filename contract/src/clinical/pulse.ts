import { createBandTable } from './bands.ts'

export const pulseBands = ['BRADYCARDIA', 'NORMAL', 'TACHYCARDIA'] as const
export type PulseBand = (typeof pulseBands)[number]

/** Pulse of adults at rest, beats per minute: 60–100 by convention; critical is the score 3 of NEWS2 (RCP 2017). */
export const pulseTable = createBandTable<PulseBand>(
  'pulse',
  ['BRADYCARDIA', 'critical_low'],
  [41, 'BRADYCARDIA', 'low'],
  [60, 'NORMAL', 'normal'],
  [101, 'TACHYCARDIA', 'high'],
  [131, 'TACHYCARDIA', 'critical_high'],
)
