import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  ambulanceReferrals,
  ambulanceRequests,
  type Client,
  computePermissions,
  createClient,
  equipment,
  findReferralHolder,
  fleet,
  formRecords,
  formSettings,
  type Input,
  missions,
  operationRecords,
  referrals,
  type SessionToken,
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
import { sealStep } from 'server/support/tablet'
import { testNow } from 'server/testing'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { replaceFetch } from '../../../test/replace-fetch.ts'
import { RecordScreen } from '../../features/forms/record-screen.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { FormsPage } from './forms-page.tsx'
import { MissionsPage } from './missions-page.tsx'

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
  missionId = await requestAmbulance(nurse, {
    ...plannedRequest,
    received_at: new Date(Date.now() - 60_000).toISOString(),
    needed_at: new Date(Date.now() + 60 * 60_000).toISOString(),
    pick_up: 'ตึกอายุรกรรม ชั้น 3',
  })
})

afterEach(() => vi.useRealTimers())

async function open(
  person: Person,
  staffType: 'nurse' | 'paramedic' | 'driver',
  page: ReactNode,
  language = 'en',
) {
  const { user_id: _id, server_token } = person.session
  const permissions = [...computePermissions(staffType, staffType === 'paramedic')]
  signInAs({ ...malee, _id, server_token, permissions })
  await show(<SignedIn>{page}</SignedIn>, { language })
}

/** It is found by its number: other missions may be from the same place. */
const findCard = async () => {
  const number = (await read())?.number ?? ''
  return within((await screen.findByText(number)).closest('article') ?? document.body)
}
const read = async () => (await nurse(missions.board, {})).missions.find(({ _id }) => _id === missionId)

test('a dispatcher accepts a request, assigns a vehicle with its team, and is told what is missing', async () => {
  const { team_id: team, vehicle_id: vehicle } = await addCrew(panel(), crew, 'BLS')
  await open(nurse, 'nurse', <MissionsPage />)
  await userEvent.click((await findCard()).getByRole('button', { name: 'Accept' }))
  await userEvent.click(await (await findCard()).findByRole('button', { name: 'Assign vehicle and team' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  const field = await dialog.findByRole('combobox', { name: /^Vehicle/, description: /required/i })
  await userEvent.selectOptions(field, vehicle)
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Team/ }), team)
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  // The card moves to those that are on the way.
  expect(await screen.findByRole('button', { name: 'Dispatch' })).toBeDefined()
  expect(await read()).toMatchObject({ state: 'ASSIGNED', vehicle: { _id: vehicle } })
})

test.each([
  { language: 'en', threats: ['Not breathing', 'Unconscious'], group: /^6 Cardiac arrest/, code: '6 red 3' },
  { language: 'th', threats: ['ไม่หายใจ', 'ไม่รู้สึกตัว'], group: /^6 หัวใจหยุดเต้น/, code: '6 แดง 3' },
])(
  'dispatcher and crew read what threatens the life, and the code of the call ($language)',
  async ({ language, threats, group, code }) => {
    const { vehicle_id, team_id } = await addCrew(panel(), crew)
    missionId = await requestAmbulance(nurse, {
      ...sceneRequest,
      complaint: null,
      symptom_groups: ['6'],
      colour: 'RED',
      colour_number: 3,
      is_breathing: false,
      is_conscious: false,
    })
    await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id }])
    for (const [person, staffType, page] of [
      [nurse, 'nurse', <MissionsPage key="board" />],
      [crew, 'paramedic', <FormsPage key="own" />],
    ] as const) {
      await open(person, staffType, page, language)
      const card = await findCard()
      for (const threat of threats) expect(card.getByText(threat)).toBeDefined()
      expect(card.getByText(group).textContent).toContain(code)
      expect(card.queryByText(language === 'th' ? 'เลือดออกมาก' : 'Severe bleeding')).toBeNull()
      cleanup()
    }
  },
)

test.each([
  {
    language: 'en',
    accept: 'Accept',
    assign: 'Assign vehicle and team',
    labels: { vehicle: /^Vehicle/, team: /^Team/, why: 'Why' },
    save: 'Save',
    said: [/no negative pressure.*N95/, /no incubator/],
  },
  {
    language: 'th',
    accept: 'รับเรื่อง',
    assign: 'จัดรถและทีม',
    labels: { vehicle: /^รถ/, team: /^ทีม/, why: 'เหตุผล' },
    save: 'บันทึก',
    said: [/ไม่มีห้องความดันลบ.*N95/, /ไม่มีตู้อบทารก/],
  },
])(
  'a dispatcher reads what the vehicle lacks of what was asked for, and says why it goes ($language)',
  async ({ language, accept, assign, labels, save, said }) => {
    missionId = await requestAmbulance(nurse, {
      ...plannedRequest,
      isolation: ['AIRBORNE'],
      equipment: ['INCUBATOR'],
    })
    const { team_id, vehicle_id } = await addCrew(panel(), crew, 'BLS')
    await open(nurse, 'nurse', <MissionsPage />, language)
    await userEvent.click((await findCard()).getByRole('button', { name: accept }))
    await userEvent.click(await (await findCard()).findByRole('button', { name: assign }))
    const dialog = within(await screen.findByRole('dialog'))
    const field = await dialog.findByRole('combobox', { name: labels.vehicle })
    expect(dialog.queryByRole('status')).toBeNull()
    await waitFor(() => userEvent.selectOptions(field, vehicle_id))
    for (const one of said) expect(await dialog.findByText(one)).toBeDefined()
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: labels.team }), team_id)
    await userEvent.click(dialog.getByRole('button', { name: save }))
    const reason = await dialog.findByRole('textbox', { name: labels.why })
    await waitFor(() => expect(reason.getAttribute('aria-invalid')).toBe('true'))
    await userEvent.type(reason, 'ไม่มีคันอื่น')
    await userEvent.click(dialog.getByRole('button', { name: save }))
    await waitFor(async () => expect(await read()).toMatchObject({ state: 'ASSIGNED' }))
  },
)

