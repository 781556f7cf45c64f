import type { FieldProblem } from '../wire/endpoint.ts'

/** Baht, to the satang; `km` in kilometres and `km_rate` in baht for each of them. */
export type FeeInput = {
  /** The fee code's price, or the one that somebody set instead of it. */
  price: number
  km: number
  km_rate: number
  extras: readonly number[]
  discount: number
}

/** Baht, to the satang. `subtotal`: before the discount. */
export type Fee = { price: number; distance: number; extras: number; subtotal: number; total: number }

const toSatang = (baht: number) => Math.round(baht * 100)
const toBaht = (satang: number) => satang / 100

/**
 * Price, kilometres by their rate (rounded to the satang) and extras, less the discount. A discount that is larger than
 * all of it is refused by `validateFee`; the total is never below zero.
 */
export function computeFee({ price, km, km_rate, extras, discount }: FeeInput): Fee {
  // A product such as 1.005 × 100 may be a little under what it is.
  const distance = Math.round(km * km_rate * 100 + 1e-6)
  const others = extras.reduce((sum, one) => sum + toSatang(one), 0)
  const subtotal = toSatang(price) + distance + others
  return {
    price: toBaht(toSatang(price)),
    distance: toBaht(distance),
    extras: toBaht(others),
    subtotal: toBaht(subtotal),
    total: toBaht(Math.max(0, subtotal - toSatang(discount))),
  }
}

/** Why a price, also of a kilometre, is not that of the fee code, and why there is a discount; null is no reason. */
export type FeeReasons = { price_reason: string | null; discount_reason: string | null }

/** What a fee code costs; null where it says nothing, so that nothing stated is a change. */
export type ListedFee = { price: number | null; km_rate: number | null }

/** Problems of a fee, by field, beside what its fee code costs. */
export function validateFee(
  fee: FeeInput,
  listed: ListedFee,
  { price_reason, discount_reason }: FeeReasons,
): FieldProblem[] {
  const isChanged = (['price', 'km_rate'] as const).some((part) => {
    const list = listed[part]
    return list !== null && toSatang(fee[part]) !== toSatang(list)
  })
  return [
    ...(isChanged && price_reason === null ? [{ field: 'price_reason', message: 'reason-required' }] : []),
    ...(toSatang(fee.discount) > 0 && discount_reason === null
      ? [{ field: 'discount_reason', message: 'reason-required' }]
      : []),
    ...(toSatang(fee.discount) > toSatang(computeFee(fee).subtotal)
      ? [{ field: 'discount', message: 'number-range' }]
      : []),
  ]
}
