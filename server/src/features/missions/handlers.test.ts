import {
  ambulanceReferrals,
  ambulanceRequests,
  type Client,
  collectMissionTimes,
  errorCodes,
  fleet,
  formRecords,
  formSettings,
  groups,
  type Input,
  inbound,
  missionFollowUp,
  missions,
  operationRecords,
  patients,
  referrals,
  standardTransportPlans,
  type TransportPlan,
  transportationTreatments,
  type WithdrawableStep,
} from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  answerAll,
  freeEverybody,
  plannedRequest,
  requestAmbulance,
  sceneRequest,
} from '../../../test/support/missions.ts'
import { expectRefusal } from '../../../test/support/refusal.ts'
import { blockUser, sealStep } from '../../../test/support/tablet.ts'
import { type SignedIn, startTestPanel, type TestPanel, testNow } from '../../testing.ts'

let panel: TestPanel
let nurse: SignedIn
let crew: SignedIn
let other: SignedIn
let driver: SignedIn
/** A ready vehicle and a team with `crew` in it. */
let vehicleId: string
let teamId: string
let missionId: string

beforeAll(async () => {
  panel = await startTestPanel()
  nurse = await panel.asNew({ staffType: 'nurse' })
  crew = await panel.asNew({ staffType: 'paramedic' })
  other = await panel.asNew({ staffType: 'paramedic' })
  driver = await panel.asNew({ staffType: 'driver' })
})
afterAll(() => panel.close())

beforeEach(async () => {
  await freeEverybody(panel)
  const admin = await panel.as('admin')
  teamId = (await addTeam('Team', [crew, driver])).team._id
  const { vehicle } = await admin(fleet.saveVehicle, {
    plate: `กข ${newId().slice(-6)}`,
    province: '10',
    call_sign: `R-${newId().slice(-6)}`,
    class: 'ALS',
  })
  vehicleId = vehicle._id
  missionId = await request()
})

async function addTeam(name: string, [lead, wheel]: [SignedIn, SignedIn]) {
  const admin = await panel.as('admin')
  return admin(fleet.saveTeam, {
    name: `${name} ${newId().slice(-6)}`,
    members: [
      { staff_id: lead.session.user_id, role: 'LEADER', level: 'PARAMEDIC' },
      { staff_id: wheel.session.user_id, role: 'DRIVER', level: 'DRIVER' },
    ],
  })
}

/** Somebody whom no other test knows. */
async function register(): Promise<string> {
  const hn = newId().slice(-8)
  const person = { hn, title: 'นาย', name: `ใหม่${hn}`, surname: 'เดินทาง', gender: 'male' } as const
  return (await nurse(patients.register, { ...person, identity_kind: 'none' })).patient._id
}

const called = '2026-11-05T00:00:00.000Z'

/** A complete request, with which a mission begins. */
const request = (more: Record<string, unknown> = {}) =>
  requestAmbulance(nurse, { ...plannedRequest, received_at: called, ...more })

type Sent = Partial<Input<typeof missions.dispatch>> & Pick<Input<typeof missions.dispatch>, 'step'>
const minute = (count: number) => new Date(Date.parse(called) + count * 60_000).toISOString()
const dispatch = async (sent: Sent) =>
  (await nurse(missions.dispatch, { _id: missionId, event_id: newId(), at: minute(1), ...sent })).mission
const report = async (
  sent: Partial<Input<typeof missions.report>> & Pick<Input<typeof missions.report>, 'step'>,
  by = crew,
) => {
  const { mission } = await by(missions.report, { _id: missionId, event_id: newId(), ...sent })
  if (!mission) throw new Error('the mission is over')
  return mission
}
const assign = (more: Partial<Sent> = {}) =>
  dispatch({ step: 'ASSIGNED', vehicle_id: vehicleId, team_id: teamId, ...more })
