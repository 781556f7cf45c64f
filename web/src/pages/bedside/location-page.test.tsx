import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { alarms, hospitals, ingest, monitoring, patients, type Tile } from 'contract'
import { useLocation } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createStreamEvent, startTestStream } from '../../../test/event-stream.ts'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { queryClient } from '../../api/client.ts'
import { syncQueryCache } from '../../live/live-data.ts'
import { session } from '../../session/session.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { LocationPage } from './location-page.tsx'

const { panel } = usePanel()
const startedAt = new Date('2026-11-05T07:32:00.000Z')
/** One metre of latitude, in degrees. */
const metre = 1 / 111_195
let gate = { lat: 0, lang: 0 }
let wearers: Tile['patient'][] = []
let key = ''
let inProcess = globalThis.fetch
let isCut = false

beforeAll(async () => {
  inProcess = globalThis.fetch
  globalThis.fetch = async (url, init = {}) => {
    if (isCut) throw new TypeError('Failed to fetch')
    return inProcess(url, init)
  }
  key = (await (await panel().as('admin'))(ingest.addSender, { name: 'Ward gateway' })).key
  const nurse = await panel().as('nurse')
  const { hospital } = await nurse(hospitals.own, {})
  gate = { lat: hospital.lat ?? 0, lang: hospital.lang ?? 0 }
  const { tiles } = await nurse(monitoring.wall, {})
  wearers = tiles
    .filter(({ devices }) => devices.some(({ kind }) => kind === 'watch'))
    .map(({ patient }) => patient)
})
afterAll(() => {
  globalThis.fetch = inProcess
})

beforeEach(async () => {
  localStorage.clear()
  await panel().root.deleteFrom('latest_values').where('vital', '=', 'position').execute()
  await panel().root.deleteFrom('readings').where('kind', '=', 'position').execute()
  vi.useFakeTimers({ toFake: ['Date'], now: startedAt })
  const { session: token } = await panel().as('nurse')
  signInAs({ ...malee, _id: token.user_id, server_token: token.server_token })
})
afterEach(() => {
  vi.useRealTimers()
  isCut = false
  queryClient.clear()
  session.endByChoice()
})

function LocationProbe() {
  const { pathname, search } = useLocation()
  return <output data-testid="url">{pathname + search}</output>
}

const open = (language = 'en', at = '/') =>
  show(
    <SignedIn>
      <LocationPage />
      <LocationProbe />
    </SignedIn>,
    { language, at },
  )

/** A position so many metres north of the hospital, so many minutes ago. */
const wasSeen = ({ hn }: Tile['patient'], { metres, minutes }: { metres: number; minutes: number }) =>
  receive({
    hn,
    kind: 'position',
    measured_at: new Date(startedAt.getTime() - minutes * 60_000).toISOString(),
    lat: gate.lat + metres * metre,
    lang: gate.lang,
  })

/** Raises a call for help so many metres north of the hospital; returns the id of the alarm. */
async function called({ hn }: Tile['patient'], metres: number): Promise<string> {
  const spot = { lat: gate.lat + metres * metre, lang: gate.lang }
  await receive({ hn, kind: 'sos', measured_at: startedAt.toISOString(), ...spot })
  const { alarms: raised } = await (await panel().as('nurse'))(alarms.open, {})
  const alarm = raised.find(({ rule, patient }) => rule === 'sos' && patient?.hn === hn)
  if (!alarm) throw new Error('no alarm was raised')
  return alarm._id
}

async function receive(reading: object) {
  const response = await panel().fetch(ingest.readings.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      sent_at: startedAt.toISOString(),
      readings: [reading],
    }),
  })
  expect(await response.json()).toMatchObject({ results: [{ status: 'stored' }] })
}

function wearer(at: number): Tile['patient'] {
  const found = wearers[at]
  if (!found) throw new Error('too few patients wear a watch in the demo hospital')
  return found
}

const list = async () => within(await screen.findByRole('list', { name: 'Positions', busy: false }))
const findPosition = async ({ hn }: Tile['patient']) => {
  const fact = await (await list()).findByText(new RegExp(`HN ${hn}\\b`))
  return fact.closest('li') as HTMLElement
}

