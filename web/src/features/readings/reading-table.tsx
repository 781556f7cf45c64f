import { ActionIcon, Menu, Skeleton } from '@mantine/core'
import { IconArrowBackUp, IconPencil } from '@tabler/icons-react'
import {
  beyondTexts,
  collectActValues,
  isCharted,
  listActReadings,
  type Patient,
  type Reading,
  type ReadingRow,
} from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { useVitalName } from '../../clinical/use-vital-name.ts'
import { useMay } from '../../session/signed-in.tsx'
import { formatTime, toHospitalDate } from '../../ui/date/dates.ts'
import { EmptyValue } from '../../ui/empty-value.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Pager, type PageSize, pageSizes } from '../../ui/list/pager.tsx'
import { SidewaysScroller } from '../../ui/list/sideways-scroller.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { writeNumber } from '../../ui/write-number.ts'
import { BandBadge } from './band-badge.tsx'
import { type Classification, isAdult, type MeasuredPerson } from './bands.ts'
import { EGfr } from './cards/egfr.tsx'
import { formatPressure, readColumnValue } from './column-value.ts'
import { type toHistoryRequest, useReadingTable, useScaledPatient } from './queries.ts'
import classes from './reading-table.module.css'
import { listFormFields } from './record/record-values.ts'
import { TakeBackDialog } from './take-back-dialog.tsx'
import { useTimeText } from './use-time-text.ts'
import { useUnitText } from './use-unit-text.ts'
import { type ColumnKey, getColumnWidth, getDecimals, type ShownQuantity } from './views.ts'

type ReadingTableProps = {
  patient: Patient
  question: ReturnType<typeof toHistoryRequest>
  columns: readonly ColumnKey[]
  onCorrect: (reading: Reading) => void
  /** Shown under "No Record Found". */
  empty: ReactNode
}

/**
 * The readings of the chart, with the corrected ones among them. Values that were charted together share one
 * row.
 */
export function ReadingTable({ patient, question, columns, onCorrect, empty }: ReadingTableProps) {
  const { t } = useTranslation('readings')
  const mayRecord = useMay('clinical:record')
  const [view, setView] = useState<{ page: number; size: PageSize }>({ page: 1, size: pageSizes[0] })
  const [takenBack, setTakenBack] = useState<Reading>()
  const { page, size } = view
  const { data, isError, isFetching, isPlaceholderData, refetch } = useReadingTable(question, page, size)
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data) return <Skeleton height={240} />
  if (data.total === 0) return <EmptyState>{empty}</EmptyState>
  const isAnyActed = data.rows.some((row) => listCorrectable(row).length > 0 || row.assigned)
  const acts = mayRecord && isAnyActed ? { onCorrect, onTakeBack: setTakenBack } : undefined
  return (
    <div>
      <SidewaysScroller label={t('table')} className={classes.scroller}>
        <ReadingRows
          rows={data.rows}
          columns={columns}
          patient={patient}
          isStale={isPlaceholderData}
          acts={acts}
        />
      </SidewaysScroller>
      {data.total > pageSizes[0] && (
        <Pager
          view={view}
          found={data}
          onChange={(changed) => setView((before) => ({ ...before, ...changed }))}
        />
      )}
      <TakeBackDialog patient={patient} reading={takenBack} onClose={() => setTakenBack(undefined)} />
    </div>
  )
}

type ReadingRowsProps = Pick<ReadingTableProps, 'patient' | 'columns'> & {
  rows: readonly ReadingRow[]
  /** The rows are those of the page before. */
  isStale?: boolean
  acts?: RowActs | undefined
}

/** What can be done about a reading: correct what was charted, take back what was assigned. */
type RowActs = Record<'onCorrect' | 'onTakeBack', (reading: Reading) => void>

