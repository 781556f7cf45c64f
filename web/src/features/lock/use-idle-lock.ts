import { useEffect } from 'react'
import { lastActivity, locked, noteActivity } from '../../session/lock.ts'
import { lockScreen } from '../../session/lock-screen.ts'

const lookMs = 1_000
/** How often what somebody does is noted for the other tabs. */
const noteMs = 2_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Locks after so many minutes in which nobody did anything in any tab; 0: never. Also what was left open and came back. */
export function useIdleLock(minutes: number) {
  useEffect(() => {
    if (minutes === 0) return
    let notedAt = 0
    const note = () => {
      if (locked.get() || Date.now() - notedAt < noteMs) return
      notedAt = Date.now()
      noteActivity()
    }
    const look = () => {
      if (!locked.get() && Date.now() - lastActivity() >= minutes * 60_000) lockScreen()
    }
    // Before the first sign of anybody: a machine that wakes up, or a page that is opened again.
    if (lastActivity() === 0) noteActivity()
    look()
    const timer = setInterval(look, lookMs)
    document.addEventListener('visibilitychange', look)
    for (const sign of signs) addEventListener(sign, note, { capture: true, passive: true })
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      for (const sign of signs) removeEventListener(sign, note, { capture: true })
    }
  }, [minutes])
}
