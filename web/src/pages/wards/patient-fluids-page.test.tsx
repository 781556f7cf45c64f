import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beds, type Client, computePermissions, fluids, type Permission, patients } from 'contract'
import { Outlet, Route, Routes } from 'react-router'
import { testNow } from 'server/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { PatientFluidsPage } from './patient-fluids-page.tsx'

const { panel } = usePanel()
let nurse: Client
let patientId: string

beforeEach(async () => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(testNow) })
  nurse = await panel().as('nurse')
  const { wards } = await nurse(beds.map, { ward: 'every' })
  patientId = wards.flatMap((ward) => ward.beds).find(({ occupant }) => occupant)?.occupant?.patient._id ?? ''
})
afterEach(() => vi.useRealTimers())

async function open(permissions: readonly Permission[] = computePermissions('nurse', false)) {
  const { session } = await panel().as('nurse')
  const { user_id: _id, server_token } = session
  signInAs({ ...malee, _id, server_token, permissions: [...permissions] })
  const { patient } = await nurse(patients.get, { _id: patientId })
  await show(
    <SignedIn>
      <Routes>
        <Route element={<Outlet context={patient} />}>
          <Route path="*" element={<PatientFluidsPage />} />
        </Route>
      </Routes>
    </SignedIn>,
  )
}

test('an amount is written down, counted by shift and day, and struck out to be entered again', async () => {
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Record intake or output' }))
  const form = within(await screen.findByRole('dialog'))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getAllByText(/required/i).length).toBeGreaterThan(0)
  await userEvent.click(form.getByRole('radio', { name: 'Urine' }))
  await userEvent.type(form.getByRole('textbox', { name: /^Amount/ }), '3000')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  const shift = await screen.findByRole('row', { name: /05 Nov 2026 morning 08:00–16:00/ })
  expect(within(shift).getByText('= -3,000')).toBeDefined()
  expect(within(await screen.findByRole('row', { name: /24 hours/ })).getByText('= -3,000')).toBeDefined()

  await userEvent.click(screen.getByRole('button', { name: 'Strike out Urine 3000 mL' }))
  const strike = within(await screen.findByRole('dialog', { name: 'Strike out' }))
  await userEvent.click(strike.getByRole('button', { name: 'Strike out and enter again' }))
  expect(strike.getByRole('textbox', { name: 'Reason' }).getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(strike.getByRole('textbox', { name: 'Reason' }), 'One zero too many')
  await userEvent.click(strike.getByRole('button', { name: 'Strike out and enter again' }))
  const again = within(await screen.findByRole('dialog', { name: 'Record intake or output' }))
  const amount = again.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ })
  expect(amount.value).toBe('3000')
  await userEvent.clear(amount)
  await userEvent.type(amount, '300')
  await userEvent.click(again.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(within(screen.getByRole('row', { name: /24 hours/ })).getByText('= -300')).toBeDefined(),
  )
  expect(screen.getByText(/struck out: One zero too many/)).toBeDefined()
  const at = { from: '2026-11-04T17:00:00Z', to: '2026-11-05T17:00:00Z' }
  const { entries } = await nurse(fluids.list, { patient_id: patientId, ...at })
  expect(entries.filter(({ struck }) => struck).map(({ ml }) => ml)).toEqual([3000])
  expect(entries.filter(({ struck }) => !struck).map(({ ml }) => ml)).toEqual([300])
})

test('whoever may not chart reads the sums and writes nothing', async () => {
  await open(['patient:read'])
  expect(await screen.findByRole('radio', { name: '3 days' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Record intake or output' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Strike out/ })).toBeNull()
})
