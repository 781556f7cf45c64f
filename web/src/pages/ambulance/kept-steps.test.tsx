import { locks } from 'node:worker_threads'
import { cleanNotifications } from '@mantine/notifications'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Client, computePermissions, missions, packPart, type SessionToken, users } from 'contract'
import { addCrew, plannedRequest, requestAmbulance } from 'server/support/missions'
import { startSealing } from 'server/support/tablet'
import { testNow } from 'server/testing'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { dumpStorage } from '../../../test/dump-storage.ts'
import { provideIndexedDb } from '../../../test/indexed-db.ts'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { queryClient } from '../../api/client.ts'
import { callsLostAt } from '../../api/connection.ts'
import { UserMenu } from '../../app/user-menu.tsx'
import type { PressedStep } from '../../clinical/ambulance/kept-step.ts'
import { deletePart, unstoredParts } from '../../features/forms/offline/kept-parts.ts'
import { noteServerTime, prepareOutbox } from '../../features/forms/offline/outbox.ts'
import { forgetPart } from '../../features/forms/offline/parts.ts'
import { findChain, keepStep, keptSteps, listSteps } from '../../features/forms/offline/steps/kept-steps.ts'
import { sendKeptSteps, startSendingSteps } from '../../features/forms/offline/steps/send-steps.ts'
import { StepsHost } from '../../features/forms/offline/steps/steps-host.tsx'
import { UnsentLine } from '../../features/forms/offline/unsent-line.tsx'
import { forgetVault, setUpVault, unlockVault } from '../../features/forms/offline/vault/kept-key.ts'
import { lockIdleVault, noteTouch } from '../../features/forms/offline/vault/vault.ts'
import { screenLock } from '../../session/lock.ts'
import { session } from '../../session/session.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { ConfirmHost } from '../../ui/feedback/confirm.tsx'
import { ToastHost } from '../../ui/feedback/toast-host.tsx'
import { AppPage } from '../account/app-page.tsx'
import { FormsPage } from './forms-page.tsx'

type Person = Client & { session: SessionToken }
type Call = Parameters<typeof fetch>
type Answer = (...called: Call) => Response | Promise<Response>

const { panel } = usePanel()
let nurse: Person
let crew: Person
let missionId: string
let hospital: typeof malee.hospital
let network: typeof fetch
/** Event ids of the steps that were sent, whatever became of them. */
let sent: string[]
/** What the network answers to steps, the first one first, instead of the panel; after these the panel answers. */
let answers: (Answer | undefined)[]
/** Whether no call at all arrives, until `find`: one that did would say that the network is back. */
let isCut: boolean

const lost = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch'))
const neverAnswered: Answer = (_url, init) =>
  new Promise((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })
const reply = (error_code: number, status: number) => () =>
  new Response(JSON.stringify({ success: false, error_code }), {
    status,
    headers: { 'content-type': 'application/json' },
  })

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(testNow) })
  // What the browser has over HTTPS.
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  localStorage.clear()
  const { id } = await panel().root.selectFrom('hospitals').select('id').executeTakeFirstOrThrow()
  hospital = { ...malee.hospital, _id: id }
  nurse = await panel().asNew({ staffType: 'nurse' })
  crew = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
  const received_at = new Date(Date.now() - 60_000).toISOString()
  missionId = await requestAmbulance(nurse, { ...plannedRequest, received_at })
  const { team_id, vehicle_id } = await addCrew(panel(), crew, 'BLS')
  await nurse(missions.dispatch, { ...event(), step: 'ASSIGNED', team_id, vehicle_id })
  sent = []
  answers = []
  isCut = false
  network = globalThis.fetch
  signInPerson(crew)
  await prepareOutbox()
  session.endByChoice()
  globalThis.fetch = async (url, init) => {
    const eventId = readEventId(url, init)
    if (!eventId) return isCut ? lost() : network(url, init)
    sent.push(eventId)
    const answer = isCut ? lost : answers.shift()
    return answer ? answer(url, init) : network(url, init)
  }
})

provideIndexedDb()

afterEach(async () => {
  globalThis.fetch = network
  for (const { op_id } of await listSteps()) await forgetPart(op_id)
  callsLostAt.set(undefined)
  session.endByChoice()
  cleanNotifications()
  vi.useRealTimers()
})

/** Reads the id of the step that a call sends, in clear or sealed. */
function readEventId(url: unknown, init: RequestInit | undefined): string | undefined {
  if (url === missions.report.path) return JSON.parse(init?.body as string).event_id
  const body = init?.body
  if (url !== missions.deliver.path || !(body instanceof FormData)) return undefined
  const id = body.get('op_id')
  return typeof id === 'string' ? id : undefined
}

const event = () => ({ _id: missionId, event_id: newId() })

function signInPerson({ session: { user_id: _id, server_token } }: Person) {
  signInAs({ ...malee, hospital, _id, server_token, permissions: [...computePermissions('paramedic', true)] })
}

type Step = PressedStep['step']

