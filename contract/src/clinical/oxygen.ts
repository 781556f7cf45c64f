import { createBandTable } from './bands.ts'

export const spo2Bands = ['SEVERE_HYPOXAEMIA', 'MODERATE_HYPOXAEMIA', 'MILD_HYPOXAEMIA', 'NORMAL'] as const
export type SpO2Band = (typeof spo2Bands)[number]

/**
 * Oxygen saturation, %. The bands are defaults of the panel; critical under 90 is point A of MOPH ED Triage 2561. Not
 * for a patient with a target of 88–92 % (scale 2 of NEWS2).
 */
export const spo2Table = createBandTable<SpO2Band>(
  'spo2',
  ['SEVERE_HYPOXAEMIA', 'critical_low'],
  [86, 'MODERATE_HYPOXAEMIA', 'critical_low'],
  [90, 'MODERATE_HYPOXAEMIA', 'low'],
  [91, 'MILD_HYPOXAEMIA', 'low'],
  [95, 'NORMAL', 'normal'],
)
