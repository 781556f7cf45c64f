import type { UseQueryResult } from '@tanstack/react-query'
import type { CallError } from 'contract'
import { describeFailure } from './call-toasts.ts'
import { ErrorState } from './error-state.tsx'

type QueryFailureProps = {
  query: Pick<UseQueryResult<unknown, CallError>, 'error' | 'isFetching' | 'refetch'>
}

/** Shown in place of what a query could not load: why, and a button that tries again. */
export function QueryFailure({ query: { error, isFetching, refetch } }: QueryFailureProps) {
  return (
    <ErrorState
      message={error && describeFailure(error)}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  )
}
