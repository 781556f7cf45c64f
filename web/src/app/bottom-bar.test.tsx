import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { computePermissions } from 'contract'
import { useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../test/panel.ts'
import { malee, show, signInAs } from '../../test/render.tsx'
import type { Session } from '../session/session.ts'
import { BottomBar } from './bottom-bar.tsx'
import { listNavigation } from './navigation.ts'

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
      <output data-testid="address">{useLocation().pathname}</output>
    </>
  )
}

const bar = () => within(screen.getByRole('navigation', { name: 'Main navigation' }))
const names = (links: readonly HTMLElement[]) => links.map((link) => link.textContent)

test('the four most used destinations are in the bottom bar, and all others are in the sheet', async () => {
  await show(<Bar user={nurse} />)
  const shown = names(bar().getAllByRole('link'))
  expect(shown).toEqual(['Patient list', 'Monitoring', 'Alarms', 'Devices'])
  await userEvent.click(bar().getByRole('button', { name: 'More' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'More' }))
  const all = listNavigation(nurse).flatMap(({ destinations }) => destinations)
  expect(sheet.getAllByRole('link')).toHaveLength(all.length - shown.length)
})

test('the sheet closes after a destination is chosen', async () => {
  await show(<Bar user={nurse} />)
  await userEvent.click(bar().getByRole('button', { name: 'More' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'More' }))
  await userEvent.click(sheet.getByRole('link', { name: /^Location/ }))
  expect(screen.getByTestId('address').textContent).toBe('/app/location')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a user whose few destinations all fit in the bar gets no sheet', async () => {
  await show(<Bar user={{ ...nurse, permissions: ['patient:read'] }} />)
  expect(names(bar().getAllByRole('link'))).toEqual(['Patient list', 'Monitoring', 'Location', 'Hospital'])
  expect(bar().queryByRole('button', { name: 'More' })).toBeNull()
})
