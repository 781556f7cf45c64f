import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Client, type Input, type Patient, patients, Registration, readings, spo2Scale } from 'contract'
import { Navigate, Route, Routes } from 'react-router'
import { testNow } from 'server/testing'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show } from '../../../test/render.tsx'
import { queryClient } from '../../api/client.ts'
import { type Session, session } from '../../session/session.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { PatientActivitiesPage } from './patient-activities-page.tsx'
import { PatientBodyDataPage } from './patient-body-data-page.tsx'
import { PatientClinicalPage } from './patient-clinical-page.tsx'
import { PatientPage } from './patient-page.tsx'
import { PatientVitalSignsPage } from './patient-vital-signs-page.tsx'

const { panel } = usePanel()
let user: Session
let nurse: Client
let patient: Patient
let registered = 0

beforeAll(async () => {
  window.scrollTo = () => undefined
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(testNow) })
  const asNurse = await panel().as('nurse')
  nurse = asNurse
  user = {
    ...malee,
    _id: asNurse.session.user_id,
    server_token: asNurse.session.server_token,
    permissions: ['patient:read', 'patient:export', 'clinical:record'],
  }
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
      hn: `V-${registered}`,
      title: 'นาง',
      name: 'บัวผัน',
      surname: 'ทดสอบ',
      gender: 'female',
      is_someone_else: true,
      date_of_birth: '1984-11-05',
      identity_kind: 'none',
      mobile: '0811111111',
      contact_name: 'สมปอง',
      height: 160,
    }),
  )
  patient = reply.patient
})

const minutesAgo = (minutes: number) => new Date(Date.parse(testNow) - minutes * 60_000).toISOString()

type Written = Input<typeof readings.record>['readings'][number]
const record = async (...written: Written[]) =>
  (await nurse(readings.record, { patient_id: patient._id, readings: written })).readings
/** Records more readings than are drawn one by one; `written` makes each by its index, 0 being the newest. */
async function recordMany(written: (at: number) => Written) {
  for (let at = 0; at < 105; at += 15)
    await record(...Array.from({ length: 15 }, (_, next) => written(at + next)))
}
const pressure = (systolic: number, diastolic: number, minutes = 10): Written => ({
  kind: 'blood_pressure',
  measured_at: minutesAgo(minutes),
  systolic,
  diastolic,
})

async function open(path: string, id = patient._id) {
  cleanup()
  await show(
    <SignedIn>
      <Routes>
        <Route index element={<Navigate to={`/app/patients/${id}/${path}`} />} />
        <Route path="app/patients/:id" element={<PatientPage />}>
          <Route path="clinical" element={<PatientClinicalPage />} />
          <Route path="vital-signs" element={<PatientVitalSignsPage />} />
          <Route path="activities" element={<PatientActivitiesPage />} />
          <Route path="body-data" element={<PatientBodyDataPage />} />
        </Route>
      </Routes>
    </SignedIn>,
  )
  await screen.findByRole('heading', { level: 1 })
}

const rows = async () => {
  const table = await screen.findByRole('table')
  return within(table)
    .getAllByRole('row')
    .filter((row) => within(row).queryAllByRole('cell').length > 0)
}
const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label })
const readStored = async () =>
  (await nurse(readings.history, { patient_id: patient._id, number_of_rec: 100 })).rows

test('a pressure is shown with its unit, its mean, its band in words and who recorded it', async () => {
  await record(pressure(186, 112))
  await open('vital-signs')
  const [row] = await rows()
  expect(row?.textContent).toContain('186/112')
  expect(screen.getByRole('columnheader', { name: 'BP mmHg' })).toBeDefined()
  expect(row?.textContent).toContain('Grade 3 hypertension')
  expect(row?.textContent).toContain('137')
  expect(row?.textContent).toContain('calc.')
  expect(row?.textContent).toContain('Entered by hand')
})

test('readings are grouped by day, each with its time', async () => {
  await record(pressure(118, 76, 10), pressure(121, 79, 20 * 60))
  await open('vital-signs')
  const table = await screen.findByRole('table')
  const days = within(table).getAllByRole('rowheader', { name: /2026/ })
  expect(days.map((day) => day.textContent)).toEqual(['05 Nov 2026', '04 Nov 2026'])
  expect((await rows()).map((row) => row.querySelector('time')?.textContent)).toEqual(['14:22', '18:32'])
})

