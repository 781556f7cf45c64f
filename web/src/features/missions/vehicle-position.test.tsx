import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Client, computePermissions, type MissionStep, missions, type SessionToken } from 'contract'
import type { ReactNode } from 'react'
import { addCrew, plannedRequest, requestAmbulance, takeSteps } from 'server/support/missions'
import { testNow } from 'server/testing'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { call, queryClient } from '../../api/client.ts'
import { createStore } from '../../api/store.ts'
import type { KeptStep } from '../../clinical/ambulance/kept-step.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { MissionBoard } from './mission-board.tsx'
import { OwnMissions } from './own-missions.tsx'

type Person = Client & { session: SessionToken }

const { calls, panel } = usePanel()
const subscriptionId = 7
const phone = { watchPosition: vi.fn<Geolocation['watchPosition']>(), clearWatch: vi.fn() }
let nurse: Person
let crew: Person
let missionId: string
let callSign: string

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(testNow) })
  localStorage.clear()
  sessionStorage.clear()
  phone.watchPosition.mockReset().mockReturnValue(subscriptionId)
  phone.clearWatch.mockReset()
  havePhone(phone)
  nurse = await panel().asNew({ staffType: 'nurse' })
  crew = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
  await goOut()
})

afterEach(() => {
  vi.useRealTimers()
  cleanup()
  Reflect.deleteProperty(navigator, 'geolocation')
})

const havePhone = (value: typeof phone | undefined) =>
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value })

/** The crew is out on a mission of its own. */
async function goOut() {
  const { vehicle_id, team_id, call_sign } = await addCrew(panel(), crew, 'BLS')
  callSign = call_sign
  missionId = await requestAmbulance(nurse, {
    ...plannedRequest,
    received_at: new Date(Date.now() - 60_000).toISOString(),
  })
  await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id }])
}

async function open(person: Person, staffType: 'nurse' | 'paramedic', page: ReactNode) {
  cleanup()
  const { user_id: _id, server_token } = person.session
  const permissions = [...computePermissions(staffType, staffType === 'paramedic')]
  signInAs({ ...malee, _id, server_token, permissions })
  await show(<SignedIn>{page}</SignedIn>)
}
const openOwn = () =>
  open(
    crew,
    'paramedic',
    <OwnMissions
      keeper={{
        kept: createStore<readonly KeptStep[]>([]),
        inFlight: createStore<string | undefined>(undefined),
        waiting: createStore(0),
        readServerTime: async () => new Date(),
        press: async (step) => {
          await call(missions.report, step)
          await queryClient.invalidateQueries({ queryKey: [missions.mine.path] })
        },
        sendAll: async () => true,
        remove: async () => true,
      }}
      more={() => null}
    />,
  )
const openBoard = () => open(nurse, 'nurse', <MissionBoard more={() => null} />)

const read = async () => (await nurse(missions.board, {})).missions.find(({ _id }) => _id === missionId)
const readLatitude = async () => (await read())?.position?.lat
const report = (step: MissionStep) =>
  crew(missions.report, { _id: missionId, event_id: newId(), step: step as 'BACK_AT_BASE' })

/** The phone measures where it is now, or says where it was a while ago. */
const measure = (latitude: number, ageMs = 0) =>
  act(async () => {
    const coords = { latitude, longitude: 102.742, accuracy: 8 }
    const [found] = phone.watchPosition.mock.lastCall ?? []
    found?.({ coords, timestamp: Date.now() - ageMs } as GeolocationPosition)
  })
const fail = (code: number) =>
  act(async () => {
    const [, failed] = phone.watchPosition.mock.lastCall ?? []
    failed?.({ code, PERMISSION_DENIED: 1 } as GeolocationPositionError)
  })

const offer = { name: "Share this phone's position" }
const agree = async () => userEvent.click(await screen.findByRole('button', offer))

test('a phone is asked where it is only once its user agrees, who is told until when it says so', async () => {
  await openOwn()
  expect(await screen.findByRole('button', offer)).toBeDefined()
  expect(screen.getByText(/^While this page is open, the hospital sees where the ambulance is/)).toBeDefined()
  expect(phone.watchPosition).not.toHaveBeenCalled()
  await agree()
  expect(phone.watchPosition).toHaveBeenCalledOnce()
  expect(screen.getByRole('status').textContent).toBe('This phone shares its position while the page is open')
  expect(screen.queryByRole('button', offer)).toBeNull()
  await measure(17.871)
  await expect.poll(readLatitude).toBe(17.871)
  expect((await read())?.position).toMatchObject({ lang: 102.742, source: 'PHONE', at: testNow })
})

