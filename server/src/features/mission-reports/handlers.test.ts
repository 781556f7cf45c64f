import {
  CallError,
  type Client,
  errorCodes,
  fleet,
  type Input,
  missionFollowUp,
  missionReports,
  missions,
  transportationTreatments,
} from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addCrew,
  freeEverybody,
  plannedRequest,
  requestAmbulance,
  takeSteps,
} from '../../../test/support/missions.ts'
import { startTestPanel, type TestPanel, testNow } from '../../testing.ts'

let panel: TestPanel
let nurse: Client
let callSign: string

/** A day on which the demo hospital drove nowhere. */
const then = Date.parse(testNow) - 3 * 24 * 60 * 60_000
const subtractMinutes = (minutes: number) => new Date(then - minutes * 60_000).toISOString()
const toDay = (at: number) => new Date(at + 7 * 60 * 60_000).toISOString().slice(0, 10)
const day = toDay(then)
const today = toDay(Date.parse(testNow))

/** Needed as soon as it is asked for. */
const request = (received_at: string) =>
  requestAmbulance(nurse, { ...plannedRequest, received_at, needed_at: received_at })

beforeAll(async () => {
  panel = await startTestPanel()
  nurse = await panel.as('nurse')
  await freeEverybody(panel)
  const { vehicles, teams } = await nurse(fleet.choices, {})
  const [vehicle, team] = [vehicles.find(({ status }) => status === 'READY'), teams.at(-1)]
  if (!vehicle || !team) throw new Error('the demo hospital has both')
  callSign = vehicle.name
  const _id = await request(subtractMinutes(20))
  await request(subtractMinutes(15))
  const step = (sent: Omit<Input<typeof missions.dispatch>, '_id' | 'event_id'>) =>
    nurse(missions.dispatch, { _id, event_id: newId(), ...sent })
  await step({ step: 'ACCEPTED', at: subtractMinutes(19) })
  await step({ step: 'ASSIGNED', at: subtractMinutes(18), vehicle_id: vehicle._id, team_id: team._id })
  await step({ step: 'AT_SCENE', at: subtractMinutes(10.5) })
})
afterAll(() => panel.close())

test('a report measures the missions of its days, and leaves out those without the stamps', async () => {
  const report = await nurse(missionReports.report, { from: day, to: day })
  expect(report).toMatchObject({ missions: 2, not_driven: 0 })
  expect(report.intervals.find(({ interval }) => interval === 'response')).toMatchObject({
    measured: 1,
    left_out: 1,
    p50: 570,
    p90: 570,
  })
  expect(report.units).toEqual([
    expect.objectContaining({ vehicle: { _id: expect.any(String), call_sign: callSign }, measured: 1 }),
    expect.objectContaining({ vehicle: null, measured: 0, left_out: 1 }),
  ])
  const before = await nurse(missionReports.report, { from: '2026-01-01', to: '2026-01-31' })
  expect(before).toMatchObject({ missions: 0, kinds: [] })
})

describe('the fees of missions', () => {
  const called = Date.parse(testNow) - 10 * 24 * 60 * 60_000
  const ownDay = toDay(called)
  let nurse: Client
  let crew: { vehicle_id: string; team_id: string; call_sign: string }

  /** A mission of that day that carried somebody and is over. */
  async function drive({ vehicle_id, team_id }: typeof crew, isBack = true): Promise<string> {
    const received_at = new Date(called).toISOString()
    const id = await requestAmbulance(nurse, { ...plannedRequest, received_at, needed_at: received_at })
    await takeSteps(nurse, id, [
      { step: 'ASSIGNED', vehicle_id, team_id },
      { step: 'HANDED_OVER' },
      ...(isBack ? [{ step: 'BACK_AT_BASE' as const }] : []),
    ])
    return id
  }

  async function record(mission_id: string, sent: Partial<Input<typeof missionFollowUp.recordPayment>>) {
    const _id = newId()
    const { record } = await nurse(transportationTreatments.add, { new_id: _id, operations: [], mission_id })
    const price_reason = 'ตกลงราคากันไว้'
    await nurse(missionFollowUp.recordPayment, {
      _id,
      version: record.version,
      payment: 'UNPAID',
      price_reason,
      ...sent,
    })
  }

  beforeAll(async () => {
    nurse = await panel.asNew({ staffType: 'nurse' })
    crew = await addCrew(panel, await panel.asNew({ staffType: 'paramedic' }))
    await record(await drive(crew), { price: 1200, km: 10, km_rate: 5.5 })
    // Its vehicle can go on from the hospital.
    await drive(crew, false)
    const payer = await addCrew(panel, await panel.asNew({ staffType: 'paramedic' }))
    await record(await drive(payer), { payment: 'PAID', channel: 'CASH', price: 700 })
  })

  test('that nobody has paid are counted and summed by vehicle, as the list of payments has them', async () => {
    const span = { from: ownDay, to: ownDay }
    const { unpaid } = await nurse(missionReports.report, span)
    expect(unpaid).toEqual([
      {
        vehicle: { _id: crew.vehicle_id, call_sign: crew.call_sign },
        unpaid: 1,
        unrecorded: 1,
        unpriced: 1,
        total: 1255,
      },
    ])
    const { rows } = await nurse(missionFollowUp.list, { about: 'payment', ...span, number_of_rec: 100 })
    expect(rows.map(({ payment }) => payment?.total ?? null)).toEqual([1255, null])
    const { unpaid: elsewhere } = await nurse(missionReports.report, { from: day, to: day })
    expect(elsewhere).toEqual([])
  })

  test('leave with the figures as a file', async () => {
    const file = await nurse(missionReports.exportFigures, { from: ownDay, to: ownDay, language: 'en' })
    const line = (await file.text()).split('\r\n').find((one) => one.startsWith('Unpaid fees by vehicle,'))
    expect(line?.split(',')).toEqual([
      'Unpaid fees by vehicle',
      crew.call_sign,
      ...Array(7).fill(''),
      '1',
      '1',
      '1',
      '1255',
      ...Array(4).fill(''),
    ])
  })
})

