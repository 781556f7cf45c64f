import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  type Client,
  computePermissions,
  inbound,
  type LiveEvent,
  missions,
  operationRecords,
  type PatientRow,
  patients,
  type SessionToken,
  triage,
} from 'contract'
import type { ReactNode } from 'react'
import {
  addCrew,
  answerAll,
  plannedRequest,
  requestAmbulance,
  sceneRequest,
  takeSteps,
} from 'server/support/missions'
import { testNow } from 'server/testing'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createStreamEvent, startTestStream } from '../../../test/event-stream.ts'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { InboundStrip } from '../../features/inbound/inbound-strip.tsx'
import { syncQueryCache } from '../../live/live-data.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { FormsPage } from './forms-page.tsx'
import { InboundPage } from './inbound-page.tsx'

type Person = Client & { session: SessionToken }

const { panel } = usePanel()
let nurse: Person
let crew: Person
let missionId: string

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(testNow) })
  localStorage.clear()
  nurse = await panel().asNew({ staffType: 'nurse' })
  crew = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
  const { vehicle_id, team_id } = await addCrew(panel(), crew, 'BLS')
  missionId = await requestAmbulance(nurse, {
    ...plannedRequest,
    received_at: new Date(Date.now() - 60_000).toISOString(),
    kind: 'REFER_BACK',
    pick_up: 'รพ.สต. บ้านใหม่',
    destination: 'ที่นี่',
    patient_name: 'นายสมคิด ไม่ทราบนามสกุล',
    complaint: 'เจ็บหน้าอก',
  })
  await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id }])
  await crew(missions.report, { _id: missionId, event_id: newId(), step: 'AT_SCENE' })
})

afterEach(() => vi.useRealTimers())

async function open(person: Person, staffType: 'nurse' | 'paramedic', page: ReactNode, language = 'en') {
  const { user_id: _id, server_token } = person.session
  const permissions = [...computePermissions(staffType, staffType === 'paramedic')]
  signInAs({ ...malee, _id, server_token, permissions })
  await show(<SignedIn>{page}</SignedIn>, { language })
}

const read = async () => (await nurse(inbound.board, {})).rows.find(({ _id }) => _id === missionId)

test('a crew tells whom it brings, in words and values', async () => {
  await open(crew, 'paramedic', <FormsPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Tell the emergency room' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await dialog.findByText(/is required/i)).toBeDefined()
  await userEvent.click(dialog.getByRole('radio', { name: /^Red/i }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Minutes until the arrival' }), '15')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Systolic' }), '85')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Diastolic' }), '50')
  const glucose = dialog.getByRole<HTMLInputElement>('textbox', { name: 'DTX' })
  await userEvent.type(glucose, '30')
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Meter shows' }), 'LO – below its range')
  expect(glucose.value).toBe('')
  await userEvent.click(dialog.getByRole('checkbox', { name: 'STEMI' }))
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'S · Situation' }).value).toBe('เจ็บหน้าอก')
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText(/^Nobody there has acknowledged|Nobody there/)).toBeDefined()
  expect(await read()).toMatchObject({
    colour: 'RED',
    eta: { source: 'CREW' },
    told: { values: { systolic: 85, diastolic: 50, beyond: 'below' } },
    pre_alert: { scheme: 'ISBAR', fast_tracks: ['STEMI'], story: { situation: 'เจ็บหน้าอก' } },
  })
})

test('what a crew told before stands in its next word, of which it changes what is new', async () => {
  await crew(inbound.preAlert, {
    _id: missionId,
    pre_alert_id: newId(),
    colour: 'YELLOW',
    scheme: 'ATMIST',
    story: { injuries: 'ต้นขาผิดรูป' },
    eta_minutes: 20,
    isolation: ['AIRBORNE'],
    fast_tracks: ['TRAUMA'],
  })
  const due = (await read())?.eta?.at
  await open(crew, 'paramedic', <FormsPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Tell the emergency room again' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('radio', { name: /^Red/i }))
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }))
  await waitFor(async () => expect((await read())?.colour).toBe('RED'))
  expect(await read()).toMatchObject({
    eta: { at: due },
    pre_alert: {
      scheme: 'ATMIST',
      story: { injuries: 'ต้นขาผิดรูป' },
      isolation: ['AIRBORNE'],
      fast_tracks: ['TRAUMA'],
    },
  })
})

