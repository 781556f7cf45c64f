import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { alarms } from 'contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startOximeter } from '../../../test/oximeter.ts'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { queryClient } from '../../api/client.ts'
import { askOpenAlarms } from '../../clinical/open-alarms.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { ConfirmHost } from '../../ui/feedback/confirm.tsx'
import { AlarmBell } from './alarm-bell.tsx'
import { alarmPanelOpen } from './alarm-panel-open.ts'
import { AlarmBanner } from './banner/alarm-banner.tsx'
import { PatientAlarmLine } from './banner/patient-alarm-line.tsx'

const { panel } = usePanel()
let oximeter: Awaited<ReturnType<typeof startOximeter>>

beforeAll(async () => {
  oximeter = await startOximeter(panel())
})

async function signIn(permissions: typeof malee.permissions = ['patient:read', 'alarm:read', 'alarm:act']) {
  localStorage.clear()
  alarmPanelOpen.set(false)
  const { session } = await panel().as('nurse')
  signInAs({ ...malee, _id: session.user_id, server_token: session.server_token, permissions })
}

/** Starts each test without open alarms. */
beforeEach(async () => {
  const nurse = await panel().as('nurse')
  const { alarms: open } = await nurse(alarms.open, {})
  for (const { _id } of open) await nurse(alarms.clear, { _id, outcome: 'no-harm', note: 'ตรวจแล้ว' })
  await signIn()
})

const showAlarms = (language = 'en') =>
  show(
    <SignedIn>
      <ConfirmHost>
        <AlarmBanner />
        <AlarmBell />
      </ConfirmHost>
    </SignedIn>,
    { language },
  )
const banner = () => screen.findByRole('region', { name: 'Critical alarm' })
const acknowledgeInBanner = async () => {
  const button = within(await banner()).getByRole('button', { name: /^Acknowledge/ })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'))
  return button
}
/** Brings the changes on the server to the screen. */
const hear = () => act(() => queryClient.invalidateQueries({ queryKey: askOpenAlarms().queryKey }))
const openNow = async () => (await (await panel().as('nurse'))(alarms.open, {})).alarms
const openPanel = async (counted = /^Alarms: Critical 1/) => {
  await userEvent.click(await screen.findByRole('button', { name: counted }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Open alarms' }))
  return { sheet, card: within(await sheet.findByRole('article', { name: /SpO₂ low/ })) }
}

/** Chooses a rarer action from the menu of a card. */
async function choose(card: Awaited<ReturnType<typeof openPanel>>['card'], act: string) {
  await userEvent.click(card.getByRole('button', { name: /^More: / }))
  await userEvent.click(await card.findByRole('menuitem', { name: act }))
}

test('a high alarm stays in the banner and is read out once, until it is acknowledged', async () => {
  await oximeter.send(86)
  await showAlarms()
  const shown = within(await banner())
  expect(shown.getByText(/▼ SpO₂ low 86 %/)).toBeDefined()
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toMatch(/^Critical alarm: ▼ SpO₂ low, 86 %, /),
  )
  await userEvent.click(await acknowledgeInBanner())
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Critical alarm' })).toBeNull())
})

test('the alarm in the banner stays until it is acknowledged; a newer one is read out and counted', async () => {
  await oximeter.send(86)
  await showAlarms()
  const button = await acknowledgeInBanner()
  await oximeter.callUnknown('T-001')
  await hear()
  expect(await screen.findByRole('button', { name: 'and 1 more' })).toBeDefined()
  expect(screen.getByRole('alert').textContent).toMatch(/T-001/)
  await userEvent.click(button)
  expect(await within(await banner()).findByText(/Call for help/)).toBeDefined()
  expect(await openNow()).toMatchObject([
    { rule: 'sos', state: 'active' },
    { rule: 'spo2-low', state: 'acknowledged' },
  ])
})

test('a second click does not acknowledge the alarm that has just replaced another in the banner', async () => {
  await oximeter.send(86)
  await oximeter.callUnknown('T-002')
  await showAlarms()
  const button = await acknowledgeInBanner()
  const shown = await banner()
  const { textContent } = shown
  await userEvent.click(button)
  await waitFor(() => expect(shown.textContent).not.toBe(textContent))
  // At once: a moment later it is a click that was meant for the alarm that is shown by then.
  fireEvent.click(button)
  expect(button.isConnected).toBe(true)
  expect((await openNow()).filter(({ state }) => state === 'active')).toHaveLength(1)
  await userEvent.click(await acknowledgeInBanner())
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Critical alarm' })).toBeNull())
})

test('an open record shows the alarm of its patient itself, and the banner those of others', async () => {
  await oximeter.send(86)
  await oximeter.callUnknown('T-009')
  const own = (await openNow()).find(({ patient }) => patient !== null)?.patient?._id ?? ''
  await show(
    <SignedIn>
      <AlarmBanner />
      <PatientAlarmLine patientId={own} />
    </SignedIn>,
  )
  const line = within(await screen.findByRole('group', { name: 'Critical alarm' }))
  expect(line.getByText(/▼ SpO₂ low 86 %/)).toBeDefined()
  expect(within(await banner()).getByText(/Call for help/)).toBeDefined()
  expect(within(await banner()).queryByText(/SpO₂/)).toBeNull()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/SpO₂/))
  await userEvent.click(await acknowledgeInBanner())
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Critical alarm' })).toBeNull())
  const button = line.getByRole('button', { name: /^Acknowledge/ })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'))
  await userEvent.click(button)
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Critical alarm' })).toBeNull())
})