test('a vehicle that is ready with faults says how many, in the strip and where it is assigned', async () => {
  const { vehicle_id, call_sign } = await addCrew(panel(), crew, 'BLS')
  const { items, day, shift } = await crew(equipment.sheet, { _id: vehicle_id })
  await crew(equipment.check, {
    new_id: newId(),
    vehicle_id,
    day,
    shift,
    kind: 'SHIFT',
    rows: items.map(({ item, needed }) => ({
      item,
      found: item === 'radio' ? 0 : needed,
      charge: 90,
      pressure: 1800,
      lot: 'L-1',
      expires_on: '2031-12-31',
    })),
    signature: { signer_name: 'สมชาย ใจดี' },
  })
  await open(nurse, 'nurse', <MissionsPage />)
  const vehicle = (await screen.findByText(call_sign)).closest('li')
  expect(vehicle?.textContent).toBe(`${call_sign} Ready, 1 open fault`)
  await userEvent.click((await findCard()).getByRole('button', { name: 'Accept' }))
  await userEvent.click(await (await findCard()).findByRole('button', { name: 'Assign vehicle and team' }))
  const option = await screen.findByRole('option', { name: `${call_sign} · Ready, 1 open fault` })
  expect(option).toHaveProperty('value', vehicle_id)
})

test('a hazard and a piece of equipment of the hospital stand on the card by their names', async () => {
  const admin = await panel().as('admin')
  const { version, settings } = await admin(formSettings.get, {})
  const own_options = {
    hazard: [{ name_th: 'โคลนถล่ม', name_en: 'Mudslide' }],
    'transport-equipment': [{ name_th: 'เครื่องนวดหัวใจ', name_en: 'Chest compressor' }],
  }
  await admin(formSettings.update, { version, settings: { ...settings, own_options }, reason: 'ทดสอบ' })
  missionId = await requestAmbulance(nurse, { ...sceneRequest, hazards: ['TRAFFIC', 'H1'] })
  await open(nurse, 'nurse', <MissionsPage />)
  expect(await (await findCard()).findByText('Hazard: Mudslide')).toBeDefined()
  missionId = await requestAmbulance(nurse, { ...plannedRequest, equipment: ['OXYGEN', 'H1'] })
  cleanup()
  await open(nurse, 'nurse', <MissionsPage />, 'th')
  expect(await (await findCard()).findByText(/เครื่องนวดหัวใจ$/)).toBeDefined()
})

test('the vehicles are asked for again when a shift or a day may have begun', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(testNow) })
  const { vehicle_id, call_sign } = await addCrew(panel(), crew, 'BLS')
  await open(nurse, 'nurse', <MissionsPage />)
  const readState = () => screen.getByText(call_sign).closest('li')?.dataset['status']
  await expect.poll(readState).toBe('READY')
  const ranOut = { tax_expires_on: '2026-11-04' }
  await panel().root.updateTable('vehicles').set(ranOut).where('id', '=', vehicle_id).execute()
  const pass = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000))
  await pass(27)
  expect(readState()).toBe('READY')
  await pass(2.5)
  await expect.poll(readState).toBe('CHECK_DUE')
})

test('a mission says how long is left until its next target, and that the target has passed', async () => {
  const call = (pick_up: string, seconds: number) =>
    requestAmbulance(nurse, {
      ...sceneRequest,
      received_at: new Date(Date.now() - seconds * 1_000).toISOString(),
      pick_up,
    })
  await call('สี่แยกบ้านสวน', 50)
  await call('หน้าโรงเรียน', 185)
  await open(nurse, 'nurse', <MissionsPage />)
  const readTimer = async (pickUp: string) =>
    within((await screen.findByText(pickUp)).closest('article') ?? document.body).getByRole('timer')
      .textContent
  expect(await readTimer('สี่แยกบ้านสวน')).toBe(' To leave the base: 1:10 min left')
  expect(await readTimer('หน้าโรงเรียน')).toBe(' To leave the base: 1:05 min over')
  // A transport that is planned has no target.
  for (const planned of screen.getAllByText(/ตึกอายุรกรรม ชั้น 3/))
    expect(within(planned.closest('article') ?? document.body).queryByRole('timer')).toBeNull()
})

