import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  type Client,
  computePermissions,
  equipment,
  equipmentGroups,
  fleet,
  type SessionToken,
} from 'contract'
import { Route, Routes } from 'react-router'
import { testNow } from 'server/testing'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { vaultState } from '../../features/forms/offline/vault/vault.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { EquipmentCheckPage } from './equipment-check-page.tsx'
import { EquipmentPage } from './equipment-page.tsx'
import { EquipmentSettingsPage } from './equipment-settings-page.tsx'

type Person = Client & { session: SessionToken }

const { panel } = usePanel()
let crew: Person
let admin: Person
let vehicleId: string
let callSign: string

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
  })
  vehicleId = vehicle._id
})

afterEach(() => vi.useRealTimers())

async function open(person: Person, at: string, permissions = computePermissions('paramedic', true)) {
  const { user_id: _id, server_token } = person.session
  signInAs({ ...malee, _id, server_token, permissions: [...permissions] })
  await show(
    <SignedIn>
      <Routes>
        <Route path="/app/forms-detail/equipment" element={<EquipmentPage />} />
        <Route path="/app/forms-detail/equipment/:id" element={<EquipmentCheckPage />} />
        <Route path="/app/ambulance/equipment-settings" element={<EquipmentSettingsPage />} />
      </Routes>
    </SignedIn>,
    { at },
  )
}

const openSheet = (person = crew) => open(person, `/app/forms-detail/equipment/${vehicleId}`)
const readChecks = async () => (await crew(equipment.history, { _id: vehicleId })).rows

/** A check in which all was there, with the dates that the next one begins with. */
async function checkBefore(
  changes: Record<string, { found: number; note: string }> = {},
  more: { odometer?: number } = {},
) {
  const sheet = await crew(equipment.sheet, { _id: vehicleId })
  await crew(equipment.check, {
    new_id: newId(),
    vehicle_id: vehicleId,
    day: sheet.day,
    shift: sheet.shift,
    kind: 'SHIFT',
    ...more,
    rows: sheet.items.map(({ item, needed }) => ({
      item,
      found: needed,
      charge: 90,
      pressure: 1800,
      lot: 'L-1',
      expires_on: '2031-12-31',
      ...changes[item],
    })),
    signature: { signer_name: 'สมชาย ใจดี', strokes: 'M10 10L200 100' },
  })
}

/** Signs with a typed name: the page of the tests has no field to draw on. */
async function sign(name: string) {
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Use the typed name as the signature' }))
  await userEvent.type(dialog.getByLabelText(/^Name of whoever signs/), name)
  await userEvent.click(dialog.getByRole('button', { name: 'Sign and save' }))
}

async function completeGroups() {
  for (const button of await screen.findAllByRole('button', { name: /^Whole group complete/ }))
    await userEvent.click(button)
}

async function readCharges() {
  for (const item of ['Fuel', 'AED', 'Suction, portable']) {
    await userEvent.type(screen.getByLabelText(new RegExp(`^Found: ${item}`)), '1')
    await userEvent.type(screen.getByLabelText(new RegExp(`^Charge: ${item}`)), '80')
  }
}

test('a group leaves out what has no date, which is asked for one by one', async () => {
  await openSheet()
  await completeGroups()
  expect(screen.getByLabelText('Found: Gauze')).toHaveProperty('value', '')
  const wounds = within(screen.getByRole('region', { name: 'Wounds' }))
  expect(wounds.getByText(/items have no date or lot yet/)).toBeDefined()
  await userEvent.type(screen.getByLabelText('Found: Gauze'), '10')
  expect(await wounds.findByRole('textbox', { name: /^Expires on/ })).toBeDefined()
})