/** A step that the crew pressed; whoever is signed in by then is the crew. */
async function keep(step: Step['step'], more: Partial<Step> = {}): Promise<string> {
  signInPerson(crew)
  const made = { ...event(), step, at: testNow, ...more }
  await act(async () => {
    await keepStep({ step: made, number: '2569-0001' }, await findChain(made._id))
  })
  return made.event_id
}

/** A browser whose cryptography fails. */
function sealNothing() {
  const none = vi.spyOn(crypto.subtle, 'encrypt').mockRejectedValue(new Error('no cryptography'))
  onTestFinished(() => none.mockRestore())
  return none
}

const open = async (person: Person = crew) => {
  signInPerson(person)
  await show(
    <SignedIn>
      <ConfirmHost>
        <StepsHost />
        <FormsPage />
        <ToastHost />
      </ConfirmHost>
    </SignedIn>,
  )
}

/** A page that died holds no lock any more. */
const freeLocks = () => Reflect.deleteProperty(navigator, 'locks')

/** Another page of the same browser: the next one, or another tab. */
async function openNextPage() {
  vi.resetModules()
  const { sendKeptSteps } = await import('../../features/forms/offline/steps/send-steps.ts')
  const { keptSteps } = await import('../../features/forms/offline/steps/kept-steps.ts')
  const { refreshState } = await import('../../features/forms/offline/outbox.ts')
  const { connectApi } = await import('../../api/client.ts')
  connectApi((await import('../../session/connect-api.ts')).sessionHooks)
  const { outboxState } = await import('../../features/forms/offline/outbox-state.ts')
  const { unlockVault } = await import('../../features/forms/offline/vault/kept-key.ts')
  const { readCopy } = await import('../../features/forms/offline/copies.ts')
  await refreshState(false)
  return { sendKeptSteps, keptSteps, outboxState, unlockVault, readCopy }
}

/** Ends the time of the next call that has a limit. */
function limitCall(): AbortController {
  const limit = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal)
  onTestFinished(() => timeout.mockRestore())
  return limit
}

/** Any screen but those of missions. */
const openElsewhere = (person: Person = crew) => {
  signInPerson(person)
  return show(
    <SignedIn>
      <StepsHost />
      <h1>Patients</h1>
    </SignedIn>,
  )
}

const pin = new TextEncoder().encode('246810')

/** The tablet has the crew's PIN, and is left alone until it locks; the test ends without one. */
async function setUpPin() {
  signInPerson(crew)
  expect(await setUpVault('pin', pin)).toBe(true)
  onTestFinished(async () => {
    signInPerson(crew)
    await forgetVault()
  })
}
async function leaveAlone() {
  noteTouch()
  vi.setSystemTime(Date.now() + 6 * 60_000)
  await act(async () => lockIdleVault())
}

const readEvents = async () =>
  (await nurse(missions.board, {})).missions
    .find(({ _id }) => _id === missionId)
    ?.events.slice(1)
    .map(({ step, at }) => ({ step, at }))
const listKept = () => keptSteps.get().map(({ pressed }) => pressed?.step.step)
const countStored = async () => (await listSteps()).length - unstoredParts.length
const expectAllSent = () =>
  waitFor(async () => expect([listKept(), (await listSteps()).length]).toEqual([[], 0]))
const lose = () => act(() => callsLostAt.set(Date.now()))
const find = () => {
  isCut = false
  act(() => callsLostAt.set(undefined))
}
const answerDialog = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

test("a step pressed without a signal has the server's time, also on a tablet that is three hours ahead", async () => {
  vi.setSystemTime(Date.parse(testNow) + 3 * 3_600_000)
  await noteServerTime(testNow)
  await open()
  isCut = true
  await userEvent.click(await screen.findByRole('button', { name: 'Left base' }))
  await waitFor(() => expect(listKept()).toEqual(['EN_ROUTE']))
  expect(keptSteps.get()[0]?.pressed?.step.at).toBe(new Date(testNow).toISOString())
  find()
  await expectAllSent()
  expect(await readEvents()).toEqual([{ step: 'EN_ROUTE', at: new Date(testNow).toISOString() }])
  await noteServerTime(new Date().toISOString())
})

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const choose = async (name: string) => {
  await press('Actions for ' + (await screen.findByRole('article')).getAttribute('aria-label'))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

test('nobody taken along is kept with its reason, sealed, and leads back to the base', async () => {
  await nurse(missions.dispatch, { ...event(), step: 'AT_SCENE' })
  await open()
  await act(prepareOutbox)
  await screen.findByRole('button', { name: 'Left the pick-up' })
  isCut = true
  await choose('No transport')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Note'), 'ญาติไม่ให้นำส่ง')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Field is required')).toBeDefined()
  expect(await countStored()).toBe(0)
  await userEvent.selectOptions(dialog.getByLabelText(/^Reason/), 'Patient refuses transport')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(listKept()).toEqual(['NO_TRANSPORT']))
  expect(await screen.findByRole('button', { name: 'Back at base' })).toBeDefined()
  expect(await dumpStorage()).not.toMatch(/TRANSPORT|ญาติ/)
  await press('Back at base')
  await waitFor(() => expect(listKept()).toEqual(['NO_TRANSPORT', 'BACK_AT_BASE']))
  find()
  await expectAllSent()
  const { events } = (await nurse(missions.board, {})).missions.find(({ _id }) => _id === missionId) ?? {}
  const by = expect.objectContaining({ _id: crew.session.user_id })
  const told = { reason: 'REFUSED_TRANSPORT', note: 'ญาติไม่ให้นำส่ง', by }
  expect(events?.slice(2)).toMatchObject([
    { step: 'NO_TRANSPORT', ...told },
    { step: 'BACK_AT_BASE', by },
  ])
})