describe('a mission', () => {
  test('begins with a complete request, goes its whole way, and keeps the time and author of each step', async () => {
    expect(await dispatch({ step: 'ACCEPTED' })).toMatchObject({
      state: 'ACCEPTED',
      kind: 'DISCHARGE_HOME',
      pick_up: 'ตึก 3',
      destination: 'บ้าน',
    })
    const assigned = await assign()
    expect(assigned.vehicle?._id).toBe(vehicleId)
    expect(assigned.team?.members.map(({ staff }) => staff._id)).toEqual([
      crew.session.user_id,
      driver.session.user_id,
    ])
    await dispatch({ step: 'DISPATCHED', at: minute(2) })
    for (const [i, step] of (
      ['EN_ROUTE', 'AT_SCENE', 'LEFT_SCENE', 'AT_DESTINATION', 'HANDED_OVER', 'BACK_AT_BASE'] as const
    ).entries())
      await report({ step, at: minute(3 + i) })
    const closed = await dispatch({ step: 'CLOSED', at: minute(20), note: 'เขียนในกระดาษ' })
    expect(closed.state).toBe('CLOSED')
    expect(closed.events.map(({ step }) => step)).toEqual([
      'ACCEPTED',
      'ASSIGNED',
      'DISPATCHED',
      'EN_ROUTE',
      'AT_SCENE',
      'LEFT_SCENE',
      'AT_DESTINATION',
      'HANDED_OVER',
      'BACK_AT_BASE',
      'CLOSED',
    ])
    expect(closed.events[3]).toMatchObject({
      at: minute(3),
      source: 'BUTTON',
      by: { _id: crew.session.user_id },
    })
  })

  test('takes a step once, however often it is sent, and a skipped one later with its time', async () => {
    await assign()
    const event_id = newId()
    await report({ step: 'AT_SCENE', at: minute(9), event_id })
    const again = await report({ step: 'AT_SCENE', at: minute(9), event_id })
    expect(again.events).toHaveLength(2)
    const filled = await report({ step: 'EN_ROUTE', at: minute(4) })
    expect(filled.state).toBe('AT_SCENE')
    expect(filled.events.at(-1)).toMatchObject({ step: 'EN_ROUTE', at: minute(4), source: 'LATER' })
  })

  test('says to its author alone that a step was taken whose answer was lost, when it is closed meanwhile', async () => {
    await assign()
    const [step, back] = [
      { step: 'BACK_AT_BASE', at: minute(9), event_id: newId() },
      { step: 'WITHDRAWN', withdraws: 'BACK_AT_BASE', note: 'กดผิด', event_id: newId() },
    ] as const
    await report(step)
    await report(back)
    await report({ step: 'BACK_AT_BASE', at: minute(10) })
    await dispatch({ step: 'CLOSED', at: minute(20), note: 'เขียนในกระดาษ' })
    for (const sent of [step, back]) {
      // What its crew knew of the patient ends with the mission.
      expect(await crew(missions.report, { _id: missionId, ...sent })).toMatchObject({ mission: null })
      expect((await expectRefusal(report(sent, driver))).code).toBe(errorCodes['not-found'])
    }
    expect((await expectRefusal(report({ ...step, event_id: newId() }))).code).toBe(errorCodes['not-found'])
  })

  test('keeps a time that was corrected beside its correction, with who and why', async () => {
    await assign()
    await report({ step: 'EN_ROUTE', at: minute(3) })
    await report({ step: 'AT_SCENE', at: minute(9) })
    const unexplained = await expectRefusal(report({ step: 'AT_SCENE', at: minute(7) }))
    expect(unexplained.fields).toEqual([{ field: 'note', message: 'reason-required' }])
    const corrected = await report({ step: 'AT_SCENE', at: minute(7), note: 'กดช้า' })
    expect(corrected.state).toBe('AT_SCENE')
    expect(corrected.events.filter(({ step }) => step === 'AT_SCENE')).toMatchObject([
      { at: minute(9), source: 'BUTTON', note: null },
      { at: minute(7), source: 'LATER', note: 'กดช้า', by: { _id: crew.session.user_id } },
    ])
    const disordered = await expectRefusal(report({ step: 'AT_SCENE', at: minute(2), note: 'กดช้า' }))
    expect(disordered.fields).toEqual([{ field: 'at', message: 'step-time' }])
    const byDesk = await dispatch({ step: 'EN_ROUTE', at: minute(4), note: 'ฟังจากวิทยุ', source: 'DESK' })
    expect(byDesk.events.at(-1)).toMatchObject({ step: 'EN_ROUTE', by: { _id: nurse.session.user_id } })
  })

  test('keeps the time of its call beside the right one, with who corrected it and why, and counts by that', async () => {
    await assign({ at: minute(31) })
    await report({ step: 'EN_ROUTE', at: minute(33) })
    const correct = (more: Partial<Sent>) => dispatch({ step: 'CALLED', source: 'DESK', ...more })
    const unexplained = await expectRefusal(correct({ at: minute(30) }))
    expect(unexplained.fields).toEqual([{ field: 'note', message: 'reason-required' }])
    const note = 'พิมพ์ 07:00 แทน 07:30'
    for (const at of [minute(32), minute(34)])
      expect((await expectRefusal(correct({ at, note }))).fields).toEqual([
        { field: 'at', message: 'step-time' },
      ])
    const ahead = await expectRefusal(correct({ at: '2027-01-01T00:00:00.000Z', note }))
    expect(ahead.fields).toEqual([{ field: 'at', message: 'date-in-future' }])

    const corrected = await correct({ at: minute(30), note })
    expect(corrected).toMatchObject({ state: 'EN_ROUTE', requested_at: called })
    expect(Date.parse(corrected.called_at)).toBe(Date.parse(minute(30)))
    expect(corrected.events.at(-1)).toMatchObject({
      step: 'CALLED',
      at: minute(30),
      source: 'LATER',
      note,
      by: { _id: nurse.session.user_id },
    })
    expect(await correct({ at: minute(29), note: 'ฟังจากวิทยุ' })).toMatchObject({
      requested_at: called,
      events: expect.arrayContaining([expect.objectContaining({ step: 'CALLED', at: minute(30) })]),
    })
    const early = await expectRefusal(report({ step: 'AT_SCENE', at: minute(28) }))
    expect(early.fields).toEqual([{ field: 'at', message: 'step-time' }])
    const [row] = (await nurse(ambulanceRequests.list, { _id: missionId })).rows
    expect(row?.decisions).toMatchObject([
      { step: 'ACCEPTED' },
      { step: 'CALLED', at: minute(30), note },
      { step: 'CALLED', at: minute(29), note: 'ฟังจากวิทยุ' },
    ])
  })

  test('has another time of its call before a vehicle goes and after another one does, until it is over', async () => {
    const correct = (at: string) => dispatch({ step: 'CALLED', at, note: 'พิมพ์ผิด' })
    expect((await correct(minute(-20))).state).toBe('REQUESTED')
    await assign()
    await dispatch({ step: 'REASSIGNED', at: minute(2), note: 'รถเสีย' })
    const left = await assign({ at: minute(3) })
    expect(Date.parse(left.called_at)).toBe(Date.parse(minute(-20)))
    expect(collectMissionTimes(called, left.events).call).toBe(minute(-20))
    await dispatch({ step: 'CANCELLED', at: minute(4), reason: 'NO_PATIENT' })
    expect((await expectRefusal(correct(minute(-10)))).code).toBe(errorCodes['mission-step'])
  })

  test('takes another time of its call from a dispatcher alone', async () => {
    await assign()
    const sent = { step: 'CALLED' as 'EN_ROUTE', at: minute(-5), note: 'พิมพ์ผิด' }
    expect((await expectRefusal(report(sent))).fields).toMatchObject([{ field: 'step' }])
    expect(
      (await expectRefusal(crew(missions.dispatch, { _id: missionId, event_id: newId(), ...sent }))).code,
    ).toBe(errorCodes['not-allowed'])
  })

  test('takes a second press of a step as late and not as a correction', async () => {
    await assign()
    await report({ step: 'AT_SCENE' })
    expect((await expectRefusal(report({ step: 'AT_SCENE' }))).code).toBe(errorCodes['mission-step'])
  })

  test('takes a time that is typed to the minute of the step before as that step', async () => {
    await assign()
    const second = (count: number) => new Date(Date.parse(minute(3)) + count * 1_000).toISOString()
    await report({ step: 'EN_ROUTE', at: second(20) })
    const arrived = await report({ step: 'AT_SCENE', at: minute(3) })
    expect(arrived.events.at(-1)).toMatchObject({ step: 'AT_SCENE', at: second(20) })
  })

  test('refuses the id of a step of another mission', async () => {
    const event_id = newId()
    await dispatch({ step: 'ACCEPTED', event_id })
    const error = await expectRefusal(dispatch({ _id: await request(), step: 'ACCEPTED', event_id }))
    expect(error.fields).toEqual([{ field: 'event_id', message: 'id-invalid' }])
  })

  test('refuses a step that its state does not allow, a time out of order and one in the future', async () => {
    const early = await expectRefusal(dispatch({ step: 'CLOSED' }))
    expect(early.code).toBe(errorCodes['mission-step'])
    expect(early.detail).toMatchObject({ mission: { _id: missionId, state: 'REQUESTED' } })
    await assign()
    await report({ step: 'EN_ROUTE', at: minute(5) })
    expect((await expectRefusal(report({ step: 'AT_SCENE', at: minute(4) }))).code).toBe(
      errorCodes['step-time'],
    )
    const future = await expectRefusal(report({ step: 'AT_SCENE', at: '2027-01-01T00:00:00.000Z' }))
    expect(future.fields).toEqual([{ field: 'at', message: 'date-in-future' }])
  })

  test('asks for the reason of a step that needs one, of those that belong to it', async () => {
    expect((await expectRefusal(dispatch({ step: 'DECLINED' }))).fields).toEqual([
      { field: 'reason', message: 'field-required' },
    ])
    expect((await expectRefusal(dispatch({ step: 'DECLINED', reason: 'WEATHER' }))).fields).toEqual([
      { field: 'reason', message: 'choice-invalid' },
    ])
    expect((await dispatch({ step: 'DECLINED', reason: 'NO_VEHICLE' })).state).toBe('DECLINED')
  })

  test('can be sent elsewhere on its way, and back to wait for another vehicle before', async () => {
    await assign()
    expect(await dispatch({ step: 'REASSIGNED' })).toMatchObject({
      state: 'ACCEPTED',
      vehicle: null,
      team: null,
    })
    await assign()
    await report({ step: 'LEFT_SCENE', at: minute(5) })
    expect((await expectRefusal(dispatch({ step: 'DIVERTED', at: minute(6) }))).fields[0]?.field).toBe(
      'destination',
    )
    expect(await dispatch({ step: 'DIVERTED', at: minute(6), destination: 'ศิริราช' })).toMatchObject({
      state: 'LEFT_SCENE',
      destination: 'ศิริราช',
    })
    const both = dispatch({ step: 'DIVERTED', at: minute(7), destination: 'ศิริราช', comes_here: true })
    expect((await expectRefusal(both)).fields).toEqual([{ field: 'destination', message: 'invalid' }])
    const elsewhere = dispatch({ step: 'AT_DESTINATION', at: minute(7), comes_here: true })
    expect((await expectRefusal(elsewhere)).fields).toEqual([{ field: 'destination', message: 'invalid' }])
    const { name_th } = await panel.root
      .selectFrom('hospitals')
      .innerJoin('missions', 'missions.hospital_id', 'hospitals.id')
      .select('name_th')
      .where('missions.id', '=', missionId)
      .executeTakeFirstOrThrow()
    const here = await dispatch({ step: 'DIVERTED', at: minute(7), comes_here: true })
    expect(here.destination).toBe(name_th)
  })

  test('takes no step before the call, nor out of order with those around it', async () => {
    const refuse = async (sent: Sent) =>
      expect(await expectRefusal(dispatch(sent))).toMatchObject({
        code: errorCodes['step-time'],
        fields: [{ field: 'at', message: 'step-time' }],
      })
    const yearBefore = '2025-11-05T00:00:00.000Z'
    await refuse({ step: 'ASSIGNED', vehicle_id: vehicleId, team_id: teamId, at: yearBefore })
    await refuse({ step: 'DECLINED', reason: 'OTHER', at: yearBefore })
    await assign({ at: minute(1) })
    await dispatch({ step: 'EN_ROUTE', at: minute(3) })
    await refuse({ step: 'STOOD_DOWN', reason: 'OTHER', at: minute(2) })
    await refuse({ step: 'REASSIGNED', at: minute(2) })
    await dispatch({ step: 'AT_SCENE', at: minute(9) })
    await refuse({ step: 'NO_TRANSPORT', reason: 'TREATED', at: minute(8) })
    await dispatch({ step: 'NO_TRANSPORT', reason: 'TREATED', at: minute(12) })
    await refuse({ step: 'AT_SCENE', at: minute(13), note: 'x' })
    await refuse({ step: 'BACK_AT_BASE', at: minute(11) })
    await dispatch({ step: 'BACK_AT_BASE', at: minute(20) })
    await refuse({ step: 'CLOSED', note: 'x', at: minute(19) })
    expect(await dispatch({ step: 'CLOSED', note: 'x', at: minute(20) })).toMatchObject({ state: 'CLOSED' })
  })

  test('is cancelled now though its call was written ahead of the clock', async () => {
    missionId = await request({ received_at: new Date(Date.parse(testNow) + 60_000).toISOString() })
    const { mission } = await nurse(missions.dispatch, {
      _id: missionId,
      event_id: newId(),
      step: 'CANCELLED',
      reason: 'OTHER',
    })
    expect(mission.state).toBe('CANCELLED')
  })
})