test('only a value that is out of range has a word beside it', async () => {
  await record({ kind: 'pulse', measured_at: minutesAgo(10), pulse: 78 })
  await record({ kind: 'pulse', measured_at: minutesAgo(20), pulse: 45 })
  await open('vital-signs?tab=pulse')
  const [inOrder, slow] = await rows()
  expect(inOrder?.textContent).not.toContain('Normal')
  expect(slow?.textContent).toContain('Bradycardia')
})

test('a saturation of a patient whose target is 88–92 % has no word of the bands for everyone else', async () => {
  await record({ kind: 'spo2', measured_at: minutesAgo(10), spo2: 89 })
  await open('vital-signs?tab=spo2')
  await waitFor(async () => expect((await rows())[0]?.textContent).toContain('Moderate hypoxaemia'))
  const doctor = await panel().as('doctor')
  await doctor(spo2Scale.set, { patient_id: patient._id, scale: 2, reason: 'COPD' })
  queryClient.clear()
  await open('vital-signs?tab=spo2')
  await waitFor(async () => expect((await rows())[0]?.textContent).not.toContain('hypoxaemia'))
  expect((await rows())[0]?.textContent).toContain('89')
  await userEvent.click(screen.getByRole('button', { name: 'Record vital signs' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'SpO₂' }), '88')
  expect(screen.queryByText(/hypoxaemia/)).toBeNull()
})

test('printing prints the whole span with whose it is, not only the current page', async () => {
  const written = Array.from({ length: 30 }, (_, at) => pressure(110 + at, 70, 10 + at))
  await record(...written.slice(0, 15))
  await record(...written.slice(15))
  await open('vital-signs')
  expect(await rows()).toHaveLength(20)
  let printout: Element | null = null
  window.print = () => {
    fireEvent(window, new Event('beforeprint'))
    printout = document.body.lastElementChild?.cloneNode(true) as Element
    fireEvent(window, new Event('afterprint'))
  }
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  const printed = await waitFor(() => {
    if (!printout) throw new Error('nothing was printed')
    return printout
  })
  const lines = [...printed.querySelectorAll('tbody tbody tr')].map((line) => line.textContent)
  expect(lines.filter((text) => text.includes('/70'))).toHaveLength(30)
  expect(printed.textContent).toContain('Readings 1–30 of 30 in this span')
  expect(printed.textContent).toContain(`HN ${patient.hn}`)
  expect(await rows()).toHaveLength(20)
})

test('an impossible value is refused and the possible range is shown', async () => {
  await open('vital-signs')
  await userEvent.click(await screen.findByRole('button', { name: 'Record vital signs' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'SpO₂' }), '190{Tab}')
  expect(await screen.findByText('Between 0 and 100 %')).toBeDefined()
})

test('a glucose beyond the range of the meter is entered in place of its number', async () => {
  await open('vital-signs')
  await userEvent.click(await screen.findByRole('button', { name: 'Record vital signs' }))
  const number = await screen.findByRole<HTMLInputElement>('textbox', { name: 'DTX' })
  await userEvent.type(number, '100')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Meter shows' }), 'below')
  expect(number.value).toBe('')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () => {
    const { rows } = await nurse(readings.history, { patient_id: patient._id, kinds: ['glucose'] })
    expect(rows.map(({ beyond, blood_glucose }) => [beyond, blood_glucose])).toEqual([['below', undefined]])
  })
})

test('a part of the coma scale is told with its bounds alone, because its unit is its maximum', async () => {
  await open('vital-signs')
  await userEvent.click(await screen.findByRole('button', { name: 'Record vital signs' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'GCS: eye (E)' }), '9{Tab}')
  expect(await screen.findByText('Between 1 and 4')).toBeDefined()
})

