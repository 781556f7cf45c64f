import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  beds,
  type Client,
  computePermissions,
  fluids,
  type Permission,
  patients,
  thresholds,
} from 'contract'
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
const day = { from: '2026-11-04T17:00:00Z', to: '2026-11-05T17:00:00Z' }

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
  const { entries } = await nurse(fluids.list, { patient_id: patientId, ...day })
  expect(entries.filter(({ struck }) => struck).map(({ ml }) => ml)).toEqual([3000])
  expect(entries.filter(({ struck }) => !struck).map(({ ml }) => ml)).toEqual([300])
})

const hourMs = 3_600_000

test('a draft is charted at the time at which it was typed, and says that it was restored', async () => {
  const typedAt = new Date(Date.parse(testNow) - hourMs)
  vi.setSystemTime(typedAt)
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Record intake or output' }))
  const before = within(await screen.findByRole('dialog'))
  await userEvent.click(before.getByRole('radio', { name: 'Urine' }))
  await userEvent.type(before.getByRole('textbox', { name: /^Amount/ }), '471')
  cleanup()
  vi.setSystemTime(new Date(testNow))
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Record intake or output' }))
  const form = within(await screen.findByRole('dialog'))
  expect(await form.findByText(/is still here and was not saved/)).toBeDefined()
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { entries } = await nurse(fluids.list, { patient_id: patientId, ...day })
  const typedMinute = Math.floor(typedAt.getTime() / 60_000) * 60_000
  expect(entries.filter(({ ml }) => ml === 471).map(({ at }) => Date.parse(at))).toEqual([typedMinute])
})

test('an entry that is struck out and entered again keeps its time, whatever draft was left', async () => {
  const at = new Date(Date.parse(testNow) - 2 * hourMs)
  at.setUTCSeconds(0, 0)
  const entry = { kind: 'urine' as const, ml: 862, at: at.toISOString(), note: '' }
  await nurse(fluids.record, { patient_id: patientId, entries: [entry] })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Record intake or output' }))
  const left = within(await screen.findByRole('dialog'))
  await userEvent.type(left.getByRole('textbox', { name: /^Amount/ }), '99')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Strike out Urine 862 mL' }))
  const strike = within(await screen.findByRole('dialog', { name: 'Strike out' }))
  await userEvent.type(strike.getByRole('textbox', { name: 'Reason' }), 'Misread')
  await userEvent.click(strike.getByRole('button', { name: 'Strike out and enter again' }))
  const again = within(await screen.findByRole('dialog', { name: 'Record intake or output' }))
  const amount = again.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ })
  expect(amount.value).toBe('862')
  await userEvent.clear(amount)
  await userEvent.type(amount, '682')
  await userEvent.click(again.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { entries } = await nurse(fluids.list, { patient_id: patientId, ...day })
  expect(entries.filter(({ ml }) => ml === 682).map((one) => Date.parse(one.at))).toEqual([at.getTime()])
})

test('whoever may not chart reads the sums and writes nothing', async () => {
  await open(['patient:read'])
  expect(await screen.findByRole('radio', { name: '3 days' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Record intake or output' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Strike out/ })).toBeNull()
})

test('a night shift that began before midnight has its whole sum, and the day and the entries only their own', async () => {
  const doctor = await panel().as('doctor')
  const { version, thresholds: held } = await doctor(thresholds.get, {})
  const times = { ...held.times, shift_morning_hour: 7, shift_evening_hour: 15, shift_night_hour: 23 }
  await doctor(thresholds.update, { version, thresholds: { ...held, times }, reason: 'Hours of the wards' })
  const { wards } = await nurse(beds.map, { ward: 'every' })
  const occupants = wards.flatMap((ward) => ward.beds).flatMap(({ occupant }) => occupant ?? [])
  const [longest] = occupants.toSorted((one, other) => one.admitted_at.localeCompare(other.admitted_at))
  patientId = longest?.patient._id ?? ''
  const write = (ml: number, at: string) =>
    nurse(fluids.record, { patient_id: patientId, entries: [{ kind: 'iv', ml, at, note: '' }] })
  await write(500, '2026-11-04T22:30:00+07:00')
  await write(200, '2026-11-04T23:30:00+07:00')
  await write(100, '2026-11-05T01:00:00+07:00')
  await open()
  await userEvent.click(await screen.findByRole('radio', { name: 'Today' }))
  const night = await screen.findByRole('row', { name: /04 Nov 2026 night 23:00–07:00/ })
  expect(within(night).getByText('= +300')).toBeDefined()
  expect(within(await screen.findByRole('row', { name: /24 hours/ })).getByText('= +100')).toBeDefined()
  expect(screen.queryByRole('row', { name: /04 Nov 2026 evening/ })).toBeNull()
  expect(within(screen.getByRole('list', { name: 'Entries' })).getAllByRole('listitem')).toHaveLength(1)
})
