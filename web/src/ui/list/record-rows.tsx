import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useIsPhone } from '../use-is-phone.ts'
import { CardSkeletons } from './card-skeletons.tsx'
import classes from './cards.module.css'
import { type Column, RecordTable, type RecordTableProps } from './record-table.tsx'

type RecordRowsProps<Row, Key extends string> = RecordTableProps<Row, Key> & {
  /** A row on a phone; without it, its cells below each other. */
  card?: (row: Row) => ReactNode
  cardProps?: (row: Row) => { className?: string | undefined; 'data-severity'?: string }
}

/** The rows of a list: a table, or on a phone a card each. */
export function RecordRows<Row, Key extends string = string>(props: RecordRowsProps<Row, Key>) {
  const { card, cardProps, ...table } = props
  const { label, rows, rowKey, rowLink, columns, isStale = false } = table
  if (!useIsPhone()) return <RecordTable {...table} />
  if (!rows) return <CardSkeletons label={label} />
  return (
    <ul className={classes.cards} aria-label={label} aria-busy={isStale} data-stale={isStale || undefined}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={classes.card} {...cardProps?.(row)}>
          {rowLink && (
            <Link
              to={rowLink.path(row)}
              preventScrollReset={rowLink.isOver ?? false}
              className={classes.link}
              aria-label={rowLink.label(row)}
              data-row={rowKey(row)}
              onClick={() => rowLink.onOpen?.(row)}
            />
          )}
          {card
            ? card(row)
            : columns.map((column) => <CardCell key={column.key} column={column} row={row} />)}
        </li>
      ))}
    </ul>
  )
}

function CardCell<Row, Key extends string>({ column, row }: { column: Column<Row, Key>; row: Row }) {
  if (column.isBare) return <div className={classes.bare}>{column.cell(row)}</div>
  return (
    <div className={classes.labelled}>
      <span className={classes.label}>{column.label}</span>
      {column.cell(row)}
    </div>
  )
}
