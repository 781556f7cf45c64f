import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { computePermissions, type StaffTypeCode } from 'contract'
import { useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { startOximeter } from '../../../test/oximeter.ts'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import type { Session } from '../../session/session.ts'
import { listNavigation, listNavigationScreens } from '../navigation.ts'
import { BottomBar } from './bottom-bar.tsx'
import { DestinationTabs } from './destination-tabs.tsx'

const { panel } = usePanel()
let nurse: Session

beforeEach(async () => {
  localStorage.clear()
  const { session } = await panel().as('nurse')
  nurse = {
    ...malee,
    _id: session.user_id,
    server_token: session.server_token,
    permissions: [...computePermissions('nurse', false)],
  }
  signInAs(nurse)
})

function Bar({ user }: { user: Session }) {
  return (
    <>
      <BottomBar groups={listNavigation(user)} />
      <output data-testid="url">{useLocation().pathname}</output>
    </>
  )
}

const bar = () => within(screen.getByRole('navigation', { name: 'Main navigation' }))
const names = (links: readonly HTMLElement[]) => links.map((link) => link.textContent)
const describeStaffType = (staff_type: StaffTypeCode) => ({
  staff_type,
  permissions: [...computePermissions(staff_type, false)],
})

test('five destinations, as of a nurse who registers nobody, are all in the bottom bar', async () => {
  const permissions = nurse.permissions.filter((permission) => permission !== 'queue:manage')
  await show(<Bar user={{ ...nurse, permissions }} />)
  expect(names(bar().getAllByRole('link'))).toEqual(['Ward', 'Monitoring', 'Alarms', 'Devices', 'Settings'])
  expect(bar().queryByRole('button', { name: 'More' })).toBeNull()
})

test('the first destination is called Patients for a user who does not begin with the ward board', async () => {
  await show(<Bar user={{ ...nurse, ...describeStaffType('admin') }} />)
  expect(names(bar().getAllByRole('link'))[0]).toBe('Patients')
})

test.each([
  ['/app/patient-list', 'page'],
  ['/app/patient-list/ward', 'true'],
  ['/app/patient-list/all', 'true'],
  ['/app/patients/new', 'true'],
  ['/app/patients/0191e5c0-0000-7000-8000-000000000003/vital-signs', 'true'],
])('the first destination is the current one at %s', async (at, current) => {
  await show(<Bar user={nurse} />, { at })
  expect(bar().getByRole('link', { name: 'Ward' }).getAttribute('aria-current')).toBe(current)
  expect(document.querySelectorAll('[aria-current]')).toHaveLength(1)
})

test('the four most used of many destinations are in the bottom bar, and all others in the sheet', async () => {
  const doctor: Session = { ...nurse, ...describeStaffType('doctor') }
  await show(<Bar user={doctor} />)
  const shown = names(bar().getAllByRole('link'))
  expect(shown).toEqual(['Ward', 'Monitoring', 'Alarms', 'Devices'])
  await userEvent.click(bar().getByRole('button', { name: 'More' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'More' }))
  const all = listNavigation(doctor).flatMap(({ destinations }) => destinations)
  expect(sheet.getAllByRole('link')).toHaveLength(all.length - shown.length)
})

test('the sheet closes after a destination is chosen', async () => {
  await show(<Bar user={{ ...nurse, ...describeStaffType('doctor') }} />)
  await userEvent.click(bar().getByRole('button', { name: 'More' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'More' }))
  await userEvent.click(sheet.getByRole('link', { name: /^Location/ }))
  await waitFor(() => expect(screen.getByTestId('url').textContent).toBe('/app/location'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('every screen that a nurse may open is a destination or a tab of one', () => {
  const listScreens = (user: Session) =>
    listNavigationScreens(listNavigation(user))
      .map((one) => one.screen)
      .toSorted()
  expect(listScreens(nurse)).toEqual(listScreens({ ...nurse, staff_type: 'doctor' }))
})

test('the screens of a destination are tabs, with how many things wait on each', async () => {
  const { callUnknown } = await startOximeter(panel())
  await callUnknown('unknown')
  await show(<DestinationTabs groups={listNavigation(nurse)} />, { at: '/app/inbox' })
  await screen.findByRole('link', { name: 'Inbox, 1 waiting' })
  const tabs = within(screen.getByRole('navigation', { name: 'Devices' })).getAllByRole('link')
  expect(tabs.map((tab) => tab.getAttribute('href'))).toEqual([
    '/app/devices',
    '/app/devices/transactions',
    '/app/inbox',
    '/app/quarantine',
  ])
  expect(tabs.map((tab) => tab.getAttribute('aria-current'))).toEqual([null, null, 'page', null])
})
