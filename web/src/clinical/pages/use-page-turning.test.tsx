import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Call, usePageTurning } from './use-page-turning.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const call = (key: string, place: number, severity: Call['severity'] = 'high'): Call => ({
  key,
  place,
  severity,
})
/** A wall of 30 tiles, of which a page has 12. */
const startWall = (more: Partial<Parameters<typeof usePageTurning>[0]> = {}) => {
  const first = { tiles: 30, size: 12, calls: [], isHeld: false, ...more }
  const { result, rerender } = renderHook(usePageTurning, { initialProps: first })
  return {
    page: () => result.current.page,
    wall: () => result.current,
    change: (changed: Partial<typeof first>) => rerender(Object.assign(first, changed)),
  }
}
const wait = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1000))

test('the pages turn by themselves, and begin anew after the last', () => {
  const { page, wall } = startWall()
  expect(wall().count).toBe(3)
  const shown = [0, 1, 2, 3].map(() => {
    const now = page()
    wait(15)
    return now
  })
  expect(shown).toEqual([0, 1, 2, 0])
})

test('the page of an alarm that nobody has acknowledged is shown first', () => {
  expect(startWall({ calls: [call('a', 25, 'medium')] }).page()).toBe(2)
})

test('a new critical alarm turns to its page at once, another does not', () => {
  const { page, change } = startWall()
  change({ calls: [call('urgent', 25, 'medium')] })
  expect(page()).toBe(0)
  change({ calls: [call('critical', 13), call('urgent', 25, 'medium')] })
  expect(page()).toBe(1)
  wait(14)
  expect(page()).toBe(1)
  wait(1)
  expect(page()).toBe(2)
})

test('an alarm that returns after it was acknowledged turns to its page again', () => {
  const { page, change } = startWall({ calls: [call('a', 13)] })
  change({ calls: [] })
  wait(15)
  expect(page()).toBe(2)
  change({ calls: [call('a', 13)] })
  expect(page()).toBe(1)
})

test('while somebody has stopped the pages or reads one, none turns, and the page of a new alarm is named', () => {
  const { page, wall, change } = startWall()
  act(() => wall().setPaused(true))
  wait(60)
  change({ calls: [call('a', 25)] })
  expect(page()).toBe(0)
  expect(wall().elsewhere).toEqual({ page: 2, severity: 'high' })
  act(() => wall().showPage(2))
  expect(page()).toBe(2)
  expect(wall().elsewhere).toBeUndefined()
  act(() => wall().setPaused(false))
  change({ isHeld: true })
  wait(60)
  expect(page()).toBe(2)
  change({ isHeld: false })
  wait(15)
  expect(page()).toBe(0)
})

test('turning by hand goes around, and gives the page its full time', () => {
  const { page, wall } = startWall()
  wait(10)
  act(() => wall().showPage(-1))
  wait(10)
  expect(page()).toBe(2)
  wait(5)
  expect(page()).toBe(0)
})

test('a wall that fits on its page does not turn', () => {
  const { page, wall } = startWall({ tiles: 12 })
  wait(60)
  expect([page(), wall().count]).toEqual([0, 1])
})
