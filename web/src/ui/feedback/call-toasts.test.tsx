import { cleanNotifications } from '@mantine/notifications'
import { act, screen, waitForElementToBeRemoved } from '@testing-library/react'
import { CallError } from 'contract'
import { beforeEach, expect, test } from 'vitest'
import { show } from '../../../test/render.tsx'
import type { Inline } from '../../api/client.ts'
import { sessionHooks } from '../../session/connect-api.ts'
import { showSuccess } from './call-toasts.ts'
import { ToastHost } from './toast-host.tsx'

type Failure = ConstructorParameters<typeof CallError>[0]

/** Fails as a call made by a screen does. */
const fail = (failure: Failure, inline?: Inline) =>
  act(() => {
    const error = new CallError(failure)
    sessionHooks.onRefusal(error, undefined)
    sessionHooks.onFailure(error, inline)
  })
const toasts = () =>
  [...document.querySelectorAll('.mantine-Notification-body')].map((toast) => toast.textContent)

beforeEach(async () => {
  cleanNotifications()
  await show(<ToastHost />)
})

test('a refusal shows the text of its code in a toast, which closes after two seconds', async () => {
  const before = performance.now()
  fail({ code: 1003, status: 200 })
  const toast = screen.getByText('Your staff type may not do this. Nothing was changed.')
  await waitForElementToBeRemoved(toast)
  // The toast may close later on a busy machine, but never earlier. A timer may be a millisecond early.
  expect(performance.now() - before).toBeGreaterThan(1990)
})

test('the message of the reply is shown too', () => {
  fail({ code: 1003, status: 200, message: 'Ask the ward sister.' })
  expect(toasts()).toEqual(
    expect.arrayContaining(['Your staff type may not do this. Nothing was changed.', 'Ask the ward sister.']),
  )
})

test('a failed request says that it could not be made', () => {
  fail({ code: 2003, status: 0 })
  expect(toasts()).toEqual(['The request could not be made. Please check the connection and try again.'])
})

test.each([undefined, true] as const)('HTTP 404 shows its message, shown inline: %s', (inline) => {
  fail({ code: 0, status: 404, message: 'There is no such file.' }, inline)
  expect(toasts()).toEqual(['There is no such file.'])
})

test('the message of a reply is shown even where a form shows the failure itself, and where the session ends', () => {
  fail({ code: 1101, status: 200, message: 'Ask the registry.' }, true)
  fail({ code: 999, status: 200, message: 'You were signed out by an admin.' })
  expect(toasts()).toEqual(expect.arrayContaining(['Ask the registry.', 'You were signed out by an admin.']))
  expect(toasts()).toHaveLength(2)
})

test('a message that is already shown is not shown twice', () => {
  fail({ code: 1003, status: 200, message: 'Closed until noon.' }, true)
  fail({ code: 1003, status: 200, message: 'Closed until noon.' }, true)
  expect(toasts()).toEqual(['Closed until noon.'])
})

test.each([500, 502])("HTTP %i shows 'Something went wrong'", (status) => {
  fail({ code: status === 500 ? 1500 : 0, status })
  expect(toasts()).toEqual(['Something went wrong'])
})

test("other transport failures show 'Something went wrong' and the kind of failure", () => {
  fail({ code: 1413, status: 413 })
  expect(toasts()).toEqual(['Something went wrongWhat was sent is too large.'])
})

test('the end of a session is shown by the login page and not by a toast', () => {
  fail({ code: 999, status: 200 })
  fail({ code: 0, status: 401 })
  expect(toasts()).toEqual([])
})

test('a failure that a form shows itself is not shown again in a toast, and other failures still are', () => {
  fail({ code: 1101, status: 200 }, ['hn-taken'])
  fail({ code: 1500, status: 500 }, true)
  expect(toasts()).toEqual([])
  fail({ code: 1003, status: 200 }, ['hn-taken'])
  expect(toasts()).toHaveLength(1)
})

test('a success shows the text of its code', () => {
  act(() => showSuccess(101))
  expect(toasts()).toEqual(['User Added Successfully'])
})
