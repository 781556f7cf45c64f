import { completeNavigationProgress, NavigationProgress, startNavigationProgress } from '@mantine/nprogress'
import { useEffect } from 'react'
import { pendingCalls, screenIsLoading } from './connection.ts'

/** The thin bar above everything while any request is on its way. */
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