test.each([-3, 3])('a phone whose clock is wrong by %i hours says when it was where', async (hours) => {
  vi.setSystemTime(Date.parse(testNow) + hours * 60 * 60_000)
  await openOwn()
  await agree()
  await measure(17.871, 60_000)
  await expect.poll(readLatitude).toBe(17.871)
  const at = new Date(Date.parse(testNow) - 60_000).toISOString()
  expect((await read())?.position).toMatchObject({ at })
})

test.each([3, 48])(
  'a phone whose clock is ahead of the satellites by %i hours says that it is there now',
  async (hours) => {
    vi.setSystemTime(Date.parse(testNow) + hours * 60 * 60_000)
    await openOwn()
    await agree()
    await measure(17.871, hours * 60 * 60_000)
    await expect.poll(readLatitude).toBe(17.871)
    expect((await read())?.position).toMatchObject({ at: testNow })
  },
)

test('a phone that measures all the time tells the hospital every 15 seconds', async () => {
  const countSent = () => calls.filter((url) => url.endsWith(missions.position.path)).length
  const before = countSent()
  await openOwn()
  await agree()
  const began = Date.now() - 16_000
  for (const [seconds, latitude] of [
    [0, 17.1],
    [1, 17.2],
    [14, 17.3],
    [15, 17.4],
    [16, 17.5],
  ] as const) {
    vi.setSystemTime(began + seconds * 1_000)
    // The clock of the panel stands still: a later position is a younger one.
    await measure(latitude, 16_000 - seconds * 1_000)
  }
  await expect.poll(readLatitude).toBe(17.4)
  expect(countSent() - before).toBe(2)
})

test('whoever stops sharing, leaves the page or is back at the base is tracked no more', async () => {
  await openOwn()
  await agree()
  await userEvent.click(screen.getByRole('button', { name: 'Stop sharing' }))
  expect(phone.clearWatch).toHaveBeenLastCalledWith(subscriptionId)
  expect(screen.queryByRole('status')).toBeNull()
  await agree()
  cleanup()
  expect(phone.clearWatch).toHaveBeenCalledTimes(2)
  // Whoever agreed on this mission is not asked again when the page is loaded anew.
  await openOwn()
  expect(await screen.findByRole('button', { name: 'Stop sharing' })).toBeDefined()
  expect(phone.watchPosition).toHaveBeenCalledTimes(3)
  await report('BACK_AT_BASE')
  await openOwn()
  expect(await screen.findByText(/^Not closed yet/)).toBeDefined()
  expect(phone.clearWatch).toHaveBeenCalledTimes(3)
  expect(phone.watchPosition).toHaveBeenCalledTimes(3)
  await goOut()
  await openOwn()
  expect(await screen.findByRole('button', offer)).toBeDefined()
  expect(phone.watchPosition).toHaveBeenCalledTimes(3)
})

test('whoever does not let the phone say where it is is told so, and goes on with the mission', async () => {
  await openOwn()
  await agree()
  await fail(1)
  expect(screen.getByRole('status').textContent).toMatch(/^The phone does not give its position/)
  await userEvent.click(screen.getByRole('button', { name: 'Left base' }))
  await expect.poll(async () => (await read())?.state).toBe('EN_ROUTE')
  expect((await read())?.position).toBeNull()
  cleanup()
  havePhone(undefined)
  await openOwn()
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toMatch(/^The phone does not give its position/),
  )
})

test('a phone that does not know where it is says so until it does', async () => {
  await openOwn()
  await agree()
  await fail(2)
  expect(screen.getByRole('status').textContent).toBe('The phone does not know where it is at the moment.')
  await measure(17.872)
  expect(screen.getByRole('status').textContent).toMatch(/^This phone shares its position/)
  await expect.poll(readLatitude).toBe(17.872)
})

test('a dispatcher sees where the vehicles are that are out, each with the age of its position', async () => {
  await openBoard()
  const card = async () => within(await screen.findByRole('article', { name: (await read())?.number ?? '' }))
  expect((await card()).getByText(callSign)).toBeDefined()
  const marker = { name: new RegExp(`^${callSign}, `) }
  expect(screen.queryByRole('button', marker)).toBeNull()
  // Far from the vehicles of the demo hospital: those at one place have one marker.
  await crew(missions.position, { _id: missionId, lat: 14.5, lang: 100.5 })
  vi.setSystemTime(Date.now() + 5 * 60_000)
  await openBoard()
  expect(await screen.findByRole('button', { name: `${callSign}, 5 min ago` })).toBeDefined()
  expect((await card()).getByText(/crew's phone/).textContent).toBe("Position: crew's phone, 5 min ago")
  await report('BACK_AT_BASE')
  await openBoard()
  expect((await card()).getByText(callSign)).toBeDefined()
  expect(screen.queryByRole('button', marker)).toBeNull()
})
