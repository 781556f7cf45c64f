import { completeNavigationProgress, NavigationProgress, startNavigationProgress } from '@mantine/nprogress'
import { useEffect } from 'react'
import { pendingCalls, screenIsLoading } from '../api/connection.ts'

/** The thin bar at the top while any request is in flight. */
export function ProgressBar() {
  const isCalling = pendingCalls.use() > 0
  const isPending = screenIsLoading.use() || isCalling
  useEffect(() => {
    if (!isPending) return
    startNavigationProgress()
    return completeNavigationProgress
  }, [isPending])
  return <NavigationProgress size={3} aria-hidden />
}
