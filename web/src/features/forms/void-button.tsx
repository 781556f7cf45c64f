import { Button, Group, Stack, Textarea } from '@mantine/core'
import type { FormRecord } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { DangerButton } from '../../ui/danger-button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import type { FormCalls } from './calls.ts'

type VoidButtonProps = { record: FormRecord; calls: FormCalls }

/** Voids a record: it stays readable and counts no more. */
export function VoidButton({ record, calls }: VoidButtonProps) {
  const { t } = useTranslation(['forms', 'ui'])
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
      <Button variant="default" size="md" onClick={() => setOpen(true)}>
        {t('void')}
      </Button>
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
            {!problem && <FailureAlert error={send.error} />}
            <Group justify="flex-end">
              <Button variant="default" size="md" onClick={() => setOpen(false)} data-autofocus>
                {t('ui:cancel')}
              </Button>
              <DangerButton type="submit" isFinal loading={send.isPending}>
                {t('void')}
              </DangerButton>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </>
  )
}
