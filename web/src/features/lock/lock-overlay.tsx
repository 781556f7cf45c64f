import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { numberDisplayPath } from '../../paths.ts'
import { screenLock } from '../../session/lock.ts'
import { resumeLock } from '../../session/lock-screen.ts'
import { useUser } from '../../session/signed-in.tsx'
import { useIdleLock } from './use-idle-lock.ts'

const LockScreen = lazy(async () => ({ default: (await import('./lock-screen.tsx')).LockScreen }))

type LockOverlayProps = {
  Alarms?: ComponentType | undefined
  /** Offers, while the connection is lost, what the tablet itself can check; `otherwise` if there is nothing. */
  Offline?: ComponentType<{ onOpen: () => void; otherwise: ReactNode }> | undefined
}

/** Covers everything while the screen is locked. */
export function LockOverlay(parts: LockOverlayProps) {
  useEffect(resumeLock, [])
  const isDisplay = useLocation().pathname === numberDisplayPath
  useIdleLock({ minutes: useUser().idle_lock_minutes, isDisplay })
  const isLocked = screenLock.use()
  return <Suspense fallback={null}>{isLocked && <LockScreen {...parts} />}</Suspense>
}
