import { locks } from 'node:worker_threads'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Client, computePermissions, missions, type SessionToken } from 'contract'
import { addCrew, plannedRequest, requestAmbulance } from 'server/support/missions'
import { testNow } from 'server/testing'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { callsLostAt } from '../../api/connection.ts'
import { UserMenu } from '../../app/user-menu.tsx'
import { noteServerTime, prepareOutbox } from '../../features/forms/offline/outbox.ts'
import { UnsentLine } from '../../features/forms/offline/unsent-line.tsx'
import { dropStep, type KeptStep, keepStep, keptSteps } from '../../features/missions/kept-steps.ts'
import { sendKeptSteps, startSendingSteps } from '../../features/missions/send-steps.ts'
import { StepsHost } from '../../features/missions/steps-host.tsx'
import { useStepCounts } from '../../features/missions/use-kept-steps.ts'
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
  localStorage.clear()
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
  globalThis.fetch = async (url, init) => {
    const eventId = readEventId(url, init)
    if (!eventId) return isCut ? lost() : network(url, init)
    sent.push(eventId)
    const answer = isCut ? lost : answers.shift()
    return answer ? answer(url, init) : network(url, init)
  }
})

afterEach(() => {
  globalThis.fetch = network
  for (const { body } of keptSteps.get()) dropStep(body.event_id)
  callsLostAt.set(undefined)
  session.endByChoice()
  vi.useRealTimers()
})

/** Of the step that a call sends, in clear or sealed. */
function readEventId(url: unknown, init: RequestInit | undefined): string | undefined {
  if (url === missions.report.path) return JSON.parse(init?.body as string).event_id
  const body = init?.body
  if (url !== missions.deliver.path || !(body instanceof FormData)) return undefined
  const id = body.get('op_id')
  return typeof id === 'string' ? id : undefined
}

const event = () => ({ _id: missionId, event_id: newId() })

function signInPerson({ session: { user_id: _id, server_token } }: Person) {
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('paramedic', true)] })
}

function keep(step: KeptStep['body']['step'], more: Partial<KeptStep['body']> = {}): string {
  const body = { ...event(), step, at: testNow, ...more }
  keepStep({ by: crew.session.user_id, body, number: '2569-0001' })
  return body.event_id
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

/** What the browser has over HTTPS. */
function useLocks() {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
}

/** Another page of the same browser: the next one, or another tab. */
async function openNextPage() {
  vi.resetModules()
  const { sendKeptSteps } = await import('../../features/missions/send-steps.ts')
  const { keptSteps } = await import('../../features/missions/kept-steps.ts')
  const { connectApi } = await import('../../api/client.ts')
  connectApi((await import('../../session/connect-api.ts')).sessionHooks)
  return { sendKeptSteps, keptSteps }
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

const readEvents = async () =>
  (await nurse(missions.board, {})).missions
    .find(({ _id }) => _id === missionId)
    ?.events.slice(1)
    .map(({ step, at }) => ({ step, at }))
const listKept = () => keptSteps.get().map(({ body }) => body.step)
const storedKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('unsent_mission_step'))
const expectAllSent = () => waitFor(() => expect(listKept()).toEqual([]))
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
  expect(keptSteps.get()[0]?.body.at).toBe(new Date(testNow).toISOString())
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
const stored = () => storedKeys().map((key) => localStorage.getItem(key))

test('nobody taken along is kept with its reason, sealed, and leads back to the base', async () => {
  await nurse(missions.dispatch, { ...event(), step: 'AT_SCENE' })
  await open()
  await act(prepareOutbox)
  await screen.findByRole('button', { name: 'Left the scene' })
  isCut = true
  await choose('No transport')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Note'), 'ญาติไม่ให้นำส่ง')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Field is required')).toBeDefined()
  expect(storedKeys()).toEqual([])
  await userEvent.selectOptions(dialog.getByLabelText(/^Reason/), 'Patient refuses transport')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(listKept()).toEqual(['NO_TRANSPORT']))
  expect(await screen.findByRole('button', { name: 'Back at base' })).toBeDefined()
  expect(stored()).toEqual([expect.not.stringMatching(/REFUSED_TRANSPORT|ญาติ/)])
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
  await screen.findByRole('button', { name: 'Left the scene' })
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
  expect(screen.getByText('Pressed by mistake: Left base')).toBeDefined()
  expect(stored()).toEqual([expect.not.stringMatching('ยังไม่ออก')])
  await screen.findByRole('button', { name: 'Left base' })
  await press('At another time')
  await answerDialog('Save')
  await waitFor(() => expect(listKept()).toEqual(['WITHDRAWN', 'EN_ROUTE']))
  find()
  await expectAllSent()
  expect((await readEvents())?.map(({ step }) => step)).toEqual(['EN_ROUTE', 'WITHDRAWN', 'EN_ROUTE'])
})

