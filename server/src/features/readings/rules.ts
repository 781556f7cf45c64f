import {
  computeScoreHistory,
  type FlowsheetRow,
  type FlowsheetScore,
  isCharted,
  isInRow,
  labNames,
  listRowFields,
  news2KeptMs,
  news2Parameters,
  news2Rows,
  type Reading,
  type ReadingKind,
  type ReadingSource,
  type ReadingValueName,
  readingKindNames,
  type readings,
  type SpO2Scale,
  type ThinnedCell,
  vitalSignKinds,
} from 'contract'

/** What a history call covers: kinds and, if the call is limited to them, sources, or readings with one of `fields`. */
export type HistorySubject = {
  kinds: readonly ReadingKind[]
  sources?: readonly ReadingSource[]
  fields?: readonly ReadingValueName[]
  days?: number
}

const gatewaySources = ['gateway', 'box'] as const

/** How many days a laboratory's history covers by default. */
const labDays = 60

type HistoryAlias = Exclude<
  keyof typeof readings,
  | 'history'
  | 'flowsheet'
  | 'exportHistory'
  | 'record'
  | 'correct'
  | 'inbox'
  | 'assign'
  | 'takeBack'
  | 'tellUnit'
  | 'dismiss'
>

/** The calls that have a path of their own for one kind and source. */
export const historySubjects: Record<HistoryAlias, HistorySubject> = {
  bodyTemperature: { kinds: ['temperature'] },
  bodyTemperatureGateway: { kinds: ['temperature'], sources: gatewaySources },
  bodyTemperatureWatch: { kinds: ['temperature'], sources: ['watch'] },
  spo2: { kinds: ['spo2'] },
  spo2Gateway: { kinds: ['spo2'], sources: gatewaySources },
  spo2Watch: { kinds: ['spo2'], sources: ['watch'] },
  bloodPressureGateway: { kinds: ['blood_pressure'], sources: gatewaySources },
  bloodPressureWatch: { kinds: ['blood_pressure'], sources: ['watch'] },
  bloodSugar: { kinds: ['glucose'] },
  creatinine: { kinds: ['lab'], fields: ['creatinine'], days: labDays },
  lipid: { kinds: ['lab'], fields: labNames.filter((name) => name !== 'creatinine'), days: labDays },
  steps: { kinds: ['activity'] },
  sleep: { kinds: ['sleep'] },
  bodyData: { kinds: ['body'] },
  allGateway: { kinds: [...vitalSignKinds, 'body', 'lab'], sources: gatewaySources },
}

const dayMs = 24 * 60 * 60_000

export type TimeSpan = { from?: string | undefined; to?: string | undefined }

/** The span of a history: open at both ends by default, or the last `days`. */
export function resolveSpan({ from, to }: TimeSpan, days: number | undefined, now: string): TimeSpan {
  if (from !== undefined || days === undefined) return { from, to }
  return { from: new Date(Date.parse(to ?? now) - days * dayMs).toISOString(), to }
}

/** A chart has a beginning and an end: by default the last day. */
export function resolveChartSpan({ from, to }: TimeSpan, now: string): { from: string; end: string } {
  const end = to ?? now
  return { from: from ?? new Date(Date.parse(end) - dayMs).toISOString(), end }
}

export function isKind(kind: string): kind is ReadingKind {
  return readingKindNames.some((name) => name === kind)
}

/** The columns of a flowsheet (milliseconds). */
export type FlowsheetSpan = { from: number; columnMs: number; columns: number }

type Extremes = ThinnedCell['extremes']
type Words = ThinnedCell['words']

/**
 * What was measured by hand, or by devices, in one part of a span that begins at `from`: of each row how often and when
 * last, of each number between which extremes, of each other value which words. Times are in milliseconds.
 */
export type FlowsheetPart = {
  from: number
  isManual: boolean
  rows: ReadonlyMap<FlowsheetRow, { count: number; newestAt: number }>
  extremes: Extremes
  words: Words
}

/**
 * Where the parts of a flowsheet begin: one before its first column, with all that may count for its first score, and
 * one for each column. The query begins further parts after each time at which something was charted, so that a score
 * contains nothing that was measured later.
 */
export function listPartStarts({ from, columnMs, columns }: FlowsheetSpan): number[] {
  return [from - news2KeptMs, ...Array.from({ length: columns }, (_, at) => from + at * columnMs)]
}

/** When a part of a score was charted by hand, oldest first (milliseconds). */
export function listChartedTimes(charted: readonly Reading[]): number[] {
  const scored = charted.filter(
    (reading) => reading.replaced_at === null && news2Rows.some((row) => isInRow(row, reading)),
  )
  return [...new Set(scored.map(({ measured_at }) => Date.parse(measured_at)))]
}

/** What devices measured, by column and row, without the readings themselves. */
export type ThinnedPart = Omit<ThinnedCell, 'newest'> & { newestAt: number }

const findColumn = ({ from, columnMs }: FlowsheetSpan, at: number) => Math.floor((at - from) / columnMs)

