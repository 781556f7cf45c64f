import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { alarms, type Client, groups, patients, permissionMatrix } from 'contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createStreamEvent, startTestStream } from '../../../test/event-stream.ts'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { DestinationLink } from '../../app/destinations/destination-link.tsx'
import { listNavigation } from '../../app/navigation.ts'
import { BreakGlassToast } from '../../features/permissions/break-glass-toast.tsx'
import { SignedIn, useUser } from '../../session/signed-in.tsx'
import { ConfirmHost } from '../../ui/feedback/confirm.tsx'
import { ToastHost } from '../../ui/feedback/toast-host.tsx'
import { PermissionsPage } from './permissions-page.tsx'

const { panel } = usePanel()
let admin: Client

beforeEach(async () => {
  localStorage.clear()
  const asAdmin = await panel().as('admin')
  admin = asAdmin
  signInAs({
    ...malee,
    _id: asAdmin.session.user_id,
    server_token: asAdmin.session.server_token,
    staff_type: 'admin',
    permissions: ['patient:read', 'user:manage', 'permission:manage', 'audit:read'],
  })
})

afterEach(async () => {
  const { changed, version } = await admin(permissionMatrix.get, {})
  const cells = changed.map((cell) => ({ ...cell, is_granted: !cell.is_granted }))
  if (cells.length > 0) await admin(permissionMatrix.update, { version, cells, reason: 'as it was' })
})

const showPage = (language = 'en') =>
  show(
    <SignedIn>
      <ConfirmHost>
        <Links />
        <PermissionsPage />
        <BreakGlassToast />
        <ToastHost />
      </ConfirmHost>
    </SignedIn>,
    { language },
  )

function Links() {
  const destinations = listNavigation(useUser()).flatMap((group) => group.destinations)
  return destinations.map((one) => <DestinationLink key={one.to} destination={one} />)
}

const cell = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const changed = async () => (await admin(permissionMatrix.get, {})).changed

