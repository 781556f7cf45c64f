import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { secondFactor } from 'contract'
import { Secret, TOTP } from 'otpauth'
import { demoPassword } from 'server/testing'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { show } from '../../../test/render.tsx'
import { session } from '../../session/session.ts'
import { LoginForm } from './login-form.tsx'

const { panel } = usePanel()
let app: TOTP
let recoveryCodes: string[]
const code = () => app.generate({ timestamp: panel().clock().getTime() })

beforeAll(async () => {
  const nurse = await panel().as('nurse')
  const re_authentication = { kind: 'password' as const, password: demoPassword }
  const begun = await nurse(secondFactor.beginTotp, { re_authentication })
  app = new TOTP({ secret: Secret.fromBase32(begun.secret) })
  const added = await nurse(secondFactor.addTotp, { challenge: begun.challenge, code: code(), name: 'Phone' })
  recoveryCodes = added.recovery_codes ?? []
})

beforeEach(() => {
  localStorage.clear()
  session.endByChoice()
  panel().wait(30_000)
})

async function typePassword(password = demoPassword) {
  await screen.findByRole('option', { name: 'Nurse' })
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Login As' }), 'Nurse')
  await userEvent.type(screen.getByLabelText('Email'), 'nurse@demo.hospital')
  await userEvent.type(screen.getByLabelText('Password'), `${password}{Enter}`)
}

test('after the password comes the code of the app: a wrong one is refused, and the right one signs in', async () => {
  await show(<LoginForm />)
  await typePassword()
  const field = await screen.findByLabelText('Code of the authenticator app')
  expect(document.activeElement).toBe(field)
  expect(session.get()).toBeUndefined()
  await userEvent.type(field, '000000{Enter}')
  await screen.findByText('This code is not right, or was used already. Please try the next one.')
  await userEvent.clear(field)
  await userEvent.type(field, `${code()}{Enter}`)
  await waitFor(() => expect(session.get()?.email).toBe('nurse@demo.hospital'))
})

test('a recovery code signs in too', async () => {
  await show(<LoginForm />)
  await typePassword()
  await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  await userEvent.type(screen.getByLabelText('Recovery code'), `${recoveryCodes[0]}{Enter}`)
  await waitFor(() => expect(session.get()?.email).toBe('nurse@demo.hospital'))
})

test('the user can go back to the password, and the other typed values are still there', async () => {
  await show(<LoginForm />)
  await typePassword()
  await userEvent.click(await screen.findByRole('button', { name: 'Begin again with the password' }))
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'nurse@demo.hospital')
})
