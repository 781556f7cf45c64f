import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  alarms,
  type Client,
  type LatestValue,
  maxCharted,
  monitoring,
  type Patient,
  type Permission,
  patients,
  readings,
  summary,
  timelinePage,
  visits,
} from 'contract'
import { Outlet, Route, Routes } from 'react-router'
import { testNow } from 'server/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStreamEvent, startTestStream } from '../../../test/event-stream.ts'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { PatientSummaryPage } from './patient-summary-page.tsx'

const { panel, calls } = usePanel()
let patient: Patient
let nurse: Client

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(testNow) })
  const signedIn = await panel().as('nurse')
  nurse = signedIn
  const { user_id: _id, server_token } = signedIn.session
  const permissions: Permission[] = [
    'patient:read',
    'alarm:read',
    'alarm:act',
    'device:read',
    'device:assign',
  ]
  signInAs({ ...malee, _id, server_token, permissions })
  const number = Math.floor(performance.now() * 1000)
  const { _id: id } = (
    await nurse(patients.register, {
      hn: `S-${number}`,
      title: 'นาง',
      name: `สายสมร${number}`,
      surname: 'ทองประเสริฐ',
      gender: 'female',
      date_of_birth: '1960-03-01',
      identity_kind: 'none',
    })
  ).patient
  patient = (await nurse(patients.get, { _id: id })).patient
})
const stopping: (() => void)[] = []
afterEach(() => {
  for (const stop of stopping.splice(0)) stop()
  vi.useRealTimers()
})

const draw = ({ language = 'en', at = '/' } = {}) =>
  show(
    <SignedIn>
      <Routes>
        <Route element={<Outlet context={patient} />}>
          <Route path="*" element={<PatientSummaryPage />} />
        </Route>
      </Routes>
    </SignedIn>,
    { language, at },
  )

const ago = (minutes: number) => new Date(Date.parse(testNow) - minutes * 60_000).toISOString()
const chart = (minutes: number, values: { systolic: number; diastolic: number }) =>
  nurse(readings.record, {
    patient_id: patient._id,
    readings: [{ kind: 'blood_pressure', measured_at: ago(minutes), ...values }],
  })

test('the newest value stands with its source, and with a single earlier reading and its time', async () => {
  await chart(150, { systolic: 118, diastolic: 70 })
  await chart(5, { systolic: 142, diastolic: 84 })
  await draw()
  const newest = within(await screen.findByRole('region', { name: 'Newest values' }))
  const cell = within((await newest.findByText('142/84')).closest('li') as HTMLElement)
  expect(cell.getByText(/118\/70.*12:02/)).toBeDefined()
  expect(cell.getByText(/Entered by hand/)).toBeDefined()
})

test('a coma scale that could not be tested whole stands as the newest, in its parts', async () => {
  const assess = (minutes: number, gcs_verbal: number | null) =>
    nurse(readings.record, {
      patient_id: patient._id,
      readings: [{ kind: 'gcs', measured_at: ago(minutes), gcs_eye: 3, gcs_verbal, gcs_motor: 5 }],
    })
  await assess(60, 4)
  await draw()
  const newest = within(await screen.findByRole('region', { name: 'Newest values' }))
  const cell = (await newest.findByText('12')).closest('li')
  expect(cell?.textContent).toMatch(/^GCS\/1512E3V4M5 · 1 hr ago · Entered by hand/)
  await assess(5, null)
  cleanup()
  await draw()
  expect(await screen.findByText('E3V-M5')).toBeDefined()
  expect(screen.queryByText('12')).toBeNull()
})

test('an open alarm is acknowledged here', async () => {
  await chart(1, { systolic: 236, diastolic: 120 })
  await draw()
  await userEvent.click((await screen.findAllByRole('button', { name: /^Acknowledge/ }))[0] as HTMLElement)
  expect(await screen.findByText(/^Acknowledged/)).toBeDefined()
  const own = (await nurse(alarms.open, {})).alarms.filter((one) => one.patient?._id === patient._id)
  expect(own.some(({ state }) => state === 'acknowledged')).toBe(true)
})

test('a patient of whom nothing is known gets no invented value, and a device can be given', async () => {
  await draw({ language: 'th' })
  expect(await screen.findByText('ยังไม่เคยวัดสัญญาณชีพที่นี่')).toBeDefined()
  expect(await screen.findByRole('button', { name: 'มอบอุปกรณ์' })).toBeDefined()
})

