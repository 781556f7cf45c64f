import { type QuantityName, quantities, roundToDecimals } from 'contract'

/** A value of an adult that needs no confirmation and breaks no standard limit. */
export function pickUsualValue(name: QuantityName): number {
  const { min, max, decimals, usual, alarm } = quantities[name]
  const [, low, high] = alarm?.limits.adult ?? []
  const [lowest, highest] = usual?.adult ?? [min, max]
  return roundToDecimals({ decimals }, ((low ?? lowest) + (high ?? highest)) / 2)
}
