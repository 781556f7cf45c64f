import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { hospitals } from 'contract'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { listNavigation, listNavigationScreens } from '../../app/navigation.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { HospitalsPage } from './hospitals-page.tsx'

const { panel } = usePanel()

beforeEach(async () => {
  localStorage.clear()
  const { session } = await panel().asNew({ staffType: 'admin', isSystemAdmin: true })
  const { user_id: _id, server_token } = session
  signInAs({ ...malee, _id, server_token, permissions: ['patient:read'], is_system_admin: true })
})

test('a hospital is added with its first admin, whose link is shown once', async () => {
  await show(
    <SignedIn>
      <HospitalsPage />
    </SignedIn>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Add hospital' }))
  const form = within(await screen.findByRole('dialog'))
  const type = (label: RegExp, text: string) => userEvent.type(form.getByLabelText(label), text)
  await type(/^Name in Thai/, 'โรงพยาบาลใหม่')
  await type(/^Name in English/, 'New Hospital')
  await type(/^Code/, '10662')
  await type(/^First name/, 'สมศรี')
  await type(/^Last name/, 'ใจดี')
  await type(/^Email/, 'nurse@demo.hospital')
  await type(/^Phone/, '0812345678')
  await userEvent.click(form.getByRole('button', { name: 'Add hospital' }))
  expect(await form.findByText(/e-?mail/i, { selector: '[class*=error]' })).toBeDefined()
  await userEvent.clear(form.getByLabelText(/^Email/))
  await type(/^Email/, 'first@new.hospital')
  await userEvent.click(form.getByRole('button', { name: 'Add hospital' }))
  const email = await screen.findByText('first@new.hospital')
  const slip = within(email.closest('li') ?? email)
  expect(slip.getByText(/New Hospital/)).toBeDefined()
  expect(slip.getByText(/#[\w-]{43}$/)).toBeDefined()
  expect(await screen.findByRole('link', { name: 'New Hospital', hidden: true })).toBeDefined()
  const admin = await panel().as('admin')
  expect((await admin(hospitals.list, {})).hospital.map(({ code }) => code)).not.toContain('10662')
})

test('only a system admin sees the link to the hospitals', () => {
  const ways = (is_system_admin: boolean) =>
    listNavigationScreens(listNavigation({ ...malee, is_system_admin })).map(({ screen }) => screen)
  expect(ways(true)).toContain('hospitals')
  expect(ways(false)).not.toContain('hospitals')
})
