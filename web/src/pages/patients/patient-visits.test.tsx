import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { admissions, type Client, opd, patients, Registration, reference, triage, visits } from 'contract'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { PatientVisits } from '../../features/triage/visits/patient-visits.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { TriagePage } from '../emergency/triage-page.tsx'

const { panel } = usePanel()
let nurse: Client

beforeEach(async () => {
  const signedIn = await panel().as('nurse')
  nurse = signedIn
  const { user_id, server_token } = signedIn.session
  signInAs({
    ...malee,
    _id: user_id,
    server_token,
    permissions: ['patient:read', 'device:read', 'queue:manage', 'triage:record'],
  })
})

/** Somebody who has just arrived. */
async function letArrive() {
  const { patient } = await nurse(
    patients.register,
    Registration.parse({
      hn: crypto.randomUUID().slice(0, 8),
      title: 'นาง',
      name: 'สมหญิง',
      surname: 'ชื่อซ้ำ',
      gender: 'female',
      date_of_birth: '1960-02-03',
      identity_kind: 'none',
      is_someone_else: true,
    }),
  )
  const arrival = { patient_id: patient._id, kind: 'ER', source: 1, mode: 'WALK' } as const
  const { visit } = await nurse(visits.arrive, arrival)
  return { patient, visit }
}

const showVisits = (patient: Awaited<ReturnType<typeof letArrive>>['patient'], language = 'en') =>
  show(
    <SignedIn>
      <PatientVisits patient={{ ...patient, an: null, ward: null, bed: null }} />
    </SignedIn>,
    { language },
  )

const readVisits = async ({ _id: patient_id }: { _id: string }) =>
  (await nurse(triage.history, { patient_id })).visits

test('a visit is cancelled in the list of the record, which then strikes it through and says by whom and why', async () => {
  const { patient, visit } = await letArrive()
  await showVisits(patient)
  const list = within(await screen.findByRole('region', { name: 'Visits' }))
  await userEvent.click(list.getByRole('button', { name: `Cancel visit: ${visit.vn}` }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel visit' }))
  expect(dialog.getByText(/สมหญิง/)).toBeDefined()
  const cancel = async () => {
    const button = await dialog.findByRole('button', { name: 'Cancel visit' })
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
    await userEvent.click(button)
  }
  await userEvent.click(dialog.getByLabelText('Other'))
  await cancel()
  expect(await dialog.findByText('Please give a reason')).toBeDefined()
  expect(await readVisits(patient)).toMatchObject([{ voided: null }])
  await userEvent.type(dialog.getByLabelText(/^Note/), 'another Somying')
  await cancel()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await list.findByText(/^Cancelled/)).textContent).toMatch(/ · Other · another Somying$/)
  expect(list.getByText(`${visit.vn} · ER`).tagName).toBe('S')
  expect(list.queryByRole('button', { name: /^C(ancel|orrect)/ })).toBeNull()
  expect(await readVisits(patient)).toMatchObject([{ voided: { reason: 'OTHER', note: 'another Somying' } }])
})

test('while an arrival is corrected its visit can be cancelled, in Thai too', async () => {
  const { patient } = await letArrive()
  await show(
    <SignedIn>
      <Routes>
        <Route path="/app/triage/:id" element={<TriagePage />} />
      </Routes>
    </SignedIn>,
    { at: `/app/triage/${patient._id}`, language: 'th' },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'แก้ไขข้อมูลการรับบริการ' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'ยกเลิกการรับบริการ' }))
  await userEvent.click(await dialog.findByLabelText('ลงทะเบียนซ้ำ'))
  const final = dialog.getByRole('button', { name: 'ยกเลิกการรับบริการ' })
  await waitFor(() => expect(final.hasAttribute('disabled')).toBe(false))
  await userEvent.click(final)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await readVisits(patient)).toMatchObject([{ voided: { reason: 'DUPLICATE', note: null } }])
})

test('the dialog says that an admission is cancelled first', async () => {
  const { patient, visit } = await letArrive()
  await showVisits(patient)
  await userEvent.click(await screen.findByRole('button', { name: `Cancel visit: ${visit.vn}` }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel visit' }))
  await userEvent.click(dialog.getByLabelText('Wrong patient'))
  const [{ doctors }, { ward }] = [await nurse(admissions.doctors, {}), await nurse(reference.wards, {})]
  await nurse(admissions.admit, {
    patient_id: patient._id,
    admit_type: 'E',
    admit_source: 'E',
    arrival_type: 1,
    department: '01',
    attending_id: doctors[0]?._id ?? '',
    diagnosis: 'fever',
    ward_id: ward[0]?._id ?? '',
  })
  const final = dialog.getByRole('button', { name: 'Cancel visit' })
  await waitFor(() => expect(final.hasAttribute('disabled')).toBe(false))
  await userEvent.click(final)
  expect((await dialog.findByRole('alert')).textContent).toMatch(/please cancel the admission first/)
})

test('whoever was registered at the wrong desk is moved to the clinics, with a number there', async () => {
  const { patient } = await letArrive()
  const admin = await panel().as('admin')
  const { clinic } = await admin(opd.saveClinic, { code: 'W', name_en: 'Clinic W', name_th: 'คลินิก W' })
  await showVisits(patient)
  await userEvent.click(await screen.findByRole('button', { name: /^Correct the visit/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Correct the visit' }))
  await userEvent.click(within(dialog.getByRole('radiogroup', { name: 'Where to' })).getByLabelText('OPD'))
  await userEvent.selectOptions(await dialog.findByLabelText('Clinic'), clinic._id)
  await userEvent.type(dialog.getByLabelText(/^Why it is corrected/), 'wrong desk')
  await userEvent.click(dialog.getByRole('button', { name: 'Correct' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(async () => {
    const { rows } = await nurse(opd.queue, {})
    expect(rows.find((row) => row.patient._id === patient._id)).toMatchObject({ clinic_id: clinic._id })
  })
  expect(await readVisits(patient)).toMatchObject([{ kind: 'OPD' }])
})

test('a visit that another system told, of which nobody knows when it ended, is offered for correction alone', async () => {
  const { patient, visit } = await letArrive()
  await panel().root.updateTable('visits').set({ is_open: false }).where('id', '=', visit._id).execute()
  await showVisits(patient)
  const list = within(await screen.findByRole('region', { name: 'Visits' }))
  expect(list.getByRole('button', { name: /^Correct the visit/ })).toBeDefined()
  expect(list.queryByRole('button', { name: /^Cancel visit/ })).toBeNull()
})
