import { useEffect } from 'react'
import { getLastActivity, noteActivity, screenLock } from '../../session/lock.ts'
import { lockScreen } from '../../session/lock-screen.ts'

const idleCheckMs = 1_000
/** At most this often, activity is stored for the other tabs. */
const noteIntervalMs = 2_000
const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Locks after so many minutes without activity in any tab; 0: never. A page reopened after that time locks at once. */
export function useIdleLock(minutes: number) {
  useEffect(() => {
    if (minutes === 0) return
    let notedAt = 0
    const note = () => {
      if (screenLock.get() || Date.now() - notedAt < noteIntervalMs) return
      notedAt = Date.now()
      noteActivity()
    }
    const look = () => {
      if (!screenLock.get() && Date.now() - getLastActivity() >= minutes * 60_000) lockScreen()
    }
    // No activity is stored yet: count from now.
    if (getLastActivity() === 0) noteActivity()
    look()
    const timer = setInterval(look, idleCheckMs)
    document.addEventListener('visibilitychange', look)
    for (const sign of activityEvents) addEventListener(sign, note, { capture: true, passive: true })
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      for (const sign of activityEvents) removeEventListener(sign, note, { capture: true })
    }
  }, [minutes])
}
