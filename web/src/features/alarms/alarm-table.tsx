import { Skeleton } from '@mantine/core'
import type { Alarm } from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatTime } from '../../ui/dates.ts'
import { fullName, staffName } from '../../ui/person-name.ts'
import table from '../../ui/record-table.module.css'
import { AlarmPatient } from './alarm-facts.tsx'
import classes from './alarms.module.css'
import { SeverityMark } from './severity-mark.tsx'
import { useMeasured, useRuleName } from './words.ts'

export type AlarmRowsProps = {
  /** What a screen reader calls the list. */
  label: string
  alarms: readonly Alarm[] | undefined
  addressOf: (alarm: Alarm) => string
  isStale: boolean
  /** In a patient's own record there is nobody else. */
  isOfOnePatient?: boolean
}

const skeletonWidths = {
  raised: 130,
  severity: 60,
  patient: 160,
  what: 110,
  value: 90,
  state: 110,
}
const columns = Object.keys(skeletonWidths) as (keyof typeof skeletonWidths)[]
const skeletonRows = Array.from({ length: 8 }, (_, index) => index)

/** What a screen reader says of the link that opens an alarm. */
function useRowLabel() {
  const { t, i18n } = useTranslation('alarms')
  const ruleName = useRuleName()
  return ({ rule, patient, device, raised_at }: Alarm) =>
    t('row', {
      what: ruleName(rule),
      patient: patient ? fullName(patient) : (device?.name ?? t('no-patient')),
      time: formatTime(raised_at, i18n.language, 'dd MMM yyyy hh:mm:ss a'),
    })
}

function Raised({ alarm }: { alarm: Alarm }) {
  const { i18n } = useTranslation()
  return (
    <time dateTime={alarm.raised_at}>
      {formatTime(alarm.raised_at, i18n.language, 'dd MMM yyyy hh:mm a')}
    </time>
  )
}

function Value({ alarm }: { alarm: Alarm }) {
  const measured = useMeasured()
  const number = measured.number(alarm, alarm.value)
  return (
    number !== undefined && (
      <>
        <strong>{number}</strong> <span className={classes.unit}>{measured.unit(alarm)}</span>
      </>
    )
  )
}

function State({ alarm: { state, assigned_to, acknowledged_by, cleared_by } }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms')
  const who = assigned_to ?? acknowledged_by ?? cleared_by
  return (
    <div className={classes.two}>
      <span data-waits={state === 'active' || undefined} className={classes.state}>
        {t(`state.${state}`)}
      </span>
      {who && <span className={classes.small}>{staffName(who)}</span>}
    </div>
  )
}

export function AlarmTable({ label, alarms, addressOf, isStale, isOfOnePatient = false }: AlarmRowsProps) {
  const { t } = useTranslation('alarms')
  const ruleName = useRuleName()
  const measured = useMeasured()
  const rowLabel = useRowLabel()
  const [isScrolled, setScrolled] = useState(false)
  const shown = columns.filter((column) => !(isOfOnePatient && column === 'patient'))
  const cells: Record<(typeof columns)[number], (alarm: Alarm) => ReactNode> = {
    raised: (alarm) => <Raised alarm={alarm} />,
    severity: ({ severity }) => <SeverityMark severity={severity} />,
    patient: (alarm) => <AlarmPatient alarm={alarm} />,
    what: ({ rule }) => ruleName(rule),
    value: (alarm) => (
      <div className={classes.two}>
        <span>
          <Value alarm={alarm} />
        </span>
        <span className={classes.small}>{measured.limit(alarm)}</span>
      </div>
    ),
    state: (alarm) => <State alarm={alarm} />,
  }
  return (
    <div
      className={table.scroller}
      data-scrolled={isScrolled || undefined}
      onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollLeft !== 0)}
    >
      <table
        className={table.table}
        aria-label={label}
        aria-busy={isStale || !alarms}
        data-stale={isStale || undefined}
      >
        <thead>
          <tr>
            {shown.map((column) => (
              <th key={column} scope="col">
                {t(`column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {alarms?.map((alarm) => (
            <tr key={alarm._id} className={table.row}>
              {shown.map((column, index) =>
                index === 0 ? (
                  <th key={column} scope="row">
                    {cells[column](alarm)}
                  </th>
                ) : (
                  <td key={column}>
                    {index === 1 && (
                      <Link
                        to={addressOf(alarm)}
                        preventScrollReset
                        className={table.link}
                        aria-label={rowLabel(alarm)}
                      />
                    )}
                    {cells[column](alarm)}
                  </td>
                ),
              )}
            </tr>
          ))}
          {!alarms &&
            skeletonRows.map((index) => (
              <tr key={index} className={table.row} aria-hidden>
                {shown.map((column) => (
                  <td key={column}>
                    <Skeleton height={10} width={skeletonWidths[column]} />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}

/** The list on a phone. */
export function AlarmRows({ label, alarms, addressOf, isStale, isOfOnePatient = false }: AlarmRowsProps) {
  const ruleName = useRuleName()
  const measured = useMeasured()
  const rowLabel = useRowLabel()
  if (!alarms) return <Skeleton height="60vh" />
  return (
    <ul className={classes.cards} aria-label={label} aria-busy={isStale} data-stale={isStale || undefined}>
      {alarms.map((alarm) => (
        <li key={alarm._id} className={classes.card} data-severity={alarm.severity}>
          <Link
            to={addressOf(alarm)}
            preventScrollReset
            className={classes.cardLink}
            aria-label={rowLabel(alarm)}
          />
          <div className={classes.cardHead}>
            <SeverityMark severity={alarm.severity} />
            <span className={classes.small}>
              <Raised alarm={alarm} />
            </span>
          </div>
          <div className={classes.cardBody}>
            <strong>{ruleName(alarm.rule)}</strong>
            <span>
              <Value alarm={alarm} /> <span className={classes.small}>{measured.limit(alarm)}</span>
            </span>
          </div>
          {!isOfOnePatient && <AlarmPatient alarm={alarm} />}
          <State alarm={alarm} />
        </li>
      ))}
    </ul>
  )
}
