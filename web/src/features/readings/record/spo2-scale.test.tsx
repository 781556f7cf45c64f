import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Client, type Patient, patients, readings, spo2Scale } from 'contract'
import { testNow } from 'server/testing'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../../test/panel.ts'
import { malee, show, signInAs } from '../../../../test/render.tsx'
import { SignedIn } from '../../../session/signed-in.tsx'
import { News2Card } from '../cards/news2-card.tsx'
import { SpO2Scale } from './spo2-scale.tsx'

const { panel } = usePanel()
let nurse: Client
let doctor: Client
let adults: { _id: string; date_of_birth: string | null }[] = []
let patient: Patient

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(testNow) })
  nurse = await panel().as('nurse')
  doctor = await panel().as('doctor')
  const { rows } = await nurse(patients.list, { filterLists: { in_hospital: true } })
  adults = rows.filter(({ date_of_birth }) => date_of_birth !== null && date_of_birth < '2000')
})
afterAll(() => {
  vi.useRealTimers()
})

/** Each test has an adult with 90 % on air, all other values normal, and no scale set. */
beforeEach(async () => {
  localStorage.clear()
  const next = adults.shift()
  if (!next) throw new Error('the demo hospital has too few adults')
  patient = (await nurse(patients.get, { _id: next._id })).patient
  const measured_at = testNow
  await nurse(readings.record, {
    patient_id: patient._id,
    readings: [
      { kind: 'respiration', measured_at, respiration_rate: 16 },
      { kind: 'spo2', measured_at, spo2: 90, pulse: 80, oxygen: false },
      { kind: 'blood_pressure', measured_at, systolic: 125, diastolic: 74 },
      { kind: 'temperature', measured_at, temperature: 37 },
      { kind: 'consciousness', measured_at, consciousness: 'A' },
    ],
  })
})

const open = (user: Client, may: typeof malee.permissions, language = 'en') => {
  const { session } = user as Client & { session: { user_id: string; server_token: string } }
  signInAs({ ...malee, _id: session.user_id, server_token: session.server_token, permissions: may })
  return show(
    <SignedIn>
      <News2Card patient={patient} />
      <SpO2Scale patientId={patient._id} />
    </SignedIn>,
    { language },
  )
}
const asDoctor = (language?: string) => open(doctor, ['patient:read', 'spo2-scale:prescribe'], language)
const score = async () => within(await screen.findByRole('region', { name: /^NEWS2/ }))
const scale = async () => within(await screen.findByRole('region', { name: 'SpO₂ scale of NEWS2' }))
const kept = () => nurse(spo2Scale.get, { patient_id: patient._id })

test('a prescriber sets scale 2 with a reason, and the scale is shown beside the score that uses it', async () => {
  await asDoctor()
  await waitFor(async () => expect((await score()).getByText('SpO₂ scale 1')).toBeDefined())
  await userEvent.click((await scale()).getByRole('button', { name: 'Set the scale' }))
  await userEvent.click((await scale()).getByRole('radio', { name: 'Scale 2: target 88–92 %' }))
  await userEvent.type((await scale()).getByRole('textbox', { name: 'Reason' }), 'COPD, CO2 retainer')
  await userEvent.click((await scale()).getByRole('button', { name: 'Set' }))
  await waitFor(async () => expect((await score()).getByText('SpO₂ scale 2')).toBeDefined())
  expect(await (await scale()).findByText('COPD, CO2 retainer')).toBeDefined()
  expect(await kept()).toMatchObject({ scale: 2, settings: [{ scale: 2, reason: 'COPD, CO2 retainer' }] })
})

test('a scale cannot be set without a reason', async () => {
  await asDoctor()
  await userEvent.click(await screen.findByRole('button', { name: 'Set the scale' }))
  await userEvent.click((await scale()).getByRole('radio', { name: 'Scale 2: target 88–92 %' }))
  await userEvent.click((await scale()).getByRole('button', { name: 'Set' }))
  expect((await scale()).getByRole('textbox', { name: 'Reason' }).getAttribute('aria-invalid')).toBe('true')
  expect(await kept()).toMatchObject({ scale: 1, settings: [] })
})

test('a nurse sees who set the scale and why, and cannot set it', async () => {
  await doctor(spo2Scale.set, { patient_id: patient._id, scale: 2, reason: 'COPD' })
  await open(nurse, ['patient:read', 'clinical:record'])
  expect((await scale()).getByText('Scale 2: target 88–92 %')).toBeDefined()
  expect((await scale()).getByText('COPD')).toBeDefined()
  expect((await scale()).queryByRole('button')).toBeNull()
})

test('earlier settings are listed below the current one', async () => {
  await doctor(spo2Scale.set, { patient_id: patient._id, scale: 2, reason: 'COPD' })
  await doctor(spo2Scale.set, { patient_id: patient._id, scale: 1, reason: 'Blood gas normal' })
  await asDoctor()
  expect((await scale()).getByText('Scale 1: for everyone')).toBeDefined()
  const [earlier] = (await scale()).getAllByRole('listitem', { hidden: true })
  expect(earlier?.textContent).toContain('SpO₂ scale 2')
  expect(earlier?.textContent).toContain('COPD')
})
