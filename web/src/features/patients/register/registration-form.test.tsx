import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Patient, patients, Registration } from 'contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../../test/panel.ts'
import { malee, show } from '../../../../test/render.tsx'
import { type Session, session } from '../../../session/session.ts'
import { SignedIn } from '../../../session/signed-in.tsx'
import { ConfirmHost } from '../../../ui/feedback/confirm.tsx'
import type { RegistrationStep } from './registration-bar.tsx'
import { RegistrationForm } from './registration-form.tsx'

const { calls, panel } = usePanel()
let nurse: Session
let known: Patient
const registered: string[] = []
const steps: (RegistrationStep | undefined)[] = []

beforeAll(async () => {
  // jsdom has no layout, so it cannot scroll.
  Element.prototype.scrollIntoView = () => undefined
  const call = await panel().as('nurse')
  nurse = {
    ...malee,
    _id: call.session.user_id,
    server_token: call.session.server_token,
    permissions: [...malee.permissions, 'clinical:update'],
  }
  const { patient } = await call(
    patients.register,
    Registration.parse({
      hn: 'K-1',
      title: 'นางสาว',
      name: 'อรทัย',
      surname: 'ทดสอบ',
      gender: 'female',
      date_of_birth: '1990-01-31',
      national_id: '1234567890121',
    }),
  )
  known = patient
})

beforeEach(() => {
  calls.length = 0
  registered.length = 0
  steps.length = 0
  localStorage.clear()
  session.start(nurse)
})

const field = (label: string | RegExp) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })
const register = () => screen.getByText('Register patient')
const sent = () => calls.filter((path) => path === patients.register.path)

async function write(label: string | RegExp, text: string) {
  await userEvent.click(field(label))
  await userEvent.paste(text)
}

function showForm(language = 'en') {
  return show(
    <SignedIn>
      <ConfirmHost>
        <RegistrationForm
          steps={['admit', 'triage']}
          onRegistered={(id, step) => {
            registered.push(id)
            steps.push(step)
          }}
        />
      </ConfirmHost>
    </SignedIn>,
    { language },
  )
}

/** Fills the fields that a registration needs. */
async function typePerson({
  hn,
  name = 'ใหม่',
  surname = 'มาก',
}: {
  hn: string
  name?: string
  surname?: string
}) {
  await write(/^HN/, hn)
  await write(/^Title/, 'นาย')
  await write(/^Name \*/, name)
  await write(/^Surname \*/, surname)
  await userEvent.click(screen.getByLabelText('No document'))
}

