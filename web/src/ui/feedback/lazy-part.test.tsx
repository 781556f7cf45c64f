import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startLanguage } from '../../locales/language.ts'
import { lazyPart } from './lazy-part.tsx'

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const missing = () => new TypeError('Failed to fetch dynamically imported module: https://panel/assets/a.js')

/** A screen with a field, and a part that comes after so many failures. */
async function show(failures: number, error: () => Error = missing) {
  await startLanguage()
  let asked = 0
  const Part = lazyPart(async () => {
    asked += 1
    if (asked <= failures) throw error()
    return () => <p>Loaded</p>
  })
  render(
    <MantineProvider env="test">
      <input aria-label="Note" />
      <Suspense>
        <Part />
      </Suspense>
    </MantineProvider>,
  )
  return () => asked
}

test('a part that fails once is loaded once more by itself', async () => {
  const count = await show(1)
  expect(await screen.findByText('Loaded')).toBeDefined()
  expect(count()).toBe(2)
})

test('a part that fails twice says so in its place, and what was typed stays', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const count = await show(3)
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'BP 90/60')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('could not be loaded')
  expect(count()).toBe(2)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Loaded')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' }).value).toBe('BP 90/60')
})

test('a part that is broken is not taken for one that did not come', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const broken = () => new Error('x is not a function')
  const thrown = new Promise((resolve) =>
    addEventListener('error', (event) => resolve(event.error), { once: true }),
  )
  await show(1, broken).catch(() => undefined)
  expect(await thrown).toMatchObject({ message: 'x is not a function' })
  expect(screen.queryByRole('alert')).toBeNull()
})
