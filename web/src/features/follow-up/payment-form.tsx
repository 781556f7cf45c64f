import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  computeFee,
  type FollowUp,
  FollowUpChangedMeanwhile,
  fleet,
  missionFollowUp,
  type Payment,
  PaymentDraft,
  paymentChannels,
  paymentStates,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { focusFirstProblem } from '../../ui/form/schema-form.tsx'
import { UnitNumberField } from '../../ui/form/unit-number-field.tsx'
import { type FormVersion, useVersionedForm } from '../../ui/form/use-versioned-form.ts'
import { writeBaht } from '../../ui/write-number.ts'
import { ActFoot } from './act-foot.tsx'
import classes from './follow-up.module.css'
import { outdatedByFollowUp, useSheetTexts } from './queries.ts'

type Amount = 'price' | 'km' | 'km_rate' | 'discount'
type Words = 'receipt_number' | 'fee_code' | 'price_reason' | 'discount_reason' | 'reason'
type Values = Record<Amount, number | string> &
  Record<Words, string> & {
    payment: NonNullable<Payment['state']> | ''
    channel: NonNullable<Payment['channel']> | ''
  }

/** While no price is recorded, that of the mission's operation is offered. */
const toVersion = ({ sheet, payment, mission }: FollowUp): FormVersion<Values> => {
  const listed = payment?.price == null ? mission.operation : null
  return {
    version: sheet?.version ?? 1,
    values: {
      payment: payment?.state ?? '',
      channel: payment?.channel ?? '',
      receipt_number: payment?.receipt_number ?? '',
      fee_code: payment?.fee_code ?? listed?.fee_code ?? '',
      price: payment?.price ?? listed?.price ?? '',
      price_reason: payment?.price_reason ?? '',
      km: payment?.km ?? '',
      km_rate: payment?.km_rate ?? listed?.km_rate ?? '',
      discount: payment?.discount ?? '',
      discount_reason: payment?.discount_reason ?? '',
      reason: '',
    },
  }
}

function readMeanwhile(detail: unknown) {
  const { row } = FollowUpChangedMeanwhile.parse(detail)
  return { newest: toVersion(row), changes: [row] }
}

/** How the sheet calls a field of the form. */
const sheetField = { channel: 'payment_channel', km: 'fee_km' } as const

/** The fee of a mission and whether it is paid. What was paid before is corrected with a reason. */
export function PaymentForm({ row, onDone }: { row: FollowUp; onDone: () => void }) {
  const { t } = useTranslation(['follow-up', 'fleet'])
  const { fieldName, optionName } = useSheetTexts()
  const { form, stored, conflict, fail } = useVersionedForm({
    opened: toVersion(row),
    schema: () => PaymentDraft,
    readMeanwhile,
  })
  const operations = useQuery(ask(fleet.operations, { number_of_rec: 100 }, true))
  const send = useSend(missionFollowUp.recordPayment, {
    inline: true,
    outdates: outdatedByFollowUp,
    onSuccess: onDone,
  })
  const { values } = form
  const isCorrection = stored.values.payment === 'PAID'
  const label = (field: keyof Values) =>
    fieldName('payment', field in sheetField ? sheetField[field as 'km'] : field)
  const offered = (operations.data?.rows ?? []).flatMap((one) =>
    one.fee_code !== null && one.price !== null ? [{ ...one, fee_code: one.fee_code }] : [],
  )
  const chosen = offered.find(({ fee_code }) => fee_code === values.fee_code)
  const listed = row.payment?.list_price ?? row.mission.operation?.price ?? chosen?.price
  const extras = row.payment?.extras ?? 0
  const price = values.price === '' ? null : Number(values.price)
  const listedRate = row.payment?.list_km_rate ?? null
  const isOther =
    (listed !== undefined && listed !== price) ||
    (listedRate !== null && values.km_rate !== '' && listedRate !== Number(values.km_rate))
  const total =
    price === null
      ? null
      : computeFee({
          price,
          km: Number(values.km),
          km_rate: Number(values.km_rate),
          extras: [extras],
          discount: Number(values.discount),
        }).total
  const text = (field: Words, maxLength: number) => (
    <TextInput
      {...form.getInputProps(field)}
      label={label(field)}
      size="md"
      maxLength={maxLength}
      autoComplete="off"
    />
  )
  const amount = (field: Amount, unit: string) => (
    <UnitNumberField {...form.getInputProps(field)} unit={unit} label={label(field)} size="md" />
  )
  const takeOperation = (feeCode: string) => {
    const found = offered.find(({ fee_code }) => fee_code === feeCode)
    form.setFieldValue('fee_code', feeCode)
    if (!found) return
    form.setFieldValue('price', found.price ?? '')
    form.setFieldValue('km_rate', found.km_rate ?? '')
  }
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (sent) =>
          send.mutate(
            { ...PaymentDraft.parse(sent), _id: row.sheet?._id ?? '', version: stored.version },
            { onError: fail },
          ),
        (errors) => focusFirstProblem(form, errors),
      )}
    >
      <Stack gap="md">
        {conflict && <FailureAlert error={send.error}>{t('meanwhile')}</FailureAlert>}
        <ChoiceChips
          {...form.getInputProps('payment')}
          label={label('payment')}
          required
          choices={paymentStates.map((value) => ({ value, label: optionName('payment', value) }))}
        />
        {values.payment === 'PAID' && (
          <>
            <ChoiceChips
              {...form.getInputProps('channel')}
              label={label('channel')}
              required
              choices={paymentChannels.map((value) => ({
                value,
                label: optionName('payment-channel', value),
              }))}
            />
            {text('receipt_number', 60)}
          </>
        )}
        {offered.length > 0 && (
          <NativeSelect
            label={t('list-price')}
            size="md"
            value={chosen?.fee_code ?? ''}
            data={[
              { value: '', label: t('no-list-price') },
              ...offered.map(({ fee_code, name, price: listed }) => ({
                value: fee_code,
                label: `${fee_code} · ${name} · ${writeBaht(listed ?? 0)}`,
              })),
            ]}
            onChange={({ currentTarget }) => takeOperation(currentTarget.value)}
          />
        )}
        <div className={classes.fields}>
          {text('fee_code', 40)}
          {amount('price', t('fleet:baht'))}
          {amount('km', t('fleet:km'))}
          {amount('km_rate', t('fleet:baht-per-km'))}
          {amount('discount', t('fleet:baht'))}
        </div>
        {(form.errors['price_reason'] || values.price_reason || isOther) && text('price_reason', 200)}
        {(form.errors['discount_reason'] || Number(values.discount) > 0) && text('discount_reason', 200)}
        <p className={classes.sum} role="status">
          <strong>{total === null ? t('total-unknown') : t('total', { total: writeBaht(total) })}</strong>
          {extras > 0 && <> ({t('extras', { extras: writeBaht(extras) })})</>}
        </p>
        <ActFoot
          reason={isCorrection ? form.getInputProps('reason') : undefined}
          error={conflict ? null : send.error}
          isPending={send.isPending}
          onCancel={onDone}
        />
      </Stack>
    </form>
  )
}