test('a report names the faults that are open now', async () => {
  const { faults } = await nurse(missionReports.report, { from: day, to: day })
  expect(faults.map(({ item, status }) => [item, status])).toEqual([
    ['chest_seal', 'LOW'],
    ['thermometer', 'BROKEN'],
  ])
})

test('a report covers 92 days at most, and none to come', async () => {
  for (const span of [
    { from: '2026-08-01', to: today },
    { from: today, to: '2027-01-01' },
    { from: today, to: '2026-11-01' },
  ]) {
    const error = await nurse(missionReports.report, span).catch((one) => one)
    expect(error).toBeInstanceOf(CallError)
    expect(error.code).toBe(errorCodes.invalid)
  }
})

test('the figures leave as a file, in the words of its reader', async () => {
  const file = await nurse(missionReports.exportFigures, { from: day, to: day, language: 'th' })
  const text = await file.text()
  expect(text).toContain('ไม่มีเวลา')
  expect(text).toContain(callSign)
  expect(text).toContain('570')
  const lines = text.trim().split('\r\n')
  const columns = lines[0]?.split(',').length
  expect(lines.filter((line) => line.startsWith('ภารกิจตามชั่วโมงที่รับแจ้ง,'))).toHaveLength(24)
  const faults = lines.filter((line) => line.startsWith('อุปกรณ์ที่ค้างแก้ไข,'))
  expect(faults).toHaveLength(2)
  expect(faults[1]).toContain('ชำรุด')
  expect(new Set(lines.map((line) => line.split(',').length))).toEqual(new Set([columns]))
})

test('a report judges by the targets of the operation, else the strictest of the level', async () => {
  const admin = await panel.as('admin')
  await panel.root.updateTable('operations').set({ deactivated_at: testNow }).execute()
  const { class: level } = await panel.root
    .selectFrom('vehicles')
    .select('class')
    .where('call_sign', '=', callSign)
    .executeTakeFirstOrThrow()
  const activation = async () =>
    (await nurse(missionReports.report, { from: day, to: day })).intervals.find(
      ({ interval }) => interval === 'activation',
    )?.targets
  const add = (activation_minutes: number) =>
    admin(fleet.saveOperation, {
      code: newId().slice(-8),
      name: 'ของเราเอง',
      unit_level: level as 'ALS',
      activation_minutes,
    })
  await add(5)
  // The other mission was asked for at a level without an operation: it has the standard.
  expect(await activation()).toEqual([2, 5])
  await add(4)
  expect(await activation()).toEqual([2, 4])
  const own = await add(9)
  await panel.root
    .updateTable('missions')
    .set({ operation_id: own.operation._id })
    .where('vehicle_id', 'is not', null)
    .where('called_at', '<', new Date(then).toISOString())
    .execute()
  expect(await activation()).toEqual([2, 9])
  const { missions: board } = await nurse(missions.board, {})
  expect(board.find(({ operation }) => operation?._id === own.operation._id)?.targets).toEqual({
    activation_minutes: 9,
    red_minutes: 8,
    yellow_minutes: 15,
  })
})
