import { useLayoutEffect } from 'react'

/** Keeps the outline of a screen that `index.html` draws in sight while there is nothing else to show. */
export function FirstPaint() {
  useLayoutEffect(() => {
    const outline = document.getElementById('first-paint')
    if (!outline) return
    outline.hidden = false
    return () => {
      outline.hidden = true
    }
  }, [])
  return null
}
