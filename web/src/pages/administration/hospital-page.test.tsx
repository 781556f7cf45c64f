import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { hospitals, thresholds } from 'contract'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { ConfirmHost } from '../../ui/feedback/confirm.tsx'
import { HospitalPage } from './hospital-page.tsx'

const { panel } = usePanel()
const everything: typeof malee.permissions = [
  'patient:read',
  'alarm:read',
  'group:read',
  'hospital:manage',
  'threshold:update',
  'user:manage',
]

async function signIn(who: 'admin' | 'nurse', permissions = everything) {
  const call = await panel().as(who)
  const { hospital } = await call(hospitals.own, {})
  const { user_id: _id, server_token } = call.session
  signInAs({ ...malee, _id, server_token, permissions, hospital: { ...malee.hospital, _id: hospital._id } })
  return call
}

beforeEach(async () => {
  localStorage.clear()
  await signIn('admin')
})

const showPage = () =>
  show(
    <SignedIn>
      <ConfirmHost>
        <HospitalPage />
      </ConfirmHost>
    </SignedIn>,
  )
const part = async (name: string) => within(await screen.findByRole('region', { name }))
const records = async () => (await panel().as('nurse'))(hospitals.records, {})
const retype = async (input: HTMLElement, value: string) => {
  await userEvent.clear(input)
  await userEvent.type(input, value)
}

test("the hospital's data are edited in place, and the history shows old and new values", async () => {
  await showPage()
  const before = (await records()).hospital
  await userEvent.click((await part('The hospital')).getByRole('button', { name: 'Edit' }))
  await retype(await screen.findByLabelText(/^Code/), '12')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Five or nine digits')).toBeDefined()
  await retype(screen.getByLabelText(/^Code/), before.code)
  await retype(screen.getByLabelText('Phone'), '042 999 999')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await (await part('The hospital')).findByText('042 999 999')).toBeDefined()
  const history = await part('History of changes')
  expect(await history.findByText(new RegExp(`phone: ${before.phone}`))).toBeDefined()
  expect((await records()).hospital).toEqual({ ...before, phone: '042 999 999', version: before.version + 1 })
})

test('changes that somebody else saved are taken over in untouched fields, and typed text stays', async () => {
  const admin = await panel().as('admin')
  await showPage()
  await userEvent.click((await part('The hospital')).getByRole('button', { name: 'Edit' }))
  await retype(await screen.findByLabelText(/^Name in English/), 'Mine')
  const { hospital } = await admin(hospitals.own, {})
  await admin(hospitals.update, { version: hospital.version, email: 'theirs@demo.hospital' })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Someone else saved this meanwhile')).toBeDefined()
  expect(screen.getByLabelText(/^Name in English/)).toHaveProperty('value', 'Mine')
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'theirs@demo.hospital')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () =>
    expect((await records()).hospital).toMatchObject({ name_en: 'Mine', email: 'theirs@demo.hospital' }),
  )
})

