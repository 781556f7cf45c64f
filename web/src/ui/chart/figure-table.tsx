import { SidewaysScroller } from '../list/sideways-scroller.tsx'

type FigureRow = { key: string; name: string; isTotal?: boolean }

export type FigureColumn<Row> = { label: string; cell: (row: Row) => string }

type FigureTableProps<Row extends FigureRow> = {
  title: string
  /** What the rows are: wards, days, vehicles. */
  head: string
  rows: readonly Row[]
  columns: readonly FigureColumn<Row>[]
  className: string | undefined
}

/** The figures of a report, a row a thing that is compared. */
export function FigureTable<Row extends FigureRow>({
  title,
  head,
  rows,
  columns,
  className,
}: FigureTableProps<Row>) {
  return (
    <SidewaysScroller label={title}>
      <table className={className}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {columns.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} data-is-total={row.isTotal}>
              <th scope="row">{row.name}</th>
              {columns.map(({ label, cell }) => {
                const text = cell(row)
                return (
                  <td key={label} data-is-zero={text === '0' || undefined}>
                    {text}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </SidewaysScroller>
  )
}