test('a crew completes group by group, is told what is left, and finds the result in the history', async () => {
  await checkBefore()
  await openSheet()
  await completeGroups()
  await userEvent.click(screen.getByRole('button', { name: 'Save the check' }))
  // The pressure of a cylinder, the fuel and vital batteries are read, not ticked.
  expect(screen.getByText('4 items have not been checked yet.')).toBeDefined()
  await userEvent.type(screen.getByLabelText('Found: Oxygen cylinder, portable'), '1')
  await userEvent.type(screen.getByLabelText(/^Pressure of the emptiest/), '900')
  await readCharges()
  await userEvent.click(screen.getByRole('button', { name: 'Details: Radio' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Broken' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save the check' }))
  await sign('อนุชา พลศรี')
  const history = within(await screen.findByRole('region', { name: 'Earlier checks' }))
  expect(await history.findByText('Not ready')).toBeDefined()
  const open = within(screen.getByRole('region', { name: 'Open from last time' }))
  expect(await open.findByText('Radio')).toBeDefined()
  expect(open.getByText('Oxygen cylinder, portable')).toBeDefined()
  expect((await readChecks())[0]).toMatchObject({ result: 'NOT_READY', faults: [{}, {}] })
})

test('an odometer that leaps is asked about before the check is saved', async () => {
  await checkBefore({}, { odometer: 5000 })
  await openSheet()
  const odometer = await screen.findByLabelText('Odometer')
  await userEvent.clear(odometer)
  await userEvent.type(odometer, '50200')
  const confirm = await screen.findByRole('checkbox', { name: 'I checked: it is right' })
  expect(screen.getByText('Last reading: 5,000 km')).toBeDefined()
  await completeGroups()
  await userEvent.type(screen.getByLabelText('Found: Oxygen cylinder, portable'), '1')
  await userEvent.type(screen.getByLabelText(/^Pressure of the emptiest/), '1800')
  await readCharges()
  await userEvent.click(screen.getByRole('button', { name: 'Save the check' }))
  expect(await screen.findByText(/^This is much more than the last reading/)).toBeDefined()
  expect(await readChecks()).toHaveLength(1)
  await userEvent.click(confirm)
  await userEvent.click(screen.getByRole('button', { name: 'Save the check' }))
  await sign('อนุชา พลศรี')
  await expect.poll(async () => (await readChecks())[0]?.odometer).toBe(50_200)
})

test('a photo that the browser cannot make small is told of, can be taken out, and holds up no check', async () => {
  await openSheet()
  await userEvent.click(await screen.findByRole('button', { name: 'Details: Radio' }))
  // The page of the tests has no means to draw, as a browser that is old.
  const photo = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'fault.jpg', { type: 'image/jpeg' })
  const field = document.querySelector<HTMLInputElement>('input[type="file"]') ?? expect.fail('no field')
  await userEvent.upload(field, photo)
  const problem = /^This photo cannot be read/
  expect(await screen.findByText(problem)).toBeDefined()
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save the check' })
  expect(save.disabled).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Remove photo' }))
  expect(screen.queryByText(problem)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Remove photo' })).toBeNull()
})

test('what was entered is there again when the screen is left and opened, and stands nowhere in clear', async () => {
  await openSheet()
  expect(await screen.findByText(/is lost when this page is closed/)).toBeDefined()
  await userEvent.type(screen.getByLabelText('Found: Gauze'), '7')
  const [note] = screen.getAllByRole('textbox', { name: 'Note' })
  await userEvent.type(note ?? expect.fail('no note'), 'เบิกแล้ว')
  dispatchEvent(new Event('pagehide'))
  document.body.replaceChildren()
  await openSheet()
  expect(await screen.findByText(/is back and not saved yet/)).toBeDefined()
  expect(screen.getByLabelText('Found: Gauze')).toHaveProperty('value', '7')
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('เบิกแล้ว')
  const colleague = await panel().asNew({ staffType: 'driver', isFormUser: true })
  document.body.replaceChildren()
  await openSheet(colleague)
  expect(await screen.findByLabelText('Found: Gauze')).toHaveProperty('value', '')
})

test('what is typed while the tablet is locked is said to be kept only once it is unlocked', async () => {
  await openSheet()
  expect(await screen.findByText(/is lost when this page is closed/)).toBeDefined()
  act(() => vaultState.set('locked'))
  expect(await screen.findByText(/is kept once you unlock it/)).toBeDefined()
  act(() => vaultState.set('open'))
  await waitFor(() => expect(screen.queryByText(/is lost/)).toBeNull())
  act(() => vaultState.set('none'))
})

