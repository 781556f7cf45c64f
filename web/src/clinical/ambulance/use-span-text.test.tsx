import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../../test/render.tsx'
import { useSpanText } from './use-span-text.ts'

function Span({ ms }: { ms: number }) {
  const write = useSpanText()
  return <p>{write(ms)}</p>
}

test.each([
  [3_599_000, '59:59 min'],
  [3_600_000, '1:00:00 h'],
])('%i ms are told with their unit: %s', async (ms, text) => {
  await show(<Span ms={ms} />)
  expect(screen.getByText(text)).toBeDefined()
})
