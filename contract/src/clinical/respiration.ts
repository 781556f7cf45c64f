import { createBandTable } from './bands.ts'

export const respirationBands = ['BRADYPNOEA', 'NORMAL', 'TACHYPNOEA'] as const
export type RespirationBand = (typeof respirationBands)[number]

/** Breaths per minute of adults, by the scores of NEWS2 (RCP 2017): 0 is normal, 3 critical. */
export const respirationTable = createBandTable<RespirationBand>(
  'respiration_rate',
  ['BRADYPNOEA', 'critical_low'],
  [9, 'BRADYPNOEA', 'low'],
  [12, 'NORMAL', 'normal'],
  [21, 'TACHYPNOEA', 'high'],
  [25, 'TACHYPNOEA', 'critical_high'],
)