test("each position shows its age, the patient's bed, and where it is in words", async () => {
  const patient = wearer(0)
  await wasSeen(patient, { metres: 148, minutes: 4 })
  await wasSeen(wearer(1), { metres: 2_340, minutes: 7 })
  await open()
  const line = await findPosition(patient)
  await within(line).findByText('In the hospital')
  expect(line.textContent).toContain('4 min ago')
  expect(line.textContent).toContain(`${patient.ward?.name_en} · Bed\u00a0${patient.bed}`)
  const away = await findPosition(wearer(1))
  await within(away).findByText(/^Near .+, .+ \(\d+ km\) · 2\.3 km from the hospital, to the north$/)
  expect(within(line).getByRole('link').getAttribute('href')).toBe(`/app/patients/${patient._id}`)
})

test('the screen says how many are in the hospital and how many are not', async () => {
  await wasSeen(wearer(0), { metres: 290, minutes: 1 })
  await open()
  await screen.findByText('All are in the hospital')
  await wasSeen(wearer(1), { metres: 310, minutes: 1 })
  await queryClient.invalidateQueries()
  await screen.findByText('1 in the hospital, 1 outside')
})

test('a position is shown as old after half an hour and not before', async () => {
  await wasSeen(wearer(0), { metres: 10, minutes: 29 })
  await wasSeen(wearer(1), { metres: 10, minutes: 31 })
  await open()
  expect(within(await findPosition(wearer(0))).queryByText('old')).toBeNull()
  expect(within(await findPosition(wearer(1))).getByText('old')).toBeDefined()
})

test('the wearer of a watch without a position is named, until it sends one', async () => {
  await wasSeen(wearer(0), { metres: 10, minutes: 1 })
  await open()
  const heading = await screen.findByRole('heading', { name: /a watch that has sent no position/ })
  const nowhere = within(heading.closest('section') as HTMLElement)
  expect(nowhere.getByText(new RegExp(`HN ${wearer(1).hn}\\b`))).toBeDefined()
  expect(nowhere.queryByText(new RegExp(`HN ${wearer(0).hn}\\b`))).toBeNull()
})

test('a wearer is on the map soon after their first position', async () => {
  await wasSeen(wearer(0), { metres: 10, minutes: 1 })
  const { event } = await (await panel().as('nurse'))(monitoring.wall, {})
  const stream = startTestStream()
  const stopSyncing = syncQueryCache()
  onTestFinished(() => {
    stream.stop()
    stopSyncing()
  })
  stream.send({ kind: 'open', number: Number(event) })
  await open()
  const heading = await screen.findByRole('heading', { name: /a watch that has sent no position/ })
  const nowhere = within(heading.closest('section') as HTMLElement)
  const hn = new RegExp(`HN ${wearer(1).hn}\\b`)
  nowhere.getByText(hn)
  await wasSeen(wearer(1), { metres: 20, minutes: 0 })
  const { tiles } = await (await panel().as('nurse'))(monitoring.wall, { patient_id: wearer(1)._id })
  const latest = tiles[0]?.latest.filter(({ vital }) => vital === 'position') ?? []
  const patients = [{ patient_id: wearer(1)._id, latest }]
  stream.send(createStreamEvent(Number(event) + 1, { kind: 'latest', patients }))
  await findPosition(wearer(1))
  expect(nowhere.queryByText(hn)).toBeNull()
})

test('a patient is found by HN, and the URL holds the ward but never the search text', async () => {
  const [sought, other] = [wearer(0), wearer(1)]
  await wasSeen(sought, { metres: 10, minutes: 1 })
  await wasSeen(other, { metres: 10, minutes: 1 })
  await open()
  await findPosition(other)
  await userEvent.type(screen.getByRole('textbox', { name: 'Find by name or HN' }), sought.hn)
  await waitFor(async () => expect((await list()).getAllByRole('listitem')).toHaveLength(1))
  await findPosition(sought)
  expect(screen.getByTestId('url').textContent).toBe('/')
  await userEvent.clear(screen.getByRole('textbox', { name: 'Find by name or HN' }))
  const choice = await screen.findByLabelText('Ward')
  await within(choice).findByRole('option', { name: other.ward?.name_en ?? '' })
  await userEvent.selectOptions(choice, other.ward?._id ?? '')
  await waitFor(async () => expect((await list()).queryByText(new RegExp(`HN ${sought.hn}\\b`))).toBeNull())
  await findPosition(other)
  expect(screen.getByTestId('url').textContent).toBe(`/?ward=${other.ward?._id}`)
})

