import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { patients, Registration, type SessionToken } from 'contract'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import type { Session } from '../../session/session.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { PatientListPage } from './patient-list-page.tsx'

const { panel } = usePanel()
const permissions: Session['permissions'] = ['patient:read', 'patient:register', 'patient:export']
const startSession = ({ user_id, server_token }: SessionToken, may = permissions) =>
  signInAs({ ...malee, _id: user_id, server_token, permissions: may })

let answer = globalThis.fetch

beforeEach(async () => {
  answer = globalThis.fetch
  sessionStorage.clear()
  localStorage.clear()
  startSession((await panel().as('nurse')).session)
})

afterEach(() => {
  globalThis.fetch = answer
})

function LocationProbe() {
  const { pathname, search } = useLocation()
  return <output data-testid="url">{pathname + search}</output>
}

const shownUrl = () => decodeURIComponent(screen.getByTestId('url').textContent)
const showList = () =>
  show(
    <SignedIn>
      <PatientListPage />
      <LocationProbe />
    </SignedIn>,
  )
const rows = () => screen.findAllByRole('link', { name: /, HN / })
const searchBox = () => screen.getByRole('searchbox')

test('a patient is found by name, and the search text never becomes part of the URL', async () => {
  await showList()
  expect((await rows()).length).toBe(20)
  await userEvent.type(searchBox(), 'สมหญิง')
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect((await rows())[0]?.getAttribute('aria-label')).toContain('สมหญิง')
  expect(searchBox()).toHaveProperty('value', 'สมหญิง')
  expect(shownUrl()).toBe('/')
})

test('the end of a phone is shown', async () => {
  const nurse = await panel().as('nurse')
  const [{ mobile_ending } = { mobile_ending: null }] = (
    await nurse(patients.list, { search_value: 'สมหญิง', search_field: 'name', number_of_rec: 1 })
  ).rows
  await showList()
  await userEvent.type(searchBox(), 'สมหญิง')
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(mobile_ending).toMatch(/^\d{4}$/)
  expect(screen.getByRole('cell', { name: `ends in ${mobile_ending}` })).toBeDefined()
})

test('a record opened from the list knows what the list was asked, and the URL does not', async () => {
  await showList()
  await rows()
  await userEvent.type(searchBox(), 'สมหญิง')
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  await userEvent.click((await rows())[0] as HTMLElement)
  await waitFor(() => expect(shownUrl()).toMatch(/^\/app\/patients\/[0-9a-f-]+/))
  expect(shownUrl()).not.toContain('สมหญิง')
  const kept = JSON.parse(sessionStorage.getItem('patient-order') ?? '{}')
  expect(kept.ids).toHaveLength(1)
  expect(kept.pages).toMatchObject({
    list: 'patient-list',
    question: { search_value: 'สมหญิง', page: 1 },
    found: { total: 1 },
  })
})

test('filters chosen in quick succession all apply, described in words and removable one by one', async () => {
  await showList()
  await rows()
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  const choices = within(await screen.findByRole('dialog', { name: 'Filters' }))
  for (const name of ['In hospital', 'Red', 'Pink']) fireEvent.click(choices.getByLabelText(name))
  await waitFor(() => expect(shownUrl()).toBe('/?stay=in&triage=RED&triage=PINK'))
  await userEvent.keyboard('{Escape}')
  expect(screen.getByText('triaged Red or Pink')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter: triaged Red or Pink' }))
  await waitFor(() => expect(shownUrl()).toBe('/?stay=in'))
  await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
  await waitFor(() => expect(shownUrl()).toBe('/'))
})

test('every column but the phone sorts ascending, descending and not at all', async () => {
  await showList()
  await rows()
  const head = () => screen.getByRole('columnheader', { name: 'HN' })
  const press = () => userEvent.click(within(head()).getByRole('button'))
  await press()
  await waitFor(() => expect(shownUrl()).toBe('/?sort=hn'))
  expect(head().getAttribute('aria-sort')).toBe('ascending')
  await press()
  await waitFor(() => expect(shownUrl()).toBe('/?sort=-hn'))
  await press()
  await waitFor(() => expect(shownUrl()).toBe('/'))
  const columns = screen.getAllByRole('columnheader')
  expect(columns.filter((column) => !within(column).queryByRole('button'))).toEqual([
    screen.getByRole('columnheader', { name: 'Mobile' }),
  ])
})

test('the page and its size are in the URL, and another size starts at the first page', async () => {
  await showList()
  await rows()
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(shownUrl()).toBe('/?page=2'))
  await userEvent.selectOptions(screen.getByLabelText('Rows per page'), '50')
  await waitFor(() => expect(shownUrl()).toBe('/?size=50'))
  await waitFor(async () => expect(await rows()).toHaveLength(50))
})