describe('a step that was pressed without a signal', () => {
  const seal = (
    step: Partial<Input<typeof missions.report>> & Pick<Input<typeof missions.report>, 'step'>,
    by = crew,
  ) => sealStep(panel, by, { _id: missionId, event_id: newId(), ...step })
  const readEvents = async () =>
    (await nurse(missions.board, {})).missions.find(({ _id }) => _id === missionId)?.events.slice(1)

  test('is of its author with its reason and time, whoever brings it, and once', async () => {
    await assign()
    await report({ step: 'AT_SCENE', at: minute(3) })
    const part = await seal({ step: 'NO_TRANSPORT', reason: 'TREATED', note: 'ทำแผลแล้ว', at: minute(5) })
    expect(await other(missions.deliver, part)).not.toHaveProperty('mission')
    await other(missions.deliver, part)
    const by = expect.objectContaining({ _id: crew.session.user_id })
    const told = { reason: 'TREATED', note: 'ทำแผลแล้ว', at: minute(5), by }
    expect(await readEvents()).toMatchObject([{ step: 'AT_SCENE' }, { step: 'NO_TRANSPORT', ...told }])
  })

  test('takes a step back as of when that was pressed', async () => {
    await assign()
    await report({ step: 'EN_ROUTE', at: minute(3) })
    const back = { step: 'WITHDRAWN', withdraws: 'EN_ROUTE', note: 'กดผิด', at: minute(4) } as const
    await other(missions.deliver, await seal(back))
    expect(await readEvents()).toMatchObject([{ step: 'EN_ROUTE' }, { step: 'WITHDRAWN', at: minute(4) }])
  })

  test('of somebody who was never in the crew is refused, and tells nothing of the mission', async () => {
    await assign()
    const foreign = await seal({ step: 'EN_ROUTE' }, other)
    expect((await expectRefusal(crew(missions.deliver, foreign))).code).toBe(errorCodes['not-found'])
  })

  test('is refused if it cannot be read, or was made after somebody was blocked who was never in the crew', async () => {
    await assign()
    const refusal = async (part: Awaited<ReturnType<typeof seal>>) =>
      (await expectRefusal(other(missions.deliver, part))).fields
    const part = await seal({ step: 'EN_ROUTE' })
    for (const changed of [{ op_id: newId() }, { record_id: missionId }])
      expect(await refusal({ ...part, ...changed })).toMatchObject([{ message: 'part-unreadable' }])
    const member = await panel.asNew({ staffType: 'paramedic' })
    panel.wait(60_000)
    const late = await seal({ step: 'EN_ROUTE' }, member)
    panel.wait(-30_000)
    await blockUser(panel, member)
    panel.wait(30_000)
    expect(await refusal(late)).toMatchObject([{ message: 'step-revoked' }])
    panel.wait(-60_000)
    expect(await readEvents()).toEqual([])
  })
})

describe('a step that was pressed by mistake', () => {
  const withdraw = (
    step: WithdrawableStep,
    more: { note?: string | null; event_id?: string; withdraws_event_id?: string } = {},
    by = crew,
  ) => report({ step: 'WITHDRAWN', withdraws: step, note: 'กดผิด', ...more }, by)

  test('is taken back with a reason by the crew or the dispatcher, and stays in sight', async () => {
    await assign()
    await report({ step: 'EN_ROUTE', at: minute(3) })
    await report({ step: 'AT_SCENE', at: minute(9) })
    await report({ step: 'AT_SCENE', at: minute(8), note: 'กดช้า' })
    expect((await expectRefusal(withdraw('AT_SCENE', { note: null }))).fields).toEqual([
      { field: 'note', message: 'reason-required' },
    ])
    const event_id = newId()
    const taken = await withdraw('AT_SCENE', { event_id })
    expect(taken.state).toBe('EN_ROUTE')
    expect(collectMissionTimes(called, taken.events)).toEqual({ call: called, left_base: minute(3) })
    expect(taken.events.map(({ step }) => step)).toEqual([
      'ASSIGNED',
      'EN_ROUTE',
      'AT_SCENE',
      'AT_SCENE',
      'WITHDRAWN',
    ])
    expect((await withdraw('AT_SCENE', { event_id })).events).toHaveLength(5)
    const byDesk = await dispatch({ step: 'WITHDRAWN', withdraws: 'EN_ROUTE', note: 'รถยังไม่ออก' })
    expect(byDesk.state).toBe('ASSIGNED')
    expect((await report({ step: 'EN_ROUTE', at: minute(10) })).state).toBe('EN_ROUTE')
  })

  test('is the newest alone: what came after it stands', async () => {
    await assign()
    await report({ step: 'AT_SCENE', at: minute(3) })
    await report({ step: 'LEFT_SCENE', at: minute(5) })
    await report({ step: 'EN_ROUTE', at: minute(2) })
    const early = await expectRefusal(withdraw('AT_SCENE'))
    expect(early.code).toBe(errorCodes['mission-step'])
    expect(early.detail).toMatchObject({ mission: { state: 'LEFT_SCENE' } })
    await dispatch({ step: 'DIVERTED', at: minute(6), destination: 'รพ. อื่น' })
    expect((await expectRefusal(withdraw('LEFT_SCENE'))).code).toBe(errorCodes['mission-step'])
  })

  test('is taken back by its id alone: not what somebody else recorded of that name meanwhile', async () => {
    await assign()
    const [withdraws_event_id, corrected, again] = [newId(), newId(), newId()]
    const refused = async () => {
      const { code, detail } = await expectRefusal(withdraw('AT_SCENE', { withdraws_event_id }))
      expect([code, detail]).toEqual([errorCodes['step-replaced'], { mission: expect.anything() }])
    }
    await report({ step: 'EN_ROUTE', at: minute(3) })
    await report({ step: 'AT_SCENE', at: minute(9), event_id: withdraws_event_id })
    await dispatch({ step: 'AT_SCENE', at: minute(8), note: 'กดช้า', event_id: corrected })
    await refused()
    await dispatch({ step: 'WITHDRAWN', withdraws: 'AT_SCENE', note: 'x', withdraws_event_id: corrected })
    await refused()
    await dispatch({ step: 'AT_SCENE', at: minute(10), event_id: again })
    await refused()
    expect((await withdraw('AT_SCENE', { withdraws_event_id: again })).state).toBe('EN_ROUTE')
  })

  test('is taken back once, of two people at once', async () => {
    await assign()
    await report({ step: 'EN_ROUTE', at: minute(3) })
    await report({ step: 'AT_SCENE', at: minute(9) })
    const tried = await Promise.allSettled([
      withdraw('AT_SCENE'),
      withdraw('AT_SCENE'),
      dispatch({ step: 'WITHDRAWN', withdraws: 'AT_SCENE', note: 'x' }),
    ])
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await dispatch({ step: 'DISPATCHED', at: minute(2) })).state).toBe('EN_ROUTE')
  })

  test('does not take a vehicle back that is out for somebody else by now', async () => {
    await assign()
    await report({ step: 'BACK_AT_BASE', at: minute(3) })
    const first = missionId
    missionId = await request()
    await assign()
    const refused = await expectRefusal(
      dispatch({ _id: first, step: 'WITHDRAWN', withdraws: 'BACK_AT_BASE', note: 'x' }),
    )
    expect([errorCodes['vehicle-out'], errorCodes['team-out']]).toContain(refused.code)
    await dispatch({ step: 'REASSIGNED' })
    const back = await dispatch({ _id: first, step: 'WITHDRAWN', withdraws: 'BACK_AT_BASE', note: 'x' })
    expect(back.state).toBe('ASSIGNED')
  })

  test('of a mission that was closed opens it again, for a dispatcher', async () => {
    await assign()
    await report({ step: 'BACK_AT_BASE', at: minute(3) })
    await dispatch({ step: 'CLOSED', at: minute(4), note: 'เขียนในกระดาษ' })
    expect((await expectRefusal(withdraw('CLOSED'))).code).toBe(errorCodes['not-found'])
    const open = await dispatch({ step: 'WITHDRAWN', withdraws: 'CLOSED', note: 'เอกสารยังขาด' })
    expect(open.state).toBe('BACK_AT_BASE')
    expect((await crew(missions.mine, {})).missions.map(({ _id }) => _id)).toContain(missionId)
  })
})

