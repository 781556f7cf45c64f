import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDerivedNow, useNow } from './use-now.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

function Shown({ name, stepMs }: { name: string; stepMs: number }) {
  return <output aria-label={name}>{useNow(stepMs)}</output>
}
const shown = (name: string) => Number(screen.getByLabelText(name).textContent)
function pass(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

test('each interval has its own timer, subscribers of one interval share the time, and with 0 it never updates', () => {
  render(
    <>
      <Shown name="second" stepMs={1000} />
      <Shown name="another second" stepMs={1000} />
      <Shown name="slow" stepMs={5000} />
      <Shown name="still" stepMs={0} />
    </>,
  )
  pass(2000)
  expect([shown('second'), shown('another second'), shown('slow'), shown('still')]).toEqual([
    1_002_000, 1_002_000, 1_000_000, 1_000_000,
  ])
  pass(3000)
  expect([shown('second'), shown('slow'), shown('still')]).toEqual([1_005_000, 1_005_000, 1_000_000])
})

test('a new subscriber, or one with a new interval, gets the current time', () => {
  const { rerender } = render(<Shown name="one" stepMs={0} />)
  pass(7000)
  rerender(<Shown name="one" stepMs={1000} />)
  expect(shown('one')).toBe(1_007_000)
})

test('no timer runs without subscribers', () => {
  const { unmount } = render(<Shown name="one" stepMs={1000} />)
  expect(vi.getTimerCount()).toBe(1)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

test('what is derived from the time renders again only when it changes', () => {
  const draw = vi.fn()
  function Late() {
    draw()
    return <output aria-label="late">{useDerivedNow((now) => (now < 1_040_000 ? 'no' : 'yes'))}</output>
  }
  render(<Late />)
  const drawnAtFirst = draw.mock.calls.length
  pass(30_000)
  expect(screen.getByLabelText('late').textContent).toBe('no')
  expect(draw).toHaveBeenCalledTimes(drawnAtFirst)
  pass(15_000)
  expect(screen.getByLabelText('late').textContent).toBe('yes')
  expect(draw).toHaveBeenCalledTimes(drawnAtFirst + 1)
})