test('a ward is added with beds that get the next number, and can be moved up', async () => {
  await showPage()
  await userEvent.click((await part('Wards and beds')).getByRole('button', { name: 'Add ward' }))
  const form = within(await screen.findByRole('dialog'))
  await userEvent.type(form.getByLabelText(/^Name in Thai/), 'หอใหม่')
  await userEvent.type(form.getByLabelText(/^Name in English/), 'New ward')
  await userEvent.type(form.getByLabelText(/^Short code/), 'NEW')
  await userEvent.click(form.getByRole('button', { name: 'Add bed' }))
  await userEvent.click(form.getByRole('button', { name: 'Add bed' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  const wards = await part('Wards and beds')
  expect(await wards.findByText('New ward')).toBeDefined()
  const last = (await records()).wards.at(-1)
  expect(last?.beds.map(({ label }) => label)).toEqual(['01', '02'])
  await userEvent.click(wards.getByRole('button', { name: 'Move up: New ward' }))
  await waitFor(async () => expect((await records()).wards.at(-2)?.code).toBe('NEW'))
})

test('an empty bed can be closed and stays visible; an occupied one cannot be closed', async () => {
  await showPage()
  const ward = (await records()).wards.find(({ code }) => code === 'MM')
  const taken = ward?.beds.find(({ is_occupied }) => is_occupied)?.label
  const free = ward?.beds.find(({ is_occupied }) => !is_occupied)?.label
  await userEvent.click((await part('Wards and beds')).getByRole('button', { name: 'Edit: Male Medical' }))
  const form = within(await screen.findByRole('dialog'))
  expect(form.getByRole('button', { name: `occupied: ${taken}` })).toHaveProperty('disabled', true)
  expect(form.getByRole('switch', { name: /^Closed/ })).toHaveProperty('disabled', true)
  await userEvent.click(form.getByRole('button', { name: `Close bed: ${free}` }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('listitem', { name: `${free}, closed` })).toBeDefined()
})

test('beds that a colleague changed meanwhile are taken over, and what was typed about others stays', async () => {
  const admin = await panel().as('admin')
  await showPage()
  const { _id, version, beds, ...ward } =
    (await records()).wards.find(({ code }) => code === 'FM') ?? expect.fail('no such ward')
  const [first, second, ...others] = beds
  const free = [second, ...others].find((bed) => bed && !bed.is_occupied) ?? expect.fail('no free bed')
  await userEvent.click((await part('Wards and beds')).getByRole('button', { name: `Edit: ${ward.name_en}` }))
  const form = within(await screen.findByRole('dialog'))
  await retype(form.getByLabelText('Bed 1 of the list'), 'MINE')
  const toDraft = (bed: (typeof beds)[number]) => ({ ...bed, is_closed: bed._id === free._id })
  await admin(hospitals.saveWard, {
    ...ward,
    _id,
    version,
    name_en: 'Theirs',
    beds: [...beds.map(toDraft), { label: 'NEW' }],
  })
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Someone else saved this meanwhile')).toBeDefined()
  expect(form.getByLabelText(/^Name in English/)).toHaveProperty('value', 'Theirs')
  expect(form.getByRole('button', { name: `Open bed: ${free.label}` })).toBeDefined()
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(async () => {
    const saved = (await records()).wards.find((one) => one._id === _id)
    expect(saved?.beds.map(({ label }) => label)).toEqual([
      'MINE',
      ...beds.slice(1).map(({ label }) => label),
      'NEW',
    ])
    expect(saved?.beds.find((bed) => bed._id === free._id)?.closed_at).not.toBeNull()
  })
  expect(first?.label).not.toBe('MINE')
})

test('the next number is shown as the pattern is typed, and a wrong pattern is named beside its field', async () => {
  await showPage()
  const { next_numbers } = await records()
  const calendar = next_numbers.find(({ kind, number_year }) => kind === 'AN' && number_year === 'calendar')
  const count = String(calendar?.count).padStart(4, '0')
  await userEvent.click(
    (await part('Numbers of admissions and visits')).getByRole('button', { name: /^Edit/ }),
  )
  const pattern = await screen.findByLabelText(/^Admissions \(AN\)/)
  // Braces are doubled for the keyboard of the test.
  await retype(pattern, 'A{{YYYY}-')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^Use \{YY\} or \{YYYY\} once/)).toBeDefined()
  await userEvent.type(pattern, '{{N4}')
  expect(await screen.findByText(`Next: A${calendar?.year}-${count}`)).toBeDefined()
  await userEvent.click(screen.getByRole('radio', { name: 'each 1 October (fiscal year)' }))
  expect(await screen.findByText('Next: A2570-0001')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const history = await part('History of changes')
  expect(await history.findByText(/pattern of AN: \{YY\}\{N5\}/)).toBeDefined()
  expect((await records()).hospital).toMatchObject({ an_pattern: 'A{YYYY}-{N4}', number_year: 'fiscal' })
})

test('a shorter retention says what will be deleted, and asks for confirmation', async () => {
  const kept = async () =>
    (await (await panel().as('doctor'))(thresholds.get, {})).thresholds.times.retention_months
  await showPage()
  const retention = await part('How long readings are kept')
  expect(await retention.findByText('Readings are kept for good.')).toBeDefined()
  await userEvent.click(retention.getByRole('button', { name: /^Edit/ }))
  await userEvent.type(await screen.findByLabelText('Keep readings for'), '2')
  expect(await screen.findByText(/^This value is outside/)).toBeDefined()
  await retype(screen.getByLabelText('Keep readings for'), '24')
  expect(await screen.findByText(/^Every reading measured before/)).toBeDefined()
  await userEvent.type(screen.getByLabelText(/^Reason/), 'ระเบียบใหม่')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete older readings?' }))
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(await kept()).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Save and delete' }))
  expect(await screen.findByText('Readings are kept for 24 months.')).toBeDefined()
  expect(await screen.findByText(/ระเบียบใหม่/)).toBeDefined()
  expect(await kept()).toBe(24)
})

test('alarm limits that a colleague saved meanwhile survive a change of the retention', async () => {
  const doctor = await panel().as('doctor')
  const admin = await panel().as('admin')
  const saveTimes = async (times: object) => {
    const { thresholds: held, version } = await doctor(thresholds.get, {})
    const changed = { ...held, times: { ...held.times, ...times } }
    await admin(thresholds.update, { version, reason: 'theirs', thresholds: changed })
  }
  await saveTimes({ retention_months: 20 })
  await showPage()
  const retention = await part('How long readings are kept')
  await userEvent.click(await retention.findByRole('button', { name: /^Edit/ }))
  await retype(await screen.findByLabelText('Keep readings for'), '36')
  await userEvent.type(screen.getByLabelText(/^Reason/), 'ระเบียบใหม่')
  await saveTimes({ battery_percent: 33 })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Someone else saved this meanwhile')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () =>
    expect((await doctor(thresholds.get, {})).thresholds.times).toMatchObject({
      retention_months: 36,
      battery_percent: 33,
    }),
  )
})

test('users who may not change the records see them read-only', async () => {
  await signIn('nurse', ['patient:read', 'alarm:read'])
  await showPage()
  expect(await (await part('Wards and beds')).findByText('Intensive Care')).toBeDefined()
  expect(await (await part('How long readings are kept')).findByText(/^Readings are kept/)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})
