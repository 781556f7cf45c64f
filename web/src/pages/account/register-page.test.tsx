import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { users } from 'contract'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { show } from '../../../test/render.tsx'
import { session } from '../../session/session.ts'
import { RegisterPage } from './register-page.tsx'

const { panel } = usePanel()

beforeEach(() => session.endByChoice())

const fillForm = async (email: string) => {
  await userEvent.type(await screen.findByRole('textbox', { name: 'First name' }), 'อรทัย')
  await userEvent.type(screen.getByRole('textbox', { name: 'Last name' }), 'ใจงาม')
  await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), email)
  await userEvent.type(screen.getByRole('textbox', { name: 'Phone' }), '0812345678')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Staff type' }), 'Nurse')
  await userEvent.type(screen.getByLabelText(/^New password/), 'ฝนตกที่ริมโขง')
  await userEvent.type(screen.getByLabelText(/^Confirm password/), 'ฝนตกที่ริมโขง')
}
const send = () => userEvent.click(screen.getByRole('button', { name: 'Register' }))

test('a new applicant is told that an admin must approve the account', async () => {
  await show(<RegisterPage />)
  await fillForm('orathai@demo.hospital')
  await send()
  expect(await screen.findByText('Your registration was received')).toBeDefined()
  expect(screen.getByText(/^Your hospital’s admin will check it/)).toBeDefined()
  const admin = await panel().as('admin')
  const { rows } = await admin(users.list, { user_page_type: 2, search_value: 'orathai@' })
  expect(rows).toMatchObject([{ status: 'pending', staff_type: 'nurse', first_name: 'อรทัย' }])
})

test('the answer is the same for an e-mail that already has an account', async () => {
  await show(<RegisterPage />)
  await fillForm('nurse@demo.hospital')
  await send()
  expect(await screen.findByText('Your registration was received')).toBeDefined()
})

test('nobody can register as an admin', async () => {
  await show(<RegisterPage />)
  const types = await screen.findByRole('combobox', { name: 'Staff type' })
  expect([...types.children].map(({ textContent }) => textContent)).not.toContain('Admin')
})

test('a bad password is refused before anything is sent, and nothing typed is lost', async () => {
  await show(<RegisterPage />)
  await fillForm('wandee@demo.hospital')
  await userEvent.clear(screen.getByLabelText(/^New password/))
  await userEvent.type(screen.getByLabelText(/^New password/), 'my-wandee-key')
  await send()
  expect(screen.getByText('The password must not contain your email name')).toBeDefined()
  expect(screen.getByText('Password Not match')).toBeDefined()
  expect(screen.getByRole('textbox', { name: 'First name' })).toHaveProperty('value', 'อรทัย')
})

test('the registration page is available in Thai', async () => {
  await show(<RegisterPage />, { language: 'th' })
  expect(await screen.findByRole('heading', { name: 'ลงทะเบียนขอใช้งาน' })).toBeDefined()
})
