import { createBandTable } from './bands.ts'

export const temperatureBands = [
  'HYPOTHERMIA',
  'NORMAL',
  'MILD_FEVER',
  'MODERATE_FEVER',
  'SEVERE_FEVER',
  'EXTREME_FEVER',
] as const
export type TemperatureBand = (typeof temperatureBands)[number]

/**
 * Body temperature, °C, measured in the ear or mouth (in the armpit about 0.5 lower). Hypothermia: under 35, moderate
 * from 32 down (ERC). The fevers go by Thai nursing texts and are not verified; they and the rest are defaults of the
 * product: sources disagree on where fever begins. Hyperpyrexia in the strict sense is above 41.5.
 */
export const temperatureTable = createBandTable<TemperatureBand>(
  'temperature',
  ['HYPOTHERMIA', 'critical_low'],
  [32, 'HYPOTHERMIA', 'low'],
  [35, 'NORMAL', 'normal'],
  [37.6, 'MILD_FEVER', 'high'],
  [38.5, 'MODERATE_FEVER', 'high'],
  [39.5, 'SEVERE_FEVER', 'high'],
  [40.5, 'EXTREME_FEVER', 'critical_high'],
)
