import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Client, type Clinic, computePermissions, opd, patients, Registration, visits } from 'contract'
import { testNow } from 'server/testing'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createStreamEvent, startTestStream } from '../../../test/event-stream.ts'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { queryClient } from '../../api/client.ts'
import { syncQueryCache } from '../../live/live-data.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import { NumberDisplayPage } from './number-display-page.tsx'
import { OpdPage } from './opd-page.tsx'

const { panel } = usePanel()
let nurse: Client
let admin: Client

beforeEach(async () => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(testNow) })
  nurse = await panel().as('nurse')
  admin = await panel().as('admin')
})
afterEach(() => vi.useRealTimers())

async function open(who: 'nurse' | 'admin', page = <OpdPage />) {
  const { session } = await panel().as(who)
  const { user_id: _id, server_token } = session
  signInAs({ ...malee, _id, server_token, staff_type: who, permissions: [...computePermissions(who, false)] })
  await show(<SignedIn>{page}</SignedIn>, { at: '/app/opd' })
}

const addClinic = async (code: string): Promise<Clinic> =>
  (await admin(opd.saveClinic, { code, name_en: `Clinic ${code}`, name_th: `คลินิก ${code}` })).clinic

let registered = 0

/** Somebody new who has come to the clinics. */
async function walkIn() {
  registered += 1
  const registration = Registration.parse({
    hn: `OPD-${registered}`,
    title: 'นาง',
    name: 'บัวผัน',
    surname: `รอตรวจ${registered}`,
    gender: 'female',
    date_of_birth: '1960-11-05',
    identity_kind: 'none',
    is_someone_else: true,
  })
  const { patient } = await nurse(patients.register, registration)
  const arrival = { patient_id: patient._id, kind: 'OPD', source: 1, mode: 'WALK' } as const
  const { visit } = await nurse(visits.arrive, arrival)
  return { patient, visit }
}

async function queueSomebody({ _id }: Clinic) {
  const { patient, visit } = await walkIn()
  await nurse(opd.enqueue, { patient_id: patient._id, visit_id: visit._id, clinic_id: _id })
  return patient
}

/** Undoes what was done last, to this number. */
async function undoLast(number: string) {
  const bar = (await screen.findAllByRole('status')).find(({ textContent }) => textContent?.includes(number))
  await userEvent.click(within(bar as HTMLElement).getByRole('button', { name: 'Undo' }))
}

const findSection = async (name: string) => within(await screen.findByRole('region', { name }))

test('a number is called to a room, its patient seen and sent on; each step can be undone', async () => {
  const clinic = await addClinic('A')
  const patient = await queueSomebody(clinic)
  await open('nurse')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Room' }), '3')
  await userEvent.click(screen.getByRole('button', { name: 'Call the next number' }))
  const called = await findSection('Called')
  expect(called.getByText('A001')).toBeDefined()
  expect(called.getByText('Room 3')).toBeDefined()
  await userEvent.click(called.getByRole('button', { name: 'Comes in' }))
  await findSection('With the doctor')
  const undo = () => undoLast('A001')
  await undo()
  await userEvent.click((await findSection('Called')).getByRole('button', { name: 'Sent on …' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('radio', { name: 'Pharmacy' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await findSection('Sent on today')).getByText('sent to: Pharmacy')).toBeDefined()
  await undo()
  await findSection('Called')
  const { rows } = await nurse(opd.queue, {})
  expect(rows.find((row) => row.patient._id === patient._id)?.state).toBe('called')
})

test.each([
  ['H', 'Comes in', 'With the doctor'],
  ['J', 'Did not come', 'Did not come'],
  ['K', 'Waiting again', 'Waiting'],
])('undoing a step calls no number again: %s, %s', async (code, step, section) => {
  const clinic = await addClinic(code)
  await queueSomebody(clinic)
  await nurse(opd.callNext, { clinic_id: clinic._id, room: '3' })
  const read = async () => (await nurse(opd.queue, {})).rows.find(({ clinic_id }) => clinic_id === clinic._id)
  const before = await read()
  panel().wait(60_000)
  await open('nurse')
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Clinic' }), clinic._id)
  await userEvent.click((await findSection('Called')).getByRole('button', { name: step }))
  await (await findSection(section)).findByText(`${code}001`)
  await undoLast(`${code}001`)
  await waitFor(async () => expect(await read()).toEqual(before))
})

test('a number that is called again offers nothing to undo, which would call it once more', async () => {
  const clinic = await addClinic('C')
  await queueSomebody(clinic)
  await nurse(opd.callNext, { clinic_id: clinic._id, room: '3' })
  await open('nurse')
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Clinic' }), clinic._id)
  await userEvent.click((await findSection('Called')).getByRole('button', { name: 'Call again' }))
  expect(await (await findSection('Called')).findByText('called 2 times')).toBeDefined()
  await screen.findByText(/C001.*Called$/)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a closed clinic is worked off: it is offered until nobody has a number, and gives none', async () => {
  const clinic = await addClinic('M')
  await queueSomebody(clinic)
  const other = await addClinic('L')
  await walkIn()
  await admin(opd.saveClinic, { ...clinic, is_closed: true })
  await open('nurse')
  const choice = await screen.findByRole('combobox', { name: 'Clinic' })
  await userEvent.selectOptions(choice, 'M · Clinic M · closed')
  await userEvent.click(screen.getByRole('button', { name: 'Call the next number' }))
  const called = await findSection('Called')
  expect(called.getByText('M001')).toBeDefined()
  await findSection('Here without a number')
  expect(screen.queryByRole('button', { name: /^Give a number/ })).toBeNull()
  await userEvent.click(called.getByRole('button', { name: 'Sent on …' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('radio', { name: 'Another clinic' }))
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Which clinic' }), other._id)
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('option', { name: /^M/ })).toBeNull())
  await screen.findByText(/^M001 .*Sent on/)
  await userEvent.selectOptions(choice, other._id)
  expect((await findSection('Waiting')).getByText('L001')).toBeDefined()
})

test('an admin adds a clinic; a code that another has is refused beside its field', async () => {
  await addClinic('B')
  await open('admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Clinics' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Clinics' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Add a clinic' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Letter before the number' }), 'B')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name in English' }), 'Eye')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name in Thai' }), 'ตา')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(/^This code is already in use/)).toBeDefined()
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Letter before the number' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Letter before the number' }), 'E')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(async () =>
    expect((await nurse(opd.clinics, {})).clinics.map(({ code }) => code)).toContain('E'),
  )
})