test('the isolation and the injury that the mission knows of stand in the first word, and on the board before it', async () => {
  crew = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
  const { vehicle_id, team_id } = await addCrew(panel(), crew, 'ALS')
  missionId = await requestAmbulance(nurse, {
    ...sceneRequest,
    received_at: new Date(Date.now() - 60_000).toISOString(),
    isolation: ['AIRBORNE'],
  })
  await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id, note: 'ไม่มีคันอื่น' }])
  await crew(missions.report, { _id: missionId, event_id: newId(), step: 'LEFT_SCENE' })
  await open(nurse, 'nurse', <InboundPage />)
  const name = (await read())?.number ?? ''
  const card = within(await screen.findByRole('article', { name }))
  expect(card.getByText('Airborne')).toBeDefined()
  cleanup()
  await open(crew, 'paramedic', <FormsPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Tell the emergency room' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('radio', { name: /^Red/i }))
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }))
  await waitFor(async () =>
    expect(await read()).toMatchObject({ pre_alert: { scheme: 'ATMIST', isolation: ['AIRBORNE'] } }),
  )
})

test('a nurse acknowledges, keeps a place, and receives the patient, whom they name', async () => {
  await crew(inbound.preAlert, {
    _id: missionId,
    pre_alert_id: newId(),
    colour: 'RED',
    scheme: 'ISBAR',
    values: { systolic: 85, diastolic: 50, beyond: 'below' },
  })
  await open(nurse, 'nurse', <InboundPage />)
  const name = (await read())?.number ?? ''
  const card = async () => within(await screen.findByRole('article', { name }))
  expect((await card()).getByText('BP 85/50 mmHg · DTX LO')).toBeDefined()
  await userEvent.click((await card()).getByRole('button', { name: 'Acknowledge' }))
  expect(await (await card()).findByText(/^Acknowledged:/)).toBeDefined()
  await userEvent.click((await card()).getByRole('button', { name: 'Prepare a place' }))
  let dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('radio', { name: 'Resus' })).toHaveProperty('checked', true)
  await userEvent.type(dialog.getByRole('textbox', { name: 'Bay' }), 'R2')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await (await card()).findByText(/^Resus R2$/)).toBeDefined()
  await userEvent.click((await card()).getByRole('button', { name: 'Arrived' }))
  dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Begin the visit' }))
  // Neither who it is nor how they came is answered by the panel.
  expect(await dialog.findAllByText(/is required/i)).toHaveLength(2)
  expect((await read())?.arrived).toBeNull()
})

/** Whoever is at home: those in a bed are not brought, and nobody is by two ambulances. */
async function listAtHome(): Promise<PatientRow[]> {
  const { rows } = await nurse(patients.list, { search_value: '', number_of_rec: 50 })
  const { rows: waiting } = await nurse(triage.queue, {})
  const { rows: brought } = await nurse(inbound.board, {})
  const named = [...waiting, ...brought.flatMap((row) => [...row.patients, ...row.arrivals])]
  return rows.filter(({ _id, ward }) => ward === null && !named.some(({ patient }) => patient._id === _id))
}

/** An ambulance that has left a scene with whom the request names. */
async function bring(request: Record<string, unknown>): Promise<void> {
  const { vehicle_id, team_id } = await addCrew(panel(), crew)
  missionId = await requestAmbulance(nurse, {
    ...sceneRequest,
    received_at: new Date(Date.now() - 60_000).toISOString(),
    ...request,
  })
  await takeSteps(nurse, missionId, [
    { step: 'ASSIGNED', vehicle_id, team_id },
    { step: 'AT_SCENE' },
    { step: 'LEFT_SCENE' },
  ])
}

const measure = (values: Record<string, unknown>) => {
  const row = newId()
  const measured = { measured_at: new Date().toISOString(), ...values, is_finished: true }
  return answerAll(
    Object.fromEntries(Object.entries(measured).map(([name, value]) => [`vitals/${row}/${name}`, value])),
  )
}

test('a newborn whom an ambulance brings is told by days, and that the age is a guess', async () => {
  const name = 'เด็กหญิงไม่ทราบชื่อ'
  const age = { age_years: 0, age_months: 0, age_days: 5, is_age_estimated: true }
  await bring({ patient_name: name, sex: '2', ...age })
  await open(nurse, 'nurse', <InboundPage />)
  expect(await screen.findByText(`${name} · female · about 5 days`)).toBeDefined()
})

