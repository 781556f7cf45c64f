import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { CallError } from 'contract'
import { describeFailure } from './call-toasts.ts'

/** Shows a failed call in a form when the failure belongs to no single field. */
export function FailureAlert({ error }: { error: CallError | null }) {
  if (!error) return null
  return (
    <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
      {describeFailure(error)}
    </Alert>
  )
}
