import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  admissions,
  alarms,
  findLastObserved,
  type LatestValue,
  monitoring,
  type Permission,
  patients,
  Registration,
  readings,
  reference,
} from 'contract'
import { useLocation } from 'react-router'
import { testNow } from 'server/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStreamEvent, startTestStream } from '../../../test/event-stream.ts'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { queryClient } from '../../api/client.ts'
import { syncQueryCache } from '../../live/live-data.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { ConfirmHost } from '../../ui/feedback/confirm.tsx'
import { PatientListPage } from './patient-list-page.tsx'

const { panel } = usePanel()
const stopping: (() => void)[] = []

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(testNow) })
})
afterEach(() => {
  for (const stop of stopping.splice(0)) stop()
  vi.useRealTimers()
})

async function signIn(who: 'nurse' | 'admin', permissions: readonly Permission[]) {
  const { session } = await panel().as(who)
  const { user_id: _id, server_token } = session
  signInAs({ ...malee, _id, server_token, permissions: [...permissions] })
}

const signInNurse = () =>
  signIn('nurse', ['patient:read', 'patient:export', 'clinical:record', 'alarm:read', 'group:read'])

function LocationProbe() {
  return <output data-testid="url">{useLocation().pathname}</output>
}

const showHome = (at = '/') =>
  show(
    <ConfirmHost>
      <SignedIn>
        <PatientListPage />
        <LocationProbe />
      </SignedIn>
    </ConfirmHost>,
    { at },
  )
const findLinks = () => screen.findAllByRole('link', { name: /, HN .*, bed / })
const listHns = async () =>
  (await findLinks()).map((link) => /HN ([\w-]+)/.exec(link.getAttribute('aria-label') ?? '')?.[1])

/** The patients of the board, in the order of the server. */
async function readBoard() {
  const nurse = await panel().as('nurse')
  return (await nurse(monitoring.wardBoard, { number_of_rec: 100 })).rows
}

async function chart(patient_id: string, { spo2 = 97, minutesAgo = 1 } = {}) {
  const nurse = await panel().as('nurse')
  const measured_at = new Date(Date.parse(testNow) - minutesAgo * 60_000).toISOString()
  await nurse(readings.record, {
    patient_id,
    readings: [
      { kind: 'blood_pressure', measured_at, systolic: 118, diastolic: 72, pulse: 84 },
      { kind: 'spo2', measured_at, spo2 },
      { kind: 'respiration', measured_at, respiration_rate: 18 },
      { kind: 'temperature', measured_at, temperature: 36.8 },
      { kind: 'consciousness', measured_at, consciousness: 'A', oxygen: false },
    ],
  })
}

/** Adults, who can have a score, of whom no vital sign was measured. */
async function findUnmeasured(count: number) {
  const rows = (await readBoard()).filter(
    ({ latest, patient }) =>
      findLastObserved(latest) === undefined && (patient.date_of_birth ?? '9') < '2000',
  )
  expect(rows.length).toBeGreaterThanOrEqual(count)
  return rows.slice(0, count).map(({ patient }) => patient)
}

const findRow = async (hn: string) =>
  within((await screen.findByRole('link', { name: new RegExp(`HN ${hn},`) })).closest('tr') as HTMLElement)

/** A stream that is open since the newest event. */
async function startStream() {
  const { event } = await (await panel().as('nurse'))(monitoring.wardBoard, {})
  const stream = startTestStream()
  stopping.push(syncQueryCache(), stream.stop)
  stream.send({ kind: 'open', number: Number(event) })
  return { send: stream.send, next: Number(event) + 1 }
}

const buildScore = (value: number): LatestValue => ({
  vital: 'news2',
  value,
  second: 1,
  note: testNow,
  measured_at: testNow,
  source: 'system',
  is_derived: true,
})

test('whoever treats patients begins with the board of the wards, in the order of the server', async () => {
  await signInNurse()
  const expected = await readBoard()
  await showHome()
  expect(screen.getByRole('heading', { level: 1, name: 'Ward' })).toBeDefined()
  expect(await listHns()).toEqual(expected.map(({ patient }) => patient.hn))
  expect(screen.getByRole('link', { name: 'In the ward' }).getAttribute('aria-current')).toBe('page')
})

test('whoever looks after the hospital begins with all patients', async () => {
  await signIn('admin', ['patient:read', 'user:manage'])
  await showHome()
  expect(await screen.findByRole('heading', { level: 1, name: 'Patient list' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'In the ward' }).getAttribute('href')).toBe(
    '/app/patient-list/ward',
  )
})

test('a score stands with its course and the age of its oldest part', async () => {
  await signInNurse()
  const [patient] = await findUnmeasured(1)
  await chart(patient?._id ?? '', { spo2: 97, minutesAgo: 150 })
  await chart(patient?._id ?? '', { spo2: 92 })
  await showHome()
  const row = await findRow(patient?.hn ?? '')
  expect(row.getByText('from 0')).toBeDefined()
  expect(row.getByText('risen')).toBeDefined()
  expect(row.getByText('oldest').textContent).toBe('oldest 1 min')
  expect(row.getByText('118/72')).toBeDefined()
})

