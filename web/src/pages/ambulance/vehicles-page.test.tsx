import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Client, createClient, equipment, fleet, packPart } from 'contract'
import { startSealing } from 'server/support/tablet'
import { v7 as newId } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { ConfirmHost } from '../../ui/feedback/confirm.tsx'
import { VehiclesPage } from './vehicles-page.tsx'

const { panel } = usePanel()
let admin: Client

async function signIn(who: 'admin' | 'nurse', permissions: typeof malee.permissions) {
  const call = await panel().as(who)
  signInAs({ ...malee, _id: call.session.user_id, server_token: call.session.server_token, permissions })
  return call
}

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  admin = await signIn('admin', ['fleet:read', 'fleet:manage'])
})

const showPage = (at = '/app/ambulance/vehicles') =>
  show(
    <SignedIn>
      <ConfirmHost>
        <VehiclesPage />
      </ConfirmHost>
    </SignedIn>,
    { at },
  )
const findVehicle = async (callSign: string) =>
  (await admin(fleet.vehicles, { search_value: callSign, with_inactive: true })).rows[0]

test('a vehicle is added, and each field that is wrong says so', async () => {
  await showPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Add vehicle' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add vehicle' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText(/^Call sign is required/)).toBeDefined()
  expect(form.getByText(/^Plate number is required/)).toBeDefined()
  expect(form.getByText(/^Province is required/)).toBeDefined()
  await userEvent.type(form.getByLabelText(/^Call sign/), 'Unit 9')
  await userEvent.click(form.getByRole('radio', { name: 'BLS' }))
  await userEvent.type(form.getByLabelText(/^Plate number/), 'กข 4311')
  await userEvent.click(form.getByRole('combobox', { name: /^Province/ }))
  await userEvent.keyboard('nong khai')
  await userEvent.click(await screen.findByRole('option', { name: 'Nong Khai' }))
  await userEvent.type(form.getByLabelText('Odometer'), '12000')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Another vehicle has this plate')).toBeDefined()
  await userEvent.type(form.getByLabelText(/^Plate number/), '9')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Unit 9')).toBeDefined()
  expect(await findVehicle('Unit 9')).toMatchObject({ plate: 'กข 43119', class: 'BLS', odometer: 12_000 })
})

test('a vehicle out of service says why, and a document that has run out says when', async () => {
  await admin(fleet.saveVehicle, {
    plate: 'กข 1',
    province: '43',
    call_sign: 'Old one',
    class: 'FR',
    tax_expires_on: '2020-01-31',
  })
  await showPage()
  const table = within(await screen.findByRole('table', { name: 'Ambulance Profile' }))
  expect(await table.findByText('ซ่อมระบบเบรก')).toBeDefined()
  expect(table.getByText('Out of service')).toBeDefined()
  const row = within(table.getByRole('row', { name: /^Old one/ }))
  expect(row.getByText('Check due')).toBeDefined()
  expect(row.getByText(/^Vehicle tax ran out [\d,]+ days ago, on 31 Jan 2020$/)).toBeDefined()
})

test('what somebody else saved is taken over, and a field that both changed keeps what was typed', async () => {
  const before = await findVehicle('ริมโขง 1')
  await showPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Edit: ริมโขง 1' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit vehicle' }))
  const model = form.getByLabelText('Model')
  await userEvent.clear(model)
  await userEvent.type(model, 'Mine')
  await admin(fleet.saveVehicle, {
    ...before,
    province: before?.province.code ?? '',
    plate: before?.plate ?? '',
    call_sign: before?.call_sign ?? '',
    class: 'ALS',
    brand: 'Theirs',
    model: 'Theirs',
  })
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Someone else changed this meanwhile')).toBeDefined()
  expect(form.getByText(/^You both changed this; yours is shown: Model/)).toBeDefined()
  expect(form.getByLabelText('Make')).toHaveProperty('value', 'Theirs')
  expect(model).toHaveProperty('value', 'Mine')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(async () =>
    expect(await findVehicle('ริมโขง 1')).toMatchObject({ brand: 'Theirs', model: 'Mine' }),
  )
})

test('an odometer that was read wrong is corrected with a reason', async () => {
  const before = await findVehicle('ริมโขง 1')
  await showPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Edit: ริมโขง 1' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit vehicle' }))
  const odometer = form.getByLabelText('Odometer')
  expect(form.queryByLabelText(/^Why the odometer is lower/)).toBeNull()
  await userEvent.clear(odometer)
  await userEvent.type(odometer, '8421')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText(/^Please give a reason/)).toBeDefined()
  expect((await findVehicle('ริมโขง 1'))?.odometer).toBe(before?.odometer)
  await userEvent.type(form.getByLabelText(/^Why the odometer is lower/), 'พิมพ์ผิด')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect((await findVehicle('ริมโขง 1'))?.odometer).toBe(8421))
})

test('a vehicle is taken out of use after a question, and used again', async () => {
  await showPage('/app/ambulance/vehicles?inactive=yes')
  const openMenu = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'More actions: ริมโขง 4' }))
  await openMenu()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Stop using' }))
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Are you sure you want to stop using this' })).getByRole(
      'button',
      { name: 'Stop using' },
    ),
  )
  expect(await screen.findByText('No longer used')).toBeDefined()
  await openMenu()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Use again' }))
  await waitFor(async () => expect((await findVehicle('ริมโขง 4'))?.is_active).toBe(true))
})

