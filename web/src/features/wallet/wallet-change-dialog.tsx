import { NumberInput, Stack, Text, Textarea } from '@mantine/core'
import { errorCodes, maxWalletBalance, type User, WalletDraft } from 'contract'
import { useTranslation } from 'react-i18next'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { createSchema, listIssues } from '../../ui/form/create-schema.ts'
import { SchemaForm, showFieldProblems, useSchemaForm } from '../../ui/form/schema-form.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { writeBaht } from '../../ui/write-number.ts'
import { useChangeWallet } from './queries.ts'

type WalletChangeDialogProps = {
  user: User
  balance: number
  way: 'top-up' | 'take' | undefined
  onClose: () => void
}

/** Adds credit to a wallet or takes it out, with a reason; asks for confirmation. */
export function WalletChangeDialog({ way, onClose, ...shown }: WalletChangeDialogProps) {
  const { t } = useTranslation('wallet')
  return (
    <Dialog opened={way !== undefined} onClose={onClose} title={way && t(way)}>
      {way && <WalletChangeForm {...shown} way={way} onClose={onClose} />}
    </Dialog>
  )
}

type WalletChangeValues = { amount: number | string; reason: string }

const walletChangeSchema = createSchema<WalletChangeValues>(({ amount, reason }) => [
  // The value of an empty field is ''.
  ...listIssues(WalletDraft.shape.amount, amount === '' ? undefined : Number(amount), ['amount']),
  ...listIssues(WalletDraft.shape.reason, reason, ['reason']),
])

type WalletChangeFormProps = Omit<WalletChangeDialogProps, 'way'> & { way: 'top-up' | 'take' }

function WalletChangeForm({ user, balance, way, onClose }: WalletChangeFormProps) {
  const { t } = useTranslation('wallet')
  const form = useSchemaForm<WalletChangeValues>({
    schema: walletChangeSchema,
    initialValues: { amount: '', reason: '' },
  })
  const change = useChangeWallet()

  async function submit({ amount: typed, reason }: WalletChangeValues) {
    const amount = way === 'take' ? -Number(typed) : Number(typed)
    const isMeant = await confirm({
      question: t(`ask-${way}`),
      about: formatStaffName(user),
      consequence: t('becomes', {
        amount: writeBaht(amount, 'always'),
        from: writeBaht(balance),
        to: writeBaht(balance + amount),
      }),
      action: t(way),
      isDangerous: way === 'take',
    })
    if (!isMeant) return
    change.mutate(
      { _id: user._id, amount, balance, reason },
      { onSuccess: onClose, onError: ({ fields }) => showFieldProblems(form, fields) },
    )
  }

  const isMeanwhile = change.error?.code === errorCodes['changed-meanwhile']
  return (
    <SchemaForm form={form} onSubmit={(values) => void submit(values)}>
      <Stack gap="md">
        <div>
          <Text fw={600}>
            <StaffName of={user} />
          </Text>
          <Text c="dimmed">
            {t('balance')}: {writeBaht(balance)}
          </Text>
        </div>
        <NumberInput
          {...form.getInputProps('amount')}
          label={t('amount')}
          size="md"
          withAsterisk
          data-autofocus
          hideControls
          allowNegative={false}
          decimalScale={2}
          max={way === 'take' ? balance : maxWalletBalance - balance}
          clampBehavior="strict"
          thousandSeparator=","
          inputMode="decimal"
        />
        <Textarea
          {...form.getInputProps('reason')}
          label={t('reason')}
          size="md"
          withAsterisk
          autosize
          minRows={2}
          maxLength={500}
        />
        {isMeanwhile ? (
          <Text role="alert" c="red">
            {t('changed-meanwhile', { balance: writeBaht(balance) })}
          </Text>
        ) : (
          <FailureAlert error={change.error?.fields.length ? null : change.error} />
        )}
        <FormEnd action={t(way)} isPending={change.isPending} onCancel={onClose} />
      </Stack>
    </SchemaForm>
  )
}
