import { type AlarmTimes, classifySickness, type Thresholds, type WardBoardRow } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { computeLevel, listMeasuredVitals, type TileVital } from '../../../clinical/newest-values.ts'
import { TriageBadge } from '../../../clinical/triage-badge.tsx'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { useAlarmLimits } from '../../../clinical/vitals/use-alarm-limits.ts'
import { formatPatientPath } from '../../../paths.ts'
import { Time } from '../../../ui/date/time.tsx'
import { useNow } from '../../../ui/date/use-now.ts'
import { EmptyValue } from '../../../ui/empty-value.tsx'
import { RecordRows } from '../../../ui/list/record-rows.tsx'
import type { RecordTableProps, Sort } from '../../../ui/list/record-table.tsx'
import { formatPatientName } from '../../../ui/person-name.ts'
import { AlarmCell, BoardPatient, DevicesCell } from './cells.tsx'
import {
  type BoardColumn,
  boardColumns,
  isStayColumn,
  isVitalColumn,
  type OptionalBoardColumn,
  useBoardColumnLabel,
} from './columns.ts'
import type { WardBoardSort } from './list-query.ts'
import { getSickness, type PatientAlarms } from './rules.ts'
import { ScoreCell } from './score-cell.tsx'
import { StayCell, StayFacts } from './stay-cell.tsx'
import { ValueCell } from './value-cell.tsx'
import classes from './ward-board.module.css'

type BoardRowsProps = Pick<RecordTableProps<WardBoardRow, BoardColumn>, 'rows' | 'isStale' | 'scrollerRef'> &
  BoardSettings & {
    hidden: readonly OptionalBoardColumn[]
    sort: Sort<WardBoardSort> | undefined
    onSort: (sort: Sort<WardBoardSort> | undefined) => void
    onOpen: (row: WardBoardRow) => void
  }

/** What all rows are drawn by. */
export type BoardSettings = {
  /** Set where beds of several wards are shown: the bed alone is ambiguous then. */
  showsWard: boolean
  limits: Thresholds['limits']
  times: AlarmTimes
  findAlarms: (patientId: string) => PatientAlarms
}

export const getBoardKey = ({ patient }: WardBoardRow) => patient._id

/** The columns by which the board can be sorted, each with its order. */
const sortOfColumn: Partial<Record<BoardColumn, WardBoardSort>> = {
  bed: 'bed',
  news2: 'news2',
  triage_level: 'triage_level',
}

export function BoardRows(props: BoardRowsProps) {
  const { hidden, sort, onSort, onOpen, showsWard, limits, times, findAlarms, ...table } = props
  const settings = { showsWard, limits, times, findAlarms }
  const { t } = useTranslation('ward-board')
  const label = useBoardColumnLabel()
  const shown = boardColumns.filter((column) => !hidden.some((one) => one === column))
  return (
    <RecordRows<WardBoardRow, BoardColumn>
      {...table}
      label={t('title')}
      columns={shown.map((key) => ({
        key,
        label: label(key),
        isUnordered: !(key in sortOfColumn),
        skeletonWidth: key === 'bed' ? 180 : 48,
        cell: (row) => (
          <BoardCell column={key} row={row} showsIsolation={!shown.includes('isolation')} {...settings} />
        ),
      }))}
      rowKey={getBoardKey}
      rowLink={{
        path: getBoardPath,
        label: ({ patient }) =>
          t('row', { name: formatPatientName(patient), hn: patient.hn, bed: patient.bed ?? '–' }),
        onOpen,
      }}
      sort={sort && { field: sort.field as BoardColumn, order: sort.order }}
      onSort={(next) => {
        const field = next && sortOfColumn[next.field]
        onSort(field && { field, order: next.order })
      }}
      card={(row) => <BoardCard row={row} {...settings} />}
    />
  )
}

const getBoardPath = ({ patient }: WardBoardRow) => formatPatientPath(patient._id)

type RowProps = BoardSettings & { row: WardBoardRow }
/** Whether the isolation stands beside the name, since no column shows it. */
type ShowsIsolation = { showsIsolation: boolean }

function BoardCell({
  column,
  row,
  showsIsolation,
  ...settings
}: RowProps & ShowsIsolation & { column: BoardColumn }): ReactNode {
  const { times, findAlarms } = settings
  if (isVitalColumn(column)) return <BoardValue vital={column} row={row} {...settings} />
  if (column === 'bed') return <RowPatient row={row} showsIsolation={showsIsolation} {...settings} />
  if (column === 'news2') return <ScoreCell row={row} times={times} />
  if (column === 'alarm') return <AlarmCell alarms={findAlarms(row.patient._id)} />
  if (column === 'devices') return <DevicesCell devices={row.devices} lowBattery={times.battery_percent} />
  if (column === 'admitted_at')
    return row.admitted_at ? <Time at={row.admitted_at} format="dd MMM yyyy" /> : <EmptyValue />
  if (isStayColumn(column)) return <StayCell column={column} row={row} />
  const { triage_level } = row.patient
  return triage_level ? <TriageBadge level={triage_level} /> : <EmptyValue />
}

type RowPatientProps = RowProps & ShowsIsolation & { isPublic?: boolean }

function RowPatient({ row, times, findAlarms, ...shown }: RowPatientProps) {
  const now = useNow()
  const level = classifySickness(getSickness(row, findAlarms(row.patient._id), now), times)
  return <BoardPatient row={row} level={level} {...shown} />
}

function BoardValue({ vital, row, limits }: RowProps & { vital: TileVital }) {
  const { latest } = row
  const alarmLimits = useAlarmLimits(limits, row)
  return (
    <ValueCell
      vital={vital}
      value={latest.find((one) => one.vital === vital)}
      level={computeLevel(vital, latest, alarmLimits)}
    />
  )
}

/**
 * A patient on a phone or a screen on a wall: who, how sick, the open alarm, the newest values, the stay. Where
 * everybody can see it, names are short.
 */
export function BoardCard({ isPublic = false, ...props }: RowProps & { isPublic?: boolean }) {
  const { row, times, findAlarms } = props
  const vitalName = useVitalName('tile')
  const alarms = findAlarms(row.patient._id)
  const measured = listMeasuredVitals(row.latest)
  return (
    <>
      <div className={classes.cardTop}>
        <RowPatient {...props} showsIsolation isPublic={isPublic} />
        <div className={classes.cardEnd}>
          {row.patient.triage_level && <TriageBadge level={row.patient.triage_level} />}
          {row.devices.length > 0 && <DevicesCell devices={row.devices} lowBattery={times.battery_percent} />}
        </div>
      </div>
      <div className={classes.cardState}>
        <ScoreCell row={row} times={times} />
        {alarms.length > 0 && <AlarmCell alarms={alarms} />}
      </div>
      {measured.length > 0 && (
        <div className={classes.cardValues}>
          {measured.map(({ vital }) => (
            <div key={vital} className={classes.cardValue}>
              <span className={classes.small}>{vitalName(vital)}</span>
              <BoardValue vital={vital} {...props} />
            </div>
          ))}
        </div>
      )}
      <StayFacts row={row} />
    </>
  )
}
