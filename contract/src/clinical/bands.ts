import { type QuantityName, quantities } from './vital-signs.ts'

export const bandLevels = ['critical_low', 'low', 'normal', 'high', 'critical_high'] as const
export type BandLevel = (typeof bandLevels)[number]

/** Values from `from` (included) to `to` (excluded), in the quantity's unit; null is open. */
export type Band<Name extends string = string> = {
  band: Name
  from: number | null
  to: number | null
  level: BandLevel
}

/**
 * All values of a quantity, lowest band first, each beginning where the previous one ends. A band that becomes critical
 * partway has two rows of the same name.
 */
export type BandTable<Name extends string = string> = {
  quantity: QuantityName
  bands: readonly [Band<Name>, ...Band<Name>[]]
}

/** Builds a table from its lowest band and the value at which each further band begins. */
export function createBandTable<Name extends string>(
  quantity: QuantityName,
  [lowest, lowestLevel]: [band: Name, level: BandLevel],
  ...higher: [from: number, band: Name, level: BandLevel][]
): BandTable<Name> {
  const findNextStart = (at: number) => higher[at]?.[0] ?? null
  return {
    quantity,
    bands: [
      { band: lowest, from: null, to: findNextStart(0), level: lowestLevel },
      ...higher.map(([from, band, level], at) => ({ band, from, to: findNextStart(at + 1), level })),
    ],
  }
}

/** A value rounded to the decimals of its quantity, so that none falls between 94 and 95. */
export function roundAsWritten(quantity: QuantityName, value: number): number {
  return Number(value.toFixed(quantities[quantity].decimals))
}

/** The band of a value, rounded to the decimals of its quantity. */
export function pickBand<Name extends string>(
  { quantity, bands }: BandTable<Name>,
  value: number,
): Band<Name> {
  const written = roundAsWritten(quantity, value)
  return bands.findLast(({ from }) => from !== null && written >= from) ?? bands[0]
}
