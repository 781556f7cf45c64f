import { type AnswerField, isReason, listRows, type Row, type RowsField, sortMeasured } from 'contract'
import { CalculationTexts } from '../calculated.tsx'
import { useAnswerText } from '../use-answer-text.ts'
import { useFormTexts } from '../use-form-texts.ts'
import { ConfirmedFootnote, confirmedAsterisk, isNumberConfirmed } from './confirmed-asterisk.tsx'
import classes from './form-printout.module.css'
import { useFormPrint } from './print-context.ts'

/** As many columns as A4 has room for; a row of more stands in a column, beside others. */
const mostColumns = 10
/** As many rows as stand beside each other. */
const mostBeside = 5
/** A field of more rows than these is often filled. */
const mostOfFew = 20

/** As many rows as a hand fills on one sheet; those that stand beside each other take no more room. */
function countBlankRows({ need, most }: RowsField, isBeside: boolean): number {
  if (isBeside) return mostBeside
  return need === 'always' || most > mostOfFew ? 3 : 2
}

type ListedRow = readonly [id: string, row: Row | undefined]

export function PrintedRows({ name, field }: { name: string; field: RowsField }) {
  const { answers, isShown } = useFormPrint()
  const written = answers && listRows(answers, name)
  const columns = Object.entries(field.fields).filter(([inner, one]) =>
    written ? written.some(([, row]) => row[inner] !== undefined) : isShown(one),
  )
  const isBeside = columns.length > mostColumns
  const rows: readonly ListedRow[] =
    (field.measuredAt && written ? sortMeasured(written) : written) ??
    Array.from({ length: countBlankRows(field, isBeside) }, (_, i) => [String(i), undefined] as const)
  if (rows.length === 0) return <span>–</span>
  const table = { field, columns, rows }
  return (
    <>
      {isBeside ? <RowsBeside {...table} /> : <RowsBelow {...table} />}
      <RowsFootnote {...table} />
    </>
  )
}

type TableProps = {
  field: RowsField
  columns: readonly (readonly [name: string, field: AnswerField])[]
  rows: readonly ListedRow[]
}

export const RowsFootnote = ({ columns, rows }: Omit<TableProps, 'field'>) => (
  <ConfirmedFootnote rows={rows.map(([, row]) => row)} names={columns.map(([name]) => name)} />
)

/** A row below another. */
function RowsBelow({ field, columns, rows }: TableProps) {
  const { formName } = useFormPrint()
  const { formatField } = useFormTexts(formName)
  return (
    <table className={classes.rows}>
      <thead>
        <tr>
          {columns.map(([name]) => (
            <th key={name} scope="col">
              {formatField(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([id, row]) => (
          <tr key={id}>
            {columns.map(([name, one], index) => (
              <td key={name}>
                <Cell name={name} field={one} row={row} />
                {index === columns.length - 1 && row && <RowTexts field={field} id={id} row={row} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A row beside another, with its answers below each other: for many of them. */
export function RowsBeside({ field, columns, rows }: TableProps) {
  const { formName } = useFormPrint()
  const { formatField } = useFormTexts(formName)
  const parts = Array.from({ length: Math.ceil(rows.length / mostBeside) }, (_, i) =>
    rows.slice(i * mostBeside, (i + 1) * mostBeside),
  )
  return parts.map((part) => (
    <table key={part[0]?.[0]} className={classes.rows} data-beside>
      <tbody>
        {columns.map(([name, one]) => (
          <tr key={name}>
            <th scope="row">{formatField(name)}</th>
            {part.map(([id, row]) => (
              <td key={id}>
                <Cell name={name} field={one} row={row} />
              </td>
            ))}
            <Rest of={part} />
          </tr>
        ))}
        {field.calculations && part.some(([, row]) => row) && (
          <tr>
            <th aria-hidden />
            {part.map(([id, row]) => (
              <td key={id}>{row && <RowTexts field={field} id={id} row={row} />}</td>
            ))}
            <Rest of={part} />
          </tr>
        )}
      </tbody>
    </table>
  ))
}

/** Room of rows that are not there: columns keep their width. */
function Rest({ of }: { of: readonly unknown[] }) {
  return of.length < mostBeside ? <td colSpan={mostBeside - of.length} className={classes.rest} /> : null
}

/** What a row comes to. */
function RowTexts({ field, id, row }: { field: RowsField; id: string; row: Row }) {
  const { answers } = useFormPrint()
  if (!answers) return null
  return (
    <CalculationTexts
      calculations={field.calculations}
      answers={answers}
      place={{ row: { id, values: row } }}
    />
  )
}

/** In a column there is no room for every option: what was chosen stands in words. */
function Cell({ name, field, row }: { name: string; field: AnswerField; row: Row | undefined }) {
  const { formName } = useFormPrint()
  const { formatReason } = useFormTexts(formName)
  const formatAnswer = useAnswerText(formName)
  const answer = row?.[name]
  if (answer === undefined) return null
  if (isReason(answer)) return formatReason(name, answer.reason)
  const text = formatAnswer(field, answer)
  return isNumberConfirmed(row, name) ? `${text}${confirmedAsterisk}` : text
}
