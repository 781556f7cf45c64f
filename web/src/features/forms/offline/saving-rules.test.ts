import { describe, expect, test } from 'vitest'
import { chooseSavingWord, computeRetryMs, emptyOutbox, hasGoneBack, takeBatch } from './saving-rules.ts'

describe('the state line', () => {
  const sent = { ...emptyOutbox, lastSentAt: 1 }
  test('says that everything is saved only when nothing failed, waits or is unsent', () => {
    expect(chooseSavingWord(emptyOutbox, false)).toBe('saved-all')
    expect(chooseSavingWord(sent, false)).toBe('saved')
    for (const left of [{ unsent: 1 }, { failed: 1 }, { waiting: 1 }])
      for (const isLost of [true, false])
        expect(chooseSavingWord({ ...sent, ...left }, isLost)).not.toMatch(/^saved/)
  })

  test('names the worst first', () => {
    const all = { ...sent, unsent: 2, failed: 1, waiting: 1, isFull: true }
    expect(chooseSavingWord(all, false)).toBe('full')
    expect(chooseSavingWord({ ...all, isFull: false }, true)).toBe('failed')
    expect(chooseSavingWord({ ...sent, unsent: 1 }, true)).toBe('unsent')
    expect(chooseSavingWord({ ...sent, unsent: 1 }, false)).toBe('sending')
  })
})

describe('a batch', () => {
  const size = (item: number) => item
  test('holds the oldest, up to a number and a size, and always one', () => {
    expect(takeBatch([1, 2, 3], { most: 2, mostBytes: 100, size })).toEqual([1, 2])
    expect(takeBatch([40, 60, 1], { most: 9, mostBytes: 100, size })).toEqual([40, 60])
    expect(takeBatch([400, 1], { most: 9, mostBytes: 100, size })).toEqual([400])
    expect(takeBatch([], { most: 9, mostBytes: 100, size })).toEqual([])
  })
})

test('a clock is doubted when it was put back by more than it is set right by itself', () => {
  expect(hasGoneBack(100_000, 160_000)).toBe(false)
  expect(hasGoneBack(100_000, 160_001)).toBe(true)
})

test('retries come later and later, and never all at once', () => {
  expect(computeRetryMs(0, 0)).toBe(500)
  expect(computeRetryMs(0, 1)).toBe(1_500)
  expect(computeRetryMs(3, 0.5)).toBe(8_000)
  expect(computeRetryMs(40, 0)).toBe(30_000)
})
