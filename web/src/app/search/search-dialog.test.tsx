import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { computePermissions, patients, type StaffTypeCode } from 'contract'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs, somchai } from '../../../test/render.tsx'
import { ask, queryClient } from '../../api/client.ts'
import { screenLock } from '../../session/lock.ts'
import { opened } from '../../session/opened.ts'
import { session } from '../../session/session.ts'
import { SignedIn, useUser } from '../../session/signed-in.tsx'
import { listNavigation } from '../navigation.ts'
import { RememberOpened } from './remember-opened.tsx'
import { SearchDialog } from './search-dialog.tsx'

const { panel } = usePanel()

beforeEach(async () => {
  act(() => session.end())
  localStorage.clear()
  await signIn('nurse')
})

async function signIn(staff_type: Extract<StaffTypeCode, 'nurse' | 'admin'>) {
  const { user_id: _id, server_token } = (await panel().as(staff_type)).session
  const permissions = [...computePermissions(staff_type, false)]
  act(() => signInAs({ ...malee, _id, server_token, staff_type, permissions }))
}

function Search() {
  const groups = listNavigation(useUser())
  const [isOpen, setOpen] = useState(true)
  const { pathname, search } = useLocation()
  return (
    <>
      <RememberOpened groups={groups} />
      <SearchDialog groups={groups} opened={isOpen} onClose={() => setOpen(false)} />
      <button type="button" onClick={() => setOpen(true)}>
        Search again
      </button>
      <output data-testid="url">{pathname + search}</output>
    </>
  )
}

async function showSearch({ language = 'en', at = '/app/monitoring' } = {}) {
  await show(
    <SignedIn>
      <Search />
    </SignedIn>,
    { language, at },
  )
  return screen.findByRole('combobox')
}

const shownUrl = () => screen.getByTestId('url').textContent ?? ''
const listed = () => screen.queryAllByRole('option').map((option) => option.textContent)
const group = (name: string) => screen.queryByRole('group', { name })
const findActive = (name: RegExp) => screen.findByRole('option', { name, selected: true })

/** What a screen reader reads as chosen while the focus stays in the field. */
function readActive() {
  const id = screen.getByRole('combobox').getAttribute('aria-activedescendant')
  return id === null ? undefined : document.getElementById(id)?.textContent
}

test('a patient is found from two characters on, and Enter opens the record', async () => {
  const box = await showSearch()
  await userEvent.type(box, 'ส')
  expect(group('Patients')).toBeNull()
  await userEvent.type(box, 'มหญิง')
  await findActive(/สมหญิง/)
  expect(readActive()).toContain('สมหญิง')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(shownUrl()).toMatch(/^\/app\/patients\/[0-9a-f-]{36}$/))
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
})

test('a scanner opens a record: it types a number and Enter before the answer is there', async () => {
  const nurse = await panel().as('nurse')
  const [patient] = (await nurse(patients.list, { number_of_rec: 1 })).rows
  await userEvent.type(await showSearch(), `${patient?.hn}{Enter}`)
  await waitFor(() => expect(shownUrl()).toBe(`/app/patients/${patient?._id}`))
})

test('Enter before the answer is there opens nobody if several patients match', async () => {
  const box = await showSearch()
  await userEvent.type(box, 'สม{Enter}')
  await screen.findByRole('group', { name: 'Patients' })
  expect(
    within(screen.getByRole('group', { name: 'Patients' })).getAllByRole('option').length,
  ).toBeGreaterThan(1)
  expect(shownUrl()).toBe('/app/monitoring')
})

test.each([
  ['en', 'Transactions'],
  ['th', 'ประวัติอุปกรณ์'],
])('a screen is found by its name and by other words in both languages (%s)', async (language, name) => {
  const box = await showSearch({ language })
  for (const words of ['transactions', 'ประวัติอุปกรณ์', 'hand-over']) {
    await userEvent.clear(box)
    await userEvent.type(box, words)
    expect(await screen.findByRole('option', { name })).toBeDefined()
  }
  await userEvent.click(screen.getByRole('option', { name }))
  await waitFor(() => expect(shownUrl()).toBe('/app/devices/transactions'))
})

test('the ward and the list of all patients are found each by itself', async () => {
  const box = await showSearch()
  await userEvent.type(box, 'ward')
  await findActive(/^Ward$/)
  await userEvent.clear(box)
  await userEvent.type(box, 'ผู้ป่วยทั้งหมด')
  await findActive(/^Patient list$/)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(shownUrl()).toBe('/app/patient-list/all'))
})

test('the view that the first screen shows is remembered as opened, and not offered where it is shown', async () => {
  await showSearch({ at: '/app/patient-list' })
  await waitFor(() => expect(opened.get().map(({ key }) => key)).toEqual(['patient-list/ward']))
  expect(group('Last opened')).toBeNull()
})

