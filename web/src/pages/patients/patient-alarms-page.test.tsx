import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Client, devices, type Patient, patients } from 'contract'
import { Outlet, Route, Routes } from 'react-router'
import { testNow } from 'server/testing'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { ConfirmHost } from '../../ui/feedback/confirm.tsx'
import { PatientAlarmsPage } from './patient-alarms-page.tsx'

const { panel } = usePanel()
let nurse: Client
let all: { _id: string }[] = []
let patient: Patient
let other: Patient
let number = 0

beforeAll(async () => {
  nurse = await panel().as('nurse')
  const { rows } = await nurse(patients.list, { filterLists: { in_hospital: true } })
  all = rows
})

beforeEach(async () => {
  localStorage.clear()
  patient = await readNext()
  other = await readNext()
  const { session } = await panel().as('nurse')
  signInAs({
    ...malee,
    _id: session.user_id,
    server_token: session.server_token,
    permissions: ['patient:read', 'alarm:read', 'device:read', 'device:assign'],
  })
})

async function readNext(): Promise<Patient> {
  const next = all.shift()
  if (!next) throw new Error('the demo hospital has too few patients')
  return (await nurse(patients.get, { _id: next._id })).patient
}

async function registerDevice(name: string) {
  number += 1
  const mac = `bbbb0000${String(number).padStart(4, '0')}`
  return (await nurse(devices.register, { mac, kind: 'oximeter', name })).device
}

const draw = () =>
  show(
    <SignedIn>
      <ConfirmHost>
        <Routes>
          <Route element={<Outlet context={patient} />}>
            <Route path="*" element={<PatientAlarmsPage />} />
          </Route>
        </Routes>
      </ConfirmHost>
    </SignedIn>,
  )
const worn = async () => within(await screen.findByRole('region', { name: 'Devices worn' }))
const readWearer = async (_id: string) => (await nurse(devices.get, { _id })).device.wearer?._id

test('a free device is given with two clicks, and taken back once that is confirmed', async () => {
  const device = await registerDevice('Oximeter one')
  await draw()
  await userEvent.click((await worn()).getByRole('button', { name: 'Give a device' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Give Oximeter one' }))
  await waitFor(async () => expect(await readWearer(device._id)).toBe(patient._id))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  panel().wait(60_000)
  const row = (await (await worn()).findByText('Oximeter one')).closest('li')
  await userEvent.click(within(row as HTMLElement).getByRole('button', { name: 'Take back' }))
  const question = await screen.findByRole('dialog', { name: 'Take this device back?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Take back' }))
  await waitFor(async () => expect((await worn()).queryByText('Oximeter one')).toBeNull())
  expect(await readWearer(device._id)).toBeUndefined()
})

test('a device of another patient is found by its name, and changes hands once that is confirmed', async () => {
  const device = await registerDevice('Oximeter two')
  await nurse(devices.assign, { device_id: device._id, patient_id: other._id })
  panel().wait(60_000)
  await draw()
  await userEvent.click((await worn()).getByRole('button', { name: 'Give a device' }))
  expect(await screen.findAllByRole('button', { name: /^Give / })).not.toEqual([])
  expect(screen.queryByText('Oximeter two')).toBeNull()
  await userEvent.type(screen.getByRole('searchbox'), 'meter two')
  await userEvent.click(await screen.findByRole('button', { name: 'Hand over Oximeter two' }))
  const question = await screen.findByRole('dialog', { name: new RegExp(other.name) })
  expect(await readWearer(device._id)).toBe(other._id)
  await userEvent.click(within(question).getByRole('button', { name: 'Hand over' }))
  await waitFor(async () => expect(await readWearer(device._id)).toBe(patient._id))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await (await worn()).findByText('Oximeter two')).toBeDefined()
})

test('it says how many free devices are not shown; a watch is found among them, and a gateway is none', async () => {
  const { id: hospital_id } = await panel()
    .root.selectFrom('hospitals')
    .select('id')
    .executeTakeFirstOrThrow()
  const values = Array.from({ length: 60 }, (_, at) => ({
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    hospital_id,
    mac: `bbbb1111${String(at).padStart(4, '0')}`,
    kind: at === 0 ? 'gateway' : at === 1 ? 'watch' : 'cuff',
    name: `Spare ${at}`,
    registered_at: testNow,
  }))
  await panel().root.insertInto('devices').values(values).execute()
  const { total } = await nurse(devices.list, { is_worn: false, is_wearable: true })
  await draw()
  await userEvent.click((await worn()).getByRole('button', { name: 'Give a device' }))
  expect(await screen.findByText(`50 of ${total} devices: search for the others.`)).toBeDefined()
  expect(screen.queryByText('Spare 1')).toBeNull()
  await userEvent.type(screen.getByRole('searchbox'), 'Spare 1')
  expect(await screen.findByRole('button', { name: 'Give Spare 1' })).toBeDefined()
  expect(screen.queryByText(/search for the others/)).toBeNull()
  await userEvent.clear(screen.getByRole('searchbox'))
  await userEvent.type(screen.getByRole('searchbox'), 'Spare 0')
  expect(await screen.findByText('No device matches the search and the filters.')).toBeDefined()
})

test('a user who may not assign devices sees them alone', async () => {
  const device = await registerDevice('Oximeter three')
  await nurse(devices.assign, { device_id: device._id, patient_id: patient._id })
  const { session } = await panel().as('nurse')
  signInAs({
    ...malee,
    _id: session.user_id,
    server_token: session.server_token,
    permissions: ['patient:read', 'alarm:read', 'device:read'],
  })
  await draw()
  expect(await (await worn()).findByText('Oximeter three')).toBeDefined()
  expect((await worn()).queryByRole('button')).toBeNull()
})
