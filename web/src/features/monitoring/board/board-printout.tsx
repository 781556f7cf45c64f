import type { WardBoardRow } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { computeLevel, formatFigure, type TileVital } from '../../../clinical/newest-values.ts'
import { PrintoutHead } from '../../../clinical/print/printout-head.tsx'
import { TriageBadge } from '../../../clinical/triage-badge.tsx'
import { useRuleText } from '../../../clinical/use-vital-name.ts'
import { useAlarmLimits } from '../../../clinical/vitals/use-alarm-limits.ts'
import { formatDate, toHospitalDate } from '../../../ui/date/dates.ts'
import { PrintedTime } from '../../../ui/date/printed-time.tsx'
import { useAgeText } from '../../../ui/date/use-age-text.ts'
import { useNow } from '../../../ui/date/use-now.ts'
import { useToday } from '../../../ui/date/use-today.ts'
import { formatPatientName } from '../../../ui/person-name.ts'
import { Printout } from '../../../ui/print/printout.tsx'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import classes from './board-printout.module.css'
import type { BoardSettings } from './board-rows.tsx'
import { type BoardColumn, isStayColumn, isVitalColumn, useBoardColumnLabel } from './columns.ts'
import { describeScore } from './rules.ts'
import { StayCell } from './stay-cell.tsx'

type BoardPrintoutProps = BoardSettings & {
  /** The wards. */
  ward: string
  /** What the board is limited and ordered by, and how many are on it. */
  about: string
  columns: readonly BoardColumn[]
  rows: readonly WardBoardRow[]
}

/** A ward board on A4 across, with the time of each value in place of its age: paper grows old. */
export function BoardPrintout({ ward, about, columns, rows, ...settings }: BoardPrintoutProps) {
  const { t } = useTranslation('ward-board')
  const label = useBoardColumnLabel()
  return (
    <Printout isLandscape head={<PrintoutHead title={`${t('title')}: ${ward}`} about={about} />}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {label(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.patient._id}>
              {columns.map((column) => (
                <td key={column} data-column={column}>
                  <PrintoutCell column={column} row={row} {...settings} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Printout>
  )
}

type CellProps = BoardSettings & { row: WardBoardRow }

function PrintoutCell({ column, row, ...settings }: CellProps & { column: BoardColumn }): ReactNode {
  const { i18n } = useTranslation()
  if (isVitalColumn(column)) return <PrintoutValue vital={column} row={row} {...settings} />
  if (column === 'bed') return <PrintoutPatient row={row} {...settings} />
  if (column === 'news2') return <PrintoutScore row={row} />
  if (column === 'alarm') return <PrintoutAlarms row={row} {...settings} />
  if (column === 'devices') return <PrintoutDevices row={row} />
  if (column === 'admitted_at')
    return row.admitted_at && formatDate(toHospitalDate(row.admitted_at), i18n.language)
  if (isStayColumn(column)) return <StayCell column={column} row={row} />
  const { triage_level } = row.patient
  return triage_level && <TriageBadge level={triage_level} />
}

function PrintoutPatient({ row, showsWard }: CellProps) {
  const { t } = useTranslation(['ward-board', 'patients'])
  const ageText = useAgeText()
  const localName = useLocalizedName()
  const { patient, worst_allergy, alarms_off } = row
  const facts = [
    `HN ${patient.hn}`,
    ageText(patient),
    t(`patients:gender.${patient.gender}`),
    showsWard && patient.ward && localName(patient.ward),
    alarms_off.length > 0 && t('alarms-off'),
  ]
  return (
    <div className={classes.patient}>
      <strong className={classes.bed}>{patient.bed ?? '–'}</strong>
      <div>
        <strong lang="th">{formatPatientName(patient)}</strong>
        <br />
        {facts.filter(Boolean).join(' · ')}
        {worst_allergy && (
          <strong>
            {' · '}
            {t('allergy')}: {t(`patients:allergy-severity.${worst_allergy}`)}
          </strong>
        )}
      </div>
    </div>
  )
}

function PrintoutValue({ vital, row, limits }: CellProps & { vital: TileVital }) {
  const { t } = useTranslation('bands')
  const { latest } = row
  const alarmLimits = useAlarmLimits(limits, row)
  const value = latest.find((one) => one.vital === vital)
  if (!value) return '–'
  const level = computeLevel(vital, latest, alarmLimits)
  return (
    <>
      <span className={classes.figure} data-out={level && true}>
        {formatFigure(vital, value)}
        {level && (level.endsWith('low') ? ' ▼' : ' ▲')}
      </span>
      {level?.startsWith('critical') && <span className={classes.small}>{t(`level.${level}`)}</span>}
      <SmallTime at={value.measured_at} />
    </>
  )
}

function PrintoutScore({ row }: { row: WardBoardRow }) {
  const { t } = useTranslation('ward-board')
  const state = describeScore(row, { now: useNow(), today: useToday() })
  if (state.kind !== 'score') return <span className={classes.small}>{t(`score.${state.kind}`)}</span>
  const before = row.score_before?.value
  return (
    <>
      <strong className={classes.score}>{state.value}</strong>
      {before !== undefined && before !== state.value && ` ${t('score.from', { value: before })}`}
      {state.isOld && <span className={classes.small}>{t('score.old')}</span>}
      <SmallTime at={state.oldestAt} />
    </>
  )
}

function PrintoutAlarms({ row, findAlarms }: CellProps) {
  const { t } = useTranslation('alarms')
  const ruleText = useRuleText()
  return findAlarms(row.patient._id).map(
    ({ _id, rule, value, second, severity, acknowledged_at, raised_at }) => (
      <div key={_id}>
        <strong>
          {t(`severity.${severity}`)}: {ruleText(rule)}
        </strong>
        {value !== null && ` ${second === null ? value : `${value}/${second}`}`}
        {acknowledged_at && ` · ${t('state.acknowledged')}`}
        <SmallTime at={raised_at} />
      </div>
    ),
  )
}

function PrintoutDevices({ row: { devices } }: { row: WardBoardRow }) {
  const { t } = useTranslation('monitoring')
  return devices.map(({ kind }) => t(`kind.${kind}`)).join(', ')
}

function SmallTime({ at }: { at: string }) {
  return (
    <span className={classes.small}>
      <PrintedTime at={at} />
    </span>
  )
}
