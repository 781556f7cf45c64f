/** One promise and how it was kept. Without a limit it is there to be read. */
export type Line = {
  what: string
  value: number
  unit: string
  limit?: number
  /** Whether the value may not go beyond the limit, or must reach it. */
  bound?: 'at most' | 'at least'
  note?: string
}

export function isKept({ value, limit, bound = 'at most' }: Line): boolean {
  if (limit === undefined) return true
  return bound === 'at most' ? value <= limit : value >= limit
}

export function markdownOf(lines: readonly Line[]): string {
  const rows = lines.map((line) => [
    line.what,
    format(line.value, line.unit),
    line.limit === undefined ? '' : `${line.bound ?? 'at most'} ${format(line.limit, line.unit)}`,
    line.limit === undefined ? '' : isKept(line) ? '✓' : '✗',
    line.note ?? '',
  ])
  const table = [['', 'measured', 'limit', '', ''], ['---', '---:', '---:', '---', '---'], ...rows]
  return table.map((row) => `| ${row.join(' | ')} |`).join('\n')
}

function format(value: number, unit: string): string {
  const digits = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${unit}`.trim()
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2
}

export function p95(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? Number.NaN
}
