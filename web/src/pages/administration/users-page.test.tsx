import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Client, users } from 'contract'
import { useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { DestinationLink } from '../../app/destinations/destination-link.tsx'
import { listNavigation } from '../../app/navigation.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { ToastHost } from '../../ui/feedback/toast-host.tsx'
import { UsersPage } from './users-page.tsx'

const { panel } = usePanel()
let admin: Client

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  const call = await panel().as('admin')
  admin = call
  const { user_id, server_token } = call.session
  signInAs({ ...malee, _id: user_id, server_token, permissions: ['user:manage'] })
})

function LocationProbe() {
  const { pathname, search } = useLocation()
  return <output data-testid="url">{pathname + search}</output>
}

const shownUrl = () => decodeURIComponent(screen.getByTestId('url').textContent)
const showList = (language = 'en') =>
  show(
    <SignedIn>
      <UsersPage />
      <LocationProbe />
      <ToastHost />
    </SignedIn>,
    { language },
  )
const findRow = async (email: string) => {
  const link = await screen.findByRole('link', { name: new RegExp(`, ${email}@demo.hospital$`) })
  const row = link.closest('tr')
  if (!row) throw new Error(`${email} has no row`)
  return within(row)
}
const isGone = (email: string) =>
  waitFor(() =>
    expect(screen.queryByRole('link', { name: new RegExp(`, ${email}@demo.hospital$`) })).toBeNull(),
  )
const others = async () => userEvent.click(await screen.findByRole('tab', { name: /^Blocked and pending/ }))
const choose = async (email: string, act: string) => {
  await userEvent.click((await findRow(email)).getByRole('button', { name: /^Actions for / }))
  await userEvent.click(await screen.findByRole('menuitem', { name: act }))
  return within(await screen.findByRole('dialog'))
}
const find = async (search_value: string, user_page_type = 1) => {
  const { rows } = await admin(users.list, { search_value, user_page_type })
  const [row] = rows
  if (!row) throw new Error(`${search_value} is not there`)
  return row
}

test('one list shows the approved users and the other all others, each with its count', async () => {
  await showList()
  await findRow('nurse')
  const { counts } = await admin(users.list, {})
  expect(screen.getByRole('tab', { name: `Approved (${counts.approved})` })).toBeDefined()
  const left = counts.pending + counts.declined + counts.blocked
  expect(screen.queryByText('Pending')).toBeNull()
  await userEvent.click(screen.getByRole('tab', { name: `Blocked and pending (${left})` }))
  expect((await findRow('teerapat')).getByText('Pending')).toBeDefined()
  expect((await findRow('jakkrit')).getByText('Declined')).toBeDefined()
  expect((await findRow('prasert')).getByText('Blocked')).toBeDefined()
  expect(shownUrl()).toBe('/?list=blocked')
  await userEvent.click(screen.getByRole('checkbox', { name: `Declined ${counts.declined}` }))
  await isGone('teerapat')
  expect(shownUrl()).toBe('/?list=blocked&status=declined')
})

test('the number of accounts that wait is shown in the navigation, and follows each decision', async () => {
  const to = listNavigation({ ...malee, staff_type: 'admin', permissions: ['user:manage'] })
    .flatMap(({ destinations }) => destinations)
    .find(({ label }) => label === 'users')
  if (!to) throw new Error('the navigation has no link to the users')
  await show(
    <SignedIn>
      <DestinationLink destination={to} />
      <UsersPage />
      <ToastHost />
    </SignedIn>,
  )
  const { pending } = await admin(users.waiting, {})
  expect(pending).toBeGreaterThan(1)
  const way = (waiting: number) => screen.findByRole('link', { name: `Users, ${waiting} waiting` })
  await way(pending)
  await others()
  const question = await choose('teerapat', 'Decline')
  await userEvent.click(question.getByRole('button', { name: 'Decline' }))
  await way(pending - 1)
})

