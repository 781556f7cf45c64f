import { Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ErrorState } from './error-state.tsx'
import classes from './listing.module.css'
import table from './record-table.module.css'
import { useIsPhone } from './use-is-phone.ts'

export type ListingColumn<Row> = {
  key: string
  label: ReactNode
  cell: (row: Row) => ReactNode
  /** On a phone a cell stands without its label: it is the row's title, a choice or its buttons. */
  isBare?: boolean
}

type ListingProps<Row> = {
  label: string
  /** The first column stays in sight on a wide screen. */
  columns: readonly ListingColumn<Row>[]
  /** Undefined while nothing is loaded yet. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** What stands in the place of no rows. */
  empty: ReactNode
  /** Said when the rows could not be loaded. */
  failure?: { message: string; isRetrying: boolean; onRetry: () => void } | undefined
  isStale?: boolean
}

const skeletonRows = Array.from({ length: 8 }, (_, index) => index)

/** Rows with buttons of their own, which lead to no record: a table, and on a phone a card each. */
export function Listing<Row>(props: ListingProps<Row>) {
  const { rows, empty, failure } = props
  const isPhone = useIsPhone()
  if (failure)
    return <ErrorState message={failure.message} isRetrying={failure.isRetrying} onRetry={failure.onRetry} />
  if (rows?.length === 0) return empty
  if (!isPhone) return <WideListing {...props} />
  return rows ? <Cards {...props} rows={rows} /> : <Skeleton height="60vh" />
}

function WideListing<Row>({ label, columns, rows, rowKey, isStale = false }: ListingProps<Row>) {
  const [isScrolled, setScrolled] = useState(false)
  return (
    <div
      className={table.scroller}
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
              <th key={column.key} scope="col">
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
                  <td key={column.key}>{column.cell(row)}</td>
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

function Cards<Row>({
  label,
  columns,
  rows,
  rowKey,
  isStale = false,
}: ListingProps<Row> & { rows: readonly Row[] }) {
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
