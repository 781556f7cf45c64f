import {
  ambulanceRequests,
  audit,
  errorCodes,
  fleet,
  type Input,
  inbound,
  missions,
  operationRecords,
} from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCrew, answerAll, requestAmbulance, sceneRequest } from '../../../../test/support/missions.ts'
import { expectRefusal } from '../../../../test/support/refusal.ts'
import { type SignedIn, startTestPanel, type TestPanel } from '../../../testing.ts'

type Given = { vehicle_id: string; team_id: string }

let panel: TestPanel
let nurse: SignedIn
let crew: SignedIn
let relief: SignedIn
let missionId: string
let given: Given
/** Another team that the same person leads. */
let second: Given

beforeAll(async () => {
  panel = await startTestPanel()
  nurse = await panel.asNew({ staffType: 'nurse' })
})
afterAll(() => panel.close())

const request = (more = {}) => requestAmbulance(nurse, { ...sceneRequest, ...more })

async function addTeam(leader: SignedIn): Promise<Given> {
  const { vehicle_id, team_id } = await addCrew(panel, leader)
  return { vehicle_id, team_id }
}

/** A mission that was given to a team which `crew` leads. */
beforeEach(async () => {
  crew = await panel.asNew({ staffType: 'paramedic' })
  relief = await panel.asNew({ staffType: 'paramedic' })
  missionId = await request()
  second = await addTeam(crew)
  given = await addTeam(crew)
  await dispatch('ASSIGNED', given)
})

const dispatch = async (
  step: Input<typeof missions.dispatch>['step'],
  more: Partial<Input<typeof missions.dispatch>> = {},
) => (await nurse(missions.dispatch, { _id: missionId, event_id: newId(), step, ...more })).mission

/** Another shift: somebody leads the team from now on, in the place of whoever did. */
async function setLeader({ session }: SignedIn) {
  const admin = await panel.as('admin')
  const team = await findTeam()
  const members = team.members.map(({ staff: { _id }, role, level }) => ({
    staff_id: role === 'LEADER' ? session.user_id : _id,
    role,
    level,
  }))
  await admin(fleet.saveTeam, { _id: team._id, version: team.version, name: team.name, members })
}

async function findTeam() {
  const admin = await panel.as('admin')
  const { rows } = await admin(fleet.teams, { number_of_rec: 100, with_inactive: true })
  return rows.find(({ _id }) => _id === given.team_id) ?? expect.fail()
}

const listOwn = async (by: SignedIn) => (await by(missions.mine, {})).missions.map(({ _id }) => _id)
const report = (by: SignedIn, step: Input<typeof missions.report>['step']) =>
  by(missions.report, { _id: missionId, event_id: newId(), step })
const tell = (by: SignedIn) =>
  by(inbound.preAlert, { _id: missionId, pre_alert_id: newId(), colour: 'RED', scheme: 'ISBAR' })
const beginSheet = (by: SignedIn) =>
  by(operationRecords.add, {
    new_id: newId(),
    operations: answerAll({ scene: 'แยก' }),
    mission_id: missionId,
  })

describe('a mission, when the members of its team change,', () => {
  test('stays with the crew on the road, and is nothing of whoever joins the team', async () => {
    await dispatch('LEFT_SCENE')
    await setLeader(relief)
    expect((await findTeam()).missions).toHaveLength(1)
    expect(await listOwn(relief)).toEqual([])
    expect((await expectRefusal(tell(relief))).code).toBe(errorCodes['not-found'])
    expect((await expectRefusal(report(relief, 'AT_DESTINATION'))).code).toBe(errorCodes['not-found'])
    expect(await listOwn(crew)).toEqual([missionId])
    await tell(crew)
    expect(await report(crew, 'AT_DESTINATION')).toMatchObject({
      outcome: 'applied',
      mission: { state: 'AT_DESTINATION' },
    })
    const { members } = (await dispatch('HANDED_OVER')).team ?? expect.fail()
    expect(members.map(({ staff }) => staff._id)).toContain(crew.session.user_id)
    expect(members.map(({ staff }) => staff._id)).not.toContain(relief.session.user_id)
  })

  test('stays with its crew when the team is deactivated', async () => {
    await dispatch('LEFT_SCENE')
    const { version } = await findTeam()
    const admin = await panel.as('admin')
    await admin(fleet.switchTeam, { _id: given.team_id, version, is_active: false })
    expect(await report(crew, 'AT_DESTINATION')).toMatchObject({ outcome: 'applied' })
  })

  test('is written up by its crew until it is closed, and is read by nobody else', async () => {
    const formsOnly = await panel.asNew({ staffType: 'paramedic', isFormUser: true })
    await dispatch('BACK_AT_BASE')
    await setLeader(formsOnly)
    const read = formsOnly(ambulanceRequests.list, { _id: missionId })
    expect((await expectRefusal(read)).code).toBe(errorCodes['not-found'])
    expect((await expectRefusal(beginSheet(formsOnly))).code).toBe(errorCodes['not-found'])
    const { record } = await beginSheet(crew)
    expect(Object.values(record.answers['crew'] ?? {})).toMatchObject([
      { crew_name: 'paramedic ทดสอบ', crew_level: 'PARAMEDIC' },
      { crew_level: 'DRIVER' },
    ])
    await dispatch('CLOSED', { note: 'x' })
    expect((await findTeam()).missions).toEqual([])
    expect(await listOwn(crew)).toEqual([])
  })

  test('goes to the new members once a dispatcher gives it to the team again', async () => {
    await dispatch('EN_ROUTE')
    await setLeader(relief)
    await dispatch('REASSIGNED')
    expect(await listOwn(crew)).toEqual([])
    await dispatch('ASSIGNED', given)
    expect(await listOwn(crew)).toEqual([])
    expect(await listOwn(relief)).toEqual([missionId])
    expect(await report(crew, 'EN_ROUTE')).toMatchObject({ outcome: 'waiting', mission: null })
  })

  test('is the first of whoever joined, if it was requested later', async () => {
    await dispatch('HANDED_OVER')
    await setLeader(relief)
    missionId = await request()
    await dispatch('ASSIGNED', given)
    expect(await listOwn(relief)).toEqual([missionId])
    expect(await listOwn(crew)).not.toContain(missionId)
  })
})