test('the sex and the age that the call told do not stand beside whom the sheet of the crew names', async () => {
  const [patient] = await listAtHome()
  await bring({ patient: null, patient_name: 'ชายไม่ทราบชื่อ', sex: '1', age_years: 25 })
  const _id = newId()
  await crew(operationRecords.add, { new_id: _id, mission_id: missionId, operations: [] })
  await nurse(operationRecords.edit, { _id, operations: answerAll({ patient: patient?._id }) })
  await open(nurse, 'nurse', <InboundPage />)
  expect(await screen.findByText(new RegExp(`HN ${patient?.hn}$`))).toBeDefined()
})

/** The stream of the hospital's events: what the panel has emitted since the last call is sent to the screen. */
async function listen() {
  const { hospital_id } = await panel()
    .root.selectFrom('missions')
    .select('hospital_id')
    .where('id', '=', missionId)
    .executeTakeFirstOrThrow()
  let newest = Number((await nurse(inbound.board, {})).event)
  const stream = startTestStream()
  const stopSyncing = syncQueryCache()
  stream.send({ kind: 'open', number: newest })
  onTestFinished(() => {
    stream.stop()
    stopSyncing()
  })
  return async () => {
    const events = await panel()
      .root.selectFrom('events')
      .select(['number', 'data'])
      .where('hospital_id', '=', hospital_id)
      .where('number', '>', newest)
      .orderBy('number')
      .execute()
    for (const { number, data } of events) {
      newest = Number(number)
      stream.send(createStreamEvent(newest, data as LiveEvent))
    }
  }
}

test('what a crew measures of a known patient stands on the card at once, and goes when it is struck out', async () => {
  const [patient] = await listAtHome()
  await bring({ patient: patient?._id })
  await open(nurse, 'nurse', <InboundPage />)
  const name = (await read())?.number ?? ''
  const card = within(await screen.findByRole('article', { name }))
  const tell = await listen()
  const sheet = newId()
  const operations = measure({ systolic: 70, diastolic: 40, pulse: 128 })
  await crew(operationRecords.add, { new_id: sheet, mission_id: missionId, operations })
  await tell()
  expect(await card.findByText('BP 70/40 mmHg · Pulse 128 bpm')).toBeDefined()
  const row = operations[0]?.path.split('/')[1]
  const strike = {
    op_id: newId(),
    path: `vitals/${row}`,
    answer: false,
    base: true,
    at: testNow,
    device: 'test',
  }
  await crew(operationRecords.edit, { _id: sheet, operations: [strike] })
  await tell()
  await waitFor(() => expect(card.queryByText('BP 70/40 mmHg · Pulse 128 bpm')).toBeNull())
})

test.each([
  ['en', '40 min ago', 'just now'],
  ['th', '40 นาทีที่แล้ว', 'เมื่อสักครู่'],
])(
  'an old pressure does not look as new as what was measured after it (%s)',
  async (language, old, fresh) => {
    const [patient] = await listAtHome()
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    await bring({ patient: patient?._id, received_at: minutesAgo(50) })
    await crew(operationRecords.add, {
      new_id: newId(),
      mission_id: missionId,
      operations: [
        ...measure({ measured_at: minutesAgo(40), systolic: 70, diastolic: 40 }),
        ...measure({ spo2: 91 }),
      ],
    })
    await open(nurse, 'nurse', <InboundPage />, language)
    const name = (await read())?.number ?? ''
    const card = within(await screen.findByRole('article', { name }))
    expect(card.getByText('BP 70/40 mmHg').parentElement?.textContent).toBe(`BP\u00a070/40\u00a0mmHg ${old}`)
    expect(card.getByText('SpO₂ 91 %').parentElement?.textContent).toBe(`SpO₂\u00a091\u00a0% ${fresh}`)
  },
)

