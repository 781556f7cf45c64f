import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { account, type Client, type SessionToken, signIn } from 'contract'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignInAlertBanner } from '../../features/account/sign-in-alert.tsx'
import { session } from '../../session/session.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { ConfirmHost } from '../../ui/feedback/confirm.tsx'
import { ProfilePage } from './profile-page.tsx'

const { panel } = usePanel()
let own: Client & { session: SessionToken }

const present = 'ฝนตกที่ทะเลน้อย'
const next = 'แดดออกที่ดอยตุง'

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  own = await panel().asNew({ staffType: 'nurse', password: present })
  const { user_id, server_token } = own.session
  signInAs({ ...malee, _id: user_id, server_token, email: `${user_id}@test.hospital` })
})

const draw = (language = 'en') =>
  show(
    <SignedIn>
      <ConfirmHost>
        <SignInAlertBanner />
        <ProfilePage />
      </ConfirmHost>
    </SignedIn>,
    { language },
  )

const section = (name: string) => screen.findByRole('region', { name })

/** Another session of the user, opened in a browser elsewhere. */
async function signInElsewhere(remoteAddress: string, userAgent: string) {
  const { staff_type } = await panel().call(signIn.staffTypes, {})
  const reply = await panel().app.inject({
    method: 'POST',
    url: signIn.signIn.path,
    remoteAddress,
    headers: { 'user-agent': userAgent },
    payload: {
      user_name: `${own.session.user_id}@test.hospital`,
      type: staff_type.find(({ en_name }) => en_name === 'Nurse')?._id,
      password: present,
    },
  })
  expect(reply.json()).toMatchObject({ success: true })
}

test('the second factor is one click away', async () => {
  await draw()
  const link = await screen.findByRole('link', { name: 'Security' })
  expect(link.getAttribute('href')).toBe('/app/security')
})

test('users can edit their own name and phone; the phone takes only digits', async () => {
  await draw()
  const data = within(await section('My details'))
  await userEvent.click(await data.findByRole('button', { name: 'Edit' }))
  const phone = data.getByLabelText(/^Phone/)
  await userEvent.type(phone, '081-๒๓๔ 5678x')
  expect(phone).toHaveProperty('value', '0812345678')
  expect(data.queryByLabelText(/Email/)).toBeNull()
  await userEvent.click(data.getByRole('button', { name: 'Save' }))
  expect(await data.findByText('081 234 5678')).toBeDefined()
  expect((await own(account.get, {})).account).toMatchObject({ phone: '0812345678', country_code: null })
})

test('text typed before leaving or signing out is restored, and shown as unsaved', async () => {
  const { unmount } = await draw()
  await userEvent.click(await within(await section('My details')).findByRole('button', { name: 'Edit' }))
  const named = () => screen.findByRole('textbox', { name: 'Last name' })
  await userEvent.clear(await named())
  await userEvent.type(await named(), 'ใจดี')
  unmount()
  await draw()
  expect(await named()).toHaveProperty('value', 'ใจดี')
  expect(screen.getByText(/had not saved/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByText(/had not saved/)).toBeNull()
})

test('changes that somebody else saved meanwhile are shown, and typed text stays', async () => {
  await draw()
  const data = within(await section('My details'))
  await userEvent.click(await data.findByRole('button', { name: 'Edit' }))
  const name = data.getByLabelText(/^First name/)
  await userEvent.clear(name)
  await userEvent.type(name, 'มาลัย')
  await own(account.update, { version: 1, last_name: 'ของอื่น' })
  await userEvent.click(data.getByRole('button', { name: 'Save' }))
  expect((await data.findByRole('alert')).textContent).toContain('changed your account meanwhile')
  expect(name).toHaveProperty('value', 'มาลัย')
  expect(data.getByLabelText(/^Last name/)).toHaveProperty('value', 'ของอื่น')
  await userEvent.click(data.getByRole('button', { name: 'Save' }))
  expect(await data.findByText('มาลัย ของอื่น')).toBeDefined()
})

test('a password change needs the current one, and checks the rules before sending', async () => {
  await draw()
  const form = within(await section('Change password'))
  const fill = async (values: [RegExp, string][]) => {
    for (const [label, value] of values) {
      await userEvent.clear(form.getByLabelText(label))
      await userEvent.type(form.getByLabelText(label), value)
    }
    await userEvent.click(form.getByRole('button', { name: 'Change password' }))
  }
  await fill([
    [/^Current password/, 'wrong'],
    [/^New password/, 'password99'],
    [/^Confirm password/, next],
  ])
  expect(form.getByText('This password is too common; please choose another')).toBeDefined()
  expect(form.getByText('Password Not match')).toBeDefined()
  await fill([[/^New password/, next]])
  expect(await form.findByText(/^This is not your current password/)).toBeDefined()
  await fill([[/^Current password/, present]])
  await waitFor(() => expect(form.getByLabelText(/^New password/)).toHaveProperty('value', ''))
  expect((await own(account.get, {})).account.password_changed_at).not.toBeNull()
  expect(session.get()?._id).toBe(own.session.user_id)
})

test('each session is described in words, this one is told apart, and any other can be ended', async () => {
  await signInElsewhere(
    '203.0.113.7',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) Version/18.5 Mobile/15E148 Safari/604.1',
  )
  await draw()
  const list = within(await section('Sessions and devices'))
  const phone = await list.findByText('Safari on iPhone')
  const [row] = list.getAllByRole('listitem').filter((item) => item.contains(phone))
  expect(row?.textContent).toContain('203.0.113.7')
  expect(row?.textContent).toContain('New place')
  expect(list.getAllByText('This device')).toHaveLength(1)
  await userEvent.click(list.getByRole('button', { name: /^Sign out Safari on iPhone/ }))
  await waitFor(() => expect(list.queryByText('Safari on iPhone')).toBeNull())
  expect((await own(account.sessions, {})).sessions).toHaveLength(1)
})

test('a sign-in from a new place is shown until the user says that it was theirs', async () => {
  panel().wait(1000)
  await signInElsewhere('203.0.113.8', 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0.0.0 Safari/537.36')
  await draw('th')
  const banner = within(await screen.findByRole('region', { name: 'เข้าสู่ระบบจากที่ใหม่' }))
  expect(banner.getByRole('alert').textContent).toContain('Chrome บน Windows ที่อยู่ IP 203.0.113.8')
  await userEvent.click(banner.getByRole('button', { name: 'ใช่ ฉันเอง' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'เข้าสู่ระบบจากที่ใหม่' })).toBeNull())
  expect((await own(account.alerts, {})).alerts).toEqual([])
})

test('a sign-in that was not theirs is ended with all other sessions', async () => {
  panel().wait(1000)
  await signInElsewhere('203.0.113.9', 'curl/8')
  await draw()
  const banner = within(await screen.findByRole('region', { name: 'New sign-in' }))
  expect(banner.getByRole('alert').textContent).toContain('Unknown device, IP address 203.0.113.9')
  await userEvent.click(banner.getByRole('button', { name: 'No, sign out everywhere else' }))
  await waitFor(async () => expect((await own(account.sessions, {})).sessions).toHaveLength(1))
})
