import { screen } from '@testing-library/react'
import { computePermissions, missions, operationRecords } from 'contract'
import { addCrew, plannedRequest, requestAmbulance } from 'server/support/missions'
import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { usePanel } from '../../../../test/panel.ts'
import { malee, show, signInAs } from '../../../../test/render.tsx'
import { SignedIn } from '../../../session/signed-in.tsx'
import { MissionSheets } from './mission-sheets.tsx'

const { panel } = usePanel()

test.each(['nurse', 'admin'] as const)(
  'a %s who dispatches sees how far the sheets are',
  async (staffType) => {
    const nurse = await panel().asNew({ staffType: 'nurse' })
    const crew = await panel().asNew({ staffType: 'paramedic' })
    const { team_id, vehicle_id } = await addCrew(panel(), crew, 'BLS')
    const _id = await requestAmbulance(nurse, plannedRequest)
    const assigned = { _id, event_id: newId(), step: 'ASSIGNED', vehicle_id, team_id } as const
    await nurse(missions.dispatch, assigned)
    await crew(operationRecords.add, { new_id: newId(), mission_id: _id })
    const board = await nurse(missions.board, {})
    const mission =
      board.missions.find((one) => one._id === _id) ?? expect.fail('the mission is not on the board')
    signInAs({ ...malee, permissions: [...computePermissions(staffType, false)] })
    await show(
      <SignedIn>
        <MissionSheets mission={mission} />
      </SignedIn>,
    )
    expect(screen.getByRole('list', { name: 'Sheets of this operation' })).toBeDefined()
    // Without forms, an admin can neither open nor begin a sheet.
    const may = staffType === 'nurse'
    expect(screen.queryAllByRole('button').length > 0).toBe(may)
    expect(screen.queryAllByRole('link').length > 0).toBe(may)
  },
)