test('the menu of a row lies in the main part of the screen, and actions that close an account come last', async () => {
  await show(
    <SignedIn>
      <main>
        <UsersPage />
      </main>
    </SignedIn>,
  )
  await userEvent.click((await findRow('nurse')).getByRole('button', { name: /^Actions for / }))
  const menu = within(screen.getByRole('main')).getByRole('menu')
  const items = within(menu).getAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['Edit', 'Block', 'Delete'])
})

test('a user is found by name, and the search text never becomes part of the URL', async () => {
  await showList()
  await findRow('nurse')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search users' }), 'สุภาพร')
  await isGone('admin')
  await findRow('nurse')
  expect(shownUrl()).toBe('/')
})

test('filters, sort and page size are in the URL, described in words, and removable one by one', async () => {
  await showList()
  await findRow('nurse')
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Doctor' }))
  await isGone('nurse')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Email' }))
  await waitFor(() => expect(shownUrl()).toBe('/?type=doctor&sort=email'))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '50')
  await waitFor(() => expect(shownUrl()).toBe('/?type=doctor&sort=email&size=50'))
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter: of type Doctor' }))
  await findRow('nurse')
  expect(shownUrl()).toBe('/?sort=email&size=50')
})

test('the rows are one Tab stop, in which the arrow keys move and Enter opens', async () => {
  await showList()
  await findRow('nurse')
  const links = screen.getAllByRole('link', { name: /@demo\.hospital$/ })
  expect(links.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  links[0]?.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(links[1])
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(shownUrl()).toMatch(/^\/app\/users\/[0-9a-f-]{36}$/))
})

test('approving asks for confirmation and stores the reason, and updates the list and the counts', async () => {
  await showList()
  await others()
  const before = (await admin(users.list, {})).counts
  const { _id } = await find('teerapat', 2)
  const dialog = await choose('teerapat', 'Approve')
  expect(dialog.getByText('Are you sure you want to approve this account')).toBeDefined()
  expect(document.activeElement?.textContent).toBe('Cancel')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'หัวหน้าแพทย์ยืนยัน')
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('User Updated Successfully')).toBeDefined()
  await isGone('teerapat')
  expect(await screen.findByRole('tab', { name: `Approved (${before.approved + 1})` })).toBeDefined()
  const { rows } = await admin(users.changes, { _id })
  expect(rows[0]).toMatchObject({ field: 'status', to: 'approved', reason: 'หัวหน้าแพทย์ยืนยัน' })
})

test('a user who waits is declined, and a blocked one is unblocked', async () => {
  await showList()
  await others()
  const declining = await choose('kanyarat', 'Decline')
  await userEvent.click(declining.getByRole('button', { name: 'Decline' }))
  await waitFor(async () => expect((await findRow('kanyarat')).getByText('Declined')).toBeDefined())
  const unblocking = await choose('prasert', 'Unblock')
  await userEvent.click(unblocking.getByRole('button', { name: 'Unblock' }))
  await isGone('prasert')
})

test('deleting an account asks in the words of the specification, and Cancel keeps the account', async () => {
  await showList()
  const first = await choose('sommai', 'Delete')
  expect(first.getByText('Are you sure you want to delete this account')).toBeDefined()
  await userEvent.click(first.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const second = await choose('sommai', 'Delete')
  await userEvent.click(second.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('User Deleted Successfully')).toBeDefined()
  await isGone('sommai')
})

test('nobody is offered to block or delete themselves', async () => {
  await showList()
  const own = await findRow('admin')
  expect(own.getByText('(you)')).toBeDefined()
  await userEvent.click(own.getByRole('button', { name: /^Actions for / }))
  expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeDefined()
  expect(screen.queryByRole('menuitem', { name: 'Block' })).toBeNull()
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
})

test('if somebody else changed an account meanwhile, the changes are shown before any action', async () => {
  await showList()
  const { _id, version } = await find('malai@')
  const dialog = await choose('malai', 'Block')
  await admin(users.update, { _id, version, last_name: 'ทองแท้' })
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'ลาออก')
  await userEvent.click(dialog.getByRole('button', { name: 'Block' }))
  expect(await dialog.findByText('Somebody changed this account meanwhile')).toBeDefined()
  expect(dialog.getByText('ทองแท้')).toBeDefined()
  expect((await find('malai@')).status).toBe('approved')
  expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveProperty('value', 'ลาออก')
  await userEvent.click(dialog.getByRole('button', { name: 'Block' }))
  await isGone('malai')
  expect((await find('malai@', 2)).status).toBe('blocked')
})

