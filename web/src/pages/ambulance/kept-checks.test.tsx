import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Client, computePermissions, equipment, fleet, type SessionToken } from 'contract'
import { Route, Routes } from 'react-router'
import { testNow } from 'server/testing'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { queryClient } from '../../api/client.ts'
import { callsLostAt } from '../../api/connection.ts'
import { checkDrafts } from '../../features/forms/offline/checks/check-drafts.ts'
import { finishedChecks } from '../../features/forms/offline/checks/kept-checks.ts'
import { unstoredParts } from '../../features/forms/offline/kept-parts.ts'
import { NotSent } from '../../features/forms/offline/not-sent.tsx'
import { OfflineHost } from '../../features/forms/offline/offline-host.tsx'
import { refreshState } from '../../features/forms/offline/outbox.ts'
import { UnsentLine } from '../../features/forms/offline/unsent-line.tsx'
import { vaultState } from '../../features/forms/offline/vault/vault.ts'
import { session } from '../../session/session.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { ConfirmHost } from '../../ui/feedback/confirm.tsx'
import { EquipmentCheckPage } from './equipment-check-page.tsx'

type Person = Client & { session: SessionToken }

const { panel } = usePanel()
let crew: Person
let admin: Person
let vehicleId: string
let callSign: string
let network: typeof fetch
/** Whether no call arrives. */
let isCut: boolean
/** The paths of calls whose answer is lost although the panel has stored them, one entry for each call. */
let unanswered: string[]
let sent: string[]
/** Until then nothing is answered. */
let held: Promise<void> | undefined

const lost = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(testNow) })
  localStorage.clear()
  admin = await panel().as('admin')
  crew = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
  callSign = `R-${newId().slice(-6)}`
  const { vehicle } = await admin(fleet.saveVehicle, {
    plate: callSign,
    province: '43',
    call_sign: callSign,
    class: 'FR',
    odometer: 5000,
  })
  vehicleId = vehicle._id
  await crew(equipment.check, await makeCheck(newId()))
  isCut = false
  unanswered = []
  sent = []
  held = undefined
  network = globalThis.fetch
  globalThis.fetch = async (url, init) => {
    if (isCut) return lost()
    const path = url instanceof Request ? url.url : url.toString()
    sent.push(path)
    await held
    const reply = await network(url, init)
    if (!unanswered.includes(path)) return reply
    unanswered.splice(unanswered.indexOf(path), 1)
    return lost()
  }
})

afterEach(() => {
  unstoredParts.length = 0
  globalThis.fetch = network
  callsLostAt.set(undefined)
  session.endByChoice()
  vi.useRealTimers()
})

const lose = () => {
  isCut = true
  act(() => callsLostAt.set(Date.now()))
}
const find = () => {
  isCut = false
  act(() => {
    callsLostAt.set(undefined)
    dispatchEvent(new Event('online'))
  })
}

/** A check in which all was there. */
async function makeCheck(new_id: string) {
  const { day, shift, items } = await crew(equipment.sheet, { _id: vehicleId })
  const measured = { charge: 90, pressure: 1800, lot: 'L-1', expires_on: '2031-12-31' }
  const rows = items.map(({ item, needed }) => ({ item, found: needed, ...measured }))
  const head = { new_id, vehicle_id: vehicleId, day, shift, kind: 'SHIFT' as const }
  return { ...head, rows, signature: { signer_name: 'สมชาย ใจดี', strokes: 'M10 10L200 100' } }
}

async function open() {
  const { user_id: _id, server_token } = crew.session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('paramedic', true)] })
  await show(
    <SignedIn>
      <ConfirmHost>
        <OfflineHost />
        <UnsentLine />
        <Routes>
          <Route path="/app/forms-detail/equipment/:id" element={<EquipmentCheckPage />} />
          <Route path="/not-sent" element={<NotSent />} />
        </Routes>
      </ConfirmHost>
    </SignedIn>,
    { at: `/app/forms-detail/equipment/${vehicleId}` },
  )
}