describe('the operation of a mission', () => {
  const addOperation = async (forms: Input<typeof fleet.saveOperation>['forms'], red_minutes: number) => {
    const admin = await panel.as('admin')
    const code = newId().slice(-8)
    const { operation } = await admin(fleet.saveOperation, {
      code,
      name: `Operation ${code}`,
      unit_level: 'ALS',
      red_minutes,
      forms,
    })
    return operation
  }

  test('is changed by a dispatcher until it is closed, and each change stands with its author', async () => {
    const [scene, transfer] = [await addOperation(['OPERATION'], 8), await addOperation(['REFERRAL'], 30)]
    const change = (operation_id: string | null, note: string | null = null) =>
      dispatch({ step: 'OPERATION_CHANGED', operation_id, note, at: minute(5) })
    expect((await expectRefusal(change(scene._id))).code).toBe(errorCodes['mission-step'])
    expect(await assign({ operation_id: scene._id })).toMatchObject({
      operation: { _id: scene._id, forms: ['OPERATION'] },
      targets: { red_minutes: 8 },
    })
    await report({ step: 'AT_SCENE', at: minute(4) })
    const changed = await change(transfer._id, 'ส่งต่อ ไม่ใช่ออกเหตุ')
    expect(changed).toMatchObject({
      state: 'AT_SCENE',
      vehicle: { _id: vehicleId },
      operation: { _id: transfer._id, forms: ['REFERRAL'] },
      targets: { red_minutes: 30 },
    })
    expect(changed.events.at(-1)).toMatchObject({
      step: 'OPERATION_CHANGED',
      operation: { _id: transfer._id },
      note: 'ส่งต่อ ไม่ใช่ออกเหตุ',
      by: { _id: nurse.session.user_id },
    })
    expect(await change(null)).toMatchObject({ state: 'AT_SCENE', operation: null })
    await report({ step: 'BACK_AT_BASE', at: minute(9) })
    expect(await change(scene._id)).toMatchObject({ state: 'BACK_AT_BASE', operation: { _id: scene._id } })
    await dispatch({ step: 'CLOSED', at: minute(20), note: 'ใบส่งต่ออยู่ในกระดาษ' })
    expect((await expectRefusal(change(null))).code).toBe(errorCodes['mission-step'])
  })

  test('is one in use, and is named with an assignment or a change alone', async () => {
    await assign()
    const problem = async (sent: Sent) => (await expectRefusal(dispatch(sent))).fields[0]
    expect(await problem({ step: 'OPERATION_CHANGED', operation_id: newId() })).toEqual({
      field: 'operation_id',
      message: 'choice-invalid',
    })
    const { _id } = await addOperation([], 8)
    expect(await problem({ step: 'DISPATCHED', operation_id: _id })).toEqual({
      field: 'operation_id',
      message: 'invalid',
    })
    expect(await problem({ step: 'OPERATION_CHANGED', vehicle_id: vehicleId })).toEqual({
      field: 'vehicle_id',
      message: 'invalid',
    })
  })
})

describe('the end of a mission', () => {
  test('asks for a reason while sheets are missing or drafts, and says which', async () => {
    const admin = await panel.as('admin')
    const { operation } = await admin(fleet.saveOperation, {
      code: newId().slice(-8),
      name: 'Transfer',
      unit_level: 'ALS',
      forms: ['REQUEST', 'TRANSFER_RECORDING', 'EQUIPMENT_CHECK'],
    })
    await assign({ operation_id: operation._id })
    await crew(operationRecords.add, { new_id: newId(), operations: [], mission_id: missionId })
    await report({ step: 'BACK_AT_BASE', at: minute(9) })
    const error = await expectRefusal(dispatch({ step: 'CLOSED', at: minute(20) }))
    expect(error.code).toBe(errorCodes['sheets-open'])
    expect(error.fields).toEqual([{ field: 'note', message: 'reason-required' }])
    expect(error.detail).toEqual({
      sheets: [
        { form: 'TRANSFER_RECORDING', state: 'missing' },
        { form: 'EQUIPMENT_CHECK', state: 'missing' },
        { form: 'OPERATION', state: 'started' },
      ],
    })
    const closed = await dispatch({ step: 'CLOSED', at: minute(20), note: 'เขียนในกระดาษ' })
    expect(closed.events.at(-1)).toMatchObject({ step: 'CLOSED', note: 'เขียนในกระดาษ' })
  })

  const completeSheet = async (_id: string) => {
    await panel.root
      .updateTable('form_records')
      .set({ state: 'complete', number: _id, completed_at: called, completed_by: crew.session.user_id })
      .where('id', '=', _id)
      .execute()
  }

  test('asks for a reason while somebody whom it brought has no operation form, whoever else was at the scene', async () => {
    missionId = await request({ ...sceneRequest, received_at: called, patient_count: 20 })
    await assign()
    const [sheet, later] = [newId(), newId()]
    await crew(operationRecords.add, { new_id: sheet, mission_id: missionId, operations: [] })
    await completeSheet(sheet)
    const people = await panel.root.selectFrom('patients').select('id').orderBy('id').limit(2).execute()
    await report({ step: 'AT_DESTINATION', at: minute(4) })
    for (const { id } of people) await nurse(inbound.arrive, { _id: missionId, patient_id: id })
    await report({ step: 'BACK_AT_BASE', at: minute(5) })
    const refused = await expectRefusal(dispatch({ step: 'CLOSED', at: minute(6) }))
    expect(refused.detail).toEqual({ sheets: [{ form: 'OPERATION', state: 'missing' }] })
    await crew(operationRecords.add, { new_id: later, mission_id: missionId, operations: [] })
    await completeSheet(later)
    expect((await dispatch({ step: 'CLOSED', at: minute(6) })).state).toBe('CLOSED')
  })

  test('of a transport without a profile asks for its transfer sheet', async () => {
    await assign()
    await report({ step: 'BACK_AT_BASE', at: minute(5) })
    const refused = await expectRefusal(dispatch({ step: 'CLOSED', at: minute(6) }))
    expect(refused.detail).toEqual({ sheets: [{ form: 'TRANSPORTATION_TREATMENT', state: 'missing' }] })
    const sheet = newId()
    await crew(transportationTreatments.add, { new_id: sheet, mission_id: missionId, operations: [] })
    await completeSheet(sheet)
    expect((await dispatch({ step: 'CLOSED', at: minute(6) })).state).toBe('CLOSED')
  })

  test('without transport has a reason of its own list', async () => {
    await assign()
    await report({ step: 'AT_SCENE', at: minute(3) })
    const elsewhere = await expectRefusal(report({ step: 'NO_TRANSPORT', reason: 'WEATHER', at: minute(4) }))
    expect(elsewhere.fields).toEqual([{ field: 'reason', message: 'choice-invalid' }])
    expect(await report({ step: 'NO_TRANSPORT', reason: 'TREATED', at: minute(4) })).toMatchObject({
      state: 'NO_TRANSPORT',
    })
  })

  test('without transport is corrected in its time and its reason, and both stay', async () => {
    await assign()
    await report({ step: 'AT_SCENE', at: minute(3) })
    await report({ step: 'NO_TRANSPORT', reason: 'TREATED', at: minute(9) })
    const correct = (sent: Partial<Input<typeof missions.report>>) =>
      report({ step: 'NO_TRANSPORT', reason: 'REFUSED_TRANSPORT', note: 'นาฬิกาผิด', ...sent })
    const fields = async (sent: Partial<Input<typeof missions.report>>) =>
      (await expectRefusal(correct(sent))).fields
    expect(await fields({ at: minute(5), note: null })).toEqual([
      { field: 'note', message: 'reason-required' },
    ])
    expect(await fields({ at: minute(5), reason: null })).toEqual([
      { field: 'reason', message: 'field-required' },
    ])
    expect(await fields({ at: minute(2) })).toEqual([{ field: 'at', message: 'step-time' }])
    expect((await expectRefusal(correct({ at: undefined }))).code).toBe(errorCodes['mission-step'])
    await correct({ at: minute(5) })
    await report({ step: 'BACK_AT_BASE', at: minute(8) })
    expect(await fields({ at: minute(9) })).toEqual([{ field: 'at', message: 'step-time' }])
    const mission = await dispatch({
      step: 'NO_TRANSPORT',
      reason: 'REFUSED_TRANSPORT',
      at: minute(7),
      note: 'x',
    })
    expect(mission.state).toBe('BACK_AT_BASE')
    expect(mission.events.slice(-4)).toMatchObject([
      { step: 'NO_TRANSPORT', at: minute(9), source: 'BUTTON', reason: 'TREATED' },
      { step: 'NO_TRANSPORT', at: minute(5), source: 'LATER', reason: 'REFUSED_TRANSPORT' },
      { step: 'BACK_AT_BASE', at: minute(8) },
      { step: 'NO_TRANSPORT', at: minute(7), source: 'LATER' },
    ])
    await dispatch({ step: 'WITHDRAWN', withdraws: 'BACK_AT_BASE', note: 'x' })
    const taken = await dispatch({ step: 'WITHDRAWN', withdraws: 'NO_TRANSPORT', note: 'x' })
    expect(taken.state).toBe('AT_SCENE')
  })

  test('without transport is not written of a mission that brought somebody', async () => {
    await assign()
    await report({ step: 'BACK_AT_BASE', at: minute(5) })
    const refused = await expectRefusal(
      report({ step: 'NO_TRANSPORT', reason: 'TREATED', at: minute(4), note: 'x' }),
    )
    expect(refused.code).toBe(errorCodes['mission-step'])
  })
})

