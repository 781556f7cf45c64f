import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  alarms,
  breakGlassHours,
  type Client,
  groups,
  type Input,
  type Patient,
  patients,
  Registration,
  readings,
} from 'contract'
import { Navigate, Route, Routes } from 'react-router'
import { testNow } from 'server/testing'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show } from '../../../test/render.tsx'
import { replaceFetch } from '../../../test/replace-fetch.ts'
import { queryClient } from '../../api/client.ts'
import { type Session, session } from '../../session/session.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { ConfirmHost } from '../../ui/feedback/confirm.tsx'
import { PatientClinicalPage } from './patient-clinical-page.tsx'
import { PatientHistoryPage } from './patient-history-page.tsx'
import { PatientInformationPage } from './patient-information-page.tsx'
import { PatientPage } from './patient-page.tsx'
import { PatientProfilePage } from './patient-profile-page.tsx'

const { panel } = usePanel()
const unknownId = '0191e5c0-0000-7000-8000-00000000dead'
let nurse: Session
let admin: Session
let doctor: Client
let patient: Patient
let registered = 0

beforeAll(async () => {
  window.scrollTo = () => undefined
  URL.createObjectURL = () => 'blob:photo'
  const asNurse = await panel().as('nurse')
  const asAdmin = await panel().as('admin')
  doctor = await panel().as('doctor')
  nurse = {
    ...malee,
    _id: asNurse.session.user_id,
    server_token: asNurse.session.server_token,
    permissions: ['patient:read', 'patient:update', 'clinical:update'],
  }
  admin = {
    ...malee,
    _id: asAdmin.session.user_id,
    server_token: asAdmin.session.server_token,
    permissions: ['patient:read', 'patient:update', 'audit:read'],
  }
})

beforeEach(async () => {
  localStorage.clear()
  session.start(nurse)
  registered += 1
  patient = await register(`R-${registered}`)
})

async function register(hn: string, more: Partial<Input<typeof patients.register>> = {}): Promise<Patient> {
  const asNurse = await panel().as('nurse')
  const reply = await asNurse(
    patients.register,
    Registration.parse({
      hn,
      title: 'นาง',
      name: 'บัวผัน',
      surname: 'ทดสอบ',
      gender: 'female',
      is_someone_else: true,
      date_of_birth: '1984-11-05',
      identity_kind: 'none',
      mobile: '0811111111',
      contact_name: 'สมปอง',
      height: 160,
      weight: 61.44,
      allergies: [
        { kind: 'drug', substance: 'Ibuprofen', severity: 'mild' },
        { kind: 'drug', substance: 'Penicillin', severity: 'life_threatening', reaction: 'Anaphylaxis' },
      ],
      ...more,
    }),
  )
  return reply.patient
}

async function open(screenOfRecord: string, id = patient._id, language = 'en') {
  await begin(screenOfRecord, id, language)
  await screen.findByRole('heading', { level: 1 })
}

async function begin(screenOfRecord: string, id = patient._id, language = 'en') {
  cleanup()
  await show(
    <SignedIn>
      <ConfirmHost>
        <Routes>
          <Route index element={<Navigate to={`/app/patients/${id}/${screenOfRecord}`} />} />
          <Route path="app/patients/:id" element={<PatientPage />}>
            <Route path="information" element={<PatientInformationPage />} />
            <Route path="profile" element={<PatientProfilePage />} />
            <Route path="clinical" element={<PatientClinicalPage />} />
            <Route path="history" element={<PatientHistoryPage />} />
          </Route>
        </Routes>
      </ConfirmHost>
    </SignedIn>,
    { language },
  )
}

const banner = () => within(screen.getByRole('region', { name: 'Patient' }))
const field = (label: string | RegExp) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const readStored = async () => (await doctor(patients.get, { _id: patient._id })).patient

async function edit(label: string | RegExp, text: string) {
  await userEvent.clear(field(label))
  await userEvent.click(field(label))
  await userEvent.paste(text)
}

async function openForm(section: string) {
  await open(section)
  await press('Edit')
  await screen.findByText('Nothing has been changed yet')
}

