import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  admissions,
  ambulanceReferrals,
  type Client,
  devices,
  dischargeLengths,
  type Patient,
  patients,
  Registration,
  readings,
  reference,
  visits,
} from 'contract'
import { Navigate, Route, Routes } from 'react-router'
import { testNow } from 'server/testing'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show } from '../../../test/render.tsx'
import { replaceFetch } from '../../../test/replace-fetch.ts'
import { type Session, session } from '../../session/session.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { ConfirmHost } from '../../ui/feedback/confirm.tsx'
import { BreadcrumbSlot } from '../../ui/page-header.tsx'
import { PatientAdmissionsPage } from './patient-admissions-page.tsx'
import { PatientPage } from './patient-page.tsx'

const { panel } = usePanel()
let nurse: Client
let user: Session
let patient: Patient
let wardName: string
let registered = 0

beforeAll(async () => {
  window.scrollTo = () => undefined
  // The screen and the panel agree on the time, as they do in a hospital.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(testNow) })
  const asNurse = await panel().as('nurse')
  nurse = asNurse
  user = {
    ...malee,
    _id: asNurse.session.user_id,
    server_token: asNurse.session.server_token,
    permissions: ['patient:read', 'admission:manage', 'device:read'],
  }
  const { ward } = await nurse(reference.wards, {})
  wardName = ward[0]?.name_en ?? ''
})

afterAll(() => {
  vi.useRealTimers()
})

beforeEach(async () => {
  localStorage.clear()
  session.start(user)
  patient = await register('1984-11-05')
})

async function register(date_of_birth: string) {
  registered += 1
  const reply = await nurse(
    patients.register,
    Registration.parse({
      hn: `ADM-${registered}`,
      title: 'นาง',
      name: 'บัวผัน',
      surname: `รับไว้${registered}`,
      gender: 'female',
      date_of_birth,
      identity_kind: 'none',
      is_someone_else: true,
    }),
  )
  return reply.patient
}

async function open(language = 'en', query = '', slot: HTMLElement | null = null) {
  cleanup()
  await show(
    <SignedIn>
      <ConfirmHost>
        <BreadcrumbSlot value={slot}>
          <Routes>
            <Route index element={<Navigate to={`/app/patients/${patient._id}/admissions${query}`} />} />
            <Route path="app/patients/:id" element={<PatientPage />}>
              <Route path="admissions" element={<PatientAdmissionsPage />} />
            </Route>
          </Routes>
        </BreadcrumbSlot>
      </ConfirmHost>
    </SignedIn>,
    { language },
  )
  await screen.findByRole('heading', { level: 1 })
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
/** Picks the option of this name, or the first one, once the list has been loaded. */
async function pickLoaded(field: HTMLElement, name?: string) {
  await waitFor(() => expect(field.children.length).toBeGreaterThan(1))
  await userEvent.selectOptions(field, name ?? field.querySelectorAll('option')[1]?.value ?? '')
}

const readStays = async () => (await nurse(admissions.history, { patient_id: patient._id })).stays

async function admitInPlace(bed: number | undefined, at?: string) {
  const { ward } = await nurse(reference.wards, {})
  const { doctors } = await nurse(admissions.doctors, {})
  const ward_id = ward[0]?._id ?? ''
  const { beds } = await nurse(admissions.beds, { ward_id })
  const free = beds.filter(({ state }) => state === 'ready')
  return nurse(admissions.admit, {
    patient_id: patient._id,
    admit_type: 'E',
    admit_source: 'E',
    arrival_type: 1,
    department: '01',
    attending_id: doctors[0]?._id ?? '',
    diagnosis: 'ปอดอักเสบ',
    ward_id,
    bed_id: bed === undefined ? null : (free[bed]?._id ?? null),
    ...(at !== undefined && { at }),
  })
}

test('leads back to the first screen of the patients, called as in the navigation', async () => {
  const slot = document.body.appendChild(document.createElement('div'))
  await open('en', '', slot)
  const back = within(await within(slot).findByRole('navigation')).getByRole('link')
  expect(back.textContent).toBe('Patients')
  slot.remove()
})

test('a nurse admits a patient to a ward; what is missing is told beside its field, and nothing is lost', async () => {
  await open()
  await press('Admit patient')
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByLabelText(/^Ward/)
  await userEvent.type(dialog.getByLabelText(/^Diagnosis/), 'ปอดอักเสบ')
  await userEvent.click(dialog.getByRole('button', { name: 'Admit patient' }))
  expect(await dialog.findAllByText('Field is required')).not.toHaveLength(0)
  await pickLoaded(dialog.getByLabelText(/^Ward/), wardName)
  await userEvent.click(dialog.getByLabelText('Emergency'))
  await userEvent.click(dialog.getByLabelText('ER'))
  await userEvent.click(dialog.getByLabelText('By themselves'))
  await userEvent.selectOptions(dialog.getByLabelText(/^Department/), 'Internal medicine')
  await pickLoaded(dialog.getByLabelText(/^Attending doctor/))
  await userEvent.click(dialog.getByRole('button', { name: 'Admit patient' }))
  expect(await screen.findByRole('region', { name: 'Present stay' })).toBeDefined()
  const [stay] = await readStays()
  expect(stay).toMatchObject({ diagnosis: 'ปอดอักเสบ', admit_type: 'E', place: { kind: 'waiting' } })
})

test('an admission begins with what the visit says, names where that is from, and keeps what a person types', async () => {
  const { visit } = await nurse(visits.arrive, {
    patient_id: patient._id,
    kind: 'ER',
    source: 4,
    mode: 'STRETCHER',
    complaint: 'ไข้สูง หอบเหนื่อย',
    is_accident: false,
    infection_signs: ['FEVER_COUGH', 'CONTACT'],
  })
  await open()
  await press('Admit patient')
  let dialog = within(await screen.findByRole('dialog'))
  const note = await dialog.findByRole('note', { name: 'Known before the admission' })
  expect(note.textContent).toContain(`VN ${visit.vn}`)
  expect(note.textContent).toContain('ไข้สูง หอบเหนื่อย')
  const hint = 'Suggestion: consider isolation, the infection screen found Fever and cough, Contact'
  expect(note.textContent).toContain(hint)
  await userEvent.click(dialog.getByText('More about the admission'))
  const isolation = () => within(dialog.getByRole('group', { name: /^Isolation/ }))
  // A suggestion chooses nothing, and stands beside the choice until a person decides.
  expect(dialog.getAllByText(hint)).toHaveLength(2)
  await userEvent.click(isolation().getByText('Droplet'))
  expect(dialog.getAllByText(hint)).toHaveLength(1)
  await userEvent.click(isolation().getByText('Droplet'))
  const source = () => dialog.getByRole('radiogroup', { name: 'Came from' })
  const origin = /^From the ER visit of .* 2026 \d\d:\d\d$/
  expect(within(source()).getByLabelText('ER')).toHaveProperty('checked', true)
  expect(dialog.getAllByText(origin)).toHaveLength(2)
  // Nobody has said what the diagnosis is: a complaint is none.
  expect(dialog.getByLabelText(/^Diagnosis/)).toHaveProperty('value', '')
  await userEvent.click(within(source()).getByLabelText('OPD'))
  expect(dialog.getAllByText(origin)).toHaveLength(1)
  await userEvent.type(dialog.getByLabelText(/^Diagnosis/), 'ปอดอักเสบ')
  await open()
  await press('Admit patient')
  dialog = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(dialog.getByLabelText(/^Diagnosis/)).toHaveProperty('value', 'ปอดอักเสบ'))
  expect(within(source()).getByLabelText('OPD')).toHaveProperty('checked', true)
})

