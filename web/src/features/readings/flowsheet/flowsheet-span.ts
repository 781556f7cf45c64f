import type { FlowsheetColumnMinutes } from 'contract'
import { formatTime, getHospitalMidnight, isDay, toHospitalDate } from '../../../ui/date/dates.ts'

const minuteMs = 60_000
const dayMinutes = 24 * 60

type Width = { minutes: FlowsheetColumnMinutes; days: number }

/** How long a column lasts, and how many days are shown at once. */
export const columnWidths = {
  '15m': { minutes: 15, days: 1 },
  '1h': { minutes: 60, days: 1 },
  '4h': { minutes: 240, days: 7 },
} as const satisfies Record<string, Width>
export type ColumnWidth = keyof typeof columnWidths
export const columnWidthNames = Object.keys(columnWidths) as ColumnWidth[]
const standardWidth: ColumnWidth = '1h'

/** Which days are shown, up to and including `day`, and how they are divided. */
export type FlowsheetSpan = { width: ColumnWidth; day: string }

/** A day that has not come yet has nothing to show: it becomes today. */
export function parseFlowsheetSpan(query: URLSearchParams, today: string): FlowsheetSpan {
  const day = query.get('day') ?? ''
  return {
    width: columnWidthNames.find((name) => name === query.get('columns')) ?? standardWidth,
    day: isDay(day) && day <= today ? day : today,
  }
}

/** Today is left out, so that a URL that is kept shows the day on which it is opened. */
export function formatFlowsheetSpan(
  query: URLSearchParams,
  { width, day }: FlowsheetSpan,
  today: string,
): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const key of ['columns', 'day']) next.delete(key)
  if (width !== standardWidth) next.set('columns', width)
  if (day < today) next.set('day', day)
  return next
}

export function shiftDay(day: string, days: number): string {
  return toHospitalDate(getHospitalMidnight(day, days))
}

/** The first day that is shown. */
export function getFirstDay({ width, day }: FlowsheetSpan): string {
  return shiftDay(day, 1 - columnWidths[width].days)
}

/** A column, from `from` up to but not including `to` (milliseconds). */
export type FlowsheetColumn = { from: number; to: number; day: string; label: string }

/**
 * The columns of whole days. Those of four hours are the rounds of the Thai chart, 02 06 10 14 18 22, each with what
 * was measured up to two hours before and after it.
 */
export function buildColumns(span: FlowsheetSpan): FlowsheetColumn[] {
  const { minutes, days } = columnWidths[span.width]
  const first = getFirstDay(span)
  return Array.from({ length: days }, (_, index) => shiftDay(first, index)).flatMap((day) => {
    const midnight = getHospitalMidnight(day).getTime()
    return Array.from({ length: dayMinutes / minutes }, (_, index) => {
      const from = midnight + index * minutes * minuteMs
      const to = from + minutes * minuteMs
      return { from, to, day, label: writeLabel(span.width, from, to) }
    })
  })
}

function writeLabel(width: ColumnWidth, from: number, to: number): string {
  const at = width === '4h' ? (from + to) / 2 : from
  const time = formatTime(new Date(at), 'en', 'HH:mm')
  return width === '15m' ? time : time.slice(0, 2)
}

/** The column of an instant, by its number; −1 if there is none. */
export function findColumn(columns: readonly FlowsheetColumn[], at: number): number {
  return columns.findIndex(({ from, to }) => at >= from && at < to)
}

/** Columns side by side on one sheet of paper; a day is divided only where it has more. */
export const printedColumns = 24

export function splitForPrint(columns: readonly FlowsheetColumn[]): FlowsheetColumn[][] {
  const sheets: FlowsheetColumn[][] = []
  for (const column of columns) {
    const sheet = sheets.at(-1)
    if (sheet && sheet.length < printedColumns) sheet.push(column)
    else sheets.push([column])
  }
  return sheets
}
