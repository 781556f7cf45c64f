import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { alarms, ingest, monitoring } from 'contract'
import { useLocation } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { queryClient } from '../../api/client.ts'
import { useLiveData } from '../../live/live-data.ts'
import { session } from '../../session/session.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { MonitoringPage } from './monitoring-page.tsx'

const network = globalThis.fetch
const { panel } = usePanel()
let key = ''
let origin = ''
let isCut = false
let inProcess = globalThis.fetch

beforeAll(async () => {
  inProcess = globalThis.fetch
  origin = await panel().app.listen({ port: 0, host: '127.0.0.1' })
  const admin = await panel().as('admin')
  key = (await admin(ingest.addSender, { name: 'Ward gateway' })).key
  // Only event streams need a network; other calls go to the server in this process.
  globalThis.fetch = async (url, init = {}) => {
    if (isCut) throw new TypeError('Failed to fetch')
    if (url !== monitoring.live.path) return inProcess(url, init)
    return network(origin + monitoring.live.path, init)
  }
})
afterAll(() => {
  globalThis.fetch = inProcess
})

beforeEach(async () => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-05T07:32:00.000Z') })
  const { session: token } = await panel().as('nurse')
  signInAs({ ...malee, _id: token.user_id, server_token: token.server_token })
})
afterEach(() => {
  vi.useRealTimers()
  cutStream()
  isCut = false
  queryClient.clear()
  session.endByChoice()
})

function cutStream() {
  panel().app.server.closeAllConnections()
}

function Live() {
  useLiveData()
  const { pathname, search } = useLocation()
  return <output data-testid="url">{pathname + search}</output>
}

const showWall = (language = 'en') =>
  show(
    <SignedIn>
      <MonitoringPage />
      <Live />
    </SignedIn>,
    { language },
  )

async function someTile(at = 0) {
  const nurse = await panel().as('nurse')
  const { tiles } = await nurse(monitoring.wall, {})
  const tile = tiles[at]
  if (!tile) throw new Error('too few patients are monitored in the demo hospital')
  return tile.patient
}

const findTile = (hn: string) =>
  screen.findByText(new RegExp(`HN ${hn}\\b`)).then((fact) => within(fact.closest('article') as HTMLElement))

let minute = 0
async function send(hn: string, reading: object) {
  const response = await panel().fetch(ingest.readings.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      sent_at: '2026-11-05T07:32:00.000Z',
      readings: [
        { hn, measured_at: `2026-11-05T07:31:${String(minute++).padStart(2, '0')}.000Z`, ...reading },
      ],
    }),
  })
  expect(await response.json()).toMatchObject({ results: [{ status: 'stored' }] })
}

test('a reading appears on its tile without a reload, with its band in words if it is out of range', async () => {
  const { hn } = await someTile()
  await showWall()
  const tile = await findTile(hn)
  await screen.findByText('Live')
  await send(hn, { kind: 'temperature', temperature: 41.2 })
  expect(await tile.findByText('41.2')).toBeDefined()
  expect(tile.getByText('Critically high')).toBeDefined()
  await send(hn, { kind: 'temperature', temperature: 36.9 })
  expect(await tile.findByText('36.9')).toBeDefined()
  expect(tile.queryByText('Critically high')).toBeNull()
})

test('a tile names the vital signs whose alarms are off, and until when', async () => {
  const { _id, hn } = await someTile()
  const doctor = await panel().as('doctor')
  const until = '2026-11-05T10:00:00.000Z'
  const change = { patient_id: _id, reason: 'ผ่าตัด' }
  const { version } = await doctor(alarms.updateSettings, {
    ...change,
    version: 0,
    settings: {
      pulse: { mode: 'disabled', until },
      spo2: { mode: 'disabled', until: '2026-11-08T01:00:00.000Z' },
    },
  })
  await showWall()
  const notice = await (await findTile(hn)).findByText(/^Alarms off/)
  expect(notice.textContent).toBe('Alarms off: Pulse until 17:00, SpO₂ until 08 Nov 2026 08:00')
  const settings = { pulse: { mode: 'default' }, spo2: { mode: 'default' } } as const
  await doctor(alarms.updateSettings, { ...change, version, settings })
})

