import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { computePermissions, signIn, signInSteps } from 'contract'
import { demoPassword } from 'server/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { replaceFetch } from '../../../test/replace-fetch.ts'
import { probeConnection } from '../../api/client.ts'
import { callsLostAt } from '../../api/connection.ts'
import { numberDisplayPath } from '../../paths.ts'
import { leftAlone, screenLock } from '../../session/lock.ts'
import { lockScreen } from '../../session/lock-screen.ts'
import { session } from '../../session/session.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { LockOverlay } from './lock-overlay.tsx'

const { panel, calls } = usePanel()
let nurse: Awaited<ReturnType<ReturnType<typeof panel>['as']>>

beforeEach(async () => {
  localStorage.clear()
  nurse = await panel().as('nurse')
  const { user_id: _id, server_token } = nurse.session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('nurse', false)] })
  screenLock.clear()
})
afterEach(() => {
  callsLostAt.set(undefined)
  vi.useRealTimers()
  session.endByChoice()
})

const ward = (
  <SignedIn>
    <label>
      Note <input />
    </label>
    <LockOverlay />
  </SignedIn>
)

const readErrorCode = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    ({ code }: { code: number }) => code,
  )

test('a locked screen keeps the typed text, and the session reads nothing until it is unlocked', async () => {
  await show(ward)
  await userEvent.type(screen.getByLabelText('Note'), 'BP again at nine')
  act(lockScreen)
  await screen.findByRole('heading', { name: /The screen is locked/ })
  await waitFor(async () => expect(await readErrorCode(nurse(signIn.whoAmI, {}))).toBe(1016))

  await userEvent.type(screen.getByLabelText(/^Password/), 'wrong')
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }))
  await screen.findByText('This is not your current password.')
  expect(screenLock.get()).toBe(true)

  await userEvent.clear(screen.getByLabelText(/^Password/))
  await userEvent.type(screen.getByLabelText(/^Password/), `${demoPassword}{Enter}`)
  await waitFor(() => expect(screen.queryByRole('heading', { name: /The screen is locked/ })).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('BP again at nine')
  expect(await readErrorCode(nurse(signIn.whoAmI, {}))).toBeUndefined()
})

test("'Sign in as somebody else' ends the session", async () => {
  await show(ward)
  act(lockScreen)
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in as somebody else' }))
  await waitFor(() => expect(session.get()).toBeUndefined())
  expect(await readErrorCode(nurse(signIn.whoAmI, {}))).toBe(999)
})

test('a call refused because the session is locked locks the screen', async () => {
  await show(ward)
  await nurse(signInSteps.lock, {})
  const { call } = await import('../../api/client.ts')
  await act(() => readErrorCode(call(signIn.whoAmI, {})))
  await screen.findByRole('heading', { name: /The screen is locked/ })
})

test("the screen locks after the hospital's number of minutes since the last activity", async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() })
  const user = session.get()
  if (user) act(() => session.start({ ...user, idle_lock_minutes: 5 }))
  await show(ward)
  const pass = (ms: number) =>
    act(() => {
      vi.advanceTimersByTime(ms)
    })
  pass(4 * 60_000)
  expect(screenLock.get()).toBe(false)
  act(() => void dispatchEvent(new Event('keydown')))
  pass(4.5 * 60_000)
  expect(screenLock.get()).toBe(false)
  pass(31_000)
  expect(screenLock.get()).toBe(true)
  vi.useRealTimers()
  await waitFor(() => expect(calls).toContain(signInSteps.lock.path))
})

/** What jsdom lacks: whether a board is in full screen. */
const setFullScreen = (element: Element | null) => {
  Object.defineProperty(document, 'fullscreenElement', { value: element, configurable: true })
  document.dispatchEvent(new Event('fullscreenchange'))
}

const passIdleTime = () => {
  const user = session.get()
  if (user) act(() => session.start({ ...user, idle_lock_minutes: 5 }))
  act(() => {
    vi.advanceTimersByTime(10 * 60 * 60_000)
  })
}

test('a board in full screen goes on, and whoever touches it after that time does nothing but lock it', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() })
  const pressed = vi.fn()
  await show(
    <SignedIn>
      <button onClick={pressed}>Done</button>
      <LockOverlay />
    </SignedIn>,
  )
  setFullScreen(document.body)
  passIdleTime()
  expect(screenLock.get()).toBe(false)
  act(() => void dispatchEvent(new Event('pointermove')))
  expect(screenLock.get()).toBe(false)
  const button = screen.getByRole('button', { name: 'Done' })
  fireEvent.pointerDown(button)
  fireEvent.click(button)
  expect(screenLock.get()).toBe(true)
  expect(pressed).not.toHaveBeenCalled()
  setFullScreen(null)
})

test('a board that leaves full screen after that time locks at once', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() })
  await show(ward)
  setFullScreen(document.body)
  passIdleTime()
  expect(screenLock.get()).toBe(false)
  act(() => setFullScreen(null))
  expect(screenLock.get()).toBe(true)
})

test('the number display of the clinics goes on, and a key locks it after that time', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() })
  await show(ward, { at: numberDisplayPath })
  passIdleTime()
  expect(screenLock.get()).toBe(false)
  expect(leftAlone.get()).toBe(true)
  act(() => void dispatchEvent(new Event('keydown')))
  expect(screenLock.get()).toBe(true)
})

test('with 0 minutes the screen never locks', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() })
  await show(ward)
  act(() => {
    vi.advanceTimersByTime(10 * 60 * 60_000)
  })
  expect(screenLock.get()).toBe(false)
})

test('a lock that the server was not told of before the page was loaded again is told then', async () => {
  screenLock.set()
  expect(await readErrorCode(nurse(signIn.whoAmI, {}))).toBeUndefined()
  await show(ward)
  await screen.findByRole('heading', { name: /The screen is locked/ })
  await waitFor(async () => expect(await readErrorCode(nurse(signIn.whoAmI, {}))).toBe(1016))
})

test('a page opened again after that time starts locked', async () => {
  const user = session.get()
  if (user) act(() => session.start({ ...user, idle_lock_minutes: 5 }))
  localStorage.setItem('active_at', String(Date.now() - 6 * 60_000))
  await show(ward)
  await screen.findByRole('heading', { name: /The screen is locked/ })
})

/** Until what is returned is called, no call arrives. */
const cutNetwork = () => replaceFetch(() => () => Promise.reject(new TypeError('no network')))

test('without a connection the lock says that it needs one, and asks for no password that nobody can check', async () => {
  await show(ward)
  const restore = cutNetwork()
  act(lockScreen)
  await screen.findByText(/There is no connection/)
  expect(screen.queryByLabelText(/^Password/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Sign in as somebody else' })).toBeNull()
  restore()
  await act(probeConnection)
  await screen.findByLabelText(/^Password/)
})

test('what the tablet checks itself opens the screen until the server can be reached, which then locks the session', async () => {
  await show(
    <SignedIn>
      <p>What was written</p>
      <LockOverlay Offline={({ onOpen }) => <button onClick={onOpen}>PIN</button>} />
    </SignedIn>,
  )
  const restore = cutNetwork()
  act(lockScreen)
  await userEvent.click(await screen.findByRole('button', { name: 'PIN' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: /The screen is locked/ })).toBeNull())
  restore()
  await act(probeConnection)
  await screen.findByLabelText(/^Password/)
  act(() => screenLock.lift())
  expect(screenLock.get()).toBe(true)
  await waitFor(async () => expect(await readErrorCode(nurse(signIn.whoAmI, {}))).toBe(1016))
})
