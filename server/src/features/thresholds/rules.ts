import type { ThresholdChange, Thresholds } from 'contract'

type ThresholdDifferences = ThresholdChange['changes']

/** The differences by path (`limits.adult.spo2.low`), in the order of the object. */
export function diffThresholds(before: Thresholds, after: Thresholds): ThresholdDifferences {
  const from = new Map(flattenThresholds(before))
  return flattenThresholds(after).flatMap(([path, value]) => {
    const known = from.get(path) ?? null
    return known === value ? [] : [{ path, from: known, to: value }]
  })
}

function flattenThresholds(
  node: unknown,
  path: readonly string[] = [],
): [path: string, value: number | null][] {
  if (typeof node === 'object' && node !== null)
    return Object.entries(node).flatMap(([key, value]) => flattenThresholds(value, [...path, key]))
  return [[path.join('.'), node as number | null]]
}
