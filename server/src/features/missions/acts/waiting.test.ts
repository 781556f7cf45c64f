import { audit, type Client, errorCodes, fleet, type Input, missions } from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCrew, plannedRequest, requestAmbulance } from '../../../../test/support/missions.ts'
import { expectRefusal } from '../../../../test/support/refusal.ts'
import { blockUser, sealStep } from '../../../../test/support/tablet.ts'
import { staffTypeId } from '../../../reference/staff-types.ts'
import { type SignedIn, startTestPanel, type TestPanel } from '../../../testing.ts'

let panel: TestPanel
let nurse: SignedIn
let other: SignedIn
let crew: SignedIn
let missionId: string

beforeAll(async () => {
  panel = await startTestPanel()
  nurse = await panel.asNew({ staffType: 'nurse' })
  other = await panel.asNew({ staffType: 'paramedic' })
})
afterAll(() => panel.close())

const minutes = (count: number) => new Date(panel.clock().getTime() + count * 60_000).toISOString()
const dispatch = (
  step: Partial<Input<typeof missions.dispatch>> & Pick<Input<typeof missions.dispatch>, 'step'>,
) => nurse(missions.dispatch, { _id: missionId, event_id: newId(), ...step })

/** A mission on which a crew went out a quarter of an hour ago. */
beforeEach(async () => {
  crew = await panel.asNew({ staffType: 'paramedic' })
  missionId = await requestAmbulance(nurse, { ...plannedRequest, received_at: minutes(-20) })
  const { team_id, vehicle_id } = await addCrew(panel, crew)
  await dispatch({ step: 'ASSIGNED', at: minutes(-15), team_id, vehicle_id })
})

type Step = Partial<Input<typeof missions.report>>
const press = (step: Step = {}): Input<typeof missions.report> => ({
  _id: missionId,
  event_id: newId(),
  step: 'EN_ROUTE',
  at: panel.clock().toISOString(),
  ...step,
})
const seal = (step: Step = {}, more: Parameters<typeof sealStep>[3] = {}, by = crew) =>
  sealStep(panel, by, press(step), more)

/** What its author pressed on a tablet without a signal a minute after they were blocked. */
async function sealAfterBlock(...steps: Step[]) {
  const parts = []
  panel.wait(60_000)
  for (const step of steps.length > 0 ? steps : [{}]) parts.push(await seal(step))
  panel.wait(-60_000)
  await blockUser(panel, crew)
  panel.wait(60_000)
  return parts
}

const deliver = async (part: Input<typeof missions.deliver>, by: Client = other) =>
  (await by(missions.deliver, part)).outcome
const find = async () => (await nurse(missions.board, {})).missions.find(({ _id }) => _id === missionId)
const listSteps = async () => (await find())?.events.slice(1).map(({ step }) => step)
const decide = (_id: string, more: Partial<Input<typeof missions.decide>> = {}, by: Client = nurse) =>
  by(missions.decide, { _id, is_accepted: true, ...more })
const theirs = (person: SignedIn) => expect.objectContaining({ _id: person.session.user_id })