describe('somebody who is in two teams', () => {
  const assign = (_id: string, team: Given) =>
    nurse(missions.dispatch, { _id, event_id: newId(), step: 'ASSIGNED', ...team })

  test('is out on one mission until its patient is handed over, and a dispatcher reads on which', async () => {
    const _id = await request()
    const refused = await expectRefusal(assign(_id, second))
    expect(refused.code).toBe(errorCodes['member-out'])
    const { number } = await dispatch('LEFT_SCENE')
    expect(refused.detail).toEqual({
      members: [{ staff: expect.objectContaining({ _id: crew.session.user_id }), mission: number }],
    })
    await dispatch('HANDED_OVER')
    expect((await assign(_id, second)).mission.state).toBe('ASSIGNED')
    expect((await listOwn(crew)).toSorted()).toEqual([missionId, _id].toSorted())
    const back = await expectRefusal(dispatch('WITHDRAWN', { withdraws: 'HANDED_OVER', note: 'x' }))
    expect(back.code).toBe(errorCodes['member-out'])
    expect(back.detail).toMatchObject({ members: [{ staff: { _id: crew.session.user_id } }] })
    expect((await dispatch('BACK_AT_BASE')).state).toBe('BACK_AT_BASE')
  })

  test('is free again once the mission is taken from their team, and when it is called back', async () => {
    const _id = await request()
    await dispatch('REASSIGNED')
    expect((await assign(_id, second)).mission.state).toBe('ASSIGNED')
    expect((await expectRefusal(dispatch('ASSIGNED', given))).code).toBe(errorCodes['member-out'])
    await nurse(missions.dispatch, {
      _id,
      event_id: newId(),
      step: 'STOOD_DOWN',
      reason: 'REFUSED_TRANSPORT',
    })
    expect((await dispatch('ASSIGNED', given)).state).toBe('ASSIGNED')
  })

  test('goes with one of twenty teams that are sent at once', async () => {
    const twice = await panel.asNew({ staffType: 'paramedic' })
    const others = []
    for (let count = 0; count < 20; count += 1)
      others.push({ _id: await request(), team: await addTeam(twice) })
    const outcomes = await Promise.allSettled(others.map(({ _id, team }) => assign(_id, team)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const codes = outcomes.flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as { code: number }).code] : [],
    )
    expect(new Set(codes)).toEqual(new Set([errorCodes['member-out']]))
    expect(await listOwn(twice)).toHaveLength(1)
  })
})

