import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  admissionRequests,
  type Client,
  computePermissions,
  devices,
  type ErRow,
  erBoard,
  type Input,
  inbound,
  patients,
  Registration,
  readings,
  reference,
  triage,
  visits,
} from 'contract'
import { addCrew, requestAmbulance, sceneRequest, takeSteps } from 'server/support/missions'
import { testNow } from 'server/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStreamEvent, startTestStream } from '../../../test/event-stream.ts'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { queryClient } from '../../api/client.ts'
import { syncQueryCache } from '../../live/live-data.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import { ErBoardPage } from './er-board-page.tsx'

const { panel } = usePanel()
let nurse: Client

beforeEach(async () => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(testNow) })
  nurse = await panel().as('nurse')
})
afterEach(() => vi.useRealTimers())

async function open(language = 'en') {
  const { session } = await panel().as('nurse')
  const { user_id: _id, server_token } = session
  const permissions = [...computePermissions('nurse', false)]
  signInAs({ ...malee, _id, server_token, staff_type: 'nurse', permissions })
  await show(
    <SignedIn>
      <ErBoardPage />
    </SignedIn>,
    { at: '/app/er', language },
  )
}

async function findRow(matches: (row: ErRow) => boolean): Promise<ErRow> {
  const { rows } = await nurse(erBoard.board, {})
  const row = rows.find(matches)
  if (!row) throw new Error('nobody such is in the emergency room of the demo hospital')
  return row
}

const findCard = async ({ patient }: ErRow) =>
  within(await screen.findByRole('article', { name: formatPatientName(patient) }))
const readRow = ({ visit }: ErRow) => findRow((one) => one.visit._id === visit._id)

test('everybody stands in the section of their level, who is overdue with that word', async () => {
  const row = await findRow(({ last, visit }) => last?.level === 'PINK' && visit.first_seen_at === null)
  await open()
  const section = within(await screen.findByRole('region', { name: 'L1–L2' }))
  const card = section.getByRole('article', { name: formatPatientName(row.patient) })
  expect(card.textContent).toContain('overdue')
  const { rows } = await nurse(erBoard.board, {})
  expect(screen.getAllByRole('article')).toHaveLength(rows.length)
})

test.each([
  ['en', 'Not asked yet: infection screen', 'Ask now', 'Save the answers'],
  ['th', 'ยังไม่ได้ถาม: คัดกรองโรคติดต่อ', 'ถามตอนนี้', 'บันทึกคำตอบ'],
])(
  'a question that nobody asked a RED patient stays on the card until somebody answers it (%s)',
  async (language, text, ask, save) => {
    const { patient } = await nurse(
      patients.register,
      Registration.parse({
        hn: crypto.randomUUID().slice(0, 8),
        title: 'นาย',
        name: 'ทดลอง',
        surname: `หมดสติ${language}`,
        gender: 'male',
        date_of_birth: '1990-02-03',
        identity_kind: 'none',
        is_someone_else: true,
      }),
    )
    const arrival = { kind: 'ER', source: 4, mode: 'STRETCHER' } as const
    await nurse(visits.arrive, { patient_id: patient._id, ...arrival, complaint: 'fell', is_accident: true })
    const row = await findRow((one) => one.patient._id === patient._id)
    const named = { patient_id: row.patient._id, visit_id: row.visit._id }
    const red = { values: {}, life_saving: ['CPR' as const], level: 'RED' as const, zone: 'RESUS' }
    await nurse(triage.record, { ...named, decision: red })
    await open(language)
    const card = await findCard(row)
    expect(card.getByText(text)).toBeDefined()
    await userEvent.click(card.getByRole('button', { name: new RegExp(`^${ask}`) }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: save }))
    const screening = dialog.getAllByRole('checkbox')
    await waitFor(() => expect(screening[0]?.closest('[data-error]')).not.toBeNull())
    await userEvent.click(screening[1] as HTMLElement)
    await userEvent.click(dialog.getByRole('button', { name: save }))
    await waitFor(() => expect(card.queryByText(text)).toBeNull())
    expect((await readRow(row)).visit.unasked).toEqual([])
    const { visit, triages } = await nurse(triage.prepare, { patient_id: row.patient._id })
    expect(visit?.infection_signs).toEqual(['RASH'])
    expect(triages.map(({ completes }) => completes)).toEqual([true, false])
    await nurse(visits.end, { ...named, disposition: 1 })
  },
)