test('a search without results says so, and leads back to all patients', async () => {
  await wasSeen(wearer(0), { metres: 10, minutes: 1 })
  await open()
  await findPosition(wearer(0))
  await userEvent.type(screen.getByRole('textbox', { name: 'Find by name or HN' }), 'nobody of this name')
  expect(await screen.findByText('No patient here matches.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show all patients' }))
  await findPosition(wearer(0))
})

test('a map opened for an alarm is centred on its point, and says whose alarm it is', async () => {
  const [caller, other] = [wearer(0), wearer(1)]
  await wasSeen(other, { metres: 900_000, minutes: 1 })
  const id = await called(caller, 5_000)
  await open('en', `/?alarm=${id}`)
  const marker = await screen.findByRole('button', { name: new RegExp(`^Call for help .*${caller.surname}`) })
  const placed = marker.closest('.leaflet-marker-icon') as HTMLElement
  expect(placed.style).toMatchObject({ left: '320px', top: '210px' })
  const note = within(screen.getByRole('region', { name: 'The alarm that the map is opened for' }))
  note.getByText(new RegExp(`HN ${caller.hn}\\b`))
  await note.findByText(/5 km from the hospital/)
  expect(note.queryByRole('link', { name: 'Show on the map' })).toBeNull()
  expect(note.getByRole('link', { name: 'Open the alarm' }).getAttribute('href')).toBe(
    `/app/notifications?alarm=${id}`,
  )
  await userEvent.click(note.getByRole('button', { name: 'Show all positions' }))
  await waitFor(() => expect(screen.getByTestId('url').textContent).toBe('/'))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Call for help/ })).toBeNull())
})

test('an unknown alarm is reported as not found, and the positions are shown nevertheless', async () => {
  await wasSeen(wearer(0), { metres: 10, minutes: 1 })
  await open('en', '/?alarm=0191e5c0-0000-7000-8000-0000000000ff')
  await screen.findByText(/was not found|does not exist|no longer exists/i)
  await findPosition(wearer(0))
})

test('positions that fail to load say so and can be loaded again', async () => {
  await wasSeen(wearer(0), { metres: 10, minutes: 1 })
  isCut = true
  await open()
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isCut = false
  await userEvent.click(retry)
  await findPosition(wearer(0))
})

test('the location screen is available in Thai', async () => {
  await wasSeen(wearer(0), { metres: 148, minutes: 40 })
  await open('th')
  expect(await screen.findByRole('heading', { level: 1, name: /ตำแหน่งผู้ป่วย/ })).toBeDefined()
  expect(await screen.findByText('ในโรงพยาบาล')).toBeDefined()
  expect(screen.getByText('ข้อมูลเก่า')).toBeDefined()
  expect(await screen.findByRole('heading', { name: /ยังไม่เคยส่งตำแหน่ง/ })).toBeDefined()
})

test('the homes of patients are shown instead of their positions, searched and by ward', async () => {
  await wasSeen(wearer(0), { metres: 10, minutes: 1 })
  const nurse = await panel().as('nurse')
  const { patient: somchai } = await nurse(patients.register, {
    hn: 'T-000001',
    title: 'นาย',
    name: 'สมชาย',
    surname: 'บ้านไกล',
    gender: 'male',
    identity_kind: 'none',
    lat: 17.8783,
    lang: 102.742,
  })
  await open()
  await findPosition(wearer(0))
  await userEvent.click(screen.getByRole('radio', { name: 'Where they live' }))
  const homes = await screen.findByRole('list', { name: 'Homes', busy: false })
  const row = (await within(homes).findByText(new RegExp(`HN ${somchai.hn}\\b`))).closest('li') as HTMLElement
  await within(row).findByText(/from the hospital/)
  expect(within(row).getByRole('link').getAttribute('href')).toBe(`/app/patients/${somchai._id}`)
  expect(screen.getByTestId('url').textContent).toBe('/?show=homes')
  await userEvent.type(screen.getByRole('textbox', { name: 'Find by name or HN' }), 'nobody of this name')
  await screen.findByText('No patient here matches.')
  await userEvent.click(screen.getByRole('button', { name: 'Show all patients' }))
  await screen.findByText(new RegExp(`HN ${somchai.hn}\\b`))
  await userEvent.click(screen.getByRole('radio', { name: 'Where they are' }))
  await findPosition(wearer(0))
  expect(screen.getByTestId('url').textContent).toBe('/')
})