test('the display shows the number and the room, and neither name nor HN', async () => {
  const clinic = await addClinic('D')
  const patient = await queueSomebody(clinic)
  await nurse(opd.callNext, { clinic_id: clinic._id, room: '7' })
  await open('nurse', <NumberDisplayPage />)
  expect(await screen.findByText('D001')).toBeDefined()
  expect(screen.getByText('Room 7')).toBeDefined()
  expect(document.body.textContent).not.toContain(patient.hn)
  expect(document.body.textContent).not.toContain(formatPatientName(patient))
})

const stopping: (() => void)[] = []
afterEach(() => stopping.splice(0).forEach((stop) => stop()))

/** A stream that is open since the newest event. */
async function startStream() {
  const { event } = await nurse(opd.queue, {})
  const stream = startTestStream()
  stopping.push(syncQueryCache(), stream.stop)
  stream.send({ kind: 'open', number: Number(event) })
  let next = Number(event)
  return (told: Parameters<typeof createStreamEvent>[1]) => stream.send(createStreamEvent((next += 1), told))
}

test('a number of somebody who has left goes from the display with the event', async () => {
  const clinic = await addClinic('F')
  const patient = await queueSomebody(clinic)
  await nurse(opd.callNext, { clinic_id: clinic._id, room: '7' })
  await open('nurse', <NumberDisplayPage />)
  expect(await screen.findByText('F001')).toBeDefined()
  const tell = await startStream()
  const { rows } = await nurse(opd.queue, {})
  const visit_id = rows.find((row) => row.patient._id === patient._id)?.visit_id ?? ''
  await nurse(visits.end, { patient_id: patient._id, visit_id, disposition: 1 })
  tell({ kind: 'patients-outdated', patient_ids: [patient._id] })
  await waitFor(() => expect(screen.queryByText('F001')).toBeNull())
})

test('what another room does moves no row under the pointer, until it is asked for', async () => {
  const clinic = await addClinic('G')
  const patient = await queueSomebody(clinic)
  await queueSomebody(clinic)
  await open('nurse')
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Clinic' }), clinic._id)
  const waiting = await findSection('Waiting')
  expect(await waiting.findAllByRole('listitem')).toHaveLength(2)
  const tell = await startStream()
  const row = waiting.getByText('G002')
  const point = () => fireEvent.pointerMove(row)
  point()
  // A pointer that only lies there holds the rows for ten seconds, in which a busy machine may not get to the click.
  const pointing = setInterval(point, 1_000)
  onTestFinished(() => clearInterval(pointing))
  await nurse(opd.callNext, { clinic_id: clinic._id, room: '7' })
  tell({ kind: 'visits-outdated', visit_kinds: ['OPD'], patient_ids: [patient._id] })
  await userEvent.click(await screen.findByRole('button', { name: 'Show the new order' }))
  expect((await findSection('Called')).getByText('G001')).toBeDefined()
  expect((await findSection('Waiting')).getAllByRole('listitem')).toHaveLength(1)
})

/** The tones that a browser would have played: jsdom has no sound. */
function hearTones(): number[] {
  const tones: number[] = []
  const node = { connect: <To,>(to: To) => to }
  const param = { setValueAtTime() {}, linearRampToValueAtTime() {} }
  class Sound extends EventTarget {
    state = 'suspended'
    currentTime = 0
    destination = node
    async resume() {
      this.state = 'running'
    }
    createPeriodicWave() {}
    createGain = () => ({ ...node, gain: param })
    createOscillator() {
      const frequency = { value: 0 }
      return { ...node, frequency, setPeriodicWave() {}, stop() {}, start: () => tones.push(frequency.value) }
    }
  }
  vi.stubGlobal('AudioContext', Sound)
  return tones
}

test('the display sounds at a new number once somebody has turned that on, and not before', async () => {
  const tones = hearTones()
  const clinic = await addClinic('S')
  await queueSomebody(clinic)
  await queueSomebody(clinic)
  await open('nurse', <NumberDisplayPage />)
  const call = async () => {
    vi.setSystemTime(Date.now() + 60_000)
    panel().wait(60_000)
    await nurse(opd.callNext, { clinic_id: clinic._id, room: null })
    await queryClient.invalidateQueries({ queryKey: [opd.display.path] })
  }
  const turn = await screen.findByRole('switch', { name: 'Sound at a new number' })
  await call()
  expect(await screen.findByText('S001')).toBeDefined()
  expect(tones).toEqual([])
  await userEvent.click(turn)
  await waitFor(() => expect(turn).toHaveProperty('checked', true))
  expect(tones).toHaveLength(2)
  await call()
  expect(await screen.findByText('S002')).toBeDefined()
  await waitFor(() => expect(tones).toHaveLength(4))
  await queryClient.invalidateQueries({ queryKey: [opd.display.path] })
  expect(tones).toHaveLength(4)
  vi.unstubAllGlobals()
})
