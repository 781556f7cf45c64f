/**
 * The smallest of these values that at least this share of them does not exceed: one that was measured, never one
 * between two (nearest rank). Null without values; `share` is more than 0 and at most 1.
 */
export function findNearestRank(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  // A product such as 0.9 × 10 may be a little more than what it is.
  return sorted[Math.max(0, Math.ceil(share * sorted.length - 1e-9) - 1)] ?? null
}