test('a step that was sealed is brought by a colleague in the name of who pressed it', async () => {
  await nurse(missions.dispatch, { ...event(), step: 'AT_SCENE' })
  await open()
  await act(prepareOutbox)
  await screen.findByRole('button', { name: 'Left the scene' })
  isCut = true
  await press('Left the scene')
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
  await screen.findByRole('button', { name: 'Left the scene' })
  isCut = true
  const none = vi.spyOn(crypto.subtle, 'encrypt').mockRejectedValue(new Error('no cryptography'))
  onTestFinished(() => none.mockRestore())
  await choose('No transport')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.selectOptions(dialog.getByLabelText(/^Reason/), 'Died')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^Only this page has it/)).toBeDefined()
  expect(storedKeys()).toEqual([])
  find()
  await expectAllSent()
  expect((await readEvents())?.map(({ step }) => step)).toEqual(['AT_SCENE', 'NO_TRANSPORT'])
})

test('a refused step of a mission without a card says its mission and why, and can be removed', async () => {
  keep('BACK_AT_BASE', { _id: newId() })
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
  keep('EN_ROUTE', { at: new Date(Date.parse(testNow) + 3_600_000).toISOString() })
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
  const first = keep('EN_ROUTE')
  keep('AT_SCENE')
  await open()
  await screen.findByText('Sending…')
  expect(screen.queryByRole('button', { name: 'Remove: Left base' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remove: At the scene' }))
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
  lose()
  const first = keep('EN_ROUTE')
  const second = keep('AT_SCENE')
  localStorage.removeItem(`unsent_mission_step:${first}`)
  await openElsewhere()
  find()
  await waitFor(() => expect(sent).toEqual([second]))
})

test('a kept step is sent from any screen after a reload, and once though the network returns twice', async () => {
  lose()
  const first = keep('EN_ROUTE')
  const second = keep('AT_SCENE')
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
  keep('EN_ROUTE')
  signInPerson(crew)
  await show(<AppPage />, { at: '/app/profile' })
  await expectAllSent()
})

test('a step is sent by who pressed it alone: not by a colleague who signs in on the tablet', async () => {
  const other = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
  keep('EN_ROUTE')
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
  lose()
  keep('EN_ROUTE')
  await openElsewhere()
  act(() => screenLock.set())
  find()
  await act(sendKeptSteps)
  expect([sent, listKept()]).toEqual([[], ['EN_ROUTE']])
  act(() => screenLock.clear())
  await expectAllSent()
})

test('a session that ends in the middle loses no step: the rest is sent when the same person is back', async () => {
  const first = keep('EN_ROUTE')
  const second = keep('AT_SCENE')
  answers = [undefined, () => new Response('<h1>Unauthorized</h1>', { status: 401 })]
  await openElsewhere()
  await waitFor(() => expect(session.get()).toBeUndefined())
  expect(keptSteps.get().map(({ body, failure }) => [body.event_id, failure])).toEqual([[second, undefined]])
  act(() => signInPerson(crew))
  await expectAllSent()
  expect(sent).toEqual([first, second, second])
})

test('what did not come from the panel, or says that it is busy, is no refusal: the step is sent again by itself', async () => {
  const page = { headers: { 'content-type': 'text/html' } }
  answers = [() => new Response('<h1>Sign in to the Wi-Fi</h1>', page), reply(1429, 429)]
  keep('EN_ROUTE')
  await openElsewhere()
  await expectAllSent()
  expect(sent).toHaveLength(3)
})

test('the sender that is there plans the next try of a flight that another one began and left', async () => {
  const busy = Promise.withResolvers<Response>()
  answers = [() => busy.promise]
  keep('EN_ROUTE')
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
  keep('EN_ROUTE')
  await openElsewhere()
  await waitFor(() => expect(sent).toHaveLength(1))
  limit.abort(new DOMException('too long', 'TimeoutError'))
  await expectAllSent()
  expect(sent).toHaveLength(2)
})

test('a step that another tab holds keeps no step of another mission waiting', async () => {
  useLocks()
  const held = keep('EN_ROUTE')
  keep('AT_SCENE')
  const free = keep('EN_ROUTE', { _id: newId() })
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
  const next = await openNextPage()
  await waitFor(() =>
    expect(next.keptSteps.get().map(({ body }) => body)).toMatchObject([
      { event_id: sent[0], step: 'EN_ROUTE', at: new Date(testNow).toISOString() },
    ]),
  )
  expect(await next.sendKeptSteps()).toBe(true)
  first.resolve(undefined)
  await waitFor(() => expect(storedKeys()).toEqual([]))
  expect(sent).toEqual([sent[0], sent[0]])
  expect(await readEvents()).toEqual([{ step: 'EN_ROUTE', at: new Date(testNow).toISOString() }])
})

test('a step whose call is under way is not sent beside it by another tab, and is kept once the call has failed', async () => {
  useLocks()
  const first = Promise.withResolvers<undefined>()
  await open()
  answers = [() => first.promise.then(lost)]
  await userEvent.click(await screen.findByRole('button', { name: 'Left base' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  const other = await openNextPage()
  expect(await other.sendKeptSteps()).toBe(true)
  expect([sent.length, other.keptSteps.get(), listKept(), storedKeys().length]).toEqual([1, [], [], 1])
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
  expect([listKept(), storedKeys()]).toEqual([[], []])
})

test('a kept step that a colleague recorded meanwhile says so, and what can be done', async () => {
  await nurse(missions.dispatch, { ...event(), step: 'EN_ROUTE' })
  keep('EN_ROUTE')
  await open()
  expect(await screen.findByText(/^Somebody recorded this step already/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Remove: Left base' })).toBeDefined()
})

test('the line in sight counts steps, and a sign-out asks before it leaves them', async () => {
  lose()
  keep('EN_ROUTE')
  const Line = () => <UnsentLine steps={useStepCounts()} />
  signInPerson(crew)
  await show(
    <SignedIn>
      <ConfirmHost>
        <Line />
        <UserMenu />
      </ConfirmHost>
    </SignedIn>,
  )
  expect(screen.getByText('1 not sent')).toBeDefined()
  const signOut = async () => {
    await userEvent.click(screen.getByTitle('Your account'))
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
  }
  await signOut()
  expect(await screen.findByText('1 entry is not sent')).toBeDefined()
  expect(screen.getByText(/sent only when you sign in here again/)).toBeDefined()
  await answerDialog('Cancel')
  expect(session.get()).toBeDefined()
  await signOut()
  await screen.findByText('1 entry is not sent')
  await answerDialog('Sign out')
  await waitFor(() => expect(session.get()).toBeUndefined())
  expect(listKept()).toEqual(['EN_ROUTE'])
})

test('a step that finds no room in the storage is sent all the same, and is stored once there is room', async () => {
  lose()
  const first = keep('EN_ROUTE')
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const second = keep('AT_SCENE')
  full.mockRestore()
  const isStored = () => localStorage.getItem(`unsent_mission_step:${second}`) !== null
  expect([listKept(), isStored()]).toEqual([['EN_ROUTE', 'AT_SCENE'], false])
  dropStep(first)
  expect([listKept(), isStored()]).toEqual([['AT_SCENE'], true])
  await openElsewhere()
  find()
  await expectAllSent()
  expect(sent).toEqual([second])
})

test('steps that an earlier version of the app kept are kept, and what is no step is ignored', async () => {
  const body = { ...event(), step: 'EN_ROUTE', at: testNow }
  localStorage.setItem('unsent_mission_steps', JSON.stringify([{ by: 'a', body }, null, { by: 'b' }]))
  localStorage.setItem('unsent_mission_step:x', '{"by":"a"}')
  vi.resetModules()
  const again = await import('../../features/missions/kept-steps.ts')
  expect(again.keptSteps.get()).toEqual([{ by: 'a', body }])
  expect(localStorage.getItem('unsent_mission_steps')).toBeNull()
})

test('two tabs that send at the same moment send each step once and in order', async () => {
  const steps = (['EN_ROUTE', 'AT_SCENE', 'LEFT_SCENE'] as const).map((step) => keep(step))
  signInPerson(crew)
  useLocks()
  const other = await openNextPage()
  await Promise.all([sendKeptSteps(), other.sendKeptSteps()])
  expect(sent).toEqual(steps)
  expect((await readEvents())?.map(({ step }) => step)).toEqual(['EN_ROUTE', 'AT_SCENE', 'LEFT_SCENE'])
})
