import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  beds,
  type Client,
  collectActValues,
  computePermissions,
  groups,
  hospitals,
  readings,
  rounds,
} from 'contract'
import { testNow } from 'server/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { RoundPage } from './round-page.tsx'

const { panel } = usePanel()
let nurse: Client
let ward: string

beforeEach(async () => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(testNow) })
  nurse = await panel().as('nurse')
  const { wards } = await nurse(beds.map, { ward: 'every' })
  ward = wards.find(({ beds: all }) => all.filter(({ occupant }) => occupant).length > 2)?.ward._id ?? ''
})
afterEach(() => vi.useRealTimers())

async function open(session: { user_id: string; server_token: string }, language = 'en', shown = ward) {
  const { user_id: _id, server_token } = session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('nurse', false)] })
  return show(
    <SignedIn>
      <RoundPage />
    </SignedIn>,
    { at: `/app/ward/round?ward=${shown}`, language },
  )
}
const openAsNurse = async (language?: string) => open((await panel().as('nurse')).session, language)
const readRows = async () => (await nurse(rounds.get, { ward })).rows
/** The row of the patient with this place, as they stand on the screen. */
const findRow = async (place: number) => {
  await screen.findAllByLabelText(/^Pulse, /)
  const row = document.querySelectorAll<HTMLElement>('[data-round-row]')[place]
  if (!row) throw new Error('there is no such row')
  return within(row)
}
const isFocused = (place: number, field: string) => {
  const row = document.querySelectorAll('[data-round-row]')[place]
  return document.activeElement === row?.querySelector(`[data-field="${field}"]`)
}

test('a row is charted by keys alone, as one act, and the next row has the focus', async () => {
  await openAsNurse()
  const row = await findRow(0)
  await userEvent.click(row.getByLabelText(/^Systolic, /))
  await userEvent.keyboard(
    '120{Enter}80{Enter}76{Enter}98{Enter}a{Enter}36.8{Enter}18{Enter}v{Enter}2{Enter}',
  )
  expect(await row.findByText(/^Saved /)).toBeDefined()
  expect(isFocused(1, 'systolic')).toBe(true)
  const [first] = await readRows()
  const { rows } = await nurse(readings.history, { patient_id: first?.patient._id ?? '', by_act: true })
  const charted = rows.filter(({ source }) => source === 'manual')
  expect(charted).toHaveLength(1)
  const [newest] = charted
  expect(newest && collectActValues(newest)).toMatchObject({
    systolic: 120,
    diastolic: 80,
    pulse: 76,
    spo2: 98,
    oxygen: false,
    temperature: 36.8,
    respiration_rate: 18,
    consciousness: 'V',
    pain_score: 2,
  })
})

test('a record opened from the round knows the order of its rows', async () => {
  sessionStorage.clear()
  await openAsNurse()
  const row = await findRow(1)
  await userEvent.click(row.getByRole('link'))
  const { ids } = JSON.parse(sessionStorage.getItem('patient-order') ?? '{}')
  expect(ids).toEqual((await readRows()).map(({ patient }) => patient._id))
})

test('arrows move between cells and rows, and change no choice', async () => {
  await openAsNurse()
  const row = await findRow(0)
  await userEvent.click(row.getByLabelText(/^SpO₂, /))
  await userEvent.keyboard('{ArrowRight}')
  expect(isFocused(0, 'oxygen')).toBe(true)
  await userEvent.keyboard('{ArrowDown}')
  expect(isFocused(1, 'oxygen')).toBe(true)
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowLeft}')
  expect(isFocused(0, 'spo2')).toBe(true)
  expect(document.querySelectorAll('[data-state="typed"]')).toHaveLength(0)
})

test('an impossible value is refused with its name, and what was typed stays, also on another visit', async () => {
  const { unmount } = await openAsNurse()
  await userEvent.click((await findRow(0)).getByLabelText(/^Pulse, /))
  await userEvent.keyboard('76{Tab}{Tab}{Tab}{Tab}')
  await userEvent.click((await findRow(1)).getByLabelText(/^Systolic, /))
  await userEvent.keyboard('999')
  await userEvent.click((await findRow(2)).getByLabelText(/^Systolic, /))
  const row = await findRow(1)
  expect(await row.findByText('Not saved: please check')).toBeDefined()
  expect(row.getByText(/999 – Between 0 and 300/)).toBeDefined()
  expect(row.getByText('Systolic:')).toBeDefined()
  await waitFor(() => expect(Object.keys(localStorage).some((key) => key.includes(':round:'))).toBe(true))
  unmount()
  await openAsNurse()
  const again = await findRow(1)
  await waitFor(() => expect(again.getByLabelText<HTMLInputElement>(/^Systolic, /).value).toBe('999'))
  expect(again.getByText(/^Typed before and not saved/)).toBeDefined()
  await userEvent.click(again.getByRole('button', { name: /^Discard what was typed for/ }))
  expect(again.getByLabelText<HTMLInputElement>(/^Systolic, /).value).toBe('')
})

test('an unusual value is saved once it was confirmed', async () => {
  await openAsNurse()
  const row = await findRow(1)
  await userEvent.click(row.getByLabelText(/^Temperature, /))
  await userEvent.keyboard('43{Control>}{Enter}{/Control}')
  const question = await row.findByRole('checkbox', { name: 'I checked: it is right' })
  await waitFor(() => expect(document.activeElement).toBe(question))
  await userEvent.keyboard(' {Enter}')
  expect(await row.findByText(/^Saved /)).toBeDefined()
  expect(await row.findByText(/^43\.0/)).toBeDefined()
})

test('an order of how often vital signs are taken has a reason, and the row says so', async () => {
  await openAsNurse()
  const row = await findRow(2)
  await userEvent.click(row.getByRole('button', { name: /^How often the vital signs of/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('radio', { name: '2\u00a0hr' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Set' }))
  expect(dialog.getByRole('textbox', { name: 'Reason' }).getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'After the operation')
  await userEvent.click(dialog.getByRole('button', { name: 'Set' }))
  expect(await row.findByText(/ordered every 2 hr/)).toBeDefined()
})

test('a ward that the nurse does not follow shows nothing but the names', async () => {
  const stranger = await panel().asNew({ staffType: 'nurse' })
  const { wards } = await nurse(beds.map, { ward: 'every' })
  const other = wards.find((one) => one.ward._id !== ward)?.ward._id ?? ''
  const admin = await panel().as('admin')
  await admin(groups.save, { name: 'Other wards', ward_ids: [other], member_ids: [stranger.session.user_id] })
  await open(stranger.session)
  const rows = await readRows()
  expect(await screen.findAllByText('On another ward: the record is closed to you.')).toHaveLength(
    rows.length,
  )
  expect(document.querySelectorAll('[data-field]')).toHaveLength(0)
})

test('a hospital without wards is told so, and who adds them', async () => {
  const systemAdmin = await panel().asNew({ staffType: 'admin', isSystemAdmin: true })
  const { hospital } = await systemAdmin(hospitals.add, {
    code: '10662',
    name_en: 'New Hospital',
    name_th: 'โรงพยาบาลใหม่',
    first_name: 'สมศรี',
    last_name: 'ใจดี',
    email: 'admin@new.hospital',
    phone: '0812345678',
  })
  const { session } = await panel().asNew({ staffType: 'nurse', hospitalId: hospital._id })
  await open(session, 'en', 'every')
  expect(await screen.findByText('There is no ward yet. An admin adds wards under Hospital.')).toBeDefined()
})