test('an admission that was begun from a referral begins with what that one says', async () => {
  const doctor = await panel().asNew({ staffType: 'doctor' })
  const refer = async (from_hospital: string, letter_number: string) => {
    const new_id = newId()
    const answers = { patient: patient._id, direction: 'IN', from_hospital, letter_number, cause: '1' }
    const operations = Object.entries(answers).map(([path, answer]) => ({
      op_id: newId(),
      path,
      answer,
      at: testNow,
      device: 'test',
    }))
    await doctor(ambulanceReferrals.add, { new_id, operations })
    return new_id
  }
  const chosen = await refer('รพ.สต. บ้านนา', '10670-69001')
  await refer('รพ.ชุมชน', '10670-69002')
  session.start({ ...user, permissions: [...user.permissions, 'form:use'] })
  await open('en', `?admit=yes&referral=${chosen}`)
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByLabelText(/^Referral number/)).toHaveProperty('value', '10670-69001')
  expect(dialog.getByRole('note', { name: 'Known before the admission' }).textContent).toContain(
    'รพ.สต. บ้านนา',
  )
})

test('a chosen referral that was used meanwhile is told, and what was typed stays', async () => {
  const doctor = await panel().asNew({ staffType: 'doctor' })
  const new_id = newId()
  const answers = { patient: patient._id, direction: 'IN', from_hospital: 'รพ.สต. บ้านนา', cause: '1' }
  const operations = Object.entries(answers).map(([path, answer]) => ({
    op_id: newId(),
    path,
    answer,
    at: testNow,
    device: 'test',
  }))
  await doctor(ambulanceReferrals.add, { new_id, operations })
  session.start({ ...user, permissions: [...user.permissions, 'form:use'] })
  const openForm = async () => {
    await open('en', `?admit=yes&referral=${new_id}`)
    return within(await screen.findByRole('dialog'))
  }
  let dialog = await openForm()
  await userEvent.type(await dialog.findByRole('textbox', { name: /^Diagnosis/ }), 'ปอดอักเสบ')
  await waitFor(() => expect(JSON.stringify(localStorage)).toContain('ปอดอักเสบ'))
  expect(dialog.queryByText(/^The chosen referral is not open any more/)).toBeNull()
  const { visit } = await nurse(visits.arrive, {
    patient_id: patient._id,
    kind: 'ER',
    source: 1,
    mode: 'WALK',
  })
  await nurse(visits.end, { patient_id: patient._id, visit_id: visit._id, disposition: 1 })
  dialog = await openForm()
  expect(await dialog.findByText(/^The chosen referral is not open any more/)).toBeDefined()
  expect(dialog.getByRole('textbox', { name: /^Diagnosis/ })).toHaveProperty('value', 'ปอดอักเสบ')
})

test('an unusual weight at the admission is asked about, and stored once the nurse confirms it', async () => {
  session.start({ ...user, permissions: [...user.permissions, 'clinical:record'] })
  await open()
  await press('Admit patient')
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByLabelText(/^Ward/)
  await pickLoaded(dialog.getByLabelText(/^Ward/), wardName)
  await userEvent.click(dialog.getByLabelText('Emergency'))
  await userEvent.click(dialog.getByLabelText('ER'))
  await userEvent.click(dialog.getByLabelText('By themselves'))
  await userEvent.selectOptions(dialog.getByLabelText(/^Department/), 'Internal medicine')
  await pickLoaded(dialog.getByLabelText(/^Attending doctor/))
  await userEvent.type(dialog.getByLabelText(/^Diagnosis/), 'ปอดอักเสบ')
  await userEvent.click(dialog.getByText('More about the admission'))
  await userEvent.type(dialog.getByLabelText(/^Weight/), '12')
  const admit = () => userEvent.click(dialog.getByRole('button', { name: 'Admit patient' }))
  await admit()
  expect(await dialog.findByText(/^Unusual for this patient/)).toBeDefined()
  expect(await readStays()).toEqual([])
  await userEvent.click(dialog.getByLabelText('I checked: it is right'))
  await admit()
  expect(await screen.findByRole('region', { name: 'Present stay' })).toBeDefined()
  const { rows } = await nurse(readings.bodyData, { patient_id: patient._id })
  expect(rows).toMatchObject([{ weight: 12, source: 'manual' }])
})

