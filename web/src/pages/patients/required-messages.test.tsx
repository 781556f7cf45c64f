import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { hospitals } from 'contract'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { session } from '../../session/session.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { ConfirmHost } from '../../ui/feedback/confirm.tsx'
import { LoginPage } from '../account/login-page.tsx'
import { RegisterPage } from '../account/register-page.tsx'
import { AddUserPage } from '../administration/add-user-page.tsx'
import { HospitalPage } from '../administration/hospital-page.tsx'
import { RegisterPatientPage } from './register-patient-page.tsx'

const { panel } = usePanel()

beforeEach(() => {
  localStorage.clear()
  session.endByChoice()
})

async function showWithPermissions(permissions: typeof malee.permissions, page: ReactNode) {
  const admin = await panel().as('admin')
  const { hospital } = await admin(hospitals.own, {})
  const { user_id: _id, server_token } = admin.session
  signInAs({
    ...malee,
    _id,
    server_token,
    permissions,
    hospital: { ...malee.hospital, _id: hospital._id },
  })
  return show(
    <SignedIn>
      <ConfirmHost>{page}</ConfirmHost>
    </SignedIn>,
  )
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const type = (name: string, text: string) => userEvent.type(screen.getByRole('textbox', { name }), text)
const said = (...messages: string[]) => {
  for (const message of messages) expect(screen.getAllByText(message).length, message).toBeGreaterThan(0)
}

test('the login page names missing or invalid fields, and each required one has a star', async () => {
  await show(<LoginPage />)
  await press('LOGIN')
  said('* Email is required', '* Password is required')
  await userEvent.type(screen.getByLabelText('Email'), 'somebody')
  await press('LOGIN')
  said('* Email is invalid')
})

test('the form of a new user names what is missing', async () => {
  await showWithPermissions(['user:manage'], <AddUserPage />)
  await userEvent.click(await screen.findByText('I choose the first one'))
  await press('Add user')
  said(
    'Name is required',
    'Surname is required',
    'Email is required',
    'Phone is required',
    'Field is required',
  )
  said('Password is required', 'Confirmation Password is required')
})

test('the registration form says what is too short, too long or not repeated correctly', async () => {
  await show(<RegisterPage />)
  await screen.findByRole('textbox', { name: 'Email' })
  await type('Email', 'somebody')
  await type('Phone', '12345')
  await userEvent.type(screen.getByLabelText(/^New password/), 'ฝนตก')
  await userEvent.type(screen.getByLabelText(/^Confirm password/), 'ฝนตก!')
  await press('Register')
  said('Email is invalid', 'Min 6 character requires', 'Min 8 character requires', 'Password Not match')
  await type('Phone', '67890123')
  await press('Register')
  said('Max 12 character requires')
})

test('the form of a new patient names what is missing', async () => {
  await showWithPermissions(['patient:read', 'patient:register'], <RegisterPatientPage />)
  await userEvent.click(await screen.findByRole('button', { name: /^Register patient/ }))
  said('HN is required', 'Title is required', 'Name is required', 'Surname is required', 'Gender is required')
  said('National ID is required')
})

test("the hospital's form requires its fields in the specified words, and a valid e-mail", async () => {
  await showWithPermissions(['hospital:manage'], <HospitalPage />)
  const part = within(await screen.findByRole('region', { name: 'The hospital' }))
  await userEvent.click(part.getByRole('button', { name: 'Edit' }))
  await userEvent.clear(await screen.findByLabelText(/^Code/))
  await userEvent.clear(screen.getByLabelText('Email'))
  await userEvent.type(screen.getByLabelText('Email'), 'somebody')
  await press('Save')
  said('This field is Required !!', 'Enter valid email')
})
