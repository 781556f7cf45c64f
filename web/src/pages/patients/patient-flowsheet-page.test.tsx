import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Client, fluids, type Input, type Patient, patients, Registration, readings } from 'contract'
import { Navigate, Route, Routes } from 'react-router'
import { testNow } from 'server/testing'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show } from '../../../test/render.tsx'
import { type Session, session } from '../../session/session.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { PatientFlowsheetPage } from './patient-flowsheet-page.tsx'
import { PatientPage } from './patient-page.tsx'

const { panel } = usePanel()
let user: Session
let nurse: Client
let patient: Patient
let registered = 0

beforeAll(async () => {
  window.scrollTo = () => undefined
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(testNow) })
  nurse = await panel().as('nurse')
  const { user_id: _id, server_token } = (await panel().as('nurse')).session
  user = { ...malee, _id, server_token, permissions: ['patient:read', 'clinical:record'] }
})
afterAll(() => {
  vi.useRealTimers()
})

beforeEach(async () => {
  localStorage.clear()
  session.start(user)
  registered += 1
  const reply = await nurse(
    patients.register,
    Registration.parse({
      hn: `F-${registered}`,
      title: 'นาง',
      name: 'บัวผัน',
      surname: 'ทดสอบ',
      gender: 'female',
      is_someone_else: true,
      date_of_birth: '1960-11-05',
      identity_kind: 'none',
      mobile: '0811111111',
      contact_name: 'สมปอง',
    }),
  )
  patient = reply.patient
})

/** Today, at 14:32 by the test's clock, in Bangkok. */
const at = (time: string, date = '2026-11-05') => new Date(`${date}T${time}+07:00`).toISOString()

type Written = Input<typeof readings.record>['readings'][number]
const record = async (...written: Written[]) =>
  (await nurse(readings.record, { patient_id: patient._id, readings: written })).readings

/** Values of a watch, which is nobody's to write by hand. */
async function wearWatch(...measured: [time: string, spo2: number][]) {
  const { root } = panel()
  const { hospital_id } = await root
    .selectFrom('patients')
    .select('hospital_id')
    .where('id', '=', patient._id)
    .executeTakeFirstOrThrow()
  const rows = measured.map(([time, spo2]) => ({
    id: crypto.randomUUID(),
    hospital_id,
    patient_id: patient._id,
    kind: 'spo2',
    source: 'watch',
    measured_at: at(time),
    received_at: at(time),
    spo2,
  }))
  await root.insertInto('readings').values(rows).execute()
}

async function open(query = '') {
  cleanup()
  await show(
    <SignedIn>
      <Routes>
        <Route index element={<Navigate to={`/app/patients/${patient._id}/flowsheet${query}`} />} />
        <Route path="app/patients/:id" element={<PatientPage />}>
          <Route path="flowsheet" element={<PatientFlowsheetPage />} />
        </Route>
      </Routes>
    </SignedIn>,
  )
  return screen.findByRole('grid')
}

/** The cell of a row below the hour, as a screen reader reads it. */
async function findCell(row: RegExp, hour: string) {
  const grid = await screen.findByRole('grid')
  const hours = within(grid)
    .getAllByRole('columnheader')
    .filter((header) => header.title !== '')
  const index = hours.findIndex((header) => header.textContent === hour)
  const line = within(grid).getByRole('row', { name: row })
  return within(line).getAllByRole('gridcell')[index]
}

test('what was charted by hand is in its hour, each reading at its own minute, with its band and who charted it', async () => {
  await record(
    { kind: 'blood_pressure', measured_at: at('13:59'), systolic: 118, diastolic: 76 },
    { kind: 'blood_pressure', measured_at: at('14:00'), systolic: 186, diastolic: 112 },
    { kind: 'blood_pressure', measured_at: at('14:20'), systolic: 140, diastolic: 82 },
  )
  await open()
  expect((await findCell(/^BP/, '13'))?.textContent).toContain('118/76')
  const cell = await findCell(/^BP/, '14')
  expect(cell?.textContent).toMatch(/186\/112:00140\/82:20/)
  expect(cell?.textContent).toMatch(/14:00 186\/112 mmHg, Grade 3 hypertension, MAP 137 \(calc\.\) · สุภาพร/)
})

