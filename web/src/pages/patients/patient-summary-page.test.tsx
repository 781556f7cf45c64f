import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { alarms, type Client, type Patient, type Permission, patients, readings } from 'contract'
import { Outlet, Route, Routes } from 'react-router'
import { testNow } from 'server/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { PatientSummaryPage } from './patient-summary-page.tsx'

const { panel } = usePanel()
let patient: Patient
let nurse: Client

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(testNow) })
  const signedIn = await panel().as('nurse')
  nurse = signedIn
  const { user_id: _id, server_token } = signedIn.session
  const permissions: Permission[] = [
    'patient:read',
    'alarm:read',
    'alarm:act',
    'device:read',
    'device:assign',
  ]
  signInAs({ ...malee, _id, server_token, permissions })
  const number = Math.floor(performance.now() * 1000)
  const { _id: id } = (
    await nurse(patients.register, {
      hn: `S-${number}`,
      title: 'นาง',
      name: `สายสมร${number}`,
      surname: 'ทองประเสริฐ',
      gender: 'female',
      date_of_birth: '1960-03-01',
      identity_kind: 'none',
    })
  ).patient
  patient = (await nurse(patients.get, { _id: id })).patient
})
afterEach(() => vi.useRealTimers())

const draw = (language = 'en') =>
  show(
    <SignedIn>
      <Routes>
        <Route element={<Outlet context={patient} />}>
          <Route path="*" element={<PatientSummaryPage />} />
        </Route>
      </Routes>
    </SignedIn>,
    { language },
  )

const ago = (minutes: number) => new Date(Date.parse(testNow) - minutes * 60_000).toISOString()
const chart = (minutes: number, values: { systolic: number; diastolic: number }) =>
  nurse(readings.record, {
    patient_id: patient._id,
    readings: [{ kind: 'blood_pressure', measured_at: ago(minutes), ...values }],
  })

test('the newest value stands with its source, and with a single earlier reading and its time', async () => {
  await chart(150, { systolic: 118, diastolic: 70 })
  await chart(5, { systolic: 142, diastolic: 84 })
  await draw()
  const newest = within(await screen.findByRole('region', { name: 'Newest values' }))
  const cell = within((await newest.findByText('142/84')).closest('li') as HTMLElement)
  expect(cell.getByText(/118\/70.*12:02/)).toBeDefined()
  expect(cell.getByText(/Written by hand/)).toBeDefined()
})

test('an open alarm is acknowledged here', async () => {
  await chart(1, { systolic: 236, diastolic: 120 })
  await draw()
  await userEvent.click((await screen.findAllByRole('button', { name: /^Acknowledge/ }))[0] as HTMLElement)
  expect(await screen.findByText(/^Acknowledged/)).toBeDefined()
  const own = (await nurse(alarms.open, {})).alarms.filter((one) => one.patient?._id === patient._id)
  expect(own.some(({ state }) => state === 'acknowledged')).toBe(true)
})

test('a patient of whom nothing is known gets no invented value, and a device can be given', async () => {
  await draw('th')
  expect(await screen.findByText('ยังไม่เคยวัดสัญญาณชีพที่นี่')).toBeDefined()
  expect(await screen.findByRole('button', { name: 'มอบอุปกรณ์' })).toBeDefined()
})
