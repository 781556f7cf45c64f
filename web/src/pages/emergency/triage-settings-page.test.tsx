import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { triage } from 'contract'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { TriageSettingsPage } from './triage-settings-page.tsx'

const { panel } = usePanel()

beforeEach(async () => {
  const { session } = await panel().as('admin')
  signInAs({
    ...malee,
    _id: session.user_id,
    server_token: session.server_token,
    permissions: ['patient:read', 'triage:configure'],
  })
})

const open = async () => {
  await show(
    <SignedIn>
      <TriageSettingsPage />
    </SignedIn>,
  )
  return within(await screen.findByRole('group', { name: 'Places in each zone' }))
}
const readHeld = async () => (await panel().as('admin'))(triage.settings, {})
const save = async (reason: string) => {
  await userEvent.type(screen.getByLabelText(/^Reason/), reason)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
}

test('the places of a zone are saved with a reason; a zone that is left empty has none', async () => {
  const places = await open()
  const resus = places.getByLabelText('Resus')
  await userEvent.clear(resus)
  await userEvent.type(resus, '4')
  await userEvent.clear(places.getByLabelText('Fast track'))
  await save('ปรับผังห้องฉุกเฉิน')
  await waitFor(async () =>
    expect((await readHeld()).settings.places).toMatchObject({ RESUS: 4, FAST_TRACK: null }),
  )
  expect(await screen.findByText(/ปรับผังห้องฉุกเฉิน$/)).toBeDefined()
})

test('what is refused is told beside its field, and what was typed stays', async () => {
  const places = await open()
  const acute = places.getByLabelText('Acute')
  await userEvent.clear(acute)
  await userEvent.type(acute, '9')
  const before = (await readHeld()).settings.places
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getByLabelText(/^Reason/).getAttribute('aria-invalid')).toBe('true'))
  expect(acute).toHaveProperty('value', '9')
  expect((await readHeld()).settings.places).toEqual(before)
})

test('places that somebody else saved meanwhile are taken over, and what was typed here stays', async () => {
  const places = await open()
  const isolation = places.getByLabelText('Isolation')
  await userEvent.clear(isolation)
  await userEvent.type(isolation, '3')
  const other = await panel().as('admin')
  const { settings, version } = await other(triage.settings, {})
  await other(triage.updateSettings, {
    version,
    settings: { ...settings, places: { ...settings.places, OPD: 17 } },
    reason: 'เปิดห้องตรวจเพิ่ม',
  })
  await save('เพิ่มห้องแยก')
  expect(await screen.findByText(/^Somebody changed the settings meanwhile/)).toBeDefined()
  expect(places.getByLabelText('OPD')).toHaveProperty('value', '17')
  expect(isolation).toHaveProperty('value', '3')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () =>
    expect((await readHeld()).settings.places).toMatchObject({ OPD: 17, ISOLATION: 3 }),
  )
})