test('a value is coloured by the patient’s own limits, as soon as somebody has set them', async () => {
  const { _id, hn } = await someTile(2)
  await showWall()
  const tile = await findTile(hn)
  await screen.findByText('Live')
  await send(hn, { kind: 'spo2', spo2: 84, pulse: 95 })
  const cell = async (figure: string) => within((await tile.findByText(figure)).closest('div') as HTMLElement)
  expect((await cell('84')).getByText('Critically low')).toBeDefined()
  expect((await cell('95')).queryByText('High')).toBeNull()
  const doctor = await panel().as('doctor')
  const { version } = await doctor(alarms.settings, { patient_id: _id })
  const none = { critical_low: null, low: null, high: null, critical_high: null }
  await doctor(alarms.updateSettings, {
    patient_id: _id,
    version,
    settings: {
      spo2: { mode: 'own', limits: { ...none, critical_low: 80, low: 83 } },
      pulse: { mode: 'own', limits: { critical_low: 41, low: 50, high: 90, critical_high: 130 } },
    },
    reason: 'COPD',
  })
  await waitFor(async () => expect((await cell('84')).queryByText('Critically low')).toBeNull())
  expect((await cell('95')).getByText('High')).toBeDefined()
})

test('a raised alarm frames its tile at once, and the wall can be filtered to tiles with alarms', async () => {
  // Use a patient without alarms from the tests before: a tile shows the alarm that was raised first.
  const { hn } = await someTile(1)
  await showWall()
  const tile = await findTile(hn)
  await screen.findByText('Live')
  await send(hn, { kind: 'sos' })
  expect(await tile.findByText(/Call for help/)).toBeDefined()
  const before = document.querySelectorAll('article').length
  await userEvent.selectOptions(screen.getByLabelText('Alarms'), 'With a critical alarm')
  await waitFor(() => expect(document.querySelectorAll('article').length).toBeLessThan(before))
  expect(screen.getByTestId('url').textContent).toBe('/?alarm=high')
  expect(screen.getByText(new RegExp(`HN ${hn}\\b`))).toBeDefined()
})

test('a lost connection shows since when, and what happened meanwhile appears after reconnecting', async () => {
  const { hn } = await someTile()
  await showWall()
  const tile = await findTile(hn)
  await screen.findByText('Live')
  await send(hn, { kind: 'pulse', pulse: 71 })
  await tile.findByText('71')
  isCut = true
  cutStream()
  const lost = await screen.findByText(/Connection lost since \d\d:\d\d/)
  expect(document.querySelector('[data-lost=true] article')).not.toBeNull()
  await send(hn, { kind: 'pulse', pulse: 83 })
  await send(hn, { kind: 'temperature', temperature: 37.3 })
  expect(tile.queryByText('83')).toBeNull()
  isCut = false
  window.dispatchEvent(new Event('online'))
  expect(await tile.findByText('83')).toBeDefined()
  expect(await tile.findByText('37.3')).toBeDefined()
  await waitFor(() => expect(lost.isConnected && /lost/.test(lost.textContent ?? '')).toBe(false))
})

test('a tile opens the vital signs, and arrow keys move between tiles', async () => {
  const patient = await someTile()
  await showWall()
  const tile = await findTile(patient.hn)
  const link = tile.getByRole('link')
  expect(link.getAttribute('href')).toBe(`/app/patients/${patient._id}/vital-signs`)
  link.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).not.toBe(link)
  expect(document.activeElement?.hasAttribute('data-tile')).toBe(true)
  await userEvent.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(link)
})

test('a record opened from the wall knows the order of its tiles', async () => {
  sessionStorage.clear()
  await showWall()
  const { hn } = await someTile(1)
  const tile = await findTile(hn)
  const order = [...document.querySelectorAll<HTMLElement>('a[data-tile]')].map(
    (link) => link.dataset['tile'],
  )
  await userEvent.click(tile.getByRole('link'))
  expect(JSON.parse(sessionStorage.getItem('patient-order') ?? '{}').ids).toEqual(order)
})

