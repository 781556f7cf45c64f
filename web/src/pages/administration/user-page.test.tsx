import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Client, groups, hospitals, permissionMatrix, type StaffTypeCode, users, wallet } from 'contract'
import { Route, Routes, useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { queryClient } from '../../api/client.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { ConfirmHost } from '../../ui/feedback/confirm.tsx'
import { ToastHost } from '../../ui/feedback/toast-host.tsx'
import { AddUserPage } from './add-user-page.tsx'
import { UserPage } from './user-page.tsx'

const { panel, calls } = usePanel()
let admin: Client

beforeEach(async () => {
  localStorage.clear()
  const call = await panel().as('admin')
  admin = call
  const { user_id, server_token } = call.session
  signInAs({ ...malee, _id: user_id, server_token, permissions: ['user:manage'] })
})

function LocationProbe() {
  const { pathname, search } = useLocation()
  return <output data-testid="url">{pathname + search}</output>
}
const shownUrl = () => screen.getByTestId('url').textContent

const draw = (at: string, language = 'en') =>
  show(
    <SignedIn>
      <ConfirmHost>
        <Routes>
          <Route path="/app/users/new" element={<AddUserPage />} />
          <Route path="/app/users/:id" element={<UserPage />} />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
        <LocationProbe />
        <ToastHost />
      </ConfirmHost>
    </SignedIn>,
    { language, at },
  )
const Elsewhere = () => <h1>Elsewhere</h1>

let made = 0
async function someone(fields: Partial<{ last_name: string; staff_type: StaffTypeCode }> = {}) {
  made += 1
  const { user } = await admin(users.add, {
    first_name: 'ทดลอง',
    last_name: 'คนที่หนึ่ง',
    email: `someone${made}@demo.hospital`,
    phone: '0811111111',
    staff_type: 'nurse',
    ...fields,
  })
  return user
}

const field = (name: string) => screen.getByRole('textbox', { name })
const retype = async (name: string, text: string) => {
  await userEvent.clear(field(name))
  await userEvent.type(field(name), text)
}
const fillForm = async (email: string) => {
  await userEvent.type(await screen.findByRole('textbox', { name: 'First name' }), 'อรทัย')
  await userEvent.type(field('Last name'), 'ใจงาม')
  await userEvent.type(field('Email'), email)
  await userEvent.type(field('Phone'), '0812345678')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Staff type' }), 'Nurse')
}
const send = () => userEvent.click(screen.getByRole('button', { name: 'Add user' }))

test('no field shows an error before it is touched, and missing values are named in the specified words', async () => {
  await draw('/app/users/new')
  const first = await screen.findByRole('textbox', { name: 'First name' })
  expect(screen.queryByText('Name is required')).toBeNull()
  await userEvent.click(first)
  await userEvent.tab()
  expect(screen.getByText('Name is required')).toBeDefined()
  expect(screen.queryByText('Email is required')).toBeNull()
  const before = calls.length
  await send()
  for (const said of ['Surname is required', 'Email is required', 'Phone is required', 'Field is required'])
    expect(screen.getByText(said)).toBeDefined()
  expect(calls.slice(before).filter((call) => call.endsWith(users.add.path))).toEqual([])
  await userEvent.type(field('Email'), 'x@')
  await userEvent.tab()
  expect(screen.getByText('Email is invalid')).toBeDefined()
})

test('a phone takes only digits, at most twelve', async () => {
  await draw('/app/users/new')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Phone' }), '08a-๑๒ 345')
  expect(field('Phone')).toHaveProperty('value', '0812345')
  await userEvent.type(field('Phone'), '678901{Backspace}2')
  expect(field('Phone')).toHaveProperty('value', '0812345678902')
  await userEvent.tab()
  expect(screen.getByText('Max 12 character requires')).toBeDefined()
})

test('a Thai number gets its leading zero, and one of another country loses it', async () => {
  await draw('/app/users/new')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Phone' }), '812345678')
  await userEvent.tab()
  expect(field('Phone')).toHaveProperty('value', '0812345678')
  await screen.findByRole('option', { name: '+856 Laos' })
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Country code' }), '+856 Laos')
  await retype('Phone', '02055551234')
  await userEvent.tab()
  expect(field('Phone')).toHaveProperty('value', '2055551234')
})

test('a new user gets a link that is shown once, and then the account opens', async () => {
  await draw('/app/users/new')
  await fillForm('orathai1@demo.hospital')
  await send()
  const [shown] = await Promise.all([
    screen.findByRole('dialog', { name: 'One-time link' }),
    screen.findByText('User Added Successfully'),
  ])
  const dialog = within(shown)
  expect(dialog.getByLabelText('Link of อรทัย ใจงาม').textContent).toMatch(/\/set-password#[\w-]{43}$/)
  const picture = await dialog.findByRole('img', { name: 'QR code of the link of อรทัย ใจงาม' })
  expect(decodeURIComponent(picture.getAttribute('src') ?? '')).toContain('<svg')
  await userEvent.click(dialog.getByRole('button', { name: 'I have handed it over' }))
  await waitFor(() => expect(shownUrl()).toMatch(/^\/app\/users\/[0-9a-f-]{36}$/))
  expect(await screen.findByText('orathai1@demo.hospital')).toBeDefined()
})

test('a first password must keep to the rules, and must be changed at the first sign-in', async () => {
  await draw('/app/users/new')
  await fillForm('orathai2@demo.hospital')
  await userEvent.click(screen.getByRole('radio', { name: 'I choose the first one' }))
  await userEvent.type(screen.getByLabelText(/^New password/), 'short')
  await userEvent.type(screen.getByLabelText(/^Confirm password/), 'longer')
  await send()
  expect(screen.getByText('Min 8 character requires')).toBeDefined()
  expect(screen.getByText('Password Not match')).toBeDefined()
  await userEvent.clear(screen.getByLabelText(/^New password/))
  await userEvent.type(screen.getByLabelText(/^New password/), 'ฝนตกที่ริมโขง')
  await userEvent.clear(screen.getByLabelText(/^Confirm password/))
  await userEvent.type(screen.getByLabelText(/^Confirm password/), 'ฝนตกที่ริมโขง')
  await send()
  expect(await screen.findByText('To be changed at the next sign-in')).toBeDefined()
})

test('an e-mail that is taken is refused beside its field, and nothing typed is lost', async () => {
  await draw('/app/users/new')
  await fillForm('nurse@demo.hospital')
  await send()
  expect((await screen.findAllByText('This email already belongs to another user.')).length).toBeGreaterThan(
    0,
  )
  expect(field('Email').getAttribute('aria-invalid')).toBe('true')
  expect(field('First name')).toHaveProperty('value', 'อรทัย')
})

test('typed values, except the password, are restored after leaving', async () => {
  const { unmount } = await draw('/app/users/new')
  await fillForm('orathai3@demo.hospital')
  await userEvent.click(screen.getByRole('radio', { name: 'I choose the first one' }))
  await userEvent.type(screen.getByLabelText(/^New password/), 'never-on-a-disk')
  unmount()
  expect(JSON.stringify(localStorage)).toContain('orathai3')
  expect(JSON.stringify(localStorage)).not.toContain('never-on-a-disk')
  await draw('/app/users/new')
  await waitFor(() => expect(field('Email')).toHaveProperty('value', 'orathai3@demo.hospital'))
  expect(screen.getByLabelText(/^New password/)).toHaveProperty('value', '')
})

test('an account is edited in place, and its history says who changed it, with old and new values', async () => {
  const { _id } = await someone()
  await draw(`/app/users/${_id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  await retype('Last name', 'คนที่สอง')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('User Updated Successfully')).toBeDefined()
  const history = await screen.findByRole('list')
  expect(within(history).getByText('คนที่หนึ่ง')).toBeDefined()
  expect(within(history).getByText('คนที่สอง')).toBeDefined()
  expect(within(history).getByText('ธนพล ศรีวิไลรัตน์')).toBeDefined()
})

test('an account shows the names of its groups', async () => {
  const user = await someone()
  await draw(`/app/users/${user._id}`)
  const fact = () => screen.getByText('Group name').nextElementSibling?.textContent
  await waitFor(() => expect(fact()).toContain('Not recorded'))
  for (const name of ['ทีมกู้ชีพ', 'เวรดึก'])
    await admin(groups.save, { name, ward_ids: [], member_ids: [user._id] })
  await queryClient.invalidateQueries()
  await waitFor(() => expect(fact()).toBe('ทีมกู้ชีพ, เวรดึก'))
})

test('the second of two savers sees who changed what, and keeps the typed values until they choose', async () => {
  const { _id, version } = await someone()
  await draw(`/app/users/${_id}?edit=yes`)
  await screen.findByRole('textbox', { name: 'Last name' })
  await retype('Last name', 'ของฉัน')
  await admin(users.update, { _id, version, last_name: 'ของเขา', phone: '0899999999' })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Somebody saved this account while you were typing')).toBeDefined()
  expect(field('Last name')).toHaveProperty('value', 'ของฉัน')
  expect(field('Phone')).toHaveProperty('value', '0899999999')
  await userEvent.click(screen.getByRole('button', { name: 'Take theirs: Last name' }))
  expect(field('Last name')).toHaveProperty('value', 'ของเขา')
  await retype('Last name', 'ของฉันเอง')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () =>
    expect((await admin(users.get, { _id })).user).toMatchObject({
      last_name: 'ของฉันเอง',
      phone: '0899999999',
    }),
  )
})

test('the last admin cannot change their own type, and is told why', async () => {
  const { rows } = await admin(users.list, { filterLists: { staff_type: ['admin'] } })
  expect(rows).toHaveLength(1)
  await draw(`/app/users/${rows[0]?._id}?edit=yes`)
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Staff type' }), 'Nurse')
  expect(screen.getByText(/has to sign in again/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^This is the hospital’s last admin/)).toBeDefined()
  expect(screen.getByRole('combobox', { name: 'Staff type' })).toHaveProperty('value', 'nurse')
})

test('a password reset shows a link once, and is listed in the history', async () => {
  const { _id } = await someone()
  await draw(`/app/users/${_id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Reset password' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(document.activeElement?.textContent).toBe('Cancel')
  await userEvent.click(dialog.getByRole('button', { name: 'Reset password' }))
  const link = within(await screen.findByRole('dialog', { name: 'One-time link' }))
  expect(link.getByLabelText(/^Link of /).textContent).toMatch(/\/set-password#[\w-]{43}$/)
  await userEvent.click(link.getByRole('button', { name: 'I have handed it over' }))
  expect(await screen.findByText('Replaced')).toBeDefined()
})

test('a password set by an admin must keep to the rules of a new one', async () => {
  const { _id } = await someone()
  await draw(`/app/users/${_id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Reset password' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('radio', { name: 'I choose the first one' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Reset password' }))
  expect(dialog.getByText('Password is required')).toBeDefined()
  expect(dialog.getByText('Confirmation Password is required')).toBeDefined()
  await userEvent.type(dialog.getByLabelText(/^New password/), 'ฝนตกที่ริมโขง')
  await userEvent.type(dialog.getByLabelText(/^Confirm password/), 'ฝนตกที่ริมโขง')
  await userEvent.click(dialog.getByRole('button', { name: 'Reset password' }))
  expect(await screen.findByText('To be changed at the next sign-in')).toBeDefined()
})

test('the buttons that close an account look like none that leaves it open', async () => {
  const { _id } = await someone()
  await draw(`/app/users/${_id}`)
  const look = (name: string) => screen.getByRole('button', { name }).dataset['variant']
  await screen.findByRole('button', { name: 'Block' })
  expect(look('Delete')).toBe(look('Block'))
  for (const name of ['Edit', 'Reset password']) expect(look(name)).not.toBe(look('Block'))
})

test('a deleted account returns to the list', async () => {
  const { _id } = await someone()
  await draw(`/app/users/${_id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(shownUrl()).toBe('/app/users'))
})

test('a user of no hospital, or of another one, is not found', async () => {
  await draw('/app/users/01890000-0000-7000-8000-000000000001')
  expect(await screen.findByRole('heading', { name: 'Details not found' })).toBeDefined()
})

test("the user's page is available in Thai", async () => {
  const { _id } = await someone()
  await draw(`/app/users/${_id}`, 'th')
  expect(await screen.findByText('ประวัติการแก้ไข')).toBeDefined()
  expect(screen.getByText('เวอร์ชันแอป')).toBeDefined()
})

test("an account with more permissions than the admin's is read-only, and no higher type can be given", async () => {
  const cell = { staff_type: 'registrar', permission: 'user:manage', is_granted: true } as const
  await admin(permissionMatrix.update, { version: 0, cells: [cell], reason: 'the desk adds its own' })
  const { user_id, server_token } = (await panel().asNew({ staffType: 'registrar' })).session
  signInAs({ ...malee, _id: user_id, server_token, staff_type: 'registrar', permissions: ['user:manage'] })
  const nurse = await someone()
  const { unmount } = await draw(`/app/users/${nurse._id}`)
  await screen.findByText(/This account has more permissions than yours/)
  for (const name of ['Block', 'Delete', 'Edit', 'Reset password'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  unmount()

  await draw('/app/users/new')
  const types = await screen.findByRole('combobox', { name: 'Staff type' })
  await waitFor(() =>
    expect([...(types as HTMLSelectElement).options].map(({ text }) => text)).toEqual([
      'Please choose',
      'Registrar',
    ]),
  )
})

async function setWallets(uses_wallet: boolean) {
  const { version } = (await admin(hospitals.own, {})).hospital
  await admin(hospitals.update, { version, uses_wallet })
}

test('where the hospital uses wallets, credit is added and removed, and the history says by whom', async () => {
  await setWallets(true)
  const { _id } = await someone()
  await draw(`/app/users/${_id}`)
  const part = within(await screen.findByRole('region', { name: 'Wallet' }))
  expect(await part.findByText('No money has been added or taken yet.')).toBeDefined()
  expect(part.getByRole('button', { name: 'Take out' })).toHaveProperty('disabled', true)
  await userEvent.click(part.getByRole('button', { name: 'Top up' }))
  const form = within(await screen.findByRole('dialog', { name: 'Top up' }))
  await userEvent.click(form.getByRole('button', { name: 'Top up' }))
  expect(form.getByText('Please enter a number')).toBeDefined()
  expect(form.getByText('Please give a reason')).toBeDefined()
  await userEvent.type(form.getByLabelText(/^Amount/), '250.5')
  await userEvent.type(form.getByLabelText(/^Reason/), 'ค่าอาหาร')
  await userEvent.click(form.getByRole('button', { name: 'Top up' }))
  const question = within(await screen.findByRole('dialog', { name: 'Top up this wallet?' }))
  expect(question.getByText(/from ฿0\.00 to ฿250\.50/)).toBeDefined()
  await userEvent.click(question.getByRole('button', { name: 'Top up' }))
  expect(await screen.findByText('Wallet Updated Successfully')).toBeDefined()
  const row = within((await part.findByText('ค่าอาหาร')).closest('li') as HTMLElement)
  expect(row.getByText(/\+฿250\.50/)).toBeDefined()
  expect((await admin(wallet.history, { _id })).rows).toMatchObject([{ amount: 250.5, reason: 'ค่าอาหาร' }])
})

test('neither a wallet nor a LINE userId is shown where the hospital uses none', async () => {
  await setWallets(false)
  const { _id } = await someone()
  await draw(`/app/users/${_id}`)
  const account = within(await screen.findByRole('region', { name: 'Account' }))
  expect(account.getByText('App version')).toBeDefined()
  expect(account.queryByText('LINE userId')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Wallet' })).toBeNull()
})