describe('the table', () => {
  test('explains each permission, and looking at it changes nothing', async () => {
    await showPage()
    const table = await screen.findByRole('table')
    const row = within(table).getByRole('row', { name: /^Act on alarms/ })
    expect(within(row).getByText('Acknowledge, snooze, assign and close')).toBeDefined()
    const types = within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
    const granted = within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(Object.fromEntries(granted.map((text, at) => [types[at + 1], text]))).toMatchObject({
      Nurse: 'granted',
      Registrar: 'not granted',
    })
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  test('is changed with a reason; a changed cell shows the standard, and the history lists the change', async () => {
    await showPage()
    await press('Edit')
    await userEvent.click(await cell('Doctor: Export patient data'))
    await press('Save')
    expect(await screen.findByText('Please give a reason')).toBeDefined()
    await userEvent.type(screen.getByRole('textbox', { name: /^Reason/ }), 'มติคณะกรรมการ')
    await press('Save')
    await waitFor(async () =>
      expect(await changed()).toEqual([
        { staff_type: 'doctor', permission: 'patient:export', is_granted: false },
      ]),
    )
    await screen.findByRole('button', { name: 'Edit' })
    expect(await screen.findByText('มติคณะกรรมการ')).toBeDefined()
    expect(screen.getByText('Standard: granted')).toBeDefined()
  })

  test('revokes dependent permissions with a permission, and grants those it needs', async () => {
    await showPage()
    await press('Edit')
    await userEvent.click(await cell('Paramedic: See patients'))
    expect((await cell('Paramedic: Record readings')).checked).toBe(false)
    await userEvent.click(await cell('Driver: Act on alarms'))
    expect((await cell('Driver: See alarms')).checked).toBe(true)
    expect(screen.getByText('4 changes')).toBeDefined()
  })

  test('can be reset to the standard at once', async () => {
    const cells = [{ staff_type: 'driver', permission: 'patient:read', is_granted: true } as const]
    const { version } = await admin(permissionMatrix.get, {})
    await admin(permissionMatrix.update, { version, cells, reason: 'x' })
    await showPage()
    await press('Edit')
    await press('Back to the standard')
    await userEvent.type(screen.getByRole('textbox', { name: /^Reason/ }), 'back')
    await press('Save')
    await waitFor(async () => expect(await changed()).toEqual([]))
  })

  test("keeps the user's choices when somebody else saved first, and applies them to the newer table", async () => {
    await showPage()
    await press('Edit')
    await userEvent.click(await cell('Doctor: Export patient data'))
    await userEvent.type(screen.getByRole('textbox', { name: /^Reason/ }), 'mine')
    const cells = [{ staff_type: 'driver', permission: 'patient:read', is_granted: true } as const]
    const { version } = await admin(permissionMatrix.get, {})
    await admin(permissionMatrix.update, { version, cells, reason: 'theirs' })
    await press('Save')
    expect(within(await screen.findByRole('alert')).getByText('theirs')).toBeDefined()
    expect((await cell('Driver: See patients')).checked).toBe(true)
    expect((await cell('Doctor: Export patient data')).checked).toBe(false)
    await press('Save')
    await waitFor(async () => expect(await changed()).toHaveLength(2))
  })

  test('says why a change that would lock everybody out is refused, and keeps it on the screen', async () => {
    await showPage()
    await press('Edit')
    await userEvent.click(await cell('Admin: Change permissions'))
    await userEvent.type(screen.getByRole('textbox', { name: /^Reason/ }), 'oops')
    await press('Save')
    expect(await screen.findByText(/^Nobody could manage users and permissions/)).toBeDefined()
    expect((await cell('Admin: Change permissions')).checked).toBe(false)
    expect(await changed()).toEqual([])
  })

  test('is one Tab stop, in which the arrow keys move and the space bar changes', async () => {
    await showPage()
    await press('Edit')
    const first = await cell('Doctor: See patients')
    act(() => first.focus())
    await userEvent.keyboard('{ArrowRight}{ArrowDown}')
    expect(document.activeElement).toBe(await cell('Nurse: Register patients'))
    await userEvent.keyboard(' ')
    expect((await cell('Nurse: Register patients')).checked).toBe(false)
    await userEvent.tab()
    expect(document.activeElement?.getAttribute('data-cell')).toBeNull()
    await userEvent.tab({ shift: true })
    expect(document.activeElement).toBe(await cell('Nurse: Register patients'))
  })

  test('is read-only for users who may not change it', async () => {
    const { session } = await panel().as('admin')
    signInAs({
      ...malee,
      _id: session.user_id,
      server_token: session.server_token,
      permissions: ['patient:read', 'user:manage'],
    })
    await showPage()
    await screen.findByRole('table')
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  })

  test('is available in Thai', async () => {
    await showPage('th')
    expect(await screen.findByRole('heading', { level: 1, name: 'สิทธิ์การใช้งาน' })).toBeDefined()
    expect(await screen.findByText('รับทราบ เลื่อน มอบหมาย และจบการแจ้งเตือน')).toBeDefined()
  })
})

test('a record opened by break-glass raises a toast, is counted in the navigation, and can be seen', async () => {
  const nurse = await panel().as('nurse')
  const { rows } = await admin(patients.list, { number_of_rec: 100 })
  const placed = rows.find(({ ward }) => ward !== null)
  const { wards } = await admin(alarms.duties, {})
  const other = wards.find(({ ward }) => ward._id !== placed?.ward?._id)
  await admin(groups.save, {
    name: 'Another ward',
    ward_ids: [other?.ward._id ?? ''],
    member_ids: [nurse.session.user_id],
  })
  const stream = startTestStream()
  await showPage()
  await userEvent.click(await screen.findByRole('tab', { name: 'Opened by exception' }))
  expect(await screen.findByText('No record was opened by exception.')).toBeDefined()
  const reason = 'cardiac arrest on the ward'
  await nurse(patients.breakGlass, { patient_id: placed?._id ?? '', reason })
  stream.send(
    { kind: 'open', number: 1 },
    createStreamEvent(2, { kind: 'glass-broken', unseen: 1, is_new: true }),
  )
  expect(await screen.findByText(/^Somebody opened a record by exception/)).toBeDefined()
  expect(await screen.findByRole('link', { name: 'Permissions, 1 waiting' })).toBeDefined()
  const list = within(await screen.findByRole('list', { name: 'Opened by exception' }))
  expect(list.getByText(reason)).toBeDefined()
  expect(list.getByText(/สุภาพร/)).toBeDefined()
  expect(list.getByRole('link').getAttribute('href')).toBe(`/app/patients/${placed?._id}`)
  await userEvent.click(list.getByRole('button', { name: /^Mark as seen/ }))
  expect(await list.findByText(/^Seen by/)).toBeDefined()
  await waitFor(() => expect(screen.getByRole('link', { name: 'Permissions' })).toBeDefined())
  stream.stop()
})
