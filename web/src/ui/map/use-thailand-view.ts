import { useReducedMotion } from '@mantine/hooks'
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { limitView, type MapView, pan, type Size, type Spot, zoomAroundPixel } from './thailand-view.ts'

const glideMs = 180

/** The view of the map. Until somebody moves it, it is `first`, also when that changes. */
export function useThailandView(first: MapView, size: Size) {
  const isStill = useReducedMotion()
  const [moved, setMoved] = useState<MapView>()
  const view = limitView(moved ?? first, size)
  const frame = useRef(0)
  const target = useRef<MapView>(undefined)

  const stop = () => {
    cancelAnimationFrame(frame.current)
    target.current = undefined
  }
  useEffect(() => stop, [])

  /** Moves at once, as under a finger. */
  const move = (change: (current: MapView) => MapView) => {
    stop()
    setMoved((current) => change(limitView(current ?? first, size)))
  }

  /** Moves with an animation, so that the eye can follow. A second click continues from the first one's target. */
  const glide = (change: (current: MapView) => MapView, afterwards?: () => void) => {
    const goal = limitView(change(target.current ?? view), size)
    stop()
    const finish = () => {
      target.current = undefined
      setMoved(goal)
      afterwards?.()
    }
    if (isStill) return finish()
    target.current = goal
    let begin: number | undefined
    const step = (now: number) => {
      begin ??= now
      const part = (now - begin) / glideMs
      if (part >= 1) return finish()
      setMoved(interpolateView(view, goal, 1 - (1 - part) ** 3))
      frame.current = requestAnimationFrame(step)
    }
    frame.current = requestAnimationFrame(step)
  }

  const reset = () =>
    glide(
      () => first,
      () => setMoved(undefined),
    )

  return { view, move, glide, reset }
}

function interpolateView(from: MapView, to: MapView, part: number): MapView {
  const mix = (a: number, b: number) => a + (b - a) * part
  return {
    center: { x: mix(from.center.x, to.center.x), y: mix(from.center.y, to.center.y) },
    scale: from.scale * (to.scale / from.scale) ** part,
  }
}

/** A press that moves by less than this is a click. */
const dragPixels = 4
/** One notch of a mouse wheel zooms about as far as a button. */
const wheelSpeed = 0.006
/** Firefox counts a notch as three lines, other browsers as some hundred pixels. */
const wheelLine = 35

type GestureOptions = {
  surface: RefObject<HTMLElement | null>
  move: (change: (current: MapView) => MapView) => void
  size: Size
}

/** Drag with one finger or the mouse, pinch with two, zoom with Ctrl and the wheel. */
export function useThailandGestures({ surface, move, size }: GestureOptions) {
  const pressed = useRef(new Map<number, Spot>())
  const wasDragged = useRef(false)

  const toSurfacePixel = ({ clientX, clientY }: { clientX: number; clientY: number }): Spot => {
    const { left, top } = surface.current?.getBoundingClientRect() ?? { left: 0, top: 0 }
    return { x: clientX - left, y: clientY - top }
  }

  // React's wheel listeners are passive, so Ctrl and the wheel would also zoom the page.
  useEffect(() => {
    const element = surface.current
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? wheelLine : 1)
      move((current) => zoomAroundPixel(current, Math.exp(-pixels * wheelSpeed), toSurfacePixel(event), size))
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  })

  const onPointerDown = (event: PointerEvent) => {
    // The list of a cluster is rendered elsewhere in the page, but React delivers its events here.
    if (event.button !== 0 || !surface.current?.contains(event.target as Node)) return
    if (pressed.current.size === 0) wasDragged.current = false
    pressed.current.set(event.pointerId, toSurfacePixel(event))
  }

  const onPointerMove = (event: PointerEvent) => {
    const before = pressed.current.get(event.pointerId)
    if (!before) return
    const now = toSurfacePixel(event)
    const [other] = [...pressed.current].filter(([id]) => id !== event.pointerId).map(([, pixel]) => pixel)
    if (!wasDragged.current) {
      if (!other && measureDistance(before, now) < dragPixels) return
      wasDragged.current = true
    }
    event.currentTarget.setPointerCapture(event.pointerId)
    pressed.current.set(event.pointerId, now)
    if (!other) return move((current) => pan(current, { x: before.x - now.x, y: before.y - now.y }))
    const middle = findMidpoint(before, other)
    const factor = measureDistance(now, other) / Math.max(1, measureDistance(before, other))
    const shifted = findMidpoint(now, other)
    move((current) =>
      pan(zoomAroundPixel(current, factor, middle, size), {
        x: middle.x - shifted.x,
        y: middle.y - shifted.y,
      }),
    )
  }

  const onPointerEnd = (event: PointerEvent) => {
    pressed.current.delete(event.pointerId)
  }

  return {
    pixelOf: toSurfacePixel,
    /** Whether the click that now arrives ends a drag. */
    isDragEnd: () => wasDragged.current,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp: onPointerEnd,
      onPointerCancel: onPointerEnd,
      onPointerLeave: onPointerEnd,
    },
  }
}

const measureDistance = (a: Spot, b: Spot) => Math.hypot(a.x - b.x, a.y - b.y)
const findMidpoint = (a: Spot, b: Spot): Spot => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
