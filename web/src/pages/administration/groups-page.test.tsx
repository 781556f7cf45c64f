import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { groups, reference } from 'contract'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { ConfirmHost } from '../../ui/feedback/confirm.tsx'
import { PatientListPage } from '../patients/patient-list-page.tsx'
import { GroupsPage } from './groups-page.tsx'

const { panel } = usePanel()
async function signIn(who: 'admin' | 'nurse', permissions: typeof malee.permissions) {
  const call = await panel().as(who)
  signInAs({ ...malee, _id: call.session.user_id, server_token: call.session.server_token, permissions })
  return call
}

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  const admin = await signIn('admin', ['group:read', 'group:manage'])
  for (const { _id, version } of (await admin(groups.list, {})).groups)
    await admin(groups.delete, { _id, version })
})

const showPage = () =>
  show(
    <SignedIn>
      <ConfirmHost>
        <GroupsPage />
      </ConfirmHost>
    </SignedIn>,
  )
const readStored = async () => (await (await panel().as('admin'))(groups.list, {})).groups
const choose = async (field: string, typed: string, option: RegExp) => {
  await userEvent.click(screen.getByRole('combobox', { name: field }))
  await userEvent.keyboard(typed)
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

test('a group is added with wards and with members found by their e-mail', async () => {
  await showPage()
  expect(await screen.findByText('There is no group yet.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Add group' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^Name is required/)).toBeDefined()
  await userEvent.type(screen.getByLabelText(/^Name/), 'Night team')
  await choose('Wards they follow', 'male m', /^Male Medical/)
  await choose('Members', 'nurse@demo', /สุภาพร/)
  await userEvent.selectOptions(screen.getByLabelText('Alarms are passed on to them'), 'Doctor')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('heading', { name: 'Night team' })).toBeDefined()
  const { session } = await panel().as('nurse')
  expect(await readStored()).toMatchObject([
    { name: 'Night team', escalation: 'doctor', members: [{ _id: session.user_id }] },
  ])
})

test('a group without members says so in words', async () => {
  await (await panel().as('admin'))(groups.save, { name: 'New team', ward_ids: [], member_ids: [] })
  await showPage()
  const card = (await screen.findByRole('heading', { name: 'New team' })).closest('li')
  expect(card?.textContent).toContain('MembersNone yet')
})

test('a change that somebody else saved is shown and taken over, but for what was typed, which a second save stores', async () => {
  const admin = await panel().as('admin')
  const { group } = await admin(groups.save, { name: 'Team', ward_ids: [], member_ids: [] })
  await showPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Edit: Team' }))
  const name = await screen.findByLabelText(/^Name/)
  await userEvent.clear(name)
  await userEvent.type(name, 'Mine')
  await admin(groups.save, {
    _id: group._id,
    version: group.version,
    name: 'Theirs',
    note: 'Their note',
    ward_ids: [],
    member_ids: [],
  })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/Someone else changed this group/)).toBeDefined()
  expect(screen.getByText(/^Theirs/)).toBeDefined()
  expect(name).toHaveProperty('value', 'Mine')
  expect((await readStored()).map((one) => one.name)).toEqual(['Theirs'])
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }))
  await waitFor(async () => expect(await readStored()).toMatchObject([{ name: 'Mine', note: 'Their note' }]))
})

test('a group is deleted only after confirmation', async () => {
  await (await panel().as('admin'))(groups.save, { name: 'Old', ward_ids: [], member_ids: [] })
  await showPage()
  const ask = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Delete: Old' }))
    return within(await screen.findByRole('dialog', { name: 'Are you sure you want to delete this' }))
  }
  await userEvent.click((await ask()).getByRole('button', { name: 'Cancel' }))
  expect(await readStored()).toHaveLength(1)
  await userEvent.click((await ask()).getByRole('button', { name: 'Delete' }))
  await waitFor(async () => expect(await readStored()).toEqual([]))
})

test('users who may not manage groups see them read-only', async () => {
  await (await panel().as('admin'))(groups.save, { name: 'Team', ward_ids: [], member_ids: [] })
  await signIn('nurse', ['group:read'])
  await showPage()
  expect(await screen.findByRole('heading', { name: 'Team' })).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('for group members "My wards" is the first choice of the ward filter, and is part of the URL', async () => {
  const nurse = await signIn('nurse', ['patient:read', 'group:read'])
  const admin = await panel().as('admin')
  const { ward } = await nurse(reference.wards, {})
  const followed = ward.find(({ code }) => code === 'ICU')
  await admin(groups.save, {
    name: 'ICU team',
    ward_ids: [followed?._id ?? ''],
    member_ids: [nurse.session.user_id],
  })
  await show(
    <SignedIn>
      <PatientListPage />
    </SignedIn>,
  )
  await screen.findAllByRole('link', { name: /, HN / })
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  await userEvent.click(await screen.findByRole('combobox', { name: 'Ward' }))
  const list = within(await screen.findByRole('listbox'))
  const mine = await list.findByRole('option', { name: 'My wards' })
  expect(list.getAllByRole('option')[0]).toBe(mine)
  await userEvent.click(mine)
  expect(await screen.findByText('in my wards')).toBeDefined()
  await waitFor(() => {
    const rows = screen.getAllByRole('link', { name: /, HN / })
    expect(rows.length).toBeLessThan(10)
    expect(screen.getAllByText(/Intensive Care/).length).toBeGreaterThanOrEqual(rows.length)
  })
})