async function fill() {
  for (const button of await screen.findAllByRole('button', { name: /^Whole group complete/ }))
    await userEvent.click(button)
  await userEvent.type(screen.getByLabelText('Found: Oxygen cylinder, portable'), '1')
  await userEvent.type(screen.getByLabelText(/^Pressure of the emptiest/), '1800')
  for (const item of ['Fuel', 'AED', 'Suction, portable']) {
    await userEvent.type(screen.getByLabelText(new RegExp(`^Found: ${item}`)), '1')
    await userEvent.type(screen.getByLabelText(new RegExp(`^Charge: ${item}`)), '80')
  }
}
const press = () => userEvent.click(screen.getByRole('button', { name: 'Save the check' }))
async function save() {
  await press()
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign the check' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Use the typed name as the signature' }))
  await userEvent.type(dialog.getByLabelText(/^Name of whoever signs/), 'อนุชา พลศรี')
  await userEvent.click(dialog.getByRole('button', { name: 'Sign and save' }))
}
const readChecks = async () => (await crew(equipment.history, { _id: vehicleId })).rows
const findKept = () => screen.findByText(/sent by itself once there is a signal/)

test('a check that is saved without a signal is kept, counted and sent once, though its answer is lost', async () => {
  await open()
  await fill()
  lose()
  expect(await screen.findByText(/^No connection. As of/)).toBeDefined()
  await save()
  await findKept()
  expect(await screen.findByText(/^1 not sent/)).toBeDefined()
  expect(screen.getByLabelText('Found: Radio')).toHaveProperty('value', '')
  expect(sent).not.toContain(equipment.check.path)
  unanswered = [equipment.deliver.path]
  find()
  await waitFor(() => expect(screen.queryByText(/^1 not sent/)).toBeNull(), { timeout: 10_000 })
  expect(sent.filter((path) => path === equipment.deliver.path)).toHaveLength(2)
  const checks = await readChecks()
  expect(checks).toHaveLength(2)
  const [{ _id } = expect.fail('no check')] = checks
  expect(checks[0]).toMatchObject({ result: 'READY', received_at: expect.any(String), is_signed: true })
  expect((await crew(equipment.counts, { _id })).signatures).toEqual({
    first: { signer_name: 'อนุชา พลศรี', strokes: null, holds: true },
    second: null,
  })
  expect(await screen.findByText(/· sent /)).toBeDefined()
})

test('nothing is typed into a check while it is saved: it would be gone with it', async () => {
  await open()
  await fill()
  let letGo = () => {}
  held = new Promise((resolve) => {
    letGo = resolve
  })
  await save()
  await waitFor(() => expect(sent).toContain(equipment.check.path))
  expect(screen.getByLabelText<HTMLInputElement>('Found: Radio').matches(':disabled')).toBe(true)
  letGo()
  await waitFor(() => expect(screen.getByLabelText('Found: Radio')).toHaveProperty('value', ''))
  expect(screen.getByLabelText<HTMLInputElement>('Found: Radio').matches(':disabled')).toBe(false)
})

test('a check whose answer is lost is kept, and is one check', async () => {
  await open()
  await fill()
  unanswered = [equipment.check.path]
  await save()
  await waitFor(() => expect(sent).toContain(equipment.deliver.path))
  await waitFor(() => expect(screen.queryByText(/^1 not sent/)).toBeNull())
  const checks = await readChecks()
  expect(checks).toHaveLength(2)
  expect(checks[0]).toMatchObject({ received_at: null })
})

test('a check under an id that another tab has used is stored as another one', async () => {
  await open()
  await fill()
  const draft = checkDrafts.peekDraft(vehicleId) ?? expect.fail('no draft')
  await crew(equipment.check, await makeCheck(draft.check_id))
  await save()
  await expect.poll(readChecks).toHaveLength(3)
  const ids = (await readChecks()).map(({ _id }) => _id)
  expect(ids.indexOf(draft.check_id)).toBe(1)
  await waitFor(() => expect(screen.getByLabelText('Found: Radio')).toHaveProperty('value', ''))
})