test('a coma scale is in its hour with its parts, and without a total where a part could not be tested', async () => {
  await record(
    { kind: 'gcs', measured_at: at('13:30'), gcs_eye: 3, gcs_verbal: 4, gcs_motor: 5 },
    { kind: 'gcs', measured_at: at('14:10'), gcs_eye: 2, gcs_motor: 5 },
  )
  await open()
  const whole = await findCell(/^GCS/, '13')
  expect(whole?.textContent).toMatch(/^12:30E3V4M5/)
  expect(whole?.textContent).toContain('13:30 12 /15, E3V4M5 · สุภาพร')
  const tube = await findCell(/^GCS/, '14')
  expect(tube?.textContent).toMatch(/^E2V-M5:10/)
  expect(tube?.textContent).toContain('14:10 E2V-M5 · สุภาพร')
})

test('an hour of a device shows its newest reading, and the lowest and highest of all', async () => {
  await record({ kind: 'spo2', measured_at: at('14:05'), spo2: 97 })
  await wearWatch(['14:01', 84], ['14:10', 96], ['14:30', 91])
  await open()
  const cell = await findCell(/^SpO₂ % ?device/, '14')
  expect(cell?.textContent).toMatch(/^91:3084–96/)
  expect(cell?.textContent).toContain('Watch')
  expect(cell?.textContent).toContain('3 readings, 84–96; the newest is shown')
  expect((await findCell(/^SpO₂ % ?by hand/, '14'))?.textContent).toMatch(/^97:05/)
})

test('a corrected value is struck beside the right one, and HI is written as the meter said it', async () => {
  const [wrong] = await record(
    { kind: 'pulse', measured_at: at('14:05'), pulse: 170 },
    { kind: 'glucose', measured_at: at('14:05'), beyond: 'above' },
  )
  await nurse(readings.correct, {
    patient_id: patient._id,
    corrects: wrong?._id ?? '',
    corrects_measured_at: wrong?.measured_at ?? '',
    reading: { kind: 'pulse', measured_at: at('14:05'), pulse: 70 },
  })
  await open()
  const cell = await findCell(/^Pulse/, '14')
  expect(cell?.querySelector('s')?.textContent).toBe('170')
  expect(cell?.textContent).toMatch(/170 bpm.*wrong, corrected.*70 bpm.*corrected value/)
  expect((await findCell(/^DTX/, '14'))?.textContent).toMatch(/HI.*above what the meter can measure/)
})

const writeRound = (time: string, respiration_rate: number): Written[] => [
  { kind: 'blood_pressure', measured_at: at(time), systolic: 120, diastolic: 80, pulse: 70 },
  { kind: 'spo2', measured_at: at(time), spo2: 98 },
  { kind: 'temperature', measured_at: at(time), temperature: 37 },
  { kind: 'respiration', measured_at: at(time), respiration_rate },
  { kind: 'consciousness', measured_at: at(time), consciousness: 'A', oxygen: true },
]

test('each column has its score with the risk and the points, and the points can have rows of their own', async () => {
  await record(...writeRound('09:00', 28))
  await record(...writeRound('13:10', 16))
  await open()
  const early = await findCell(/^NEWS2/, '09')
  expect(early?.textContent).toMatch(/NEWS2 5, Medium risk/)
  expect(early?.textContent).toContain('RR 28 /min (09:00): 3')
  expect((await findCell(/^NEWS2/, '13'))?.textContent).toMatch(/NEWS2 2, Low risk/)
  expect((await findCell(/^NEWS2/, '11'))?.textContent).toBe('')
  await userEvent.click(screen.getByRole('switch', { name: 'NEWS2 points' }))
  expect((await findCell(/^RR ?Points/, '09'))?.textContent).toMatch(/^3/)
  expect((await findCell(/^Oxygen ?Points/, '13'))?.textContent).toMatch(/^2/)
})

test('the arrow keys move from cell to cell, and what the cell says is written out', async () => {
  await record({ kind: 'pulse', measured_at: at('13:05'), pulse: 88 })
  const grid = await open()
  const reached = within(grid)
    .getAllByRole('gridcell')
    .filter((cell) => cell.tabIndex === 0)
  expect(reached).toEqual([await findCell(/^NEWS2/, '14')])
  act(() => reached[0]?.focus())
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowLeft}')
  expect(document.activeElement).toBe(await findCell(/^Pulse/, '13'))
  expect(screen.getByText('Pulse, by hand · 13:00–14:00')).toBeDefined()
  await userEvent.keyboard('{End}')
  expect(document.activeElement).toBe(await findCell(/^Pulse/, '23'))
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(await findCell(/^Pulse/, '23'))
})