test('a press does not overtake the steps that are kept, though its own call would arrive', async () => {
  await nurse(missions.dispatch, { ...event(), step: 'AT_SCENE' })
  await open()
  await act(prepareOutbox)
  await screen.findByRole('button', { name: 'Left the pick-up' })
  isCut = true
  await choose('No transport')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.selectOptions(dialog.getByLabelText(/^Reason/), 'Patient refuses transport')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(listKept()).toEqual(['NO_TRANSPORT']))
  isCut = false
  await press('Back at base')
  await expectAllSent()
  const { events } = (await nurse(missions.board, {})).missions.find(({ _id }) => _id === missionId) ?? {}
  expect(events?.slice(2).map(({ step }) => step)).toEqual(['NO_TRANSPORT', 'BACK_AT_BASE'])
})

test('a step with a typed time, and one that is taken back, are kept and sent in order', async () => {
  await nurse(missions.dispatch, { ...event(), step: 'EN_ROUTE' })
  await open()
  await act(prepareOutbox)
  isCut = true
  await press('Times')
  await press('Pressed by mistake')
  await userEvent.type(within(await screen.findByRole('dialog')).getByLabelText(/^Why/), 'ยังไม่ออก')
  await answerDialog('Pressed by mistake')
  await waitFor(() => expect(listKept()).toEqual(['WITHDRAWN']))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('Pressed by mistake: Left base')).toBeDefined()
  await screen.findByRole('button', { name: 'Left base' })
  await press('At another time')
  await answerDialog('Save')
  await waitFor(() => expect(listKept()).toEqual(['WITHDRAWN', 'EN_ROUTE']))
  find()
  await expectAllSent()
  expect((await readEvents())?.map(({ step }) => step)).toEqual(['EN_ROUTE', 'WITHDRAWN', 'EN_ROUTE'])
})

test('a step that is taken back without a signal takes back nothing that somebody recorded meanwhile', async () => {
  await nurse(missions.dispatch, { ...event(), step: 'EN_ROUTE' })
  await open()
  await act(prepareOutbox)
  isCut = true
  await press('Times')
  await press('Pressed by mistake')
  await userEvent.type(within(await screen.findByRole('dialog')).getByLabelText(/^Why/), 'ยังไม่ออก')
  await answerDialog('Pressed by mistake')
  await waitFor(() => expect(listKept()).toEqual(['WITHDRAWN']))
  await nurse(missions.dispatch, { ...event(), step: 'WITHDRAWN', withdraws: 'EN_ROUTE', note: 'x' })
  await nurse(missions.dispatch, { ...event(), step: 'EN_ROUTE' })
  find()
  expect(await screen.findByText(/^The step was corrected, taken back or recorded again/)).toBeDefined()
  expect((await readEvents())?.map(({ step }) => step)).toEqual(['EN_ROUTE', 'WITHDRAWN', 'EN_ROUTE'])
})

const secondsAgo = (count: number) => new Date(Date.parse(testNow) - count * 1000).toISOString()

test('a step that arrives late fills in what was skipped, and one from before a later step of the desk is refused', async () => {
  await nurse(missions.dispatch, { ...event(), step: 'LEFT_SCENE', at: secondsAgo(30) })
  const diversion = { step: 'DIVERTED', destination: 'รพ. อื่น', at: secondsAgo(10) } as const
  await nurse(missions.dispatch, { ...event(), ...diversion })
  await keep('AT_SCENE', { at: secondsAgo(40) })
  await keep('AT_DESTINATION', { at: secondsAgo(20) })
  await open()
  expect(await screen.findByText(/does not fit between the other times/)).toBeDefined()
  expect(listKept()).toEqual(['AT_DESTINATION'])
  expect(screen.getByRole('button', { name: 'Remove: At the hospital' })).toBeDefined()
  expect((await readEvents())?.map(({ step }) => step)).toEqual(['LEFT_SCENE', 'DIVERTED', 'AT_SCENE'])
})

