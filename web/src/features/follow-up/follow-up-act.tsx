import { Anchor, Button } from '@mantine/core'
import { type FollowUp, isReason } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { formatFormRecordPath } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import { Time } from '../../ui/date/time.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import classes from './follow-up.module.css'
import { OutcomeForm } from './outcome-form.tsx'
import { PaymentForm } from './payment-form.tsx'
import { useSheetTexts } from './queries.ts'

/** What the user can do about a row: record it, correct it, open its sheet. */
export function FollowUpAct({ row }: { row: FollowUp }) {
  const { t } = useTranslation('follow-up')
  const mayBeIn = { payment: useMay('payment:record'), outcome: useMay('admission:manage') }
  const mayOpenForms = useMay('form:use')
  const [isOpen, setOpen] = useState(false)
  const isRecorded = row.payment?.state === 'PAID' || (row.outcome !== null && row.outcome.outcome !== null)
  const act = t(isRecorded ? `correct.${row.about}` : `record.${row.about}`)
  const title = t('of', { act, number: row.mission.number })
  const close = () => setOpen(false)
  return (
    <div className={classes.acts}>
      {row.sheet && mayBeIn[row.about] && !row.is_hidden && (
        <Button
          variant={isRecorded ? 'default' : 'light'}
          size="md"
          aria-label={title}
          onClick={() => setOpen(true)}
        >
          {act}
        </Button>
      )}
      {row.sheet && mayOpenForms && (
        <Anchor
          component={Link}
          to={formatFormRecordPath(row.sheet.form, row.sheet._id)}
          className={classes.link}
        >
          {t('open-sheet')}
        </Anchor>
      )}
      {isOpen && (
        <Dialog title={title} opened isWide onClose={close}>
          {row.about === 'payment' ? (
            <PaymentForm row={row} onDone={close} />
          ) : (
            <OutcomeForm row={row} onDone={close} />
          )}
          <FollowUpRecords row={row} />
        </Dialog>
      )}
    </div>
  )
}

/** What was recorded by now and before, the newest first. */
function FollowUpRecords({ row }: { row: FollowUp }) {
  const { t } = useTranslation(['follow-up', 'forms'])
  const { fieldName, optionName } = useSheetTexts()
  if (row.records.length === 0) return null
  const lists = {
    payment: 'payment',
    payment_channel: 'payment-channel',
    hospital_outcome: 'hospital-outcome',
  } as const
  const word = (field: string, answer: unknown) => {
    if (answer === null) return t('taken-back')
    if (isReason(answer)) return t(`forms:reason.${answer.reason}`)
    if (typeof answer === 'boolean') return t(answer ? 'forms:yes' : 'forms:no')
    if (typeof answer === 'number') return String(answer)
    if (typeof answer !== 'string') return ''
    return field in lists ? optionName(lists[field as keyof typeof lists], answer) : answer
  }
  return (
    <details>
      <summary className={classes.summary}>{t('history')}</summary>
      <ul className={classes.records}>
        {row.records
          .filter(({ field }) => field !== 'followed_at')
          .map(({ at, by, field, answer }) => (
            <li key={`${at} ${field}`}>
              {fieldName(row.about, field)}: {word(field, answer)}{' '}
              <span className={classes.minor}>
                <Time at={at} /> <StaffName of={by} />
              </span>
            </li>
          ))}
      </ul>
    </details>
  )
}
