import { Skeleton, UnstyledButton } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useOverflow } from '../use-overflow.ts'
import classes from './record-table.module.css'

export type Column<Row, Key extends string = string> = {
  key: Key
  label: string
  cell: (row: Row) => ReactNode
  /** Width of the grey bar while loading. */
  skeletonWidth?: number
  /** The list cannot be sorted by this column. */
  isUnordered?: boolean
  /** The row's buttons, in the last column: they lie above the row's link and stay in sight. */
  isActions?: boolean
  /** On a phone this cell has no label: it is the row's title, a choice or its buttons. */
  isBare?: boolean
}

export type Sort<Key extends string = string> = { field: Key; order: 'asc' | 'desc' }

/** The record to which a row leads. */
export type RowLink<Row> = {
  path: (row: Row) => string
  /** The accessible name of the link. */
  label: (row: Row) => string
  onOpen?: (row: Row) => void
  /** The record opens over the list, which keeps its scroll position. */
  isOver?: boolean
}

export type RecordTableProps<Row, Key extends string> = {
  label: string
  /**
   * The first column stays in sight; the second holds the row's link. Neither can be hidden. Buttons in the last column
   * stay in sight too.
   */
  columns: readonly Column<Row, Key>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  rowLink?: RowLink<Row> | undefined
  sort?: Sort<Key> | undefined
  /**
   * Called with ascending, then descending, then undefined for the list's default order. Without it the order is fixed.
   */
  onSort?: (sort: Sort<Key> | undefined) => void
  /** The rows answer the previous query. */
  isStale?: boolean
  scrollerRef?: Ref<HTMLDivElement>
}

const skeletonRows = Array.from({ length: 12 }, (_, index) => index)

/**
 * The rows of a list. A row that leads to a record is one real link: such a table is one Tab stop; arrow keys, Home and
 * End move inside it.
 */
export function RecordTable<Row, Key extends string>({
  label,
  columns,
  rows,
  rowKey,
  rowLink,
  sort,
  onSort,
  isStale = false,
  scrollerRef,
}: RecordTableProps<Row, Key>) {
  const [visited, setVisited] = useState<string>()
  const scroller = useRef<HTMLDivElement>(null)
  const { hasBefore, hasAfter } = useOverflow(scroller)
  // Keys scroll what is wider than the screen where no row takes the focus.
  const byKeys = (hasBefore || hasAfter) && !rowLink && { tabIndex: 0, role: 'group', 'aria-label': label }
  const tabStop = rows?.some((row) => rowKey(row) === visited) ? visited : rows?.[0] && rowKey(rows[0])
  return (
    <div
      ref={useMergedRef(scroller, scrollerRef)}
      className={classes.scroller}
      data-scrolled={hasBefore || undefined}
      data-more={hasAfter || undefined}
      {...byKeys}
    >
      <table
        className={classes.table}
        aria-label={label}
        aria-busy={isStale || !rows}
        data-stale={isStale || undefined}
      >
        <thead>
          <tr>
            {columns.map((column) =>
              onSort && !column.isUnordered ? (
                <SortHeader key={column.key} column={column} sort={sort} onSort={onSort} />
              ) : (
                <th key={column.key} scope="col" data-actions={column.isActions}>
                  {column.label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody onKeyDown={moveBetweenRows}>
          {rows?.map((row) => {
            const key = rowKey(row)
            return (
              <tr key={key} className={rowLink ? classes.row : classes.plainRow}>
                {columns.map((column, index) =>
                  index === 0 ? (
                    <th key={column.key} scope="row">
                      {column.cell(row)}
                    </th>
                  ) : (
                    <td key={column.key} data-actions={column.isActions}>
                      {rowLink && index === 1 && (
                        <Link
                          to={rowLink.path(row)}
                          preventScrollReset={rowLink.isOver ?? false}
                          className={classes.link}
                          aria-label={rowLink.label(row)}
                          data-row={key}
                          tabIndex={key === tabStop ? 0 : -1}
                          onFocus={() => setVisited(key)}
                          onClick={() => rowLink.onOpen?.(row)}
                        />
                      )}
                      {column.cell(row)}
                    </td>
                  ),
                )}
              </tr>
            )
          })}
          {!rows &&
            skeletonRows.map((index) => (
              <tr key={index} className={classes.row} aria-hidden>
                {columns.map(({ key, skeletonWidth = 72 }) => (
                  <td key={key}>
                    <Skeleton height={10} width={skeletonWidth} />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}

type SortHeaderProps<Row, Key extends string> = {
  column: Column<Row, Key>
  sort: Sort<Key> | undefined
  onSort: (sort: Sort<Key> | undefined) => void
}

function SortHeader<Row, Key extends string>({
  column: { key, label },
  sort,
  onSort,
}: SortHeaderProps<Row, Key>) {
  const order = sort?.field === key ? sort.order : undefined
  const Arrow = order === 'desc' ? IconArrowDown : IconArrowUp
  const next = order === undefined ? 'asc' : order === 'asc' ? 'desc' : undefined
  return (
    <th scope="col" aria-sort={order === undefined ? 'none' : order === 'asc' ? 'ascending' : 'descending'}>
      <UnstyledButton
        className={classes.sort}
        data-sorted={order !== undefined || undefined}
        onClick={() => onSort(next && { field: key, order: next })}
      >
        {label}
        <Arrow size={14} aria-hidden />
      </UnstyledButton>
    </th>
  )
}

function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a[data-row]')]
  const here = links.indexOf(event.target as HTMLAnchorElement)
  const there = { ArrowUp: here - 1, ArrowDown: here + 1, Home: 0, End: links.length - 1 }[event.key]
  if (here === -1 || there === undefined) return
  event.preventDefault()
  links[there]?.focus()
}
