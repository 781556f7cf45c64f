import type { ThresholdChange, Thresholds } from 'contract'

type Changes = ThresholdChange['changes']

/** The differences by path (`limits.adult.spo2.low`), in the order of the object. */
export function changesBetween(before: Thresholds, after: Thresholds): Changes {
  const from = new Map(leavesOf(before))
  return leavesOf(after).flatMap(([path, value]) => {
    const known = from.get(path) ?? null
    return known === value ? [] : [{ path, from: known, to: value }]
  })
}

function leavesOf(node: unknown, path: readonly string[] = []): [path: string, value: number | null][] {
  if (typeof node === 'object' && node !== null)
    return Object.entries(node).flatMap(([key, value]) => leavesOf(value, [...path, key]))
  return [[path.join('.'), node as number | null]]
}
