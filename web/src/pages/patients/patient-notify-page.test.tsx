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
/** The row of a vital sign. */
const line = async (vital: string) => {
  const name = await screen.findByRole('rowheader', { name: new RegExp(`^${vital} `) })
  return within(name.closest('tr') as HTMLElement)
}
const startEditing = async () => userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const retype = async (field: string, value: string) => {
  const input = screen.getByRole('textbox', { name: field })
  await userEvent.clear(input)
  if (value) await userEvent.type(input, value)
  return input as HTMLInputElement
}
const chooseLimits = (vital: string, how: RegExp) => {
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: `Monitored by: ${vital}` })
  const option = [...select.options].find(({ text }) => how.test(text))
  return userEvent.selectOptions(select, option ? [option] : [])
}

test.each([
  [
    'en',
    'Age unknown: adult limits apply',
    'Limits for the age of 3 to 8 years, because the age is estimated: about 5 years',
  ],
  ['th', 'ไม่ทราบอายุ จึงใช้เกณฑ์ของผู้ใหญ่', 'ใช้เกณฑ์ของช่วงอายุ 3 ถึง 8 ปี ตามอายุโดยประมาณ: ประมาณ 5 ปี'],
])('limits that go by no certain age say so, in %s', async (language, unknown, estimated) => {
  patient = { ...patient, date_of_birth: '1980-01-01', birth_date_precision: 'year' }
  const { unmount } = await draw(language)
  await screen.findByRole('table')
  expect(screen.queryByRole('note')).toBeNull()
  unmount()
  patient = { ...patient, date_of_birth: null, birth_date_precision: null }
  const drawn = await draw(language)
  expect((await screen.findByRole('note')).textContent).toBe(unknown)
  drawn.unmount()
  patient = { ...patient, date_of_birth: '2021-01-01', birth_date_precision: 'estimated' }
  await draw(language)
  expect((await screen.findByRole('note')).textContent).toBe(estimated)
})

test('each vital sign shows its four limits, and how it is monitored', async () => {
  await draw()
  const spo2 = await line('SpO₂')
  expect(spo2.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    '90',
    '92',
    'none',
    'none',
    'Hospital limits',
  ])
})

test('several vital signs are changed and saved at once, with the hospital’s limits beside the own', async () => {
  await draw()
  await startEditing()
  await retype('SpO₂ · Critically low', '82')
  await retype('SpO₂ · Low', '85')
  await chooseLimits('Pulse', /^Off until .*\(4 hours\)$/)
  expect(
    screen.getByText(/^A vital sign that is switched off, or a limit that is left out, raises no alarm/),
  ).toBeDefined()
  await userEvent.type(screen.getByRole('textbox', { name: /^Reason/ }), 'COPD เป้าหมาย 88–92')
  await save()
  // The table is drawn anew without its fields.
  await screen.findByRole('button', { name: 'Edit' })
  const spo2 = await line('SpO₂')
  await waitFor(() =>
    expect(spo2.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      '82Hospital 90',
      '85Hospital 92',
      'none',
      'none',
      `Own limitsCOPD เป้าหมาย 88–92${nurseName} · 05 Nov 2026 14:32`,
    ]),
  )
  expect((await line('Pulse')).getByText('Off until 05 Nov 2026 18:32')).toBeDefined()
  expect((await readSetting('spo2')).setting).toMatchObject({
    mode: 'own',
    limits: { critical_low: 82, low: 85, high: null, critical_high: null },
    until: null,
  })
  expect((await readSetting('pulse')).setting).toMatchObject({
    mode: 'disabled',
    until: '2026-11-05T11:32:00Z',
  })
})

test('switching a vital sign off needs a reason, asked for at its field', async () => {
  await draw()
  await startEditing()
  await chooseLimits('Pulse', /^Off until .*\(1 hour\)$/)
  await save()
  expect(await screen.findByText('Please give a reason')).toBeDefined()
  expect((await readSetting('pulse')).changes).toEqual([])
})

test('a limit of the hospital that is left out is named as off, and needs a reason and an end', async () => {
  await draw()
  await startEditing()
  await retype('SpO₂ · Critically low', '')
  const spo2 = await line('SpO₂')
  expect(spo2.getByText('No alarm: Critically low')).toBeDefined()
  await save()
  expect(await screen.findByText('Please give a reason')).toBeDefined()
  await userEvent.type(screen.getByRole('textbox', { name: /^Reason/ }), 'ผู้ป่วยระยะท้าย')
  await save()
  expect(await spo2.findByText(/^Choose an end of at most 30 days/)).toBeDefined()
  await chooseLimits('SpO₂', /^Own limits until .*\(4 hours\)$/)
  await save()
  await screen.findByRole('button', { name: 'Edit' })
  expect(await (await line('SpO₂')).findByText('No alarm: Critically low')).toBeDefined()
})

test('limits out of order, and such that nobody has, are reported at their fields and typed text stays', async () => {
  await draw()
  await startEditing()
  const low = await retype('SpO₂ · Low', '85')
  await save()
  expect(low.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(low))
  expect(screen.getByText(/^Limits must rise/)).toBeDefined()
  await retype('SpO₂ · Critically low', '8')
  await save()
  expect(await screen.findByText('From 30 to 100 %')).toBeDefined()
  expect(low.value).toBe('85')
  expect((await readSetting('spo2')).changes).toEqual([])
})

test('one click takes a vital sign back to the hospital’s limits; the history still shows what was set and why', async () => {
  await nurse(alarms.updateSettings, {
    patient_id: patient._id,
    version: 0,
    settings: { temperature: { mode: 'disabled' } },
    reason: 'ห่มผ้าอุ่นหลังผ่าตัด',
  })
  await draw()
  await startEditing()
  await userEvent.click(screen.getByRole('button', { name: 'Back to the hospital’s limits: Temperature' }))
  await save()
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

test('if somebody else saved first, theirs is shown, and what was typed is saved on top of it', async () => {
  await draw()
  await startEditing()
  await retype('SpO₂ · Low', '91')
  const limits = { critical_low: 80, low: 88, high: null, critical_high: null }
  await nurse(alarms.updateSettings, {
    patient_id: patient._id,
    version: 0,
    settings: { spo2: { mode: 'own', limits }, pulse: { mode: 'disabled' } },
    reason: 'แพทย์สั่ง',
  })
  await save()
  const notice = within(await screen.findByRole('alert'))
  expect(notice.getAllByText(/แพทย์สั่ง/)).toHaveLength(2)
  expect(notice.getByText(/you chose Own limits: Critically low 90, Low 91 %/)).toBeDefined()
  expect(screen.getByRole('textbox', { name: 'SpO₂ · Low' })).toHaveProperty('value', '91')
  await save()
  await waitFor(async () => expect((await readSetting('spo2')).setting?.limits?.low).toBe(91))
  expect((await readSetting('pulse')).setting?.mode).toBe('disabled')
})

test("users who may not change a patient's alarm settings see them read-only", async () => {
  await signIn(['patient:read', 'alarm:read'])
  await draw()
  expect(await screen.findByText('Your staff type can see this but not change it.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
})

test('the alarm settings are available in Thai', async () => {
  await draw('th')
  expect(await screen.findByRole('columnheader', { name: /^ต่ำวิกฤต/ })).toBeDefined()
  expect((await line('SpO₂')).getByText('เกณฑ์ของโรงพยาบาล')).toBeDefined()
})