test('an empty form sends nothing, names each missing field and links to it', async () => {
  await showForm()
  await userEvent.click(register())
  for (const message of ['HN', 'Title', 'Name', 'Surname', 'Gender', 'National ID'])
    expect(screen.getAllByText(`${message} is required`).length).toBeGreaterThan(0)
  expect(sent()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Surname' }))
  expect(document.activeElement).toBe(field(/^Surname \*/))
})

test('an unknown person is registered by what they look like, and a card that was typed before is not sent', async () => {
  await showForm()
  await typePerson({ hn: 'N-unknown', name: 'ชายไทย', surname: 'ไม่ทราบชื่อ' })
  await userEvent.click(screen.getByLabelText('Unknown'))
  await userEvent.click(screen.getByLabelText('Migrant card'))
  await write(/^Migrant card number/, '00-4301-000001-1')
  await userEvent.click(screen.getByLabelText('Unidentified person'))
  expect(screen.queryByLabelText(/^Migrant card number/)).toBeNull()
  await userEvent.click(register())
  expect(screen.getAllByText('Please describe the person').length).toBeGreaterThan(0)
  expect(sent()).toEqual([])

  await userEvent.click(screen.getByLabelText('Migrant card'))
  expect(field(/^Migrant card number/).value).toBe('00-4301-000001-1')
  await userEvent.click(screen.getByLabelText('Unidentified person'))
  await write(/^Appearance/, 'รอยสักรูปมังกรที่แขนซ้าย')
  await userEvent.click(register())
  await waitFor(() => expect(registered).toHaveLength(1))
  const { patient } = await (await panel().as('nurse'))(patients.get, { _id: registered[0] ?? '' })
  expect(patient).toMatchObject({
    gender: 'unknown',
    identity_kind: 'unknown',
    appearance: 'รอยสักรูปมังกรที่แขนซ้าย',
    migrant_no: null,
  })
})

const choosePrecision = (precision: string) =>
  userEvent.selectOptions(screen.getByLabelText('How the birth date is known'), precision)
async function readRegistered(): Promise<Patient> {
  await userEvent.click(register())
  await waitFor(() => expect(registered).toHaveLength(1))
  return (await (await panel().as('nurse'))(patients.get, { _id: registered[0] ?? '' })).patient
}
const thisYear = new Date().getFullYear()

test('whoever knows only the year of birth types it in either era, and no day is made up', async () => {
  await showForm()
  await typePerson({ hn: 'N-year', name: 'รู้ปีเกิด' })
  await userEvent.click(screen.getByLabelText('Male'))
  await choosePrecision('Year only')
  await write('Year of birth', '2490')
  await userEvent.tab()
  expect(field('Year of birth').value).toBe('1947')
  expect(screen.getByText(`about ${thisYear - 1947} years`)).toBeDefined()
  expect(await readRegistered()).toMatchObject({ date_of_birth: '1947-01-01', birth_date_precision: 'year' })
})

test('a month and a year are a birth date, and both are asked for', async () => {
  await showForm()
  await typePerson({ hn: 'N-month', name: 'รู้เดือนเกิด' })
  await userEvent.click(screen.getByLabelText('Male'))
  await choosePrecision('Month and year')
  await write('Year of birth', '2490')
  await userEvent.click(register())
  const problem = 'Please choose the month and enter the year with four digits'
  expect(screen.getAllByText(problem).length).toBeGreaterThan(0)
  expect(sent()).toEqual([])
  await userEvent.selectOptions(screen.getByLabelText('Month of birth'), 'May')
  expect(await readRegistered()).toMatchObject({ date_of_birth: '1947-05-01', birth_date_precision: 'month' })
})

test('an unconscious stranger has an estimated age, which is shown as one', async () => {
  await showForm()
  await typePerson({ hn: 'N-estimate', name: 'อายุประมาณ' })
  await userEvent.click(screen.getByLabelText('Male'))
  await choosePrecision('Estimated age')
  await write('Estimated age', '1')
  await userEvent.click(register())
  expect(screen.getAllByText(/^Please enter a whole number: from 2 years on/).length).toBeGreaterThan(0)
  expect(sent()).toEqual([])
  await userEvent.clear(field('Estimated age'))
  await write('Estimated age', '40')
  expect(screen.getByText('about 40 years')).toBeDefined()
  expect(await readRegistered()).toMatchObject({
    date_of_birth: `${thisYear - 40}-01-01`,
    birth_date_precision: 'estimated',
  })
})

test('the age of a baby is estimated in months, and in Thai it says so', async () => {
  await showForm('th')
  await userEvent.selectOptions(screen.getByLabelText('ทราบวันเกิดเพียงใด'), 'อายุโดยประมาณ')
  await write('อายุโดยประมาณ', '๘')
  expect(screen.getByText('ประมาณ 8 ปี')).toBeDefined()
  await userEvent.selectOptions(screen.getByLabelText('หน่วยของอายุ'), 'เดือน')
  expect(screen.getByText('ประมาณ 8 เดือน')).toBeDefined()
  await userEvent.selectOptions(screen.getByLabelText('ทราบวันเกิดเพียงใด'), 'เฉพาะปีเกิด')
  await write('ปีเกิด (พ.ศ.)', '2490')
  await userEvent.tab()
  expect(field('ปีเกิด (พ.ศ.)').value).toBe('2490')
  expect(screen.getByText(`ประมาณ ${thisYear - 1947} ปี`)).toBeDefined()
})

test('a year does not become the first of January, and a date that was typed comes back', async () => {
  await showForm()
  await write('Date of birth', '12/05/1947')
  await choosePrecision('Year only')
  expect(field('Year of birth').value).toBe('1947')
  await choosePrecision('Full date')
  expect(field('Date of birth').value).toBe('12/05/1947')
  await choosePrecision('Year only')
  await userEvent.clear(field('Year of birth'))
  await write('Year of birth', '1950')
  await choosePrecision('Month and year')
  expect(field('Year of birth').value).toBe('')
})

test('a field shows no error before the user has left it', async () => {
  await showForm()
  await userEvent.click(field(/^HN/))
  expect(screen.queryByText('HN is required')).toBeNull()
  await userEvent.tab()
  expect(screen.getByText('HN is required')).toBeDefined()
  expect(screen.queryByText('Title is required')).toBeNull()
})

test('a day that no calendar has and a text that is no date are refused with different messages', async () => {
  await showForm()
  await write('Date of birth', '31/02/2523')
  await userEvent.tab()
  expect(screen.getByText('There is no such day; please check the date')).toBeDefined()
  await userEvent.clear(field('Date of birth'))
  await write('Date of birth', '5/11/23')
  await userEvent.tab()
  expect(screen.getByText('Please enter a date as dd/mm/yyyy')).toBeDefined()
})

test('a complete form registers one patient even if submit is pressed twice, and deletes the draft', async () => {
  await showForm()
  await typePerson({ hn: 'N-1' })
  await userEvent.keyboard('{Control>}s{/Control}')
  await userEvent.click(register())
  await waitFor(() => expect(registered).toHaveLength(1))
  expect(sent()).toHaveLength(1)
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
  const call = await panel().as('nurse')
  const { patient } = await call(patients.get, { _id: registered[0] ?? '' })
  expect(patient).toMatchObject({ hn: 'N-1', gender: 'male', identity_kind: 'none', national_id: null })
})

test('a registration can lead to the admission at once', async () => {
  await showForm()
  await typePerson({ hn: 'N-2', name: 'ต่อเนื่อง', surname: 'รับไว้' })
  const goOn = async (name: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'Register and go on' }))
    await userEvent.click(await screen.findByRole('menuitem', { name }))
  }
  expect(sent()).toEqual([])
  await goOn('Register and admit')
  await waitFor(() => expect(steps).toEqual(['admit']))
  expect(sent()).toHaveLength(1)
})