test('an action that somebody else has already done is refused, and the screen says so', async () => {
  await showList()
  const { _id, version } = await find('wipada@')
  const dialog = await choose('wipada', 'Block')
  await admin(users.decide, { _id, version, act: 'block' })
  await userEvent.click(dialog.getByRole('button', { name: 'Block' }))
  expect(await dialog.findByText('This can no longer be done.')).toBeDefined()
  expect(dialog.getByRole('button', { name: 'Block' })).toHaveProperty('disabled', true)
})

test('the current list is exported as data.csv', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:list')
  const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await showList()
  await findRow('nurse')
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(download).toHaveBeenCalled())
  expect(download.mock.contexts[0]).toHaveProperty('download', 'data.csv')
  vi.restoreAllMocks()
})

const head = 'first_name,last_name,email,phone,staff_type'
const csv = (...lines: string[]) => new File([[head, ...lines].join('\n')], 'staff.csv', { type: 'text/csv' })
const chooseFile = async (file: File) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('there is no button to choose a file')
  await userEvent.upload(input, file)
}

test('an import checks the file before it adds anybody, and lists every problem of every row', async () => {
  await showList()
  await findRow('nurse')
  await userEvent.click(screen.getByRole('button', { name: 'Import' }))
  await screen.findByRole('dialog', { name: 'Import users' })
  await chooseFile(csv(',ใจดี,bad,08a,wizard', 'ก,ข,nurse@demo.hospital,0811111111,nurse'))
  expect(await screen.findByText('2 rows need to be corrected. Nobody was added.')).toBeDefined()
  const problems = within(screen.getByRole('region', { name: 'What needs to be corrected' }))
  const lines = problems.getAllByRole<HTMLTableRowElement>('row').slice(1)
  const said = lines.map(({ cells }) => [...cells].map(({ textContent }) => textContent))
  expect(said).toEqual(
    expect.arrayContaining([
      ['2', 'First name', 'Name is required'],
      ['2', 'Email', 'Email is invalid'],
      ['2', 'Phone', 'Digits only, please'],
      ['2', 'Staff type', 'This staff type is not known'],
      ['3', 'Email', 'This email already belongs to another user.'],
    ]),
  )
  expect(screen.queryByRole('button', { name: /^Add \d+ users?$/ })).toBeNull()
})

test('an imported user gets a link that is shown once', async () => {
  await showList()
  await findRow('nurse')
  await userEvent.click(screen.getByRole('button', { name: 'Import' }))
  await screen.findByRole('dialog', { name: 'Import users' })
  await chooseFile(
    csv('ใหม่,หนึ่ง,new1@demo.hospital,0811111111,nurse', 'ใหม่,สอง,new2@demo.hospital,0811111112,แพทย์'),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Add 2 users' }))
  const links = await screen.findByRole('dialog', { name: '2 one-time links' })
  const link = within(links).getByLabelText('Link of ใหม่ หนึ่ง').textContent ?? ''
  expect(link).toMatch(/^http:\/\/[^/]+\/set-password#[\w-]{43}$/)
  await userEvent.click(within(links).getByRole('button', { name: 'I have handed it over' }))
  await waitFor(() => expect(screen.queryByText(link)).toBeNull())
  await findRow('new1')
  expect((await find('new2@')).staff_type).toBe('doctor')
})

test('the user list is available in Thai', async () => {
  await showList('th')
  expect(await screen.findByRole('tab', { name: /^ระงับและรออนุมัติ/ })).toBeDefined()
  expect((await screen.findAllByText('ผู้ช่วยพยาบาล')).length).toBeGreaterThan(0)
})
