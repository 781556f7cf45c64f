import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { malee, show, signInAs } from '../../../../test/render.tsx'
import { SignedIn } from '../../../session/signed-in.tsx'
import { askForLastingStorage, isStorageLasting } from './install-app.ts'
import { NotSent } from './not-sent.tsx'
import { outboxState } from './outbox-state.ts'
import { emptyOutbox } from './saving-rules.ts'

const mayBeDeleted = /this browser may delete what is not sent/

/** The browser answers so when it is asked to keep what is stored. */
function answer(persist: () => Promise<boolean>) {
  Object.defineProperty(navigator, 'storage', { configurable: true, value: { persist } })
}

async function open() {
  await show(
    <SignedIn>
      <NotSent />
    </SignedIn>,
  )
  await screen.findByText(/1 not sent/)
}

beforeEach(() => {
  signInAs(malee)
  outboxState.set({ ...emptyOutbox, unsent: 1 })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'storage')
  isStorageLasting.set(undefined)
  outboxState.set(emptyOutbox)
})

test('where the browser may delete what is stored, this is said beside what is not sent, until it agrees', async () => {
  answer(() => Promise.resolve(false))
  await askForLastingStorage()
  await open()
  expect(screen.getByText(mayBeDeleted)).toBeDefined()
  answer(() => Promise.resolve(true))
  await askForLastingStorage()
  await expect.poll(() => screen.queryByText(mayBeDeleted)).toBeNull()
})

test('a browser that cannot be asked, or does not answer, is said nothing of', async () => {
  await askForLastingStorage()
  await open()
  expect(screen.queryByText(mayBeDeleted)).toBeNull()
  answer(() => Promise.reject(new DOMException('no', 'InvalidStateError')))
  await askForLastingStorage()
  expect(screen.queryByText(mayBeDeleted)).toBeNull()
})
