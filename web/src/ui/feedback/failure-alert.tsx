import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { CallError } from 'contract'
import type { ReactNode } from 'react'
import { describeFailure } from './call-toasts.ts'

type FailureAlertProps = {
  error: CallError | null
  /** What is said instead of the text of the failure's code. */
  children?: ReactNode
}

/** Shows a failed call in a form when the failure belongs to no single field. */
export function FailureAlert({ error, children }: FailureAlertProps) {
  if (!error) return null
  return (
    <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
      {children ?? describeFailure(error)}
    </Alert>
  )
}

/** The failure, unless a field shows it. */
export const omitFieldFailure = (error: CallError | null) => (error?.fields.length ? null : error)