export function thinParts(parts: readonly FlowsheetPart[], span: FlowsheetSpan): ThinnedPart[] {
  const cells = new Map<string, ThinnedPart>()
  for (const part of parts) {
    const column = findColumn(span, part.from)
    if (part.isManual || column < 0) continue
    for (const [row, { count, newestAt }] of part.rows) {
      const key = `${column} ${row}`
      const before = cells.get(key)
      cells.set(key, {
        column,
        row,
        newestAt: Math.max(newestAt, before?.newestAt ?? newestAt),
        count: count + (before?.count ?? 0),
        extremes: mergeExtremes(before?.extremes ?? {}, pickRowFields(row, part.extremes)),
        words: mergeWords(before?.words ?? {}, pickRowFields(row, part.words)),
      })
    }
  }
  return [...cells.values()]
}

const pickRowFields = <Value>(
  row: FlowsheetRow,
  values: Readonly<Record<string, Value>>,
): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => listRowFields(row).some((field) => field === name)),
  )

function mergeWords(one: Words, other: Words): Words {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries(
    [...names].map((name) => [name, [...new Set([...(one[name] ?? []), ...(other[name] ?? [])])].toSorted()]),
  )
}

function mergeExtremes(one: Extremes, other: Extremes): Extremes {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries(
    [...names].map((name) => {
      const both = [one[name], other[name]].filter((found) => found !== undefined)
      return [
        name,
        { min: Math.min(...both.map(({ min }) => min)), max: Math.max(...both.map(({ max }) => max)) },
      ]
    }),
  )
}

/** A time that has a score, and when each of its parts was measured last (milliseconds). */
export type ScoredTime = { at: number; measured: ReadonlyMap<FlowsheetRow, number> }

/**
 * A flowsheet has a score of each time at which a part was charted, and of the last part that a device measured in a
 * column, unless it was charted over since. A part that is older than the longest interval of NEWS2 is missing.
 */
export function listScoredTimes(
  parts: readonly FlowsheetPart[],
  span: FlowsheetSpan,
  charted: readonly number[],
): ScoredTime[] {
  const last = new Map<number, number>()
  for (const part of parts) {
    const column = findColumn(span, part.from)
    if (column < 0) continue
    for (const row of news2Rows) {
      const at = part.rows.get(row)?.newestAt
      if (at !== undefined) last.set(column, Math.max(at, last.get(column) ?? at))
    }
  }
  const times = [...new Set([...charted, ...last.values()])].toSorted((one, other) => one - other)
  return times.map((at) => ({ at, measured: findLastMeasured(parts, at) }))
}

function findLastMeasured(parts: readonly FlowsheetPart[], at: number): Map<FlowsheetRow, number> {
  const measured = new Map<FlowsheetRow, number>()
  for (const part of parts) {
    if (part.from > at) continue
    for (const row of news2Rows) {
      const newest = part.rows.get(row)?.newestAt
      if (newest !== undefined && newest > at - news2KeptMs && newest > (measured.get(row) ?? 0))
        measured.set(row, newest)
    }
  }
  return measured
}

type Sheet = { cells: readonly ThinnedPart[]; times: readonly ScoredTime[] }

/** When the readings were measured that a flowsheet shows or a score is made of (milliseconds). */
export function listNeededTimes({ cells, times }: Sheet): number[] {
  return [
    ...new Set([
      ...cells.map(({ newestAt }) => newestAt),
      ...times.flatMap(({ measured }) => [...measured.values()]),
    ]),
  ]
}

/** For an instant (milliseconds): the SpO₂ scale then, and whether the patient was an adult and not pregnant. */
export type ScoringRules = { getScale: (at: number) => SpO2Scale; isScorable: (at: number) => boolean }

/** Finds the readings of the cells and computes the scores of the times. `measured` has all readings they need. */
export function buildFlowsheet({ cells, times }: Sheet, measured: readonly Reading[], rules: ScoringRules) {
  const inOrder = measured.toSorted(
    (one, other) =>
      Date.parse(one.measured_at) - Date.parse(other.measured_at) ||
      Date.parse(one.received_at) - Date.parse(other.received_at) ||
      (one._id > other._id ? 1 : -1),
  )
  const byTime = Map.groupBy(inOrder, ({ measured_at }) => Date.parse(measured_at))
  const found = cells.flatMap(({ newestAt, ...cell }) => {
    const newest = byTime
      .get(newestAt)
      ?.findLast((reading) => !isCharted(reading.source) && isInRow(cell.row, reading))
    return newest ? [{ cell: { ...cell, newest: newest._id }, newest }] : []
  })
  return {
    thinned: found.map(({ cell }) => cell),
    newest: [...new Set(found.map(({ newest }) => newest))],
    scores: computeScores(inOrder, new Set(times.map(({ at }) => at)), rules),
  }
}

function computeScores(
  readings: readonly Reading[],
  times: ReadonlySet<number>,
  { getScale, isScorable }: ScoringRules,
): FlowsheetScore[] {
  const history = computeScoreHistory(
    readings.map((reading) => ({ ...reading, at: Date.parse(reading.measured_at) })),
    getScale,
  )
  return history
    .filter(({ at }) => times.has(at) && isScorable(at))
    .map(({ at, value: total, scale, points, input, measuredAt }) => ({
      at: new Date(at).toISOString(),
      total,
      scale,
      parts: news2Parameters.map((parameter) => ({
        parameter,
        points: points[parameter],
        value: parameter === 'consciousness' ? null : Number(input[parameter]),
        letter: parameter === 'consciousness' ? input[parameter] : null,
        measured_at: new Date(measuredAt.get(parameter) ?? at).toISOString(),
      })),
    }))
}