test('a step is not taken back without a signal once the desk has diverted the mission after it', async () => {
  await nurse(missions.dispatch, { ...event(), step: 'LEFT_SCENE' })
  await open()
  await act(prepareOutbox)
  isCut = true
  await press('Times')
  await press('Pressed by mistake')
  await userEvent.type(within(await screen.findByRole('dialog')).getByLabelText(/^Why/), 'ยังไม่ออก')
  await answerDialog('Pressed by mistake')
  await waitFor(() => expect(listKept()).toEqual(['WITHDRAWN']))
  await nurse(missions.dispatch, { ...event(), step: 'DIVERTED', destination: 'รพ. อื่น' })
  find()
  expect(await screen.findByText(/^The mission has moved on/)).toBeDefined()
  expect((await readEvents())?.map(({ step }) => step)).toEqual(['LEFT_SCENE', 'DIVERTED'])
  expect(listKept()).toEqual(['WITHDRAWN'])
})

test('a step that was sealed is brought by a colleague in the name of who pressed it', async () => {
  await nurse(missions.dispatch, { ...event(), step: 'AT_SCENE' })
  await open()
  await act(prepareOutbox)
  await screen.findByRole('button', { name: 'Left the pick-up' })
  isCut = true
  await press('Left the pick-up')
  await waitFor(() => expect(listKept()).toEqual(['LEFT_SCENE']))
  const other = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
  act(() => session.endByChoice())
  find()
  act(() => signInPerson(other))
  await expectAllSent()
  const { events } = (await nurse(missions.board, {})).missions.find(({ _id }) => _id === missionId) ?? {}
  expect(events?.at(-1)).toMatchObject({ step: 'LEFT_SCENE', by: { _id: crew.session.user_id } })
})

test('what is written where nothing can be sealed stays in the page, which says so', async () => {
  await nurse(missions.dispatch, { ...event(), step: 'AT_SCENE' })
  await open()
  await screen.findByRole('button', { name: 'Left the pick-up' })
  isCut = true
  sealNothing()
  await choose('No transport')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.selectOptions(dialog.getByLabelText(/^Reason/), 'Died')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^Only this page has it/)).toBeDefined()
  expect(await countStored()).toBe(0)
  find()
  await expectAllSent()
  expect((await readEvents())?.map(({ step }) => step)).toEqual(['AT_SCENE', 'NO_TRANSPORT'])
})

test('nothing of a kept step stands in clear on the tablet: which it is, of which mission, whose and when', async () => {
  await open()
  const { number } = (await crew(missions.mine, {})).missions[0] ?? {}
  await screen.findByRole('button', { name: 'Left base' })
  isCut = true
  await press('Left base')
  await waitFor(() => expect(listKept()).toEqual(['EN_ROUTE']))
  const stored = await dumpStorage()
  expect(stored).toContain(keptSteps.get()[0]?.op_id)
  const { first_name, last_name } = malee
  const clear = ['EN_ROUTE', missionId, number, first_name, last_name, new Date(testNow).toISOString()]
  expect(clear.filter((one) => stored.includes(one ?? 'no number'))).toEqual([])
})

test('its author alone reads a kept step after a lock, and a refused one with its words, to write it anew', async () => {
  await setUpPin()
  await keep('NO_TRANSPORT', { reason: 'DIED', note: 'พบเสียชีวิตแล้ว' })
  await open()
  expect(await screen.findByText(/Died · พบเสียชีวิตแล้ว/)).toBeDefined()
  expect(await screen.findByText(/^The mission has moved on/)).toBeDefined()
  await leaveAlone()
  expect(await screen.findByText(/^They are sealed/)).toBeDefined()
  expect(screen.queryByText(/พบเสียชีวิตแล้ว/)).toBeNull()
  await act(() => unlockVault(pin))
  expect(await screen.findByText(/Died · พบเสียชีวิตแล้ว/)).toBeDefined()
})

test('a kept step is counted and in sight after a reload that locked it, is read once it is open, and is sent', async () => {
  await setUpPin()
  const opId = await keep('EN_ROUTE')
  isCut = true
  lose()
  await leaveAlone()
  queryClient.clear()
  await open()
  expect(await screen.findByText(/^They are sealed/)).toBeDefined()
  expect(screen.getByText(/^1 not sent/)).toBeDefined()
  const next = await openNextPage()
  expect(next.outboxState.get().unsent).toBe(1)
  await waitFor(() => expect(next.keptSteps.get()).toMatchObject([{ op_id: opId, pressed: undefined }]))
  expect(await next.unlockVault(pin)).toBe('open')
  await waitFor(() =>
    expect(next.keptSteps.get()).toMatchObject([{ pressed: { step: { _id: missionId, step: 'EN_ROUTE' } } }]),
  )
  isCut = false
  expect(await next.sendKeptSteps()).toBe(true)
  expect((await readEvents())?.map(({ step }) => step)).toEqual(['EN_ROUTE'])
  await waitFor(() => expect(next.outboxState.get().unsent).toBe(0))
})

test('a step that nobody unlocks after a reload is sent all the same', async () => {
  await setUpPin()
  await keep('EN_ROUTE')
  await leaveAlone()
  const next = await openNextPage()
  expect(await next.sendKeptSteps()).toBe(true)
  expect((await readEvents())?.map(({ step }) => step)).toEqual(['EN_ROUTE'])
})

