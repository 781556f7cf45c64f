import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { ConfirmHost } from '../../ui/feedback/confirm.tsx'
import { OperationsPage } from './operations-page.tsx'

const { panel } = usePanel()

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  const { session } = await panel().as('admin')
  signInAs({
    ...malee,
    _id: session.user_id,
    server_token: session.server_token,
    permissions: ['fleet:read', 'fleet:manage'],
  })
})

const showPage = () =>
  show(
    <SignedIn>
      <ConfirmHost>
        <OperationsPage />
      </ConfirmHost>
    </SignedIn>,
  )

test('a changed price is in the history, with who changed it from what', async () => {
  await showPage()
  const name = 'ส่งต่อผู้ป่วยระหว่างโรงพยาบาล'
  await userEvent.click(await screen.findByRole('button', { name: `Edit: ${name}` }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit operation' }))
  const price = form.getByLabelText('Price')
  await userEvent.clear(price)
  await userEvent.type(price, '950.5')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/950\.50/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: `More actions: ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Changes' }))
  const history = within(await screen.findByRole('dialog', { name: `Changes: ${name}` }))
  expect(await history.findByText('฿950.50')).toBeDefined()
  expect(history.getByText(/^Price: ฿800\.00 →/)).toBeDefined()
})

test('a target time that is left empty says that the standard one holds', async () => {
  await showPage()
  const row = within(await screen.findByRole('row', { name: /ออกเหตุเบื้องต้น/ }))
  expect(row.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Activation: 2 min',
    'Response, red: 8 min',
    'Response, yellow: 15 min',
    'All standard',
  ])
  await userEvent.click(row.getByRole('button', { name: 'Edit: ออกเหตุเบื้องต้น' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit operation' }))
  expect(form.getByText('Left empty: the standard, 15 minutes')).toBeDefined()
  await userEvent.type(form.getByLabelText(/^Response, yellow/), '20')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect((await screen.findByText(/Response, yellow: 20 min/)).textContent).toBe('Response, yellow: 20 min')
  const standards = screen.getAllByText('(standard)').map((label) => label.parentElement?.textContent)
  expect(standards).toEqual(['Activation: 2 min (standard)', 'Response, red: 8 min (standard)'])
})