test('MEWS of the newest values stands beside NEWS2, and says when it is critical', async () => {
  const chartAll = (minutes: number, consciousness: 'A' | 'C' | 'P') =>
    nurse(readings.record, {
      patient_id: patient._id,
      readings: [
        { kind: 'blood_pressure', measured_at: ago(minutes), systolic: 96, diastolic: 60 },
        { kind: 'pulse', measured_at: ago(minutes), pulse: 112 },
        { kind: 'respiration', measured_at: ago(minutes), respiration_rate: 18 },
        { kind: 'temperature', measured_at: ago(minutes), temperature: 37 },
        { kind: 'consciousness', measured_at: ago(minutes), consciousness },
      ],
    })
  await chartAll(30, 'A')
  await draw()
  expect(await screen.findByText('MEWS 4')).toBeDefined()
  await chartAll(20, 'P')
  cleanup()
  await draw()
  expect(await screen.findByText('MEWS 6: critical, from 5')).toBeDefined()
  // New confusion has no points in MEWS.
  await chartAll(10, 'C')
  cleanup()
  await draw()
  await screen.findByRole('region', { name: 'NEWS2' })
  expect(screen.queryByText(/^MEWS/)).toBeNull()
})

test('the summary of a pregnant patient says that NEWS2 is not for them', async () => {
  const arrival = { kind: 'ER', source: 1, mode: 'WALK', pregnancy: 'yes' } as const
  await nurse(visits.arrive, { patient_id: patient._id, ...arrival })
  patient = (await nurse(patients.get, { _id: patient._id })).patient
  await chart(5, { systolic: 142, diastolic: 84 })
  await draw()
  const score = within(await screen.findByRole('region', { name: 'NEWS2' }))
  expect(score.getByText(/^NEWS2 is not for pregnant patients/)).toBeDefined()
})

test('on paper it says whose it is, and when each value was measured instead of its age', async () => {
  await chart(26 * 60, { systolic: 118, diastolic: 70 })
  await chart(5, { systolic: 142, diastolic: 84 })
  await draw()
  await screen.findByText('142/84')
  expect((await screen.findAllByText(/ago$/)).length).toBeGreaterThan(0)
  fireEvent(window, new Event('beforeprint'))
  const printout = document.body.lastElementChild?.textContent ?? ''
  fireEvent(window, new Event('afterprint'))
  expect(printout).toMatch(/Printed by .*Summary/)
  expect(printout).toContain(`HN ${patient.hn}`)
  expect(printout).toMatch(/142\/84.*14:27 · Entered by hand/)
  expect(printout).not.toContain('ago')
})

test('the link to giving a device opens its dialog, and closing it leaves the summary', async () => {
  await draw({ at: '/?give=yes' })
  const dialog = within(await screen.findByRole('dialog', { name: /^Give a device to / }))
  // A scanner types into it at once.
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('searchbox')))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

