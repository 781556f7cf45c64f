import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  admissions,
  type Client,
  computePermissions,
  type Patient,
  patients,
  Registration,
  reference,
} from 'contract'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { queryClient } from '../../api/client.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { PatientInformationPage } from './patient-information-page.tsx'
import { PatientPage } from './patient-page.tsx'

const { panel } = usePanel()
let admin: Client
let open: Patient
let other: Patient
let registered = 0

const allergy = (substance: string) => ({ kind: 'drug', substance, severity: 'severe' }) as const

async function register(given: object): Promise<Patient> {
  const nurse = await panel().as('nurse')
  registered += 1
  const { patient } = await nurse(
    patients.register,
    Registration.parse({
      hn: `M-${registered}`,
      title: 'นาง',
      name: 'บัวผัน',
      surname: 'ทดสอบ',
      gender: 'female',
      is_someone_else: true,
      date_of_birth: '1984-11-05',
      identity_kind: 'none',
      mobile: '0811111111',
      contact_name: 'สมปอง',
      ...given,
    }),
  )
  return patient
}

async function startSession(staff_type: 'nurse' | 'admin') {
  const { session } = await panel().as(staff_type)
  const permissions = [...computePermissions(staff_type, false), 'clinical:record' as const]
  signInAs({ ...malee, _id: session.user_id, server_token: session.server_token, staff_type, permissions })
}

beforeEach(async () => {
  window.scrollTo = () => undefined
  localStorage.clear()
  sessionStorage.clear()
  await startSession('admin')
  admin = await panel().as('admin')
  open = await register({ allergies: [allergy('Penicillin')] })
  other = await register({ surname: 'ทดลอง', allergies: [allergy('penicillin'), allergy('Latex')] })
})

const merge = () =>
  admin(patients.merge, { patient_id: other._id, into_id: open._id, reason: 'the same person' })
const read = async ({ _id }: Patient) => (await admin(patients.get, { _id })).patient

function LocationProbe() {
  return <output data-testid="url">{useLocation().pathname}</output>
}

const draw = (patient: Patient, language = 'en') =>
  show(
    <SignedIn>
      <Routes>
        <Route index element={<Navigate to={`/app/patients/${patient._id}/information`} />} />
        <Route path="app/patients/:id" element={<PatientPage />}>
          <Route index element={<Navigate to="information" />} />
          <Route path="information" element={<PatientInformationPage />} />
        </Route>
      </Routes>
      <LocationProbe />
    </SignedIn>,
    { language },
  )

const dialog = async () => within(await screen.findByRole('dialog'))

/** The dialog, with the other record chosen and a reason given. */
async function fillIn() {
  await draw(open)
  await userEvent.click(await screen.findByRole('button', { name: 'Merge another record into this one' }))
  const asked = await dialog()
  await userEvent.type(asked.getByRole('combobox'), `${other.hn}{Enter}`)
  await asked.findByRole('table', { name: 'Both records' })
  await userEvent.type(asked.getByLabelText(/^Reason/), 'registered twice')
  return asked
}