/** Somebody unconscious whom nobody could ask, RED, with their row of the board. */
async function addRed(surname: string) {
  const { patient } = await nurse(
    patients.register,
    Registration.parse({
      hn: crypto.randomUUID().slice(0, 8),
      title: 'นางสาว',
      name: 'ทดลอง',
      surname,
      gender: 'female',
      date_of_birth: '1990-02-03',
      identity_kind: 'none',
      is_someone_else: true,
    }),
  )
  const arrival = { kind: 'ER', source: 4, mode: 'STRETCHER' } as const
  await nurse(visits.arrive, { patient_id: patient._id, ...arrival, complaint: 'fell' })
  const row = await findRow((one) => one.patient._id === patient._id)
  const named = { patient_id: patient._id, visit_id: row.visit._id }
  const red = { values: {}, life_saving: ['CPR' as const], level: 'RED' as const, zone: 'RESUS' }
  await nurse(triage.record, { ...named, decision: red })
  const correct = async (changed: Input<typeof visits.correct>['changed']) => {
    const { visit } = await nurse(triage.prepare, { patient_id: patient._id })
    const last_correction = visit?.last_correction ?? null
    await nurse(visits.correct, { ...named, last_correction, changed, reason: 'ญาติมาถึง' })
  }
  const readVisit = async () => (await nurse(triage.prepare, { patient_id: patient._id })).visit
  return { row, named, correct, readVisit }
}

const askNow = async (row: ErRow) => {
  await userEvent.click((await findCard(row)).getByRole('button', { name: /^Ask now/ }))
  return within(await screen.findByRole('dialog'))
}
const readAgain = () =>
  act(() => queryClient.invalidateQueries({ queryKey: [triage.prepare.path] }, { throwOnError: true }))

