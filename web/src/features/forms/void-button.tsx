import { Stack, Textarea } from '@mantine/core'
import type { FormRecord } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { DangerButton } from '../../ui/danger-button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import type { FormCalls } from './calls.ts'

type VoidButtonProps = { record: FormRecord; calls: FormCalls }

/** Voids a record: it stays readable and counts no more. */
export function VoidButton({ record, calls }: VoidButtonProps) {
  const { t } = useTranslation('forms')
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const send = useSend(calls.delete, {
    inline: true,
    outdates: [calls.list],
    onSuccess: () => setOpen(false),
  })
  const problem = send.error?.fields.find(({ field }) => field === 'reason')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate({ _id: record._id, reason })
  }
  return (
    <>
      <DangerButton onClick={() => setOpen(true)}>{t('void')}</DangerButton>
      <Dialog title={t('void-question')} opened={isOpen} onClose={() => setOpen(false)}>
        <form noValidate onSubmit={submit}>
          <Stack gap="md">
            <p>{t('void-consequence')}</p>
            <Textarea
              label={t('void-reason')}
              required
              size="md"
              autosize
              minRows={2}
              value={reason}
              error={problem && <ProblemText message={problem.message} />}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
            <FormEnd
              action={t('void')}
              isPending={send.isPending}
              error={problem ? null : send.error}
              onCancel={() => setOpen(false)}
              startsAtCancel
              isDangerous
            />
          </Stack>
        </form>
      </Dialog>
    </>
  )
}
