import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ErrorState } from '../feedback/error-state.tsx'
import { useIsPhone } from '../use-is-phone.ts'
import classes from './listing.module.css'
import { Pager, type PageSize } from './pager.tsx'
import table from './record-table.module.css'

export type ListingColumn<Row> = {
  key: string
  label: ReactNode
  cell: (row: Row) => ReactNode
  /** On a phone this cell has no label: it is the row's title, a choice or its buttons. */
  isBare?: boolean
  /** The row's buttons, in the last column: they stay in sight when the table scrolls sideways. */
  isActions?: boolean
}

type ListingRowsProps<Row> = {
  label: string
  /** On a wide screen the first column stays in sight; so does the last if it holds the row's buttons. */
  columns: readonly ListingColumn<Row>[]
  rowKey: (row: Row) => string
}

type Page<Row> = { rows: readonly Row[]; total: number; total_is_at_least?: boolean }

type ListingProps<Row, Problem> = ListingRowsProps<Row> & {
  list: Pick<
    UseQueryResult<Page<Row>, Problem>,
    'data' | 'error' | 'isLoadingError' | 'isFetching' | 'isPlaceholderData' | 'refetch'
  >
  failureText: (problem: Problem) => string
  /** Shown if there are no rows. */
  empty: ReactNode
  page: number
  size: PageSize
  onChange: (changed: { page?: number; size?: number }) => void
}

const skeletonRows = Array.from({ length: 8 }, (_, index) => index)

/** Pages of rows that have buttons but open no record: a table, on a phone one card per row. */
export function Listing<Row, Problem>(props: ListingProps<Row, Problem>) {
  const { list, failureText, empty, page, size, onChange, ...rowsProps } = props
  const isPhone = useIsPhone()
  const { data } = list
  if (list.isLoadingError && list.error !== null)
    return (
      <ErrorState
        message={failureText(list.error)}
        isRetrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    )
  if (!data) return isPhone ? <Skeleton height="60vh" /> : <ListingTable {...rowsProps} />
  const Rows = isPhone ? ListingCards : ListingTable
  return (
    <>
      {data.rows.length === 0 ? (
        empty
      ) : (
        <Rows {...rowsProps} rows={data.rows} isStale={list.isPlaceholderData} />
      )}
      {data.total > 0 && (
        <Pager
          page={page}
          size={size}
          shown={data.rows.length}
          total={data.total}
          isAtLeast={data.total_is_at_least === true}
          onPage={(next) => onChange({ page: next })}
          onSize={(next) => onChange({ size: next })}
        />
      )}
    </>
  )
}

type ListingTableProps<Row> = ListingRowsProps<Row> & {
  /** Undefined while loading. */
  rows?: readonly Row[]
  isStale?: boolean
}

function ListingTable<Row>({ label, columns, rows, rowKey, isStale = false }: ListingTableProps<Row>) {
  const [isScrolled, setScrolled] = useState(false)
  return (
    <div
      className={`${table.scroller} ${classes.scroller}`}
      data-scrolled={isScrolled || undefined}
      onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollLeft !== 0)}
    >
      <table
        className={table.table}
        aria-label={label}
        aria-busy={isStale || !rows}
        data-stale={isStale || undefined}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-actions={column.isActions}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => (
            <tr key={rowKey(row)} className={classes.row}>
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.key} scope="row">
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.key} data-actions={column.isActions}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
          {!rows &&
            skeletonRows.map((index) => (
              <tr key={index} className={classes.row} aria-hidden>
                {columns.map(({ key }) => (
                  <td key={key}>
                    <Skeleton height={10} width={72} />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}

type ListingCardsProps<Row> = ListingRowsProps<Row> & { rows: readonly Row[]; isStale: boolean }

function ListingCards<Row>({ label, columns, rows, rowKey, isStale }: ListingCardsProps<Row>) {
  return (
    <ul className={classes.cards} aria-label={label} aria-busy={isStale} data-stale={isStale || undefined}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={classes.card}>
          {columns.map((column) => (
            <div key={column.key} className={column.isBare ? classes.bare : classes.line}>
              {!column.isBare && <span className={classes.label}>{column.label}</span>}
              {column.cell(row)}
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}
