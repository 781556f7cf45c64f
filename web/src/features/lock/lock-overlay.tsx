import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { screenLock } from '../../session/lock.ts'
import { resumeLock } from '../../session/lock-screen.ts'
import { useUser } from '../../session/signed-in.tsx'
import { useIdleLock } from './use-idle-lock.ts'

const LockScreen = lazy(async () => ({ default: (await import('./lock-screen.tsx')).LockScreen }))

/** Covers everything while the screen is locked. */
export function LockOverlay({ Alarms }: { Alarms?: ComponentType | undefined }) {
  useEffect(resumeLock, [])
  useIdleLock(useUser().idle_lock_minutes)
  const isLocked = screenLock.use()
  return <Suspense fallback={null}>{isLocked && <LockScreen Alarms={Alarms} />}</Suspense>
}
