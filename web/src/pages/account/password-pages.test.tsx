import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Client, patients, type SessionToken, users } from 'contract'
import { Navigate, Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { call } from '../../api/client.ts'
import { getLandingPath, rememberPath, session } from '../../session/session.ts'
import { ChangePasswordPage } from './change-password-page.tsx'
import { ForgotPasswordPage } from './forgot-password-page.tsx'
import { SetPasswordPage } from './set-password-page.tsx'

const { panel } = usePanel({ sendsMail: true })
const present = 'ฝนตกที่ทะเลน้อย'
const chosen = 'แดดออกที่ดอยตุง'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  session.endByChoice()
})

const mustChange = (): Promise<Client & { session: SessionToken }> =>
  panel().asNew({ staffType: 'nurse', mustChangePassword: true, password: present })

const fill = async (values: [string | RegExp, string][]) => {
  for (const [label, value] of values) await userEvent.type(await screen.findByLabelText(label), value)
}

test('a user who must change their password is sent to do so, and afterwards back to where they were', async () => {
  const { session: own } = await mustChange()
  const user = { ...malee, _id: own.user_id, server_token: own.server_token, email: 'x@test.hospital' }
  signInAs(user)
  history.replaceState(null, '', '/app/patients/5/notify?tab=one')
  await call(patients.list, {}).catch(() => undefined)
  expect(session.get()).toMatchObject({ _id: own.user_id, must_change_password: true })
  expect(getLandingPath({ ...user, must_change_password: true })).toBe('/change-password')

  await show(<ChangePasswordPage />)
  await fill([
    [/^Current password/, present],
    [/^New password/, chosen],
    [/^Confirm password/, chosen],
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
  await waitFor(() => expect(session.get()?.must_change_password).toBe(false))
  expect(getLandingPath(user)).toBe('/app/patients/5/notify?tab=one')
  expect(await call(patients.list, {})).toHaveProperty('rows')
})

test('a user who must change their password may sign out instead', async () => {
  const { session: own } = await mustChange()
  signInAs({ ...malee, _id: own.user_id, server_token: own.server_token, must_change_password: true })
  await show(<ChangePasswordPage />, { language: 'th' })
  await userEvent.click(await screen.findByRole('button', { name: 'ออกจากระบบ' }))
  await waitFor(() => expect(session.get()).toBeUndefined())
})

test('the screen wanted before the sign-in opens after the password is changed', () => {
  rememberPath(null, false, { pathname: '/app/monitoring', search: '' })
  expect(getLandingPath({ ...malee, must_change_password: true })).toBe('/change-password')
  expect(getLandingPath(malee)).toBe('/app/monitoring')
})

const showLink = (token: string) =>
  show(
    <Routes>
      <Route index element={<Navigate to={`/set-password#${token}`} />} />
      <Route path="set-password" element={<SetPasswordPage />} />
    </Routes>,
  )

async function createLink(more: { first_name: string; email: string }): Promise<string> {
  const admin = await panel().as('admin')
  const { link } = await admin(users.add, {
    last_name: 'ลับ',
    phone: '0812345678',
    staff_type: 'nurse',
    ...more,
  })
  return link?.token ?? ''
}

test('a link greets by first name only, asks for a password twice, and works once', async () => {
  const token = await createLink({ first_name: 'วันดี', email: 'wandee@link.hospital' })
  const { unmount } = await showLink(token)
  expect(await screen.findByText(/วันดี, choose the password/)).toBeDefined()
  expect(document.body.textContent).not.toMatch(/ลับ|wandee@/)
  await fill([
    [/^New password/, chosen],
    [/^Confirm password/, 'another-one'],
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Save the password' }))
  expect(screen.getByText('Password Not match')).toBeDefined()
  await userEvent.clear(screen.getByLabelText(/^Confirm password/))
  await fill([[/^Confirm password/, chosen]])
  await userEvent.click(screen.getByRole('button', { name: 'Save the password' }))
  expect(await screen.findByText('Your password was saved')).toBeDefined()
  unmount()
  await showLink(token)
  expect(await screen.findByText(/^This link was used already/)).toBeDefined()
})

test('a password that contains the e-mail is refused beside its field, and the link still works', async () => {
  await showLink(await createLink({ first_name: 'ชูใจ', email: 'choojai@link.hospital' }))
  await fill([
    [/^New password/, 'choojai-of-mine'],
    [/^Confirm password/, 'choojai-of-mine'],
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Save the password' }))
  expect(await screen.findByText('The password must not contain your email name')).toBeDefined()
})

test.each([
  ['x'.repeat(43), /^This link is not known/],
  ['cut-off', /^The link is not complete/],
])('an invalid link (%s) says so and where to get another', async (token, text) => {
  await showLink(token)
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.getByRole('link', { name: 'How to get another link' })).toHaveProperty(
    'pathname',
    '/forgot-password',
  )
})

test('an expired link says so', async () => {
  const token = await createLink({ first_name: 'สมใจ', email: 'somjai@link.hospital' })
  panel().wait(7 * 24 * 60 * 60_000)
  await showLink(token)
  expect(await screen.findByText('This link has expired.')).toBeDefined()
})

test('a forgotten password sends a link, and the answer is the same without an account', async () => {
  await show(<ForgotPasswordPage />)
  await userEvent.type(await screen.findByLabelText('Email'), 'nobody@link.hospital')
  await userEvent.click(screen.getByRole('button', { name: 'Send the link' }))
  const told = await screen.findByRole('status')
  expect(told.textContent).toContain('If an account has this email')
  expect(await screen.findByText('@rimkhong.demo')).toBeDefined()
  expect(screen.getByRole('link', { name: '042 000 100' })).toHaveProperty('href', 'tel:042000100')
  await act(async () => undefined)
})
