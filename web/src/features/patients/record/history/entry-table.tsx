import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyValue } from '../../../../ui/empty-value.tsx'
import { Section } from '../../../../ui/section.tsx'
import { type FieldName, usePatientFieldLabel } from '../facts/field-value.tsx'
import classes from './entry-table.module.css'

type EntryTableProps<Row extends { _id: string }> = {
  title: string
  rows: readonly Row[]
  /** The content of each column, by the column's name; the entry's own name first. */
  columns: { readonly [Column in FieldName]?: (row: Row) => ReactNode }
  /** Text for a list without entries. */
  emptyText?: string
}

/** Columns that need their label on a phone. */
const labelledOnPhone = new Set<string>(['since', 'certainty', 'reaction', 'note'] satisfies FieldName[])

/** Entries of a clinical list; on a phone each is its name, with the other columns in lines below. */
export function EntryTable<Row extends { _id: string }>({
  title,
  rows,
  columns,
  emptyText,
}: EntryTableProps<Row>) {
  const { t } = useTranslation('patient-record')
  const label = usePatientFieldLabel()
  const cells = Object.entries(columns)
  return (
    <Section
      title={
        <>
          {title} {rows.length > 0 && <span className={classes.count}>{rows.length}</span>}
        </>
      }
    >
      {rows.length === 0 ? (
        <p className={classes.empty}>{emptyText ?? t('no-entries')}</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              {cells.map(([name]) => (
                <th key={name} scope="col">
                  {label(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row._id}>
                {cells.map(([name, cell]) => {
                  const content = cell(row)
                  return (
                    <td
                      key={name}
                      data-column={name}
                      data-empty={!content || undefined}
                      data-label={labelledOnPhone.has(name) ? label(name) : undefined}
                    >
                      {content || <EmptyValue />}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}