test('a step that nobody unlocks, and that the mission does not take, leaves the tablet and waits', async () => {
  await setUpPin()
  await keep('NO_TRANSPORT', { reason: 'DIED', note: 'พบเสียชีวิตแล้ว' })
  await leaveAlone()
  const next = await openNextPage()
  expect(await next.sendKeptSteps()).toBe(true)
  await waitFor(() => expect(next.outboxState.get().unsent).toBe(0))
  expect(await readEvents()).toEqual([])
  const mission = (await nurse(missions.board, {})).missions.find(({ _id }) => _id === missionId)
  expect(mission?.waiting_steps).toMatchObject([
    { step: 'NO_TRANSPORT', note: 'พบเสียชีวิตแล้ว', because: 'not-taken' },
  ])
})

const openPreAlert = async () => {
  await press('Tell the emergency room')
  return screen.findByLabelText('Minutes until the arrival')
}

test('what is typed into a pre-alert while the tablet is locked stays in the page, and is kept once it is open', async () => {
  await nurse(missions.dispatch, { ...event(), step: 'EN_ROUTE' })
  await setUpPin()
  await leaveAlone()
  await open()
  await openPreAlert()
  await userEvent.type(screen.getByLabelText(/Situation/), 'เจ็บหน้าอกมาก')
  expect(screen.getByText(/^Only this page has what you enter/)).toBeDefined()
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await dumpStorage()).not.toMatch(/เจ็บ/)
  await openPreAlert()
  await waitFor(() => expect(screen.getByLabelText(/Situation/)).toHaveProperty('value', 'เจ็บหน้าอกมาก'))
  await press('Cancel')
  await act(() => unlockVault(pin))
  const next = await openNextPage()
  await next.unlockVault(pin)
  await waitFor(async () =>
    expect(await next.readCopy(`pre-alert:${missionId}`)).toMatchObject({
      value: { story: { situation: 'เจ็บหน้าอกมาก' } },
    }),
  )
  expect(await dumpStorage()).not.toMatch(/เจ็บ/)
})

/** A minute passes: what the crew presses then came after the end of its session. */
async function blockCrew() {
  const { user_id: _id } = crew.session
  const admin = await panel().as('admin')
  const { user } = await admin(users.get, { _id })
  await admin(users.decide, { _id, version: user.version, act: 'block', reason: 'ลาออก' })
  panel().wait(60_000)
  onTestFinished(() => panel().wait(-60_000))
  vi.setSystemTime(Date.now() + 60_000)
}

test('a step of somebody who was blocked before it waits for a dispatcher, and whoever brings it is told so', async () => {
  await blockCrew()
  await keep('EN_ROUTE')
  await open(await panel().asNew({ staffType: 'paramedic', isFormUser: true }))
  expect(await screen.findByText(/^1 mission step was received\. It waits for the dispatcher/)).toBeDefined()
  expect(screen.queryByText(/Left base/)).toBeNull()
  await expectAllSent()
  expect(await readEvents()).toEqual([])
  const mission = (await nurse(missions.board, {})).missions.find(({ _id }) => _id === missionId)
  expect(mission?.waiting_steps).toMatchObject([
    { step: 'EN_ROUTE', because: 'revoked', by: { _id: crew.session.user_id } },
  ])
  await press('Seen')
  expect(screen.queryByText(/^1 mission step was received/)).toBeNull()
})

test('whoever lost the mission to another crew is told that what they press waits, and not that it is taken', async () => {
  await open()
  const button = await screen.findByRole('button', { name: 'Left base' })
  await nurse(missions.dispatch, { ...event(), step: 'REASSIGNED' })
  await userEvent.click(button)
  expect(await screen.findByText(/^1 mission step was received\. It waits for the dispatcher/)).toBeDefined()
  expect(screen.queryByText('Mission Updated')).toBeNull()
  await expectAllSent()
  await press('Seen')
})

test('a step of somebody who was blocked and never of its crew is discarded by a colleague, who cannot read it', async () => {
  await blockCrew()
  await keep('EN_ROUTE', { _id: newId() })
  const other = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
  await open(other)
  expect(await screen.findByText(/^A colleague pressed these steps/)).toBeDefined()
  expect(screen.getByText(/pressed after the session had been ended/)).toBeDefined()
  expect(screen.queryByText(/Left base/)).toBeNull()
  await press('Remove: Mission step')
  expect(await screen.findByText(/nobody else can read them/)).toBeDefined()
  await answerDialog('Remove')
  await expectAllSent()
  expect(await countStored()).toBe(0)
})

test('a refused step of a mission without a card says its mission and why, and can be removed', async () => {
  await keep('BACK_AT_BASE', { _id: newId() })
  await open()
  expect(await screen.findByText(/not in your list any more/)).toBeDefined()
  expect(screen.getByText(/2569-0001/)).toBeDefined()
  expect(await screen.findByText('This record does not exist, or you may not see it.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Remove: Back at base' }))
  await answerDialog('Remove')
  await expectAllSent()
  expect(screen.queryByText(/^Not sent/)).toBeNull()
})