test('the banner names what the patient must not be given, the worst first', async () => {
  await open('information')
  expect(banner().getByRole('button').textContent).toBe('Allergic (2): Penicillin, Ibuprofen')
  await userEvent.click(banner().getByRole('button'))
  expect(await screen.findByText('Life-threatening')).toBeDefined()
  expect(screen.getByText(/Anaphylaxis/)).toBeDefined()
})

test.each([
  ['en', 'about 79 years', '1947', 'Date of birth'],
  ['th', 'ประมาณ 79 ปี', 'พ.ศ. 2490', 'วันเกิด'],
])('the record shows a year of birth without a day in %s', async (language, age, born, label) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(testNow) })
  onTestFinished(() => void vi.useRealTimers())
  const of = await register(`Y-${language}`, {
    date_of_birth: '1947-01-01',
    birth_date_precision: 'year',
  })
  await open('information', of._id, language)
  expect(
    within(screen.getByRole('region', { name: /^(Patient|ผู้ป่วย)$/ })).getByText(new RegExp(age)),
  ).toBeDefined()
  expect(screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent).toBe(born)
})

test('an estimated age that is corrected stays an estimate, and the history says of what', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(testNow) })
  onTestFinished(() => void vi.useRealTimers())
  patient = await register('E-1', { date_of_birth: '1986-01-01', birth_date_precision: 'estimated' })
  await openForm('information')
  expect(field('Estimated age').value).toBe('40')
  await edit('Estimated age', '45')
  await press('Save')
  await screen.findByRole('button', { name: 'Edit' })
  expect(await readStored()).toMatchObject({ date_of_birth: '1981-01-01', birth_date_precision: 'estimated' })
  await openForm('information')
  await userEvent.selectOptions(screen.getByLabelText('How the birth date is known'), 'Full date')
  await edit('Date of birth', '03/04/1982')
  await press('Save')
  await screen.findByRole('button', { name: 'Edit' })
  expect(await readStored()).toMatchObject({ date_of_birth: '1982-04-03', birth_date_precision: 'day' })
  await open('history')
  const told = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent).join()
  expect(told).toMatch(/Date of birthabout 1986.*about 1981/)
  expect(told).toMatch(/Date of birthabout 1981.*03 Apr 1982/)
  expect(told).toMatch(/How the birth date is knownEstimated age.*Full date/)
})

test('allergies that nobody has asked about differ from no known allergies', async () => {
  await doctor(patients.update, { _id: patient._id, version: 1, allergies: [] })
  await open('information')
  expect(banner().getByText('Allergies not recorded')).toBeDefined()
  await doctor(patients.update, { _id: patient._id, version: 2, no_known_allergy: true })
  await open('information')
  expect(await banner().findByText('No known allergy')).toBeDefined()
})

test('the banner names the silenced vital signs, until which day and when, and links to their settings', async () => {
  await open('information')
  expect(banner().queryByText('Alarms off:')).toBeNull()
  const until = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString()
  await doctor(alarms.updateSettings, {
    patient_id: patient._id,
    version: 0,
    settings: { spo2: { mode: 'disabled', until } },
    reason: 'Cold hands',
  })
  await open('information')
  const notice = await banner().findByRole('link', {
    name: /^Alarms off:\s*SpO₂ until \d\d \w{3} \d{4} \d\d:\d\d$/,
  })
  expect(notice.getAttribute('href')).toBe(`/app/patients/${patient._id}/notify`)
})

