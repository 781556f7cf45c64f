/**
 * One measured value with its limit or its aim; without either it is only reported. A value beyond its limit fails the
 * bench; an aim is what we work towards, and one that is not reached fails nothing.
 */
export type BenchResult = {
  what: string
  value: number
  unit: string
  /** Whether the value must be at most or at least the limit or the aim. */
  bound?: 'at most' | 'at least'
  note?: string
} & ({ limit?: number } | { aim: number })

export function keepsLimit(result: BenchResult): boolean {
  return 'aim' in result || result.limit === undefined || meetsTarget(result, result.limit)
}

function meetsTarget({ value, bound = 'at most' }: BenchResult, target: number): boolean {
  return bound === 'at most' ? value <= target : value >= target
}

export function formatMarkdown(results: readonly BenchResult[]): string {
  const rows = results.map((result) => [
    result.what,
    formatValue(result.value, result.unit),
    ...formatTarget(result),
    result.note ?? '',
  ])
  const table = [['', 'measured', 'limit or aim', '', ''], ['---', '---:', '---:', '---', '---'], ...rows]
  return table.map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** The limit or aim, and whether it is kept or reached. */
function formatTarget(result: BenchResult): [target: string, verdict: string] {
  const { unit, bound = 'at most' } = result
  if ('aim' in result) {
    const isReached = meetsTarget(result, result.aim)
    return [`aim: ${bound} ${formatValue(result.aim, unit)}`, isReached ? 'reached' : 'not reached']
  }
  if (result.limit === undefined) return ['', '']
  return [`${bound} ${formatValue(result.limit, unit)}`, keepsLimit(result) ? '✓' : '✗']
}

function formatValue(value: number, unit: string): string {
  const digits = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${unit}`.trim()
}

export function computeMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2
}

export function computeP95(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? Number.NaN
}