test('a bed that somebody took meanwhile is refused with who has it', async () => {
  await admitInPlace(undefined)
  await open()
  await press('Move')
  const dialog = within(await screen.findByRole('dialog'))
  const bed = dialog.getByRole<HTMLSelectElement>('combobox', { name: /^Bed/ })
  await waitFor(() => expect(bed.options.length).toBeGreaterThan(1))
  const free = [...bed.options].find((option) => option.value !== '' && !option.disabled)
  await userEvent.selectOptions(bed, free?.value ?? '')
  const first = patient
  patient = (
    await nurse(
      patients.register,
      Registration.parse({
        hn: `ADM-${registered}-B`,
        title: 'นาย',
        name: 'บุญมี',
        surname: 'มาก่อน',
        gender: 'male',
        identity_kind: 'none',
        is_someone_else: true,
      }),
    )
  ).patient
  const { ward } = await nurse(reference.wards, {})
  const { doctors } = await nurse(admissions.doctors, {})
  await nurse(admissions.admit, {
    patient_id: patient._id,
    admit_type: 'E',
    admit_source: 'E',
    arrival_type: 1,
    department: '01',
    attending_id: doctors[0]?._id ?? '',
    diagnosis: 'ไข้',
    ward_id: ward[0]?._id ?? '',
    bed_id: free?.value ?? null,
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await dialog.findByText(/has นาย ?บุญมี มาก่อน/)).toBeDefined()
  patient = first
  const [stay] = await readStays()
  expect(stay?.place?.kind).toBe('waiting')
})

test('a discharge names what contradicts itself, and can be undone', async () => {
  await admitInPlace(0)
  await open()
  await press('Discharge')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByLabelText('With approval'))
  await userEvent.click(
    within(dialog.getByRole('radiogroup', { name: 'Status at discharge' })).getByLabelText('Dead'),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Discharge' }))
  expect(await dialog.findByText('Status and type differ about the death')).toBeDefined()
  await userEvent.click(dialog.getByLabelText('Improved'))
  await userEvent.click(dialog.getByRole('button', { name: 'Discharge' }))
  expect(await screen.findByText('Not admitted')).toBeDefined()
  expect((await readStays())[0]?.outcome).toBe('IMPROVED')

  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Undo the discharge' }))
  const undo = within(await screen.findByRole('dialog', { name: /^Undo the discharge of/ }))
  await userEvent.click(undo.getByLabelText('Wrong patient'))
  await userEvent.click(undo.getByRole('button', { name: 'Undo the discharge' }))
  expect(await screen.findByRole('region', { name: 'Present stay' })).toBeDefined()
  expect((await readStays())[0]).toMatchObject({ discharged_at: null, place: { kind: 'bed' } })
})

test('an undone discharge tells that the monitoring of the patient stays ended', async () => {
  const { stay } = await admitInPlace(0)
  const mac = `AABBEE${String(registered).padStart(6, '0')}`
  const { device } = await nurse(devices.register, { mac, kind: 'watch', name: 'Watch 9' })
  await nurse(devices.assign, { device_id: device._id, patient_id: patient._id })
  panel().wait(60_000)
  await nurse(admissions.discharge, {
    patient_id: patient._id,
    stay_id: stay._id,
    version: stay.version,
    discharge_type: 1,
    discharge_status: 2,
  })
  await open()
  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Undo the discharge' }))
  const undo = within(await screen.findByRole('dialog', { name: /^Undo the discharge of/ }))
  await userEvent.click(undo.getByLabelText('Wrong patient'))
  await userEvent.click(undo.getByRole('button', { name: 'Undo the discharge' }))
  const told = within(await screen.findByRole('dialog', { name: 'Monitoring has not come back' }))
  await userEvent.click(told.getByRole('button', { name: 'Understood' }))
  expect(await screen.findByRole('region', { name: 'Present stay' })).toBeDefined()
})

test('what is typed about a discharge outlives Escape and a reload, and is gone once it is cancelled', async () => {
  await admitInPlace(0)
  await open()
  await press('Discharge')
  await userEvent.type(await screen.findByLabelText('Summary'), 'ไข้ลดแล้ว')
  await userEvent.click(screen.getByLabelText('Earlier'))
  await userEvent.type(screen.getByLabelText(/^Time/), '0810')
  await userEvent.keyboard('{Escape}')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Summary').value).toBe('ไข้ลดแล้ว')

  cleanup()
  await open()
  await press('Discharge')
  expect(await screen.findByText(/^What you typed on .+ is back and not saved yet/)).toBeDefined()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Summary').value).toBe('ไข้ลดแล้ว')
  expect(screen.getByLabelText<HTMLInputElement>('Earlier').checked).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>(/^Time/).value).toMatch(/^08:?10$/)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))

  await press('Discharge')
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Summary')).value).toBe('')
})

test('the diagnosis has a code, found by a name, and the history tells what was changed', async () => {
  await admitInPlace(undefined)
  await open()
  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog'))
  const code = dialog.getByRole('combobox', { name: /^ICD-10/ })
  await userEvent.type(code, 'pneumo')
  await userEvent.click(await screen.findByRole('option', { name: 'J18.9 Pneumonia' }))
  expect(code).toHaveProperty('value', 'J18.9')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await readStays())[0]).toMatchObject({ disease: 'J18.9' })
  const log = within(screen.getByRole('heading', { name: 'What was done' }).parentElement as HTMLElement)
  expect(await log.findByText('J18.9', { exact: false })).toBeDefined()
})

