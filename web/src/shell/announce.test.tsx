import { cleanNotifications } from '@mantine/notifications'
import { act, screen, waitForElementToBeRemoved } from '@testing-library/react'
import { CallError } from 'contract'
import { beforeEach, expect, test } from 'vitest'
import { show } from '../../test/render.tsx'
import type { Inline } from '../api.ts'
import { announceSuccess } from './announce.ts'
import { sessionHooks } from './connect-api.ts'
import { ToastHost } from './toast-host.tsx'

type Failure = ConstructorParameters<typeof CallError>[0]

/** As a call of a screen does that fails. */
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

test('a refusal is told by the text of its code, and goes away after two seconds', async () => {
  fail({ code: 1003, status: 200 })
  const toast = screen.getByText('Your staff type may not do this. Nothing was changed.')
  const shownAt = performance.now()
  await waitForElementToBeRemoved(toast)
  // A busy machine may take longer; sooner than it was told to, it never goes.
  expect(performance.now() - shownAt).toBeGreaterThan(1900)
})

test('the message of the reply is told too', () => {
  fail({ code: 1003, status: 200, message: 'Ask the ward sister.' })
  expect(toasts()).toEqual(
    expect.arrayContaining(['Your staff type may not do this. Nothing was changed.', 'Ask the ward sister.']),
  )
})

test('a failed request says that it could not be made', () => {
  fail({ code: 2003, status: 0 })
  expect(toasts()).toEqual(['The request could not be made. Please check the connection and try again.'])
})

test.each([undefined, true] as const)('HTTP 404 shows its message, told inline: %s', (inline) => {
  fail({ code: 0, status: 404, message: 'There is no such file.' }, inline)
  expect(toasts()).toEqual(['There is no such file.'])
})

test('the message of a reply is told where a form tells the failure itself, and where the session ends', () => {
  fail({ code: 1101, status: 200, message: 'Ask the registry.' }, true)
  fail({ code: 999, status: 200, message: 'You were signed out by an admin.' })
  expect(toasts()).toEqual(expect.arrayContaining(['Ask the registry.', 'You were signed out by an admin.']))
  expect(toasts()).toHaveLength(2)
})

test('a message that is there already is not told twice', () => {
  fail({ code: 1003, status: 200, message: 'Closed until noon.' }, true)
  fail({ code: 1003, status: 200, message: 'Closed until noon.' }, true)
  expect(toasts()).toEqual(['Closed until noon.'])
})

test.each([500, 502])("HTTP %i shows 'Something went wrong'", (status) => {
  fail({ code: status === 500 ? 1500 : 0, status })
  expect(toasts()).toEqual(['Something went wrong'])
})

test("other transport failures show 'Something went wrong' and what it was", () => {
  fail({ code: 1413, status: 413 })
  expect(toasts()).toEqual(['Something went wrongWhat was sent is too large.'])
})

test('a session that ended is told by the login page and not by a toast', () => {
  fail({ code: 999, status: 200 })
  fail({ code: 0, status: 401 })
  expect(toasts()).toEqual([])
})

test('what a form tells itself is not told twice, and the rest still is', () => {
  fail({ code: 1101, status: 200 }, ['hn-taken'])
  fail({ code: 1500, status: 500 }, true)
  expect(toasts()).toEqual([])
  fail({ code: 1003, status: 200 }, ['hn-taken'])
  expect(toasts()).toHaveLength(1)
})

test('a success is told by the text of its code', () => {
  act(() => announceSuccess(101))
  expect(toasts()).toEqual(['User Added Successfully'])
})
