import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { alarms, type Client, type LimitedVital, type Patient, patients } from 'contract'
import { Outlet, Route, Routes } from 'react-router'
import { testNow } from 'server/testing'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { PatientNotifyPage } from './patient-notify-page.tsx'

const { panel } = usePanel()
let nurse: Client
let nurseName = ''
let all: { _id: string }[] = []
let patient: Patient

beforeAll(async () => {
  nurse = await panel().as('nurse')
  all = (await nurse(patients.list, { filterLists: { in_hospital: true } })).rows
})

/** Each test uses a patient with default settings. */
beforeEach(async () => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(testNow) })
  const next = all.shift()
  if (!next) throw new Error('the demo hospital has too few patients')
  patient = (await nurse(patients.get, { _id: next._id })).patient
  await signIn(['patient:read', 'alarm:read', 'alarm:configure'])
})
afterEach(() => {
  vi.useRealTimers()
})

async function signIn(permissions: typeof malee.permissions) {
  const { session } = await panel().as('nurse')
  signInAs({ ...malee, _id: session.user_id, server_token: session.server_token, permissions })
  const person = await panel()
    .root.selectFrom('staff')
    .select(['first_name', 'last_name'])
    .where('id', '=', session.user_id)
    .executeTakeFirstOrThrow()
  nurseName = `${person.first_name} ${person.last_name}`
}

const draw = (language = 'en') =>
  show(
    <SignedIn>
      <Routes>
        <Route element={<Outlet context={patient} />}>
          <Route path="*" element={<PatientNotifyPage />} />
        </Route>
      </Routes>
    </SignedIn>,
    { language },
  )
const readSetting = async (vital: LimitedVital) => {
  const { settings, changes } = await nurse(alarms.settings, { patient_id: patient._id })
  return { setting: settings.find((one) => one.vital === vital), changes }
}
/** The row of a vital sign, with its form while it is open. */
const line = async (vital: string) => {
  const [name] = await screen.findAllByText(vital, { selector: 'strong' })
  const item = name?.closest('li')
  if (!item) throw new Error(`${vital} has no row`)
  return within(item)
}
const change = async (vital: string) =>
  userEvent.click(await screen.findByRole('button', { name: `Change: ${vital}` }))

test('each vital sign shows its limits, and that nobody has changed them', async () => {
  await draw()
  const spo2 = await line('SpO₂')
  expect(spo2.getByText('Hospital limits')).toBeDefined()
  expect(spo2.getByText('Critically low').closest('div')?.textContent).toBe('Critically lowbelow 90 %')
  expect(spo2.getByText('Never changed')).toBeDefined()
})

test('silencing a vital sign needs a reason, asked for at its field, and an end', async () => {
  await draw()
  await change('Pulse')
  const pulse = await line('Pulse')
  await userEvent.click(pulse.getByRole('radio', { name: 'Off' }))
  expect(pulse.getByText(/No alarm is raised for this vital sign/)).toBeDefined()
  await userEvent.click(pulse.getByRole('radio', { name: '4 hours' }))
  await userEvent.click(pulse.getByRole('button', { name: 'Save' }))
  const reason = pulse.getByRole('textbox', { name: /^Reason/ })
  expect(reason.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(reason))
  expect((await readSetting('pulse')).changes).toEqual([])

  await userEvent.type(reason, 'หัวใจเต้นผิดจังหวะเดิม')
  await userEvent.click(pulse.getByRole('button', { name: 'Save' }))
  await waitFor(async () =>
    expect((await readSetting('pulse')).setting).toMatchObject({
      mode: 'disabled',
      reason: 'หัวใจเต้นผิดจังหวะเดิม',
      until: '2026-11-05T11:32:00Z',
    }),
  )
  const saved = await line('Pulse')
  expect(await saved.findByText('Off until 05 Nov 2026 06:32 PM')).toBeDefined()
  expect(saved.getByText(`Changed by ${nurseName}, 05 Nov 2026 02:32 PM`)).toBeDefined()
})

test('limits out of order are reported at the field, and typed text stays', async () => {
  await draw()
  await change('SpO₂')
  const spo2 = await line('SpO₂')
  await userEvent.click(spo2.getByRole('radio', { name: 'Own limits' }))
  const low = spo2.getByRole('textbox', { name: 'Low' })
  await userEvent.clear(low)
  await userEvent.type(low, '85')
  await userEvent.click(spo2.getByRole('button', { name: 'Save' }))
  expect(low.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(low))
  expect((low as HTMLInputElement).value).toMatch(/^85/)
  expect((await readSetting('spo2')).changes).toEqual([])

  const critical = spo2.getByRole('textbox', { name: 'Critically low' })
  await userEvent.clear(critical)
  await userEvent.type(critical, '82')
  await userEvent.type(spo2.getByRole('textbox', { name: /^Reason/ }), 'COPD เป้าหมาย 88–92')
  await userEvent.click(spo2.getByRole('button', { name: 'Save' }))
  await waitFor(async () =>
    expect((await readSetting('spo2')).setting).toMatchObject({
      mode: 'own',
      limits: { critical_low: 82, low: 85, high: null, critical_high: null },
      until: null,
    }),
  )
  const saved = await line('SpO₂')
  expect(await saved.findByText('below 85', { exact: false })).toBeDefined()
  expect(saved.getByText('COPD เป้าหมาย 88–92')).toBeDefined()
})

test("after a return to the hospital's limits the history still shows who had set what, and why", async () => {
  await nurse(alarms.updateSetting, {
    patient_id: patient._id,
    vital: 'temperature',
    mode: 'disabled',
    reason: 'ห่มผ้าอุ่นหลังผ่าตัด',
  })
  await draw()
  await change('Temperature')
  const temperature = await line('Temperature')
  await userEvent.click(temperature.getByRole('radio', { name: 'Hospital limits' }))
  await userEvent.click(temperature.getByRole('button', { name: 'Save' }))
  await waitFor(async () =>
    expect((await readSetting('temperature')).setting).toMatchObject({ mode: 'default', limits: null }),
  )
  const history = screen.getByRole('heading', { name: 'History of settings' }).closest('section')
  await waitFor(() => {
    const entries = within(history as HTMLElement).getAllByRole('listitem')
    expect(entries.map((entry) => entry.textContent)).toEqual([
      expect.stringMatching(new RegExp(`${nurseName}.*Temperature: Hospital limits`)),
      expect.stringMatching(new RegExp(`${nurseName}.*Temperature: Off.*ห่มผ้าอุ่นหลังผ่าตัด`)),
    ])
  })
})

test("users who may not change a patient's alarm settings see them read-only", async () => {
  await signIn(['patient:read', 'alarm:read'])
  await draw()
  expect(await screen.findByText('Your staff type may see this and not change it.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull()
})

test('the alarm settings are available in Thai', async () => {
  await draw('th')
  const spo2 = await line('SpO₂')
  expect(spo2.getByText('ต่ำวิกฤต').closest('div')?.textContent).toBe('ต่ำวิกฤตต่ำกว่า 90 %')
})
