import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { computePermissions, secondFactor, signIn, users } from 'contract'
import { Secret, TOTP } from 'otpauth'
import { demoPassword, type TestPanel } from 'server/testing'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { UserFactors } from '../../features/second-factor/user-factors.tsx'
import { session } from '../../session/session.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { ConfirmHost } from '../../ui/feedback/confirm.tsx'
import { AddFactorPage } from './add-factor-page.tsx'
import { SecurityPage } from './security-page.tsx'

const { panel } = usePanel()

beforeEach(async () => {
  localStorage.clear()
  await panel().root.deleteFrom('staff_factors').execute()
  await panel().root.deleteFrom('recovery_codes').execute()
})

async function startSession(user: 'nurse' | 'admin') {
  const call = await panel().as(user)
  const { user_id: _id, server_token } = call.session
  signInAs({
    ...malee,
    _id,
    server_token,
    staff_type: user,
    permissions: [...computePermissions(user, false)],
  })
  return call
}

const page = (
  <SignedIn>
    <SecurityPage />
  </SignedIn>
)

/** The code that the app would show, computed from the secret that the screen shows for manual entry. */
function generateCode(testPanel: TestPanel) {
  const secret = document.querySelector('form code')?.textContent?.replaceAll(' ', '') ?? ''
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: testPanel.clock().getTime() })
}

async function reAuthenticate(password = demoPassword) {
  await userEvent.type(await screen.findByLabelText(/^Password/), password)
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
}

test('adding an app asks for the password again, and shows the recovery codes once', async () => {
  await startSession('nurse')
  await show(page)
  await userEvent.click(await screen.findByRole('button', { name: 'Add an authenticator app' }))
  await reAuthenticate('wrong')
  expect(
    (await screen.findByText('This is not your current password.')).closest('[role=alert]'),
  ).not.toBeNull()
  await userEvent.clear(screen.getByLabelText(/^Password/))
  await reAuthenticate()
  await screen.findByRole('img', { name: 'QR code for the authenticator app' })
  await userEvent.clear(screen.getByLabelText('Name'))
  await userEvent.type(screen.getByLabelText('Name'), 'My phone')
  await userEvent.type(screen.getByLabelText('Code that the app shows now'), generateCode(panel()))
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  const codes = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(within(codes).getAllByRole('listitem')).toHaveLength(10)
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  expect(screen.getByRole('list', { name: 'Recovery codes' })).toBe(codes)
  await userEvent.click(screen.getByRole('button', { name: 'I have kept them' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull())
  const list = await screen.findByRole('list', { name: 'Second factor' })
  expect(await within(list).findByText('My phone')).toBeDefined()
  expect(await screen.findByText(/10 codes are left/)).toBeDefined()
})

test('a factor is renamed, and removed with the password', async () => {
  const call = await startSession('nurse')
  const re_authentication = { kind: 'password' as const, password: demoPassword }
  const begun = await call(secondFactor.beginTotp, { re_authentication })
  const code = new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate({
    timestamp: panel().clock().getTime(),
  })
  await call(secondFactor.addTotp, { challenge: begun.challenge, code, name: 'Phone' })
  await show(page)
  await userEvent.click(await screen.findByRole('button', { name: 'Rename Phone' }))
  const name = await screen.findByLabelText('Name')
  await userEvent.clear(name)
  await userEvent.type(name, 'Old phone')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Old phone' }))
  await reAuthenticate()
  await screen.findByText('None yet.')
  expect((await call(secondFactor.list, {})).factors).toEqual([])
})

test('only those who may manage users set who needs a second factor', async () => {
  await startSession('nurse')
  const { unmount } = await show(page)
  await screen.findByText('None yet.')
  expect(screen.queryByText('Rules of the hospital')).toBeNull()
  unmount()

  const admin = await startSession('admin')
  await show(page)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Doctor' }))
  const minutes = screen.getByLabelText('Lock a screen after so many minutes without use')
  await userEvent.clear(minutes)
  await userEvent.type(minutes, '7')
  await userEvent.click(screen.getByRole('button', { name: 'Save the rules' }))
  await waitFor(async () =>
    expect(await admin(secondFactor.rules, {})).toMatchObject({
      second_factor_for: ['doctor'],
      idle_lock_minutes: 7,
    }),
  )
  await admin(secondFactor.updateRules, { second_factor_for: [], idle_lock_minutes: 0 })
})

test('an admin removes the factors of a colleague who has lost them', async () => {
  const nurse = await panel().as('nurse')
  const re_authentication = { kind: 'password' as const, password: demoPassword }
  const begun = await nurse(secondFactor.beginTotp, { re_authentication })
  const code = new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate({
    timestamp: panel().clock().getTime(),
  })
  await nurse(secondFactor.addTotp, { challenge: begun.challenge, code, name: 'Phone' })
  const admin = await startSession('admin')
  const { user } = await nurse(signIn.whoAmI, {})
  const account = async () => (await admin(users.get, { _id: user._id })).user
  const { unmount } = await show(
    <SignedIn>
      <ConfirmHost>
        <UserFactors user={await account()} />
      </ConfirmHost>
    </SignedIn>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Remove second factors' }))
  const question = within(await screen.findByRole('dialog'))
  await userEvent.click(question.getByRole('button', { name: 'Remove second factors' }))
  await waitFor(async () =>
    expect(await panel().root.selectFrom('staff_factors').select('id').execute()).toEqual([]),
  )
  unmount()
  await show(
    <SignedIn>
      <main>
        <UserFactors user={await account()} />
      </main>
    </SignedIn>,
  )
  expect(await screen.findByRole('main')).toHaveProperty('textContent', '')
})

test('a user who must add a factor is not asked for the password again, and goes on afterwards', async () => {
  const admin = await panel().as('admin')
  await admin(secondFactor.updateRules, { second_factor_for: ['doctor'], idle_lock_minutes: 0 })
  const doctor = await panel().as('doctor')
  const { user, is_this_userform_user } = await doctor(signIn.whoAmI, {})
  expect(user.must_add_factor).toBe(true)
  const { server_token } = doctor.session
  session.start({ ...user, server_token, is_this_userform_user })
  await show(<AddFactorPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add an authenticator app' }))
  await screen.findByRole('img', { name: 'QR code for the authenticator app' })
  await userEvent.type(screen.getByLabelText('Code that the app shows now'), generateCode(panel()))
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  await userEvent.click(await screen.findByRole('button', { name: 'I have kept them' }))
  await waitFor(() => expect(session.get()?.must_add_factor).toBe(false))
  expect((await doctor(signIn.whoAmI, {})).user.must_add_factor).toBe(false)
  await admin(secondFactor.updateRules, { second_factor_for: [], idle_lock_minutes: 0 })
})
