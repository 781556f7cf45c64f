import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Client, computePermissions, type Mission, missions, type SessionToken } from 'contract'
import { addCrew, plannedRequest, requestAmbulance } from 'server/support/missions'
import { testNow } from 'server/testing'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { callsLostAt } from '../../api/connection.ts'
import { PreAlertButton } from '../../features/inbound/pre-alert-button.tsx'
import { session } from '../../session/session.ts'
import { SignedIn } from '../../session/signed-in.tsx'

const { panel } = usePanel()
let crew: Client & { session: SessionToken }
let mission: Mission
let network: typeof fetch
/** What the tablet has of drafts. */
let kept: Map<string, { value: unknown; kept_at: number }>

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(testNow) })
  const nurse = await panel().asNew({ staffType: 'nurse' })
  crew = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
  const received_at = new Date(Date.now() - 60_000).toISOString()
  const _id = await requestAmbulance(nurse, { ...plannedRequest, received_at })
  const { team_id, vehicle_id } = await addCrew(panel(), crew, 'BLS')
  await nurse(missions.dispatch, { _id, event_id: newId(), step: 'ASSIGNED', team_id, vehicle_id })
  const reported = await crew(missions.report, { _id, event_id: newId(), step: 'AT_SCENE' })
  if (!reported.mission) throw new Error('the mission is over')
  mission = reported.mission
  kept = new Map()
  network = globalThis.fetch
})

afterEach(() => {
  globalThis.fetch = network
  callsLostAt.set(undefined)
  session.endByChoice()
  vi.useRealTimers()
})

async function open() {
  const { user_id: _id, server_token } = crew.session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('paramedic', true)] })
  const keeper = {
    isOpen: true,
    read: async (id: string) => kept.get(id),
    keep: (id: string, value: unknown) => void kept.set(id, { value, kept_at: Date.now() }),
    drop: (id: string) => void kept.delete(id),
  }
  await show(
    <SignedIn>
      <PreAlertButton mission={mission} story={undefined} keeper={keeper} />
    </SignedIn>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Tell the emergency room' }))
  await screen.findByLabelText('Minutes until the arrival')
}

test('what is typed into a pre-alert is back in another page until it is sent, and its minutes have gone on', async () => {
  await open()
  await userEvent.type(screen.getByLabelText('Minutes until the arrival'), '9')
  await userEvent.click(screen.getByText('Yellow'))
  cleanup()
  vi.setSystemTime(Date.now() + 4 * 60_000)
  await open()
  expect(await screen.findByText(/^What you entered is back/)).toBeDefined()
  expect(screen.getByLabelText('Minutes until the arrival')).toHaveProperty('value', '5')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await vi.waitFor(() => expect(kept.size).toBe(0))
  const { missions: own } = await crew(missions.mine, {})
  expect(own[0]?.pre_alert).toMatchObject({ colour: 'YELLOW' })
})

test('without a signal it says that the emergency room was not told and must be phoned, and keeps the draft', async () => {
  await open()
  await userEvent.click(screen.getByText('Yellow'))
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText(/the emergency room has not been told. Please phone it/)).toBeDefined()
  expect(kept.get(mission._id)?.value).toMatchObject({ colour: 'YELLOW' })
  globalThis.fetch = network
  act(() => callsLostAt.set(undefined))
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await vi.waitFor(() => expect(kept.size).toBe(0))
})