describe('the crew of a mission, when a dispatcher changes it,', () => {
  const id = ({ session }: SignedIn) => session.user_id
  const member = (person: SignedIn, role = 'LEADER', level = 'PARAMEDIC') =>
    ({ staff_id: id(person), role, level }) as Input<typeof missions.dispatch>['joins'] extends
      | (infer One)[]
      | undefined
      ? One
      : never
  const change = (more: Partial<Input<typeof missions.dispatch>>) =>
    dispatch('CREW_CHANGED', { note: 'เปลี่ยนเวร', ...more })
  const relieve = (more: Partial<Input<typeof missions.dispatch>> = {}) =>
    change({ leaves: [id(crew)], joins: [member(relief)], ...more })

  test.each(['ASSIGNED', 'EN_ROUTE', 'AT_SCENE', 'LEFT_SCENE', 'HANDED_OVER', 'BACK_AT_BASE'] as const)(
    'keeps its state, its times and its vehicle, at %s',
    async (step) => {
      const before = step === 'ASSIGNED' ? await dispatch('OPERATION_CHANGED') : await dispatch(step)
      const mission = await relieve()
      expect(mission).toMatchObject({ state: step, vehicle: before.vehicle })
      expect(mission.events.slice(0, -1)).toEqual(before.events)
      expect(mission.events.at(-1)).toMatchObject({
        step: 'CREW_CHANGED',
        note: 'เปลี่ยนเวร',
        by: { _id: id(nurse) },
        crew: {
          left: [{ _id: id(crew) }],
          joined: [{ staff: { _id: id(relief) }, role: 'LEADER', level: 'PARAMEDIC' }],
        },
      })
      expect(mission.team?.members).toMatchObject([
        { role: 'DRIVER' },
        { staff: { _id: id(relief) }, role: 'LEADER', level: 'PARAMEDIC' },
      ])
    },
  )

  test('gives the mission to whoever joins at once, and takes it from whoever leaves', async () => {
    await dispatch('AT_SCENE')
    await relieve()
    expect(await listOwn(crew)).toEqual([])
    expect((await expectRefusal(tell(crew))).code).toBe(errorCodes['not-found'])
    expect((await expectRefusal(beginSheet(crew))).code).toBe(errorCodes['not-found'])
    expect(await listOwn(relief)).toEqual([missionId])
    await tell(relief)
    const admin = await panel.as('admin')
    const { rows } = await admin(audit.list, { filterLists: { action: 'missions.dispatch' } })
    const { entry } = await admin(audit.get, { _id: rows[0]?._id ?? '' })
    expect(entry.detail).toMatchObject({ left: [id(crew)], joined: [id(relief)] })
    expect((await report(relief, 'LEFT_SCENE')).mission?.state).toBe('LEFT_SCENE')
  })

  test('frees whoever leaves for another mission, and takes whoever joins from all others', async () => {
    const third = await addTeam(relief)
    await dispatch('AT_SCENE')
    await relieve()
    const _id = await request()
    await nurse(missions.dispatch, { _id, event_id: newId(), step: 'ASSIGNED', ...second })
    expect(await listOwn(crew)).toEqual([_id])
    const refused = await expectRefusal(change({ joins: [member(crew, 'CARE')] }))
    expect(refused.code).toBe(errorCodes['member-out'])
    expect(refused.detail).toMatchObject({ members: [{ staff: { _id: id(crew) } }] })
    const other = await request()
    const taken = nurse(missions.dispatch, { _id: other, event_id: newId(), step: 'ASSIGNED', ...third })
    expect((await expectRefusal(taken)).code).toBe(errorCodes['member-out'])
  })

  test.each(['HANDED_OVER', 'BACK_AT_BASE', 'NO_TRANSPORT'] as const)(
    'names whoever went, at %s, though they are out on another mission by then',
    async (step) => {
      await dispatch('AT_SCENE')
      await dispatch(step, step === 'NO_TRANSPORT' ? { reason: 'TREATED' } : {})
      const _id = await request()
      const out = await addTeam(relief)
      await nurse(missions.dispatch, { _id, event_id: newId(), step: 'ASSIGNED', ...out })
      const mission = await relieve()
      expect(mission.team?.members.map(({ staff }) => staff._id)).toContain(id(relief))
      expect((await listOwn(relief)).toSorted()).toEqual([missionId, _id].toSorted())
      const back = await expectRefusal(dispatch('WITHDRAWN', { withdraws: step, note: 'x' }))
      expect(back.code).toBe(errorCodes['member-out'])
    },
  )

  test('takes one person into one of twenty missions at once', async () => {
    const others = []
    for (let count = 0; count < 20; count += 1) {
      const leader = await panel.asNew({ staffType: 'paramedic' })
      const one = { _id: await request(), ...(await addTeam(leader)) }
      await nurse(missions.dispatch, { event_id: newId(), step: 'ASSIGNED', ...one })
      others.push(one._id)
    }
    const joins = [member(relief, 'CARE')]
    const outcomes = await Promise.allSettled(
      others.map((_id) =>
        nurse(missions.dispatch, { _id, event_id: newId(), step: 'CREW_CHANGED', joins, note: 'x' }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const codes = outcomes.flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as { code: number }).code] : [],
    )
    expect(new Set(codes)).toEqual(new Set([errorCodes['member-out']]))
    expect(await listOwn(relief)).toHaveLength(1)
  })

  test('gives another role to whoever is in it, and keeps the order of the others', async () => {
    const mission = await change({ joins: [member(crew, 'DRIVER', 'EMT')] })
    expect(mission.team?.members).toMatchObject([
      { staff: { _id: id(crew) }, role: 'DRIVER', level: 'EMT' },
      { role: 'DRIVER', level: 'DRIVER' },
    ])
  })

  test('says why, changes something, names nobody twice, and is never empty', async () => {
    const problem = async (more: Partial<Input<typeof missions.dispatch>>) =>
      (await expectRefusal(change(more))).fields
    const driver = (await dispatch('DISPATCHED')).team?.members.find(({ role }) => role === 'DRIVER')?.staff
    const joins = [member(relief)]
    expect(await problem({ joins, note: null })).toEqual([{ field: 'note', message: 'reason-required' }])
    expect(await problem({})).toEqual([{ field: 'joins', message: 'field-required' }])
    expect(await problem({ joins: [member(crew)], leaves: [id(crew)] })).toEqual([
      { field: 'joins.0.staff_id', message: 'member-repeated' },
    ])
    expect(await problem({ joins, leaves: [id(crew), id(crew)] })).toEqual([
      { field: 'leaves', message: 'member-repeated' },
    ])
    expect(await problem({ joins: [{ ...member(relief), staff_id: newId() }] })).toEqual([
      { field: 'joins.0.staff_id', message: 'choice-invalid' },
    ])
    expect(await problem({ leaves: [id(crew), driver?._id ?? ''] })).toEqual([
      { field: 'leaves', message: 'crew-empty' },
    ])
    const other = await expectRefusal(dispatch('EN_ROUTE', { joins }))
    expect(other.fields).toEqual([{ field: 'joins', message: 'invalid' }])
    expect((await expectRefusal(change({ leaves: [id(relief)] }))).code).toBe(errorCodes['not-in-crew'])
  })

  test('is changed once, and not before a vehicle has the mission nor after it is closed', async () => {
    const event_id = newId()
    await relieve({ event_id })
    const again = await relieve({ event_id })
    expect(again.events.filter(({ step }) => step === 'CREW_CHANGED')).toHaveLength(1)
    await dispatch('BACK_AT_BASE')
    await dispatch('CLOSED', { note: 'x' })
    expect((await expectRefusal(change({ joins: [member(crew)] }))).code).toBe(errorCodes['mission-step'])
    missionId = await request()
    expect((await expectRefusal(change({ joins: [member(crew)] }))).code).toBe(errorCodes['mission-step'])
  })

  test('is that of the team again once the mission is given to it anew', async () => {
    await relieve()
    await dispatch('REASSIGNED')
    expect(await listOwn(relief)).toEqual([])
    await dispatch('ASSIGNED', given)
    expect(await listOwn(crew)).toEqual([missionId])
    expect(await listOwn(relief)).toEqual([])
  })

  test('leaves the newest step to be withdrawn', async () => {
    await dispatch('AT_SCENE')
    await relieve()
    const mission = await dispatch('WITHDRAWN', { withdraws: 'AT_SCENE', note: 'กดผิด' })
    expect(mission.state).toBe('ASSIGNED')
    expect(mission.team?.members.map(({ staff }) => staff._id)).toContain(id(relief))
  })

  /** Who stands on the sheet that `crew` began, after a colleague has written on. */
  async function readCrew(_id: string) {
    panel.wait(60_000)
    const operations = answerAll({ zone: '1' }, panel.clock().toISOString())
    const { record } = await relief(operationRecords.edit, { _id, operations })
    const rows = Object.values(record.answers['crew'] ?? {}) as { crew_name: string }[]
    return rows.map(({ crew_name }) => crew_name).toSorted()
  }

  test('stands on the sheet with everybody who went', async () => {
    const { record } = await beginSheet(crew)
    panel.wait(60_000)
    await dispatch('EN_ROUTE')
    panel.wait(60_000)
    await relieve()
    expect(await readCrew(record._id)).toEqual(['driver ทดสอบ', 'paramedic ทดสอบ', 'paramedic ทดสอบ'])
  })

  test('stands on the sheet without whoever was in the team and did not go', async () => {
    const { record } = await beginSheet(crew)
    panel.wait(60_000)
    await relieve()
    await dispatch('EN_ROUTE')
    expect(await readCrew(record._id)).toEqual(['driver ทดสอบ', 'paramedic ทดสอบ'])
  })

  test('stays on the sheet as somebody has written it', async () => {
    const { record } = await beginSheet(crew)
    const row = `crew/${newId()}`
    await crew(operationRecords.edit, {
      _id: record._id,
      operations: answerAll({ [`${row}/crew_name`]: 'พยาบาลอาสา', [`${row}/crew_level`]: 'RN' }),
    })
    panel.wait(60_000)
    await dispatch('EN_ROUTE')
    await relieve()
    expect(await readCrew(record._id)).toEqual(['driver ทดสอบ', 'paramedic ทดสอบ', 'พยาบาลอาสา'])
  })
})