test('a patient without a score says what is missing', async () => {
  await signInNurse()
  const [measured, never] = await findUnmeasured(2)
  const nurse = await panel().as('nurse')
  const measured_at = testNow
  await nurse(readings.record, {
    patient_id: measured?._id ?? '',
    readings: [{ kind: 'temperature', measured_at, temperature: 37.2 }],
  })
  await showHome()
  expect((await findRow(measured?.hn ?? '')).getByText('NEWS2 incomplete')).toBeDefined()
  expect((await findRow(never?.hn ?? '')).getByText('Not measured')).toBeDefined()
})

test('the board says of a pregnant patient that NEWS2 is not for them, and shows no score', async () => {
  await signInNurse()
  const [patient] = await findUnmeasured(1)
  const patient_id = patient?._id ?? ''
  const { root } = panel()
  await root.updateTable('visits').set({ pregnancy: 'yes' }).where('patient_id', '=', patient_id).execute()
  await chart(patient_id, { spo2: 92 })
  await showHome()
  const row = await findRow(patient?.hn ?? '')
  expect(row.getByText('118/72')).toBeDefined()
  expect(row.getByText('No NEWS2: pregnant')).toBeDefined()
})

test('a value appears in its row at once, and the order changes when nobody reads', async () => {
  await signInNurse()
  const [patient] = await findUnmeasured(1)
  await chart(patient?._id ?? '')
  const stream = await startStream()
  await showHome()
  const before = await listHns()
  const hn = patient?.hn ?? ''
  expect(before.indexOf(hn)).toBeGreaterThan(0)
  await userEvent.hover((await findLinks())[0] as HTMLElement)
  const patients = [{ patient_id: patient?._id ?? '', latest: [buildScore(19)] }]
  stream.send(createStreamEvent(stream.next, { kind: 'latest', patients }))
  expect(await (await findRow(hn)).findByText('19')).toBeDefined()
  expect(await listHns()).toEqual(before)
  await userEvent.click(screen.getByRole('button', { name: 'The order has changed. Show it' }))
  await waitFor(async () => expect((await listHns())[0]).toBe(hn))
})

test('a board of several pages is read again when there is an alarm: its patient may be on another page', async () => {
  await signInNurse()
  const stream = await startStream()
  const [patient] = await findUnmeasured(1)
  await chart(patient?._id ?? '', { spo2: 84 })
  const nurse = await panel().as('nurse')
  const alarm = (await nurse(alarms.open, {})).alarms.find((one) => one.patient?._id === patient?._id)
  if (!alarm) throw new Error('no alarm was raised')
  const countReads = async () => {
    const reads = panel().root.selectFrom('audit').select('id').where('action', '=', 'monitoring.wardBoard')
    return (await reads.execute()).length
  }
  await showHome('/?page=2')
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  const before = await countReads()
  stream.send(createStreamEvent(stream.next, { kind: 'alarm', alarm }))
  await waitFor(async () => expect(await countReads()).toBe(before + 1))
})

test('a board of those with an alarm shows whoever has one now', async () => {
  await signInNurse()
  const stream = await startStream()
  const [patient] = await findUnmeasured(1)
  const hn = patient?.hn ?? ''
  await showHome('/?alarm=any')
  await screen.findByText('with an open alarm')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await chart(patient?._id ?? '', { spo2: 84 })
  const nurse = await panel().as('nurse')
  const alarm = (await nurse(alarms.open, {})).alarms.find((one) => one.patient?._id === patient?._id)
  if (!alarm) throw new Error('no alarm was raised')
  stream.send(createStreamEvent(stream.next, { kind: 'alarm', alarm }))
  await findRow(hn)
})

test('a board that is sorted by score is read again when one has changed, and moves no row that is being read', async () => {
  await signInNurse()
  const [first, second] = await findUnmeasured(2)
  await chart(first?._id ?? '', { spo2: 93 })
  await chart(second?._id ?? '')
  const stream = await startStream()
  await showHome('/?sort=-news2')
  const [one, other] = [first?.hn ?? '', second?.hn ?? '']
  const readOrder = async () => (await listHns()).filter((hn) => hn === one || hn === other)
  expect(await readOrder()).toEqual([one, other])
  await userEvent.hover((await findLinks())[0] as HTMLElement)
  await chart(second?._id ?? '', { spo2: 88, minutesAgo: 0 })
  const patients = [{ patient_id: second?._id ?? '', latest: [buildScore(3)] }]
  stream.send(createStreamEvent(stream.next, { kind: 'latest', patients }))
  const showsNewest = await screen.findByRole('button', { name: 'The order has changed. Show it' })
  expect(await readOrder()).toEqual([one, other])
  await userEvent.click(showsNewest)
  await waitFor(async () => expect(await readOrder()).toEqual([other, one]))
})

