import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Client, computePermissions, inbound, missions, type SessionToken } from 'contract'
import { addCrew, requestAmbulance, sceneRequest, takeSteps } from 'server/support/missions'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { MissionBoard } from './mission-board.tsx'

const { panel } = usePanel()
let nurse: Client & { session: SessionToken }
let missionId: string

beforeEach(async () => {
  nurse = await panel().asNew({ staffType: 'nurse' })
  const crew = await panel().asNew({ staffType: 'paramedic' })
  const { vehicle_id, team_id } = await addCrew(panel(), crew)
  missionId = await requestAmbulance(nurse, sceneRequest)
  await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id }])
  await crew(missions.report, { _id: missionId, event_id: newId(), step: 'LEFT_SCENE' })
  const { user_id: _id, server_token } = nurse.session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('nurse', false)] })
  await show(
    <SignedIn>
      <MissionBoard more={() => null} />
    </SignedIn>,
  )
})
afterEach(cleanup)

const read = async () => (await nurse(missions.board, {})).missions.find(({ _id }) => _id === missionId)
const isAwaited = async () => (await nurse(inbound.board, {})).rows.some(({ _id }) => _id === missionId)
const findCard = async () =>
  within(await screen.findByRole('article', { name: (await read())?.number ?? '' }))

async function openDiversion() {
  const card = await findCard()
  await userEvent.click(card.getByRole('button', { name: /^Actions for/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Divert' }))
  return within(await screen.findByRole('dialog', { name: 'Divert' }))
}
const save = async (dialog: Awaited<ReturnType<typeof openDiversion>>) =>
  userEvent.click(dialog.getByRole('button', { name: 'Save' }))

test('a diversion leads elsewhere or to this hospital, which is chosen, and is taken back if it was a mistake', async () => {
  const elsewhere = await openDiversion()
  await save(elsewhere)
  expect(await elsewhere.findByText('Field is required')).toBeDefined()
  await userEvent.selectOptions(elsewhere.getByLabelText(/^Destination/), 'Another destination')
  await userEvent.type(elsewhere.getByLabelText(/^Name of the destination/), 'รพ. อื่น')
  await save(elsewhere)
  await expect.poll(isAwaited).toBe(false)
  expect((await read())?.destination).toBe('รพ. อื่น')

  const card = await findCard()
  await userEvent.click(card.getByRole('button', { name: 'Times' }))
  await userEvent.click(await card.findByRole('button', { name: 'Pressed by mistake' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pressed by mistake: Divert' }))
  await userEvent.type(dialog.getByLabelText(/^Why/), 'ผิดคัน')
  await userEvent.click(dialog.getByRole('button', { name: 'Pressed by mistake' }))
  await expect.poll(isAwaited).toBe(true)

  const here = await openDiversion()
  await userEvent.selectOptions(here.getByLabelText(/^Destination/), 'This hospital')
  expect(here.queryByLabelText(/^Name of the destination/)).toBeNull()
  await save(here)
  await expect.poll(async () => (await read())?.events.at(-1)?.step).toBe('DIVERTED')
  expect(await isAwaited()).toBe(true)
})