test('the rows are one Tab stop, in which the arrow keys move and Enter opens', async () => {
  await showList()
  const links = await rows()
  expect(links.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  await userEvent.type(searchBox(), '{ArrowDown}')
  expect(document.activeElement).toBe(links[0])
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  expect(document.activeElement).toBe(links[1])
  await userEvent.keyboard('{End}')
  expect(document.activeElement).toBe(links.at(-1))
  await userEvent.keyboard('{Home}{Enter}')
  await waitFor(() => expect(shownUrl()).toMatch(/^\/app\/patients\/[0-9a-f-]{36}$/))
})

test('the list is exported as data.csv as it was typed, right after the last key', async () => {
  const saved: Blob[] = []
  URL.createObjectURL = (file) => {
    saved.push(file as Blob)
    return 'blob:'
  }
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    expect(this.download).toBe('data.csv')
  })
  await showList()
  expect((await rows()).length).toBe(20)
  fireEvent.change(searchBox(), { target: { value: 'สมหญิง' } })
  // On a tablet the box keeps the focus.
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(click).toHaveBeenCalledOnce())
  const lines = (await saved[0]?.text())?.trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines?.[1]).toContain('สมหญิง')
  click.mockRestore()
})

test('users who may neither register nor export see no buttons for it', async () => {
  startSession((await panel().asNew({ staffType: 'assistant_nurse' })).session, ['patient:read'])
  await showList()
  await rows()
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Register patient' })).toBeNull()
})

test('an empty result says so and leads back to all patients', async () => {
  await showList()
  await userEvent.type(searchBox(), 'nobody of that name')
  expect(await screen.findByText('No Record Found')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show all patients' }))
  expect((await rows()).length).toBe(20)
  expect(searchBox()).toHaveProperty('value', '')
})

test('a list that fails to load says so and can be loaded again', async () => {
  const failed = JSON.stringify({ success: false, error_code: 1500 })
  globalThis.fetch = async () =>
    new Response(failed, { status: 500, headers: { 'content-type': 'application/json' } })
  await showList()
  const failure = within(await screen.findByRole('alert'))
  globalThis.fetch = answer
  await userEvent.click(failure.getByRole('button', { name: 'Try again' }))
  expect((await rows()).length).toBe(20)
})

test('a search is not shown to the next user of the same computer', async () => {
  const { unmount } = await showList()
  await userEvent.type(searchBox(), 'สมหญิง')
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  unmount()
  startSession((await panel().as('doctor')).session)
  await showList()
  expect(searchBox()).toHaveProperty('value', '')
})

test('a saved filter shows everybody whom it names: it ends a search, and holds none', async () => {
  await showList()
  await rows()
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  fireEvent.click(await screen.findByLabelText('In hospital'))
  await waitFor(() => expect(shownUrl()).toBe('/?stay=in'))
  await userEvent.keyboard('{Escape}')
  await userEvent.type(searchBox(), 'สมหญิง')
  await userEvent.click(screen.getByRole('button', { name: 'Saved filters' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Save what is chosen now' }), 'Inpatients')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const saved = await screen.findByRole('button', { name: 'Saved filters: Inpatients' })
  const { query } = await panel()
    .root.selectFrom('saved_views')
    .select('query')
    .where('name', '=', 'Inpatients')
    .executeTakeFirstOrThrow()
  expect(query).toBe('stay=in')
  await userEvent.click(saved)
  await userEvent.click(await screen.findByRole('button', { name: 'Inpatients' }))
  await waitFor(() => expect(searchBox()).toHaveProperty('value', ''))
  await waitFor(() => expect(shownUrl()).toBe('/?stay=in'))
})

test('a merged record says into which it was merged', async () => {
  const admin = await panel().as('admin')
  const register = async (hn: string) => {
    const who = { title: 'นาง', name: 'บัวผัน', surname: 'ทดสอบ', gender: 'female', identity_kind: 'none' }
    const body = Registration.parse({ ...who, hn, date_of_birth: '1984-11-05', is_someone_else: true })
    return (await admin(patients.register, body)).patient
  }
  const [merged, used] = [await register('MERGED-1'), await register('USED-1')]
  await admin(patients.merge, { patient_id: merged._id, into_id: used._id, reason: 'the same person' })
  await showList()
  await userEvent.type(searchBox(), merged.hn)
  expect(await screen.findByText('Merged into HN USED-1')).toBeDefined()
})