test('the card of a mass casualty says how many are at the scene, and expects those whom the vehicle brings', async () => {
  await bring({ patient: null, patient_count: 20, is_mass_casualty: true, patient_name: 'ชายไม่ทราบชื่อ' })
  await open(nurse, 'nurse', <InboundPage />)
  const { number } = (await read()) ?? {}
  const card = within(await screen.findByRole('article', { name: number ?? '' }))
  expect(card.getByText('Mass casualty: 20 patients at the scene')).toBeDefined()
  expect(card.queryByText(/^Brings/)).toBeNull()
})

test('the card of a mass casualty takes the next patient and keeps a place until the crew is done', async () => {
  await bring({ patient: null, patient_count: 20, is_mass_casualty: true, patient_name: 'ชายไม่ทราบชื่อ' })
  const [first] = await listAtHome()
  await nurse(inbound.arrive, { _id: missionId, patient_id: first?._id ?? '', mode: 'STRETCHER' })
  await open(nurse, 'nurse', <InboundPage />)
  const tell = await listen()
  const { number } = (await read()) ?? {}
  const card = within(await screen.findByRole('article', { name: number ?? '' }))
  expect(card.getByRole('button', { name: 'Next patient arrived' })).toBeDefined()
  expect(card.getByRole('button', { name: 'Prepare a place' })).toBeDefined()
  await crew(missions.report, { _id: missionId, event_id: newId(), step: 'HANDED_OVER' })
  await tell()
  expect(await card.findByRole('button', { name: 'One more patient' })).toBeDefined()
  expect(card.queryByRole('button', { name: 'Prepare a place' })).toBeNull()
})

