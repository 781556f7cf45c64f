import {
  type FlowsheetRow,
  type FlowsheetScore,
  flowsheetRows,
  isInRow,
  isQuantity,
  listRowFields,
  quantities,
  type Reading,
  type Result,
  readingKinds,
  type readings,
  type ThinnedCell,
  vitalSignKinds,
} from 'contract'
import { type FlowsheetColumn, findColumn } from './flowsheet-span.ts'

export type FlowsheetData = Result<typeof readings.flowsheet>

/** Who measured what a row shows. */
export type MeasuredBy = 'hand' | 'device'

/**
 * What was charted by hand in a column: each reading, oldest first, a corrected one before the one that replaced it.
 */
export type ChartedCell = { charted: readonly Reading[] }
/** What devices measured in a column: the newest reading, and the extremes and the words of all. */
export type DeviceCell = Pick<ThinnedCell, 'count' | 'extremes' | 'words'> & { newest: Reading }
export type SheetCell = ChartedCell | DeviceCell

export type SheetRow = {
  id: `${FlowsheetRow}-${MeasuredBy}`
  row: FlowsheetRow
  by: MeasuredBy
  /** One for each column. */
  cells: readonly (SheetCell | undefined)[]
}

/** The scores of a column, oldest first. */
export type ScoreCell = readonly [FlowsheetScore, ...FlowsheetScore[]]

export type Sheet = { rows: readonly SheetRow[]; scores: readonly (ScoreCell | undefined)[] }

/** Places what was measured in columns. A row in which nothing was measured is there only if nurses always chart it. */
export function buildSheet(data: FlowsheetData, columns: readonly FlowsheetColumn[]): Sheet {
  const newest = new Map(data.newest.map((reading) => [reading._id, reading]))
  const rows = flowsheetRows.flatMap((row): SheetRow[] => {
    const charted = placeCharted(data.charted, row, columns)
    const byDevice = placeThinned(data.thinned, row, { newest, count: columns.length })
    return [
      ...(charted || isAlwaysCharted(row)
        ? [createRow(row, 'hand', charted ?? columns.map(() => undefined))]
        : []),
      ...(byDevice ? [createRow(row, 'device', byDevice)] : []),
    ]
  })
  return { rows, scores: placeScores(data.scores, columns) }
}

const createRow = (row: FlowsheetRow, by: MeasuredBy, cells: SheetRow['cells']): SheetRow => ({
  id: `${row}-${by}`,
  row,
  by,
  cells,
})

/** A vital sign of the bedside round that is not only for some patients. */
function isAlwaysCharted(row: FlowsheetRow): boolean {
  const fields = listRowFields(row)
  const isNeeded = vitalSignKinds.some((kind) =>
    readingKinds[kind].needs.some((name) => fields.includes(name)),
  )
  const numbers = fields.filter(isQuantity).map((name) => quantities[name])
  return isNeeded && numbers.every(({ charted, hasTab }) => charted === 'round' && !hasTab)
}

type SheetLine = (SheetCell | undefined)[] | undefined

function placeCharted(
  charted: readonly Reading[],
  row: FlowsheetRow,
  columns: readonly FlowsheetColumn[],
): SheetLine {
  const shown = charted.filter((reading) => isInRow(row, reading))
  if (shown.length === 0) return undefined
  const byColumn = Map.groupBy(shown, ({ measured_at }) => findColumn(columns, Date.parse(measured_at)))
  return columns.map((_, index) => {
    const found = byColumn.get(index)
    return found && { charted: found.toSorted(compareCharted) }
  })
}

const compareCharted = (one: Reading, other: Reading): number =>
  Date.parse(one.measured_at) - Date.parse(other.measured_at) ||
  Number(one.replaced_at === null) - Number(other.replaced_at === null) ||
  Date.parse(one.received_at) - Date.parse(other.received_at)

function placeThinned(
  thinned: readonly ThinnedCell[],
  row: FlowsheetRow,
  { newest, count }: { newest: ReadonlyMap<string, Reading>; count: number },
): SheetLine {
  const cells = new Map(thinned.filter((cell) => cell.row === row).map((cell) => [cell.column, cell]))
  if (cells.size === 0) return undefined
  return Array.from({ length: count }, (_, index) => {
    const cell = cells.get(index)
    const reading = cell && newest.get(cell.newest)
    return reading && { count: cell.count, extremes: cell.extremes, words: cell.words, newest: reading }
  })
}

function placeScores(
  scores: readonly FlowsheetScore[],
  columns: readonly FlowsheetColumn[],
): Sheet['scores'] {
  const byColumn = Map.groupBy(scores, ({ at }) => findColumn(columns, Date.parse(at)))
  return columns.map((_, index) => {
    const [first, ...others] = byColumn.get(index) ?? []
    return first && [first, ...others]
  })
}

/** The newest score of a column, and the highest one if that was higher. */
export function pickScores(scores: ScoreCell): {
  newest: FlowsheetScore
  higher: FlowsheetScore | undefined
} {
  const newest = scores.at(-1) ?? scores[0]
  const highest = scores.toSorted((one, other) => other.total - one.total)[0] ?? newest
  return { newest, higher: highest.total > newest.total ? highest : undefined }
}

/** The sheet of some of its columns, which follow each other. */
export function sliceSheet({ rows, scores }: Sheet, from: number, to: number): Sheet {
  return {
    rows: rows.map((row) => ({ ...row, cells: row.cells.slice(from, to) })),
    scores: scores.slice(from, to),
  }
}

export const isEmptySheet = ({ rows }: Sheet): boolean =>
  rows.every(({ cells }) => cells.every((cell) => !cell))