test('vital signs are charted for a patient who is searched for next', async () => {
  const box = await showSearch()
  await userEvent.type(box, 'record vital')
  await findActive(/^Record vital signs of …$/)
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('combobox', { name: /^Record vital signs of …/ })).toBe(box)
  expect(box).toHaveProperty('value', '')
  await userEvent.type(box, 'สมหญิง')
  await findActive(/สมหญิง/)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(shownUrl()).toMatch(/^\/app\/patients\/[0-9a-f-]{36}\/vital-signs\?record=yes$/))
})

test('a device is given to a patient who is searched for next, in its dialog', async () => {
  const box = await showSearch()
  await userEvent.type(box, 'give a dev')
  await findActive(/^Give a device to a patient$/)
  await userEvent.keyboard('{Enter}')
  await userEvent.type(box, 'สมหญิง')
  await findActive(/สมหญิง/)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(shownUrl()).toMatch(/^\/app\/patients\/[0-9a-f-]{36}\/summary\?give=yes$/))
})

test('Backspace in the empty field takes the chosen act back', async () => {
  const box = await showSearch()
  await userEvent.type(box, 'record vital')
  await findActive(/^Record vital signs of …$/)
  await userEvent.keyboard('{Enter}{Backspace}')
  expect(screen.getByRole('combobox', { name: 'Search' })).toBe(box)
})

test('only acts and screens that the user may open are found', async () => {
  await showSearch()
  const acts = within(screen.getByRole('group', { name: 'Tasks' }))
  const names = () => acts.getAllByRole('option').map((option) => option.textContent)
  expect(names()).toEqual([
    'Record vital signs of …',
    'Triage a patient',
    'Admit, move or discharge a patient',
    'Register a patient',
    'Give a device to a patient',
    'Request an ambulance',
    'Refer a patient',
    'Check the equipment of a vehicle',
    'Lock the screen',
  ])
  await signIn('admin')
  await waitFor(() =>
    expect(names()).toEqual([
      'Register a patient',
      'Give a device to a patient',
      'Add a user',
      'Lock the screen',
    ]),
  )
  await userEvent.type(screen.getByRole('combobox'), 'audit')
  expect(await findActive(/^Audit trail$/)).toBeDefined()
})

test('the arrows go round the options, and Escape closes', async () => {
  const box = await showSearch()
  const first = readActive()
  expect(first).toBe('Record vital signs of …')
  await userEvent.type(box, '{ArrowUp}')
  expect(readActive()).toBe('Lock the screen')
  await userEvent.type(box, '{ArrowDown}')
  expect(readActive()).toBe(first)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
})

test('the last opened screens and records are offered first, and are forgotten when the screen is locked', async () => {
  const nurse = await panel().as('nurse')
  const [patient] = (await nurse(patients.list, { number_of_rec: 1 })).rows
  const _id = patient?._id ?? ''
  await showSearch({ at: `/app/patients/${_id}/vital-signs` })
  // The screen of the record asks for it.
  await act(() => queryClient.fetchQuery(ask(patients.get, { _id })))
  expect(group('Last opened')).toBeNull()
  await userEvent.type(screen.getByRole('combobox'), 'inbox')
  await findActive(/^Inbox$/)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(shownUrl()).toBe('/app/inbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Search again' }))
  const last = within(await screen.findByRole('group', { name: 'Last opened' })).getAllByRole('option')
  expect(last.map((option) => option.textContent)).toEqual([expect.stringContaining(patient?.hn ?? '')])
  act(() => screenLock.set())
  expect(opened.get()).toEqual([])
  expect(Object.values<string>(sessionStorage).join()).not.toContain(patient?.hn)
})

test('what was opened is forgotten with the end of the session, and never offered to somebody else', async () => {
  await showSearch({ at: '/app/inbox' })
  await waitFor(() => expect(opened.get()).toHaveLength(1))
  act(() => signInAs({ ...somchai, permissions: [] }))
  expect(opened.get()).toEqual([])
  expect(listed().some((text) => text === 'Inbox')).toBe(false)
})

test('a whole hospital number opens exactly that patient, though others begin with it', async () => {
  const { root } = panel()
  const [one, other] = await root.selectFrom('patients').select('id').orderBy('number').limit(2).execute()
  await root
    .updateTable('patients')
    .set({ hn: 'QX-70' })
    .where('id', '=', one?.id ?? '')
    .execute()
  await root
    .updateTable('patients')
    .set({ hn: 'QX-7' })
    .where('id', '=', other?.id ?? '')
    .execute()
  const box = await showSearch()
  await userEvent.type(box, 'qx-7{Enter}')
  await waitFor(() => expect(shownUrl()).toBe(`/app/patients/${other?.id}`))
})

test.each([
  ['triage a pat', 'Triage a patient'],
  ['จำหน่าย', 'Admit, move or discharge a patient'],
  ['1669', 'Request an ambulance'],
  ['take shift', 'Refer a patient'],
  ['run sheet', 'Operation Form'],
])('a nurse who types %s finds %s', async (typed, found) => {
  await userEvent.type(await showSearch(), typed)
  expect(await screen.findByRole('option', { name: new RegExp(found) })).toBeDefined()
})
