import { useLayoutEffect, useRef } from 'react'

const moveMs = 180

/**
 * Lets the elements with `data-place` inside the given one glide to where they have moved, so that the eye can follow.
 * Not where the system asks for less motion.
 */
export function useAnimatedMoves() {
  const box = useRef<HTMLDivElement>(null)
  const places = useRef(new Map<string, { x: number; y: number }>())
  useLayoutEffect(() => {
    if (!box.current) return
    const before = places.current
    const origin = box.current.getBoundingClientRect()
    const now = new Map<string, { x: number; y: number }>()
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    for (const element of box.current.querySelectorAll<HTMLElement>('[data-place]')) {
      const { left, top } = element.getBoundingClientRect()
      const at = { x: left - origin.left, y: top - origin.top }
      const key = element.dataset['place'] ?? ''
      const was = before.get(key)
      now.set(key, at)
      if (isStill || !was || (was.x === at.x && was.y === at.y)) continue
      element.animate(
        [{ transform: `translate(${was.x - at.x}px, ${was.y - at.y}px)` }, { transform: 'none' }],
        { duration: moveMs, easing: 'ease-out' },
      )
    }
    places.current = now
  })
  return box
}
