import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Client, fleet } from 'contract'
import { addCrew, requestAmbulance, sceneRequest, takeSteps } from 'server/support/missions'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { ConfirmHost } from '../../ui/feedback/confirm.tsx'
import { TeamsPage } from './teams-page.tsx'

const { panel } = usePanel()
let admin: Client

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  const call = await panel().as('admin')
  admin = call
  signInAs({
    ...malee,
    _id: call.session.user_id,
    server_token: call.session.server_token,
    permissions: ['fleet:read', 'fleet:manage'],
  })
})

const showPage = () =>
  show(
    <SignedIn>
      <ConfirmHost>
        <TeamsPage />
      </ConfirmHost>
    </SignedIn>,
  )

/** Chooses a user for a member of the team, by their e-mail, and their qualification. */
async function choose(number: number, email: string, name: RegExp, level: string) {
  const row = within(screen.getByRole('group', { name: `Member ${number}` }))
  await userEvent.click(row.getByRole('combobox', { name: /^User/ }))
  await userEvent.keyboard(email)
  await userEvent.click(await screen.findByRole('option', { name }))
  await userEvent.selectOptions(row.getByLabelText(/^Qualification/), level)
}

test('a team needs a driver, and nobody who is on duty in another team at the same time', async () => {
  await showPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Add team' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add team' }))
  await userEvent.type(form.getByLabelText(/^Name/), 'Evening team')
  await choose(1, 'nurse@demo', /สุภาพร/, 'Nurse (RN)')
  await choose(2, 'boonlert@demo', /บุญเลิศ/, 'EMT')
  await userEvent.selectOptions(
    within(form.getByRole('group', { name: 'Member 2' })).getByLabelText('Role'),
    'Cares for the patient',
  )
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('A team needs a driver')).toBeDefined()
  await userEvent.selectOptions(
    within(form.getByRole('group', { name: 'Member 2' })).getByLabelText('Role'),
    'Drives',
  )
  // The driver has the morning from Monday to Friday.
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  const busy = within(await form.findByRole('alert'))
  expect(busy.getByText('On duty in another team at the same time')).toBeDefined()
  expect(busy.getByText('บุญเลิศ สีดา: ALS 1 เช้า')).toBeDefined()
  await userEvent.click(form.getByRole('checkbox', { name: 'Evening' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Evening team')).toBeDefined()
  const { rows } = await admin(fleet.teams, { search_value: 'Evening team' })
  expect(rows[0]).toMatchObject({
    shifts: ['evening'],
    members: [
      { role: 'LEADER', level: 'RN' },
      { role: 'DRIVER', level: 'EMT' },
    ],
  })
})

test('a team shows its members, when they are on duty, and whose certificate has run out', async () => {
  const [team] = (await admin(fleet.teams, { search_value: 'ALS 1' })).rows
  if (!team) throw new Error('the demo hospital has this team')
  await admin(fleet.saveTeam, {
    ...team,
    members: team.members.map(({ staff, ...member }) => ({
      ...member,
      staff_id: staff._id,
      ...(member.level === 'PARAMEDIC' && { certificate_expires_on: '2020-01-31' }),
    })),
  })
  await showPage()
  const row = within(await screen.findByRole('row', { name: /ALS 1 เช้า/ }))
  expect(row.getByText(/วิภาดา โคตรสมบัติ \(RN\)/)).toBeDefined()
  expect(row.getByText('Mon Tue Wed Thu Fri')).toBeDefined()
  expect(row.getByText(/^Certificate ran out [\d,]+ days ago, on 31 Jan 2020$/)).toBeDefined()
  await userEvent.click(row.getByRole('button', { name: 'Edit: ALS 1 เช้า' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit team' }))
  await userEvent.click(form.getByRole('button', { name: 'Remove member 2' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(async () => {
    const { rows } = await admin(fleet.teams, { search_value: 'ALS 1' })
    expect(rows[0]?.members).toHaveLength(2)
  })
})

test('a team that is out says so in the list, and before it is no longer used', async () => {
  const crew = await panel().asNew({ staffType: 'paramedic' })
  const nurse = await panel().asNew({ staffType: 'nurse' })
  const { vehicle_id, team_id } = await addCrew(panel(), crew)
  const missionId = await requestAmbulance(nurse, sceneRequest)
  await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id }])
  const find = async () =>
    (await admin(fleet.teams, { number_of_rec: 100, with_inactive: true })).rows.find(
      ({ _id }) => _id === team_id,
    ) ?? expect.fail()
  const { name, missions } = await find()
  await showPage()
  const row = within(await screen.findByRole('row', { name: new RegExp(name) }))
  const said = `On mission ${missions[0]}`
  expect(row.getByText(said)).toBeDefined()
  await userEvent.click(row.getByRole('button', { name: `More actions: ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Stop using' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(`${name}: ${said}`)).toBeDefined()
  expect(dialog.getByText(/^The crew that was sent out keeps its mission until it is closed/)).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Stop using' }))
  await waitFor(async () => expect((await find()).is_active).toBe(false))
})
