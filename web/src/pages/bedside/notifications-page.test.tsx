import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { alarms, type Client, readings } from 'contract'
import { useLocation } from 'react-router'
import { testNow } from 'server/testing'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createStreamEvent, startTestStream } from '../../../test/event-stream.ts'
import { startOximeter } from '../../../test/oximeter.ts'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { NotificationsPage } from './notifications-page.tsx'

const { panel } = usePanel()
let nurse: Client
let worn: { _id: string; name: string }

/** A saturation of 86 %, and later a temperature of 38.9 °C of another patient. */
beforeAll(async () => {
  const oximeter = await startOximeter(panel())
  worn = { _id: oximeter.patient.id, name: oximeter.patient.name }
  await oximeter.send(86)
  nurse = await panel().as('nurse')
  const other = await panel()
    .root.selectFrom('patients')
    .select('id')
    .where('an', 'is not', null)
    .where('id', '<>', worn._id)
    .orderBy('number')
    .limit(1)
    .executeTakeFirstOrThrow()
  panel().wait(60_000)
  await nurse(readings.record, {
    patient_id: other.id,
    readings: [{ kind: 'temperature', measured_at: testNow, temperature: 38.9 }],
  })
})

beforeEach(async () => {
  localStorage.clear()
  const { session } = await panel().as('nurse')
  signInAs({
    ...malee,
    _id: session.user_id,
    server_token: session.server_token,
    permissions: ['patient:read', 'alarm:read', 'alarm:act'],
  })
})

function LocationProbe() {
  const { search } = useLocation()
  return <output data-testid="url">{search}</output>
}

const shownUrl = () => screen.getByTestId('url').textContent
const draw = (language = 'en') =>
  show(
    <SignedIn>
      <NotificationsPage />
      <LocationProbe />
    </SignedIn>,
    { language },
  )
const table = () => screen.findByRole('table', { name: 'All Notifications' })
/** The header of each row is the time at which the alarm was raised. */
const rows = async () => within(await table()).findAllByRole('rowheader')

async function open() {
  await userEvent.click(await within(await table()).findByRole('link', { name: /^▼ SpO₂ low, / }))
  return within(await screen.findByRole('dialog', { name: 'Notification' }))
}

test('every alarm is listed, newest first, with its patient, value and limit', async () => {
  await draw()
  const [newest, older] = (await rows()).map((row) => row.closest('tr')?.textContent)
  expect(newest).toMatch(/Urgent.*▲ Temperature high.*38\.9 °C.*above 38\.4 °C.*Not acknowledged/)
  expect(older).toMatch(new RegExp(`Critical.*▼ SpO₂ low.*86 %.*below 90 %.*${worn.name}.*Not acknowledged`))
})

test('the filters are part of the URL, without names, and stay while an alarm is open', async () => {
  await draw()
  expect(await rows()).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Priority' }), 'Critical')
  await userEvent.keyboard('{Escape}')
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(shownUrl()).toBe('?severity=high')
  const drawer = await open()
  expect(shownUrl()).toMatch(/^\?severity=high&alarm=[0-9a-f-]{36}$/)
  await userEvent.click(drawer.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(shownUrl()).toBe('?severity=high'))
})

test('an open alarm shows every step of its history, and each new one', async () => {
  await draw()
  const drawer = await open()
  const steps = async () => (await drawer.findAllByRole('listitem')).map((step) => step.textContent ?? '')
  await waitFor(async () =>
    expect((await steps()).filter((step) => /Raised.*Critical.*86 %.*The panel/.test(step))).toHaveLength(1),
  )
  await userEvent.click(drawer.getByRole('button', { name: /^Acknowledge: / }))
  await waitFor(async () => {
    const { rows: known } = await nurse(alarms.list, { severity: 'high' })
    expect(known).toMatchObject([{ state: 'acknowledged' }])
    const by = known[0]?.acknowledged_by
    const taken = new RegExp(`05 Nov 2026 14:33:00.*Acknowledged.*${by?.first_name}`)
    expect((await steps()).filter((step) => taken.test(step))).toHaveLength(1)
  })
})

test('if no alarm matches, the screen says so, and one click shows them all', async () => {
  await draw()
  await userEvent.click(await screen.findByRole('button', { name: 'Filters' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Alarm' }), 'Fall')
  expect(await screen.findByText('No alarm matches the filters.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show all alarms' }))
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  expect(shownUrl()).toBe('')
})

test('the alarm list is available in Thai', async () => {
  await draw('th')
  const shown = within(await screen.findByRole('table', { name: 'การแจ้งเตือนทั้งหมด' }))
  expect(await shown.findByText('▼ SpO₂ ต่ำ')).toBeDefined()
  expect(shown.getByText('ต่ำกว่า 90 %')).toBeDefined()
})

test('the details of an alarm say where it was raised, once its patient is elsewhere', async () => {
  const { root } = panel()
  const bed = await root
    .selectFrom('beds')
    .select(['id', 'ward_id'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await root
    .updateTable('patients')
    .set({ ward_id: bed.ward_id, bed_id: bed.id })
    .where('id', '=', worn._id)
    .execute()
  await draw()
  const detail = await open()
  expect((await detail.findByText('Raised in')).parentElement?.textContent).toMatch(/Raised in.+Bed/)
})

test('an open alarm is updated when it changes', async () => {
  const stream = startTestStream()
  await draw()
  const drawer = await open()
  await drawer.findAllByRole('listitem')
  const [first] = (await nurse(alarms.list, { severity: 'high' })).rows
  const { alarm } = await nurse(alarms.clear, { _id: first?._id ?? '', note: 'หัววัดหลุด' })
  stream.send({ kind: 'open', number: 1 }, createStreamEvent(2, { kind: 'alarm', alarm }))
  expect((await drawer.findAllByText('หัววัดหลุด')).length).toBeGreaterThan(0)
  expect(drawer.queryByRole('button', { name: 'Close alarm' })).toBeNull()
  stream.stop()
})