test('a record opened from the board knows the order of the board', async () => {
  await signInNurse()
  await showHome()
  const [first] = await findLinks()
  const shown = await listHns()
  await userEvent.click(first as HTMLElement)
  await waitFor(() => expect(screen.getByTestId('url').textContent).toMatch(/^\/app\/patients\//))
  const { ids } = JSON.parse(sessionStorage.getItem('patient-order') ?? '{}')
  expect(ids).toHaveLength(shown.length)
})

test('filters are told in words and reach the server', async () => {
  await signInNurse()
  const [measured] = await findUnmeasured(1)
  await chart(measured?._id ?? '')
  await showHome()
  await findRow(measured?.hn ?? '')
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  await userEvent.click(await screen.findByLabelText('Only those not measured for 12 hours'))
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByText('not measured for 12 hours')).toBeDefined()
  await waitFor(async () => expect(await listHns()).not.toContain(measured?.hn))
})

test('filters are saved under a name, opened, renamed and removed', async () => {
  await signInNurse()
  const { unmount } = await showHome('/?triage=RED&sort=bed')
  await findLinks()
  await userEvent.click(await screen.findByRole('button', { name: 'Saved filters' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Save what is chosen now' }), 'Red beds')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: 'Saved filters: Red beds' })).toBeDefined()
  unmount()

  await showHome()
  await userEvent.click(await screen.findByRole('button', { name: 'Saved filters' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Red beds' }))
  expect(await screen.findByText('triaged Red')).toBeDefined()
  await userEvent.click(await screen.findByRole('button', { name: 'Saved filters: Red beds' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Rename: Red beds' }))
  const name = await screen.findByRole('textbox', { name: 'Rename: Red beds' })
  await userEvent.clear(name)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Name is required')).toBeDefined()
  await userEvent.type(name, 'Urgent')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove: Urgent' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(await screen.findByRole('button', { name: 'Saved filters' })).toBeDefined()
  expect(screen.getByText('triaged Red')).toBeDefined()
})

test('the board is printed whole, with the times of its values and how it is limited', async () => {
  await signInNurse()
  const [patient] = await findUnmeasured(1)
  await chart(patient?._id ?? '')
  const expected = await readBoard()
  await showHome()
  await findRow(patient?.hn ?? '')
  let printed = ''
  window.print = () => {
    fireEvent(window, new Event('beforeprint'))
    printed = document.body.lastElementChild?.textContent ?? ''
    fireEvent(window, new Event('afterprint'))
  }
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  await waitFor(() => expect(printed).toContain('118/72'))
  for (const row of expected) expect(printed).toContain(`HN ${row.patient.hn}`)
  expect(printed).toContain(`${expected.length} patients · Order: Sickest first`)
  expect(printed).toMatch(/118\/72\d\d:\d\d/)
})

test('a patient who waits for a bed is counted beside the others and shown with one click; a second click shows the map', async () => {
  const nurse = await panel().as('nurse')
  const { ward } = await nurse(reference.wards, {})
  const { doctors } = await nurse(admissions.doctors, {})
  const { patient } = await nurse(
    patients.register,
    Registration.parse({
      hn: 'WAIT-1',
      title: 'นาง',
      name: 'รอเตียง',
      surname: 'อยู่',
      gender: 'female',
      date_of_birth: '1970-02-03',
      identity_kind: 'none',
      is_someone_else: true,
    }),
  )
  const { stay } = await nurse(admissions.admit, {
    patient_id: patient._id,
    ward_id: ward[0]?._id ?? '',
    admit_type: 'E',
    admit_source: 'E',
    arrival_type: 1,
    department: '01',
    attending_id: doctors[0]?._id ?? '',
    diagnosis: 'ไข้',
  })
  await signInNurse()
  await showHome('/?ward=every')
  const beside = within(await screen.findByRole('group', { name: 'Besides those in beds' }))
  expect(screen.getByRole('link', { name: 'Map' }).getAttribute('href')).toBe('/app/beds?ward=every')
  await userEvent.click(
    await beside.findByRole('button', { name: /^Waiting for a bed \d+$/, pressed: false }),
  )
  await waitFor(async () => expect(await listHns()).toContain('WAIT-1'))
  expect(beside.getByRole('button', { name: /^Waiting for a bed/, pressed: true })).toBeDefined()
  const rows = await nurse(monitoring.wardBoard, { number_of_rec: 100, filterLists: { place: 'waiting' } })
  await waitFor(async () => expect(await findLinks()).toHaveLength(rows.rows.length))
  await nurse(admissions.void, {
    patient_id: patient._id,
    stay_id: stay._id,
    version: stay.version,
    reason: 'OTHER',
  })
})
