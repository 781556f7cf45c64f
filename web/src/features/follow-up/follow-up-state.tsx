import { Badge } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { FollowUp, HospitalOutcome, Payment } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatDate, toHospitalDate } from '../../ui/date/dates.ts'
import { Time } from '../../ui/date/time.tsx'
import { useToday } from '../../ui/date/use-today.ts'
import { writeBaht } from '../../ui/write-number.ts'
import classes from './follow-up.module.css'
import { useSheetTexts } from './queries.ts'

/** What is recorded of a sheet by now, or why nothing is shown. */
export function FollowUpState({ row }: { row: FollowUp }) {
  const { t } = useTranslation('follow-up')
  if (row.is_hidden) return <span className={classes.minor}>{t('hidden')}</span>
  if (row.payment) return <PaymentState payment={row.payment} />
  if (row.outcome) return <OutcomeState outcome={row.outcome} />
  return (
    <Badge variant="default" leftSection={<IconAlertTriangle size={14} aria-hidden />}>
      {t('no-sheet')}
    </Badge>
  )
}

function PaymentState({ payment: { state, channel, receipt_number, paid_to, total } }: { payment: Payment }) {
  const { t } = useTranslation('follow-up')
  const { optionName } = useSheetTexts()
  return (
    <div className={classes.two}>
      <span>
        <strong>{state ? optionName('payment', state) : t('not-recorded')}</strong>
        {channel && ` · ${optionName('payment-channel', channel)}`}
      </span>
      <span className={classes.minor}>
        {[
          total === null ? t('total-unknown') : t('total', { total: writeBaht(total) }),
          receipt_number,
          paid_to,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </div>
  )
}

function OutcomeState({ outcome }: { outcome: HospitalOutcome }) {
  const { t, i18n } = useTranslation('follow-up')
  const { optionName } = useSheetTexts()
  const today = useToday()
  const { outcome: recorded, was_admitted, days, followed_by, followed_at, due_on } = outcome
  if (recorded === null) {
    const isLate = today > due_on
    return (
      <div className={classes.two}>
        <span>
          <strong>{t('not-recorded')}</strong> ·{' '}
          {t(isLate ? 'overdue' : 'due', { day: formatDate(due_on, i18n.language) })}
        </span>
        <Suggestion outcome={outcome} />
      </div>
    )
  }
  return (
    <div className={classes.two}>
      <span>
        <strong>{optionName('hospital-outcome', recorded)}</strong>
        {was_admitted === false && ` · ${t('not-admitted')}`}
        {was_admitted && days !== null && ` · ${t('days', { count: days })}`}
      </span>
      <span className={classes.minor}>
        {followed_by} {followed_at && <Time at={followed_at} />}
      </span>
    </div>
  )
}

/** What the records of the hospital say, with the stay or visit that says so. */
export function Suggestion({ outcome: { suggestion } }: { outcome: HospitalOutcome }) {
  const { t, i18n } = useTranslation('follow-up')
  const { optionName } = useSheetTexts()
  if (!suggestion) return <span className={classes.minor}>{t('suggested.none')}</span>
  const { source, outcome, days } = suggestion
  const day = (at: string) => formatDate(toHospitalDate(at), i18n.language)
  const [from, to] = [day(source.from), source.to === null ? null : day(source.to)]
  const number = source.number
  const name = outcome && optionName('hospital-outcome', outcome)
  return (
    <span className={classes.minor}>
      {name === null
        ? t('suggested.no-outcome')
        : days === null
          ? t('suggested.outcome', { outcome: name })
          : t('suggested.outcome-days', { outcome: name, count: days })}
      <br />
      {to === null
        ? t('suggested.stay-lasts', { number, from })
        : t(source.kind === 'STAY' ? 'suggested.stay' : 'suggested.visit', { number, from, to })}
    </span>
  )
}
