import { computePermissions, type Mission, missions } from 'contract'
import { addCrew, plannedRequest, requestAmbulance } from 'server/support/missions'
import { v7 as newId } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { provideIndexedDb } from '../../../../test/indexed-db.ts'
import { usePanel } from '../../../../test/panel.ts'
import { malee, signInAs } from '../../../../test/render.tsx'
import { session } from '../../../session/session.ts'
import { keepMissions, readKeptMissions } from './kept-missions.ts'
import { forgetVault, setUpVault } from './vault/kept-key.ts'

const { panel } = usePanel()

provideIndexedDb()

test('a mission that the earlier version of the app kept keeps its address, without what was added since', async () => {
  const nurse = await panel().asNew({ staffType: 'nurse' })
  const crew = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
  const _id = await requestAmbulance(nurse, plannedRequest)
  const { team_id, vehicle_id } = await addCrew(panel(), crew, 'BLS')
  await nurse(missions.dispatch, { _id, event_id: newId(), step: 'ASSIGNED', team_id, vehicle_id })
  const [mission] = (await crew(missions.mine, {})).missions
  if (!mission) return expect.fail()
  const { user_id, server_token } = crew.session
  signInAs({ ...malee, _id: user_id, server_token, permissions: [...computePermissions('paramedic', true)] })
  expect(await setUpVault('pin', new TextEncoder().encode('246810'))).toBe(true)
  onTestFinished(async () => {
    await forgetVault()
    session.endByChoice()
  })
  const { colour_number: _colour, life_threats: _threats, corrections: _corrections, ...rest } = mission
  const events = rest.events.map(({ crew: _crew, ...event }) => event)
  await keepMissions([{ ...rest, events } as unknown as Mission], Date.now())
  expect((await readKeptMissions())?.missions).toEqual([mission])
})