describe('an assignment', () => {
  test('of one vehicle and one team succeeds once when twenty are made at once', async () => {
    const ids = [missionId, ...(await Promise.all(Array.from({ length: 19 }, () => request())))]
    const results = await Promise.allSettled(ids.map((_id) => assign({ _id })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected')
        expect([errorCodes['vehicle-out'], errorCodes['team-out']]).toContain(result.reason.code)
  })

  test('of a vehicle that is out of service asks for words', async () => {
    await panel.root
      .updateTable('vehicles')
      .set({ out_reason: 'ยางแตก' })
      .where('id', '=', vehicleId)
      .execute()
    const error = await expectRefusal(assign())
    expect(error.code).toBe(errorCodes['vehicle-not-ready'])
    expect((await assign({ note: 'ไม่มีคันอื่น' })).state).toBe('ASSIGNED')
  })

  /** Somebody more who cares for the patient. */
  const addToTeam = async (level: string) => {
    const { hospital_id } = await panel.root
      .selectFrom('teams')
      .select('hospital_id')
      .where('id', '=', teamId)
      .executeTakeFirstOrThrow()
    const member = { team_id: teamId, staff_id: other.session.user_id, role: 'CARE', level, position: 3 }
    await panel.root
      .insertInto('team_members')
      .values({ hospital_id, ...member })
      .execute()
  }

  /** A referral of somebody new with a risk, and their request: it stays open, for nobody of another test. */
  const refer = async (risk: string, more: Record<string, unknown> = {}) => {
    const doctor = await panel.asNew({ staffType: 'doctor' })
    const patient = await register()
    const referral = newId()
    await doctor(ambulanceReferrals.add, {
      new_id: referral,
      operations: answerAll({ patient, direction: 'OUT', risk, ...more }),
    })
    missionId = await request({ patient })
    return referral
  }

  test('of a vehicle below the class or without the ventilator that the risk asks for needs a reason', async () => {
    await refer('N')
    expect((await assign()).state).toBe('ASSIGNED')
    await dispatch({ step: 'REASSIGNED' })
    await refer('H')
    await addToTeam('RN')
    const without = await expectRefusal(assign())
    expect(without.code).toBe(errorCodes['vehicle-below'])
    expect(without.fields).toEqual([{ field: 'note', message: 'reason-required' }])
    expect(without.detail).toEqual({ risk: 'H', unit: 'ALS', lacks: ['VENTILATOR'] })
    const change = (part: { class?: string; has_ventilator?: boolean }) =>
      panel.root.updateTable('vehicles').set(part).where('id', '=', vehicleId).execute()
    await change({ class: 'BLS', has_ventilator: true })
    expect((await expectRefusal(assign())).detail).toMatchObject({ lacks: ['CLASS'] })
    expect((await assign({ note: 'ไม่มีรถขั้นสูง' })).state).toBe('ASSIGNED')
    await dispatch({ step: 'REASSIGNED' })
    await change({ class: 'ALS' })
    expect((await assign()).state).toBe('ASSIGNED')
  })

  test('of a vehicle below the level that the request asks for needs a reason', async () => {
    missionId = await request({ ...sceneRequest, received_at: called, colour: 'RED', unit_level: 'ALS' })
    await panel.root.updateTable('vehicles').set({ class: 'FR' }).where('id', '=', vehicleId).execute()
    const refused = await expectRefusal(assign())
    expect(refused.code).toBe(errorCodes['vehicle-below'])
    expect(refused.fields).toEqual([{ field: 'note', message: 'reason-required' }])
    expect(refused.detail).toEqual({ risk: null, unit: null, lacks: ['CLASS'] })
    expect((await assign({ note: 'รถขั้นสูงติดภารกิจ' })).state).toBe('ASSIGNED')
  })

  test('without the equipment or the negative pressure that the request or the referral asks for needs a reason', async () => {
    missionId = await request({ equipment: ['INCUBATOR'], isolation: ['CONTACT'] })
    const refused = await expectRefusal(assign())
    expect(refused.code).toBe(errorCodes['vehicle-below'])
    expect(refused.fields).toEqual([{ field: 'note', message: 'reason-required' }])
    expect(refused.detail).toEqual({ risk: null, unit: null, lacks: ['INCUBATOR'] })
    expect((await assign({ note: 'ใช้ตู้อบของหอผู้ป่วย' })).state).toBe('ASSIGNED')
    await dispatch({ step: 'REASSIGNED' })
    await refer('N', { isolation: ['AIRBORNE'] })
    const unfit = await expectRefusal(assign())
    expect(unfit.detail).toEqual({ risk: 'N', unit: 'FR', lacks: ['NEGATIVE_PRESSURE'] })
    const fit = { has_negative_pressure: true, has_incubator: true }
    await panel.root.updateTable('vehicles').set(fit).where('id', '=', vehicleId).execute()
    expect(await assign()).toMatchObject({
      state: 'ASSIGNED',
      referral: { isolation: ['AIRBORNE'], equipment: [] },
    })
  })

  test('goes by the plans of the hospital', async () => {
    await refer('N')
    const admin = await panel.as('admin')
    const { version, settings } = await admin(formSettings.get, {})
    const plan = {
      ...standardTransportPlans.N,
      unit: 'ALS' as const,
      kit: [{ item: 'VENTILATOR', count: 1 }],
    }
    await admin(formSettings.update, {
      version,
      settings: { ...settings, transport_plans: { N: plan as TransportPlan } },
      reason: 'ประชุม',
    })
    expect((await expectRefusal(assign())).detail).toEqual({ risk: 'N', unit: 'ALS', lacks: ['VENTILATOR'] })
    await admin(formSettings.update, { version: version + 1, settings, reason: 'ยกเลิก' })
    expect((await assign()).state).toBe('ASSIGNED')
  })

  test('of a team below the risk of the referral asks for a reason and the doctor who answers for it', async () => {
    const referral = await refer('U')
    const error = await expectRefusal(assign())
    expect(error.code).toBe(errorCodes['crew-below'])
    expect(error.fields.map(({ field }) => field)).toEqual(['note', 'doctor'])
    expect(error.detail).toMatchObject({ risk: 'U', places: expect.arrayContaining([['EP', 'MD']]) })
    const mission = await assign({ note: 'ไม่มีแพทย์ว่าง', doctor: 'พญ. รัตนา' })
    expect(mission).toMatchObject({ state: 'ASSIGNED', referral: { _id: referral, risk: 'U', holder: null } })
    expect(mission.events.at(-1)).toMatchObject({ note: 'ไม่มีแพทย์ว่าง', doctor: 'พญ. รัตนา' })
  })

  test('goes by the worst risk that a referral tells, whatever else was begun or completed for the patient', async () => {
    const worst = await refer('U', { isolation: ['AIRBORNE'], equipment: ['INCUBATOR'] })
    const doctor = await panel.asNew({ staffType: 'doctor' })
    const { patient_id: patient } = await panel.root
      .selectFrom('form_records')
      .select('patient_id')
      .where('id', '=', missionId)
      .executeTakeFirstOrThrow()
    const begin = async (more: Record<string, unknown>) => {
      const new_id = newId()
      const operations = answerAll({ patient, direction: 'OUT', ...more })
      await doctor(ambulanceReferrals.add, { new_id, operations })
      return new_id
    }
    const readReferral = async () =>
      (await nurse(missions.board, {})).missions.find(({ _id }) => _id === missionId)?.referral
    await begin({})
    const milder = await begin({ risk: 'N', isolation: ['CONTACT'], equipment: ['NONE'] })
    expect(await readReferral()).toMatchObject({
      _id: milder,
      risk: 'U',
      isolation: ['AIRBORNE', 'CONTACT'],
      equipment: ['INCUBATOR'],
    })
    expect((await expectRefusal(assign())).detail).toMatchObject({ risk: 'U' })
    await assign({ note: 'ไม่มีแพทย์ว่าง', doctor: 'พญ. รัตนา' })
    const complete = (id: string) =>
      panel.root
        .updateTable('form_records')
        .set({
          state: 'complete',
          number: id.slice(-8),
          completed_at: testNow,
          completed_by: doctor.session.user_id,
        })
        .where('id', '=', id)
        .execute()
    await doctor(referrals.answer, {
      _id: worst,
      act_id: newId(),
      said: { act: 'DECLINED', reason: 'BED_FULL' },
    })
    expect(await readReferral()).toMatchObject({ _id: milder, risk: 'U' })
    // A later one that somebody completed replaces what a hospital has declined.
    await complete(milder)
    expect(await readReferral()).toMatchObject({ _id: milder, risk: 'N', isolation: ['CONTACT'] })
    // A draft replaces no letter that is complete; what it says counts all the same.
    await begin({ risk: 'H' })
    expect(await readReferral()).toMatchObject({ _id: milder, number: milder.slice(-8), risk: 'H' })
    const sheet = { new_id: newId(), operations: [], mission_id: missionId }
    const { record } = await crew(transportationTreatments.add, sheet)
    expect(record.answers).toMatchObject({ risk_referred: 'H', referral_number: milder.slice(-8) })
  })

  test('asks for the same once the crew is changed', async () => {
    await refer('U')
    await assign({ note: 'ไม่มีแพทย์ว่าง', doctor: 'พญ. รัตนา' })
    const joiner = await panel.asNew({ staffType: 'nurse' })
    const change = (level: 'NA' | 'MD', doctor: string | null = null) =>
      dispatch({
        step: 'CREW_CHANGED',
        joins: [{ staff_id: joiner.session.user_id, role: 'CARE', level }],
        note: 'ไปด้วยจริง',
        doctor,
      })
    const refused = await expectRefusal(change('NA'))
    expect(refused.code).toBe(errorCodes['crew-below'])
    expect(refused.fields).toEqual([{ field: 'doctor', message: 'field-required' }])
    expect((await change('NA', 'พญ. รัตนา')).events.at(-1)).toMatchObject({ doctor: 'พญ. รัตนา' })
  })

  test('does not count who drives as somebody who cares for the patient, whatever their training', async () => {
    await refer('H')
    await panel.root
      .updateTable('vehicles')
      .set({ has_ventilator: true })
      .where('id', '=', vehicleId)
      .execute()
    await panel.root
      .updateTable('team_members')
      .set({ level: 'RN' })
      .where('staff_id', '=', driver.session.user_id)
      .execute()
    expect((await expectRefusal(assign())).code).toBe(errorCodes['crew-below'])
    await addToTeam('RN')
    expect((await assign()).state).toBe('ASSIGNED')
  })

  test('takes a vehicle and its team that are on their way back, if they are fit, and no others', async () => {
    const first = missionId
    await assign()
    await report({ step: 'AT_DESTINATION', at: minute(3) })
    missionId = await request()
    expect([errorCodes['vehicle-out'], errorCodes['team-out']]).toContain(
      (await expectRefusal(assign())).code,
    )
    await dispatch({ _id: first, step: 'HANDED_OVER', at: minute(4) })
    const out = (out_reason: string | null) =>
      panel.root.updateTable('vehicles').set({ out_reason }).where('id', '=', vehicleId).execute()
    await out('ยางแตก')
    expect((await expectRefusal(assign())).code).toBe(errorCodes['vehicle-not-ready'])
    await out(null)
    expect((await assign()).state).toBe('ASSIGNED')
    expect((await crew(missions.mine, {})).missions.map(({ _id }) => _id)).toEqual(
      expect.arrayContaining([first, missionId]),
    )
    const again = dispatch({ _id: first, step: 'WITHDRAWN', withdraws: 'HANDED_OVER', note: 'x' })
    expect([errorCodes['vehicle-out'], errorCodes['team-out']]).toContain((await expectRefusal(again)).code)
    expect((await dispatch({ _id: first, step: 'BACK_AT_BASE', at: minute(9) })).state).toBe('BACK_AT_BASE')
  })

  test('shows its vehicle as on a mission until it is back at its base', async () => {
    const findStatus = async () => {
      const { rows } = await nurse(fleet.vehicles, { number_of_rec: 100 })
      return rows.find(({ _id }) => _id === vehicleId)?.status
    }
    expect(await findStatus()).toBe('READY')
    await assign()
    expect(await findStatus()).toBe('ON_MISSION')
    await report({ step: 'BACK_AT_BASE', at: minute(5) })
    expect(await findStatus()).toBe('READY')
  })

  test('needs a vehicle and a team of this hospital in use', async () => {
    expect((await expectRefusal(assign({ vehicle_id: null }))).fields[0]?.field).toBe('vehicle_id')
    expect((await expectRefusal(assign({ team_id: newId() }))).fields).toEqual([
      { field: 'team_id', message: 'choice-invalid' },
    ])
  })
})

describe('a crew', () => {
  test('sees and moves its own missions alone, until they are closed', async () => {
    const sees = async (person: SignedIn) =>
      (await person(missions.mine, {})).missions.some(({ _id }) => _id === missionId)
    expect(await sees(crew)).toBe(false)
    await assign()
    expect(await sees(crew)).toBe(true)
    expect(await sees(other)).toBe(false)
    expect((await expectRefusal(report({ step: 'EN_ROUTE' }, other))).code).toBe(errorCodes['not-found'])
    await report({ step: 'AT_SCENE', at: minute(3) })
    await report({ step: 'NO_TRANSPORT', reason: 'NO_PATIENT', at: minute(4) })
    await report({ step: 'BACK_AT_BASE', at: minute(5) })
    expect(await sees(crew)).toBe(true)
    const filled = await report({ step: 'EN_ROUTE', at: minute(2) })
    expect(filled.events.at(-1)).toMatchObject({ step: 'EN_ROUTE', source: 'LATER' })
    await expectRefusal(crew(missions.position, { _id: missionId, lat: 15, lang: 104 }))
    await dispatch({ step: 'CLOSED', at: minute(9) })
    expect(await sees(crew)).toBe(false)
    expect((await expectRefusal(report({ step: 'LEFT_SCENE' }))).code).toBe(errorCodes['not-found'])
  })

  test('has a driver who moves its mission as the others do, and who reads no patients, fleet or payments', async () => {
    const stranger = await panel.asNew({ staffType: 'driver' })
    const sees = async (person: SignedIn) =>
      (await person(missions.mine, {})).missions.some(({ _id }) => _id === missionId)
    await assign()
    expect(await sees(driver)).toBe(true)
    expect(await sees(stranger)).toBe(false)
    expect((await expectRefusal(report({ step: 'EN_ROUTE' }, stranger))).code).toBe(errorCodes['not-found'])
    const { events } = await report({ step: 'EN_ROUTE' }, driver)
    expect(events.at(-1)).toMatchObject({ step: 'EN_ROUTE', by: { _id: driver.session.user_id } })
    await driver(missions.position, { _id: missionId, lat: 15, lang: 104 })
    const day = { from: '2026-11-05', to: '2026-11-05' }
    const calls = [
      () => driver(patients.list, {}),
      () => driver(fleet.teams, {}),
      () => driver(missions.board, {}),
      () => driver(missionFollowUp.list, { about: 'payment', ...day }),
    ]
    for (const call of calls) expect((await expectRefusal(call())).code).toBe(errorCodes['not-allowed'])
  })

  test('reads what the request says of its mission, though it sees no other records, and writes nothing into it', async () => {
    const paramedic = await panel.asNew({ staffType: 'paramedic', isFormUser: true })
    const stranger = await panel.asNew({ staffType: 'paramedic', isFormUser: true })
    const patient = await panel.root
      .selectFrom('patients')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const asked = {
      patient: patient.id,
      patient_name: 'นายทดลอง',
      isolation: ['AIRBORNE'],
      is_over_120_kg: true,
      equipment: ['VENTILATOR', 'PUMP'],
      pump_count: 2,
      has_advance_directive: true,
      reporter_name: 'พยาบาลเวร',
      reporter_phone: '0812345678',
    }
    missionId = await request(asked)
    teamId = (await addTeam('Forms', [paramedic, other])).team._id
    const read = (person: SignedIn) => person(ambulanceRequests.list, { _id: missionId })
    expect((await expectRefusal(read(paramedic))).code).toBe(errorCodes['not-found'])
    await assign({ note: 'ไม่มีรถที่มีความดันลบ' })
    const { rows } = await read(paramedic)
    expect(rows[0]).toMatchObject({ state: 'complete', is_hidden: false, answers: asked })
    expect((await expectRefusal(read(stranger))).code).toBe(errorCodes['not-found'])
    expect((await paramedic(ambulanceRequests.list, {})).rows.map(({ _id }) => _id)).toEqual([missionId])
    const { missions: own } = await paramedic(missions.mine, {})
    expect(own).toMatchObject([
      {
        call_back: { name: 'พยาบาลเวร', phone: '0812345678' },
        isolation: ['AIRBORNE'],
        equipment: ['VENTILATOR', 'PUMP'],
        pump_count: 2,
        is_over_120_kg: true,
        has_advance_directive: true,
      },
    ])
    const writes = [
      () => paramedic(ambulanceRequests.delete, { _id: missionId, reason: 'x' }),
      () => paramedic(formRecords.addAddendum, { _id: missionId, what: 'x', why: 'x' }),
    ]
    for (const write of writes) expect((await expectRefusal(write())).code).toBe(errorCodes['not-found'])
    await report({ step: 'BACK_AT_BASE', at: minute(5) }, paramedic)
    await dispatch({ step: 'CLOSED', at: minute(9), note: 'เขียนในกระดาษ' })
    expect((await expectRefusal(read(paramedic))).code).toBe(errorCodes['not-found'])
  })

  test.each([
    [{ weight_kg: 120 }, null, false],
    [{ weight_kg: 120.1 }, null, true],
    [{ weight_kg: 130, is_over_120_kg: false }, null, true],
    [{}, 120, false],
    [{}, 120.1, true],
  ])(
    'is warned of a weight over 120 kg, of the request %j or its sheet: %j',
    async (asked, weight_kg, isOver) => {
      missionId = await request(asked)
      await assign()
      const operations = answerAll({ weight_kg })
      await crew(operationRecords.add, { new_id: newId(), mission_id: missionId, operations })
      const own = async (by: Client, list: typeof missions.mine | typeof missions.board) =>
        (await by(list, {})).missions.find(({ _id }) => _id === missionId)
      expect(await own(crew, missions.mine)).toMatchObject({ is_over_120_kg: isOver })
      expect(await own(nurse, missions.board)).toMatchObject({ is_over_120_kg: isOver })
    },
  )

  test('reads whether it is an injury by the event of the request, then by its newest sheet', async () => {
    missionId = await request({ ...sceneRequest, received_at: testNow })
    await assign({ at: testNow })
    const read = async () => (await crew(missions.mine, {})).missions.find(({ _id }) => _id === missionId)
    expect(await read()).toMatchObject({ event: 'TRAFFIC', case_kind: null })
    const operations = answerAll({ case_kind: 'ILLNESS' })
    await crew(operationRecords.add, { new_id: newId(), mission_id: missionId, operations })
    expect(await read()).toMatchObject({ event: 'TRAFFIC', case_kind: 'ILLNESS' })
  })

  test('has a referral of its patient from weeks before, until the patient has travelled with it', async () => {
    const doctor = await panel.asNew({ staffType: 'doctor' })
    const patient = await register()
    const referral = newId()
    await doctor(ambulanceReferrals.add, {
      new_id: referral,
      operations: answerAll({ patient, direction: 'OUT' }),
    })
    const begun = (days: number) =>
      panel.root
        .updateTable('form_records')
        .set({ created_at: new Date(Date.parse(called) - days * 86_400_000).toISOString() })
        .where('id', '=', referral)
        .execute()
    missionId = await request({ patient })
    const readReferral = async () => {
      const { missions: found } = await nurse(missions.board, {})
      return found.find(({ _id }) => _id === missionId)?.referral?._id
    }
    await begun(31)
    expect(await readReferral()).not.toBe(referral)
    await begun(3)
    expect(await readReferral()).toBe(referral)
    await assign()
    await report({ step: 'LEFT_SCENE', at: minute(3) })
    expect(await readReferral()).toBe(referral)
    await report({ step: 'BACK_AT_BASE', at: minute(5) })
    missionId = await request({ patient, received_at: minute(8) })
    expect(await readReferral()).not.toBe(referral)
  })
})

describe('a referral that is over, or not of this mission,', () => {
  let patientId: string
  let referral: string
  let doctor: SignedIn

  /** A referral of somebody new, of the highest risk. */
  const refer = async (direction: 'OUT' | 'IN') => {
    doctor = await panel.asNew({ staffType: 'doctor' })
    patientId = await register()
    referral = newId()
    await doctor(ambulanceReferrals.add, {
      new_id: referral,
      operations: answerAll({ patient: patientId, direction, risk: 'U' }),
    })
  }
  const ask = async (more: Record<string, unknown>) => {
    missionId = await request({ patient: patientId, received_at: testNow, ...more })
    const { missions: found } = await nurse(missions.board, {})
    return found.find(({ _id }) => _id === missionId)?.referral?._id ?? null
  }
  const say = (said: Input<typeof referrals.answer>['said']) =>
    nurse(referrals.answer, { _id: referral, act_id: newId(), said })

  test.each([{ act: 'ARRIVED' }, { act: 'NOT_ARRIVED', result: 'NOT_FOUND' }] as const)(
    'asks nothing of a later call: $act',
    async (said) => {
      await refer('OUT')
      await say({ act: 'ACCEPTED' })
      expect(await ask({})).toBe(referral)
      await say(said)
      // What is said during the mission is how the mission ended.
      expect(await ask({})).toBe(referral)
      const later = new Date(Date.parse(testNow) + 60_000).toISOString()
      expect(await ask({ received_at: later })).toBeNull()
      await say({ act: 'ACCEPTED' })
      expect(await ask({ received_at: later })).toBe(referral)
    },
  )

  test('still tells the risk of whoever is carried elsewhere, after one hospital declined', async () => {
    await refer('OUT')
    await say({ act: 'DECLINED', reason: 'BED_FULL' })
    expect(await ask({ received_at: new Date(Date.parse(testNow) + 60_000).toISOString() })).toBe(referral)
  })

  test.each([{ ...sceneRequest, received_at: testNow }, { kind: 'EVENT' }, { kind: 'BODY' }])(
    'asks nothing of a mission of the kind $kind',
    async (more) => {
      await refer('OUT')
      expect(await ask(more)).toBeNull()
      expect((await assign({ at: testNow })).state).toBe('ASSIGNED')
      expect((await crew(missions.mine, {})).missions.map(({ _id }) => _id)).toContain(missionId)
      const read = await expectRefusal(driver(ambulanceReferrals.list, { _id: referral }))
      expect(read.code).toBe(errorCodes['not-found'])
    },
  )

  test('is of the way into the hospital alone, if it leads there', async () => {
    await refer('IN')
    expect(await ask({ kind: 'REFER_OUT', destination: 'ศิริราช' })).toBeNull()
    expect(await ask({ kind: 'DISCHARGE_HOME' })).toBeNull()
    expect(await ask({ kind: 'REFER_BACK' })).toBe(referral)
  })
})

test('a referral was in hand of the crew if one of them had it during the mission, and released it since', async () => {
  const doctor = await panel.asNew({ staffType: 'doctor' })
  const patient = await register()
  const referral = newId()
  await doctor(ambulanceReferrals.add, {
    new_id: referral,
    operations: answerAll({ patient, direction: 'OUT', risk: 'N' }),
  })
  missionId = await request({ patient, received_at: testNow })
  await assign({ at: testNow })
  const wasHeld = async () => {
    const { missions: board } = await nurse(missions.board, {})
    return board.find(({ _id }) => _id === missionId)?.referral
  }
  const shift = (by: Client, change: Input<typeof referrals.shift>['change']) =>
    by(referrals.shift, { _id: referral, act_id: newId(), change })
  await shift(other, { act: 'TAKEN', level: 'PARAMEDIC' })
  await shift(other, { act: 'RELEASED' })
  expect(await wasHeld()).toMatchObject({ _id: referral, holder: null, was_held_by_crew: false })
  await shift(crew, { act: 'TAKEN', level: 'PARAMEDIC' })
  await shift(crew, { act: 'HANDED_OVER', to_staff_id: other.session.user_id })
  await shift(other, { act: 'RELEASED' })
  expect(await wasHeld()).toMatchObject({ _id: referral, holder: null, was_held_by_crew: true })
  const later = new Date(Date.parse(testNow) + 60_000).toISOString()
  await panel.root.updateTable('missions').set({ called_at: later }).where('id', '=', missionId).execute()
  expect(await wasHeld()).toMatchObject({ _id: referral, was_held_by_crew: false })
})

test('a referral under a record that was merged is that of the person on the way, until they have travelled', async () => {
  const registrar = await panel.asNew({ staffType: 'registrar' })
  const doctor = await panel.asNew({ staffType: 'doctor' })
  const [used, merged] = [await register(), await register()]
  const referral = newId()
  await doctor(ambulanceReferrals.add, {
    new_id: referral,
    operations: answerAll({ patient: merged, direction: 'OUT', risk: 'U' }),
  })
  await registrar(patients.merge, { patient_id: merged, into_id: used, reason: 'ลงทะเบียนซ้ำ' })
  const askForUsed = async () => {
    missionId = await request({ patient: used, received_at: testNow })
    const { missions: found } = await nurse(missions.board, {})
    return found.find(({ _id }) => _id === missionId)?.referral
  }
  expect(await askForUsed()).toMatchObject({ _id: referral, risk: 'U' })
  await assign({ note: 'ไม่มีแพทย์ว่าง', doctor: 'พญ. รัตนา', at: testNow })
  const { record } = await crew(transportationTreatments.add, {
    new_id: newId(),
    operations: [],
    mission_id: missionId,
  })
  expect(record.answers).toMatchObject({ risk_referred: 'U' })
  const { rows } = await driver(ambulanceReferrals.list, { _id: referral })
  expect(rows).toHaveLength(1)
  await report({ step: 'LEFT_SCENE' })
  await report({ step: 'BACK_AT_BASE' })
  expect(await askForUsed()).toBeNull()
})

test('a request that was received in the future is not complete, and one that is gets no vehicle', async () => {
  const ahead = new Date(Date.parse(testNow) + 6 * 60_000).toISOString()
  const refused = await expectRefusal(request({ received_at: ahead }))
  expect(refused.fields).toEqual([{ field: 'received_at', message: 'date-in-future' }])
  await panel.root.updateTable('missions').set({ called_at: ahead }).where('id', '=', missionId).execute()
  expect((await expectRefusal(assign())).fields).toEqual([{ field: 'at', message: 'call-in-future' }])
  await nurse(ambulanceRequests.delete, { _id: missionId, reason: 'เวลาผิด' })
})

test('a voided request ends a mission that has no vehicle yet, and stays while one is assigned', async () => {
  await assign()
  const voided = () => nurse(ambulanceRequests.delete, { _id: missionId, reason: 'แจ้งเท็จ' })
  expect((await expectRefusal(voided())).code).toBe(errorCodes['mission-out'])
  await dispatch({ step: 'REASSIGNED' })
  await voided()
  const { missions: board } = await nurse(missions.board, {})
  expect(board.find(({ _id }) => _id === missionId)).toMatchObject({ state: 'CANCELLED' })
})

test('a dispatcher reads what is the matter only if the record is open to them; the crew does on its way', async () => {
  const wards = await panel.root.selectFrom('wards').select('id').orderBy('position').execute()
  const patient = await panel.root
    .selectFrom('patients')
    .select(['id', 'ward_id'])
    .where('bed_id', 'is not', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  missionId = await request({ patient: patient.id, complaint: 'หายใจลำบาก' })
  const stranger = await panel.asNew({ staffType: 'nurse' })
  const admin = await panel.as('admin')
  await admin(groups.save, {
    name: `Elsewhere ${newId().slice(-6)}`,
    ward_ids: [wards.find(({ id }) => id !== patient.ward_id)?.id ?? ''],
    member_ids: [stranger.session.user_id],
  })
  const read = async (person: Client) =>
    (await person(missions.board, {})).missions.find(({ _id }) => _id === missionId)?.complaint
  expect(await read(nurse)).toBe('หายใจลำบาก')
  expect(await read(stranger)).toBeNull()
  await assign()
  const { missions: own } = await crew(missions.mine, {})
  expect(own.find(({ _id }) => _id === missionId)?.complaint).toBe('หายใจลำบาก')
})

test('what is corrected of the request reaches its crew at once, and a dispatcher as far as the record is open', async () => {
  const patient = await register()
  missionId = await request({ patient })
  await assign()
  const events = () =>
    panel.root.selectFrom('events').select('number').where('kind', '=', 'missions-outdated').execute()
  const before = (await events()).length
  const add = (what: string) => nurse(formRecords.addAddendum, { _id: missionId, what, why: 'ญาติโทรแจ้งใหม่' })
  await add('จุดรับ: บ้านเลขที่ 98')
  await add('จุดรับ: บ้านเลขที่ 99')
  expect((await events()).length).toBe(before + 2)
  const read = async (person: Client, call: typeof missions.mine | typeof missions.board) =>
    (await person(call, {})).missions.find(({ _id }) => _id === missionId)?.corrections
  expect(await read(crew, missions.mine)).toMatchObject([
    { what: 'จุดรับ: บ้านเลขที่ 99', why: 'ญาติโทรแจ้งใหม่', by: { _id: nurse.session.user_id } },
    { what: 'จุดรับ: บ้านเลขที่ 98' },
  ])
  expect(await read(nurse, missions.board)).toHaveLength(2)
  const wards = await panel.root.selectFrom('wards').select('id').orderBy('position').execute()
  const [ward, elsewhere] = wards
  await panel.root
    .updateTable('patients')
    .set({ ward_id: ward?.id ?? null })
    .where('id', '=', patient)
    .execute()
  const stranger = await panel.asNew({ staffType: 'nurse' })
  const admin = await panel.as('admin')
  await admin(groups.save, {
    name: `Elsewhere ${newId().slice(-6)}`,
    ward_ids: [elsewhere?.id ?? ''],
    member_ids: [stranger.session.user_id],
  })
  expect(await read(stranger, missions.board)).toMatchObject([
    { what: null, why: null, by: { _id: nurse.session.user_id } },
    { what: null, why: null },
  ])
})

test('the position of a vehicle is that of the last to say it, from the phone of its crew alone', async () => {
  await assign()
  const place = { _id: missionId, lat: 17.9, lang: 102.7 }
  expect((await expectRefusal(other(missions.position, place))).code).toBe(errorCodes['not-found'])
  await crew(missions.position, place)
  // Another phone of the crew measured it before that.
  await crew(missions.position, { ...place, lat: 16, age_ms: 60_000 })
  const find = async () => (await nurse(missions.board, {})).missions.find(({ _id }) => _id === missionId)
  expect((await find())?.position).toEqual({ lat: 17.9, lang: 102.7, at: testNow, source: 'PHONE' })
  await report({ step: 'BACK_AT_BASE' })
  expect((await find())?.position).toBeNull()
})

test('a position is deleted when it is a month old, and never changed', async () => {
  await assign()
  await crew(missions.position, { _id: missionId, lat: 17.9, lang: 102.7 })
  const count = async () => {
    const { n } = await panel.root
      .selectFrom('vehicle_positions')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('vehicle_id', '=', vehicleId)
      .executeTakeFirstOrThrow()
    return Number(n)
  }
  await expect(panel.root.updateTable('vehicle_positions').set({ latitude: 1 }).execute()).rejects.toThrow()
  expect(await count()).toBe(1)
  panel.wait(31 * 24 * 60 * 60_000)
  await panel.tick()
  expect(await count()).toBe(0)
})
