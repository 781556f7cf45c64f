/** One measured value and its limit. Without a limit it is only reported. */
export type BenchResult = {
  what: string
  value: number
  unit: string
  limit?: number
  /** Whether the value must be at most or at least the limit. */
  bound?: 'at most' | 'at least'
  note?: string
}

export function meetsLimit({ value, limit, bound = 'at most' }: BenchResult): boolean {
  if (limit === undefined) return true
  return bound === 'at most' ? value <= limit : value >= limit
}

export function formatMarkdown(lines: readonly BenchResult[]): string {
  const rows = lines.map((line) => [
    line.what,
    formatValue(line.value, line.unit),
    line.limit === undefined ? '' : `${line.bound ?? 'at most'} ${formatValue(line.limit, line.unit)}`,
    line.limit === undefined ? '' : meetsLimit(line) ? '✓' : '✗',
    line.note ?? '',
  ])
  const table = [['', 'measured', 'limit', '', ''], ['---', '---:', '---:', '---', '---'], ...rows]
  return table.map((row) => `| ${row.join(' | ')} |`).join('\n')
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
