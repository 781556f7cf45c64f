import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Client, computePermissions, missions, type SessionToken } from 'contract'
import { addCrew, requestAmbulance, sceneRequest, takeSteps } from 'server/support/missions'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { MissionBoard } from './mission-board.tsx'

const { panel } = usePanel()
let nurse: Client & { session: SessionToken }
let crew: typeof nurse
let relief: typeof nurse
let missionId: string

beforeEach(async () => {
  nurse = await panel().asNew({ staffType: 'nurse' })
  crew = await panel().asNew({ staffType: 'paramedic' })
  relief = await panel().asNew({ staffType: 'nurse' })
  const { vehicle_id, team_id } = await addCrew(panel(), crew)
  missionId = await requestAmbulance(nurse, sceneRequest)
  await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id }])
  await crew(missions.report, { _id: missionId, event_id: newId(), step: 'AT_SCENE' })
})
afterEach(cleanup)

const read = async () => (await nurse(missions.board, {})).missions.find(({ _id }) => _id === missionId)

const words = {
  en: {
    actions: /^Actions for/,
    change: 'Change the crew',
    save: 'Save',
    required: 'Field is required',
    leader: /^paramedic ทดสอบ/,
    driver: /^driver ทดสอบ/,
    leaves: 'Leaves the crew',
    noDriver: 'Nobody in the crew drives.',
    add: 'Add somebody',
    joins: 'Joins the crew (1)',
    person: /^Person/,
    role: 'Role',
    drives: 'Drives',
    level: /^Qualification/,
    rn: 'Nurse (RN)',
    why: /^Why/,
    times: 'Times',
    told: /Left: paramedic ทดสอบ, driver ทดสอบ · In the crew: nurse ทดสอบ \(RN, Drives\) · เปลี่ยนเวร/,
    crew: 'Crew: nurse ทดสอบ (RN, Drives)',
  },
  th: {
    actions: /^จัดการ/,
    change: 'เปลี่ยนคนในทีม',
    save: 'บันทึก',
    required: 'กรุณากรอกข้อมูลช่องนี้',
    leader: /^paramedic ทดสอบ/,
    driver: /^driver ทดสอบ/,
    leaves: 'ออกจากทีม',
    noDriver: 'ในทีมไม่มีผู้ขับรถ',
    add: 'เพิ่มคน',
    joins: 'เข้าร่วมทีม คนที่ 1',
    person: /^บุคคล/,
    role: 'หน้าที่',
    drives: 'ขับรถ',
    level: /^ระดับผู้ปฏิบัติการ/,
    rn: 'พยาบาล (RN)',
    why: /^เหตุผล/,
    times: 'เวลา',
    told: /ออกจากทีม: paramedic ทดสอบ, driver ทดสอบ · อยู่ในทีม: nurse ทดสอบ \(RN, ขับรถ\) · เปลี่ยนเวร/,
    crew: 'คนในทีม: nurse ทดสอบ (RN, ขับรถ)',
  },
}

test('a dispatcher relieves somebody of whom nobody noted what they were in the crew', async () => {
  await panel()
    .root.updateTable('mission_crews')
    .set({ role: null, level: null, position: null })
    .where('staff_id', '=', crew.session.user_id)
    .execute()
  const { user_id: _id, server_token } = nurse.session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('nurse', false)] })
  await show(
    <SignedIn>
      <MissionBoard more={() => null} />
    </SignedIn>,
  )
  const card = within(await screen.findByRole('article', { name: (await read())?.number ?? '' }))
  expect(card.getByText('Crew: driver ทดสอบ (Driver), paramedic ทดสอบ')).toBeDefined()
  await userEvent.click(card.getByRole('button', { name: words.en.actions }))
  await userEvent.click(await screen.findByRole('menuitem', { name: words.en.change }))
  const dialog = within(await screen.findByRole('dialog', { name: words.en.change }))
  const field = dialog.getByRole('combobox', { name: 'paramedic ทดสอบ' })
  expect(
    within(field)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Role not noted', words.en.leaves])
  await userEvent.selectOptions(field, words.en.leaves)
  await userEvent.type(dialog.getByRole('textbox', { name: words.en.why }), 'ไม่ได้ไป')
  await userEvent.click(dialog.getByRole('button', { name: words.en.save }))
  expect(await card.findByText('Crew: driver ทดสอบ (Driver)')).toBeDefined()
})

test.each(['en', 'th'] as const)(
  'a dispatcher relieves a crew at the scene, and the card tells who left and who joined (%s)',
  async (language) => {
    const { user_id: _id, server_token } = nurse.session
    signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('nurse', false)] })
    await show(
      <SignedIn>
        <MissionBoard more={() => null} />
      </SignedIn>,
      { language },
    )
    const said = words[language]
    const number = (await read())?.number ?? ''
    const card = within(await screen.findByRole('article', { name: number }))
    await userEvent.click(card.getByRole('button', { name: said.actions }))
    await userEvent.click(await screen.findByRole('menuitem', { name: said.change }))
    const dialog = within(await screen.findByRole('dialog', { name: said.change }))

    await userEvent.click(dialog.getByRole('button', { name: said.save }))
    expect((await dialog.findByRole('alert')).textContent).toBe(said.required)

    await userEvent.selectOptions(dialog.getByRole('combobox', { name: said.leader }), said.leaves)
    expect(dialog.queryByText(said.noDriver)).toBeNull()
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: said.driver }), said.leaves)
    expect(dialog.getByText(said.noDriver)).toBeDefined()

    await userEvent.click(dialog.getByRole('button', { name: said.add }))
    const row = within(dialog.getByRole('group', { name: said.joins }))
    await userEvent.type(dialog.getByRole('textbox', { name: said.why }), 'เปลี่ยนเวร')
    await userEvent.click(dialog.getByRole('button', { name: said.save }))
    expect(await row.findAllByText(said.required)).toHaveLength(2)
    await userEvent.click(row.getByRole('combobox', { name: said.person }))
    await userEvent.keyboard(relief.session.user_id)
    await userEvent.click(await screen.findByRole('option', { name: 'nurse ทดสอบ' }))
    await userEvent.selectOptions(row.getByRole('combobox', { name: said.role }), said.drives)
    await userEvent.selectOptions(row.getByRole('combobox', { name: said.level }), said.rn)
    expect(dialog.queryByText(said.noDriver)).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: said.save }))

    expect(await card.findByText(said.crew)).toBeDefined()
    await userEvent.click(card.getByRole('button', { name: said.times }))
    expect(await card.findByText(said.told)).toBeDefined()
    expect(await read()).toMatchObject({ state: 'AT_SCENE', team: { members: [{ role: 'DRIVER' }] } })
    expect((await relief(missions.mine, {})).missions.map(({ _id }) => _id)).toContain(missionId)
    expect((await crew(missions.mine, {})).missions).toEqual([])
  },
)