test('the tiles stand under the names of their wards, while the wall shows several', async () => {
  const { tiles } = await (await panel().as('nurse'))(monitoring.wall, {})
  const wards = [...new Set(tiles.map(({ patient }) => patient.ward?.name_en ?? 'No ward'))]
  const names = () => screen.queryAllByRole('heading', { level: 2 }).map((one) => one.textContent)
  await showWall()
  await findTile(tiles[0]?.patient.hn ?? '')
  expect(names()).toEqual(wards)
  const [first = ''] = wards
  const choice = screen.getByLabelText('Ward')
  await within(choice).findByRole('option', { name: first })
  await userEvent.selectOptions(choice, first)
  await waitFor(() => expect(names()).not.toContain(first))
})

test('a tile shows what was measured and nothing else', async () => {
  const nurse = await panel().as('nurse')
  const { tiles } = await nurse(monitoring.wall, {})
  const tile = tiles.find(({ latest }) => !latest.some(({ vital }) => vital === 'blood_glucose'))
  if (!tile) throw new Error('every patient of the demo hospital has a glucose')
  await showWall()
  const shown = await findTile(tile.patient.hn)
  expect(shown.queryByText('DTX')).toBeNull()
  await screen.findByText('Live')
  await send(tile.patient.hn, { kind: 'glucose', blood_glucose: 133 })
  expect(await shown.findByText('133')).toBeDefined()
})

test('an acknowledged alarm is calmer than one that nobody has acknowledged', async () => {
  const { _id, hn } = await someTile(2)
  await showWall()
  const tile = await findTile(hn)
  await screen.findByText('Live')
  await send(hn, { kind: 'fall' })
  const article = (await tile.findByText(/Fall/)).closest('article')
  expect(article?.dataset).toMatchObject({ severity: 'high' })
  expect(article?.dataset['seen']).toBeUndefined()
  const nurse = await panel().as('nurse')
  const { alarms: open } = await nurse(alarms.open, {})
  const fall = open.find(({ patient, rule }) => patient?._id === _id && rule === 'fall')
  await nurse(alarms.acknowledge, { _id: fall?._id ?? '', severity: 'high' })
  expect(await tile.findByText(/Acknowledged/)).toBeDefined()
  expect(article?.dataset['seen']).toBe('true')
})

test('an old value is shown as old by more than its age', async () => {
  const { hn } = await someTile()
  await send(hn, { kind: 'respiration', respiration_rate: 17 })
  vi.setSystemTime(new Date('2026-11-05T12:32:00.000Z'))
  await showWall()
  const tile = await findTile(hn)
  const cell = (await tile.findByText('17')).closest<HTMLElement>('[data-vital]')
  expect(cell?.dataset['old']).toBe('true')
  expect(cell?.textContent).toContain('5 hr')
})

test('a wall that fails to load says so and can be loaded again', async () => {
  isCut = true
  await showWall()
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isCut = false
  await userEvent.click(retry)
  await waitFor(() => expect(document.querySelector('article')).not.toBeNull())
})

test('the wall is available in Thai', async () => {
  const { hn } = await someTile()
  await send(hn, { kind: 'pulse', pulse: 72 })
  await showWall('th')
  expect(await screen.findByLabelText('เฝ้าระวังสัญญาณชีพ')).toBeDefined()
  expect((await screen.findAllByText('ชีพจร')).length).toBeGreaterThan(0)
})

test('whoever is measured in a bed for the first time in a day gets a tile, with what is wrong', async () => {
  const nurse = await panel().as('nurse')
  const { rows } = await nurse(monitoring.wardBoard, { number_of_rec: 100 })
  const { tiles } = await nurse(monitoring.wall, {})
  const unmonitored = rows.find(
    ({ stay, patient }) => stay && !tiles.some((tile) => tile.patient._id === patient._id),
  )
  const hn = unmonitored?.patient.hn ?? ''
  await showWall()
  await findTile(tiles[0]?.patient.hn ?? '')
  await screen.findByText('Live')
  expect(screen.queryByText(new RegExp(`HN ${hn}\\b`))).toBeNull()
  await send(hn, { kind: 'spo2', spo2: 84 })
  const tile = await findTile(hn)
  expect(tile.getByText('84')).toBeDefined()
  expect(await tile.findByText(/^SpO₂ low ▼ 84/)).toBeDefined()
})