test('an earlier day can be shown, and today again', async () => {
  await record({ kind: 'pulse', measured_at: at('23:59', '2026-11-04'), pulse: 61 })
  await record({ kind: 'pulse', measured_at: at('00:00'), pulse: 62 })
  await open()
  expect((await findCell(/^Pulse/, '00'))?.textContent).toMatch(/^62:00/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Later' }).disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Earlier' }))
  await screen.findByRole('columnheader', { name: '04 Nov 2026' })
  expect((await findCell(/^Pulse/, '23'))?.textContent).toMatch(/^61:59/)
  await userEvent.click(screen.getByRole('button', { name: 'Today' }))
  await screen.findByRole('columnheader', { name: '05 Nov 2026' })
})

test('a round of the Thai chart has what was measured around its hour', async () => {
  await record({ kind: 'temperature', measured_at: at('05:40'), temperature: 38.2 })
  await open('?columns=4h')
  const grid = await screen.findByRole('grid')
  expect(within(grid).getAllByRole('columnheader', { name: '06' })).toHaveLength(7)
  const line = within(grid).getByRole('row', { name: /^Temperature/ })
  const filled = within(line)
    .getAllByRole('gridcell')
    .map((cell) => cell.textContent)
  expect(filled.findIndex((text) => text !== '')).toBe(6 * 6 + 1)
  expect(filled[37]).toMatch(/^38\.205:40/)
})

test('on paper are the patient, the rows that were asked for and every part of the day that has a value', async () => {
  await record(
    { kind: 'pulse', measured_at: at('08:05'), pulse: 88, note: 'หลังเดิน' },
    { kind: 'temperature', measured_at: at('08:05'), temperature: 37.2 },
  )
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Rows' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Temperature, by hand' }))
  let printed = ''
  window.print = () => {
    fireEvent(window, new Event('beforeprint'))
    printed = document.body.lastElementChild?.textContent ?? ''
    fireEvent(window, new Event('afterprint'))
  }
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(printed).toMatch(
    /Printed by .*Flowsheet05 Nov 2026 · columns of 1 hour · without Temperature, by hand/,
  )
  expect(printed).toContain('นางบัวผัน ทดสอบ')
  expect(printed).toContain(`HN ${patient.hn}`)
  expect(printed).toContain('88:05')
  expect(printed).not.toMatch(/Temperature °C by hand/)
  expect(printed).not.toContain('37.2:05')
  expect(printed).toMatch(/Pulse: 05 Nov 2026 08:05 88 bpm · สุภาพร .* · หลังเดิน/)
  await waitFor(() => expect(document.body.textContent).not.toContain('Charted by'))
})

test('intake and output are printed by shift, each day with its sum, in the order of the Thai chart', async () => {
  await nurse(fluids.record, {
    patient_id: patient._id,
    entries: [
      { kind: 'oral', ml: 200, at: at('07:30') },
      { kind: 'iv', ml: 500, at: at('09:00') },
      { kind: 'urine', ml: 300, at: at('13:00') },
    ],
  })
  await open()
  const readRows = (isPrinted: boolean) => {
    const table = [...document.querySelectorAll('table')].find(
      (one) => one.textContent?.includes('Balance') && one.hasAttribute('data-printed') === isPrinted,
    )
    const rows = [...(table?.querySelectorAll(':scope > tbody > tr') ?? [])]
    return rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent))
  }
  await waitFor(() => expect(readRows(false)).toHaveLength(3))
  let onPrintout: ReturnType<typeof readRows> = []
  window.print = () => {
    fireEvent(window, new Event('beforeprint'))
    onPrintout = readRows(true)
    fireEvent(window, new Event('afterprint'))
  }
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(onPrintout.map(([, ...cells]) => cells.slice(-3, -1))).toEqual([
    ['= 200', '= 0'],
    ['= 500', '= 300'],
    ['= 700', '= 300'],
  ])
  expect(readRows(false)).toEqual(onPrintout.toReversed())
})