test('a crew sees on the card what the request says, and opens the request to read it', async () => {
  missionId = await requestAmbulance(nurse, {
    ...plannedRequest,
    received_at: new Date(Date.now() - 60_000).toISOString(),
    pick_up: 'ห้องแยกโรค',
    isolation: ['AIRBORNE'],
    equipment: ['VENTILATOR', 'PUMP'],
    pump_count: 2,
    is_over_120_kg: true,
    has_advance_directive: true,
    reporter_name: 'พยาบาลเวร',
    reporter_phone: '0812345678',
  })
  const { team_id, vehicle_id } = await addCrew(panel(), crew, 'ALS')
  await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id, note: 'ไม่มีคันอื่น' }])
  await open(crew, 'paramedic', <FormsPage />)
  const card = within((await screen.findByText(/ห้องแยกโรค/)).closest('article') ?? document.body)
  for (const warning of ['Isolation precautions: Airborne', 'Over 120 kg', 'Advance directive (DNR)'])
    expect(card.getByText(warning)).toBeDefined()
  expect(card.getByText('Equipment: Ventilator, Infusion pump × 2')).toBeDefined()
  expect(card.getByText(/พยาบาลเวร/).textContent).toBe('Call-back number: 081 234 5678 · พยาบาลเวร')
  expect(card.getByRole('link', { name: '081 234 5678' })).toHaveProperty('href', 'tel:0812345678')
  const link = card.getByRole('link', { name: 'Request for an ambulance' })
  expect(link.getAttribute('href')).toBe(`/app/forms-detail/ambulance-request/${missionId}`)
  cleanup()
  await open(crew, 'paramedic', <RecordScreen form="ambulance-request" id={missionId} />)
  expect(await screen.findByText('ห้องแยกโรค')).toBeDefined()
  for (const act of [/void/i, /addendum/i, /^sign/i])
    expect(screen.queryByRole('button', { name: act })).toBeNull()
})

test.each([
  ['en', [' · in 2 hr', ' · 15 min late'], ['Urgency: Normal', '3 patients']],
  ['th', [' · อีก 2 ชม.', ' · เลยเวลา 15 นาที'], ['ความเร่งด่วน: ปกติ', 'ผู้ป่วย 3 ราย']],
])(
  'a dispatcher and a crew read when a transport is needed, how urgent it is and for how many (%s)',
  async (language, [ahead, late], [urgency, count]) => {
    const plan = (minutes: number) => ({
      ...plannedRequest,
      received_at: new Date(Date.now() - 60 * 60_000).toISOString(),
      needed_at: new Date(Date.now() + minutes * 60_000).toISOString(),
    })
    const [later, past] = [`ตึกตา ${language}`, `ตึกหู ${language}`]
    await requestAmbulance(nurse, { ...plan(-15), pick_up: past })
    const { team_id, vehicle_id } = await addCrew(panel(), crew, 'BLS')
    const _id = await requestAmbulance(nurse, { ...plan(125), pick_up: later })
    await nurse(missions.dispatch, { _id, event_id: newId(), step: 'ASSIGNED', vehicle_id, team_id })
    const scene = `แยกตลาด ${language}`
    const received_at = new Date(Date.now() - 60_000).toISOString()
    await requestAmbulance(nurse, { ...sceneRequest, received_at, patient_count: 3, pick_up: scene })
    const readCard = async (pickUp: string) =>
      (await screen.findByText((text) => text.startsWith(pickUp))).closest('article')?.textContent
    await open(nurse, 'nurse', <MissionsPage />, language)
    expect(await readCard(later)).toContain(ahead)
    expect(await readCard(later)).toContain(urgency)
    expect(await readCard(past)).toContain(late)
    expect(await readCard(scene)).toContain(count)
    cleanup()
    await open(crew, 'paramedic', <FormsPage />, language)
    expect(await readCard(later)).toContain(ahead)
    expect(await readCard(later)).toContain(urgency)
    await nurse(missions.dispatch, { _id, event_id: newId(), step: 'AT_SCENE' })
    cleanup()
    await open(crew, 'paramedic', <FormsPage />, language)
    expect(await readCard(later)).not.toContain(ahead)
  },
)

test.each([
  ['en', 'Request corrected'],
  ['th', 'ใบขอรถมีการแก้ไข'],
])(
  'a crew and a dispatcher read at the pick-up what was corrected of the request, the newest first (%s)',
  async (language, title) => {
    const { team_id, vehicle_id } = await addCrew(panel(), crew, 'BLS')
    await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id }])
    await open(crew, 'paramedic', <FormsPage />, language)
    expect((await findCard()).queryByText(title)).toBeNull()
    cleanup()
    for (const what of ['บ้านเลขที่ 98', 'บ้านเลขที่ 99'])
      await nurse(formRecords.addAddendum, { _id: missionId, what, why: 'ญาติโทรแจ้ง' })
    for (const [person, staffType, page] of [
      [crew, 'paramedic', <FormsPage key="crew" />],
      [nurse, 'nurse', <MissionsPage key="dispatch" />],
    ] as const) {
      await open(person, staffType, page, language)
      const box = within((await (await findCard()).findByText(title)).closest('section') ?? document.body)
      expect(box.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        expect.stringContaining('บ้านเลขที่ 99 (ญาติโทรแจ้ง)'),
        expect.stringContaining('บ้านเลขที่ 98 (ญาติโทรแจ้ง)'),
      ])
      cleanup()
    }
  },
)

