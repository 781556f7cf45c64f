import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { standardTriageSettings, triage } from 'contract'
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

const open = async (language = 'en') => {
  await show(
    <SignedIn>
      <TriageSettingsPage />
    </SignedIn>,
    { language },
  )
  const name = language === 'th' ? 'โซนห้องฉุกเฉิน' : 'Zones of the emergency room'
  return within(await screen.findByRole('group', { name }))
}
const readHeld = async () => (await panel().as('admin'))(triage.settings, {})
const save = async (reason: string) => {
  await userEvent.type(screen.getByLabelText(/^Reason/), reason)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
}

test('the places of a zone are saved with a reason; a zone that is left empty has none', async () => {
  const places = await open()
  const resus = places.getByLabelText('Places: Resus')
  await userEvent.clear(resus)
  await userEvent.type(resus, '4')
  const fastTrack = places.getByLabelText('Places: Fast track')
  await userEvent.type(fastTrack, '7')
  await userEvent.clear(fastTrack)
  await save('ปรับผังห้องฉุกเฉิน')
  await waitFor(async () =>
    expect((await readHeld()).settings.places).toMatchObject({ RESUS: 4, FAST_TRACK: null }),
  )
  expect(await screen.findByText(/ปรับผังห้องฉุกเฉิน$/)).toBeDefined()
})

test('what is refused is told beside its field, and what was typed stays', async () => {
  const places = await open()
  const acute = places.getByLabelText('Places: Acute')
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
  const isolation = places.getByLabelText('Places: Isolation')
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
  expect(places.getByLabelText('Places: OPD')).toHaveProperty('value', '17')
  expect(isolation).toHaveProperty('value', '3')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () =>
    expect((await readHeld()).settings.places).toMatchObject({ OPD: 17, ISOLATION: 3 }),
  )
})

const press = async (name: string) => {
  screen.getByRole('button', { name }).focus()
  await userEvent.keyboard('{Enter}')
}
const readZones = async () => (await readHeld()).settings.zones
const saveAs = async (reason: string) => {
  await save(reason)
  expect(await screen.findByText(new RegExp(`${reason}$`))).toBeDefined()
}

test('zones are added, moved and retired by the keyboard alone', async () => {
  const zones = await open()
  expect(zones.getByText(/These five are defaults of the panel\.$/)).toBeDefined()
  await press('Add a zone')
  await waitFor(() => expect(document.activeElement).toBe(zones.getByLabelText('Name in Thai: 6')))
  await userEvent.keyboard('ทางเดิน{Tab}Corridor')
  expect(zones.queryByText(/These five are defaults of the panel\.$/)).toBeNull()
  await press('Move up: Corridor')
  await userEvent.keyboard('{Enter}{Enter}{Enter}{Enter}{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move up: Corridor' }))
  await press('Move down: Corridor')
  await saveAs('เพิ่มโซนทางเดิน')
  const listNames = async () => (await readZones()).list.map(({ name_en }) => name_en)
  expect(await listNames()).toEqual(['Resus', 'Corridor', 'Acute', 'Fast track', 'OPD', 'Isolation'])
  await press('Retire: Corridor')
  const again = await screen.findByRole('button', { name: 'Use again: Corridor' })
  await waitFor(() => expect(document.activeElement).toBe(again))
  await saveAs('เลิกใช้ทางเดิน')
  expect((await readZones()).list[1]).toMatchObject({ name_en: 'Corridor', is_retired: true })
  expect(zones.getByLabelText('Name in English: 2')).toHaveProperty('value', 'Acute')
  await press('Use again: Corridor')
  expect(zones.getByLabelText('Name in English: 2')).toHaveProperty('value', 'Corridor')
})

test('a zone that was never saved is removed, and no trace of it is saved', async () => {
  const zones = await open()
  const before = (await readHeld()).settings
  await press('Add a zone')
  await userEvent.type(zones.getByLabelText(/^Name in English: 6/), 'Tent')
  await userEvent.type(zones.getByLabelText('Places: Tent'), '3')
  await press('Remove: Tent')
  await saveAs('ไม่มีอะไรเปลี่ยน')
  const { zones: list, places } = (await readHeld()).settings
  expect([list, places]).toEqual([before.zones, before.places])
})

test('a zone that the triage suggests is not retired before another one is suggested', async () => {
  await open()
  await press('Retire: Fast track')
  await save('เลิกใช้ fast track')
  const green = await screen.findByLabelText('L4 Green')
  await waitFor(() => expect(green.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('This zone is retired; please choose another')).toBeDefined()
  await userEvent.selectOptions(green, 'Acute')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect((await readZones()).of_level.GREEN).toBe('ACUTE'))
  await userEvent.selectOptions(screen.getByLabelText('May be infectious, L2–L5'), 'That of the level')
  await press('Retire: Isolation')
  await saveAs('ไม่มีห้องแยก')
  expect((await readZones()).isolation).toBeNull()
})

test('in Thai, a name that another zone has is refused beside it, and an empty one too', async () => {
  const { version, settings } = await readHeld()
  const { zones: standard } = standardTriageSettings
  const added = settings.zones.list.filter(({ code }) => !standard.list.some((zone) => zone.code === code))
  const list = [...standard.list, ...added.map((zone) => ({ ...zone, is_retired: true }))]
  const zones = { ...standard, list }
  const admin = await panel().as('admin')
  await admin(triage.updateSettings, { version, settings: { ...settings, zones }, reason: 'standard' })
  const group = await open('th')
  const [resus, acute] = [1, 2].map((place) => group.getByLabelText(`ชื่อภาษาไทย: ${place}`))
  if (!resus || !acute) throw new Error('there are two zones')
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'บันทึก' }))
  await userEvent.type(screen.getByLabelText(/^เหตุผล/), 'เปลี่ยนชื่อ')
  await userEvent.clear(acute)
  await submit()
  expect(await screen.findByText('กรุณากรอกชื่อ')).toBeDefined()
  await userEvent.type(acute, 'resus')
  expect(screen.queryByText('กรุณากรอกชื่อ')).toBeNull()
  await submit()
  expect(await screen.findByText('มีโซนอื่นที่ใช้อยู่ชื่อนี้แล้ว')).toBeDefined()
  await userEvent.clear(resus)
  await userEvent.type(resus, 'กู้ชีพ')
  await submit()
  await waitFor(async () =>
    expect((await readZones()).list.slice(0, 2).map(({ name_th }) => name_th)).toEqual(['กู้ชีพ', 'resus']),
  )
})
