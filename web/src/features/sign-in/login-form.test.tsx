import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { maxDeviceCookies, type OpenedSession, signIn } from 'contract'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show } from '../../../test/render.tsx'
import { replaceFetch } from '../../../test/replace-fetch.ts'
import { listDeviceCookies, session } from '../../session/session.ts'
import { LoginForm } from './login-form.tsx'

const { calls } = usePanel()

const email = () => screen.getByLabelText('Email')
const password = () => screen.getByLabelText('Password')
const login = () => screen.getByRole('button', { name: 'LOGIN' })
const getTypeField = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Login As' })
const listSignInCalls = () => calls.filter((path) => path === signIn.signIn.path)

beforeEach(() => {
  calls.length = 0
  localStorage.clear()
  session.endByChoice()
})

test("'Login As' shows Doctor until the list loads, then offers the list with its first entry chosen", async () => {
  await show(<LoginForm />)
  expect(getTypeField().selectedOptions[0]?.text).toBe('Doctor')
  await screen.findByRole('option', { name: 'Paramedic' })
  expect(getTypeField().selectedIndex).toBe(0)
  expect(getTypeField().value).not.toBe('')
})

test('a field shows no error before it is touched', async () => {
  await show(<LoginForm />)
  expect(screen.queryByText(/^\* /)).toBeNull()
  await userEvent.click(email())
  await userEvent.tab()
  expect(screen.getByText('* Email is required')).toBeDefined()
  expect(screen.queryByText('* Password is required')).toBeNull()
})

test('LOGIN on an invalid form touches all fields and sends nothing', async () => {
  await show(<LoginForm />)
  await screen.findByRole('option', { name: 'Paramedic' })
  await userEvent.type(email(), 'not an e-mail')
  await userEvent.click(login())
  expect(screen.getByText('* Email is invalid')).toBeDefined()
  expect(screen.getByText('* Password is required')).toBeDefined()
  expect(document.activeElement).toBe(email())
  expect(listSignInCalls()).toEqual([])
})

test('a failed login is shown for five seconds, and nothing typed is lost', async () => {
  await show(<LoginForm />)
  await screen.findByRole('option', { name: 'Paramedic' })
  await userEvent.type(email(), 'nurse@demo.hospital')
  await userEvent.type(password(), 'wrong')
  /** When the alert came and when it went, as the page is changed: a busy machine looks at it later. */
  const changedAt: number[] = []
  const observer = new MutationObserver(() => {
    const isShown = document.querySelector('[role=alert]') !== null
    if (isShown !== (changedAt.length === 1)) changedAt.push(performance.now())
  })
  observer.observe(document.body, { childList: true, subtree: true })
  await userEvent.click(login())
  const failure = await screen.findByRole('alert')
  expect(failure.textContent).toBe('Incorrect email or password or Login type. Please try again.')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  observer.disconnect()
  const [cameAt, wentAt] = changedAt
  // On a busy machine it may close later, but never earlier.
  expect((wentAt ?? 0) - (cameAt ?? 0)).toBeGreaterThan(4900)
  expect(email()).toHaveProperty('value', 'nurse@demo.hospital')
  expect(session.get()).toBeUndefined()
})

test('the right password under the right type stores the user of the reply', async () => {
  await show(<LoginForm />)
  await screen.findByRole('option', { name: 'Nurse' })
  await userEvent.selectOptions(getTypeField(), 'Nurse')
  await userEvent.type(email(), ' nurse@demo.hospital')
  await userEvent.type(password(), 'panel-demo{Enter}')
  await waitFor(() => expect(session.get()?.email).toBe('nurse@demo.hospital'))
  const stored = JSON.parse(localStorage.getItem('user') ?? '{}')
  expect(stored).toMatchObject({ staff_type: 'nurse', is_this_userform_user: false })
  expect(stored.server_token).toBeTruthy()
})

async function logIn() {
  const { unmount } = await show(<LoginForm />)
  await screen.findByRole('option', { name: 'Nurse' })
  await userEvent.selectOptions(getTypeField(), 'Nurse')
  await userEvent.type(email(), 'nurse@demo.hospital')
  await userEvent.type(password(), 'panel-demo{Enter}')
  await waitFor(() => expect(session.get()?.email).toBe('nurse@demo.hospital'))
  unmount()
}

test('the staff type of the last sign-in in this browser is chosen again', async () => {
  await logIn()
  session.endByChoice()
  await show(<LoginForm />)
  await screen.findByRole('option', { name: 'Nurse' })
  await waitFor(() => expect(getTypeField().selectedOptions[0]?.text).toBe('Nurse'))
})

const readStoredCookies = () =>
  JSON.parse(localStorage.getItem('device_cookies') ?? '{}') as Record<string, string>

test("a browser's device cookie survives signing out, and the next sign-in sends it and gets no other", async () => {
  await logIn()
  const kept = readStoredCookies()
  const id = session.get()?._id ?? ''
  expect(Object.keys(kept)).toEqual([id])
  expect(kept[id]).toMatch(/^[\w-]{43}$/)
  expect(localStorage.getItem('user')).not.toContain(kept[id])
  session.endByChoice()
  expect(readStoredCookies()).toEqual(kept)

  const bodies: unknown[] = []
  replaceFetch((through) => (path, init) => {
    if (path === signIn.signIn.path) bodies.push(JSON.parse(init?.body as string))
    return through(path, init)
  })
  await logIn()
  expect(bodies).toMatchObject([{ device_cookies: [kept[id]] }])
  expect(readStoredCookies()).toEqual(kept)
})

test('a browser stores the device cookies of the accounts used last, one for each', () => {
  const createSession = (i: number, device_cookie: string | null): OpenedSession => ({
    user: { ...malee, _id: `person ${i}` },
    is_this_userform_user: false,
    device_cookie,
  })
  for (let i = 0; i < maxDeviceCookies; i++) session.open(createSession(i, `token ${i}`))
  session.open(createSession(0, null))
  session.open(createSession(1, 'another'))
  session.open(createSession(maxDeviceCookies, 'newest'))
  const rest = Array.from({ length: maxDeviceCookies - 3 }, (_, i) => `token ${i + 3}`)
  expect(listDeviceCookies()).toEqual([...rest, 'token 0', 'another', 'newest'])
})

test('a change of language changes the texts, also those of a refused field', async () => {
  await show(<LoginForm />, { language: 'th' })
  await userEvent.click(screen.getByRole('button', { name: 'เข้าสู่ระบบ' }))
  expect(screen.getByText('* กรุณากรอกอีเมล')).toBeDefined()
})
