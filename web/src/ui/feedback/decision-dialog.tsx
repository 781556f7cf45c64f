import { Stack, Textarea } from '@mantine/core'
import { type CallError, errorCodes } from 'contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ProblemText } from '../form/schema-form.tsx'
import { Dialog } from './dialog.tsx'
import { FailureAlert } from './failure-alert.tsx'
import { FormEnd } from './form-end.tsx'

type DecisionDialogProps = {
  title: string
  action: string
  /** What the decision brings about. */
  children?: ReactNode
  reason: { label: string; field: string; isRequired: boolean }
  send: { isPending: boolean; error: CallError | null }
  onDecide: (reason: string) => void
  onClose: () => void
}

/** Asks why something that waits for a person is accepted, or not. */
export function DecisionDialog({
  title,
  action,
  children,
  reason,
  send,
  onDecide,
  onClose,
}: DecisionDialogProps) {
  const [text, setText] = useState('')
  const fields = send.error?.fields ?? []
  const problem = fields.find(({ field }) => field === reason.field)
  // What is wrong with that which waits stands on no field here.
  const [other] = send.error?.code === errorCodes.invalid && !problem ? fields : []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onDecide(text)
  }
  return (
    <Dialog title={title} opened onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {children}
          <Textarea
            label={reason.label}
            required={reason.isRequired}
            size="md"
            autosize
            minRows={2}
            value={text}
            error={problem && <ProblemText message={problem.message} />}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          {other && (
            <FailureAlert error={send.error}>
              <ProblemText message={other.message} />
            </FailureAlert>
          )}
          <FormEnd
            action={action}
            isPending={send.isPending}
            error={problem || other ? null : send.error}
            onCancel={onClose}
            startsAtCancel
          />
        </Stack>
      </form>
    </Dialog>
  )
}