test('a loading record shows its layout and its sections before its data', async () => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  replaceFetch((through) => async (request, init) => {
    if (typeof request === 'string' && request.endsWith(patients.get.path)) await arrived
    return through(request, init)
  })
  await begin('profile')
  expect(await screen.findByRole('status', { name: 'The record is loading' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Clinical' })).toBeDefined()
  expect(banner().queryByText(/บัวผัน/)).toBeNull()
  arrive()
  await waitFor(() => expect(banner().getByText(/บัวผัน/)).toBeDefined())
  expect(screen.queryByRole('status', { name: 'The record is loading' })).toBeNull()
})

const sections = () => within(screen.getByRole('navigation', { name: 'Sections of the record' }))
const current = (links: HTMLElement[]) =>
  links.filter((link) => link.getAttribute('aria-current') === 'page').map((link) => link.textContent)

test('a record has few tabs, and beside the title of a screen are the others of its tab', async () => {
  await open('profile')
  const tabs = sections().getAllByRole('link')
  expect(tabs.map((tab) => tab.textContent)).toEqual(['Summary', 'Vital signs', 'Clinical', 'Person'])
  expect(current(tabs)).toEqual(['Person'])
  const screens = within(screen.getByRole('navigation', { name: 'Person' })).getAllByRole('link')
  expect(screens.map((link) => link.textContent)).toEqual([
    'Patient Information',
    'Personal profile',
    'Address & Location',
  ])
  expect(current(screens)).toEqual(['Personal profile'])
  await userEvent.click(sections().getByRole('link', { name: 'Clinical' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Clinical data' })).toBeDefined()
  expect(screen.queryByRole('navigation', { name: 'Person' })).toBeNull()
})

test('the menu of a record has its triages, its history, who opened it for those who may know, and what is printed', async () => {
  session.start(admin)
  await open('profile')
  await press('More of the record')
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual([
    'Triage',
    'History of changes',
    'Access',
    'Print',
    'Print label',
    'Print wristband',
  ])
  await userEvent.click(items[1] as HTMLElement)
  expect(await screen.findByRole('heading', { level: 1, name: 'History of changes' })).toBeDefined()
})

test('the record leads to the same screen of the next patient of the list', async () => {
  const next = await register(`N-${registered}`)
  sessionStorage.setItem('patient-order', JSON.stringify({ owner: nurse._id, ids: [patient._id, next._id] }))
  await open('clinical')
  expect(screen.getByRole('button', { name: 'Previous patient' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('link', { name: 'Next patient' }))
  await waitFor(() => expect(banner().getByText(next.hn)).toBeDefined())
  expect(screen.getByRole('heading', { level: 1, name: 'Clinical data' })).toBeDefined()
  expect(screen.getByText('2 of 2')).toBeDefined()
})

test('the record leads on into the pages of the list that were not shown, and back again', async () => {
  const question = { number_of_rec: 20, search_field: 'any', search_value: '', filterLists: {} } as const
  const readPage = async (page: number) => (await doctor(patients.list, { ...question, page })).rows
  const [first, second] = [await readPage(1), await readPage(2)]
  const { total, total_is_at_least } = await doctor(patients.list, { ...question, page: 2 })
  const lastOfFirst = first.at(-1)
  const [startOfSecond, next] = second
  sessionStorage.setItem(
    'patient-order',
    JSON.stringify({
      owner: nurse._id,
      ids: second.map(({ _id }) => _id),
      pages: {
        list: 'patient-list',
        question: { ...question, page: 2 },
        found: { total, total_is_at_least },
        first: 2,
        last: 2,
      },
    }),
  )
  await open('information', startOfSecond?._id)
  expect(screen.getByText(`21 of ${total}`)).toBeDefined()
  await userEvent.click(await screen.findByRole('link', { name: 'Previous patient' }))
  await waitFor(() => expect(banner().getByText(lastOfFirst?.hn ?? '')).toBeDefined())
  expect(screen.getByText(`20 of ${total}`)).toBeDefined()
  for (const expected of [startOfSecond, next]) {
    await userEvent.click(screen.getByRole('link', { name: 'Next patient' }))
    await waitFor(() => expect(banner().getByText(expected?.hn ?? '')).toBeDefined())
  }
  expect(screen.getByText(`22 of ${total}`)).toBeDefined()
})

test('a patient of no hospital, or of another one, is not found, and there is a way back', async () => {
  await open('information', unknownId)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Details not found')
  expect(screen.getByRole('link', { name: 'To the patient list' }).getAttribute('href')).toBe(
    '/app/patient-list/all',
  )
})

test('the title of the browser tab names no patient', async () => {
  await open('profile')
  await waitFor(() => expect(document.title).toBe('Personal profile · Medical & Staff PANEL'))
})

test('the body-mass index shows its band and that it is calculated', async () => {
  await open('clinical')
  expect(screen.getByText('24.0')).toBeDefined()
  expect(screen.getByText('Overweight')).toBeDefined()
  expect(screen.getByText('From height and weight')).toBeDefined()
})

test('a registrar can edit the profile but not the clinical data', async () => {
  session.start(admin)
  await open('clinical')
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  await open('profile')
  expect(screen.getByRole('button', { name: 'Edit' })).toBeDefined()
})

test('the save bar lists the changes, Ctrl+S saves them, and only they are sent', async () => {
  await openForm('profile')
  await edit('Contact name', 'สมหมาย')
  expect(screen.getByText('1 change:').parentElement?.textContent).toBe('1 change: Contact name')
  await userEvent.keyboard('{Control>}s{/Control}')
  expect(await screen.findByText('สมหมาย')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  const { rows } = await doctor(patients.changes, { patient_id: patient._id })
  expect(rows.map(({ field: name, to }) => [name, to])).toEqual([['contact_name', 'สมหมาย']])
})

test('Escape closes an unchanged form at once, and asks before it closes a changed one', async () => {
  await openForm('profile')
  await userEvent.click(field('Contact name'))
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByRole('button', { name: 'Edit' })).toBeDefined()

  await press('Edit')
  await edit('Contact name', 'สมหมาย')
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByText('Discard what you changed?')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(await screen.findByText('สมปอง')).toBeDefined()
})

test('the second of two savers sees who changed what, and loses nothing', async () => {
  await openForm('profile')
  await edit('Contact name', 'สมหมาย')
  await edit('Mobile', '0822222222')
  await doctor(patients.update, {
    _id: patient._id,
    version: 1,
    mobile: '0833333333',
    contact_number: '0844444444',
  })
  await press('Save')

  const told = within(await screen.findByRole('region', { name: /Someone else changed this record/ }))
  expect(told.getByText(/0844444444/)).toBeDefined()
  expect(told.getByText('Added to your form')).toBeDefined()
  expect(field('Contact name').value).toBe('สมหมาย')
  expect(field('Mobile').value).toBe('0822222222')
  expect(field('Contact number').value).toBe('0844444444')
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)

  await userEvent.click(told.getByRole('radio', { name: /’s/ }))
  expect(field('Mobile').value).toBe('0833333333')
  await userEvent.click(told.getByRole('radio', { name: /^Mine/ }))
  expect(field('Mobile').value).toBe('0822222222')
  await press('Save')
  await screen.findByRole('button', { name: 'Edit' })
  expect(await readStored()).toMatchObject({
    mobile: '0822222222',
    contact_name: 'สมหมาย',
    contact_number: '0844444444',
    version: 3,
  })
})

test('typed values are restored when the form is opened again, on the version on which they were typed', async () => {
  await openForm('profile')
  await edit('Mobile', '0822222222')
  await waitFor(() => expect(screen.getByText(/Draft kept/)).toBeDefined())
  session.end()
  await doctor(patients.update, { _id: patient._id, version: 1, mobile: '0833333333' })
  session.start(nurse)
  await open('profile')
  await press('Edit')
  expect(await screen.findByText(/is back and not saved yet/)).toBeDefined()
  expect(field('Mobile').value).toBe('0822222222')
  expect(await screen.findByText('This record was changed while you are editing it.')).toBeDefined()
  await press('Save')
  expect(await screen.findByRole('radio', { name: /^Mine/ })).toBeDefined()
})

test('a value that the server refuses is reported beside its field, and nothing typed is lost', async () => {
  await register('R-TAKEN')
  await openForm('information')
  await edit(/^HN/, 'R-TAKEN')
  await edit('Name in English', 'Buaphan')
  await press('Save')
  expect(await screen.findAllByText('This HN already belongs to another patient.')).not.toEqual([])
  await waitFor(() => expect(document.activeElement).toBe(field(/^HN/)))
  expect(field('Name in English').value).toBe('Buaphan')
})

test('an unusual weight needs confirmation, with the last one beside it', async () => {
  await openForm('clinical')
  await edit('Weight', '5')
  expect(await screen.findByText('Unusually low for this age')).toBeDefined()
  expect(screen.getByText(/^Last: 61.44 kg/)).toBeDefined()
  await press('Save')
  expect(await screen.findByText(/check it, and confirm it/)).toBeDefined()
  expect(field('Weight').value).toBe('5')
  expect((await readStored()).weight).toBe(61.44)
  await userEvent.click(screen.getByRole('checkbox', { name: /it is right/ }))
  await press('Save')
  await screen.findByRole('button', { name: 'Edit' })
  expect((await readStored()).weight).toBe(5)
})

test('a weight that differs much from one saved meanwhile needs confirmation beside that one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(testNow) })
  onTestFinished(() => void vi.useRealTimers())
  await openForm('clinical')
  await edit('Weight', '62')
  const reading = { kind: 'body' as const, measured_at: testNow, weight: 45 }
  await doctor(readings.record, {
    patient_id: patient._id,
    readings: [{ ...reading, confirmed: ['weight'] }],
  })
  await press('Save')
  expect(await screen.findByText(/^Last: 45 kg/)).toBeDefined()
  await userEvent.click(screen.getByRole('checkbox', { name: /it is right/ }))
  await press('Save')
  await screen.findByRole('button', { name: 'Edit' })
  expect((await readStored()).weight).toBe(62)
})

test('the history of a list shows what was added and what was removed', async () => {
  const [penicillin] = patient.allergies.filter(({ substance }) => substance === 'Penicillin')
  await doctor(patients.update, {
    _id: patient._id,
    version: 1,
    weight: 60,
    allergies: [...(penicillin ? [penicillin] : []), { kind: 'food', substance: 'Shrimp', severity: 'mild' }],
  })
  await open('history')
  const added = (await screen.findByText('+ Added')).closest('li')
  expect(added?.textContent).toBe('+ Added Shrimp · Mild')
  expect(screen.getByText('− Removed').closest('li')?.textContent).toBe('− Removed Ibuprofen · Mild')
  expect(screen.queryByText(/Penicillin · /)).toBeNull()
  await userEvent.selectOptions(screen.getByLabelText('Show changes of'), 'Personal profile')
  expect(await screen.findByText('Nothing has changed in this section.')).toBeDefined()
})

describe("a record outside the wards of the nurse's groups", () => {
  let patientId: string
  let hn: string

  beforeAll(async () => {
    const asAdmin = await panel().as('admin')
    const { wards } = await asAdmin(alarms.duties, {})
    const { rows } = await asAdmin(patients.list, { number_of_rec: 100 })
    const elsewhere = rows.find(({ ward }) => ward !== null)
    patientId = elsewhere?._id ?? ''
    hn = elsewhere?.hn ?? ''
    const followed = wards.find(({ ward }) => ward._id !== elsewhere?.ward?._id)
    await asAdmin(groups.save, {
      name: 'Another ward',
      ward_ids: [followed?.ward._id ?? ''],
      member_ids: [nurse._id],
    })
  })

  test('opens with one reason field and Enter, and then says until when it is open', async () => {
    await open('information', patientId)
    expect(screen.getByRole('heading', { level: 1, name: 'Outside your wards' })).toBeDefined()
    expect(screen.getByText(new RegExp(`HN ${hn}`))).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Patient' })).toBeNull()
    const reason = screen.getByRole('textbox', { name: /^Reason/ })
    expect(document.activeElement).toBe(reason)
    await userEvent.type(reason, 'now{Enter}')
    expect(await screen.findByText('Please say why in at least 10 letters')).toBeDefined()
    await userEvent.type(reason, ', cardiac arrest{Enter}')
    expect(await screen.findByRole('region', { name: /opened by exception until/ })).toBeDefined()
    expect(banner().getByText(hn, { exact: false })).toBeDefined()
  })

  test('is closed on the screen when the time is over, even though it was loaded', async () => {
    await open('information', patientId)
    await screen.findByRole('region', { name: /opened by exception until/ })
    panel().wait(breakGlassHours * 60 * 60_000)
    const at = panel().clock().toISOString()
    await panel().root.updateTable('sessions').set({ last_seen_at: at, created_at: at }).execute()
    await queryClient.invalidateQueries({ queryKey: [patients.get.path] })
    expect(await screen.findByRole('heading', { level: 1, name: 'Outside your wards' })).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Patient' })).toBeNull()
  })
})