test('a patient whom another ambulance has brought is already here: the form says since when, and leads to the record', async () => {
  const [patient] = await listAtHome()
  const _id = patient?._id ?? ''
  await bring({ patient: _id })
  await nurse(inbound.arrive, { _id: missionId, patient_id: _id, mode: 'STRETCHER' })
  const { visit } = await nurse(triage.prepare, { patient_id: _id })
  await bring({ patient: _id })
  await open(nurse, 'nurse', <InboundPage />)
  const { number } = (await read()) ?? {}
  const card = within(await screen.findByRole('article', { name: number ?? '' }))
  await userEvent.click(card.getByRole('button', { name: 'Arrived' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByLabelText('Stretcher'))
  await userEvent.click(dialog.getByRole('button', { name: 'Begin the visit' }))
  const told = await dialog.findByRole('alert')
  expect(told.textContent).toContain(`VN ${visit?.vn}`)
  expect(within(told).getByRole('link').getAttribute('href')).toBe(`/app/patients/${_id}`)
})

test('patients whom the sheets of a crew name are on the card at once, each with a line and values of their own', async () => {
  const [first, second] = await listAtHome()
  await bring({ patient: null, patient_count: 2, patient_name: 'ชายไม่ทราบชื่อ', sex: '1' })
  await open(nurse, 'nurse', <InboundPage />)
  const name = (await read())?.number ?? ''
  const card = within(await screen.findByRole('article', { name }))
  const tell = await listen()
  expect(card.getByText(/^ชายไม่ทราบชื่อ · male/)).toBeDefined()
  const write = async (patient: PatientRow | undefined, pulse: number) => {
    const new_id = newId()
    const operations = measure({ pulse })
    await crew(operationRecords.add, { new_id, mission_id: missionId, operations })
    await tell()
    return () =>
      nurse(operationRecords.edit, { _id: new_id, operations: answerAll({ patient: patient?._id }) })
  }
  const nameFirst = await write(first, 128)
  expect(await card.findByText('Pulse 128 bpm')).toBeDefined()
  expect(card.getByText(/^On the sheet of the crew/)).toBeDefined()
  await nameFirst()
  await tell()
  expect(await card.findByText(new RegExp(`HN ${first?.hn}$`))).toBeDefined()
  const nameSecond = await write(second, 60)
  expect(await card.findByText(/^On a sheet that names nobody yet/)).toBeDefined()
  await nameSecond()
  await tell()
  expect(await card.findByText(new RegExp(`HN ${second?.hn}$`))).toBeDefined()
  expect(card.getByText('Pulse 128 bpm')).toBeDefined()
  expect(card.getByText('Pulse 60 bpm')).toBeDefined()
  expect(card.queryByText(/^On a sheet/)).toBeNull()

  await userEvent.click(card.getByRole('button', { name: 'Arrived' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByLabelText('Stretcher'))
  await userEvent.click(dialog.getByRole('button', { name: 'Begin the visit' }))
  expect(await dialog.findByText(/is required/i)).toBeDefined()
})

test('two patients of an ambulance are received one after the other, and a third as one more', async () => {
  const [first, second, third] = await listAtHome()
  await bring({ patient: first?._id, patient_count: 2 })
  await crew(inbound.preAlert, { _id: missionId, pre_alert_id: newId(), colour: 'RED', scheme: 'ATMIST' })
  await nurse(inbound.prepare, { _id: missionId, zone: 'RESUS', bay: 'R5' })
  await open(nurse, 'nurse', <InboundPage />)
  const name = (await read())?.number ?? ''
  const card = async () => within(await screen.findByRole('article', { name }))
  const choose = async (patient: PatientRow | undefined) => {
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Patient', { selector: '[role=combobox]' }), patient?.hn ?? '')
    await userEvent.click(await screen.findByRole('option', { name: new RegExp(patient?.hn ?? '') }))
    return dialog
  }
  expect((await card()).getByText('Up to 2 patients at the pick-up point')).toBeDefined()
  expect((await card()).queryByText(/^Brings/)).toBeNull()
  await userEvent.click((await card()).getByRole('button', { name: 'Arrived' }))
  let dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/^With several patients/)).toBeDefined()
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /R5/ }).checked).toBe(false)
  await userEvent.click(dialog.getByLabelText('Stretcher'))
  await userEvent.click(dialog.getByRole('button', { name: 'Begin the visit' }))
  expect(await (await card()).findByRole('button', { name: 'Next patient arrived' })).toBeDefined()
  expect((await card()).getByRole('link', { name: 'Triage' })).toBeDefined()
  expect((await card()).getByRole('button', { name: 'Prepare a place' })).toBeDefined()
  expect((await card()).getByRole('button', { name: 'Acknowledge' })).toBeDefined()

  await userEvent.click((await card()).getByRole('button', { name: 'Next patient arrived' }))
  dialog = await choose(first)
  expect(dialog.getByText('They have arrived already')).toBeDefined()
  await userEvent.click(dialog.getByLabelText('Stretcher'))
  await userEvent.click(dialog.getByRole('button', { name: 'Begin the visit' }))
  expect((await read())?.arrivals).toHaveLength(1)
  await userEvent.clear(dialog.getByLabelText('Patient', { selector: '[role=combobox]' }))
  dialog = await choose(second)
  await userEvent.click(dialog.getByRole('button', { name: 'Begin the visit' }))
  expect(await (await card()).findByText('2 of 2 arrived')).toBeDefined()
  expect((await card()).getAllByRole('link', { name: 'Triage' })).toHaveLength(2)
  expect((await card()).queryByRole('button', { name: 'Acknowledge' })).toBeNull()

  await userEvent.click((await card()).getByRole('button', { name: 'One more patient' }))
  dialog = await choose(third)
  expect(dialog.getByText(/^All who were expected have arrived/)).toBeDefined()
  await userEvent.click(dialog.getByLabelText('Stretcher'))
  await userEvent.click(dialog.getByRole('button', { name: 'Begin the visit' }))
  expect(await (await card()).findByText('3 of 3 arrived')).toBeDefined()
  expect((await read())?.arrivals.map(({ patient }) => patient._id)).toEqual([
    first?._id,
    second?._id,
    third?._id,
  ])
})

test('a patient whom a crew has handed over waits only for the arrival, though nobody has acknowledged the pre-alert', async () => {
  const alert = { pre_alert_id: newId(), colour: 'RED', scheme: 'ISBAR' } as const
  await crew(inbound.preAlert, { _id: missionId, ...alert })
  await crew(missions.report, { _id: missionId, event_id: newId(), step: 'BACK_AT_BASE' })
  await open(
    nurse,
    'nurse',
    <>
      <InboundStrip />
      <InboundPage />
    </>,
  )
  const name = (await read())?.number ?? ''
  const card = within(await screen.findByRole('article', { name }))
  expect(card.getByText('Handed over, arrival not registered')).toBeDefined()
  expect(card.getByRole('button', { name: 'Arrived' })).toBeDefined()
  expect(card.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  expect(screen.getByRole('link', { name: /Handed over, arrival not registered: \d+$/ })).toBeDefined()
})
