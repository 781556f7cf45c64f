import { Notifications, useNotifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import { useLayoutEffect, useRef } from 'react'
import classes from './toast-host.module.css'
import { findLift } from './toast-room.ts'

const position = 'bottom-center'

/** Part of the frame. The login page shows its failures itself and does not load toasts. */
export function ToastHost() {
  useLift()
  return (
    <Notifications
      position={position}
      role="status"
      data-toasts
      classNames={{ root: `${classes.host}`, notification: `${classes.toast}` }}
    />
  )
}

/** While there are toasts, moves them up so that they cover no button or link. */
function useLift() {
  const { notifications } = useNotifications()
  const lift = useRef(0)
  useLayoutEffect(() => {
    if (notifications.length === 0) return
    const place = () => {
      const host = document.querySelector<HTMLElement>(`[data-toasts][data-position="${position}"]`)
      if (!host) return
      lift.current = findLift(host, lift.current)
      host.style.setProperty('--toast-lift', `${lift.current}px`)
    }
    // The end of an alarm moves the whole screen up, frame by frame.
    let frame = 0
    const placeEachFrame = () => {
      place()
      frame = requestAnimationFrame(placeEachFrame)
    }
    placeEachFrame()
    // What a screen adds, removes or reorders is looked at before it is painted.
    const observer = new MutationObserver(place)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
    }
  }, [notifications])
}