test('consent, the advance directive and a pregnancy are yes, no or not asked, and a fall score has its risk', async () => {
  await admitInPlace(undefined)
  await open()
  expect(await screen.findAllByText('Not asked')).toHaveLength(2)
  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog'))
  const choose = async (question: RegExp, answer: string) =>
    userEvent.click(
      within(dialog.getByRole('radiogroup', { name: question })).getByRole('radio', { name: answer }),
    )
  await choose(/^Advance directive/, 'No')
  await choose(/^Pregnant/, 'Yes')
  const score = dialog.getByLabelText(/^Morse/)
  await userEvent.type(score, '7')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('No answers of the Morse scale come to this total')).toBeDefined()
  await userEvent.clear(score)
  await userEvent.type(score, '50')
  expect(await dialog.findByText('high fall risk')).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(async () =>
    expect((await readStays())[0]).toMatchObject({
      is_dnr: false,
      has_consent: null,
      pregnancy: 'yes',
      morse_score: 50,
    }),
  )
  expect(await screen.findByText('50 · high fall risk')).toBeDefined()
  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const again = within(await screen.findByRole('dialog'))
  await userEvent.click(
    within(again.getByRole('radiogroup', { name: /^Advance directive/ })).getByRole('radio', {
      name: 'Not asked',
    }),
  )
  await userEvent.click(again.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect((await readStays())[0]?.is_dnr).toBeNull())
})

test('the number of the letter is asked for and shown only for a referred patient', async () => {
  await admitInPlace(undefined)
  await open()
  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog'))
  const number = /^Referral number/
  expect(dialog.queryByLabelText(number)).toBeNull()
  await userEvent.click(dialog.getByLabelText('Referred'))
  await userEvent.type(dialog.getByLabelText(number), '10670-6900123')
  await userEvent.selectOptions(dialog.getByLabelText(/^Reason for referral/), '1')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await readStays())[0]).toMatchObject({ arrival_type: 3, referral_number: '10670-6900123' })
  const stay = within(screen.getByRole('region', { name: 'Present stay' }))
  expect(await stay.findAllByText('10670-6900123')).not.toHaveLength(0)
})

test('a discharge keeps its final diagnoses, and refuses what is no code beside the row', async () => {
  await admitInPlace(0)
  await open()
  await press('Discharge')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByLabelText('With approval'))
  await userEvent.click(dialog.getByLabelText('Improved'))
  await userEvent.click(dialog.getByRole('button', { name: 'Add a diagnosis' }))
  const code = dialog.getByRole('combobox', { name: /^ICD-10/ })
  await userEvent.type(code, 'ไข้')
  await userEvent.click(dialog.getByRole('button', { name: 'Discharge' }))
  expect(await dialog.findByText('A code of ICD-10 looks like J18.9')).toBeDefined()
  await userEvent.clear(code)
  await userEvent.type(code, 'a90')
  await userEvent.click(dialog.getByRole('button', { name: 'Discharge' }))
  // It stands among the facts and in what was done.
  expect(await screen.findAllByText('A90 (Principal)')).toHaveLength(2)
  expect((await readStays())[0]?.discharge_diagnoses).toEqual([{ code: 'A90', role: 1 }])
})

test('a final diagnosis is principal once and none is there twice, which is told beside the row', async () => {
  await admitInPlace(0)
  await open()
  await press('Discharge')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByLabelText('With approval'))
  await userEvent.click(dialog.getByLabelText('Improved'))
  for (const row of [0, 1]) {
    await userEvent.click(dialog.getByRole('button', { name: 'Add a diagnosis' }))
    await userEvent.type(dialog.getAllByRole('combobox', { name: /^ICD-10/ })[row] as HTMLElement, 'a90')
    await userEvent.selectOptions(dialog.getAllByLabelText('Role')[row] as HTMLElement, 'Principal')
  }
  await userEvent.click(dialog.getByRole('button', { name: 'Discharge' }))
  expect(await dialog.findByText('There is a principal diagnosis already')).toBeDefined()
  expect(dialog.getByText('This diagnosis is there already')).toBeDefined()
  expect((await readStays())[0]?.outcome).toBe('STILL_IN')
})

test('what is written at a discharge stands with the facts, and each field takes what the record holds', async () => {
  await admitInPlace(0)
  await open()
  await press('Discharge')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByLabelText('With approval'))
  await userEvent.click(dialog.getByLabelText('Improved'))
  const fields = Object.entries({
    Summary: dischargeLengths.discharge_summary,
    Advice: dischargeLengths.discharge_advice,
    'Follow-up': dischargeLengths.follow_up,
    'Medicines to take home': dischargeLengths.home_medicines,
  })
  for (const [label, length] of fields) {
    const field = dialog.getByLabelText<HTMLTextAreaElement>(label)
    expect(field.maxLength).toBe(length)
    await userEvent.type(field, `${label} told`)
  }
  await userEvent.click(dialog.getByRole('button', { name: 'Discharge' }))
  const facts = within(await screen.findByRole('region', { name: /AN / }))
  for (const [label] of fields)
    expect(facts.getAllByText(`${label} told`).map(({ tagName }) => tagName)).toContain('DD')
})

test('a discharge of an earlier day is judged by the age of that day', async () => {
  // 61 years old today, which is too old for a delivery.
  patient = await register(`1965-${testNow.slice(5, 10)}`)
  const dayAgo = Date.parse(testNow) - 24 * 3_600_000
  await admitInPlace(0, new Date(dayAgo - 3_600_000).toISOString())
  await open()
  await press('Discharge')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByLabelText('With approval'))
  await userEvent.click(dialog.getByLabelText('Normal delivery'))
  await userEvent.click(dialog.getByRole('button', { name: 'Discharge' }))
  expect(await dialog.findByText('Only for a female patient of 10 to 60 years')).toBeDefined()
  await typeEarlier(dialog, new Date(dayAgo).toISOString())
  await userEvent.click(dialog.getByRole('button', { name: 'Discharge' }))
  expect(await screen.findByText('Not admitted')).toBeDefined()
  expect((await readStays())[0]?.discharge_status).toBe(4)
})

