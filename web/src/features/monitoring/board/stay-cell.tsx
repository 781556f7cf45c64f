import { IconShieldExclamation } from '@tabler/icons-react'
import type { WardBoardRow } from 'contract'
import { useTranslation } from 'react-i18next'
import { useNights, useStayLength } from '../../../clinical/patient/use-stay-length.ts'
import { StaffName } from '../../../clinical/staff/staff-name.tsx'
import { formatDate } from '../../../ui/date/dates.ts'
import { useToday } from '../../../ui/date/use-today.ts'
import { EmptyValue } from '../../../ui/empty-value.tsx'
import type { StayColumn } from './columns.ts'
import classes from './ward-board.module.css'

/** A fact of a patient's stay. */
export function StayCell({ column, row }: { column: StayColumn; row: WardBoardRow }) {
  const { t, i18n } = useTranslation(['ward-board', 'admissions'])
  const today = useToday()
  const { stay, admitted_at } = row
  const nights = useNights()
  if (column === 'days') return admitted_at ? nights({ admitted_at }) : <EmptyValue />
  if (column === 'attending') return stay?.attending ? <StaffName of={stay.attending} /> : <EmptyValue />
  if (column === 'isolation') {
    if (!stay?.isolation?.length) return <EmptyValue />
    return (
      <span className={classes.isolation}>
        <IconShieldExclamation size={14} aria-hidden />
        {stay.isolation.map((kind) => t(`admissions:isolations.${kind}`)).join(', ')}
      </span>
    )
  }
  const day = stay?.planned_discharge_on
  if (!day) return <EmptyValue />
  return day === today ? <b>{t('goes-today')}</b> : formatDate(day, i18n.language)
}

/** The facts of a stay in a line, where there are no columns; the isolation stands beside the name. */
export function StayFacts({ row }: { row: WardBoardRow }) {
  const { t } = useTranslation('ward-board')
  const stayLength = useStayLength()
  const { stay, admitted_at } = row
  const facts: StayColumn[] = [
    ...(stay?.attending ? (['attending'] as const) : []),
    ...(stay?.planned_discharge_on ? (['planned'] as const) : []),
  ]
  if (facts.length === 0 && !admitted_at) return null
  return (
    <p className={`${classes.small} ${classes.stay}`}>
      {admitted_at && <span>{stayLength({ admitted_at })}</span>}
      {facts.map((column) => (
        <span key={column}>
          {t(`column.${column}`)} <StayCell column={column} row={row} />
        </span>
      ))}
    </p>
  )
}