test('an unusual value needs confirmation, with the last one beside it', async () => {
  await record({ kind: 'body', measured_at: minutesAgo(30), weight: 52.4 })
  await open('body-data')
  await userEvent.click(await screen.findByRole('button', { name: 'Record vital signs' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Weight' }), '5')
  expect(await screen.findByText('Unusually low for this age')).toBeDefined()
  expect(await screen.findByText('Last: 52.4 kg, 05 Nov 2026 14:02')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/check it, and confirm it/)).toBeDefined()
  expect(await readStoredWeights()).toEqual([52.4])
  await userEvent.click(screen.getByRole('checkbox', { name: /it is right/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
  expect(await readStoredWeights()).toEqual([5, 52.4])
})
const readStoredWeights = async () =>
  (await nurse(readings.bodyData, { patient_id: patient._id })).rows.flatMap(({ weight }) => weight ?? [])

test('the form names its patient', async () => {
  await open('vital-signs')
  await userEvent.click(await screen.findByRole('button', { name: 'Record vital signs' }))
  expect(await screen.findByRole('dialog', { name: /นางบัวผัน ทดสอบ/ })).toBeDefined()
})

test('the chart is described in words', async () => {
  await record(pressure(118, 76, 30), pressure(186, 112))
  await open('vital-signs')
  const chart = await screen.findByRole('application', { name: 'Chart of Systolic, Diastolic, MAP' })
  const description = document.getElementById(chart.getAttribute('aria-describedby') ?? '')
  await waitFor(() =>
    expect(description?.textContent).toMatch(/Systolic: 2 readings .*lowest 118 mmHg, highest 186 mmHg/),
  )
})

/** One value a minute, from a watch. */
async function wearWatch(minutes: number, systolic: (minute: number) => number) {
  const { root } = panel()
  const { hospital_id } = await root
    .selectFrom('patients')
    .select('hospital_id')
    .where('id', '=', patient._id)
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: minutes }, (_, at) => ({
    id: crypto.randomUUID(),
    hospital_id,
    patient_id: patient._id,
    kind: 'blood_pressure',
    source: 'watch',
    measured_at: minutesAgo(at + 1),
    received_at: minutesAgo(at + 1),
    systolic: systolic(at + 1),
    diastolic: 70,
  }))
  await root.insertInto('readings').values(rows).execute()
}

test('a pressure charted by hand among those of a watch is shown as charted, without any mean of both', async () => {
  await wearWatch(110, () => 122)
  await record(pressure(165, 95, 0.5))
  await open('vital-signs')
  const chart = (await screen.findByRole('application', { name: /^Chart of Systolic/ })).closest('figure')
  await waitFor(() =>
    expect(chart?.textContent).toMatch(/Systolic 165mmHg.*Diastolic 95mmHg.*Entered by hand/),
  )
  expect(chart?.textContent).toMatch(/Systolic: 111 readings .*lowest 122 mmHg, highest 165 mmHg, last 165/)
  expect(document.body.textContent).not.toMatch(/mean of|average/i)
})

test('above a chart of many readings is the newest one, with its time and source', async () => {
  await wearWatch(110, (minute) => (minute === 1 ? 131 : 120))
  await record(pressure(165, 95, 45))
  await open('vital-signs')
  const chart = (await screen.findByRole('application', { name: /^Chart of Systolic/ })).closest('figure')
  await waitFor(() => expect(chart?.textContent).toMatch(/Systolic 131mmHg.*05 Nov 2026 14:31 · Watch/))
})

test('an empty span leads to the last reading there is', async () => {
  await record(pressure(120, 80, 5 * 24 * 60))
  await open('vital-signs')
  await userEvent.click(await screen.findByRole('button', { name: 'Show it' }))
  expect((await rows())[0]?.textContent).toContain('120/80')
})

test('a vital sign that was never measured says so', async () => {
  await open('vital-signs?tab=dtx')
  expect(await screen.findByText('Not measured yet.')).toBeDefined()
})

test('only filled fields are sent, in one call, each as a reading of its kind', async () => {
  await open('vital-signs')
  await userEvent.click(await screen.findByRole('button', { name: 'Record vital signs' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Systolic' }), '128{Enter}82{Enter}')
  expect(document.activeElement).toBe(field('Pulse'))
  await userEvent.type(field('Temperature'), '38.6')
  expect(await screen.findByText('Moderate fever')).toBeDefined()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'ACVPU' }), 'V')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Oxygen' }), 'yes')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
  expect((await rows())[0]?.textContent).toContain('128/82')
  const found = (await readStored()).toSorted((one, other) => one.kind.localeCompare(other.kind))
  expect(found).toMatchObject([
    { kind: 'blood_pressure', systolic: 128, diastolic: 82 },
    { kind: 'consciousness', consciousness: 'V', oxygen: true },
    { kind: 'temperature', temperature: 38.6 },
  ])
})

test('the total of a coma scale is shown while its parts are typed, and charted with them', async () => {
  await open('vital-signs')
  await userEvent.click(await screen.findByRole('button', { name: 'Record vital signs' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'GCS: eye (E)' }), '3')
  await userEvent.type(field('GCS: motor (M)'), '5')
  expect(await screen.findByText('E3V-M5, no total')).toBeDefined()
  await userEvent.type(field('GCS: verbal (V)'), '4')
  expect(await screen.findByText('= GCS 12 (E3V4M5)')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
  expect(await readStored()).toMatchObject([
    { kind: 'gcs', gcs: 12, gcs_eye: 3, gcs_verbal: 4, gcs_motor: 5 },
  ])
})

test('a date typed in the Buddhist Era is charted on the same day of the Common Era', async () => {
  await open('vital-signs')
  await userEvent.click(await screen.findByRole('button', { name: 'Record vital signs' }))
  const retype = async (input: HTMLElement, text: string) => {
    await userEvent.clear(input)
    await userEvent.type(input, text)
  }
  await userEvent.click(await screen.findByRole('button', { name: 'Change' }))
  await retype(await screen.findByRole('textbox', { name: 'Date' }), '04/11/2569')
  await retype(field('Time'), '09:15')
  await userEvent.type(field('Pulse'), '72')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect(await readStored()).toHaveLength(1))
  const [stored] = await readStored()
  expect(Date.parse(stored?.measured_at ?? '')).toBe(Date.parse('2026-11-04T09:15:00+07:00'))
})

test('the form opens on the systolic pressure, with the last value of each field beside it', async () => {
  const { rows: admitted } = await nurse(patients.list, { filterLists: { in_hospital: true } })
  const patient_id = admitted[0]?._id ?? ''
  await nurse(readings.record, {
    patient_id,
    readings: [
      { ...pressure(131, 84, 30) },
      { kind: 'temperature', measured_at: minutesAgo(30), temperature: 37 },
    ],
  })
  await open('clinical', patient_id)
  await userEvent.click(await screen.findByRole('button', { name: 'Record vital signs' }))
  await waitFor(() => expect(document.activeElement).toBe(field('Systolic')))
  const describe = (label: string) =>
    document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent
  await waitFor(() => expect(describe('Systolic')).toMatch(/^last 131 · 30 min ago/))
  expect(describe('Diastolic')).toMatch(/^last 84/)
  expect(describe('Temperature')).toMatch(/^last 37.0/)
})

test('what is charted as of now has the time at which it was saved', async () => {
  await open('vital-signs')
  await userEvent.click(await screen.findByRole('button', { name: 'Record vital signs' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Pulse' }), '72')
  expect(screen.queryByRole('textbox', { name: 'Time' })).toBeNull()
  vi.setSystemTime(Date.parse(testNow) + 3 * 60_000)
  onTestFinished(() => void vi.setSystemTime(Date.parse(testNow)))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect(await readStored()).toHaveLength(1))
  expect((await readStored())[0]?.measured_at).toBe('2026-11-05T07:35:00Z')
})

test('swapped pressures are reported at the field, and nothing is sent', async () => {
  await open('vital-signs')
  await userEvent.click(await screen.findByRole('button', { name: 'Record vital signs' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Systolic' }), '80')
  await userEvent.type(field('Diastolic'), '120')
  expect(await screen.findByText(/are the two swapped/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await readStored()).toEqual([])
  expect(field('Systolic').value).toBe('80')
})

test('typed values are restored after the form was left', async () => {
  await open('vital-signs')
  await userEvent.click(await screen.findByRole('button', { name: 'Record vital signs' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Pulse' }), '88')
  vi.setSystemTime(Date.parse(testNow) + 5 * 60_000)
  onTestFinished(() => void vi.setSystemTime(Date.parse(testNow)))
  await open('vital-signs')
  await userEvent.click(await screen.findByRole('button', { name: 'Record vital signs' }))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Pulse' })).value).toBe('88')
  // It is of the time at which it was typed, which is shown.
  expect(field('Time').value).toBe('14:32')
})

test('a correction replaces the old value, which is stored and struck through', async () => {
  await record(pressure(218, 80))
  await open('vital-signs')
  await userEvent.click(await screen.findByRole('button', { name: /^Correct the reading of/ }))
  const systolic = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Systolic' })
  expect(systolic.value).toBe('218')
  await userEvent.clear(systolic)
  await userEvent.type(systolic, '118')
  await userEvent.click(screen.getByRole('button', { name: 'Save correction' }))
  await screen.findByText(/^Replaced .* by /)
  expect(await readStored()).toMatchObject([{ systolic: 118 }])
  const [row, ...others] = await rows()
  expect(others).toEqual([])
  expect(row?.textContent).toContain('118/80')
  expect(row?.querySelector('s')?.textContent).toBe('218/80')
})

test('a pulse entered with a pressure is shown in its row, and each can be corrected', async () => {
  await record(pressure(165, 95), { kind: 'pulse', measured_at: minutesAgo(10), pulse: 104 })
  await open('vital-signs')
  expect((await rows()).map((row) => row.textContent)).toEqual([expect.stringMatching(/165\/95.*104/)])
  await userEvent.click(screen.getByRole('button', { name: /^Correct the reading of/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Pulse' }))
  const pulse = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Pulse' })
  expect(pulse.value).toBe('104')
  await userEvent.clear(pulse)
  await userEvent.type(pulse, '140')
  await userEvent.click(screen.getByRole('button', { name: 'Save correction' }))
  await screen.findByText(/^Replaced .* by /)
  const [row, ...others] = await rows()
  expect(others).toEqual([])
  expect(row?.textContent).toMatch(/165\/95.*140.*correction/)
  expect(row?.querySelector('s')?.textContent).toBe('104')
})

test("a laboratory result shows the range for the patient's sex", async () => {
  await record({ kind: 'lab', measured_at: minutesAgo(60 * 24 * 50), creatinine: 1.1 })
  await open('vital-signs?tab=lab')
  expect(await screen.findByText('Ref. 0.51–0.95')).toBeDefined()
  expect((await screen.findAllByText(/^eGFR \d+ mL/)).length).toBeGreaterThan(0)
  expect(
    screen.getByText('No result in this span: BUN, Uric acid, Cholesterol, LDL, HDL, Triglyceride.'),
  ).toBeDefined()
})

test('each laboratory test shows its newest value, however many there are', async () => {
  await record({ kind: 'lab', measured_at: minutesAgo(60 * 24 * 50), creatinine: 1.1 })
  await recordMany((at) => ({ kind: 'lab', measured_at: minutesAgo(10 + at), ldl: 100 + at }))
  await open('vital-signs?tab=lab')
  const head = async (name: string) => (await screen.findByRole('heading', { name })).closest('header')
  const [creatinine, ldl] = [await head('Creatinine'), await head('LDL')]
  await waitFor(() => expect(creatinine?.textContent).toMatch(/^Creatinine1\.10/))
  await waitFor(() => expect(ldl?.textContent).toMatch(/^LDL100/))
})

test('the newest night is shown, however many there are', async () => {
  await recordMany((at) => ({
    kind: 'sleep',
    measured_at: minutesAgo(10 + at),
    deep: 61 + at,
    light: 180,
    awake: 9,
  }))
  await open('activities?tab=sleep')
  const night = within(await screen.findByRole('region', { name: 'Latest sleep' }))
  expect(night.getByText('1 h 1 min')).toBeDefined()
})

test('a body-mass index says that it is calculated, and with which height', async () => {
  await record({ kind: 'body', measured_at: minutesAgo(30), weight: 64 })
  await open('body-data?tab=bmi')
  expect((await rows())[0]?.textContent).toMatch(/25\.0.*calc\..*Obese/)
  expect(await screen.findByText(/height of 160 cm, measured on/)).toBeDefined()
})

test('a reading that was assigned to the wrong patient is taken back with a reason, under the name of the patient', async () => {
  const waiting = { _id: crypto.randomUUID(), measured_at: minutesAgo(5) }
  const { hospital_id } = await panel()
    .root.selectFrom('patients')
    .select('hospital_id')
    .where('id', '=', patient._id)
    .executeTakeFirstOrThrow()
  await panel()
    .root.insertInto('readings')
    .values({
      id: waiting._id,
      hospital_id,
      kind: 'blood_pressure',
      source: 'gateway',
      measured_at: waiting.measured_at,
      received_at: waiting.measured_at,
      waits_for: 'wearer',
      mac: '02d0c00000aa',
      systolic: 163,
      diastolic: 91,
    })
    .execute()
  await nurse(readings.assign, { patient_id: patient._id, readings: [waiting] })
  await open('vital-signs')
  expect(await screen.findByText(/^Assigned from the inbox by /)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: /is not theirs$/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Take a reading back' }))
  expect(dialog.getByText(/บัวผัน ทดสอบ · HN V-\d+ · born .*Nov 1984/)).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Take back' }))
  expect(dialog.getByRole('textbox', { name: 'Why it is not theirs' })).toMatchObject({ ariaInvalid: 'true' })
  await userEvent.type(dialog.getByRole('textbox', { name: 'Why it is not theirs' }), 'ผิดเตียง')
  await userEvent.click(dialog.getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(screen.queryByText(/^Assigned from the inbox by /)).toBeNull())
  const { rows } = await nurse(readings.inbox, {})
  expect(rows.map(({ _id }) => _id)).toContain(waiting._id)
})