test('the bell counts by severity in words, and says that the sound is off', async () => {
  await oximeter.send(86)
  await showAlarms()
  expect(await screen.findByRole('button', { name: 'Alarms: Critical 1. Sound is off' })).toBeDefined()
})

test('an acknowledged alarm stays in the panel with the name of whoever has it, until it is closed with a note', async () => {
  await oximeter.send(86)
  await showAlarms()
  const { sheet, card } = await openPanel()
  expect(card.getByText('below 90 %')).toBeDefined()
  await userEvent.click(card.getByRole('button', { name: /^Acknowledge/ }))
  await card.findByText(/^Acknowledged by สุภาพร|^Acknowledged by/)
  await choose(card, 'Close alarm')
  const close = card.getByRole('button', { name: 'Close alarm' })
  await userEvent.click(close)
  expect(await card.findByText('Field is required')).toBeDefined()
  await userEvent.type(card.getByLabelText(/What you found/), 'หัววัดหลุด')
  await userEvent.click(close)
  await waitFor(() => expect(sheet.queryByRole('article')).toBeNull())
  expect(sheet.getByText(/Every vital sign that is monitored/)).toBeDefined()
})

test('a card closed while somebody points at the list keeps its place and offers no action', async () => {
  await oximeter.send(86)
  await showAlarms()
  const { sheet } = await openPanel()
  await userEvent.hover(sheet.getByRole('article', { name: /SpO₂ low/ }))
  await oximeter.callUnknown('T-003')
  const nurse = await panel().as('nurse')
  const [first] = (await openNow()).filter(({ rule }) => rule === 'spo2-low')
  await nurse(alarms.clear, { _id: first?._id ?? '', note: 'หัววัดหลุด' })
  await hear()
  const changed = await sheet.findByRole('button', { name: /^The order has changed/ })
  const [place, ...others] = sheet.getByRole('list', { name: 'Open alarms' }).children
  expect(others).toEqual([])
  expect(place?.textContent).toMatch(/SpO₂ low.*Closed/)
  expect(place?.querySelector('[inert]')?.textContent).toMatch(/Acknowledge/)
  await userEvent.click(changed)
  expect(sheet.getByRole('article', { name: /T-003/ })).toBeDefined()
  expect(sheet.queryByRole('article', { name: /SpO₂ low/ })).toBeNull()
})

test('a high alarm can be snoozed for ten minutes at most, and shows until when', async () => {
  await oximeter.send(86)
  await showAlarms()
  const { card } = await openPanel()
  await choose(card, 'Snooze')
  expect(card.queryByRole('button', { name: '15 min' })).toBeNull()
  expect(card.getByText(/^3 snoozes left/)).toBeDefined()
  await userEvent.click(card.getByRole('button', { name: '10 min' }))
  await waitFor(() => expect(card.queryByRole('button', { name: '10 min' })).toBeNull())
  const { alarms: open } = await (await panel().as('nurse'))(alarms.open, {})
  expect(open).toMatchObject([{ snoozes_left: 2 }])
})

test('an alarm that became more severe is not acknowledged unseen: its new state and the reason are shown', async () => {
  await oximeter.send(91)
  await oximeter.send(91)
  await showAlarms()
  const { card } = await openPanel(/^Alarms: Urgent 1/)
  await oximeter.send(85)
  await userEvent.click(card.getByRole('button', { name: /^Acknowledge/ }))
  expect((await card.findByRole('alert')).textContent).toMatch(/^This alarm has become more severe/)
  expect(await card.findByText('85')).toBeDefined()
  expect(await openNow()).toMatchObject([{ severity: 'high', state: 'active' }])
  await userEvent.click(card.getByRole('button', { name: /^Acknowledge/ }))
  await card.findByText(/^Acknowledged by/)
  expect(card.queryByRole('alert')).toBeNull()
})

