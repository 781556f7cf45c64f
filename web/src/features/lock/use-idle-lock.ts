import { useEffect } from 'react'
import { getLastActivity, leftAlone, noteActivity, screenLock } from '../../session/lock.ts'
import { lockScreen } from '../../session/lock-screen.ts'

const idleCheckMs = 1_000
/** At most this often, activity is stored for the other tabs. */
const noteIntervalMs = 2_000
const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

type IdleLock = {
  /** 0: never. */
  minutes: number
  /** Whether this page is for a hall, as any board in full screen is. */
  isDisplay: boolean
}

/**
 * Locks after so many minutes without activity in any tab. A page reopened after that time locks at once; one that is
 * on display goes on, and locks when somebody touches it or it is no more on display.
 */
export function useIdleLock({ minutes, isDisplay }: IdleLock) {
  useEffect(() => {
    if (minutes === 0) return
    let notedAt = 0
    let isTouched = false
    const isOver = () => !screenLock.get() && Date.now() - getLastActivity() >= minutes * 60_000
    const note = (event: Event) => {
      if (event.type === 'pointerdown') isTouched = false
      if (isOver()) {
        // A trolley that jolts the mouse is nobody.
        if (event.type === 'pointermove') return
        isTouched = event.type === 'pointerdown' || event.type === 'touchstart'
        if (event.type === 'keydown') event.preventDefault()
        leftAlone.set(false)
        lockScreen()
        return
      }
      if (screenLock.get() || Date.now() - notedAt < noteIntervalMs) return
      notedAt = Date.now()
      noteActivity()
    }
    // The touch that locks does nothing else.
    const swallow = (event: Event) => {
      if (!isTouched) return
      isTouched = false
      event.preventDefault()
      event.stopPropagation()
    }
    const look = () => {
      const isShown = isDisplay || document.fullscreenElement
      leftAlone.set(isOver() && !!isShown)
      if (isOver() && !isShown) lockScreen()
    }
    // No activity is stored yet: count from now.
    if (getLastActivity() === 0) noteActivity()
    look()
    const timer = setInterval(look, idleCheckMs)
    document.addEventListener('visibilitychange', look)
    document.addEventListener('fullscreenchange', look)
    addEventListener('click', swallow, true)
    for (const sign of activityEvents)
      addEventListener(sign, note, { capture: true, passive: sign !== 'keydown' })
    return () => {
      clearInterval(timer)
      leftAlone.set(false)
      document.removeEventListener('visibilitychange', look)
      document.removeEventListener('fullscreenchange', look)
      removeEventListener('click', swallow, true)
      for (const sign of activityEvents) removeEventListener(sign, note, { capture: true })
    }
  }, [minutes, isDisplay])
}