describe('the timeline', () => {
  const findTimeline = async () => within(await screen.findByRole('region', { name: 'Timeline' }))
  const listTexts = (timeline: Awaited<ReturnType<typeof findTimeline>>) =>
    timeline.getAllByRole('listitem').map(({ textContent }) => textContent)

  /** A stream that is open since now. */
  async function startStream() {
    const { event } = await nurse(monitoring.wardBoard, {})
    const stream = startTestStream()
    stopping.push(stream.stop)
    stream.send({ kind: 'open', number: Number(event) })
    let number = Number(event)
    return (latest: Pick<LatestValue, 'vital' | 'value' | 'source'>) => {
      number += 1
      const value: LatestValue = {
        second: null,
        note: null,
        measured_at: testNow,
        is_derived: false,
        ...latest,
      }
      stream.send(
        createStreamEvent(number, {
          kind: 'latest',
          patients: [{ patient_id: patient._id, latest: [value] }],
        }),
      )
    }
  }

  test('has a coma scale as it is charted, and every unit in the language of the screen', async () => {
    const gcs = { kind: 'gcs', gcs_eye: 3, gcs_motor: 5 } as const
    await nurse(readings.record, {
      patient_id: patient._id,
      readings: [{ ...gcs, measured_at: ago(60), gcs_verbal: 4 }],
    })
    await nurse(readings.record, {
      patient_id: patient._id,
      readings: [
        { ...gcs, measured_at: ago(5), gcs_verbal: null },
        { kind: 'activity', measured_at: ago(5), steps: 1240 },
      ],
    })
    await draw({ language: 'th' })
    const timeline = within(await screen.findByRole('region', { name: 'ลำดับเหตุการณ์' }))
    const [newest, before] = await timeline.findAllByText(/GCS/)
    expect(newest?.closest('li')?.textContent).toContain('GCS E3V-M5')
    expect(newest?.closest('li')?.textContent).toContain('1,240 ก้าว')
    expect(before?.closest('li')?.textContent).toContain('GCS 12 (E3V4M5)')
  })

  test('has what was done and what happened by day, with who did it and where it is shown', async () => {
    await chart(24 * 60, { systolic: 118, diastolic: 70 })
    await chart(1, { systolic: 236, diastolic: 120 })
    await draw()
    const timeline = await findTimeline()
    const days = await timeline.findAllByRole('heading', { level: 3 })
    expect(days.map(({ textContent }) => textContent)).toEqual(['Today · 05 Nov 2026', '04 Nov 2026'])
    const record = `/app/patients/${patient._id}`
    const [today, before] = timeline.getAllByRole('link', { name: 'Recorded by hand' })
    expect(today?.getAttribute('href')).toBe(`${record}/flowsheet?day=2026-11-05`)
    expect(before?.getAttribute('href')).toBe(`${record}/flowsheet?day=2026-11-04`)
    expect(before?.closest('li')?.textContent).toMatch(/^14:32.*BP 118\/70 mmHg.*สุภาพร/)
    const alarm = timeline.getByRole('link', { name: /Systolic BP high 236/ })
    expect(alarm.getAttribute('href')).toMatch(new RegExp(`^${record}/alarms\\?alarm=`))
    expect(alarm.closest('li')?.textContent).toContain('Nobody has acknowledged it yet')
  })

  test('shows one kind of entries on request, and says so if there are none', async () => {
    await chart(1, { systolic: 236, diastolic: 120 })
    await draw()
    const timeline = await findTimeline()
    await timeline.findByRole('link', { name: /Systolic BP high/ })
    await userEvent.click(timeline.getByRole('radio', { name: 'By hand' }))
    await waitFor(() => expect(timeline.queryByRole('link', { name: /Systolic BP high/ })).toBeNull())
    expect(listTexts(timeline)).toEqual([expect.stringContaining('BP 236/120 mmHg')])
    await userEvent.click(timeline.getByRole('radio', { name: 'Changes' }))
    expect(await timeline.findByText('No such entries yet.')).toBeDefined()
  })

  test('shows older entries on request', async () => {
    const acts = 2 * maxCharted
    for (const from of [0, maxCharted])
      await nurse(readings.record, {
        patient_id: patient._id,
        readings: Array.from({ length: maxCharted }, (_, at) => ({
          kind: 'pulse' as const,
          measured_at: ago(from + at + 1),
          pulse: 80,
        })),
      })
    await draw()
    const timeline = await findTimeline()
    await waitFor(() => expect(timeline.getAllByRole('listitem')).toHaveLength(timelinePage))
    await userEvent.click(timeline.getByRole('button', { name: 'Show older' }))
    await waitFor(() => expect(timeline.getAllByRole('listitem')).toHaveLength(acts))
    expect(timeline.queryByRole('button', { name: 'Show older' })).toBeNull()
  })

  test('gets what others chart by itself, and does not move while somebody points at it', async () => {
    await chart(60, { systolic: 118, diastolic: 70 })
    await draw()
    const timeline = await findTimeline()
    const first = await timeline.findByText('BP 118/70 mmHg')
    const send = await startStream()
    await chart(30, { systolic: 121, diastolic: 72 })
    send({ vital: 'blood_pressure', value: 121, source: 'manual' })
    await timeline.findByText('BP 121/72 mmHg')
    await userEvent.hover(first)
    await chart(10, { systolic: 125, diastolic: 74 })
    send({ vital: 'blood_pressure', value: 125, source: 'manual' })
    const show = await timeline.findByRole('button', { name: 'Show what is new' })
    expect(timeline.queryByText('BP 125/74 mmHg')).toBeNull()
    await userEvent.click(show)
    expect(await timeline.findByText('BP 125/74 mmHg')).toBeDefined()
  })

  test('is not asked for again for what a device measures', async () => {
    await draw()
    await (await findTimeline()).findByText('Nothing was recorded here yet.')
    const send = await startStream()
    const asked = () => calls.filter((url) => url.endsWith(summary.timeline.path)).length
    const before = asked()
    send({ vital: 'pulse', value: 80, source: 'watch' })
    await chart(1, { systolic: 118, diastolic: 70 })
    send({ vital: 'blood_pressure', value: 118, source: 'manual' })
    await (await findTimeline()).findByText('BP 118/70 mmHg')
    expect(asked()).toBe(before + 1)
  })
})