test('a check takes the place of one under its id that waits on this tablet', async () => {
  await open()
  const check = await makeCheck(newId())
  lose()
  const finished = { vehicle: { call_sign: callSign }, at: new Date().toISOString(), photos: {} }
  for (const odometer of [5010, 5050])
    expect(await finishedChecks.keepCheck({ ...finished, check: { ...check, odometer } })).toBe(true)
  expect(await screen.findByText(/^1 not sent/)).toBeDefined()
  find()
  await expect.poll(readChecks).toHaveLength(2)
  expect((await readChecks())[0]).toMatchObject({ _id: check.new_id, odometer: 5050 })
})

test('a check that the panel refuses says why, and opens again as it was typed', async () => {
  await open()
  await fill()
  const [note] = screen.getAllByRole('textbox', { name: 'Note' }).slice(-1)
  await userEvent.type(note ?? expect.fail('no note'), 'ไฟหน้าซ้ายริบหรี่')
  lose()
  await save()
  await findKept()
  const { rows } = await admin(fleet.vehicles, { search_value: callSign })
  const { version = 0 } = rows[0] ?? {}
  await admin(fleet.switchVehicle, { _id: vehicleId, version, is_active: false })
  find()
  expect(await screen.findByText('This vehicle is not in use any more')).toBeDefined()
  expect(screen.getByText(/^1 entry could not be stored/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Open again' }))
  await waitFor(() => expect(screen.queryByText(/^1 entry could not be stored/)).toBeNull())
  expect(await screen.findByLabelText('Found: Radio')).toHaveProperty('value', '1')
  expect(screen.getByText('ไฟหน้าซ้ายริบหรี่')).toBeDefined()
})

test('a check whose time the tablet leaves in doubt waits for a supervisor, and its author is told so', async () => {
  await open()
  await fill()
  lose()
  // Three hours from now, which the panel cannot believe.
  vi.setSystemTime(Date.now() + 3 * 60 * 60_000)
  await save()
  await findKept()
  find()
  expect(await screen.findByText('1 entry is waiting for a supervisor')).toBeDefined()
  await waitFor(() => expect(screen.queryByText(/^1 not sent/)).toBeNull())
  expect(await readChecks()).toHaveLength(1)
  const { rows } = await admin(equipment.reviews, { number_of_rec: 100 })
  expect(rows.filter(({ vehicle: { _id } }) => _id === vehicleId)).toMatchObject([
    { because: 'time-doubtful', by: { _id: crew.session.user_id } },
  ])
})

test('a check that was refused as of a colleague who was blocked can be discarded, after a question', async () => {
  const part = { record_id: vehicleId, kind: 'check', may_have_arrived: 1, own: null, sealed: null } as const
  const refused = { ...part, by: newId(), kept_at: Date.now(), plain: null }
  unstoredParts.push(
    { ...refused, op_id: newId(), problem: 'check-revoked' },
    { ...refused, op_id: newId(), problem: 'checklist-changed' },
  )
  await open()
  await act(() => refreshState())
  expect(await screen.findByText(/^2 entries could not be stored/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Open again' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText(/^What your colleague counted is lost/)).toBeDefined()
  await userEvent.click(question.getByRole('button', { name: 'Discard' }))
  expect(await screen.findByText(/^1 entry could not be stored/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
})

test('what was typed is forgotten after a day', async () => {
  await open()
  await userEvent.type(await screen.findByLabelText('Found: Radio'), '1')
  vi.setSystemTime(Date.now() + 24 * 60 * 60_000)
  expect(checkDrafts.peekDraft(vehicleId)).toBeDefined()
  vi.setSystemTime(Date.now() + 1)
  expect(checkDrafts.peekDraft(vehicleId)).toBeUndefined()
})

test('what somebody is about to sign is covered once the tablet is locked without a signal', async () => {
  await open()
  await fill()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  lose()
  await press()
  expect(await screen.findByRole('dialog', { name: 'Sign the check' })).toBeDefined()
  act(() => vaultState.set('locked'))
  expect(screen.queryByRole('dialog', { name: 'Sign the check' })).toBeNull()
  act(() => vaultState.set('none'))
})

test('a check that an earlier version of the app kept without a signature is sent, and says that it has none', async () => {
  await open()
  const check = { ...(await makeCheck(newId())), signature: null }
  lose()
  const finished = { vehicle: { call_sign: callSign }, at: new Date().toISOString(), photos: {} }
  expect(await finishedChecks.keepCheck({ ...finished, check })).toBe(true)
  find()
  expect(await screen.findByText(/no signature/)).toBeDefined()
  expect((await readChecks())[0]).toMatchObject({ _id: check.new_id, is_signed: false })
})

test('what somebody typed is covered once the tablet is locked without a signal', async () => {
  await open()
  await userEvent.type(await screen.findByLabelText('Found: Radio'), '1')
  // An answer that is still on its way would say that there is a signal.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  lose()
  act(() => vaultState.set('locked'))
  expect(screen.queryByRole('button', { name: 'Save the check' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Write on without unlocking' }))
  expect(screen.getByRole('button', { name: 'Save the check' })).toBeDefined()
  expect(screen.getByLabelText('Found: Radio')).toHaveProperty('value', '1')
  act(() => vaultState.set('none'))
})

test('a refused check of an earlier page that cannot be read here says why it can only be discarded', async () => {
  const part = { record_id: vehicleId, kind: 'check', may_have_arrived: 1, own: null, sealed: null } as const
  const by = crew.session.user_id
  unstoredParts.push({
    ...part,
    by,
    kept_at: Date.now(),
    plain: null,
    op_id: newId(),
    problem: 'vehicle-gone',
  })
  await open()
  await act(() => refreshState())
  expect(await screen.findByText(/^It cannot be read here/)).toBeDefined()
  act(() => vaultState.set('locked'))
  expect(await screen.findByText(/^Please unlock what you wrote/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Open again' })).toBeNull()
  act(() => vaultState.set('none'))
})

test('an odometer that falls is refused before the check is kept', async () => {
  await open()
  await fill()
  lose()
  const odometer = screen.getByLabelText('Odometer')
  await userEvent.clear(odometer)
  await userEvent.type(odometer, '4000')
  await press()
  expect(await screen.findByText('The odometer cannot fall')).toBeDefined()
  expect(screen.queryByText(/^1 not sent/)).toBeNull()
})

test('without a signal it is said that a second person needs one to count controlled drugs', async () => {
  const { version } = await admin(equipment.settings, {})
  const levels = [{ item: 'drug.MORPHINE' as const, least: { ALS: 1, BLS: 0, FR: 3 } }]
  await admin(equipment.saveSettings, { check_rule: 'SHIFT', levels, version })
  await open()
  await screen.findByLabelText(/^Found: Morphine/)
  expect(screen.queryByText(/a second person must count them/)).toBeNull()
  lose()
  expect(await screen.findByText(/a second person must count them/)).toBeDefined()
})

test('the controlled drugs of a check without a signature cannot be counted again, and it is said why', async () => {
  const { version } = await admin(equipment.settings, {})
  const levels = [{ item: 'drug.MORPHINE' as const, least: { ALS: 1, BLS: 0, FR: 3 } }]
  await admin(equipment.saveSettings, { check_rule: 'SHIFT', levels, version })
  await open()
  // Later than the check from before.
  panel().wait(60_000)
  const check = { ...(await makeCheck(newId())), signature: null }
  lose()
  const at = panel().clock().toISOString()
  expect(await finishedChecks.keepCheck({ vehicle: { call_sign: callSign }, at, photos: {}, check })).toBe(
    true,
  )
  find()
  expect(await screen.findByText(/^This check has no signature, so nobody can count/)).toBeDefined()
})