test('a crew is asked of which mission a sheet is, and adds one that it began without', async () => {
  const { team_id, vehicle_id } = await addCrew(panel(), crew, 'BLS')
  await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id }])
  const readSheets = async () => (await crew(operationRecords.list, {})).rows.map((row) => row.mission?._id)
  await open(crew, 'paramedic', <FormsPage />)
  await findCard()
  const begin = async () => {
    const section = await screen.findByRole('region', { name: 'Operation Form' })
    await userEvent.click(within(section).getByRole('button', { name: 'New' }))
    return within(await screen.findByRole('dialog', { name: 'Which mission is this sheet for?' }))
  }
  await userEvent.click((await begin()).getByRole('button', { name: /ตึกอายุรกรรม ชั้น 3/ }))
  await expect.poll(readSheets).toEqual([missionId])
  cleanup()
  await open(crew, 'paramedic', <FormsPage />)
  await findCard()
  await userEvent.click((await begin()).getByRole('button', { name: 'No mission' }))
  await expect.poll(readSheets).toEqual([undefined, missionId])
  const [sheet] = (await crew(operationRecords.list, {})).rows
  cleanup()
  await open(crew, 'paramedic', <RecordScreen form="operation-form" id={sheet?._id ?? ''} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add to a mission' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('button', { name: /ตึกอายุรกรรม ชั้น 3/ }))
  await expect.poll(readSheets).toEqual([missionId, missionId])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add to a mission' })).toBeNull())
})

test('a crew on a mission is not asked of which one a request for an ambulance is', async () => {
  const { team_id, vehicle_id } = await addCrew(panel(), crew, 'BLS')
  await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id }])
  await open(crew, 'paramedic', <FormsPage />)
  await findCard()
  const section = await screen.findByRole('region', { name: 'Request for an ambulance' })
  await userEvent.click(within(section).getByRole('button', { name: 'New' }))
  // The request of the crew's mission is in the list too.
  const listBegun = async () => {
    const { rows } = await crew(ambulanceRequests.list, {})
    return rows.filter(({ _id }) => _id !== missionId)
  }
  await expect.poll(listBegun).toHaveLength(1)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a crew sees its mission among the forms and goes from step to step by one button', async () => {
  const { team_id: team, vehicle_id: vehicle } = await addCrew(panel(), crew, 'BLS')
  const assigned = { _id: missionId, event_id: newId(), step: 'ASSIGNED' as const }
  await nurse(missions.dispatch, { ...assigned, vehicle_id: vehicle, team_id: team })
  await open(crew, 'paramedic', <FormsPage />)
  for (const name of [
    'Left base',
    'At the pick-up',
    'Left the pick-up',
    'At the hospital',
    'Handed over',
    'Back at base',
  ])
    await userEvent.click(await (await findCard()).findByRole('button', { name }))
  await expect.poll(async () => (await read())?.state).toBe('BACK_AT_BASE')
  expect(await (await findCard()).findByText(/^Not closed yet/)).toBeDefined()
  await userEvent.click((await findCard()).getByRole('button', { name: 'Times' }))
  expect(
    await (await findCard()).findByRole('button', { name: 'Correct the time: Handed over' }),
  ).toBeDefined()
  await nurse(missions.dispatch, { _id: missionId, event_id: newId(), step: 'CLOSED', note: 'x' })
  await expect.poll(async () => (await crew(missions.mine, {})).missions).toEqual([])
})

/** A step of the crew of which nobody knows in which session it was pressed. */
async function bringDoubtful(step: Input<typeof missions.report>['step'], at: string) {
  const pressed = { _id: missionId, event_id: newId(), step, at, note: 'ฝนตก' }
  const part = await sealStep(panel(), crew, pressed, { token: 'never-given' })
  // A browser sends files so.
  await createClient({ fetch, session: () => crew.session })(missions.deliver, part)
}

