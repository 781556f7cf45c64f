import type { Alarm, HandoverRow, ObservationTimes } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './handover.module.css'
import { BackgroundCell, CareCell, NotesCell, StateCell, WhoCell } from './handover-cells.tsx'

export type HandoverTableProps = {
  rows: readonly HandoverRow[]
  times: ObservationTimes
  findAlarms: (patientId: string) => readonly Alarm[]
  isPrinted?: boolean
  /** Writes a note; absent on paper, and for those who may not. */
  drawNoteButton?: ((row: HandoverRow) => ReactNode) | undefined
}

/** Where beds of several wards are shown, the bed alone is ambiguous. */
const isOfSeveralWards = (rows: readonly HandoverRow[]): boolean =>
  new Set(rows.map(({ patient }) => patient.ward?._id)).size > 1

/** The sheet as a table, as on paper. */
export function HandoverTable({
  rows,
  times,
  findAlarms,
  isPrinted = false,
  drawNoteButton,
}: HandoverTableProps) {
  const { t } = useTranslation('handover')
  const showsWard = isOfSeveralWards(rows)
  return (
    <table className={classes.table} data-printed={isPrinted || undefined}>
      <thead>
        <tr>
          <th scope="col">{t('column.who')}</th>
          <th scope="col">{t('column.background')}</th>
          <th scope="col">{t('column.state')}</th>
          <th scope="col">{t('column.care')}</th>
          <th scope="col">{t('column.notes')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.patient._id}>
            <th scope="row">
              <WhoCell row={row} showsWard={showsWard} />
            </th>
            {row.is_open ? (
              <>
                <td>
                  <BackgroundCell row={row} />
                </td>
                <td>
                  <StateCell row={row} alarms={findAlarms(row.patient._id)} />
                </td>
                <td>
                  <CareCell row={row} times={times} />
                </td>
                <td>
                  <NotesCell row={row}>{drawNoteButton?.(row)}</NotesCell>
                </td>
              </>
            ) : (
              <td colSpan={4} className={classes.closed}>
                {t('closed')}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The same on a phone: one patient a card. */
export function HandoverCards({ rows, times, findAlarms, drawNoteButton }: HandoverTableProps) {
  const { t } = useTranslation('handover')
  const showsWard = isOfSeveralWards(rows)
  return (
    <div className={classes.cards}>
      {rows.map((row) => (
        <article
          key={row.patient._id}
          className={classes.card}
          aria-label={row.patient.bed ?? row.patient.hn}
        >
          <WhoCell row={row} showsWard={showsWard} />
          {row.is_open ? (
            <>
              <BackgroundCell row={row} />
              <StateCell row={row} alarms={findAlarms(row.patient._id)} />
              <CareCell row={row} times={times} />
              <NotesCell row={row}>{drawNoteButton?.(row)}</NotesCell>
            </>
          ) : (
            <span className={classes.closed}>{t('closed')}</span>
          )}
        </article>
      ))}
    </div>
  )
}
