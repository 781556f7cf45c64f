import { expect, test } from 'vitest'
import { computeRetryMs } from './retry.ts'

test('retries come later and later, and never all at once', () => {
  expect(computeRetryMs(0, 0)).toBe(500)
  expect(computeRetryMs(0, 1)).toBe(1_500)
  expect(computeRetryMs(3, 0.5)).toBe(8_000)
  expect(computeRetryMs(40, 0)).toBe(30_000)
})
