import type { FlowsheetRow, Patient, Reading } from 'contract'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PatientPrintout } from '../../../clinical/print/patient-printout.tsx'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { formatDate, formatTime } from '../../../ui/date/dates.ts'
import { formatStaffName } from '../../../ui/person-name.ts'
import { FlowsheetCharts } from './flowsheet-charts.tsx'
import classes from './flowsheet-printout.module.css'
import { type FlowsheetColumn, type FlowsheetSpan, getFirstDay, splitForPrint } from './flowsheet-span.ts'
import { isEmptySheet, type Sheet, sliceSheet } from './sheet.ts'
import { useCellWords } from './use-cell-words.ts'
import { useGridRows } from './use-grid-rows.tsx'

type FlowsheetPrintoutProps = {
  patient: Patient
  span: FlowsheetSpan
  columns: readonly FlowsheetColumn[]
  /** The sheet with the rows that were asked for. */
  sheet: Sheet
  /** The names of the other rows. */
  without: readonly string[]
  charted: readonly FlowsheetRow[]
  withPoints: boolean
  /** Intake and output, below the values. */
  children: ReactNode
}

/** The flowsheet on A4 across, as many columns side by side as are legible; parts without a value are only named. */
export function FlowsheetPrintout({
  patient,
  span,
  columns,
  sheet,
  without,
  children,
  ...drawn
}: FlowsheetPrintoutProps) {
  const { t, i18n } = useTranslation('flowsheet')
  const days = [...new Set([getFirstDay(span), span.day])].map((day) => formatDate(day, i18n.language))
  const parts = splitForPrint(columns).map((shown) => {
    const from = columns.indexOf(shown[0] as FlowsheetColumn)
    return { shown, sheet: sliceSheet(sheet, from, from + shown.length) }
  })
  const filled = parts.filter((part) => !isEmptySheet(part.sheet))
  const readings = listReadings(sheet)
  return (
    <PatientPrintout
      isLandscape
      patient={patient}
      title={t('title')}
      about={[
        days.join(' – '),
        t(`width.long.${span.width}`),
        without.length > 0 && t('printout.without', { rows: without.join(', ') }),
      ]
        .filter(Boolean)
        .join(' · ')}
    >
      {(filled.length > 0 ? filled : parts.slice(0, 1)).map((part) => (
        <PrintoutPart
          key={part.shown[0]?.from}
          patient={patient}
          span={span}
          columns={columns}
          {...part}
          {...drawn}
        />
      ))}
      {filled.length > 0 &&
        parts
          .filter((part) => isEmptySheet(part.sheet))
          .map(({ shown }) => <EmptyPart key={shown[0]?.from} shown={shown} />)}
      {children}
      <PrintoutNotes patient={patient} sheet={sheet} readings={readings} />
    </PatientPrintout>
  )
}

/** Each reading once, though it may be in several rows. */
function listReadings({ rows }: Sheet): Reading[] {
  const cells = rows.flatMap((row) => row.cells.flatMap((cell) => cell ?? []))
  return [...new Set(cells.flatMap((cell) => ('charted' in cell ? cell.charted : [cell.newest])))]
}

/** With 24 columns as wide as A4 across without its margins, 277 mm. */
const headPx = 112
const columnPx = 38.9
const chartPx = 88

type PrintoutPartProps = Pick<
  FlowsheetPrintoutProps,
  'patient' | 'span' | 'columns' | 'sheet' | 'charted' | 'withPoints'
> & {
  shown: readonly FlowsheetColumn[]
}

function PrintoutPart({ patient, span, columns, shown, sheet, charted, withPoints }: PrintoutPartProps) {
  const { t, i18n } = useTranslation('flowsheet')
  const rows = useGridRows(patient, sheet, { width: span.width, withPoints })
  const days = [...Map.groupBy(shown, ({ day }) => day)]
  return (
    <section
      className={classes.part}
      style={{ '--head': `${headPx}px`, width: `${headPx + shown.length * columnPx}px` } as CSSProperties}
    >
      <FlowsheetCharts
        patient={patient}
        charted={charted}
        columns={columns}
        shown={shown}
        headPx={headPx}
        heightPx={chartPx}
      />
      <table className={classes.table}>
        <thead>
          <tr>
            <th rowSpan={2} className={classes.rowHead}>
              {t('time')}
            </th>
            {days.map(([day, ofDay]) => (
              <th key={day} colSpan={ofDay.length}>
                {formatDate(day, i18n.language)}
              </th>
            ))}
          </tr>
          <tr>
            {shown.map(({ from, label }) => (
              <th key={from}>{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, head, cells }) => (
            <tr key={id}>
              <th className={classes.rowHead}>{head}</th>
              {shown.map(({ from }, index) => (
                <td key={from}>{cells[index]?.content}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function EmptyPart({ shown }: { shown: readonly FlowsheetColumn[] }) {
  const { t, i18n } = useTranslation('flowsheet')
  const time = (at = 0) => formatTime(new Date(at), i18n.language, 'dd MMM yyyy HH:mm')
  return (
    <p className={classes.note}>
      {t('printout.empty', { from: time(shown[0]?.from), to: time(shown.at(-1)?.to) })}
    </p>
  )
}

/** What a cell has no room for: who measured, what was corrected, and what was noted. */
function PrintoutNotes({
  patient,
  sheet,
  readings,
}: Pick<FlowsheetPrintoutProps, 'patient' | 'sheet'> & { readings: readonly Reading[] }) {
  const { t } = useTranslation(['flowsheet', 'readings'])
  const { describeReading } = useCellWords(patient)
  const vitalName = useVitalName()
  const people = new Set(
    readings.flatMap(({ entered_by }) => (entered_by ? formatStaffName(entered_by) : [])),
  )
  const devices = new Set(
    readings.flatMap(({ device, source }) =>
      source === 'manual' ? [] : [device?.name, t(`readings:source.${source}`)].filter(Boolean).join(', '),
    ),
  )
  const noted = sheet.rows.flatMap(({ id, row, cells }) =>
    cells
      .flatMap((cell) => (cell && 'charted' in cell ? cell.charted : []))
      .filter(({ replaced_at, note }) => replaced_at !== null || note !== null)
      .map((reading) => ({
        key: `${id} ${reading._id}`,
        line: `${vitalName(row)}: ${describeReading(row, reading)}`,
      })),
  )
  // One after the other: in lines of their own they would take a page for themselves.
  const about = [
    t('printout.key'),
    t('score.explained'),
    people.size > 0 && t('printout.charted-by', { names: [...people].join(', ') }),
    devices.size > 0 && t('printout.devices', { names: [...devices].join('; ') }),
  ]
  return (
    <div className={classes.notes}>
      <p className={classes.note}>{about.filter(Boolean).join(' · ')}</p>
      {noted.length > 0 && (
        <>
          <h2 className={classes.subtitle}>{t('printout.notes')}</h2>
          {noted.map(({ key, line }) => (
            <p key={key} className={classes.note}>
              {line}
            </p>
          ))}
        </>
      )}
    </div>
  )
}
