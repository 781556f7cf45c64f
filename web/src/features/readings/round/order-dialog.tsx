import { Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ObservationOrder, type RoundRow, rounds } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../../api/client.ts'
import { useIntervalText } from '../../../clinical/vitals/use-interval-text.ts'
import { formatTime } from '../../../ui/date/dates.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../../ui/feedback/form-end.tsx'
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import { formatPatientName, formatStaffName } from '../../../ui/person-name.ts'
import classes from './round.module.css'

const offeredMinutes = ['15', '30', '60', '120', '240', '360', '480', '720', '1440'] as const
const byScore = 'score'

/** Orders how often a patient's vital signs are taken, and shows what was ordered before. */
export function OrderDialog({ row, onClose }: { row: RoundRow | undefined; onClose: () => void }) {
  const { t } = useTranslation('rounds')
  return (
    <Dialog
      title={row && `${t('order.title')} · ${formatPatientName(row.patient)}`}
      opened={row !== undefined}
      onClose={onClose}
    >
      {row && <OrderForm row={row} onDone={onClose} />}
    </Dialog>
  )
}

function OrderForm({ row: { patient, order }, onDone }: { row: RoundRow; onDone: () => void }) {
  const { t } = useTranslation('rounds')
  const intervalText = useIntervalText()
  const [chosen, setChosen] = useState<(typeof offeredMinutes)[number] | typeof byScore | ''>(
    () => offeredMinutes.find((minutes) => Number(minutes) === order?.every_minutes) ?? '',
  )
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const send = useSend(rounds.order, {
    inline: true,
    outdates: [rounds.get, rounds.orders],
    onSuccess: onDone,
  })
  const refused = send.error?.fields.find(({ field }) => field === 'reason')?.message
  const problem = refused ?? (isTried && !reason.trim() ? 'reason-required' : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!chosen || !reason.trim() || send.isPending) return
    send.mutate({
      patient_id: patient._id,
      every_minutes: chosen === byScore ? null : Number(chosen),
      reason,
    })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <ChoiceChips
          label={t('order.every')}
          required
          value={chosen}
          choices={[
            { value: byScore, label: t('order.by-score') },
            ...offeredMinutes.map((value) => ({ value, label: intervalText(Number(value)) })),
          ]}
          error={isTried && !chosen && <ProblemText message="field-required" />}
          onChange={setChosen}
        />
        <TextInput
          size="md"
          label={t('order.reason')}
          required
          maxLength={500}
          autoComplete="off"
          value={reason}
          error={problem && <ProblemText message={problem} />}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        <FormEnd
          action={t('order.save')}
          isPending={send.isPending}
          error={refused ? null : send.error}
          onCancel={onDone}
        />
        <OrderHistory patientId={patient._id} />
      </Stack>
    </form>
  )
}

function OrderHistory({ patientId }: { patientId: string }) {
  const { t } = useTranslation('rounds')
  const found = useQuery(ask(rounds.orders, { patient_id: patientId }, true))
  if (found.isLoadingError) return <QueryFailure query={found} />
  if (!found.data) return null
  if (found.data.orders.length === 0) return <p className={classes.why}>{t('order.none')}</p>
  return (
    <ol className={classes.orders} aria-label={t('order.history')}>
      {found.data.orders.map((order) => (
        <OrderText key={order._id} order={order} />
      ))}
    </ol>
  )
}

function OrderText({ order: { at, by, every_minutes, reason } }: { order: ObservationOrder }) {
  const { t, i18n } = useTranslation('rounds')
  const intervalText = useIntervalText()
  return (
    <li>
      <strong>
        {every_minutes === null
          ? t('order.by-score')
          : t('due.every', { interval: intervalText(every_minutes) })}
      </strong>{' '}
      {reason}
      <span className={classes.why}>
        {by && formatStaffName(by)} · {formatTime(at, i18n.language, 'dd MMM yyyy HH:mm')}
      </span>
    </li>
  )
}
