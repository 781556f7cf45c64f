import { type RefObject, useEffect, useState } from 'react'

/** Whether a box that scrolls sideways has more before and after what is in view. */
export function useOverflow(ref: RefObject<HTMLElement | null>) {
  const [hasBefore, setBefore] = useState(false)
  const [hasAfter, setAfter] = useState(false)
  useEffect(() => {
    const scroller = ref.current
    const content = scroller?.firstElementChild
    if (!scroller || !content) return
    const measure = () => {
      // Negative from right to left.
      const before = Math.abs(scroller.scrollLeft)
      setBefore(before > 1)
      setAfter(scroller.scrollWidth - scroller.clientWidth - before > 1)
    }
    // The content changes its width when the language changes, or the font arrives.
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    observer.observe(content)
    scroller.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', measure)
    }
  }, [ref])
  return { hasBefore, hasAfter }
}
