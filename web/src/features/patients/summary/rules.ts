import { type EarlierValue, type LatestValue, quantities } from 'contract'
import { getTileQuantity, type TileVital } from '../../../clinical/newest-values.ts'

export type Change = 'up' | 'down' | 'same'

/**
 * Whether a value rose or fell since an earlier reading, by more than it fluctuates while nothing changes: the dead
 * band of its alarms. A pressure is compared by its systolic.
 */
export function computeChange(
  vital: TileVital,
  before: Pick<EarlierValue, 'value'>,
  newest: Pick<LatestValue, 'value'>,
): Change {
  const difference = (newest.value ?? 0) - (before.value ?? 0)
  const deadBand = quantities[getTileQuantity(vital)].alarm?.deadBand ?? 0
  if (Math.abs(difference) <= deadBand) return 'same'
  return difference > 0 ? 'up' : 'down'
}

const readingsTabs: Partial<Record<TileVital, string>> = {
  blood_pressure: 'bp',
  temperature: 'bt',
  respiration_rate: 'rr',
  blood_glucose: 'dtx',
}

/** The tab of the vital signs that shows a vital: most have its name. */
export function getReadingsTab(vital: TileVital): string {
  return readingsTabs[vital] ?? vital
}