/** Readings below each other, under the day of each. */
export function ReadingRows({ rows, columns, patient, isStale = false, acts }: ReadingRowsProps) {
  const { t } = useTranslation('readings')
  const vitalName = useVitalName()
  const unitText = useUnitText()
  const dayText = useDayText()
  const corrections = new Map(
    rows
      .flatMap(listActReadings)
      .flatMap((reading) => (reading.corrects ? [[reading.corrects, reading]] : [])),
  )
  const scaled = useScaledPatient(patient)
  const days = Map.groupBy(rows, ({ measured_at }) => dayText(measured_at))
  return (
    <table className={classes.table} aria-busy={isStale}>
      <thead>
        <tr>
          <th scope="col">{t('column.time')}</th>
          {columns.map((key) => (
            <th key={key} scope="col">
              {vitalName(key)} {key !== 'steps' && <span className={classes.unit}>{unitText(key)}</span>}
            </th>
          ))}
          <th scope="col">{t('column.source')}</th>
          {acts && (
            <th scope="col" className={classes.act}>
              <span className={classes.hidden}>{t('column.act')}</span>
            </th>
          )}
        </tr>
      </thead>
      {[...days].map(([day, ofDay]) => (
        <tbody key={day}>
          <tr className={classes.day}>
            <th colSpan={columns.length + (acts ? 3 : 2)} scope="rowgroup">
              {day}
            </th>
          </tr>
          {ofDay.map((row) => (
            <ReadingTableRow
              key={row._id}
              row={row}
              columns={columns}
              patient={scaled}
              corrections={corrections}
              acts={acts}
            />
          ))}
        </tbody>
      ))}
    </table>
  )
}

/** A measurement of a device cannot be corrected manually. */
function listCorrectable(row: ReadingRow): Reading[] {
  return listActReadings(row).filter(({ source, replaced_at }) => isCharted(source) && replaced_at === null)
}

type ReadingTableRowProps = Pick<ReadingTableProps, 'columns'> & {
  patient: Patient & MeasuredPerson
  row: ReadingRow
  /** The correction of a reading, by the id of the corrected reading, if it is on the page. */
  corrections: ReadonlyMap<string, Reading>
  acts: RowActs | undefined
}

function ReadingTableRow({ row, columns, patient, corrections: correctionOf, acts }: ReadingTableRowProps) {
  const { t } = useTranslation('readings')
  const timeText = useTimeText()
  const clockText = useClockText()
  const values = { ...row, ...collectActValues(row) }
  return (
    <tr data-replaced={row.replaced_at !== null || undefined}>
      <th scope="row">
        <time dateTime={row.measured_at} title={timeText(row.measured_at)}>
          {clockText(row.measured_at)}
        </time>
        {row.timing !== 'told' && <span className={classes.minor}>{t(`timing.${row.timing}`)}</span>}
      </th>
      {columns.map((key) => (
        <td key={key}>
          <ReadingValue column={key} row={values} patient={patient} />
          {row.replaced_at === null && <FormerValue column={key} row={row} />}
        </td>
      ))}
      <td>
        <ReadingOrigin row={row} corrections={correctionOf} />
      </td>
      {acts && (
        <td className={classes.act}>
          <CorrectButton row={row} onCorrect={acts.onCorrect} />
          {row.assigned && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              title={t('take-back.short')}
              aria-label={t('take-back.this', { time: timeText(row.measured_at) })}
              onClick={() => acts.onTakeBack(row)}
            >
              <IconArrowBackUp size={18} aria-hidden />
            </ActionIcon>
          )}
        </td>
      )}
    </tr>
  )
}

