import { VisuallyHidden } from '@mantine/core'
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatTime } from '../../../ui/date/dates.ts'
import { useOverflow } from '../../../ui/use-overflow.ts'
import classes from './flowsheet-grid.module.css'
import { type FlowsheetColumn, findColumn } from './flowsheet-span.ts'
import type { GridRow } from './use-grid-rows.tsx'

type FlowsheetGridProps = {
  columns: readonly FlowsheetColumn[]
  rows: readonly GridRow[]
  /** The width of the row heads; the charts leave as much for their axes. */
  headPx: number
  now: number
  /** They stand above the columns, at the same times. */
  children: ReactNode
}

type Place = { row: number; column: number }

/** All values by time. The arrow keys move from cell to cell; what a cell says in full is written below. */
export function FlowsheetGrid({ columns, rows, headPx, now, children }: FlowsheetGridProps) {
  const { t, i18n } = useTranslation('flowsheet')
  const scroller = useRef<HTMLElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const { hasBefore, hasAfter } = useOverflow(scroller)
  const present = findColumn(columns, now)
  const [place, setPlace] = useState<Place>({ row: 0, column: Math.max(present, 0) })
  const [hovered, setHovered] = useState<Place>()
  const [hasFocus, setFocus] = useState(false)
  useScrollToPresent(scroller, columns)
  const active = clampPlace(place, rows.length, columns.length)
  const read = hovered ?? (hasFocus ? active : undefined)
  const days = [...Map.groupBy(columns, ({ day }) => day)]

  const move = (event: KeyboardEvent) => {
    const next = findNextPlace(event, active, { rows: rows.length, columns: columns.length })
    if (!next) return
    event.preventDefault()
    setHovered(undefined)
    setPlace(next)
    table.current?.querySelector<HTMLElement>(`[data-place="${next.row} ${next.column}"]`)?.focus()
  }

  return (
    <div
      className={classes.grid}
      data-scrolled={hasBefore || undefined}
      style={{ '--head': `${headPx}px`, '--columns': columns.length } as CSSProperties}
    >
      <p className={classes.hint}>
        {t('point-at')} {(hasBefore || hasAfter) && t('sideways')}
      </p>
      <section ref={scroller} className={classes.scroller} aria-label={t('title')}>
        <div className={classes.sheet}>
          {children}
          {/* biome-ignore lint/a11y/useSemanticElements: a table that is walked through by keys */}
          <table
            ref={table}
            role="grid"
            aria-label={`${t('grid')}. ${t('keys')}`}
            aria-readonly
            className={classes.table}
            onKeyDown={move}
            onFocus={({ target }) => {
              setFocus(true)
              setPlace(parsePlace(target) ?? active)
            }}
            onBlur={() => setFocus(false)}
            onMouseOver={({ target }) => setHovered(parsePlace(target))}
            onMouseLeave={() => setHovered(undefined)}
          >
            <thead>
              <tr>
                <th scope="col" rowSpan={2} className={classes.corner}>
                  {t('time')}
                </th>
                {days.map(([day, ofDay]) => (
                  <th key={day} colSpan={ofDay.length} scope="colgroup" className={classes.day}>
                    <span>{formatDate(day, i18n.language)}</span>
                  </th>
                ))}
              </tr>
              <tr>
                {columns.map(({ from, to, label }, index) => (
                  <th
                    key={from}
                    scope="col"
                    className={classes.hour}
                    title={writeSpan(from, to)}
                    aria-current={index === present ? 'time' : undefined}
                  >
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <GridRowView
                  key={row.id}
                  row={row}
                  index={index}
                  columns={columns}
                  present={present}
                  active={index === active.row ? active.column : undefined}
                />
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <CellReadout read={read} columns={columns} rows={rows} writeSpan={writeSpan} />
    </div>
  )

  function writeSpan(from: number, to: number): string {
    const [begin, end] = [from, to].map((at) => formatTime(new Date(at), i18n.language, 'HH:mm'))
    return t('span', { from: begin, to: end })
  }
}

type GridRowViewProps = {
  row: GridRow
  index: number
  columns: readonly FlowsheetColumn[]
  present: number
  /** The column of the cell that the tab key reaches, if it is in this row. */
  active: number | undefined
}

/** There may be two thousand cells: only the two rows between which the focus moves are drawn again. */
const GridRowView = memo(function GridRowView({ row, index, columns, present, active }: GridRowViewProps) {
  return (
    <tr data-row={row.id}>
      <th scope="row" className={classes.rowHead}>
        {row.head}
      </th>
      {columns.map(({ from, label }, column) => {
        const cell = row.cells[column]
        return (
          <td
            key={from}
            role="gridcell"
            data-place={`${index} ${column}`}
            data-present={column === present || undefined}
            data-begins-day={label === columns[0]?.label || undefined}
            tabIndex={column === active ? 0 : -1}
          >
            {cell && (
              <>
                <span aria-hidden>{cell.content}</span>
                <VisuallyHidden>{cell.lines.join('; ')}</VisuallyHidden>
              </>
            )}
          </td>
        )
      })}
    </tr>
  )
})

type CellReadoutProps = {
  read: Place | undefined
  columns: readonly FlowsheetColumn[]
  rows: readonly GridRow[]
  writeSpan: (from: number, to: number) => string
}

/** What the cell under the pointer or in focus says in full. A screen reader reads it in the cell. */
function CellReadout({ read, columns, rows, writeSpan }: CellReadoutProps) {
  const { t } = useTranslation('flowsheet')
  const row = read && rows[read.row]
  const column = read && columns[read.column]
  if (!row || !column) return null
  const lines = row.cells[read.column]?.lines ?? [t('nothing-in-cell')]
  return (
    <div className={classes.readout} aria-hidden>
      <div>
        <strong>
          {row.name} · {writeSpan(column.from, column.to)}
        </strong>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </div>
    </div>
  )
}

function parsePlace(target: EventTarget): Place | undefined {
  const found =
    target instanceof Element ? target.closest<HTMLElement>('[data-place]')?.dataset['place'] : undefined
  const [row, column] = found?.split(' ').map(Number) ?? []
  return row === undefined || column === undefined ? undefined : { row, column }
}

const clampPlace = ({ row, column }: Place, rows: number, columns: number): Place => ({
  row: Math.max(Math.min(row, rows - 1), 0),
  column: Math.max(Math.min(column, columns - 1), 0),
})

/** Where a key leads; undefined for any other key. Time runs from left to right in every language. */
function findNextPlace(
  { key, ctrlKey }: KeyboardEvent,
  { row, column }: Place,
  { rows, columns }: { rows: number; columns: number },
): Place | undefined {
  const next: Record<string, Place> = {
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    Home: { row: ctrlKey ? 0 : row, column: 0 },
    End: { row: ctrlKey ? rows - 1 : row, column: columns - 1 },
  }
  const found = next[key]
  return found && clampPlace(found, rows, columns)
}

/** When the sheet is opened, the present is at the right edge, after what came before it. */
function useScrollToPresent(ref: RefObject<HTMLElement | null>, columns: readonly FlowsheetColumn[]) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: later on the reader has scrolled
  useLayoutEffect(() => {
    const present = ref.current?.querySelector<HTMLElement>('thead [aria-current]')
    const end = present ? present.offsetLeft + present.offsetWidth : 0
    ref.current?.scrollTo?.({ left: end - ref.current.clientWidth })
  }, [ref, columns])
}