test('a second person counts the controlled drugs, and the first one cannot', async () => {
  const { version } = await admin(equipment.settings, {})
  await admin(equipment.saveSettings, {
    check_rule: 'SHIFT',
    levels: [{ item: 'drug.MORPHINE', least: { ALS: 1, BLS: 0, FR: 3 } }],
    version,
  })
  await checkBefore()
  await openSheet()
  expect(await screen.findByText(/Somebody else must count the controlled drugs/)).toBeDefined()
  document.body.replaceChildren()
  const colleague = await panel().asNew({ staffType: 'driver', isFormUser: true })
  await openSheet(colleague)
  const form = within(await screen.findByRole('region', { name: 'Second count of controlled drugs' }))
  await userEvent.type(form.getByLabelText(/^Morphine/), '2')
  await userEvent.click(form.getByRole('button', { name: 'Save the second count' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign the second count' }))
  expect(dialog.getByText(/^Morphine/).textContent).toMatch(/: 2$/)
  await sign('บุญเลิศ สีดา')
  expect(await form.findByText(/^The two counts differ/)).toBeDefined()
  await userEvent.clear(form.getByLabelText(/^Morphine/))
  await userEvent.type(form.getByLabelText(/^Morphine/), '3')
  await userEvent.click(form.getByRole('button', { name: 'Save the second count' }))
  await sign('บุญเลิศ สีดา')
  await expect.poll(async () => (await readChecks())[0]?.is_waiting).toBe(false)
  const history = within(await screen.findByRole('region', { name: 'Earlier checks' }))
  await userEvent.click(await history.findByRole('button', { name: /^Signatures: check of/ }))
  const signatures = within(await screen.findByRole('dialog', { name: /^Signatures: check of/ }))
  expect(await signatures.findByRole('img', { name: 'สมชาย ใจดี' })).toBeDefined()
  expect(signatures.getByText('Name typed as signature: บุญเลิศ สีดา')).toBeDefined()
  expect(signatures.getAllByText('What is stored here is what was signed')).toHaveLength(2)
})

test('a check is printed in Thai with what it found, its faults and who checked, and a blank sheet without', async () => {
  vi.spyOn(window, 'print').mockImplementation(() => window.dispatchEvent(new Event('beforeprint')))
  await checkBefore({ gauze: { found: 7, note: 'เบิกแล้ว' } })
  await openSheet()
  const history = within(await screen.findByRole('region', { name: 'Earlier checks' }))
  const findPrintout = async () =>
    (await screen.findByRole('heading', { name: 'แบบตรวจสอบอุปกรณ์มาตรฐานของรถพยาบาล' })).closest('table')
  const findGauze = (printout: HTMLTableElement | null) =>
    Array.from(printout?.querySelectorAll('tr[data-fault], tbody tr') ?? []).find(
      (row) => row.firstElementChild?.textContent === 'ผ้าก๊อซ',
    )?.textContent
  await userEvent.click(await history.findByRole('button', { name: /^Print the check of/ }))
  const printout = await findPrintout()
  expect(findGauze(printout)).toContain('107ไม่ครบ')
  expect(findGauze(printout)).toContain('เบิกแล้ว')
  expect(printout?.textContent).toContain('พร้อม แต่มีข้อบกพร่อง')
  expect(within(printout ?? document.body).getByRole('img', { name: 'สมชาย ใจดี' })).toBeDefined()
  window.dispatchEvent(new Event('afterprint'))
  await userEvent.click(screen.getByRole('button', { name: 'Print a blank form' }))
  const blank = await findPrintout()
  expect(blank?.textContent).toContain('☐ ไม่พร้อม')
  expect(findGauze(blank)).toMatch(/^ผ้าก๊อซ10L-1/)
  window.dispatchEvent(new Event('afterprint'))
})

test('a check is not saved before it is signed: by drawing, or with a name', async () => {
  const { version } = await admin(equipment.settings, {})
  await admin(equipment.saveSettings, { check_rule: 'SHIFT', levels: [], version })
  await checkBefore()
  await openSheet()
  await completeGroups()
  await userEvent.type(screen.getByLabelText('Found: Oxygen cylinder, portable'), '1')
  await userEvent.type(screen.getByLabelText(/^Pressure of the emptiest/), '1800')
  await readCharges()
  await userEvent.click(screen.getByRole('button', { name: 'Save the check' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign the check' }))
  const signAndSave = () => userEvent.click(dialog.getByRole('button', { name: 'Sign and save' }))
  await signAndSave()
  expect(dialog.getByText('Please sign in the field')).toBeDefined()
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Use the typed name as the signature' }))
  await signAndSave()
  expect(dialog.getByText(/^Name is required/)).toBeDefined()
  await userEvent.type(dialog.getByLabelText(/^Name of whoever signs/), 'อนุชา พลศรี')
  expect(await readChecks()).toHaveLength(1)
  await signAndSave()
  await expect.poll(readChecks).toHaveLength(2)
  const [{ _id, is_signed } = expect.fail('no check')] = await readChecks()
  expect(is_signed).toBe(true)
  const { first } = (await crew(equipment.counts, { _id })).signatures
  expect(first).toEqual({ signer_name: 'อนุชา พลศรี', strokes: null, holds: true })
})

test('somebody else verifies a check, and stands in its history', async () => {
  const { version } = await admin(equipment.settings, {})
  await admin(equipment.saveSettings, { check_rule: 'SHIFT', levels: [], version })
  await checkBefore()
  const colleague = await panel().asNew({ staffType: 'driver', isFormUser: true })
  await openSheet(colleague)
  await userEvent.click(await screen.findByRole('button', { name: /^I have verified the check/ }))
  expect(await screen.findByText(/second person:/)).toBeDefined()
  expect((await readChecks())[0]?.second?.by._id).toBe(colleague.session.user_id)
})

test('the list says the rule, and how each vehicle stands', async () => {
  const { version } = await admin(equipment.settings, {})
  await admin(equipment.saveSettings, { check_rule: 'SHIFT', levels: [], version })
  await open(crew, '/app/forms-detail/equipment')
  expect(await screen.findByText(/none since the present shift began/)).toBeDefined()
  const card = within(screen.getByText(callSign).closest('li') ?? document.body)
  expect(card.getByText('Check due')).toBeDefined()
  expect(card.getByText('Never checked')).toBeDefined()
  await userEvent.click(card.getByRole('link', { name: `Check: ${callSign}` }))
  expect(await screen.findByRole('heading', { name: `Equipment check: ${callSign}` })).toBeDefined()
})

test('the settings are not saved while a number is empty', async () => {
  const { version } = await admin(equipment.settings, {})
  await open(admin, '/app/ambulance/equipment-settings', computePermissions('admin', false))
  const gauze = await screen.findByLabelText('Gauze, FR')
  await userEvent.clear(gauze)
  expect(screen.getByText('Field is required')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(gauze)
  expect((await admin(equipment.settings, {})).version).toBe(version)
})

test('settings that somebody else saved first are taken over, and what was typed stands', async () => {
  await open(admin, '/app/ambulance/equipment-settings', computePermissions('admin', false))
  const gauze = await screen.findByLabelText('Gauze, FR')
  const { version } = await admin(equipment.settings, {})
  await admin(equipment.saveSettings, { check_rule: 'DAY', levels: [], version })
  await userEvent.clear(gauze)
  await userEvent.type(gauze, '77')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Taken over from them: How often a vehicle is checked')
  expect(screen.getByLabelText('Gauze, FR')).toHaveProperty('value', '77')
  expect((await admin(equipment.settings, {})).levels).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  const { check_rule, levels, version: last } = await admin(equipment.settings, {})
  expect(check_rule).toBe('DAY')
  expect(levels).toMatchObject([{ item: 'gauze', least: { FR: 77 } }])
  await admin(equipment.saveSettings, { check_rule: 'SHIFT', levels: [], version: last })
})

test('the settings keep a number of the hospital, and the default stands beside it', async () => {
  await open(admin, '/app/ambulance/equipment-settings', computePermissions('admin', false))
  expect(await screen.findAllByRole('table')).toHaveLength(equipmentGroups.length)
  const gauze = screen.getByLabelText('Gauze, FR')
  await userEvent.clear(gauze)
  await userEvent.type(gauze, '12')
  expect(screen.getByText('default 10')).toBeDefined()
  await userEvent.click(screen.getByRole('radio', { name: 'Each day' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await expect
    .poll(async () => await admin(equipment.settings, {}))
    .toMatchObject({ check_rule: 'DAY', levels: [{ item: 'gauze', least: { FR: 12 } }] })
})