test('a dispatcher accepts a step that waits, rejects another with a reason, and reads both afterwards', async () => {
  const at = (minutes: number) => new Date(Date.parse(testNow) + minutes * 60_000).toISOString()
  await takeSteps(nurse, missionId, [
    { step: 'ASSIGNED', at: at(-1), ...(await addCrew(panel(), crew, 'BLS')) },
  ])
  await bringDoubtful('EN_ROUTE', at(0))
  await bringDoubtful('AT_SCENE', at(1))
  await open(nurse, 'nurse', <MissionsPage />)
  expect(await (await findCard()).findByText('2 steps to review')).toBeDefined()
  const list = within((await findCard()).getByRole('alert', { name: 'Steps to review' }))
  expect(list.getAllByText(/The session is unknown\./)).toHaveLength(2)
  const [first, second] = list.getAllByRole('listitem')
  if (!first || !second) return expect.fail()
  expect(first.textContent).toMatch(/Left base.*ฝนตก/)

  await userEvent.click(within(second).getByRole('button', { name: 'Reject' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
  expect(await dialog.findByText('Please give a reason')).toBeDefined()
  await userEvent.type(dialog.getByLabelText(/^Why/), 'ยังไม่ถึง')
  await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
  expect(await (await findCard()).findByText('1 step to review')).toBeDefined()

  await userEvent.click((await findCard()).getByRole('button', { name: 'Accept' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Accept' }))
  await waitFor(async () => expect((await findCard()).queryByText(/to review/)).toBeNull())
  expect(await read()).toMatchObject({ state: 'EN_ROUTE' })
  await userEvent.click((await findCard()).getByRole('button', { name: 'Times' }))
  const times = (await findCard()).getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(times.join('\n')).toMatch(/Left base.*ฝนตก.*accepted by/)
  expect(times.join('\n')).toMatch(/At the pick-up.*rejected.*ยังไม่ถึง/)
})

test('a dispatcher reads why a step that waits cannot be accepted: the mission is closed', async () => {
  await takeSteps(nurse, missionId, [
    { step: 'ASSIGNED', ...(await addCrew(panel(), crew, 'BLS')) },
    { step: 'BACK_AT_BASE' },
    { step: 'CLOSED', note: 'x' },
  ])
  await bringDoubtful('EN_ROUTE', testNow)
  await open(nurse, 'nurse', <MissionsPage />)
  await userEvent.click(await (await findCard()).findByRole('button', { name: 'Accept' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Accept' }))
  expect(await dialog.findByText(/^The mission has moved on/)).toBeDefined()
})

test.each([
  ['en', 'Waiting for the dispatcher', 'Left base'],
  ['th', 'รอผู้สั่งการตรวจ', 'ออกจากฐาน'],
])(
  'a crew reads on its card that a step waits, and decides nothing about it (%s)',
  async (language, title, step) => {
    await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', ...(await addCrew(panel(), crew, 'BLS')) }])
    await bringDoubtful('EN_ROUTE', testNow)
    await open(crew, 'paramedic', <FormsPage />, language)
    const note = within(await (await findCard()).findByRole('alert', { name: title }))
    expect(note.getByText(step)).toBeDefined()
    expect(note.queryByRole('button')).toBeNull()
  },
)

test('a driver sees the mission of their team among the forms and presses its next step', async () => {
  const driver = await panel().asNew({ staffType: 'driver' })
  const { team_id, vehicle_id } = await addCrew(panel(), driver, 'BLS')
  await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id }])
  await open(driver, 'driver', <FormsPage />)
  await userEvent.click(await (await findCard()).findByRole('button', { name: 'Left base' }))
  await expect.poll(async () => (await read())?.state).toBe('EN_ROUTE')
  expect((await read())?.events.at(-1)).toMatchObject({ by: { _id: driver.session.user_id } })
})

test('a crew corrects a time with a reason, fills in one that was skipped, and is told when it does not fit', async () => {
  const assigned = await addCrew(panel(), crew, 'BLS')
  const at = (minutes: number) => new Date(Date.parse(testNow) + minutes * 60_000).toISOString()
  await nurse(missions.dispatch, {
    _id: missionId,
    event_id: newId(),
    step: 'ASSIGNED',
    vehicle_id: assigned.vehicle_id,
    team_id: assigned.team_id,
  })
  vi.setSystemTime(at(30))
  panel().wait(30 * 60_000)
  await crew(missions.report, { _id: missionId, event_id: newId(), step: 'AT_SCENE', at: at(20) })
  await open(crew, 'paramedic', <FormsPage />)
  await userEvent.click(await (await findCard()).findByRole('button', { name: 'Times' }))
  const write = async (button: string, time: string, why?: string) => {
    await userEvent.click(await (await findCard()).findByRole('button', { name: button }))
    const dialog = within(await screen.findByRole('dialog', { name: button }))
    const field = dialog.getByRole('textbox', { name: 'Time' })
    await userEvent.clear(field)
    await userEvent.type(field, time)
    if (why !== undefined) await userEvent.type(dialog.getByRole('textbox', { name: /^Why/ }), why)
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    return dialog
  }
  const bangkok = (minutes: number) =>
    new Date(Date.parse(at(minutes)) + 7 * 60 * 60_000).toISOString().slice(11, 16)
  await write('Fill in the time: Left base', bangkok(10))
  const filled = await (await findCard()).findByRole('button', { name: 'Correct the time: Left base' })
  expect(filled).toBeDefined()
  const early = await write('Correct the time: At the pick-up', bangkok(5), 'pressed late')
  expect(await early.findByText(/does not fit between the other times/)).toBeDefined()
  await userEvent.clear(early.getByRole('textbox', { name: 'Time' }))
  await userEvent.type(early.getByRole('textbox', { name: 'Time' }), bangkok(15))
  await userEvent.click(early.getByRole('button', { name: 'Save' }))
  expect(await (await findCard()).findByText('(corrected)')).toBeDefined()
  expect((await read())?.events.slice(1)).toMatchObject([
    { step: 'AT_SCENE', at: at(20), source: 'BUTTON' },
    { step: 'EN_ROUTE', at: at(10), source: 'LATER', note: null },
    { step: 'AT_SCENE', at: at(15), source: 'LATER', note: 'pressed late' },
  ])
})

test('a crew corrects when it was that nobody went along, and need not say the reason again', async () => {
  const at = (minutes: number) => new Date(Date.parse(testNow) - minutes * 60_000).toISOString()
  missionId = await requestAmbulance(nurse, { ...sceneRequest, received_at: at(60) })
  const { vehicle_id, team_id } = await addCrew(panel(), crew)
  await takeSteps(nurse, missionId, [
    { step: 'ASSIGNED', vehicle_id, team_id, at: at(50) },
    { step: 'AT_SCENE', at: at(40) },
  ])
  const left = { step: 'NO_TRANSPORT', at: at(5), reason: 'TREATED' } as const
  await crew(missions.report, { _id: missionId, event_id: newId(), ...left })
  await open(crew, 'paramedic', <FormsPage />)
  await userEvent.click(await (await findCard()).findByRole('button', { name: 'Times' }))
  const name = 'Correct the time: No transport'
  await userEvent.click(await (await findCard()).findByRole('button', { name }))
  const dialog = within(await screen.findByRole('dialog', { name }))
  const field = dialog.getByRole('textbox', { name: 'Time' })
  await userEvent.clear(field)
  const bangkok = new Date(Date.parse(at(30)) + 7 * 60 * 60_000).toISOString().slice(11, 16)
  await userEvent.type(field, bangkok)
  await userEvent.type(dialog.getByRole('textbox', { name: /^Why/ }), 'pressed late')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await (await findCard()).findByText('(corrected)')).toBeDefined()
  expect((await read())?.events.slice(-2)).toMatchObject([
    left,
    { step: 'NO_TRANSPORT', at: at(30), source: 'LATER', reason: 'TREATED', note: 'pressed late' },
  ])
})

test.each([
  {
    language: 'en',
    times: 'Times',
    button: 'Correct the time: Called',
    time: 'Time',
    why: /^Why/,
    save: 'Save',
  },
  { language: 'th', times: 'เวลา', button: 'แก้ไขเวลา: รับแจ้ง', time: 'เวลา', why: /^เหตุผล/, save: 'บันทึก' },
])(
  'a dispatcher corrects the time of the call with a reason, and both stay in sight ($language)',
  async ({ language, times, button, time, why, save }) => {
    await open(nurse, 'nurse', <MissionsPage />, language)
    const bangkok = (minutes: number) =>
      new Date(Date.parse(testNow) + (minutes + 7 * 60) * 60_000).toISOString().slice(11, 16)
    await userEvent.click(await (await findCard()).findByRole('button', { name: times }))
    await userEvent.click(await (await findCard()).findByRole('button', { name: button }))
    const dialog = within(await screen.findByRole('dialog', { name: button }))
    const field = dialog.getByRole('textbox', { name: time })
    await userEvent.clear(field)
    await userEvent.type(field, bangkok(-20))
    await userEvent.click(dialog.getByRole('button', { name: save }))
    const reason = await dialog.findByRole('textbox', { name: why })
    await waitFor(() => expect(reason.getAttribute('aria-invalid')).toBe('true'))
    await userEvent.type(reason, 'พิมพ์ผิด')
    await userEvent.click(dialog.getByRole('button', { name: save }))
    const [list] = within(
      (await (await findCard()).findByText(/พิมพ์ผิด/, { selector: 'ol *' })).closest('ol') ?? document.body,
    ).getAllByRole('listitem')
    expect(list?.querySelector('s')?.textContent).toContain(bangkok(-1))
    const mission = await read()
    expect(Date.parse(mission?.called_at ?? '')).toBe(Date.parse(testNow) - 20 * 60_000)
    // The newest time can be corrected again.
    expect((await findCard()).getAllByRole('button', { name: button })).toHaveLength(1)
  },
)

test('a crew reads when the call came in and corrects it not', async () => {
  const { vehicle_id, team_id } = await addCrew(panel(), crew, 'BLS')
  await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id }])
  await open(crew, 'paramedic', <FormsPage />)
  await userEvent.click(await (await findCard()).findByRole('button', { name: 'Times' }))
  expect(await (await findCard()).findByText('Called', { selector: 'strong' })).toBeDefined()
  expect((await findCard()).queryByRole('button', { name: 'Correct the time: Called' })).toBeNull()
})

test('a step that is pressed without a signal is kept with its time, and sent when there is one', async () => {
  const { team_id, vehicle_id } = await addCrew(panel(), crew, 'BLS')
  const assigned = { _id: missionId, event_id: newId(), step: 'ASSIGNED' as const }
  await nurse(missions.dispatch, { ...assigned, vehicle_id, team_id })
  const restore = replaceFetch((through) => async (url, init) => {
    if (url === missions.report.path) throw new TypeError('Failed to fetch')
    return through(url, init)
  })
  await open(crew, 'paramedic', <FormsPage />)
  await userEvent.click(await (await findCard()).findByRole('button', { name: 'Left base' }))
  expect(await (await findCard()).findByText(/^Not sent/)).toBeDefined()
  const pressed = new Date(testNow).toISOString()
  const later = new Date(Date.parse(testNow) + 4 * 60_000).toISOString()
  vi.setSystemTime(later)
  await userEvent.click((await findCard()).getByRole('button', { name: 'At the pick-up' }))
  await waitFor(async () =>
    expect((await findCard()).getByRole('button', { name: 'Left the pick-up' })).toBeDefined(),
  )
  panel().wait(4 * 60_000)
  restore()
  await userEvent.click((await findCard()).getByRole('button', { name: 'Send now' }))
  await waitFor(async () => expect((await read())?.state).toBe('AT_SCENE'))
  expect((await read())?.events.slice(1)).toMatchObject([
    { step: 'EN_ROUTE', at: pressed },
    { step: 'AT_SCENE', at: later },
  ])
  await waitFor(async () => expect((await findCard()).queryByText(/^Not sent/)).toBeNull())
})

test('a crew takes back a step that was pressed by mistake, and says why', async () => {
  const { team_id, vehicle_id } = await addCrew(panel(), crew, 'BLS')
  const event = () => ({ _id: missionId, event_id: newId() })
  await nurse(missions.dispatch, { ...event(), step: 'ASSIGNED', vehicle_id, team_id })
  await crew(missions.report, { ...event(), step: 'EN_ROUTE' })
  await crew(missions.report, { ...event(), step: 'AT_SCENE' })
  await open(crew, 'paramedic', <FormsPage />)
  await userEvent.click(await (await findCard()).findByRole('button', { name: 'Times' }))
  await userEvent.click(await (await findCard()).findByRole('button', { name: 'Pressed by mistake' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pressed by mistake: At the pick-up' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Pressed by mistake' }))
  await userEvent.type(dialog.getByRole('textbox', { name: /^Why/ }), 'wrong button')
  await userEvent.click(dialog.getByRole('button', { name: 'Pressed by mistake' }))
  await waitFor(async () => expect((await read())?.state).toBe('EN_ROUTE'))
  expect(await (await findCard()).findByText('(pressed by mistake)')).toBeDefined()
  expect((await findCard()).getByRole('button', { name: 'At the pick-up' })).toBeDefined()
})

test('the sheets that an operation needs are shown, and a dispatcher says which operation it is', async () => {
  const pick_up = 'ตึกสูติกรรม ชั้น 2'
  missionId = await requestAmbulance(nurse, {
    ...plannedRequest,
    received_at: new Date().toISOString(),
    pick_up,
  })
  const findOwn = async () =>
    within((await screen.findByText(/ตึกสูติกรรม/)).closest('article') ?? document.body)
  const admin = await panel().as('admin')
  const addOperation = (name: string, forms: Input<typeof fleet.saveOperation>['forms']) =>
    admin(fleet.saveOperation, { code: newId().slice(-8), name, unit_level: 'BLS', forms })
  const named = (name: string) => `${name} ${missionId.slice(-6)}`
  const { operation } = await addOperation(named('Home'), ['REQUEST', 'OPERATION', 'EQUIPMENT_CHECK'])
  await addOperation(named('Transfer'), ['TRANSFER_RECORDING'])
  const { team_id, vehicle_id } = await addCrew(panel(), crew, 'BLS')
  const step = { _id: missionId, event_id: newId(), step: 'ASSIGNED' as const }
  await nurse(missions.dispatch, { ...step, vehicle_id, team_id, operation_id: operation._id })
  await crew(operationRecords.add, { new_id: newId(), operations: [], mission_id: missionId })
  await open(nurse, 'nurse', <MissionsPage />)
  const listNeeded = async () => {
    const needed = within(await (await findOwn()).findByRole('list', { name: 'Sheets of this operation' }))
    return needed.getAllByRole('listitem').map(({ textContent }) => textContent)
  }
  expect(await listNeeded()).toEqual([
    'Request for an ambulance Complete',
    'Operation Form Started',
    'Equipment check Missing',
  ])
  await userEvent.click((await findOwn()).getByRole('button', { name: /^Actions for/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change the operation' }))
  const dialog = within(await screen.findByRole('dialog'))
  const choice = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Operation' })
  await waitFor(() => expect(choice.value).toBe(operation._id))
  await userEvent.selectOptions(choice, named('Transfer'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect(await listNeeded()).toEqual(['Transfer and treatment Missing']))
  await userEvent.click((await findOwn()).getByRole('button', { name: 'Times' }))
  const change = (await screen.findAllByText('Change the operation')).at(-1)?.closest('li')
  expect(change?.textContent).toContain(named('Transfer'))
})

test('what stands on the sheet of a mission is not typed again for the emergency room', async () => {
  const { team_id: team, vehicle_id: vehicle } = await addCrew(panel(), crew, 'BLS')
  const assigned = { _id: missionId, event_id: newId(), step: 'ASSIGNED' as const }
  await nurse(missions.dispatch, { ...assigned, vehicle_id: vehicle, team_id: team })
  // The limits of care would be the recommendation, if the crew had not typed one.
  const answers = {
    complaint: 'แน่นหน้าอก',
    medicines: 'aspirin',
    airway_care: ['SUCTION'],
    has_advance_directive: true,
  }
  const operations = Object.entries(answers).map(([path, answer]) => ({
    op_id: newId(),
    path,
    answer,
    at: testNow,
    device: 'test',
  }))
  await crew(operationRecords.add, { new_id: newId(), mission_id: missionId, operations })
  await crew(missions.report, { _id: missionId, event_id: newId(), step: 'EN_ROUTE' })
  await open(crew, 'paramedic', <FormsPage />)
  await userEvent.click(await (await findCard()).findByRole('button', { name: /emergency room/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByRole('textbox', { name: /^R ·/ }), 'cath lab')
  await userEvent.click(dialog.getByRole('button', { name: 'Write ISBAR from the form' }))
  const read = (letter: RegExp) => dialog.getByRole<HTMLTextAreaElement>('textbox', { name: letter }).value
  await waitFor(() => expect(read(/^S ·/)).toContain('แน่นหน้าอก'))
  expect(read(/^B ·/)).toContain('aspirin')
  expect(read(/^A ·/)).toContain('Suction')
  expect(read(/^R ·/)).toBe('cath lab')
})

test('a crew reads the isolation of the referral beside that of the request, each once', async () => {
  const { team_id, vehicle_id } = await addCrew(panel(), crew, 'ALS')
  const doctor = await panel().asNew({ staffType: 'doctor' })
  const found = await panel().root.selectFrom('patients').select('id').executeTakeFirstOrThrow()
  await doctor(ambulanceReferrals.add, {
    new_id: newId(),
    operations: answerAll({ patient: found.id, direction: 'OUT', isolation: ['CONTACT', 'AIRBORNE'] }),
  })
  missionId = await requestAmbulance(nurse, {
    ...plannedRequest,
    kind: 'REFER_OUT',
    pick_up: 'ห้องความดันลบ',
    patient: found.id,
    is_patient_unknown: null,
    isolation: ['CONTACT'],
  })
  await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id, note: 'ไม่มีคันอื่น' }])
  await open(crew, 'paramedic', <FormsPage />)
  const card = within((await screen.findByText(/ห้องความดันลบ/)).closest('article') ?? document.body)
  expect(card.getAllByText(/^Isolation precautions/).map((one) => one.textContent)).toEqual([
    'Isolation precautions: Contact',
    'Isolation precautions: Airborne',
  ])
})

test('a crew takes the referral of its patient in hand beside its mission', async () => {
  const { team_id: team, vehicle_id: vehicle } = await addCrew(panel(), crew, 'BLS')
  const doctor = await panel().asNew({ staffType: 'doctor' })
  const isNamed = panel()
    .root.selectFrom('form_records')
    .select('patient_id')
    .where('patient_id', 'is not', null)
  const found = await panel()
    .root.selectFrom('patients')
    .select('id')
    .where('id', 'not in', isNamed.$castTo<string>())
    .executeTakeFirstOrThrow()
  const write = (answers: Record<string, unknown>) =>
    Object.entries(answers).map(([path, answer]) => ({
      op_id: newId(),
      path,
      answer,
      at: testNow,
      device: 'test',
    }))
  const referral = newId()
  await doctor(ambulanceReferrals.add, {
    new_id: referral,
    operations: write({ patient: found.id, direction: 'OUT', risk: 'L' }),
  })
  const _id = newId()
  const { record } = await nurse(ambulanceRequests.add, {
    new_id: _id,
    operations: write({
      received_at: testNow,
      channel: 'REFER',
      reporter: 'HOSPITAL',
      reporter_phone: '1669',
      kind: 'REFER_OUT',
      patient_count: 1,
      pick_up: 'ตึกศัลยกรรม',
      destination: 'รพ. อื่น',
      needed_at: testNow,
      unit_level: 'BLS',
      position: 'LIE',
      urgency: 'U',
      patient: found.id,
    }),
  })
  await nurse(formRecords.complete, { _id, version: record.version })
  const assigned = { _id, event_id: newId(), step: 'ASSIGNED' as const }
  await nurse(missions.dispatch, { ...assigned, vehicle_id: vehicle, team_id: team })
  await open(crew, 'paramedic', <FormsPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Take shift' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Your qualification/ }), 'PARAMEDIC')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: 'Hand over' })).toBeDefined()
  const { referral: kept } = await doctor(referrals.get, { _id: referral })
  expect(findReferralHolder(kept.acts)?.staff._id).toBe(crew.session.user_id)
})

const referOut = { ...plannedRequest, kind: 'REFER_OUT', destination: 'รพ. ศิริราช' }
test.each([
  { language: 'en', request: sceneRequest, at: 'At the scene', left: 'Left the scene', times: 'Times' },
  { language: 'th', request: sceneRequest, at: 'ถึงที่เกิดเหตุ', left: 'ออกจากที่เกิดเหตุ', times: 'เวลา' },
  { language: 'en', request: referOut, at: 'At the pick-up', left: 'Left the pick-up', times: 'Times' },
  { language: 'th', request: referOut, at: 'ถึงจุดรับ', left: 'ออกจากจุดรับ', times: 'เวลา' },
])(
  'a mission says where it picks up whom it carries ($at)',
  async ({ language, request, at, left, times }) => {
    missionId = await requestAmbulance(nurse, request)
    const { vehicle_id, team_id } = await addCrew(panel(), crew)
    await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id }, { step: 'EN_ROUTE' }])
    await open(nurse, 'nurse', <MissionsPage />, language)
    await userEvent.click((await findCard()).getByRole('button', { name: at }))
    expect(await (await findCard()).findByRole('button', { name: left })).toBeDefined()
    await userEvent.click((await findCard()).getByRole('button', { name: times }))
    expect((await findCard()).getByText(at, { selector: 'strong' })).toBeDefined()
  },
)