test('whoever may only see the vehicles changes none', async () => {
  await signIn('nurse', ['fleet:read'])
  await showPage()
  expect(await screen.findByText('ริมโขง 2')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^(Edit|Add|More)/ })).toBeNull()
})

/** A check of the vehicle without a radio, of which nobody knows in which session it was made. */
async function bringDoubtful({ isSigned = true } = {}) {
  const crew = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
  const suffix = newId().slice(-6)
  const profile = { plate: suffix, province: '43', call_sign: `R-${suffix}`, class: 'FR' } as const
  const { vehicle } = await admin(fleet.saveVehicle, profile)
  const { day, shift, items } = await crew(equipment.sheet, { _id: vehicle._id })
  const measured = { charge: 90, pressure: 1800, lot: 'L-1', expires_on: '2031-12-31' }
  const rows = items.map(({ item, needed }) => ({ item, found: item === 'radio' ? 0 : needed, ...measured }))
  const head = { new_id: newId(), vehicle_id: vehicle._id, day, shift, kind: 'SHIFT' as const }
  const check = { ...head, rows, signature: isSigned ? { signer_name: 'สมชาย ใจดี' } : null }
  const { stamp, key_id, seal } = await startSealing(crew)
  const at = panel().clock().toISOString()
  const made = { at, clock_offset_ms: 0, ...stamp, token: 'never-given' }
  // A browser sends files so.
  const send = createClient({ fetch, session: () => crew.session })
  const bring = async (
    place: { op_id: string; record_id: string },
    described: { kind: string } & Record<string, unknown>,
    picture = new Uint8Array(),
  ) => {
    const message = await seal(packPart({ ...made, op_id: place.op_id, ...described }, picture), place)
    await send(equipment.deliver, { ...place, key_id, sealed: new File([message], 'part') })
  }
  await bring({ op_id: check.new_id, record_id: vehicle._id }, { kind: 'check', check })
  const photo = { op_id: newId(), record_id: check.new_id }
  await bring(photo, { kind: 'fault-photo', item: 'radio' }, picture)
  return vehicle
}
/** A png of one pixel. */
const picture = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  (byte) => byte.charCodeAt(0),
)
const readChecks = async ({ _id }: { _id: string }) => {
  const nurse = await panel().as('nurse')
  return (await nurse(equipment.history, { _id })).rows
}

test('a check that waits is accepted, and another is rejected with a reason', async () => {
  const [first, second] = [await bringDoubtful(), await bringDoubtful({ isSigned: false })]
  await showPage()
  const list = within(await screen.findByRole('alert', { name: '2 checks to review' }))
  const findCheck = ({ call_sign }: { call_sign: string }) =>
    within(list.getByText(call_sign).closest('li') ?? document.body)
  expect(findCheck(first).getByText('The session is unknown.')).toBeDefined()
  expect(findCheck(first).getByText(/Radio/).textContent).toMatch(/Missing/)
  expect(findCheck(first).getByText(/ · signed · /)).toBeDefined()
  expect(findCheck(second).getByText(/ · no signature · /)).toBeDefined()

  await userEvent.click(findCheck(second).getByRole('button', { name: 'Reject' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject the check' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
  expect(await dialog.findByText('Please give a reason')).toBeDefined()
  await userEvent.type(dialog.getByLabelText(/^Why/), 'ตรวจใหม่แล้ว')
  await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
  expect(await screen.findByText('1 check to review')).toBeDefined()

  await userEvent.click(screen.getByRole('button', { name: 'Accept' }))
  const accepting = within(await screen.findByRole('dialog', { name: 'Accept the check' }))
  await userEvent.click(accepting.getByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(screen.queryByText(/to review/)).toBeNull())
  expect(await readChecks(first)).toMatchObject([{ faults: [{ item: 'radio' }] }])
  expect(await readChecks(second)).toEqual([])
})

test('the photo of a fault is seen before anybody decides about its check', async () => {
  URL.createObjectURL = () => 'blob:fault'
  const { call_sign } = await bringDoubtful()
  await showPage()
  const list = within(await screen.findByRole('alert', { name: /to review/ }))
  const check = within(list.getByText(call_sign).closest('li') ?? document.body)
  await userEvent.click(check.getByRole('button', { name: 'Photo: Radio' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Photo: Radio' }))
  expect(await shown.findByRole('img', { name: 'Photo: Radio' })).toBeDefined()
})

test('checks that wait are told of with how many there are, and read page by page', async () => {
  for (let count = 0; count < 21; count += 1) await bringDoubtful()
  await showPage()
  const { total } = await admin(equipment.reviews, {})
  const list = within(await screen.findByRole('alert', { name: `${total} checks to review` }))
  expect(list.getAllByRole('button', { name: 'Accept' })).toHaveLength(20)
  await userEvent.click(list.getByRole('button', { name: 'Last page' }))
  await waitFor(() => expect(list.getAllByRole('button', { name: 'Accept' })).toHaveLength(total - 20))
})

test('a user who only reads the fleet is not asked about checks that wait', async () => {
  const { _id } = await bringDoubtful()
  await signIn('nurse', ['fleet:read'])
  await showPage()
  expect(await screen.findByRole('table', { name: 'Ambulance Profile' })).toBeDefined()
  expect(screen.queryByText(/to review/)).toBeNull()
  expect(await readChecks({ _id })).toEqual([])
})