test('a discharge is changed later in the form of the discharge, and the history tells what was changed and why', async () => {
  await dischargeAgo(2)
  await open()
  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change the discharge' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Change the discharge of/ }))
  expect(dialog.getByLabelText<HTMLInputElement>('With approval').checked).toBe(true)
  expect(dialog.getByLabelText<HTMLInputElement>('Improved').checked).toBe(true)
  await userEvent.click(dialog.getByLabelText('Dead, no autopsy'))
  const save = () => userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await save()
  expect(await dialog.findByText('Please give a reason')).toBeDefined()
  await userEvent.type(dialog.getByLabelText(/^Why it is changed/), 'left before the papers')
  await save()
  expect(await dialog.findByText(/^Whether the patient died cannot be changed here/)).toBeDefined()
  await userEvent.click(dialog.getByLabelText('Absconded'))
  await userEvent.click(dialog.getByLabelText('Not improved'))
  await userEvent.click(dialog.getByRole('button', { name: 'Add a diagnosis' }))
  await userEvent.type(dialog.getByRole('combobox', { name: /^ICD-10/ }), 'a91')
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await readStays())[0]).toMatchObject({ outcome: 'REFUSED', discharge_status: 3, discharge_type: 3 })
  expect(await screen.findByText('Data of the stay changed – left before the papers')).toBeDefined()
  const [changed] = screen.getAllByText('Type of discharge', { selector: 'strong' })
  expect(changed?.parentElement?.textContent).toBe('Type of discharge With approval Absconded')
  expect(screen.getAllByText('A91 (Principal)', { exact: false })).toHaveLength(2)
})

test('a ward is not asked again how a patient left long ago, but it is asked what was found', async () => {
  await dischargeAgo(30)
  await open()
  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change the discharge' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Change the discharge of/ }))
  expect(
    dialog.getByText(/^This discharge was more than 24 hours ago: the records office can change/),
  ).toBeDefined()
  expect(dialog.queryByLabelText('With approval')).toBeNull()
  await userEvent.type(dialog.getByLabelText('Follow-up'), 'two weeks')
  await userEvent.type(dialog.getByLabelText(/^Why it is changed/), 'appointment made')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await readStays())[0]).toMatchObject({ discharge_type: 1, follow_up: 'two weeks' })
})

test('the reason of a referral is asked for while the patient was referred, and not sent once they were not', async () => {
  await open()
  await press('Admit patient')
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByLabelText(/^Ward/)
  await userEvent.type(dialog.getByLabelText(/^Diagnosis/), 'ปอดอักเสบ')
  await pickLoaded(dialog.getByLabelText(/^Ward/), wardName)
  await userEvent.click(dialog.getByLabelText('Emergency'))
  await userEvent.click(dialog.getByLabelText('ER'))
  await userEvent.click(dialog.getByLabelText('Referred'))
  await userEvent.selectOptions(dialog.getByLabelText(/^Department/), 'Internal medicine')
  await pickLoaded(dialog.getByLabelText(/^Attending doctor/))
  const admit = () => userEvent.click(dialog.getByRole('button', { name: 'Admit patient' }))
  await admit()
  const cause = await dialog.findByLabelText(/^Reason for referral/)
  await waitFor(() => expect(cause.getAttribute('aria-invalid')).toBe('true'))
  await userEvent.selectOptions(cause, 'Own wish')
  await userEvent.click(dialog.getByLabelText('By themselves'))
  expect(dialog.queryByLabelText(/^Reason for referral/)).toBeNull()
  await admit()
  await screen.findByRole('region', { name: 'Present stay' })
  expect((await readStays())[0]).toMatchObject({ arrival_type: 1, referral_cause: null })
})

async function dischargeAgo(hours: number) {
  await admitInPlace(undefined)
  const [stay] = await readStays()
  if (!stay) throw new Error('nobody was admitted')
  const { _id: stay_id, version } = stay
  await nurse(admissions.discharge, {
    patient_id: patient._id,
    stay_id,
    version,
    discharge_status: 2,
    discharge_type: 1,
  })
  const ago = new Date(Date.now() - hours * 3_600_000).toISOString()
  await panel()
    .root.updateTable('stays')
    .set({ admitted_at: ago, discharged_at: ago })
    .where('id', '=', stay_id)
    .execute()
}

test('a discharge of long ago says who undoes it, and whoever may is asked for the reason', async () => {
  await dischargeAgo(25)
  await open()
  await press('More actions')
  expect(await screen.findByText(/more than 24 hours ago: the records office/)).toBeDefined()
  expect(screen.queryByRole('menuitem', { name: 'Undo the discharge' })).toBeNull()

  const registrar = await panel().asNew({ staffType: 'registrar' })
  const { user_id: _id, server_token } = registrar.session
  session.start({ ...user, _id, server_token, permissions: ['patient:read', 'stay:reopen'] })
  await open()
  await press('More actions')
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Undo the discharge' }))
  const undo = within(await screen.findByRole('dialog', { name: /^Undo the discharge of/ }))
  await userEvent.click(undo.getByLabelText('Wrong patient'))
  await userEvent.click(undo.getByRole('button', { name: 'Undo the discharge' }))
  expect(await screen.findByRole('region', { name: 'Present stay' })).toBeDefined()
})

test('an earlier stay can be cancelled while a later one lasts, and its discharge is not offered to be undone', async () => {
  await dischargeAgo(2)
  await admitInPlace(undefined)
  await open()
  const menus = await screen.findAllByRole('button', { name: 'More actions' })
  expect(menus).toHaveLength(2)
  await userEvent.click(menus[1] as HTMLElement)
  expect(await screen.findByRole('menuitem', { name: 'Correct times and places' })).toBeDefined()
  expect(screen.queryByRole('menuitem', { name: 'Undo the discharge' })).toBeNull()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Cancel the admission' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Cancel the admission of/ }))
  await userEvent.click(dialog.getByLabelText('Entered twice'))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel the admission' }))
  expect(await screen.findByText(/^Admitted in error, cancelled/)).toBeDefined()
  expect((await readStays()).map(({ voided_at }) => voided_at === null)).toEqual([true, false])
})