test('a step that is refused for its time says so', async () => {
  await keep('EN_ROUTE', { at: new Date(Date.parse(testNow) + 3_600_000).toISOString() })
  await open()
  expect(await screen.findByText('This date is in the future')).toBeDefined()
})

test('a crew takes back a step that was not sent yet, and it is never sent', async () => {
  await open()
  isCut = true
  await userEvent.click(await screen.findByRole('button', { name: 'Left base' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove: Left base' }))
  await answerDialog('Cancel')
  expect(listKept()).toEqual(['EN_ROUTE'])
  await userEvent.click(await screen.findByRole('button', { name: 'Remove: Left base' }))
  await answerDialog('Remove')
  await expectAllSent()
  expect(await screen.findByRole('button', { name: 'Left base' })).toBeDefined()
  find()
  expect(new Set(sent).size).toBe(1)
  expect(await readEvents()).toEqual([])
})

test('a step that is being sent cannot be removed, and one removed meanwhile is not sent after it', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>()
  answers = [() => held.then(lost)]
  const first = await keep('EN_ROUTE')
  await keep('AT_SCENE')
  await open()
  await screen.findByText('Sending…')
  expect(screen.queryByRole('button', { name: 'Remove: Left base' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remove: At the pick-up' }))
  await answerDialog('Remove')
  await waitFor(() => expect(listKept()).toEqual(['EN_ROUTE']))
  release(undefined)
  await waitFor(() => expect(callsLostAt.get()).toBeDefined())
  find()
  await expectAllSent()
  expect(new Set(sent)).toEqual(new Set([first]))
  expect((await readEvents())?.map(({ step }) => step)).toEqual(['EN_ROUTE'])
})

test('a step that was sent while its crew was asked whether to remove it is said to be sent', async () => {
  await open()
  isCut = true
  await userEvent.click(await screen.findByRole('button', { name: 'Left base' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove: Left base' }))
  find()
  await expectAllSent()
  await answerDialog('Remove')
  expect(await screen.findByText(/^It was sent meanwhile/)).toBeDefined()
  expect((await readEvents())?.map(({ step }) => step)).toEqual(['EN_ROUTE'])
})

test('what another tab sent or took back is not sent by this one, which was not told yet', async () => {
  const first = await keep('EN_ROUTE')
  const second = await keep('AT_SCENE')
  lose()
  await openElsewhere()
  await deletePart(first)
  find()
  await waitFor(() => expect(sent).toEqual([second]))
})

test('a kept step is sent from any screen after a reload, and once though the network returns twice', async () => {
  const first = await keep('EN_ROUTE')
  const second = await keep('AT_SCENE')
  lose()
  await openElsewhere()
  expect(sent).toEqual([])
  find()
  lose()
  find()
  await expectAllSent()
  expect(sent).toEqual([first, second])
  expect((await readEvents())?.map(({ step }) => step)).toEqual(['EN_ROUTE', 'AT_SCENE'])
})

test('whoever may be a crew has the sender on every screen of the panel', async () => {
  await keep('EN_ROUTE')
  signInPerson(crew)
  await show(<AppPage />, { at: '/app/profile' })
  await expectAllSent()
})

test('a step that could not be sealed is sent by who pressed it alone, and not by a colleague', async () => {
  const other = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
  const none = sealNothing()
  await keep('EN_ROUTE')
  none.mockRestore()
  await open(other)
  expect(await screen.findByText(/^1 mission step of somebody else is not sent/)).toBeDefined()
  lose()
  find()
  expect(sent).toEqual([])
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
  act(() => signInPerson(crew))
  await expectAllSent()
  expect(sent).toHaveLength(1)
})

test('a locked screen sends no step until its user is back', async () => {
  await keep('EN_ROUTE')
  lose()
  await openElsewhere()
  act(() => screenLock.set())
  find()
  await act(sendKeptSteps)
  expect([sent, listKept()]).toEqual([[], ['EN_ROUTE']])
  act(() => screenLock.clear())
  await expectAllSent()
})

test('a session that ends in the middle loses no step: the rest is sent when the same person is back', async () => {
  const first = await keep('EN_ROUTE')
  const second = await keep('AT_SCENE')
  answers = [undefined, () => new Response('<h1>Unauthorized</h1>', { status: 401 })]
  await openElsewhere()
  await waitFor(() => expect(session.get()).toBeUndefined())
  expect((await listSteps()).map(({ op_id, problem }) => [op_id, problem])).toEqual([[second, null]])
  act(() => signInPerson(crew))
  await expectAllSent()
  expect(sent).toEqual([first, second, second])
})

test('what did not come from the panel, or says that it is busy, is no refusal: the step is sent again by itself', async () => {
  const page = { headers: { 'content-type': 'text/html' } }
  answers = [() => new Response('<h1>Sign in to the Wi-Fi</h1>', page), reply(1429, 429)]
  await keep('EN_ROUTE')
  await openElsewhere()
  await expectAllSent()
  expect(sent).toHaveLength(3)
})

test('the sender that is there plans the next try of a flight that another one began and left', async () => {
  const busy = Promise.withResolvers<Response>()
  answers = [() => busy.promise]
  await keep('EN_ROUTE')
  signInPerson(crew)
  const stopFirst = startSendingSteps()
  await waitFor(() => expect(sent).toHaveLength(1))
  onTestFinished(startSendingSteps())
  stopFirst()
  busy.resolve(reply(1429, 429)())
  await expectAllSent()
  expect(sent).toHaveLength(2)
})

test('a call without an end is given up, and its step is sent again by itself', async () => {
  const limit = limitCall()
  answers = [neverAnswered]
  await keep('EN_ROUTE')
  await openElsewhere()
  await waitFor(() => expect(sent).toHaveLength(1))
  limit.abort(new DOMException('too long', 'TimeoutError'))
  await expectAllSent()
  expect(sent).toHaveLength(2)
})

test('a step that another tab holds keeps no step of another mission waiting', async () => {
  const held = await keep('EN_ROUTE')
  await keep('AT_SCENE')
  const free = await keep('EN_ROUTE', { _id: newId() })
  signInPerson(crew)
  const suspended = Promise.withResolvers<void>()
  const turn = locks.request(`mission-step-${held}`, () => suspended.promise)
  expect(await sendKeptSteps()).toBe(false)
  expect(sent).toEqual([free])
  suspended.resolve()
  await turn
  await sendKeptSteps()
  expect(listKept()).toEqual(['EN_ROUTE'])
})

test('a step whose page dies before its call has an answer is sent by the next page, and taken once', async () => {
  const first = Promise.withResolvers<undefined>()
  await open()
  answers = [(url, init) => first.promise.then(() => network(url, init))]
  await userEvent.click(await screen.findByRole('button', { name: 'Left base' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect([listKept(), screen.queryByText(/^Not sent/)]).toEqual([[], null])
  freeLocks()
  const next = await openNextPage()
  await waitFor(() =>
    expect(next.keptSteps.get()).toMatchObject([{ op_id: sent[0], pressed: undefined, failure: undefined }]),
  )
  expect(await next.sendKeptSteps()).toBe(true)
  first.resolve(undefined)
  await waitFor(async () => expect(await countStored()).toBe(0))
  expect(new Set(sent).size).toBe(1)
  expect(await readEvents()).toEqual([{ step: 'EN_ROUTE', at: new Date(testNow).toISOString() }])
})

test('a step whose call is under way is not sent beside it by another tab, and is kept once the call has failed', async () => {
  const first = Promise.withResolvers<undefined>()
  await open()
  answers = [() => first.promise.then(lost)]
  await userEvent.click(await screen.findByRole('button', { name: 'Left base' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  const other = await openNextPage()
  expect(await other.sendKeptSteps()).toBe(true)
  expect([sent.length, other.keptSteps.get(), listKept(), await countStored()]).toEqual([1, [], [], 1])
  first.resolve(undefined)
  expect(await screen.findByText(/^Not sent/)).toBeDefined()
  expect(listKept()).toEqual(['EN_ROUTE'])
})

test('a press without an answer is given up, and its step is kept', async () => {
  const limit = limitCall()
  await open()
  lose()
  answers = [neverAnswered]
  await userEvent.click(await screen.findByRole('button', { name: 'Left base' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  limit.abort(new DOMException('too long', 'TimeoutError'))
  expect(await screen.findByText(/^Not sent/)).toBeDefined()
  expect(listKept()).toEqual(['EN_ROUTE'])
})

test('a pressed step that the panel refuses is said to be refused at once, and is not kept', async () => {
  await open()
  await screen.findByRole('button', { name: 'Left base' })
  answers = [reply(1004, 404)]
  await userEvent.click(screen.getByRole('button', { name: 'Left base' }))
  expect(await screen.findByText('This record does not exist, or you may not see it.')).toBeDefined()
  expect([listKept(), await countStored()]).toEqual([[], 0])
})

test('a kept step that a colleague recorded meanwhile says so, and what can be done', async () => {
  await nurse(missions.dispatch, { ...event(), step: 'EN_ROUTE' })
  await keep('EN_ROUTE')
  await open()
  expect(await screen.findByText(/^Somebody recorded this step already/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Remove: Left base' })).toBeDefined()
})

test('what the panel refused did not happen: the next step follows what it has and what is to be sent', async () => {
  await nurse(missions.dispatch, { ...event(), step: 'EN_ROUTE' })
  await keep('LEFT_SCENE', { at: new Date(Date.parse(testNow) + 3_600_000).toISOString() })
  await open()
  expect(await screen.findByText('This date is in the future')).toBeDefined()
  expect(screen.getByRole('button', { name: 'At the pick-up' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'At the hospital' })).toBeNull()
})

test('the line in sight counts steps, and a sign-out asks before it leaves them', async () => {
  await keep('EN_ROUTE')
  lose()
  signInPerson(crew)
  await show(
    <SignedIn>
      <ConfirmHost>
        <UnsentLine />
        <UserMenu />
      </ConfirmHost>
    </SignedIn>,
  )
  expect(screen.getByText(/^1 not sent/)).toBeDefined()
  const signOut = async () => {
    await userEvent.click(screen.getByTitle('Your account'))
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
  }
  await signOut()
  expect(await screen.findByText('1 entry is not sent')).toBeDefined()
  expect(screen.getByText(/stay sealed on this tablet/)).toBeDefined()
  await answerDialog('Cancel')
  expect(session.get()).toBeDefined()
  await signOut()
  await screen.findByText('1 entry is not sent')
  await answerDialog('Sign out')
  await waitFor(() => expect(session.get()).toBeUndefined())
  expect(await countStored()).toBe(1)
})

test('a step that finds no room in the storage is sent all the same, and is stored once there is room', async () => {
  const first = await keep('EN_ROUTE')
  const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const second = await keep('AT_SCENE')
  full.mockRestore()
  lose()
  await waitFor(() => expect(keptSteps.get().map(({ isInPage }) => isInPage)).toEqual([false, true]))
  await act(() => forgetPart(first))
  await waitFor(() => expect(keptSteps.get().map(({ isInPage }) => isInPage)).toEqual([false]))
  await openElsewhere()
  find()
  await expectAllSent()
  expect(sent).toEqual([second])
})

describe('what an earlier version of the app kept in clear', () => {
  const name = 'unsent_mission_step:'
  const listNames = () => Object.keys(localStorage).filter((key) => key.startsWith('unsent'))

  test('is handed over: nothing of it stands in clear any more, and all of it is sent', async () => {
    lose()
    const [bare, listed] = [
      { ...event(), step: 'EN_ROUTE', at: testNow },
      { ...event(), step: 'AT_SCENE', at: testNow },
    ]
    const by = crew.session.user_id
    localStorage.setItem(name + bare?.event_id, JSON.stringify({ by, body: bare, number: '2569-0001' }))
    localStorage.setItem('unsent_mission_steps', JSON.stringify([{ by, body: listed }, null, { by: 'b' }]))
    localStorage.setItem(`${name}x`, '{"by":"a"}')
    await openElsewhere()
    await waitFor(() => expect(listKept()).toEqual(['EN_ROUTE', 'AT_SCENE']))
    expect(listNames()).toEqual([])
    expect(await dumpStorage()).not.toMatch(new RegExp(`EN_ROUTE|AT_SCENE|2569-0001|${missionId}`))
    find()
    await expectAllSent()
    expect((await readEvents())?.map(({ step }) => step)).toEqual(['EN_ROUTE', 'AT_SCENE'])
  })

  test('with words, sealed to its mission, is brought by whoever is signed in', async () => {
    await nurse(missions.dispatch, { ...event(), step: 'AT_SCENE' })
    const { stamp, key_id, seal } = await startSealing(crew)
    const { event_id } = event()
    const step = { _id: missionId, event_id, step: 'NO_TRANSPORT', reason: 'DIED', at: testNow }
    const described = {
      op_id: event_id,
      kind: 'mission-step',
      at: testNow,
      clock_offset_ms: 0,
      ...stamp,
      step,
    }
    const place = { record_id: missionId, op_id: event_id }
    const bytes = await seal(packPart(described, new Uint8Array()), place)
    const message = btoa(String.fromCharCode(...bytes))
    const sealed = { hospital_id: hospital._id, key_id, message }
    const { reason: _reason, ...body } = step
    const left = { by: crew.session.user_id, body, sealed, isSealedOnly: true }
    localStorage.setItem(name + event_id, JSON.stringify(left))
    const other = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
    await openElsewhere(other)
    await waitFor(async () => expect((await readEvents())?.at(-1)?.step).toBe('NO_TRANSPORT'))
    expect(listNames()).toEqual([])
  })

  test('sealed to nobody waits for its author', async () => {
    const body = { ...event(), step: 'EN_ROUTE', at: testNow }
    localStorage.setItem(name + body.event_id, JSON.stringify({ by: crew.session.user_id, body }))
    const other = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
    await openElsewhere(other)
    await act(sendKeptSteps)
    expect([sent, listNames()]).toEqual([[], [name + body.event_id]])
    act(() => signInPerson(crew))
    await waitFor(() => expect(sent).toEqual([body.event_id]))
    await waitFor(() => expect(listNames()).toEqual([]))
  })
})

test('two tabs that send at the same time send each step once and in order', async () => {
  const steps: string[] = []
  for (const step of ['EN_ROUTE', 'AT_SCENE', 'LEFT_SCENE'] as const) steps.push(await keep(step))
  signInPerson(crew)
  const other = await openNextPage()
  await Promise.all([sendKeptSteps(), other.sendKeptSteps()])
  expect(sent).toEqual(steps)
  expect((await readEvents())?.map(({ step }) => step)).toEqual(['EN_ROUTE', 'AT_SCENE', 'LEFT_SCENE'])
})