test('an unusual weight is questioned before anything is sent, and is stored when it is confirmed', async () => {
  await showForm()
  await typePerson({ hn: 'W-1', name: 'เบา', surname: 'หวิว' })
  await write('Weight', '5')
  expect(await screen.findByText('Not measured here before')).toBeDefined()
  await userEvent.click(register())
  expect((await screen.findAllByText(/check it, and confirm it/)).length).toBeGreaterThan(0)
  expect(sent()).toEqual([])
  await userEvent.click(screen.getByRole('checkbox', { name: /it is right/ }))
  await userEvent.click(register())
  await waitFor(() => expect(registered).toHaveLength(1))
})

test('a number of a kind that is not chosen does not block the form, and returns with its kind', async () => {
  await showForm()
  await typePerson({ hn: 'N-9', name: 'ไร้', surname: 'เอกสาร' })
  await userEvent.click(screen.getByLabelText('National ID'))
  await write(/^National ID \*/, '12345')
  await userEvent.click(screen.getByLabelText('No document'))
  await userEvent.click(screen.getByLabelText('National ID'))
  expect(field(/^National ID \*/).value).toBe('1-2345')
  await userEvent.click(screen.getByLabelText('Passport'))
  await write(/^Passport number/, 'A!')
  await userEvent.click(screen.getByLabelText('No document'))
  await userEvent.click(register())
  await waitFor(() => expect(registered).toHaveLength(1))
})

test('Enter at the end of a barcode scan does not submit the form', async () => {
  await showForm()
  await typePerson({ hn: 'N-2' })
  await userEvent.type(field(/^HN/), '{Enter}')
  expect(sent()).toEqual([])
})