test('the end of a visit without an admission is asked for if the patient came again since', async () => {
  const arrival = { patient_id: patient._id, kind: 'ER', source: 1, mode: 'WALK' } as const
  const { visit } = await nurse(visits.arrive, arrival)
  await admitInPlace(undefined)
  const [stay] = await readStays()
  const leaving = { patient_id: patient._id, stay_id: stay?._id ?? '', version: stay?.version ?? 0 }
  await nurse(admissions.discharge, { ...leaving, discharge_status: 2, discharge_type: 1 })
  panel().wait(60_000)
  await nurse(visits.arrive, arrival)
  await open()
  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Cancel the admission' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Cancel the admission of/ }))
  await userEvent.click(dialog.getByLabelText('Wrong patient'))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel the admission' }))
  const asked = within(await screen.findByRole('dialog', { name: `How did the visit ${visit.vn} end?` }))
  expect(asked.getByRole('link', { name: 'Open the visits' }).getAttribute('href')).toBe(
    `/app/patients/${patient._id}/triage`,
  )
})

test('a patient who leaves against advice refuses before a witness, on paper or on the screen', async () => {
  await admitInPlace(undefined)
  await open()
  await press('Discharge')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByLabelText('Against advice'))
  await userEvent.click(dialog.getByLabelText('Not improved'))
  const answer = (question: string, word: string) =>
    userEvent.click(
      within(dialog.getByRole('radiogroup', { name: new RegExp(`^${question}`) })).getByLabelText(word),
    )
  await answer('Oriented', 'Yes')
  await answer('Sober', 'No')
  expect(await dialog.findByText(/not able to decide/)).toBeDefined()
  await answer('Not a minor', 'Yes')
  await answer('Risks were told', 'Yes')
  await answer('Signed by', 'A relative')
  const discharge = () => userEvent.click(dialog.getByRole('button', { name: 'Discharge' }))
  await userEvent.type(dialog.getByLabelText(/^Witness/), 'นางสาวพยาน ดี')
  await discharge()
  const name = dialog.getByLabelText(/^Name of the relative/)
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
  await userEvent.type(name, 'นางสมใจ ใจดี')
  await discharge()
  expect(await screen.findByText('A relative · นางสมใจ ใจดี · on paper')).toBeDefined()
  expect((await readStays())[0]?.refusal).toMatchObject({
    is_sober: false,
    signed_by: 'RELATIVE',
    strokes: null,
    witness: 'นางสาวพยาน ดี',
  })
})

test('a signature on the screen is not kept in the browser with the rest of the discharge', async () => {
  await admitInPlace(undefined)
  await open()
  await press('Discharge')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByLabelText('Against advice'))
  await userEvent.type(dialog.getByLabelText(/^Witness/), 'นางสาวพยาน ดี')
  await userEvent.click(
    within(dialog.getByRole('radiogroup', { name: /^Signed by/ })).getByLabelText('The patient'),
  )
  const pad = dialog.getByRole('img', { name: 'Signature' })
  // The test's browser knows neither pointers nor sizes.
  Object.assign(pad, {
    setPointerCapture: () => undefined,
    getBoundingClientRect: () => new DOMRect(0, 0, 400, 100),
  })
  fireEvent.pointerDown(pad, { clientX: 40, clientY: 50 })
  fireEvent.pointerMove(pad, { clientX: 90, clientY: 60 })
  await waitFor(() => expect(pad.querySelector('path')?.getAttribute('d')).toMatch(/^M/))
  fireEvent(window, new Event('pagehide'))
  const kept = JSON.stringify(Object.values(localStorage))
  expect(kept).toContain('นางสาวพยาน ดี')
  expect(kept).not.toMatch(/strokes[\\":]+M/)
})

test('a device that the patient wears is handed over to another patient with the discharge', async () => {
  await admitInPlace(undefined)
  const next = await nurse(
    patients.register,
    Registration.parse({
      hn: `ADM-${registered}-N`,
      title: 'นาย',
      name: 'รับต่อ',
      surname: `อุปกรณ์${registered}`,
      gender: 'male',
      identity_kind: 'none',
      is_someone_else: true,
    }),
  )
  const mac = `AABBCC${String(registered).padStart(6, '0')}`
  const { device } = await nurse(devices.register, { mac, kind: 'watch', name: 'Watch 7' })
  await nurse(devices.assign, { device_id: device._id, patient_id: patient._id })
  panel().wait(60_000)
  await open()
  await press('Discharge')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByLabelText('With approval'))
  await userEvent.click(dialog.getByLabelText('Improved'))
  const worn = within(await dialog.findByRole('radiogroup', { name: 'Watch 7' }))
  await userEvent.click(worn.getByLabelText('Hand over to another patient'))
  const discharge = () => userEvent.click(dialog.getByRole('button', { name: 'Discharge' }))
  await discharge()
  expect(await dialog.findByText('Field is required')).toBeDefined()
  await userEvent.type(dialog.getByRole('combobox', { name: 'Who gets Watch 7' }), next.patient.hn)
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(next.patient.hn) }))
  await discharge()
  expect(await screen.findByText('Not admitted')).toBeDefined()
  const { rows } = await nurse(devices.list, { patient_id: next.patient._id, is_worn: true })
  expect(rows.map(({ _id }) => _id)).toEqual([device._id])
})