test('a merged record says which one is used, links to it and offers nothing that begins', async () => {
  await merge()
  await draw(other)
  const notice = within(await screen.findByRole('region', { name: /^This record was merged into/ }))
  expect(
    notice.getByText(new RegExp(`merged into HN ${open.hn} \\(นางบัวผัน ทดสอบ\\) on .+ by \\S+`)),
  ).toBeDefined()
  expect(notice.getByText('Reason: the same person')).toBeDefined()
  expect(notice.getByRole('link', { name: `Open HN ${open.hn}` }).getAttribute('href')).toContain(open._id)
  expect(screen.queryByRole('button', { name: 'Record vital signs' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Merge another record into this one' })).toBeNull()
})

test('a record that was merged into one that was merged itself says which one is used now', async () => {
  await merge()
  await draw(other)
  await screen.findByRole('region', { name: /^This record was merged into/ })
  expect(screen.queryByText(/was itself merged/)).toBeNull()
  const third = await register({})
  await admin(patients.merge, { patient_id: open._id, into_id: third._id, reason: 'the same person' })
  await act(() => queryClient.invalidateQueries())
  const chain = `HN ${open.hn} was itself merged into HN ${third.hn}, which is used now.`
  expect(await screen.findByText(chain)).toBeDefined()
})

test('a record that is used offers to record vital signs and to edit', async () => {
  await merge()
  await draw(open)
  expect(await screen.findByRole('button', { name: 'Record vital signs' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Edit' })).toBeDefined()
})

test('a merged record is separated again, from its notice, only with a reason', async () => {
  await merge()
  await draw(other)
  await userEvent.click(await screen.findByRole('button', { name: 'Separate again' }))
  const asked = await dialog()
  expect(asked.getByText(new RegExp(`added to HN ${open.hn} stay there`))).toBeDefined()
  await userEvent.click(asked.getByRole('button', { name: 'Separate again' }))
  expect(await asked.findByText('Please give a reason')).toBeDefined()
  await userEvent.type(asked.getByLabelText(/^Reason/), 'two sisters')
  await userEvent.click(asked.getByRole('button', { name: 'Separate again' }))
  await waitFor(() => expect(screen.queryByText(/^This record was merged into/)).toBeNull())
  expect((await read(other)).merged_into).toBeUndefined()
})

test('the dialog says in a word what differs, and names the allergies that are added', async () => {
  const asked = await fillIn()
  const rows = asked.getAllByRole('row').slice(1)
  const differing = rows.filter((row) => within(row).queryByText('differs'))
  expect(differing.map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
    'Namediffers',
    'Allergiesdiffers',
  ])
  const happens = within(asked.getByRole('region', { name: 'What happens' }))
  expect(happens.getByText('Latex')).toBeDefined()
  expect(happens.queryByText(/penicillin/i)).toBeNull()
})

test('the other record is merged into the one that is open', async () => {
  const asked = await fillIn()
  await userEvent.click(asked.getByRole('button', { name: `Merge HN ${other.hn} into HN ${open.hn}` }))
  expect(await screen.findByRole('link', { name: new RegExp(`HN ${other.hn} · `) })).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText('Reason: registered twice')).toBeDefined()
  expect((await read(other)).merged_into).toMatchObject({ hn: open.hn, reason: 'registered twice' })
})

test('the open record is merged into the other if that one is to be kept, which then is open', async () => {
  const asked = await fillIn()
  await userEvent.click(asked.getByRole('radio', { name: `HN ${other.hn}` }))
  expect(asked.getByText(new RegExp(`HN ${open.hn} has no allergy`))).toBeDefined()
  await userEvent.click(asked.getByRole('button', { name: `Merge HN ${open.hn} into HN ${other.hn}` }))
  await waitFor(() => expect(screen.getByTestId('url').textContent).toContain(other._id))
  expect(await screen.findByRole('link', { name: new RegExp(`HN ${open.hn} · `) })).toBeDefined()
  expect((await read(open)).merged_into).toMatchObject({ hn: other.hn })
})

test('what must end first is said in words, and what was typed is kept', async () => {
  const nurse = await panel().as('nurse')
  const { ward } = await nurse(reference.wards, {})
  const { doctors } = await nurse(admissions.doctors, {})
  await nurse(admissions.admit, {
    patient_id: other._id,
    ward_id: ward[0]?._id ?? '',
    admit_type: 'E',
    admit_source: 'E',
    arrival_type: 1,
    department: '01',
    attending_id: doctors[0]?._id ?? '',
    diagnosis: 'ไข้',
  })
  const asked = await fillIn()
  await userEvent.click(asked.getByRole('button', { name: `Merge HN ${other.hn} into HN ${open.hn}` }))
  const alert = within(await asked.findByRole('alert'))
  expect(alert.getByText('an open admission')).toBeDefined()
  expect(asked.getByLabelText(/^Reason/)).toHaveProperty('value', 'registered twice')
  expect(asked.getByRole('table', { name: 'Both records' })).toBeDefined()
})

test('a record without a national ID takes over that of the other, and the dialog says what that replaces', async () => {
  open = await register({
    name: 'ไม่ทราบชื่อ',
    identity_kind: 'unknown',
    appearance: 'tattoo of a tiger',
    date_of_birth: null,
  })
  other = await register({ identity_kind: 'national_id', national_id: '1101700203468' })
  const asked = await fillIn()
  const happens = within(asked.getByRole('region', { name: 'What happens' }))
  expect(
    happens.getByText(new RegExp(`^HN ${open.hn} takes over the national ID of HN ${other.hn}`)),
  ).toBeDefined()
  expect(happens.getByText('Appearance: tattoo of a tiger')).toBeDefined()
  expect(happens.getByText(/^Name and date of birth .+ Person tab\.$/)).toBeDefined()
  await userEvent.click(asked.getByRole('radio', { name: `HN ${other.hn}` }))
  expect(happens.queryByText(/takes over/)).toBeNull()
  await userEvent.click(asked.getByRole('radio', { name: new RegExp(`^HN ${open.hn}`) }))
  await userEvent.click(asked.getByRole('button', { name: `Merge HN ${other.hn} into HN ${open.hn}` }))
  await screen.findByRole('link', { name: new RegExp(`HN ${other.hn} · `) })
  expect(await read(open)).toMatchObject({ name: 'ไม่ทราบชื่อ', national_id: '1101700203468' })
  await userEvent.click(screen.getByRole('button', { name: 'Separate again' }))
  const separation = await dialog()
  expect(separation.getByText(new RegExp(`HN ${open.hn} .+ loses the ID again`))).toBeDefined()
})

test('a separation says that a national ID which was corrected after the merge stays', async () => {
  open = await register({})
  other = await register({ identity_kind: 'national_id', national_id: '1101700203476' })
  await merge()
  const { version } = await read(open)
  await admin(patients.update, { _id: open._id, version, national_id: '3100600445791' })
  await draw(other)
  await userEvent.click(await screen.findByRole('button', { name: 'Separate again' }))
  const asked = await dialog()
  expect(asked.getByText(/keeps the identity that it has now, because that was corrected/)).toBeDefined()
  expect(asked.queryByText(/loses the ID/)).toBeNull()
})

test('two national IDs are refused beside the choice of the record', async () => {
  open = await register({ identity_kind: 'national_id', national_id: '1101700203450' })
  other = await register({ identity_kind: 'national_id', national_id: '3100600445783' })
  const asked = await fillIn()
  await userEvent.click(asked.getByRole('button', { name: `Merge HN ${other.hn} into HN ${open.hn}` }))
  expect(await asked.findByText(/different national IDs/)).toBeDefined()
  expect(asked.getByLabelText(/^Reason/)).toHaveProperty('value', 'registered twice')
})

test('a record that was merged already is refused with the HN to use', async () => {
  const used = await register({})
  await admin(patients.merge, { patient_id: other._id, into_id: used._id, reason: 'the same person' })
  const asked = await fillIn()
  await userEvent.click(asked.getByRole('button', { name: `Merge HN ${other.hn} into HN ${open.hn}` }))
  expect(await asked.findByText(new RegExp(`Please use HN ${used.hn}`))).toBeDefined()
})

test('whoever may not merge sees the merged records without acts, and no section without them', async () => {
  await startSession('nurse')
  const { unmount } = await draw(open)
  await screen.findByRole('heading', { name: 'Identity' })
  expect(screen.queryByRole('region', { name: 'Other records of this person' })).toBeNull()
  unmount()
  await merge()
  await draw(open)
  const section = within(await screen.findByRole('region', { name: 'Other records of this person' }))
  expect(section.getByRole('link', { name: new RegExp(`HN ${other.hn} · `) })).toBeDefined()
  expect(section.queryAllByRole('button')).toEqual([])
})

test('the notice and the section are available in Thai', async () => {
  await merge()
  const { unmount } = await draw(other, 'th')
  expect(await screen.findByText(new RegExp(`เวชระเบียนนี้รวมเข้ากับ HN ${open.hn}`))).toBeDefined()
  unmount()
  await draw(open, 'th')
  expect(await screen.findByRole('region', { name: 'เวชระเบียนอื่นของผู้ป่วยรายนี้' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'แยกเวชระเบียน' })).toBeDefined()
})
