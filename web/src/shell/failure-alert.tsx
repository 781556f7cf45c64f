import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { CallError } from 'contract'
import { failureText } from './announce.ts'

/** What a form says of a call that failed and of no field of it. */
export function FailureAlert({ error }: { error: CallError | null }) {
  if (!error) return null
  return (
    <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
      {failureText(error)}
    </Alert>
  )
}