test('a taken HN is refused at its field until it is changed', async () => {
  await showForm()
  await typePerson({ hn: known.hn, name: 'อื่น', surname: 'มาก' })
  await userEvent.click(register())
  await screen.findAllByText('This HN already belongs to another patient.')
  await userEvent.click(field(/^HN/))
  await userEvent.tab()
  expect(field(/^HN/).getAttribute('aria-invalid')).toBe('true')
  await write(/^HN/, '9')
  expect(screen.queryByText('This HN already belongs to another patient.')).toBeNull()
  expect(field(/^Surname \*/).value).toBe('มาก')
})

test('a possible duplicate is shown, and the user can say that it is another person', async () => {
  await showForm()
  await typePerson({ hn: 'N-3', name: known.name, surname: known.surname })
  await userEvent.click(register())
  const dialog = await screen.findByRole('dialog', { name: 'This person may be registered already' })
  expect(within(dialog).getByText(known.hn)).toBeDefined()
  expect(within(dialog).getByText('Same name')).toBeDefined()
  expect(within(dialog).getByRole('link', { name: 'Open this patient' }).getAttribute('href')).toBe(
    `/app/patients/${known._id}`,
  )
  await userEvent.click(within(dialog).getByRole('button', { name: 'This is someone else: register' }))
  await waitFor(() => expect(registered).toHaveLength(1))
})

test('a taken national ID is refused, with the patient who has it and a link to correct that record', async () => {
  await showForm()
  await typePerson({ hn: 'N-30', name: 'คนละคน', surname: 'แน่นอน' })
  await userEvent.click(screen.getByRole('radio', { name: 'National ID' }))
  await userEvent.click(screen.getByRole('textbox', { name: /^National ID/ }))
  await userEvent.paste(known.national_id ?? '')
  await userEvent.click(register())
  const title = await screen.findByText(/has this national ID$/)
  expect(title.textContent).toContain(`${known.name} ${known.surname} (HN ${known.hn})`)
  expect(screen.getByRole('link', { name: 'Open that record' }).getAttribute('href')).toBe(
    `/app/patients/${known._id}`,
  )
  expect(registered).toHaveLength(0)
})

test('all typed values, rows included, are restored after the session has ended and begun again', async () => {
  await showForm()
  await write(/^HN/, 'N-4')
  await userEvent.click(screen.getByText('Add allergy'))
  await write(/^Substance/, 'Penicillin')
  act(() => session.end())
  expect(screen.queryByLabelText(/^HN/)).toBeNull()
  act(() => session.start(nurse))
  await waitFor(() => expect(field(/^HN/).value).toBe('N-4'))
  expect(field(/^Substance/).value).toBe('Penicillin')
  expect(screen.getByText(/The photo is not kept/)).toBeDefined()
})

test('a draft is discarded only after a question', async () => {
  await showForm()
  await write(/^HN/, 'N-5')
  await userEvent.click(await screen.findByText('Discard draft'))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  expect(field(/^HN/).value).toBe('N-5')
  await userEvent.click(screen.getByText('Discard draft'))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Discard draft' }))
  await waitFor(() => expect(field(/^HN/).value).toBe(''))
})

test('a removed row can be restored', async () => {
  await showForm()
  await userEvent.click(screen.getByText('Add home medication'))
  await write(/^Drug \*/, 'Metformin')
  await userEvent.click(screen.getByLabelText('Remove Home medication 1'))
  expect(screen.queryByLabelText(/^Drug \*/)).toBeNull()
  await userEvent.click(screen.getByText('Undo'))
  expect(field(/^Drug \*/).value).toBe('Metformin')
})

test('a zipcode fills the fields for which it leaves one choice', async () => {
  await showForm()
  await write('Zipcode', '50200')
  await waitFor(() => expect(field('Province').value).toBe('Chiang Mai'))
  await waitFor(() => expect(field('District').value).toBe('Mueang Chiang Mai'))
})

test('users who do not treat patients see no clinical data', async () => {
  session.start({ ...nurse, permissions: malee.permissions })
  await showForm()
  expect(screen.queryByRole('heading', { name: 'Clinical data' })).toBeNull()
  expect(screen.getByRole('heading', { name: 'Address & Location' })).toBeDefined()
})