test('the device stays on whoever is still in the emergency room after the admission is cancelled', async () => {
  const { visit } = await nurse(visits.arrive, {
    patient_id: patient._id,
    kind: 'ER',
    source: 1,
    mode: 'WALK',
  })
  await admitInPlace(undefined)
  const mac = `AABBDD${String(registered).padStart(6, '0')}`
  const { device } = await nurse(devices.register, { mac, kind: 'watch', name: 'Watch 8' })
  await nurse(devices.assign, { device_id: device._id, patient_id: patient._id })
  await open()
  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Cancel the admission' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Cancel the admission of/ }))
  expect(await dialog.findByText(/^The patient is still in the emergency room/)).toBeDefined()
  const worn = within(dialog.getByRole('radiogroup', { name: 'Watch 8' }))
  expect(worn.getByLabelText('Stays on the patient')).toHaveProperty('checked', true)
  expect(worn.queryByLabelText('Take back')).toBeNull()
  expect(dialog.getByText(/the visit in the emergency room goes on/)).toBeDefined()
  await userEvent.click(dialog.getByLabelText('Entered twice'))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel the admission' }))
  expect(await screen.findByText('Not admitted')).toBeDefined()
  const { rows } = await nurse(devices.list, { patient_id: patient._id, is_worn: true })
  expect(rows.map(({ _id }) => _id)).toEqual([device._id])
  expect((await nurse(admissions.prepare, { patient_id: patient._id })).visit?._id).toBe(visit._id)
})

test('a discharge that ends the visit asks for the device, and one after a return to the ER leaves it', async () => {
  await nurse(visits.arrive, { patient_id: patient._id, kind: 'ER', source: 1, mode: 'WALK' })
  await admitInPlace(undefined)
  const mac = `AABBEE${String(registered).padStart(6, '0')}`
  const { device } = await nurse(devices.register, { mac, kind: 'watch', name: 'Watch 9' })
  await nurse(devices.assign, { device_id: device._id, patient_id: patient._id })
  await open()
  await press('Discharge')
  let dialog = within(await screen.findByRole('dialog'))
  let worn = within(await dialog.findByRole('radiogroup', { name: 'Watch 9' }))
  expect(worn.getByLabelText('Take back')).toHaveProperty('checked', true)
  const admittedAt = Date.parse((await readStays())[0]?.admitted_at ?? '')
  await panel()
    .root.updateTable('visits')
    .set({ visited_at: new Date(admittedAt + 60_000).toISOString() })
    .where('patient_id', '=', patient._id)
    .execute()
  await open()
  await press('Discharge')
  dialog = within(await screen.findByRole('dialog'))
  worn = within(await dialog.findByRole('radiogroup', { name: 'Watch 9' }))
  expect(await worn.findByLabelText('Stays on the patient')).toHaveProperty('checked', true)
})

const unknownVisit = [
  admissions.prepare,
  /^Whether the patient is also here on a visit could not be loaded/,
] as const
const unknownDevices = [devices.list, /^Which devices the patient wears could not be loaded/] as const

test.each([
  ['Discharge', ...unknownVisit],
  ['Cancel the admission', ...unknownVisit],
  ['Discharge', ...unknownDevices],
  ['Cancel the admission', ...unknownDevices],
])(
  'what an act rests on and cannot be loaded is no act: %s waits until it is known (%#)',
  async (...[act, endpoint, text]) => {
    await admitInPlace(undefined)
    const restore = replaceFetch((panel) => (url, init) => {
      if (typeof url === 'string' && url.endsWith(endpoint.path))
        return Promise.reject(new TypeError('no network'))
      return panel(url, init)
    })
    await open()
    if (act !== 'Discharge') {
      await press('More actions')
      await userEvent.click(await screen.findByRole('menuitem', { name: act }))
    } else await press(act)
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText(text)).toBeDefined()
    expect(dialog.getByRole('button', { name: act })).toHaveProperty('disabled', true)
    restore()
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByText(/^Alarms that are open/)).toBeDefined()
    await waitFor(() => expect(dialog.getByRole('button', { name: act })).toHaveProperty('disabled', false))
  },
)

test('the earlier stays are found by what they say and by their state', async () => {
  await dischargeAgo(2)
  await admitInPlace(undefined)
  await open()
  const earlier = (await readStays())[1]?.an ?? ''
  const heading = () => screen.queryByRole('heading', { name: new RegExp(earlier) })
  await waitFor(() => expect(heading()).not.toBeNull())
  const search = screen.getByRole('searchbox', { name: 'Search AN, diagnosis, ward or note' })
  await userEvent.type(search, 'ไข้เลือดออก')
  expect(await screen.findByText('No stay fits the search and the filters')).toBeDefined()
  expect(heading()).toBeNull()
  await userEvent.clear(search)
  await userEvent.type(search, 'ปอด')
  await waitFor(() => expect(heading()).not.toBeNull())
  await userEvent.click(screen.getByText('Cancelled'))
  await waitFor(() => expect(heading()).toBeNull())
})

test('a bed without negative pressure is told before a patient in airborne isolation is put there', async () => {
  const { root } = panel()
  const ward = await root
    .selectFrom('wards')
    .select(['id', 'hospital_id'])
    .where('name_en', '=', wardName)
    .executeTakeFirstOrThrow()
  const id = crypto.randomUUID()
  await root
    .insertInto('beds')
    .values({ id, hospital_id: ward.hospital_id, ward_id: ward.id, label: 'Z9', position: 99 })
    .execute()
  await open()
  await press('Admit patient')
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByLabelText(/^Ward/)
  await pickLoaded(dialog.getByLabelText(/^Ward/), wardName)
  const bed = dialog.getByRole<HTMLSelectElement>('combobox', { name: /^Bed/ })
  await waitFor(() => expect([...bed.options].map(({ value }) => value)).toContain(id))
  await userEvent.selectOptions(bed, id)
  expect(dialog.queryByText(/^This bed has no negative pressure/)).toBeNull()
  await userEvent.click(dialog.getByLabelText('Airborne'))
  expect(await dialog.findByText(/^This bed has no negative pressure/)).toBeDefined()
})

