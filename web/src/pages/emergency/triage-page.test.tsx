import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  admissionRequests,
  admissions,
  ambulanceReferrals,
  beds,
  type Client,
  computePermissions,
  devices,
  erBoard,
  opd,
  patients,
  Registration,
  type Result,
  reference,
  standardZones,
  triage,
  visits,
} from 'contract'
import { Route, Routes, useLocation } from 'react-router'
import { answerAll } from 'server/support/missions'
import { testNow } from 'server/testing'
import { v7 as newId } from 'uuid'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { replaceFetch } from '../../../test/replace-fetch.ts'
import { queryClient } from '../../api/client.ts'
import { TriageHistory } from '../../features/triage/triage-history.tsx'
import { PatientVisits } from '../../features/triage/visits/patient-visits.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import { TriagePage } from './triage-page.tsx'
import { TriageQueuePage } from './triage-queue-page.tsx'

const { panel } = usePanel()
let nurse: Client

beforeEach(async () => {
  localStorage.clear()
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

function LocationProbe() {
  return <output data-testid="path">{useLocation().pathname}</output>
}

const renderPage = (at: string, language = 'en') =>
  show(
    <SignedIn>
      <Routes>
        <Route path="/app/triage" element={<TriageQueuePage />} />
        <Route path="/app/triage/:id" element={<TriagePage />} />
      </Routes>
      <LocationProbe />
    </SignedIn>,
    { at, language },
  )

async function findWaiting() {
  const { rows } = await nurse(triage.queue, {})
  const waiting = rows.find(({ last }) => last === null)
  if (!waiting) throw new Error('nobody waits for triage in the demo hospital')
  return waiting
}

/** A woman of 36 years, or of another age, whom nobody knew before. */
async function registerWoman(date_of_birth = '1990-02-03') {
  const { patient } = await nurse(
    patients.register,
    Registration.parse({
      hn: crypto.randomUUID().slice(0, 8),
      title: 'นาง',
      name: 'ทดลอง',
      surname: 'คัดแยก',
      gender: 'female',
      date_of_birth,
      identity_kind: 'none',
      is_someone_else: true,
    }),
  )
  return patient
}

/** Somebody who has just walked in, and whose infection screen nobody has asked. */
async function letArrive(dateOfBirth?: string) {
  const patient = await registerWoman(dateOfBirth)
  await nurse(visits.arrive, { patient_id: patient._id, kind: 'ER', source: 1, mode: 'WALK' })
  return patient
}

test('the coma scale has its words for infants until the second birthday', async () => {
  const now = new Date()
  const bornTwoYearsBefore = (days: number) =>
    new Date(Date.UTC(now.getUTCFullYear() - 2, now.getUTCMonth(), now.getUTCDate() + days))
      .toISOString()
      .slice(0, 10)
  const infant = await letArrive(bornTwoYearsBefore(2))
  const page = await renderPage(`/app/triage/${infant._id}`)
  expect(await screen.findByText(/^Under 2 years: V 5 coos/)).toBeDefined()
  page.unmount()
  const child = await letArrive(bornTwoYearsBefore(-2))
  await renderPage(`/app/triage/${child._id}`)
  expect(await screen.findByRole('group', { name: 'GCS' })).toBeDefined()
  expect(screen.queryByText(/^Under 2 years/)).toBeNull()
})

test('the list begins with who waits for triage, and counts them', async () => {
  const { patient } = await findWaiting()
  await renderPage('/app/triage')
  const rows = await screen.findAllByRole('link', { name: /^Triage / })
  expect(rows[0]?.getAttribute('href')).toBe(`/app/triage/${patient._id}`)
  expect(screen.getByText(/^\d+ (is|are) waiting for triage$/)).toBeDefined()
  expect(screen.getAllByText('Red').length).toBeGreaterThan(0)
})

test('the rows stay where they are while somebody points at them, until they ask for the new order', async () => {
  await renderPage('/app/triage')
  const listRows = () =>
    screen.getAllByRole('link', { name: /^Triage / }).map((row) => row.getAttribute('href'))
  await userEvent.hover((await screen.findAllByRole('link', { name: /^Triage / }))[0] as HTMLElement)
  const before = listRows()
  const countWaiting = () => Number.parseInt(screen.getByText(/waiting for triage$/).textContent, 10)
  const waiting = countWaiting()
  const { _id } = await letArrive()
  await queryClient.invalidateQueries({ queryKey: [triage.queue.path] })
  const button = await screen.findByRole('button', { name: 'New patients or a new order: show them' })
  expect(listRows()).toEqual(before)
  // The count is of everybody who waits, shown or not.
  expect(countWaiting()).toBe(waiting + 1)
  await userEvent.click(button)
  expect(listRows()).toContain(`/app/triage/${_id}`)
})

test.each([
  ['en', /^\d+ of 301 shown: those who arrived last/],
  ['th', /^แสดง \d+ จาก 301 ราย/],
])('a list that is not whole says so (%s)', async (language, text) => {
  await renderPage('/app/triage', language)
  await waitFor(() => expect(screen.getAllByRole('link').length).toBeGreaterThan(0))
  expect(screen.queryByText(text)).toBeNull()
  queryClient.setQueriesData<Result<typeof triage.queue>>(
    { queryKey: [triage.queue.path] },
    (queue) => queue && { ...queue, total: 301 },
  )
  expect(await screen.findByText(text)).toBeDefined()
})

/** Somebody who lies in a bed, and, unless they arrived before, did not come through the emergency room. */
async function admitWoman(arrived?: Awaited<ReturnType<typeof registerWoman>>) {
  const patient = arrived ?? (await registerWoman())
  const { doctors } = await nurse(admissions.doctors, {})
  const { ward: wards } = await nurse(reference.wards, {})
  const [ward] = wards
  const { beds } = await nurse(admissions.beds, { ward_id: ward?._id ?? '' })
  const { stay } = await nurse(admissions.admit, {
    patient_id: patient._id,
    admit_type: 'C',
    admit_source: 'O',
    arrival_type: 1,
    department: '01',
    attending_id: doctors[0]?._id ?? '',
    diagnosis: 'ปอดอักเสบ',
    ward_id: ward?._id ?? '',
    bed_id: beds.find(({ state }) => state === 'ready')?._id ?? null,
  })
  return { patient, stay, ward }
}

test('the arrival of a patient who is still admitted warns with the AN and the ward', async () => {
  const { patient, stay, ward } = await admitWoman()
  await renderPage(`/app/triage/${patient._id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Register the arrival' }))
  const warning = await within(await screen.findByRole('dialog')).findByRole('status')
  expect(warning.textContent).toContain(`AN ${stay.an}, ${ward?.name_en}`)
})

test('whoever arrives a second time is refused with where they are since when, and nothing typed is lost', async () => {
  const { patient, ward } = await admitWoman()
  await renderPage(`/app/triage/${patient._id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Register the arrival' }))
  const dialog = within(await screen.findByRole('dialog'))
  const choose = (row: string, name: string) =>
    userEvent.click(within(dialog.getByRole('radiogroup', { name: row })).getByLabelText(name))
  await choose('Came', 'EMS')
  await choose('How', 'Stretcher')
  await choose('Accident or injury', 'No')
  const { visit } = await nurse(visits.arrive, {
    patient_id: patient._id,
    kind: 'ER',
    source: 1,
    mode: 'WALK',
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Register the visit' }))
  const refusal = within(await dialog.findByRole('alert'))
  expect(refusal.getByText(new RegExp(`here already: ER since .* VN ${visit.vn}`)).textContent).toContain(
    `They are admitted: ${ward?.name_en} bed `,
  )
  expect(refusal.getByRole('link').getAttribute('href')).toBe(`/app/patients/${patient._id}`)
  expect(within(dialog.getByRole('radiogroup', { name: 'Came' })).getByLabelText('EMS')).toHaveProperty(
    'checked',
    true,
  )
})

test('whoever goes back to a ward keeps their devices: none is offered to be taken back', async () => {
  const { patient } = await admitWoman()
  const patient_id = patient._id
  const { rows } = await nurse(devices.list, { is_worn: false, is_wearable: true, number_of_rec: 100 })
  const device = rows.find(({ retired_at }) => retired_at === null)
  await nurse(devices.assign, { device_id: device?._id ?? '', patient_id })
  panel().wait(60_000)
  await nurse(visits.arrive, { patient_id, kind: 'ER', source: 1, mode: 'STRETCHER' })
  await renderPage('/app/triage')
  // Others of these tests have the same name.
  const findRow = () => document.querySelector<HTMLElement>(`tr:has(a[href="/app/triage/${patient_id}"])`)
  await waitFor(() => expect(findRow()).not.toBeNull())
  await userEvent.click(within(findRow() as HTMLElement).getByRole('button', { name: /^Actions for/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Leaves' }))
  const dialog = within(await screen.findByRole('dialog'))
  const ends = within(await dialog.findByRole('radiogroup', { name: device?.name ?? '' }))
  expect(ends.getAllByRole('radio').map((one) => one.closest('div')?.textContent)).toEqual([
    'Stays on the patient',
    'Hand over to another patient',
  ])
  expect(ends.getByRole('radio', { name: 'Stays on the patient' })).toHaveProperty('checked', true)
  await userEvent.click(dialog.getByRole('radio', { name: 'Goes home' }))
  await userEvent.click(dialog.getByRole('button', { name: 'End the visit' }))
  await waitFor(() => expect(findRow()).toBeNull())
  const worn = await nurse(devices.list, { patient_id, is_worn: true })
  expect(worn.rows.map(({ _id }) => _id)).toContain(device?._id)
})

test('a visit does not end before it is known which devices the patient wears', async () => {
  const { _id } = await letArrive()
  const restore = replaceFetch((answer) => (url, init) => {
    if (typeof url === 'string' && url.endsWith(devices.list.path))
      return Promise.reject(new TypeError('no network'))
    return answer(url, init)
  })
  onTestFinished(restore)
  await renderPage('/app/triage')
  const link = await screen.findAllByRole('link', { name: /^Triage / })
  const row = link.find((one) => one.getAttribute('href') === `/app/triage/${_id}`)?.closest('tr')
  await userEvent.click(within(row as HTMLElement).getByRole('button', { name: /^Actions for/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Leaves' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/^Which devices the patient wears could not be loaded/)).toBeDefined()
  const end = dialog.getByRole('button', { name: 'End the visit' })
  expect(end).toHaveProperty('disabled', true)
  restore()
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(end).toHaveProperty('disabled', false))
})

test('the head names what the patient takes at home', async () => {
  const patient = await letArrive()
  const { root } = panel()
  const owner = root.selectFrom('patients').select('hospital_id').where('id', '=', patient._id)
  const { hospital_id } = await owner.executeTakeFirstOrThrow()
  const known = { hospital_id, patient_id: patient._id, recorded_at: testNow }
  await root
    .insertInto('patient_medications')
    .values({ ...known, id: crypto.randomUUID(), name: 'Warfarin', dose: '3 mg' })
    .execute()
  await renderPage(`/app/triage/${patient._id}`)
  const head = await screen.findByRole('region', { name: 'Patient' })
  expect(head.textContent).toContain('Takes: Warfarin 3 mg')
})

test('the suggestion names the rule and what fired; another level asks why', async () => {
  const { patient } = await findWaiting()
  await renderPage(`/app/triage/${patient._id}`)
  await userEvent.click(await screen.findByLabelText('Stroke signs'))
  const suggestion = screen.getByText('Suggested').closest('p') as HTMLElement
  expect(suggestion.textContent).toContain('L2 by point B · Stroke signs')
  await userEvent.click(screen.getByRole('button', { name: /^L4 Green/ }))
  expect(screen.getByLabelText('Why not Pink?')).toBeDefined()
  expect(screen.getByLabelText('In words')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: /^Confirm Green/ }))
  await waitFor(() => expect(screen.getAllByText('Please give a reason').length).toBeGreaterThan(0))
  const { triages } = await nurse(triage.prepare, { patient_id: patient._id })
  expect(triages).toEqual([])
})

test('a triage by keyboard alone is stored, with the typed values as readings', async () => {
  const { patient } = await findWaiting()
  await renderPage(`/app/triage/${patient._id}`)
  const cpr = await screen.findByLabelText('CPR')
  // Whoever triages by keyboard begins at once.
  expect(document.activeElement).toBe(cpr)
  const units = ['mmHg', 'mmHg', 'bpm', '/min', '%', '°C', '/10', 'mg/dL', 'kg']
  const numbers = [...document.querySelectorAll('[data-stop][inputmode="decimal"]')]
  expect(numbers.map((field) => field.parentElement?.nextElementSibling?.textContent)).toEqual(units)
  const { visit } = await nurse(triage.prepare, { patient_id: patient._id })
  const screening = visit?.infection_signs.length === 0 ? '5{Enter}' : ''
  const row = screen.getByRole('group', { name: 'C · Resources expected' })
  await userEvent.keyboard('0{Enter}10{Enter}13')
  expect(within(row).getByLabelText('Lab')).toHaveProperty('checked', true)
  expect(within(row).getByLabelText('X-ray')).toHaveProperty('checked', true)
  await userEvent.keyboard(`{Enter}${screening}fever{Enter}`)
  // A browser takes the arrow keys here; the test's document has no options to move through.
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Accident or injury?' }))
  await userEvent.selectOptions(document.activeElement as HTMLElement, 'No accident')
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('124{Enter}78{Enter}112{Enter}18{Enter}97{Enter}37')
  await userEvent.keyboard('{Enter}3{Enter}{Enter}{Enter}{Enter}1{Enter}1')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(screen.getByRole('button', { name: /^L2 Pink/ }).getAttribute('aria-pressed')).toBe('true')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  // What was not measured gets the focus: each value has a reason, given for one or for all the others.
  const reason = screen.getByRole('combobox', { name: 'Why not measured: GCS, DTX, Weight' })
  await waitFor(() => expect(document.activeElement).toBe(reason))
  await userEvent.selectOptions(screen.getByLabelText('Which value'), 'Weight')
  await userEvent.selectOptions(screen.getByLabelText('Why not measured: Weight'), 'Refused')
  await userEvent.selectOptions(screen.getByLabelText('Which value'), 'The others')
  await userEvent.selectOptions(screen.getByLabelText('Why not measured: GCS, DTX'), 'Not applicable')
  expect(screen.getByRole('option', { name: 'Weight: Refused' })).toBeDefined()
  expect(screen.getByRole('textbox', { name: 'Weight' }).getAttribute('placeholder')).toBe('Refused')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/app/triage'))
  const { triages, latest } = await nurse(triage.prepare, { patient_id: patient._id })
  expect(triages).toMatchObject([{ level: 'PINK', rule: 'D', zone: 'ACUTE', fast_tracks: [] }])
  expect(triages[0]?.found).toMatchObject({ life_saving: ['NONE'], high_risk: ['NONE'] })
  expect(triages[0]?.found.missing).toEqual([
    { vital: 'gcs', reason: 'NOT_APPLICABLE' },
    { vital: 'blood_glucose', reason: 'NOT_APPLICABLE' },
    { vital: 'weight', reason: 'REFUSED' },
  ])
  await show(
    <SignedIn>
      <TriageHistory patient={patient} />
    </SignedIn>,
  )
  expect(await screen.findByText('Not measured: Weight (Refused) · GCS, DTX (Not applicable)')).toBeDefined()
  expect(triages[0]?.findings[0]).toMatchObject({ of: 'pulse', value: 112, limit: 100 })
  expect(latest.find(({ vital }) => vital === 'pulse')).toMatchObject({ value: 112, source: 'manual' })
})

test('danger-zone values warn with no resource expected, though they change no level', async () => {
  const patient = await letArrive()
  await renderPage(`/app/triage/${patient._id}`)
  const row = within(await screen.findByRole('group', { name: 'C · Resources expected' }))
  await userEvent.click(row.getByLabelText('None'))
  await userEvent.type(screen.getByRole('textbox', { name: 'Pulse' }), '118')
  expect(await screen.findByText(/^In the danger zone: PR 118 > 100/)).toBeDefined()
  expect(screen.getByText('Suggested').closest('p')?.textContent).toContain('L5 by point C')
})

test('a suggestion by point D names what was not measured, and only in RED that may stay so', async () => {
  const patient = await letArrive()
  await renderPage(`/app/triage/${patient._id}`)
  const row = within(await screen.findByRole('group', { name: 'C · Resources expected' }))
  await userEvent.click(row.getByLabelText('Lab'))
  await userEvent.click(row.getByLabelText('CT'))
  const suggestion = screen.getByText('Suggested').closest('p') as HTMLElement
  expect(suggestion.textContent).toContain('Point D not assessed, not measured: PR, RR, SpO₂')
  await userEvent.type(screen.getByRole('textbox', { name: 'Pulse' }), '88')
  expect(suggestion.textContent).toContain('Point D not wholly assessed, not measured: RR, SpO₂')
  await userEvent.click(screen.getByRole('button', { name: /^L1 Red/ }))
  const reasons = () =>
    within(screen.getByLabelText(/^Why not measured/))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
      .slice(1)
  expect(reasons()).toEqual(['Not done', 'Unable', 'Refused', 'Not applicable'])
  await userEvent.click(screen.getByRole('button', { name: /^L3 Yellow/ }))
  expect(reasons()).toEqual(['Unable', 'Refused', 'Not applicable'])
  await userEvent.click(screen.getByRole('button', { name: /^Confirm Yellow/ }))
  expect(await screen.findByText(/^Measure .*RR.*, or say why that cannot be done$/)).toBeDefined()
  await userEvent.type(screen.getByRole('textbox', { name: 'RR' }), '18')
  await userEvent.type(screen.getByRole('textbox', { name: 'SpO₂' }), '98')
  expect(suggestion.textContent).not.toContain('Point D')
})

test('the NEWS2 of the typed values is shown before anybody confirms, and what a lower level means', async () => {
  const patient = await letArrive()
  await renderPage(`/app/triage/${patient._id}`)
  const typed = { Systolic: '98', Diastolic: '60', Pulse: '112', RR: '23', 'SpO₂': '94', Temp: '38.6' }
  await screen.findByRole('textbox', { name: 'Systolic' })
  for (const [name, text] of Object.entries(typed))
    await userEvent.type(screen.getByRole('textbox', { name }), text)
  const suggestion = screen.getByText(/^No criterion of A or B/)
  await userEvent.click(screen.getByLabelText('Room air'))
  expect(suggestion.textContent).not.toContain('NEWS2')
  await userEvent.click(screen.getByLabelText('A', { selector: 'input' }))
  expect(suggestion.textContent).toContain('= NEWS2 8 (calc.)')
  expect(suggestion.textContent).not.toContain('Triage again')
  await userEvent.click(screen.getByRole('button', { name: /^L3 Yellow/ }))
  expect(suggestion.textContent).toContain('Triage again at once: NEWS2 is 7 or more')
  await userEvent.click(screen.getByRole('button', { name: /^L2 Pink/ }))
  expect(suggestion.textContent).not.toContain('Triage again')
})

test('the history of the record is confirmed by one press, and again when they have changed', async () => {
  const patient = await letArrive()
  const first = await renderPage(`/app/triage/${patient._id}`)
  await screen.findByText('Allergies not asked')
  expect(screen.queryByRole('button', { name: /^Confirm history/ })).toBeNull()
  const link = screen.getByRole('link', { name: 'Change allergies, diseases and medicines' })
  expect(link.getAttribute('href')).toBe(`/app/patients/${patient._id}/clinical`)
  first.unmount()
  await panel()
    .root.updateTable('patients')
    .set({ no_known_allergy: true })
    .where('id', '=', patient._id)
    .execute()
  queryClient.clear()
  const second = await renderPage(`/app/triage/${patient._id}`)
  await userEvent.click(
    await screen.findByRole('button', { name: 'Confirm history: allergies', pressed: false }),
  )
  expect(screen.getByRole('button', { name: 'Confirm history: allergies', pressed: true })).toBeDefined()
  await userEvent.click(screen.getByLabelText('Seizing'))
  await userEvent.click(screen.getByRole('button', { name: /^L1 Red/ }))
  await userEvent.click(screen.getByRole('button', { name: /^Confirm Red/ }))
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/app/triage'))
  second.unmount()
  await renderPage(`/app/triage/${patient._id}`)
  expect((await screen.findByText(/^History confirmed by/)).textContent).toMatch(/now|ago|second/)
  const { triages } = await nurse(triage.prepare, { patient_id: patient._id })
  expect(triages[0]?.found.confirmed_allergies).toEqual([])
})

test('the groups of the complaint are told on the form, at most three', async () => {
  const patient = await letArrive()
  await renderPage(`/app/triage/${patient._id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Symptom groups: Symptoms' }))
  const groups = within(await screen.findByRole('group', { name: /^Symptom groups \(1669\)/ }))
  for (const name of [/^1 /, /^7 /, /^25 /]) await userEvent.click(groups.getByLabelText(name))
  expect(groups.getByLabelText(/^2 /)).toHaveProperty('disabled', true)
  await userEvent.click(groups.getByLabelText(/^1 /))
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByRole('button', { name: 'Symptom groups: Group 7, 25' })).toBeDefined()
  await userEvent.click(screen.getByLabelText('Seizing'))
  await userEvent.click(screen.getByRole('button', { name: /^L1 Red/ }))
  await userEvent.click(screen.getByRole('button', { name: /^Confirm Red/ }))
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/app/triage'))
  const { visit } = await nurse(triage.prepare, { patient_id: patient._id })
  expect(visit?.symptom_groups).toEqual([7, 25])
})

test('an unusual value that was confirmed is asked about again once it is changed', async () => {
  const patient = await letArrive()
  await renderPage(`/app/triage/${patient._id}`)
  const pulse = await screen.findByRole('textbox', { name: 'Pulse' })
  await userEvent.type(pulse, '230')
  await userEvent.click(await screen.findByLabelText('I checked: it is right'))
  await userEvent.clear(pulse)
  await userEvent.type(pulse, '290')
  expect(await screen.findByLabelText('I checked: it is right')).toHaveProperty('checked', false)
  await userEvent.clear(pulse)
  await userEvent.type(pulse, '230')
  expect(await screen.findByLabelText('I checked: it is right')).toHaveProperty('checked', true)
})

test('a triage asks the complaint, the infection screen, an accident and since when, beside each what is missing', async () => {
  const patient = await letArrive()
  await renderPage(`/app/triage/${patient._id}`)
  await userEvent.click(await screen.findByLabelText('Stroke signs'))
  const complaint = screen.getByRole('textbox', { name: 'Chief complaint' })
  await userEvent.click(screen.getByRole('button', { name: /^L2 Pink/ }))
  await userEvent.click(screen.getByRole('button', { name: /^Confirm Pink/ }))
  const onset = within(screen.getByRole('group', { name: 'Began, last well' }))
  expect(onset.getByText('Field is required')).toBeDefined()
  expect(complaint.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(complaint, 'weak on the right')
  await userEvent.click(onset.getByLabelText('Unknown'))
  await userEvent.selectOptions(screen.getByLabelText('Accident or injury?'), 'Nobody knows')
  await userEvent.selectOptions(screen.getByLabelText('Pregnant?'), 'Pregnant')
  await userEvent.type(screen.getByRole('textbox', { name: 'Gestational age' }), '9')
  const screening = within(screen.getByRole('group', { name: 'Infection' }))
  await userEvent.click(screening.getByLabelText('Rash'))
  expect(screen.getByRole('checkbox', { name: 'Isolation' })).toHaveProperty('checked', true)
  await userEvent.selectOptions(screen.getByLabelText(/^Why not measured/), 'UNABLE')
  await userEvent.click(screen.getByRole('button', { name: /^Confirm Pink/ }))
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/app/triage'))
  const { visit, triages } = await nurse(triage.prepare, { patient_id: patient._id })
  expect(visit).toMatchObject({ complaint: 'weak on the right', infection_signs: ['RASH'], onset_at: null })
  expect(visit).toMatchObject({ pregnancy: 'yes', pregnancy_weeks: 9 })
  expect(triages).toMatchObject([{ level: 'PINK', zone: 'ISOLATION' }])
})

test('another triage begins from the zone and the fast tracks of now, and changes only what a person does', async () => {
  const patient = await letArrive()
  const { visit } = await nurse(triage.prepare, { patient_id: patient._id })
  await nurse(triage.record, {
    patient_id: patient._id,
    visit_id: visit?._id ?? '',
    decision: {
      complaint: 'fever',
      infection_signs: ['NONE'],
      values: {},
      life_saving: ['SEIZING'],
      level: 'RED',
      zone: 'RESUS',
      fast_tracks: ['STROKE', 'SEPSIS'],
    },
  })
  await nurse(erBoard.change, {
    patient_id: patient._id,
    visit_id: visit?._id ?? '',
    change: { act: 'place', zone: 'OPD', bay: null },
  })
  await renderPage(`/app/triage/${patient._id}`)
  const zones = within(await screen.findByRole('group', { name: 'Zone' }))
  const tracks = within(screen.getByRole('group', { name: 'Fast track' }))
  expect(zones.getByLabelText('OPD now')).toHaveProperty('checked', true)
  expect(tracks.getByLabelText('Stroke running')).toHaveProperty('checked', true)
  await userEvent.click(await screen.findByLabelText('Seizing'))
  await userEvent.click(screen.getByRole('button', { name: /^L1 Red/ }))
  expect(zones.getByLabelText('OPD now')).toHaveProperty('checked', true)
  expect(screen.getByText(/suggested zone: Resus/)).toBeDefined()
  await userEvent.click(tracks.getByLabelText('Sepsis running'))
  await userEvent.click(screen.getByRole('button', { name: /^Confirm Red/ }))
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/app/triage'))
  const after = await nurse(triage.prepare, { patient_id: patient._id })
  expect(after.visit).toMatchObject({ zone: 'OPD', fast_tracks: ['STROKE'] })
})

test('a draft is restored and says so, with the time of its values, and says who triaged meanwhile', async () => {
  const patient = await letArrive()
  const first = await renderPage(`/app/triage/${patient._id}`)
  await userEvent.click(await screen.findByLabelText('Seizing'))
  await userEvent.type(screen.getByRole('textbox', { name: 'Pulse' }), '88')
  first.unmount()
  const doctor = await panel().as('doctor')
  const { visit } = await doctor(triage.prepare, { patient_id: patient._id })
  const decision = {
    complaint: 'fell',
    infection_signs: ['NONE' as const],
    values: {},
    life_saving: ['CPR' as const],
    level: 'RED' as const,
    zone: 'RESUS',
  }
  const visit_id = visit?._id ?? ''
  await doctor(triage.record, { patient_id: patient._id, visit_id, decision })
  await renderPage(`/app/triage/${patient._id}`)
  expect(await screen.findByText(/^What you entered until .* is back and not saved yet/)).toBeDefined()
  const pulse = screen.getByRole('textbox', { name: 'Pulse' })
  expect(pulse).toHaveProperty('value', '88')
  expect(pulse.closest('div[data-short], div')?.parentElement?.parentElement?.textContent).toContain('draft')
  // What was told meanwhile is there, since nobody had typed into it.
  expect(screen.getByRole('textbox', { name: 'Chief complaint' })).toHaveProperty('value', 'fell')
  await userEvent.click(screen.getByRole('button', { name: /^L1 Red/ }))
  const alert = () => screen.queryByText(/^Somebody triaged this patient meanwhile: Red/)
  expect(alert()).not.toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Confirm Red/ }))
  await waitFor(async () =>
    expect((await nurse(triage.prepare, { patient_id: patient._id })).triages).toHaveLength(1),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(alert()).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Confirm Red/ }))
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/app/triage'))
  const { triages } = await nurse(triage.prepare, { patient_id: patient._id })
  expect(triages.map(({ found }) => found.noted.map(({ vital }) => vital))).toEqual([['pulse'], []])
})

test('a glucose that the meter shows no number for is kept in a draft, stored, carried on and told in the history', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(testNow) })
  onTestFinished(() => void vi.useRealTimers())
  const patient = await letArrive()
  const first = await renderPage(`/app/triage/${patient._id}`)
  const number = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'DTX' })
  const meter = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Meter shows' })
  await userEvent.click(await screen.findByLabelText('Seizing'))
  await userEvent.type(number(), '30')
  await userEvent.selectOptions(meter(), 'LO – below its range')
  expect(number().value).toBe('')
  first.unmount()
  const second = await renderPage(`/app/triage/${patient._id}`)
  await waitFor(() => expect(meter().value).toBe('below'))
  await userEvent.click(screen.getByRole('button', { name: /^L1 Red/ }))
  await userEvent.click(screen.getByRole('button', { name: /^Confirm Red/ }))
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/app/triage'))
  const { triages, latest } = await nurse(triage.prepare, { patient_id: patient._id })
  expect(triages[0]?.found.values).toEqual({ beyond: 'below' })
  expect(latest).toMatchObject([{ vital: 'blood_glucose', value: null, note: 'below', source: 'manual' }])
  second.unmount()
  const third = await renderPage(`/app/triage/${patient._id}`)
  await waitFor(() => expect(meter().value).toBe('below'))
  third.unmount()
  await show(
    <SignedIn>
      <TriageHistory patient={patient} />
    </SignedIn>,
  )
  expect(await screen.findByText('DTX LO')).toBeDefined()
})

test('a draft that is discarded leaves the form as the patient is now', async () => {
  const patient = await letArrive()
  const first = await renderPage(`/app/triage/${patient._id}`)
  await userEvent.click(await screen.findByLabelText('Seizing'))
  first.unmount()
  const second = await renderPage(`/app/triage/${patient._id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Discard it' }))
  expect(screen.getByLabelText('Seizing')).toHaveProperty('checked', false)
  second.unmount()
  await renderPage(`/app/triage/${patient._id}`)
  expect(await screen.findByLabelText('Seizing')).toHaveProperty('checked', false)
  expect(screen.queryByText(/is back and not saved yet/)).toBeNull()
})

test.each([
  ['en', 'Zone', ['Isolation', 'Trauma', 'Resus', 'Acute', 'Fast track']],
  ['th', 'โซน', ['แยกโรค', 'อุบัติเหตุ', 'Resus', 'Acute', 'Fast track']],
])(
  'the zones to choose are those in use, in the order of the hospital (%s)',
  async (language, label, names) => {
    const admin = await panel().as('admin')
    const { version, settings } = await admin(triage.settings, {})
    const save = (zones: typeof settings.zones, held: number) =>
      admin(triage.updateSettings, { version: held, settings: { ...settings, zones }, reason: 'zones' })
    const [resus, acute, fast, opd, isolation] = standardZones.list
    if (!resus || !acute || !fast || !opd || !isolation) throw new Error('there are five zones')
    const trauma = { code: 'TRAUMA', name_en: 'Trauma', name_th: 'อุบัติเหตุ', is_retired: false }
    const own = {
      list: [isolation, trauma, resus, acute, fast, { ...opd, is_retired: true }],
      of_level: { ...standardZones.of_level, PINK: 'TRAUMA', WHITE: 'FAST_TRACK' },
      isolation: 'ISOLATION',
    }
    const saved = await save(own, version)
    const patient = await letArrive()
    await renderPage(`/app/triage/${patient._id}`, language)
    const row = within(await screen.findByRole('group', { name: label }))
    expect(row.getAllByRole('checkbox').map((one) => one.closest('div')?.textContent)).toEqual(names)
    await userEvent.click(screen.getByRole('button', { name: /^L2 / }))
    expect(row.getByRole('checkbox', { name: names[1] ?? '' })).toHaveProperty('checked', true)
    await save(
      { ...standardZones, list: [...standardZones.list, { ...trauma, is_retired: true }] },
      saved.version,
    )
  },
)

test('a zone that was retired while somebody triaged is refused beside it, and goes from the choices', async () => {
  const patient = await letArrive()
  await renderPage(`/app/triage/${patient._id}`)
  const row = within(await screen.findByRole('group', { name: 'Zone' }))
  await userEvent.click(row.getByRole('checkbox', { name: 'Fast track' }))
  const admin = await panel().as('admin')
  const { version, settings } = await admin(triage.settings, {})
  const save = (zones: typeof settings.zones, held: number) =>
    admin(triage.updateSettings, { version: held, settings: { ...settings, zones }, reason: 'zones' })
  const list = settings.zones.list.map((zone) =>
    zone.code === 'FAST_TRACK' ? { ...zone, is_retired: true } : zone,
  )
  const of_level = { ...settings.zones.of_level, GREEN: 'ACUTE' }
  const saved = await save({ ...settings.zones, list, of_level }, version)
  await userEvent.click(screen.getByRole('button', { name: /^L1 Red/ }))
  await userEvent.selectOptions(screen.getByLabelText('Why this level?'), 'LOOKS_WORSE')
  await userEvent.click(screen.getByRole('button', { name: /^Confirm Red/ }))
  expect(await screen.findByText('This zone is retired; please choose another')).toBeDefined()
  await waitFor(() => expect(row.queryByRole('checkbox', { name: 'Fast track' })).toBeNull())
  expect((await nurse(triage.prepare, { patient_id: patient._id })).triages).toEqual([])
  await userEvent.click(row.getByRole('checkbox', { name: 'Acute' }))
  await userEvent.click(screen.getByRole('button', { name: /^Confirm Red/ }))
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/app/triage'))
  const { triages } = await nurse(triage.prepare, { patient_id: patient._id })
  expect(triages).toMatchObject([{ level: 'RED', zone: 'ACUTE' }])
  await save(settings.zones, saved.version)
})

test('when a doctor first saw the patient is corrected beside the arrival, and the history tells both times', async () => {
  const patient = await letArrive()
  const visit = (await nurse(triage.prepare, { patient_id: patient._id })).visit
  if (!visit) throw new Error('the patient did not arrive')
  await nurse(visits.see, { patient_id: patient._id, visit_id: visit._id })
  await renderPage(`/app/triage/${patient._id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Correct the visit' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByText('Seen by a doctor of the clinic')).toBeNull()
  const type = async (name: string, time: string) => {
    const field = within(dialog.getByRole('group', { name })).getByLabelText(/^Time/)
    await userEvent.clear(field)
    await userEvent.type(field, time)
  }
  const typeDay = async (name: string, day: string) => {
    const field = within(dialog.getByRole('group', { name })).getByLabelText(/^Date/)
    await userEvent.clear(field)
    await userEvent.type(field, day)
  }
  const day = new Date(Date.parse(visit.visited_at) - 17 * 3_600_000).toISOString().slice(0, 10)
  const typedDay = day.split('-').reverse().join('/')
  await typeDay('Arrived at', typedDay)
  await type('Arrived at', '0810')
  await typeDay('First seen by a doctor', typedDay)
  await type('First seen by a doctor', '0809')
  await userEvent.type(dialog.getByLabelText(/^Why it is corrected/), 'noted late')
  const correct = () => userEvent.click(dialog.getByRole('button', { name: 'Correct' }))
  await correct()
  expect(await dialog.findByText('This is before the patient arrived')).toBeDefined()
  await type('First seen by a doctor', '0825')
  await correct()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const read = async () => (await nurse(triage.prepare, { patient_id: patient._id })).visit
  expect(await read()).toMatchObject({
    visited_at: `${day}T01:10:00.000Z`,
    first_seen_at: `${day}T01:25:00.000Z`,
  })
  await show(
    <SignedIn>
      <TriageHistory patient={patient} />
    </SignedIn>,
  )
  expect((await screen.findByText(/^First seen by a doctor:/)).textContent).toMatch(/→ .*08:25$/)
})

test('the time at which a doctor of the clinic saw a patient who was sent to the emergency room can be corrected', async () => {
  const patient = await registerWoman()
  const arrival = { patient_id: patient._id, kind: 'OPD', source: 1, mode: 'WALK' } as const
  const { visit } = await nurse(visits.arrive, arrival)
  const admin = await panel().as('admin')
  const named = { code: 'Z', name_en: 'Surgery', name_th: 'ศัลยกรรม' }
  const { clinic } = await admin(opd.saveClinic, named)
  await nurse(opd.enqueue, { patient_id: patient._id, visit_id: visit._id, clinic_id: clinic._id })
  const { rows } = await nurse(opd.queue, {})
  const entry_id = rows.find((row) => row.patient._id === patient._id)?._id ?? ''
  const entry = { patient_id: patient._id, entry_id }
  await nurse(opd.move, { ...entry, state: 'waiting', to: 'seen', room: '3' })
  await nurse(opd.send, { ...entry, state: 'seen', to: 'ER', clinic_id: null })
  await renderPage(`/app/triage/${patient._id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Correct the visit' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('button', { name: 'When did a doctor first see them?' })).toBeDefined()
  const field = within(dialog.getByRole('group', { name: 'Seen by a doctor of the clinic' })).getByLabelText(
    /^Time/,
  )
  await userEvent.clear(field)
  await userEvent.type(field, '25')
  await userEvent.type(dialog.getByLabelText(/^Why it is corrected/), 'another patient')
  await userEvent.click(dialog.getByRole('button', { name: 'Correct' }))
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  await userEvent.click(dialog.getByRole('button', { name: 'Not seen by a doctor of the clinic' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Correct' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const prepared = await nurse(triage.prepare, { patient_id: patient._id })
  expect(prepared.visit).toMatchObject({ kind: 'ER', opd_seen_at: null })
  await show(
    <SignedIn>
      <TriageHistory patient={patient} />
    </SignedIn>,
  )
  expect(await screen.findByText(/^Seen by a doctor of the clinic:/)).toBeDefined()
})

test('when a patient left is corrected of a visit that has ended, and the history tells both times', async () => {
  const patient = await letArrive()
  const visit = (await nurse(triage.prepare, { patient_id: patient._id })).visit
  if (!visit) throw new Error('the patient did not arrive')
  await nurse(visits.end, { patient_id: patient._id, visit_id: visit._id, disposition: 1 })
  await show(
    <SignedIn>
      <TriageHistory patient={patient} />
      <PatientVisits patient={{ ...patient, an: null, ward: null, bed: null }} />
    </SignedIn>,
  )
  const list = within(await screen.findByRole('region', { name: 'Visits' }))
  expect(list.getByText(/Goes home/)).toBeDefined()
  await userEvent.click(list.getByRole('button', { name: `Correct the visit: ${visit.vn}` }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Correct the visit' }))
  const type = async (name: string, label: RegExp, text: string) => {
    const field = within(dialog.getByRole('group', { name })).getByLabelText(label)
    await userEvent.clear(field)
    await userEvent.type(field, text)
  }
  const day = new Date(Date.parse(visit.visited_at) - 17 * 3_600_000).toISOString().slice(0, 10)
  const typedDay = day.split('-').reverse().join('/')
  await type('Arrived at', /^Date/, typedDay)
  await type('Arrived at', /^Time/, '0810')
  await type('Left at', /^Date/, typedDay)
  await type('Left at', /^Time/, '0809')
  await userEvent.type(dialog.getByLabelText(/^Why it is corrected/), 'noted late')
  await userEvent.click(dialog.getByRole('button', { name: 'Correct' }))
  expect(await dialog.findByText('This is before the patient arrived')).toBeDefined()
  await type('Left at', /^Time/, '0940')
  await userEvent.click(dialog.getByRole('button', { name: 'Correct' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const changes = within(await screen.findByRole('region', { name: 'Corrections of visits' }))
  expect(changes.getByText(/^Left at:/).textContent).toMatch(/→ .*09:40$/)
})

test('a visit that ended by mistake is opened again from the record, unless the patient is here again', async () => {
  const patient = await letArrive()
  const { visit } = await nurse(triage.prepare, { patient_id: patient._id })
  const named = { patient_id: patient._id, visit_id: visit?._id ?? '' }
  await nurse(visits.end, { ...named, disposition: 1 })
  const arrival = { patient_id: patient._id, kind: 'ER', source: 1, mode: 'WALK' } as const
  const again = (await nurse(visits.arrive, arrival)).visit
  await show(
    <SignedIn>
      <PatientVisits patient={{ ...patient, an: null, ward: null, bed: null }} />
    </SignedIn>,
  )
  const ask = async () => {
    await userEvent.click(
      await screen.findByRole('button', { name: `Open the visit again: ${visit?.vn ?? ''}` }),
    )
    return within(await screen.findByRole('dialog', { name: 'Open the visit again' }))
  }
  const refused = await ask()
  expect(refused.getByText(new RegExp(`HN ${patient.hn}`)).textContent).toContain(patient.surname)
  await userEvent.click(refused.getByRole('button', { name: 'Open again' }))
  expect(await refused.findByText(/This patient is here already/)).toBeDefined()
  await nurse(visits.end, { patient_id: patient._id, visit_id: again._id, disposition: 8 })
  await userEvent.click(refused.getByRole('button', { name: 'Open again' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { visits: all } = await nurse(triage.history, { patient_id: patient._id })
  expect(all.find(({ _id }) => _id === visit?._id)).toMatchObject({ left_at: null, disposition: null })
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: `Open the visit again: ${visit?.vn ?? ''}` })).toBeNull(),
  )
})

test('whoever left the triage list by mistake is back on it', async () => {
  const patient = await letArrive()
  await renderPage('/app/triage')
  const findRow = () =>
    screen
      .queryAllByRole('link', { name: /^Triage / })
      .find((link) => link.getAttribute('href') === `/app/triage/${patient._id}`)
      ?.closest('tr')
  await waitFor(() => expect(findRow()).toBeDefined())
  await userEvent.click(within(findRow() as HTMLElement).getByRole('button', { name: /^Actions for/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Leaves' }))
  const leaving = within(await screen.findByRole('dialog', { name: 'How does the visit end?' }))
  await userEvent.click(leaving.getByLabelText('Goes home'))
  await userEvent.click(leaving.getByRole('button', { name: 'End the visit' }))
  const told = await screen.findByText(`The visit of ${formatPatientName(patient)} has ended.`)
  await waitFor(() => expect(findRow()).toBeUndefined())
  await userEvent.click(screen.getByRole('button', { name: 'Open again' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Open the visit again' }))
  expect(dialog.getByText(new RegExp(`HN ${patient.hn}`))).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Open again' }))
  await waitFor(() => expect(findRow()).toBeDefined())
  expect(told.isConnected).toBe(false)
})

test('a visit that ended with a cancelled admission says that nobody knows how, and is corrected', async () => {
  const arrived = await letArrive()
  const { patient, stay } = await admitWoman(arrived)
  const named = { patient_id: patient._id, stay_id: stay._id }
  const discharged = { ...named, version: stay.version, discharge_type: 1, discharge_status: 2 } as const
  const { stay: left } = await nurse(admissions.discharge, discharged)
  await admitWoman(arrived)
  await nurse(admissions.void, { ...named, version: left.version, reason: 'WRONG_PATIENT' })
  await show(
    <SignedIn>
      <PatientVisits patient={{ ...patient, an: null, ward: null, bed: null }} />
    </SignedIn>,
  )
  const list = within(await screen.findByRole('region', { name: 'Visits' }))
  expect(list.getByText(/How they left is not known: the admission was cancelled/)).toBeDefined()
  await userEvent.click(list.getByRole('button', { name: /^Correct the visit/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Correct the visit' }))
  await userEvent.click(
    within(dialog.getByRole('radiogroup', { name: 'Outcome' })).getByLabelText('Goes home'),
  )
  await userEvent.type(dialog.getByLabelText(/^Why it is corrected/), 'never admitted')
  await userEvent.click(dialog.getByRole('button', { name: 'Correct' }))
  expect(await list.findByText(/Goes home/)).toBeDefined()
})

test('a visit is printed with its arrival, the codes of an accident, and each of its triages', async () => {
  const patient = await registerWoman('1950-02-03')
  const { visit } = await nurse(visits.arrive, {
    patient_id: patient._id,
    kind: 'ER',
    source: 4,
    mode: 'STRETCHER',
    complaint: 'fell from a motorcycle',
    is_accident: true,
    accident: { source: 3, place: '07', role: 2, vehicle: '02', helmet: true },
    infection_signs: ['NONE'],
  })
  const named = { patient_id: patient._id, visit_id: visit._id }
  const red = { values: { spo2: 86 }, level: 'RED', zone: 'RESUS' } as const
  const { triage: first } = await nurse(triage.record, { ...named, decision: red })
  panel().wait(60_000)
  await nurse(triage.record, {
    ...named,
    last_triage: first._id,
    decision: { ...red, values: { spo2: 84 }, life_saving: ['APNOEA'] },
  })
  await show(
    <SignedIn>
      <PatientVisits patient={{ ...patient, an: null, ward: null, bed: null }} />
    </SignedIn>,
  )
  let paper = ''
  window.print = () => {
    fireEvent(window, new Event('beforeprint'))
    paper = document.body.querySelector('[class*=printout]')?.textContent ?? ''
    fireEvent(window, new Event('afterprint'))
  }
  await userEvent.click(await screen.findByRole('button', { name: `Print the visit: ${visit.vn}` }))
  for (const told of [
    'Triage record',
    `VN ${visit.vn}`,
    patient.hn,
    'fell from a motorcycle',
    'Brought by3 BLS',
    'Place07 Main road',
    'Role in traffic2 Passenger',
    'Vehicle02 Motorcycle',
    'HelmetYes',
    'SpO₂ 86 < 90',
    'Apnoea · SpO₂ 84 < 90',
  ])
    expect(paper).toContain(told)
  expect(paper).not.toContain('Seat belt')
  expect(paper.indexOf('SpO₂ 86')).toBeLessThan(paper.indexOf('SpO₂ 84'))
})

test('a planned admission of whoever has not died after all is said to be open again', async () => {
  const patient = await letArrive()
  const { visit } = await nurse(triage.prepare, { patient_id: patient._id })
  const { wards } = await nurse(beds.map, { ward: 'every' })
  await nurse(admissionRequests.make, {
    patient_id: patient._id,
    ward_id: wards[0]?.ward._id ?? '',
    department: '01',
    urgency: 'ELECTIVE',
    planned_on: new Date(Date.parse(visit?.visited_at ?? '') + 7 * 24 * 3_600_000).toISOString().slice(0, 10),
    diagnosis: 'hernia',
  })
  await nurse(visits.end, { patient_id: patient._id, visit_id: visit?._id ?? '', disposition: 4 })
  await show(
    <SignedIn>
      <PatientVisits patient={{ ...patient, an: null, ward: null, bed: null }} />
    </SignedIn>,
  )
  await userEvent.click(await screen.findByRole('button', { name: /^Correct the visit/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Correct the visit' }))
  await userEvent.click(
    within(dialog.getByRole('radiogroup', { name: 'Outcome' })).getByLabelText('Goes home'),
  )
  await userEvent.type(dialog.getByLabelText(/^Why it is corrected/), 'another patient')
  await userEvent.click(dialog.getByRole('button', { name: 'Correct' }))
  expect((await screen.findByRole('status')).textContent).toMatch(/that was planned for .* is open again\.$/)
})

test('an arrival is corrected with a reason, and the history tells what it was before', async () => {
  const patient = await letArrive()
  await renderPage(`/app/triage/${patient._id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Correct the visit' }))
  const dialog = within(await screen.findByRole('dialog'))
  const how = within(dialog.getByRole('radiogroup', { name: 'How' }))
  await userEvent.click(how.getByLabelText('Carried'))
  await userEvent.click(dialog.getByRole('button', { name: 'Correct' }))
  expect(await dialog.findByText('Please give a reason')).toBeDefined()
  await userEvent.type(dialog.getByLabelText(/^Why it is corrected/), 'seen at the door')
  await userEvent.click(dialog.getByRole('button', { name: 'Correct' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByRole('note', { name: 'Arrival' }).textContent).toContain('Carried'))
  const { corrections } = await nurse(triage.history, { patient_id: patient._id })
  expect(corrections).toMatchObject([{ reason: 'seen at the door', after: { mode: 'CARRIED' } }])
  await show(
    <SignedIn>
      <TriageHistory patient={patient} />
    </SignedIn>,
  )
  const changes = within(await screen.findByRole('region', { name: 'Corrections of visits' }))
  expect(changes.getByText(/How:/).textContent).toContain('→ Carried')
  expect(changes.getByText('seen at the door')).toBeDefined()
})

test('a triage of a visit that is over is corrected with a reason, and both stay in the history', async () => {
  const patient = await letArrive()
  const { visit } = await nurse(triage.prepare, { patient_id: patient._id })
  const named = { patient_id: patient._id, visit_id: visit?._id ?? '' }
  const decision = { values: {}, life_saving: ['CPR'], level: 'RED', zone: 'RESUS' } as const
  await nurse(triage.record, { ...named, decision: { ...decision, life_saving: ['CPR'] } })
  await show(
    <SignedIn>
      <TriageHistory patient={patient} />
    </SignedIn>,
  )
  await screen.findByText('CPR')
  expect(screen.queryByRole('button', { name: /^Correct:/ })).toBeNull()
  await nurse(visits.end, { ...named, disposition: 1 })
  await queryClient.invalidateQueries({ queryKey: [triage.history.path] })
  await userEvent.click(await screen.findByRole('button', { name: /^Correct: / }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(
    within(dialog.getByRole('group', { name: /^A/ })).getByRole('checkbox', { name: 'None' }),
  )
  await userEvent.click(dialog.getByRole('button', { name: /Green/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Correct the triage' }))
  expect((await dialog.findAllByText('Please give a reason')).length).toBeGreaterThan(0)
  await userEvent.type(dialog.getByLabelText(/^Why it is corrected/), 'pressed by mistake')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Chief complaint' }), 'dizzy')
  await userEvent.click(
    within(dialog.getByRole('group', { name: /^Infection/ })).getByRole('checkbox', { name: 'None' }),
  )
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Accident/ }), 'no')
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Pregnant?' }), 'no')
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Why not/ }), 'UNABLE')
  await userEvent.click(
    within(dialog.getByRole('group', { name: /^C/ })).getByRole('checkbox', { name: 'Lab' }),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Correct the triage' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('Corrected when the visit was over: pressed by mistake')).toBeDefined()
  expect(screen.getByText('Corrected later')).toBeDefined()
  const { triages } = await nurse(triage.history, { patient_id: patient._id })
  expect(triages).toMatchObject([
    {
      level: 'GREEN',
      override: null,
      late_reason: 'pressed by mistake',
      found: { life_saving: ['NONE'] },
    },
    { level: 'RED', late_reason: null, found: { life_saving: ['CPR'] } },
  ])
})

test('the history tells where the patient went, the fast tracks, all signs, and since when', async () => {
  const patient = await letArrive()
  const { visit } = await nurse(triage.prepare, { patient_id: patient._id })
  await nurse(triage.record, {
    patient_id: patient._id,
    visit_id: visit?._id ?? '',
    decision: {
      complaint: 'weak on the right',
      infection_signs: ['RASH', 'TRAVEL'],
      onset_at: '2026-11-05T03:10:00.000Z',
      values: {},
      gcs: { eye: null, verbal: 4, motor: 6 },
      life_saving: ['SEIZING'],
      high_risk: ['STROKE', 'FEVER_IMMUNE'],
      level: 'RED',
      zone: 'ISOLATION',
      fast_tracks: ['STROKE', 'SEPSIS'],
    },
  })
  await show(
    <SignedIn>
      <TriageHistory patient={patient} />
    </SignedIn>,
  )
  const [row] = (await screen.findAllByRole('row')).filter(({ textContent }) =>
    textContent?.includes('Fast track: '),
  )
  for (const told of [
    'Zone: Isolation',
    'Fast track: Stroke, Sepsis',
    'Began, last well: 05 Nov 2026 10:10',
    'B · High risk?: Stroke signs, Fever, low immunity',
    'Infection: Rash, Travel',
    'GCS E–V4M6',
  ])
    expect(row?.textContent).toContain(told)
})

test('a triage at which nothing was written down has a dash in the history, not a gap', async () => {
  const patient = await letArrive('1950-02-03')
  const { visit } = await nurse(triage.prepare, { patient_id: patient._id })
  await nurse(triage.record, {
    patient_id: patient._id,
    visit_id: visit?._id ?? '',
    decision: { values: {}, level: 'RED', override: 'LOOKS_WORSE', zone: 'RESUS' },
  })
  await show(
    <SignedIn>
      <TriageHistory patient={patient} />
    </SignedIn>,
  )
  const heads = await screen.findAllByRole('columnheader')
  const place = heads.findIndex(({ textContent }) => textContent === 'Found')
  const [, row] = screen.getAllByRole('row')
  expect(row?.children[place]?.textContent).toContain('—')
})

test('a referred arrival asks for the hospital and the number, and its line tells them', async () => {
  const patient = await letArrive()
  await renderPage(`/app/triage/${patient._id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Correct the visit' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByLabelText('Referral number')).toBeNull()
  await userEvent.click(dialog.getByLabelText('Referred'))
  await userEvent.type(dialog.getByLabelText('Referring hospital'), '10670')
  await userEvent.type(dialog.getByLabelText('Referral number'), '10670-6900123')
  await userEvent.type(dialog.getByLabelText(/^Why it is corrected/), 'the letter came later')
  await userEvent.click(dialog.getByRole('button', { name: 'Correct' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const line = screen.getByRole('note', { name: 'Arrival' })
  await waitFor(() => expect(line.textContent).toContain('10670 · 10670-6900123'))
})

test('whoever comes with a referral of this panel is registered with it, and their line leads to it', async () => {
  const patient = await registerWoman()
  const doctor = await panel().as('doctor')
  const _id = newId()
  const operations = answerAll({
    patient: patient._id,
    direction: 'IN',
    letter_number: 'LN-5',
    from_hospital: 'รพ.บ้านสวน',
  })
  await doctor(ambulanceReferrals.add, { new_id: _id, operations })
  const { user_id, server_token } = doctor.session
  const permissions = [...computePermissions('doctor', false)]
  signInAs({ ...malee, _id: user_id, server_token, permissions })
  await renderPage(`/app/triage/${patient._id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Register the arrival' }))
  const dialog = within(await screen.findByRole('dialog'))
  const findChoices = (name: string) => within(dialog.getByRole('radiogroup', { name }))
  await userEvent.click(findChoices('Came').getByLabelText('Referred'))
  const offered = await dialog.findByRole('radiogroup', { name: 'With the referral' })
  await userEvent.click(within(offered).getByLabelText('LN-5 · รพ.บ้านสวน'))
  expect(dialog.getByLabelText('Referring hospital')).toHaveProperty('value', 'รพ.บ้านสวน')
  await userEvent.click(findChoices('How').getByLabelText('Stretcher'))
  await userEvent.click(findChoices('Accident or injury').getByLabelText('No'))
  await userEvent.click(dialog.getByRole('button', { name: 'Register the visit' }))
  const link = await screen.findByRole('link', { name: 'Referral LN-5' })
  expect(link.getAttribute('href')).toBe(`/app/forms-detail/ambulance-referral/${_id}`)
})

test('nobody has answered what an arrival asks before a person does, and what is missing is said beside it', async () => {
  const patient = await registerWoman()
  await renderPage(`/app/triage/${patient._id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Register the arrival' }))
  const dialog = within(await screen.findByRole('dialog'))
  const findChoices = (name: string) => dialog.getByRole('radiogroup', { name })
  for (const name of ['Came', 'How', 'Accident or injury'])
    for (const chip of within(findChoices(name)).getAllByRole('radio'))
      expect(chip).toHaveProperty('checked', false)
  await userEvent.click(dialog.getByRole('button', { name: 'Register the visit' }))
  for (const name of ['Came', 'How', 'Accident or injury'])
    await waitFor(() => expect(findChoices(name).getAttribute('aria-invalid')).toBe('true'))
  expect((await nurse(triage.prepare, { patient_id: patient._id })).visit).toBeNull()
  await userEvent.click(within(findChoices('Came')).getByLabelText('EMS'))
  await userEvent.click(within(findChoices('How')).getByLabelText('Stretcher'))
  await userEvent.click(within(findChoices('Accident or injury')).getByLabelText('No'))
  await userEvent.click(dialog.getByRole('button', { name: 'Register the visit' }))
  await screen.findByRole('note', { name: 'Arrival' })
  const { visit } = await nurse(triage.prepare, { patient_id: patient._id })
  expect(visit).toMatchObject({ source: 4, mode: 'STRETCHER', is_accident: false })
})

test('a user who said that nobody knows whether it was an accident is not asked again', async () => {
  const patient = await letArrive()
  const { visit } = await nurse(triage.prepare, { patient_id: patient._id })
  await nurse(triage.record, {
    patient_id: patient._id,
    visit_id: visit?._id ?? '',
    decision: {
      life_saving: ['CPR'],
      values: {},
      is_accident_unknown: true,
      level: 'RED',
      zone: 'RESUS',
    },
  })
  await renderPage(`/app/triage/${patient._id}`)
  expect(await screen.findByLabelText('Accident or injury?')).toHaveProperty('value', 'unknown')
})

test('what a correction of the arrival told since is asked of the patient, and only then no longer missing', async () => {
  const patient = await letArrive('1950-02-03')
  const { visit } = await nurse(triage.prepare, { patient_id: patient._id })
  const named = { patient_id: patient._id, visit_id: visit?._id ?? '' }
  await nurse(triage.record, {
    ...named,
    decision: {
      life_saving: ['CPR'],
      values: {},
      complaint: 'fell',
      infection_signs: ['NONE'],
      level: 'RED',
      zone: 'RESUS',
    },
  })
  const { visit: told } = await nurse(triage.prepare, { patient_id: patient._id })
  await nurse(visits.correct, {
    ...named,
    last_correction: told?.last_correction ?? null,
    changed: { is_accident: true },
    reason: 'a relative came',
  })
  await show(
    <SignedIn>
      <TriageHistory patient={patient} />
    </SignedIn>,
  )
  expect(await screen.findByText('Not asked yet: accident')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Ask now' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Not asked at the triage' }))
  expect(dialog.getByText(/^The arrival was corrected since: accident: Yes\./)).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Save the answers' }))
  await waitFor(() => expect(screen.queryByText('Not asked yet: accident')).toBeNull())
})

test('a triage asks whether it was an accident if the arrival does not say so, and not otherwise', async () => {
  const patient = await letArrive()
  const first = await renderPage(`/app/triage/${patient._id}`)
  const asked = await screen.findByRole('combobox', { name: 'Accident or injury?' })
  expect(asked).toHaveProperty('value', '')
  await userEvent.click(screen.getByRole('button', { name: /^L4 Green/ }))
  await userEvent.click(screen.getByRole('button', { name: /^Confirm Green/ }))
  await waitFor(() => expect(asked.getAttribute('aria-invalid')).toBe('true'))
  await userEvent.selectOptions(asked, 'No accident')
  await waitFor(() => expect(asked.getAttribute('aria-invalid')).not.toBe('true'))
  first.unmount()
  const told = await registerWoman()
  const arrival = { kind: 'ER', source: 1, mode: 'WALK', is_accident: false } as const
  await nurse(visits.arrive, { patient_id: told._id, ...arrival })
  await renderPage(`/app/triage/${told._id}`)
  await screen.findByRole('textbox', { name: 'Chief complaint' })
  expect(screen.queryByRole('combobox', { name: 'Accident or injury?' })).toBeNull()
})

test('an arrival keeps what was typed, says beside each field what is wrong, and is told in one line', async () => {
  const patient = await registerWoman()
  await renderPage(`/app/triage/${patient._id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Register the arrival' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByLabelText('Gestational age')).toBeNull()
  expect(dialog.queryByLabelText('Place')).toBeNull()
  await userEvent.click(dialog.getByLabelText('On their own'))
  await userEvent.click(dialog.getByLabelText('Walking'))
  await userEvent.type(dialog.getByLabelText('Chief complaint'), 'bleeding')
  const groups = dialog.getByLabelText('Symptom groups (1669), at most 3', { selector: 'input' })
  await userEvent.type(groups, 'vehicle')
  await userEvent.click(await dialog.findByRole('option', { name: /^25 / }))
  for (const group of [/^15 /, /^4 /]) {
    await userEvent.click(groups)
    await userEvent.click(await dialog.findByRole('option', { name: group }))
  }
  await userEvent.type(groups, '{Backspace}')
  const pregnant = within(dialog.getByRole('radiogroup', { name: 'Pregnant' }))
  await userEvent.click(pregnant.getByLabelText('Yes'))
  await userEvent.type(dialog.getByLabelText('Gestational age'), '46')
  const accident = within(dialog.getByRole('radiogroup', { name: 'Accident or injury' }))
  await userEvent.click(accident.getByLabelText('Yes'))
  await userEvent.selectOptions(dialog.getByLabelText('Place'), 'Main road')
  await userEvent.selectOptions(dialog.getByLabelText('Role in traffic'), 'Driver')
  await userEvent.selectOptions(dialog.getByLabelText('Vehicle'), 'Motorcycle')
  const helmet = within(dialog.getByRole('radiogroup', { name: 'Helmet' }))
  await userEvent.click(helmet.getByLabelText('No'))
  await userEvent.click(dialog.getByRole('button', { name: 'Register the visit' }))
  await waitFor(() =>
    expect(dialog.getByLabelText('Gestational age').getAttribute('aria-invalid')).toBe('true'),
  )
  expect(dialog.getByLabelText('Chief complaint')).toHaveProperty('value', 'bleeding')

  await userEvent.clear(dialog.getByLabelText('Gestational age'))
  await userEvent.type(dialog.getByLabelText('Gestational age'), '32')
  await userEvent.click(dialog.getByRole('button', { name: 'Register the visit' }))
  const line = await screen.findByRole('note', { name: 'Arrival' })
  expect(line.textContent).toContain('Pregnant 32 weeks · 15 Pregnancy, birth, gynaecology')
  expect(line.textContent).toContain('Accident · place: Main road · Driver · vehicle: Motorcycle · no helmet')
  const { visit } = await nurse(triage.prepare, { patient_id: patient._id })
  expect(visit).toMatchObject({
    complaint: 'bleeding',
    symptom_groups: [15, 25],
    pregnancy_weeks: 32,
    accident: { place: '07', role: 1, vehicle: '02', helmet: false, belt: null },
  })
})

test.each([
  ['en', 'place: Other · Pedestrian · vehicle: 55'],
  ['th', 'สถานที่: อื่น ๆ · คนเดินเท้า · ยานพาหนะ: 55'],
])(
  'the codes of an accident are told in words, and one without words as it is (%s)',
  async (language, words) => {
    const patient = await registerWoman()
    const arrival = { kind: 'ER', source: 1, mode: 'WALK', is_accident: true } as const
    const accident = { place: '98', role: 3, vehicle: '55' }
    await nurse(visits.arrive, { patient_id: patient._id, ...arrival, accident })
    await renderPage(`/app/triage/${patient._id}`, language)
    const line = await screen.findByRole('note', { name: /Arrival|ข้อมูลเมื่อมาถึง/ })
    expect(line.textContent).toContain(words)
  },
)