describe('a step that was pressed after its author was blocked', () => {
  test('waits once, however often it is brought, and says whose it is and why; it counts for nothing', async () => {
    const [part] = await sealAfterBlock({ note: 'รถติด' })
    if (!part) return expect.fail()
    expect(await Promise.all([deliver(part), deliver(part)])).toEqual(['waiting', 'waiting'])
    expect(await deliver(part)).toBe('waiting')
    const mission = await find()
    expect(mission).toMatchObject({ state: 'ASSIGNED', events: [{ step: 'ASSIGNED' }] })
    expect(mission?.waiting_steps).toMatchObject([
      {
        _id: part.op_id,
        step: 'EN_ROUTE',
        at: minutes(0),
        note: 'รถติด',
        by: theirs(crew),
        because: 'revoked',
        delivered_by: theirs(other),
        rejected: null,
      },
    ])
  })

  test('is accepted as of its author, with its time, and once', async () => {
    const at = minutes(1)
    const [part] = await sealAfterBlock({ source: 'BUTTON' })
    if (!part) return expect.fail()
    await deliver(part)
    panel.wait(60_000)
    const { mission } = await decide(part.op_id)
    expect(mission).toMatchObject({ state: 'EN_ROUTE', waiting_steps: [] })
    expect(mission.events.at(-1)).toMatchObject({
      _id: part.op_id,
      step: 'EN_ROUTE',
      at,
      recorded_at: minutes(0),
      source: 'LATER',
      by: theirs(crew),
      accepted_by: theirs(nurse),
    })
    expect((await expectRefusal(decide(part.op_id, { is_accepted: false, note: 'x' }))).code).toBe(
      errorCodes['step-decided'],
    )
    expect(await deliver(part)).toBe('applied')
    expect(await listSteps()).toEqual(['EN_ROUTE'])
  })

  test('is accepted by one of two dispatchers at once', async () => {
    const [part] = await sealAfterBlock()
    if (!part) return expect.fail()
    await deliver(part)
    const both = await Promise.allSettled([decide(part.op_id), decide(part.op_id)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await listSteps()).toEqual(['EN_ROUTE'])
  })

  test('is rejected with a reason, which stays with who gave it, and is not taken when it is sent again', async () => {
    const [part] = await sealAfterBlock()
    if (!part) return expect.fail()
    await deliver(part)
    expect((await expectRefusal(decide(part.op_id, { is_accepted: false }))).fields).toEqual([
      { field: 'note', message: 'reason-required' },
    ])
    const { mission } = await decide(part.op_id, { is_accepted: false, note: 'ไม่ได้อยู่บนรถ' })
    const rejected = { at: minutes(0), by: theirs(nurse), note: 'ไม่ได้อยู่บนรถ' }
    expect(mission.waiting_steps).toMatchObject([{ _id: part.op_id, rejected }])
    expect((await expectRefusal(decide(part.op_id))).code).toBe(errorCodes['step-decided'])
    await deliver(part)
    expect((await find())?.waiting_steps).toHaveLength(1)
    expect(await listSteps()).toEqual([])
  })

  test('is refused with words if the mission was closed meanwhile, and stays in sight until it is rejected', async () => {
    const [part] = await sealAfterBlock()
    if (!part) return expect.fail()
    await dispatch({ step: 'BACK_AT_BASE' })
    await dispatch({ step: 'CLOSED', note: 'เอกสารอยู่ในกระดาษ' })
    expect(await deliver(part)).toBe('waiting')
    expect((await expectRefusal(decide(part.op_id))).code).toBe(errorCodes['mission-step'])
    panel.wait(13 * 60 * 60_000)
    nurse = await panel.asNew({ staffType: 'nurse' })
    other = await panel.asNew({ staffType: 'paramedic' })
    expect(await find()).toMatchObject({ state: 'CLOSED', waiting_steps: [{ rejected: null }] })
    await decide(part.op_id, { is_accepted: false, note: 'ปิดงานแล้ว' })
    expect(await find()).toBeUndefined()
  })

  test('asks why its time is right if the mission has another one', async () => {
    const [part] = await sealAfterBlock({ at: minutes(-10) })
    if (!part) return expect.fail()
    await deliver(part)
    await dispatch({ step: 'EN_ROUTE', at: minutes(-5) })
    expect((await expectRefusal(decide(part.op_id))).fields).toEqual([
      { field: 'note', message: 'reason-required' },
    ])
    const { mission } = await decide(part.op_id, { note: 'เวลาที่ทีมกด' })
    expect(mission.events.at(-1)).toMatchObject({ step: 'EN_ROUTE', note: 'เวลาที่ทีมกด' })
  })

  test('takes a step back once it is accepted', async () => {
    await dispatch({ step: 'EN_ROUTE', at: minutes(-5) })
    const back = { step: 'WITHDRAWN', withdraws: 'EN_ROUTE', note: 'กดผิด' } as const
    const [part] = await sealAfterBlock(back)
    if (!part) return expect.fail()
    await deliver(part)
    expect(await find()).toMatchObject({ state: 'EN_ROUTE', waiting_steps: [{ withdraws: 'EN_ROUTE' }] })
    expect((await decide(part.op_id)).mission.state).toBe('ASSIGNED')
  })

  test('that the mission has already is not kept again: its answer was lost', async () => {
    panel.wait(60_000)
    const pressed = press()
    const part = await sealStep(panel, crew, pressed)
    await crew(missions.report, pressed)
    panel.wait(-60_000)
    await blockUser(panel, crew)
    panel.wait(60_000)
    expect(await deliver(part)).toBe('applied')
    expect((await find())?.waiting_steps).toEqual([])
  })
})

test.each([
  ['a clock that leaves its time in doubt', 'time-doubtful', () => seal({}, { at: minutes(-60) })],
  ['a session that nobody knows', 'unknown-session', () => seal({}, { token: 'never-given' })],
] as const)('a step of %s waits', async (_what, because, make) => {
  expect(await deliver(await make())).toBe('waiting')
  expect((await find())?.waiting_steps).toMatchObject([{ because, by: theirs(crew) }])
  expect(await listSteps()).toEqual([])
})

test('a step of somebody who may report no more waits', async () => {
  const part = await seal()
  const staff = panel.root.updateTable('staff').where('id', '=', crew.session.user_id)
  await staff.set({ staff_type_id: staffTypeId('registrar') }).execute()
  expect(await deliver(part)).toBe('waiting')
  expect((await find())?.waiting_steps).toMatchObject([{ because: 'not-allowed', by: theirs(crew) }])
})

describe('a step that nobody can read where it was kept, and that the mission does not take', () => {
  test('waits of a mission that was closed meanwhile, is not accepted, and goes once it is rejected', async () => {
    const part = await seal({ at: minutes(-5) })
    await dispatch({ step: 'BACK_AT_BASE' })
    await dispatch({ step: 'CLOSED', note: 'เอกสารอยู่ในกระดาษ' })
    expect([await deliver(part), await deliver(part, crew)]).toEqual(['waiting', 'waiting'])
    expect(await find()).toMatchObject({
      state: 'CLOSED',
      waiting_steps: [{ _id: part.op_id, step: 'EN_ROUTE', because: 'not-taken', by: theirs(crew) }],
    })
    const refused = await expectRefusal(decide(part.op_id))
    expect(refused.code).toBe(errorCodes['mission-step'])
    const { mission } = await decide(part.op_id, { is_accepted: false, note: 'ปิดงานแล้ว' })
    expect(mission.waiting_steps).toMatchObject([{ rejected: { note: 'ปิดงานแล้ว' } }])
    expect(await deliver(part)).toBe('waiting')
    expect((await find())?.waiting_steps).toHaveLength(1)
  })

  test.each([
    ['out of order', { step: 'NO_TRANSPORT', reason: 'DIED' }, 'mission-step'],
    ['at a time between others', { step: 'AT_SCENE', at: 'early' }, 'step-time'],
    ['of a time that the mission has already', { step: 'EN_ROUTE' }, 'invalid'],
  ] as const)('waits, %s', async (_why, { step, ...more }, code) => {
    const at = 'at' in more ? minutes(-12) : minutes(-5)
    const part = await seal({ step, at, ...('reason' in more && { reason: more.reason }) })
    await dispatch({ step: 'EN_ROUTE', at: minutes(-10) })
    expect(await deliver(part)).toBe('waiting')
    expect((await find())?.waiting_steps).toMatchObject([{ step, because: 'not-taken' }])
    expect((await expectRefusal(decide(part.op_id))).code).toBe(errorCodes[code])
    expect(await listSteps()).toEqual(['EN_ROUTE'])
  })

  test('waits if its time is before that of a diversion by the desk, and one that was skipped is filled in', async () => {
    const scene = await seal({ step: 'AT_SCENE', at: minutes(-9) })
    const arrival = await seal({ step: 'AT_DESTINATION', at: minutes(-6) })
    await dispatch({ step: 'LEFT_SCENE', at: minutes(-8) })
    await dispatch({ step: 'DIVERTED', at: minutes(-5), destination: 'รพ. อื่น' })
    expect([await deliver(scene), await deliver(arrival)]).toEqual(['applied', 'waiting'])
    expect(await find()).toMatchObject({
      state: 'LEFT_SCENE',
      waiting_steps: [{ step: 'AT_DESTINATION', because: 'not-taken' }],
    })
    expect((await find())?.events.at(-1)).toMatchObject({
      step: 'AT_SCENE',
      source: 'LATER',
      by: theirs(crew),
    })
    expect((await expectRefusal(decide(arrival.op_id))).code).toBe(errorCodes['step-time'])
    await dispatch({ step: 'WITHDRAWN', withdraws: 'DIVERTED', note: 'ผิดคัน' })
    expect((await decide(arrival.op_id)).mission).toMatchObject({
      state: 'AT_DESTINATION',
      waiting_steps: [],
    })
  })

  test('waits if it takes back a step after which the desk diverted, until that is taken back', async () => {
    await dispatch({ step: 'LEFT_SCENE', at: minutes(-10) })
    const back = await seal({ step: 'WITHDRAWN', withdraws: 'LEFT_SCENE', note: 'กดผิด', at: minutes(-4) })
    await dispatch({ step: 'DIVERTED', at: minutes(-5), destination: 'รพ. อื่น' })
    expect(await deliver(back)).toBe('waiting')
    expect(await find()).toMatchObject({ state: 'LEFT_SCENE', destination: 'รพ. อื่น' })
    expect((await expectRefusal(decide(back.op_id))).code).toBe(errorCodes['mission-step'])
    await dispatch({ step: 'WITHDRAWN', withdraws: 'DIVERTED', note: 'ผิดคัน' })
    expect((await decide(back.op_id)).mission).toMatchObject({ state: 'ASSIGNED', waiting_steps: [] })
  })

  test('is accepted once the mission takes it', async () => {
    const part = await seal({ step: 'NO_TRANSPORT', reason: 'DIED', at: minutes(-5) })
    expect(await deliver(part)).toBe('waiting')
    await dispatch({ step: 'AT_SCENE', at: minutes(-10) })
    expect((await decide(part.op_id)).mission).toMatchObject({ state: 'NO_TRANSPORT', waiting_steps: [] })
  })
})

describe('a step of somebody who left the crew', () => {
  /** Somebody leads the team from now on, and a dispatcher gives the mission to the team as it is now. */
  async function setLeader({ session }: SignedIn) {
    const admin = await panel.as('admin')
    const { team, vehicle } = (await find()) ?? {}
    if (!team || !vehicle) return expect.fail()
    const { rows } = await admin(fleet.teams, { search_value: team.name })
    const members = team.members.map(({ staff: { _id }, role }) =>
      role === 'DRIVER'
        ? { staff_id: _id, role, level: 'DRIVER' as const }
        : { staff_id: session.user_id, role: 'LEADER' as const, level: 'PARAMEDIC' as const },
    )
    await admin(fleet.saveTeam, { _id: team._id, version: rows[0]?.version ?? 0, name: team.name, members })
    await dispatch({ step: 'REASSIGNED' })
    await dispatch({ step: 'ASSIGNED', team_id: team._id, vehicle_id: vehicle._id })
  }
  const leave = async () => setLeader(await panel.asNew({ staffType: 'paramedic' }))

  test('waits, whoever brings it, and shows them nothing of the mission', async () => {
    const part = await seal()
    const pressed = press({ step: 'AT_SCENE', at: undefined })
    await leave()
    expect(await crew(missions.report, pressed)).toMatchObject({ outcome: 'waiting', mission: null })
    expect(await crew(missions.report, pressed)).toMatchObject({ outcome: 'waiting', mission: null })
    expect(await deliver(part)).toBe('waiting')
    const because = 'not-of-crew'
    const waiting = (await find())?.waiting_steps.toSorted((one, next) => one.step.localeCompare(next.step))
    expect(waiting).toMatchObject([
      { step: 'AT_SCENE', at: minutes(0), because, delivered_by: theirs(crew) },
      { step: 'EN_ROUTE', because, delivered_by: theirs(other) },
    ])
    expect((await decide(pressed.event_id)).mission.state).toBe('AT_SCENE')
    expect(await crew(missions.report, pressed)).toMatchObject({ outcome: 'applied', mission: null })
  })

  test('waits of a mission that another crew took over, which it cannot move any more', async () => {
    const part = await seal({ step: 'HANDED_OVER' })
    await dispatch({ step: 'REASSIGNED' })
    expect(await deliver(part)).toBe('waiting')
    expect((await expectRefusal(decide(part.op_id))).code).toBe(errorCodes['mission-step'])
    expect((await find())?.waiting_steps).toMatchObject([{ step: 'HANDED_OVER', because: 'not-of-crew' }])
  })

  test('that waits is not taken beside it when they are back in the crew', async () => {
    const pressed = press()
    await leave()
    await crew(missions.report, pressed)
    await setLeader(crew)
    expect(await crew(missions.report, pressed)).toMatchObject({
      outcome: 'waiting',
      mission: { state: 'ASSIGNED', waiting_steps: [{ _id: pressed.event_id }] },
    })
  })

  test('who was never in it does not wait, nor does one of a crew whose mission is over', async () => {
    expect((await expectRefusal(other(missions.report, press()))).code).toBe(errorCodes['not-found'])
    const doubtful = await seal({}, { token: 'never-given' }, other)
    expect((await expectRefusal(deliver(doubtful))).fields).toMatchObject([
      { message: 'step-unknown-session' },
    ])
    await dispatch({ step: 'BACK_AT_BASE' })
    await dispatch({ step: 'CLOSED', note: 'x' })
    expect((await expectRefusal(crew(missions.report, press()))).code).toBe(errorCodes['not-found'])
    expect((await find())?.waiting_steps).toEqual([])
  })
})

test('whoever only reports missions decides about no step', async () => {
  const part = await seal({}, { token: 'never-given' })
  await deliver(part)
  expect((await expectRefusal(decide(part.op_id, {}, other))).code).toBe(errorCodes['not-allowed'])
  expect((await expectRefusal(decide(newId()))).code).toBe(errorCodes['not-found'])
})

test('the audit says who brought a step and who decided about it, and whose it is', async () => {
  const part = await seal({}, { token: 'never-given' })
  await deliver(part)
  await decide(part.op_id)
  const admin = await panel.as('admin')
  const read = async (action: string) => {
    const { rows } = await admin(audit.list, { filterLists: { action } })
    return (await admin(audit.get, { _id: rows[0]?._id ?? '' })).entry
  }
  const authors = [crew.session.user_id]
  expect(await read('missions.deliver')).toMatchObject({
    by: theirs(other),
    detail: { authors, mission: missionId, waiting: 'unknown-session' },
  })
  expect(await read('missions.decide')).toMatchObject({
    by: theirs(nurse),
    detail: { authors, mission: missionId, is_accepted: true },
  })
})

describe('that nobody was taken along, told by one of the crew and by another without a signal,', () => {
  let colleague: SignedIn
  const told = { step: 'NO_TRANSPORT', note: 'คุยกับญาติแล้ว' } as const

  beforeEach(async () => {
    colleague = await panel.asNew({ staffType: 'paramedic' })
    const staff_id = colleague.session.user_id
    const joins = [{ staff_id, role: 'CARE', level: 'PARAMEDIC' }] as const
    await dispatch({ step: 'CREW_CHANGED', joins: [...joins], note: 'เสริมทีม' })
    await dispatch({ step: 'AT_SCENE', at: minutes(-10) })
  })

  test('waits if its author could not know what the mission has, and corrects it once it is accepted', async () => {
    const part = await seal({ ...told, reason: 'NO_PATIENT', at: minutes(-5) })
    const earlier = press({ ...told, reason: 'NO_PATIENT', at: minutes(-4), made_at: minutes(0) })
    const older = press({ ...told, reason: 'NO_PATIENT', at: minutes(-3) })
    panel.wait(60_000)
    await colleague(missions.report, press({ ...told, reason: 'REFUSED_TRANSPORT', at: minutes(-2) }))
    panel.wait(60_000)
    expect(await deliver(part)).toBe('waiting')
    for (const late of [earlier, older])
      expect((await expectRefusal(crew(missions.report, late))).code).toBe(errorCodes['mission-step'])
    const mission = await find()
    expect(mission?.events.at(-1)).toMatchObject({ step: 'NO_TRANSPORT', reason: 'REFUSED_TRANSPORT' })
    expect(mission?.waiting_steps).toMatchObject([{ reason: 'NO_PATIENT', because: 'not-taken' }])
    expect((await decide(part.op_id)).mission.events.at(-1)).toMatchObject({
      reason: 'NO_PATIENT',
      by: theirs(crew),
      accepted_by: theirs(nurse),
    })
  })

  test('corrects it if it was told later, and if both are of one author', async () => {
    const first = await seal({ ...told, reason: 'REFUSED_TRANSPORT', at: minutes(-5) })
    const own = await seal({ ...told, reason: 'TREATED', at: minutes(-4) })
    panel.wait(60_000)
    expect([await deliver(first), await deliver(own)]).toEqual(['applied', 'applied'])
    panel.wait(60_000)
    const later = { ...told, reason: 'DIED', at: minutes(-3), made_at: minutes(0) } as const
    expect(await colleague(missions.report, press(later))).toMatchObject({ outcome: 'applied' })
    expect((await find())?.events.slice(-3)).toMatchObject([
      { reason: 'REFUSED_TRANSPORT', by: theirs(crew) },
      { reason: 'TREATED', by: theirs(crew) },
      { reason: 'DIED', by: theirs(colleague) },
    ])
  })
})

describe('a step of somebody whom a dispatcher relieved', () => {
  /** No step is from before its author's session. */
  beforeEach(async () => {
    panel.wait(20 * 60_000)
    nurse = await panel.asNew({ staffType: 'nurse' })
    other = await panel.asNew({ staffType: 'paramedic' })
  })

  const relieve = async (at: string) => {
    const relief = await panel.asNew({ staffType: 'paramedic' })
    const joins = [{ staff_id: relief.session.user_id, role: 'LEADER', level: 'PARAMEDIC' }] as const
    await dispatch({
      step: 'CREW_CHANGED',
      leaves: [crew.session.user_id],
      joins: [...joins],
      at,
      note: 'เปลี่ยนเวร',
    })
    return relief
  }

  test('counts if it was pressed before, whoever brings it, and shows them nothing of the mission', async () => {
    const part = await seal({ at: minutes(-10) }, { at: minutes(-10) })
    const pressed = press({ step: 'AT_SCENE', at: minutes(-8), made_at: minutes(-8) })
    await relieve(minutes(-5))
    expect(await deliver(part)).toBe('applied')
    expect(await crew(missions.report, pressed)).toEqual(
      expect.objectContaining({ outcome: 'applied', mission: null }),
    )
    expect(await crew(missions.report, pressed)).toMatchObject({ outcome: 'applied', mission: null })
    const mission = await find()
    expect(mission).toMatchObject({ state: 'AT_SCENE', waiting_steps: [] })
    expect(mission?.events.slice(-2)).toMatchObject([
      { step: 'EN_ROUTE', at: minutes(-10), by: theirs(crew) },
      { step: 'AT_SCENE', at: minutes(-8), by: theirs(crew) },
    ])
  })

  test('counts within the minute that was typed for the relief', async () => {
    const whole = new Date(Math.floor(panel.clock().getTime() / 60_000) * 60_000 - 5 * 60_000)
    const at = new Date(whole.getTime() + 40_000).toISOString()
    await relieve(whole.toISOString())
    expect(await crew(missions.report, press({ at, made_at: at }))).toMatchObject({ outcome: 'applied' })
  })

  test.each([
    ['it says a later time', -4, -4],
    ['it was made later, whatever time it says', -10, -4],
  ])('waits if %s', async (_what, at, made) => {
    const times = { at: minutes(at), made_at: minutes(made) }
    const part = await seal({ at: times.at }, { at: times.made_at })
    const pressed = press(times)
    await relieve(minutes(-5))
    expect(await deliver(part)).toBe('waiting')
    expect(await crew(missions.report, pressed)).toMatchObject({ outcome: 'waiting', mission: null })
    const because = 'not-of-crew'
    expect((await find())?.waiting_steps).toMatchObject([{ because }, { because }])
    expect((await decide(pressed.event_id)).mission.state).toBe('EN_ROUTE')
  })

  test.each([
    ['its press says no time', undefined],
    ['it does not say when it was made, whatever time it says', -10],
  ])('waits if %s', async (_what, at) => {
    await relieve(minutes(-5))
    const pressed = press({ at: at === undefined ? undefined : minutes(at) })
    expect(await crew(missions.report, pressed)).toMatchObject({ outcome: 'waiting', mission: null })
  })

  test('waits if the mission cannot take it, of which they read nothing', async () => {
    const pressed = press({ step: 'NO_TRANSPORT', reason: 'DIED', at: minutes(-8), made_at: minutes(-8) })
    await relieve(minutes(-5))
    expect(await crew(missions.report, pressed)).toMatchObject({ outcome: 'waiting', mission: null })
    expect((await find())?.waiting_steps).toMatchObject([{ step: 'NO_TRANSPORT' }])
  })

  test('waits once others have the mission, or it is over', async () => {
    const early = { at: minutes(-10), made_at: minutes(-10) }
    await relieve(minutes(-5))
    await dispatch({ step: 'REASSIGNED' })
    expect(await crew(missions.report, press(early))).toMatchObject({ outcome: 'waiting' })
    await dispatch({ step: 'CANCELLED', reason: 'FALSE' })
    expect(await crew(missions.report, press(early))).toMatchObject({ outcome: 'waiting' })
  })

  test('of whoever took their place is taken as of any crew', async () => {
    const relief = await relieve(minutes(-5))
    expect(await relief(missions.report, press())).toMatchObject({
      outcome: 'applied',
      mission: { state: 'EN_ROUTE' },
    })
  })
})