/** Opens the form to correct a manually charted reading; of several charted together, one button each. */
function CorrectButton({ row, onCorrect }: { row: ReadingRow; onCorrect: (reading: Reading) => void }) {
  const { t } = useTranslation('readings')
  const vitalName = useVitalName()
  const timeText = useTimeText()
  const [first, ...others] = listCorrectable(row)
  if (!first) return null
  const isOne = others.length === 0
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      title={t('correct')}
      aria-label={t('correct-this', { time: timeText(row.measured_at) })}
      {...(isOne && { onClick: () => onCorrect(first) })}
    >
      <IconPencil size={18} aria-hidden />
    </ActionIcon>
  )
  if (isOne) return button
  return (
    <Menu position="bottom-end">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {[first, ...others].map((reading) => (
          <Menu.Item key={reading._id} onClick={() => onCorrect(reading)}>
            {listFormFields(reading.kind)
              .filter((name) => typeof reading[name] === 'number' || reading[name])
              .map((name) => vitalName(name))
              .join(', ')}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function useDayText(): (at: string) => string {
  const { i18n } = useTranslation()
  return (at) => formatTime(at, i18n.language, 'dd MMM yyyy')
}

/** The time only, shown under its day. */
function useClockText(): (at: string) => string {
  const { i18n } = useTranslation()
  return (at) => formatTime(at, i18n.language, 'HH:mm')
}

type ReadingValueProps = { column: ColumnKey; row: Reading; patient: Patient & MeasuredPerson }

function ReadingValue({ column, row, patient }: ReadingValueProps) {
  const { t } = useTranslation('readings')
  const date = toHospitalDate(row.measured_at)
  if (column === 'consciousness')
    return row.consciousness ? <span>{t(`consciousness.${row.consciousness}`)}</span> : <EmptyValue />
  if (column === 'oxygen')
    return typeof row.oxygen === 'boolean' ? (
      <span>{t(row.oxygen ? 'oxygen.yes' : 'oxygen.no')}</span>
    ) : (
      <EmptyValue />
    )
  if (column === 'marker') return row.marker ? <span>{t(`marker.${row.marker}`)}</span> : <EmptyValue />
  const found = readColumnValue(column, row, patient, date)
  if (!found) return <EmptyValue />
  const { text, beyond, isDerived, meaning } = found
  return (
    <NumberWithBand
      text={text}
      width={getColumnWidth(column)}
      note={beyond ? t(`beyond.${beyond}`) : isDerived ? t('derived') : undefined}
      meaning={meaning}
    >
      {column === 'creatinine' && typeof row.creatinine === 'number' && isAdult(patient, date) && (
        <EGfr creatinine={row.creatinine} patient={patient} date={date} />
      )}
    </NumberWithBand>
  )
}

/** A value before its correction. */
function FormerValue({ column, row }: { column: ColumnKey; row: ReadingRow }) {
  return listActReadings(row).map((former) => {
    if (former.replaced_at === null) return null
    const text = formatFormerValue(column, former)
    return text === undefined ? null : (
      <s key={former._id} className={classes.former}>
        {text}
      </s>
    )
  })
}

/** A value as recorded, without its band. */
function formatFormerValue(column: ColumnKey, reading: Reading): string | undefined {
  if (column === 'blood_pressure') return formatPressure(reading)
  if (column === 'bmi') return undefined
  if (column === 'blood_glucose' && reading.beyond) return beyondTexts[reading.beyond]
  const value = reading[column]
  if (typeof value === 'number') return writeNumber(value, getDecimals(column as ShownQuantity))
  return typeof value === 'string' ? value : undefined
}

type NumberWithBandProps = {
  text: string
  width: number
  note?: string | undefined
  meaning: Classification | undefined
  children?: ReactNode
}

function NumberWithBand({ text, width, note, meaning, children }: NumberWithBandProps) {
  return (
    <span className={classes.value}>
      <strong className={classes.number} style={{ minWidth: `${width}ch` }}>
        {text}
      </strong>
      {note && <span className={classes.unit}>{note}</span>}
      <BandBadge meaning={needsBandName(meaning) ? meaning : undefined} />
      {children}
    </span>
  )
}

/** A normal value needs no word, except where several bands are normal. */
function needsBandName(meaning: Classification | undefined): boolean {
  return meaning?.level !== 'normal' || meaning.group === 'blood-pressure' || meaning.group === 'body-mass'
}

/** The person or device that measured it, and whether it was corrected. */
function ReadingOrigin({ row, corrections }: Pick<ReadingTableRowProps, 'row' | 'corrections'>) {
  const { t } = useTranslation('readings')
  const timeText = useTimeText()
  const act = listActReadings(row)
  const notes = new Set(act.flatMap(({ note }) => note ?? []))
  return (
    <>
      <StaffName
        of={row.entered_by}
        otherwise={row.device?.name ?? t(`source.${row.source}`)}
        className={classes.whole}
      />{' '}
      <span className={classes.means}>
        {(row.entered_by || (row.device && row.source !== 'watch')) && t(`source.${row.source}`)}
        {act.some(({ corrects }) => corrects) && ` · ${t('is-correction')}`}
      </span>
      {row.assigned && (
        <span className={classes.note}>
          {t('assigned-by', { time: timeText(row.assigned.at), who: formatStaffName(row.assigned.by) })}
        </span>
      )}
      {row.gateway_scan_time && (
        <span className={classes.note}>{t('scanned', { time: timeText(row.gateway_scan_time) })}</span>
      )}
      {[...notes].map((note) => (
        <span key={note} className={classes.note}>
          {note}
        </span>
      ))}
      {act.map(({ _id, replaced_at }) => {
        if (replaced_at === null) return null
        const by = corrections.get(_id)?.entered_by
        const time = timeText(replaced_at)
        return (
          <span key={_id} className={classes.replaced}>
            {by ? t('replaced-by', { time, who: formatStaffName(by) }) : t('replaced', { time })}
          </span>
        )
      })}
    </>
  )
}