test('a user who may not admit sees the stays and no button', async () => {
  await admitInPlace(undefined)
  session.start({ ...user, permissions: ['patient:read'] })
  await open('th')
  expect(await screen.findByRole('region', { name: 'การนอนครั้งนี้' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'จำหน่าย' })).toBeNull()
})

test('where another system gives the AN, it is typed; one that was given before is named beside its field', async () => {
  const types = (types_an: boolean) => panel().root.updateTable('hospitals').set({ types_an }).execute()
  await types(true)
  const { rows } = await nurse(admissions.list, { filterLists: { state: 'all' } })
  await open()
  await press('Admit patient')
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByLabelText(/^Ward/)
  const an = await dialog.findByLabelText(/^AN/)
  await userEvent.type(dialog.getByLabelText(/^Diagnosis/), 'ปอดอักเสบ')
  await pickLoaded(dialog.getByLabelText(/^Ward/), wardName)
  await userEvent.click(dialog.getByLabelText('Emergency'))
  await userEvent.click(dialog.getByLabelText('ER'))
  await userEvent.click(dialog.getByLabelText('By themselves'))
  await userEvent.selectOptions(dialog.getByLabelText(/^Department/), 'Internal medicine')
  await pickLoaded(dialog.getByLabelText(/^Attending doctor/))
  const admit = () => userEvent.click(dialog.getByRole('button', { name: 'Admit patient' }))
  await admit()
  expect(await dialog.findByText('Field is required')).toBeDefined()
  await userEvent.type(an, rows[0]?.an ?? '')
  await admit()
  expect(await dialog.findByText(/^This AN is in use already/)).toBeDefined()
  await userEvent.clear(an)
  await userEvent.type(an, 'HIS-4711')
  await admit()
  await waitFor(async () => expect((await readStays())[0]?.an).toBe('HIS-4711'))
  await types(false)
})

test('a link can open the form of an admission, and closing it leaves the screen', async () => {
  await open('en', '?admit=yes')
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('Not admitted')).toBeDefined()
})

test('a leave and the return from it can be recorded with the times at which they happened', async () => {
  const toHour = (hoursAgo: number) =>
    new Date(Math.floor(Date.parse(testNow) / 3_600_000) * 3_600_000 - hoursAgo * 3_600_000).toISOString()
  const [admitted, left, back] = [toHour(48), toHour(20), toHour(2)]
  await admitInPlace(0, admitted)
  await open()
  await press('Leave')
  const leave = within(await screen.findByRole('dialog'))
  await userEvent.type(leave.getByLabelText(/^Time/), '2359')
  await userEvent.type(leave.getByLabelText(/^Reason of the leave/), 'งานบวชลูกชาย')
  await typeEarlier(leave, left)
  await userEvent.click(leave.getByRole('button', { name: 'Leave' }))
  await press('Back from leave')
  const comeBack = within(await screen.findByRole('dialog', { name: /^Take .+ back from leave$/ }))
  await typeEarlier(comeBack, back)
  await userEvent.click(comeBack.getByRole('button', { name: 'Back from leave' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const places = (await readStays())[0]?.places ?? []
  expect(places.map(({ kind, from }) => [kind, from])).toEqual([
    ['bed', back],
    ['leave', left],
    ['bed', admitted],
  ])
})

/** Types since when, which is not now. */
async function typeEarlier(dialog: ReturnType<typeof within>, at: string) {
  await userEvent.click(dialog.getByLabelText('Earlier'))
  const [date, time] = [dialog.getAllByLabelText(/^Date/).at(-1), dialog.getAllByLabelText(/^Time/).at(-1)]
  if (!date || !time) throw new Error('there is no field for the time')
  const bangkok = new Date(Date.parse(at) + 7 * 3_600_000).toISOString()
  const [year = '', month, day] = bangkok.slice(0, 10).split('-')
  await userEvent.clear(date)
  await userEvent.type(date, `${day}/${month}/${year}`)
  await userEvent.clear(time)
  await userEvent.type(time, bangkok.slice(11, 16).replace(':', ''))
}

test('when a patient on leave is due back is said anew, with a reason; a time that is none is refused', async () => {
  await admitInPlace(0)
  const [before] = await readStays()
  if (!before) throw new Error('nobody was admitted')
  await nurse(admissions.leave, {
    patient_id: patient._id,
    stay_id: before._id,
    version: before.version,
    due_back_at: new Date(Date.now() + 24 * 3_600_000).toISOString(),
    note: 'กลับบ้าน',
    relative: 'นางสมใจ (ภรรยา)',
    holds_bed: true,
  })
  await open()
  expect(await screen.findByText('นางสมใจ (ภรรยา)')).toBeDefined()
  await press('Change when due back')
  const dialog = within(await screen.findByRole('dialog'))
  const [date, time] = [dialog.getByLabelText(/^Due back/), dialog.getByLabelText(/^Time/)]
  const readDue = async () => (await readStays())[0]?.place?.due_back_at
  const due = await readDue()
  const save = () => userEvent.click(dialog.getByRole('button', { name: 'Change when due back' }))
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'ญาติขอเลื่อน')
  await userEvent.clear(time)
  await userEvent.type(time, '2560')
  await save()
  await waitFor(() => expect(date.getAttribute('aria-invalid')).toBe('true'))
  expect(await readDue()).toBe(due)
  await userEvent.clear(date)
  await userEvent.type(date, '31/12/2035')
  await userEvent.clear(time)
  await userEvent.type(time, '1830')
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await readDue()).toBe('2035-12-31T11:30:00.000Z')
  await press('Move')
  const move = within(await screen.findByRole('dialog', { name: /^Move / }))
  expect(move.getByText('The patient stays on leave. A bed that you choose is held for them.')).toBeDefined()
  expect(move.getByRole('option', { name: 'No bed is held' })).toBeDefined()
  expect((await readStays())[0]?.place?.bed?._id).toBe(before.place?.bed?._id)
})