test('answers take back nothing that was corrected meanwhile, and say what a colleague has noted', async () => {
  const { row, named, correct, readVisit } = await addRed('แก้ระหว่างถาม')
  await open()
  const dialog = await askNow(row)
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Pregnant?' }), 'yes')
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Rash' }))
  await correct({ complaint: 'burnt', pregnancy: 'no' })
  await userEvent.click(dialog.getByRole('button', { name: 'Save the answers' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Not pregnant')
  expect(dialog.getByRole('textbox', { name: 'Chief complaint' })).toHaveProperty('value', 'burnt')
  await userEvent.click(dialog.getByRole('button', { name: 'Save the answers' }))
  await waitFor(async () =>
    expect(await readVisit()).toMatchObject({
      complaint: 'burnt',
      pregnancy: 'no',
      infection_signs: ['RASH'],
    }),
  )
  await nurse(visits.end, { ...named, disposition: 1 })
})

test('answers about a visit that ended meanwhile stay to be read; of one not here the dialog says so', async () => {
  const { row, named } = await addRed('กลับไปก่อน')
  await open()
  const dialog = await askNow(row)
  const complaint = dialog.getByRole('textbox', { name: 'Chief complaint' })
  await userEvent.clear(complaint)
  await userEvent.type(complaint, 'burnt')
  await nurse(visits.end, { ...named, disposition: 1 })
  await readAgain()
  expect((await dialog.findByRole('alert')).textContent).toContain('visit has ended')
  expect(complaint).toHaveProperty('value', 'burnt')
  expect(dialog.getByRole('button', { name: 'Save the answers' })).toHaveProperty('disabled', true)
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await userEvent.click((await findCard(row)).getByRole('button', { name: /^Ask now/ }))
  expect((await screen.findByRole('dialog')).textContent).toContain('not here')
})

test('a record opened from the board knows the order of its cards', async () => {
  sessionStorage.clear()
  await open()
  const links = await screen.findAllByRole('link', { name: /./ })
  const order = links.flatMap(
    (link) => /^\/app\/patients\/([^/]+)$/.exec(link.getAttribute('href') ?? '')?.[1] ?? [],
  )
  expect(order.length).toBeGreaterThan(2)
  const second = links.find((link) => link.getAttribute('href')?.endsWith(order[1] ?? 'none'))
  await userEvent.click(second as HTMLElement)
  expect(JSON.parse(sessionStorage.getItem('patient-order') ?? '{}').ids).toEqual(order)
})

test('each value has its own age; one from before the visit is set apart from one of now', async () => {
  const row = await findRow(({ visit }) => visit.nurse === null)
  await panel().root.deleteFrom('latest_values').where('patient_id', '=', row.patient._id).execute()
  const before = new Date(Date.parse(row.visit.visited_at) - 60_000).toISOString()
  await nurse(readings.record, {
    patient_id: row.patient._id,
    readings: [
      { kind: 'temperature', temperature: 36.9, measured_at: before },
      { kind: 'spo2', spo2: 97, oxygen: false, measured_at: testNow },
    ],
  })
  await open()
  const card = await findCard(row)
  const findValue = (figure: string) => card.getByText(figure).parentElement
  expect(findValue('36.9')?.hasAttribute('data-old')).toBe(true)
  expect(findValue('36.9')?.textContent).toContain('before this visit')
  expect(findValue('97')?.hasAttribute('data-old')).toBe(false)
  const measured = findValue('97')?.querySelector('time')?.dateTime ?? ''
  expect(Date.parse(measured)).toBe(Date.parse(testNow))
})

test.each([
  ['en', 'old:'],
  ['th', 'ค่าเก่า:'],
])(
  'a NEWS2 whose oldest part is too old to count is shown as old, as on the board of a ward (%s)',
  async (language, word) => {
    const row = await findRow(() => true)
    const { root } = panel()
    const { hospital_id } = await root
      .selectFrom('patients')
      .select('hospital_id')
      .where('id', '=', row.patient._id)
      .executeTakeFirstOrThrow()
    const showScore = async (oldestHours: number) => {
      cleanup()
      await root.deleteFrom('latest_values').where('patient_id', '=', row.patient._id).execute()
      await root
        .insertInto('latest_values')
        .values({
          hospital_id,
          patient_id: row.patient._id,
          vital: 'news2',
          value: 8,
          note: new Date(Date.parse(testNow) - oldestHours * 60 * 60_000).toISOString(),
          measured_at: testNow,
          source: 'system',
        })
        .execute()
      await open(language)
      const score = (await findCard(row)).getByText('NEWS2').parentElement
      return { isOld: score?.hasAttribute('data-old'), hasWord: score?.textContent?.includes(word) }
    }
    expect(await showScore(12)).toEqual({ isOld: true, hasWord: true })
    expect(await showScore(11)).toEqual({ isOld: false, hasWord: false })
  },
)

test('what others do at a card is shown with its event, and the card is highlighted as changed', async () => {
  const row = await findRow(({ visit }) => visit.bay === null && visit.nurse === null)
  await open()
  const card = await screen.findByRole('article', { name: formatPatientName(row.patient) })
  expect(card.querySelector('[data-new]')).toBeNull()
  const { event } = await nurse(erBoard.board, {})
  const stream = startTestStream()
  const stopSyncing = syncQueryCache()
  stream.send({ kind: 'open', number: Number(event) })
  const named = { patient_id: row.patient._id, visit_id: row.visit._id }
  await nurse(erBoard.change, { ...named, change: { act: 'place', zone: 'ACUTE', bay: 'Z9' } })
  const told = { visit_kinds: ['ER' as const], patient_ids: [row.patient._id] }
  stream.send(createStreamEvent(Number(event) + 1, { kind: 'visits-outdated', ...told }))
  await waitFor(() => expect(card.textContent).toContain('Z9'))
  expect(card.querySelector('[data-new]')).not.toBeNull()
  stream.stop()
  stopSyncing()
})

test('a nurse takes a patient over and ticks what is awaited; both can be undone', async () => {
  const row = await findRow(({ visit }) => visit.nurse === null && visit.pending.length === 0)
  await open()
  const card = await findCard(row)
  await userEvent.click(card.getByRole('button', { name: 'I take over' }))
  await waitFor(async () => expect((await readRow(row)).visit.nurse).not.toBeNull())
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect((await readRow(row)).visit.nurse).toBeNull())

  await userEvent.click((await findCard(row)).getByRole('button', { name: 'Waiting for …' }))
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Lab' }))
  await waitFor(async () => expect((await readRow(row)).visit.pending).toEqual(['LAB']))
  await userEvent.click(await (await findCard(row)).findByRole('button', { name: 'Lab: no longer awaited' }))
  await waitFor(async () => expect((await readRow(row)).visit.pending).toEqual([]))
})

test('a bay that another patient has is refused beside its field, and what was typed stays', async () => {
  const { rows } = await nurse(erBoard.board, {})
  const [one, other] = rows
  if (!one || !other) throw new Error('too few people are in the emergency room of the demo hospital')
  const named = { patient_id: one.patient._id, visit_id: one.visit._id }
  await nurse(erBoard.change, { ...named, change: { act: 'place', zone: 'ACUTE', bay: 'A1' } })
  await open()
  const name = formatPatientName(other.patient)
  await userEvent.click((await findCard(other)).getByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Zone and bay …' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Where is ${name}?` }))
  await userEvent.click(dialog.getByRole('radio', { name: 'Acute' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Bay' }), 'a1')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(`${formatPatientName(one.patient)} is in this bay.`)).toBeDefined()
  expect(dialog.getByRole('textbox', { name: 'Bay' })).toHaveProperty('value', 'a1')
})

test('a bay that is kept for an ambulance is refused, and taken when the nurse confirms it', async () => {
  const crew = await panel().asNew({ staffType: 'paramedic' })
  const mission = await requestAmbulance(nurse, { ...sceneRequest, patient_name: 'ชายไทย' })
  const { vehicle_id, team_id, call_sign } = await addCrew(panel(), crew)
  await takeSteps(nurse, mission, [{ step: 'ASSIGNED', vehicle_id, team_id }])
  await nurse(inbound.prepare, { _id: mission, zone: 'RESUS', bay: 'K1' })
  const row = await findRow(({ visit }) => visit.bay === null)
  await open()
  const name = formatPatientName(row.patient)
  await userEvent.click((await findCard(row)).getByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Zone and bay …' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Where is ${name}?` }))
  await userEvent.click(dialog.getByRole('radio', { name: 'Acute' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Bay' }), 'k1')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(new RegExp(`Kept for ชายไทย, arriving in ${call_sign}`))).toBeDefined()
  expect((await readRow(row)).visit.bay).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Place here anyway' }))
  await waitFor(async () => expect((await readRow(row)).visit.bay).toBe('k1'))
})

test.each([
  ['en', 'Inpatient: ', 'waiting for a bed'],
  ['th', 'ผู้ป่วยใน: ', 'รอเตียง'],
])(
  'an inpatient who comes is named with their bed, and waits for none (%s)',
  async (language, text, waits) => {
    const { rows } = await nurse(patients.list, { number_of_rec: 100 })
    const { rows: here } = await nurse(erBoard.board, {})
    const isHere = (id: string) => here.some((one) => one.patient._id === id)
    const found =
      rows.find(({ _id, bed }) => bed !== null && !isHere(_id)) ?? expect.fail('a bed has a patient')
    await nurse(visits.arrive, {
      patient_id: found._id,
      kind: 'ER',
      source: 1,
      mode: 'WALK',
      complaint: 'เจ็บอก',
    })
    await open(language)
    const card = await findCard(await findRow((one) => one.patient._id === found._id))
    expect(card.getByText(new RegExp(`^${text}.* · ${found.bed}$`))).toBeDefined()
    expect(card.queryByText(new RegExp(waits))).toBeNull()
  },
)

test('a visit can be ended at an earlier time; a time before the arrival is refused beside its field', async () => {
  const lastAct = ({ visit, last }: ErRow) =>
    Math.max(...[visit.visited_at, visit.first_seen_at, last?.at].map((at) => Date.parse(at ?? '') || 0))
  const row = await findRow((one) => !one.is_admitted && lastAct(one) < Date.parse(testNow) - 120_000)
  const name = formatPatientName(row.patient)
  await open()
  await userEvent.click((await findCard(row)).getByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Leaves …' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Leaves …' }))
  const end = async (at: number) => {
    const [day = '', time = ''] = new Date(at + 7 * 3_600_000).toISOString().split('T')
    const [dateField, timeField] = [dialog.getByLabelText(/^Date/), dialog.getByLabelText(/^Time/)]
    await userEvent.clear(dateField)
    await userEvent.type(dateField, day.split('-').reverse().join('/'))
    await userEvent.clear(timeField)
    await userEvent.type(timeField, time.slice(0, 5).replace(':', ''))
    await userEvent.click(dialog.getByRole('button', { name: 'End the visit' }))
  }
  await userEvent.click(dialog.getByRole('radio', { name: 'Goes home' }))
  await userEvent.click(dialog.getByLabelText('Earlier'))
  await end(Date.parse(row.visit.visited_at) - 3_600_000)
  expect(await dialog.findByText('This is before the patient arrived')).toBeDefined()
  const left = Math.ceil(lastAct(row) / 60_000) * 60_000
  await end(left)
  await waitFor(() => expect(screen.queryByRole('article', { name })).toBeNull())
  const { left_at } = await panel()
    .root.selectFrom('visits')
    .select('left_at')
    .where('id', '=', row.visit._id)
    .executeTakeFirstOrThrow()
  expect(Date.parse(left_at ?? '')).toBe(left)
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('article', { name })).toBeDefined()
})

test('a patient who has left is gone from the board, and is back when that is undone', async () => {
  const row = await findRow(({ is_admitted }) => !is_admitted)
  const name = formatPatientName(row.patient)
  await open()
  await userEvent.click((await findCard(row)).getByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Leaves …' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Leaves …' }))
  await userEvent.click(dialog.getByRole('radio', { name: 'Goes home' }))
  await userEvent.click(dialog.getByRole('button', { name: 'End the visit' }))
  await waitFor(() => expect(screen.queryByRole('article', { name })).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('article', { name })).toBeDefined()
})

test('whoever leaves hands their devices on, and undoing that tells that the monitoring ended', async () => {
  const row = await findRow(({ is_admitted, visit }) => !is_admitted && visit.request === null)
  const { rows } = await nurse(devices.list, { is_worn: false, is_wearable: true, number_of_rec: 100 })
  const device = rows.find(({ retired_at }) => retired_at === null)
  if (!device) throw new Error('the demo hospital has no free device')
  await nurse(devices.assign, { device_id: device._id, patient_id: row.patient._id })
  panel().wait(60_000)
  const name = formatPatientName(row.patient)
  await open()
  await userEvent.click((await findCard(row)).getByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Leaves …' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Leaves …' }))
  await userEvent.click(dialog.getByRole('radio', { name: 'Goes home' }))
  const ends = within(await dialog.findByRole('radiogroup', { name: device.name }))
  expect(ends.getByRole<HTMLInputElement>('radio', { name: 'Take back' }).checked).toBe(true)
  await userEvent.click(ends.getByRole('radio', { name: 'Hand over to another patient' }))
  await userEvent.click(dialog.getByRole('button', { name: 'End the visit' }))
  expect(await dialog.findByText('Field is required')).toBeDefined()
  await userEvent.click(ends.getByRole('radio', { name: 'Take back' }))
  await userEvent.click(dialog.getByRole('button', { name: 'End the visit' }))
  await waitFor(() => expect(screen.queryByRole('article', { name })).toBeNull())
  const worn = await nurse(devices.list, { patient_id: row.patient._id, is_worn: true })
  expect(worn.rows.map(({ _id }) => _id)).not.toContain(device._id)
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  const told = within(await screen.findByRole('dialog', { name: 'Monitoring has not come back' }))
  expect(told.getByText(new RegExp(`^${name} is here again`))).toBeDefined()
  await userEvent.click(told.getByRole('button', { name: 'Understood' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('in Thai the board tells when a doctor saw the patient', async () => {
  const row = await findRow(({ last }) => last?.level === 'YELLOW')
  await nurse(visits.see, { patient_id: row.patient._id, visit_id: row.visit._id })
  await open('th')
  const card = await screen.findByRole('article', { name: formatPatientName(row.patient) })
  expect(card.textContent).toContain('พบแพทย์เมื่อ')
})

test('an admission is requested from the card, which shows a decline until somebody has seen it', async () => {
  const row = await findRow(
    ({ visit, is_admitted, is_closed }) => visit.request === null && !is_admitted && !is_closed,
  )
  const visit = { patient_id: row.patient._id, visit_id: row.visit._id }
  await nurse(erBoard.change, { ...visit, change: { act: 'decide', decided: 2 } })
  await open()
  await userEvent.click((await findCard(row)).getByRole('button', { name: 'Ask for an admission' }))
  const dialog = within(await screen.findByRole('dialog'))
  const [ward] = (await nurse(reference.wards, {})).ward
  const wardName = ward?.name_en ?? ''
  await within(await dialog.findByLabelText(/^Ward/)).findByRole('option', { name: wardName })
  await userEvent.selectOptions(dialog.getByLabelText(/^Ward/), wardName)
  await userEvent.selectOptions(dialog.getByLabelText(/^Department/), '01')
  await userEvent.click(dialog.getByLabelText('Elective'))
  expect(dialog.getByLabelText(/^On which day/)).toBeDefined()
  await userEvent.click(dialog.getByLabelText('Urgent'))
  expect(dialog.queryByLabelText(/^On which day/)).toBeNull()
  await userEvent.type(dialog.getByLabelText(/^Why/), 'pneumonia')
  await userEvent.click(dialog.getByRole('button', { name: 'Ask for an admission' }))
  await waitFor(async () => expect((await readRow(row)).visit.request?.state).toBe('open'))
  const card = await findCard(row)
  expect(await card.findByText(new RegExp(`Asked ${ward?.name_en} for a bed`))).toBeDefined()
  expect(card.queryByRole('button', { name: 'Ask for an admission' })).toBeNull()

  const request_id = (await readRow(row)).visit.request?._id ?? ''
  await nurse(admissionRequests.decline, { patient_id: row.patient._id, request_id, reason: 'NO_BED' })
  await queryClient.invalidateQueries({ queryKey: [erBoard.board.path] })
  expect(await card.findByText(`${ward?.name_en} declined.`)).toBeDefined()
  await userEvent.click(card.getByRole('button', { name: 'I have seen it' }))
  await waitFor(async () => expect((await readRow(row)).visit.request).toBeNull())
  await waitFor(() => expect(card.queryByText(`${ward?.name_en} declined.`)).toBeNull())
})

test('the head says how many of its places a zone has taken', async () => {
  const doctor = await panel().as('doctor')
  const { version, settings } = await doctor(triage.settings, {})
  const { rows } = await nurse(erBoard.board, {})
  const taken = rows.filter(({ visit }) => visit.zone === 'ACUTE').length
  const places = { ...settings.places, ACUTE: taken - 1 }
  await doctor(triage.updateSettings, { version, settings: { ...settings, places }, reason: 'counted' })
  await open()
  expect(await screen.findByText(`${taken}/${taken - 1}`)).toBeDefined()
  expect(screen.getByText('over full')).toBeDefined()
})

test('a zone that was retired is still named on the card, and is not among those to choose', async () => {
  const admin = await panel().as('admin')
  const { version, settings } = await admin(triage.settings, {})
  const row = await findRow(() => true)
  const save = (is_retired: boolean, held: number) => {
    const tent = { code: 'TENT', name_en: 'Tent', name_th: 'เต็นท์', is_retired }
    const zones = { ...settings.zones, list: [tent, ...settings.zones.list] }
    return admin(triage.updateSettings, { version: held, settings: { ...settings, zones }, reason: 'tent' })
  }
  const saved = await save(false, version)
  const named = { patient_id: row.patient._id, visit_id: row.visit._id }
  await nurse(erBoard.change, { ...named, change: { act: 'place', zone: 'TENT', bay: 'T1' } })
  await save(true, saved.version)
  await open()
  const card = await findCard(row)
  expect(card.getByText('Tent · T1')).toBeDefined()
  expect(screen.getByText('Tent').textContent).toBe('Tent 1')
  const name = formatPatientName(row.patient)
  await userEvent.click(card.getByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Zone and bay …' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Where is ${name}?` }))
  expect(dialog.getAllByRole('radio').map((one) => one.closest('div')?.textContent)).toEqual([
    'Resus',
    'Acute',
    'Fast track',
    'OPD',
    'Isolation',
  ])
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('This zone is retired; please choose another')).toBeDefined()
  await userEvent.click(dialog.getByRole('radio', { name: 'Acute' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect((await readRow(row)).visit).toMatchObject({ zone: 'ACUTE', bay: 'T1' }))
})