test('a note that is being written is kept when the alarm becomes more severe', async () => {
  await oximeter.send(91)
  await oximeter.send(91)
  await showAlarms()
  const { card } = await openPanel(/^Alarms: Urgent 1/)
  await userEvent.click(card.getByRole('button', { name: /^Acknowledge/ }))
  await card.findByText(/^Acknowledged by/)
  await choose(card, 'Note')
  await userEvent.type(card.getByLabelText('What you found and did'), 'ให้ออกซิเจน')
  await oximeter.send(85)
  await userEvent.click(card.getByRole('button', { name: 'Save note' }))
  expect((await card.findByRole('alert')).textContent).toMatch(/^This alarm has become more severe/)
  expect(await card.findByText('85')).toBeDefined()
  expect(card.getByLabelText('What you found and did')).toHaveProperty('value', 'ให้ออกซิเจน')
  await userEvent.click(card.getByRole('button', { name: 'Save note' }))
  await card.findByText(/^Acknowledged by/)
  expect(await openNow()).toMatchObject([{ severity: 'high', state: 'acknowledged' }])
})

test('an alarm that became more severe after its form was opened is closed only at the second attempt', async () => {
  await oximeter.send(91)
  await oximeter.send(91)
  await showAlarms()
  const { sheet, card } = await openPanel(/^Alarms: Urgent 1/)
  await choose(card, 'Close alarm')
  await userEvent.type(card.getByLabelText(/What you found/), 'หัววัดหลุด')
  await oximeter.send(85)
  await hear()
  expect(await card.findByText('85')).toBeDefined()
  await userEvent.click(card.getByRole('button', { name: 'Close alarm' }))
  expect((await card.findByRole('alert')).textContent).toMatch(/^This alarm has become more severe/)
  expect(await openNow()).toMatchObject([{ severity: 'high', state: 'active' }])
  await userEvent.click(card.getByRole('button', { name: 'Close alarm' }))
  await waitFor(() => expect(sheet.queryByRole('article')).toBeNull())
})

test('a call for help from an unknown person shows the number it was sent with', async () => {
  await oximeter.callUnknown('T-000')
  await showAlarms()
  await userEvent.click(await screen.findByRole('button', { name: /^Alarms: Critical 1/ }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Open alarms' }))
  const card = within(
    await sheet.findByRole('article', { name: 'Call for help (SOS), Unknown HN or ID T-000' }),
  )
  expect(card.getByText('Unknown HN or ID T-000')).toBeDefined()
})

test('an alarm is handed to somebody by name', async () => {
  await oximeter.send(86)
  await showAlarms()
  const { card } = await openPanel()
  await choose(card, 'Assign')
  await userEvent.click(await card.findByRole('button', { name: 'Take it yourself' }))
  expect(await card.findByText(/^Assigned to/)).toBeDefined()
  expect(card.getByText('For you')).toBeDefined()
})

test('an alarm can be assigned to an assistant nurse, who may act on it too', async () => {
  const { session } = await panel().asNew({ staffType: 'assistant_nurse' })
  await oximeter.send(86)
  await showAlarms()
  const { card } = await openPanel()
  await choose(card, 'Assign')
  await card.findByRole('group', { name: 'Assistant Nurse' })
  await userEvent.selectOptions(card.getByLabelText('Assign to'), session.user_id)
  await userEvent.click(card.getByRole('button', { name: 'Assign' }))
  await waitFor(async () => {
    const { alarms: open } = await (await panel().as('nurse'))(alarms.open, {})
    expect(open).toMatchObject([{ assigned_to: { _id: session.user_id } }])
  })
})

test('a user who may only read sees the alarms and no actions', async () => {
  await oximeter.send(86)
  await signIn(['patient:read', 'alarm:read'])
  await showAlarms()
  const { card } = await openPanel()
  expect(card.queryByRole('button', { name: /^Acknowledge/ })).toBeNull()
  await userEvent.click(card.getByRole('button', { name: /^More: / }))
  const more = (await card.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(more).toEqual(['Vital signs', 'What happened'])
})

test('the open alarms are shown in Thai', async () => {
  await oximeter.send(86)
  await showAlarms('th')
  expect(await screen.findByRole('button', { name: /^การแจ้งเตือน: วิกฤต 1/ })).toBeDefined()
  expect((await screen.findAllByText(/▼ SpO₂ ต่ำ/)).length).toBeGreaterThan(0)
})
