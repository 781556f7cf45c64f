import {
  alarms,
  ambulanceReferrals,
  type Client,
  erBoard,
  errorCodes,
  fleet,
  groups,
  type Input,
  inbound,
  isHandedOver,
  isPlaceKept,
  mayPrepare,
  missionFollowUp,
  missions,
  operationRecords,
  patients,
  readings,
  toBangkokDay,
  triage,
  visits,
  type WithdrawableStep,
  waitsForAcknowledgement,
} from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addBed, admitDirectly } from '../../../test/support/admit.ts'
import { minute, startTestBedside, type TestBedside } from '../../../test/support/bedside.ts'
import {
  addCrew,
  answerAll,
  plannedRequest,
  requestAmbulance,
  sceneRequest,
  takeSteps,
} from '../../../test/support/missions.ts'
import { expectRefusal } from '../../../test/support/refusal.ts'
import type { SignedIn } from '../../testing.ts'

let bedside: TestBedside
let crew: SignedIn
let nurse: SignedIn
let missionId: string
let patientId: string

beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

beforeEach(async () => {
  const { panel } = bedside
  crew = await panel.asNew({ staffType: 'paramedic' })
  nurse = await panel.asNew({ staffType: 'nurse' })
  patientId = (await bedside.addPatient()).id
  await panel.root
    .updateTable('patients')
    .set({ ward_id: null, bed_id: null })
    .where('id', '=', patientId)
    .execute()
  missionId = await bring()
})

/** A mission from a scene whose vehicle is on its way with the patient. */
async function bring(
  more: Record<string, unknown> = {},
  steps: readonly Input<typeof missions.report>['step'][] = ['LEFT_SCENE'],
): Promise<string> {
  const { vehicle_id, team_id } = await addCrew(bedside.panel, crew)
  const id = await requestAmbulance(nurse, {
    ...sceneRequest,
    received_at: bedside.at(),
    patient: patientId,
    ...more,
  })
  await takeSteps(nurse, id, [{ step: 'ASSIGNED', vehicle_id, team_id }])
  for (const step of steps) await crew(missions.report, { _id: id, event_id: newId(), step })
  return id
}

/** How a mission that brings nobody ends: after which steps, and why. */
const endings = {
  STOOD_DOWN: { after: [], reason: 'OTHER' },
  NO_TRANSPORT: { after: ['AT_SCENE'], reason: 'REFUSED_TRANSPORT' },
  BACK_AT_BASE: { after: ['LEFT_SCENE', 'HANDED_OVER'], reason: null },
} as const

type Told = Partial<Input<typeof inbound.preAlert>>
async function tell(more: Told = {}): Promise<string> {
  const pre_alert_id = newId()
  await crew(inbound.preAlert, { _id: missionId, pre_alert_id, colour: 'RED', scheme: 'ATMIST', ...more })
  return pre_alert_id
}
const find = async (by: Client = nurse) =>
  (await by(inbound.board, {})).rows.find(({ _id }) => _id === missionId)
const acknowledge = async (pre_alert_id: string, by: Client = nurse) =>
  (await by(inbound.acknowledge, { _id: missionId, pre_alert_id })).row
const arrive = (by: Client = nurse, patient_id = patientId) =>
  by(inbound.arrive, { _id: missionId, patient_id })
/** Ends a mission as a dispatcher does who presses this step. */
const end = (step: 'STOOD_DOWN' | 'NO_TRANSPORT' | 'BACK_AT_BASE') =>
  nurse(missions.dispatch, { _id: missionId, event_id: newId(), step, reason: endings[step].reason })
const withdraw = (withdraws: WithdrawableStep) =>
  nurse(missions.dispatch, {
    _id: missionId,
    event_id: newId(),
    step: 'WITHDRAWN',
    withdraws,
    note: 'กดผิด',
  })
const findAlarm = async () => {
  const row = await find()
  const { alarms: open } = await nurse(alarms.open, {})
  return open.find(({ rule, named }) => rule === 'pre-alert' && named === row?.number)
}
const divert = (destination: string) =>
  nurse(missions.dispatch, { _id: missionId, event_id: newId(), step: 'DIVERTED', destination })
const divertHere = () =>
  nurse(missions.dispatch, { _id: missionId, event_id: newId(), step: 'DIVERTED', comes_here: true })
const leaveScene = () => crew(missions.report, { _id: missionId, event_id: newId(), step: 'LEFT_SCENE' })
const findHospital = () =>
  bedside.panel.root
    .selectFrom('hospitals')
    .innerJoin('missions', 'missions.hospital_id', 'hospitals.id')
    .select(['code', 'name_th'])
    .where('missions.id', '=', missionId)
    .executeTakeFirstOrThrow()

describe('the board', () => {
  test('shows who comes before anything was told, then what was told, and when they come', async () => {
    expect(await find()).toMatchObject({ colour: 'YELLOW', pre_alert: null, eta: null, complaint: 'รถล้ม' })
    await tell({
      story: { mechanism: 'มอเตอร์ไซค์ล้ม', injuries: 'ต้นขาผิดรูป' },
      eta_minutes: 12,
      isolation: ['DROPLET'],
      fast_tracks: ['TRAUMA'],
      values: { systolic: 80, diastolic: 50, pulse: 130 },
    })
    expect(await find()).toMatchObject({
      colour: 'RED',
      pre_alert: {
        scheme: 'ATMIST',
        story: { mechanism: 'มอเตอร์ไซค์ล้ม', injuries: 'ต้นขาผิดรูป' },
        isolation: ['DROPLET'],
        fast_tracks: ['TRAUMA'],
      },
      eta: { source: 'CREW', at: new Date(Date.parse(bedside.at()) + 12 * minute).toISOString() },
      told: { values: { systolic: 80, diastolic: 50, pulse: 130 } },
      acknowledged: null,
    })
  })

  test('and the sheets of the crew tell the age that derives from a date of birth', async () => {
    const call = new Date(bedside.at())
    const before = (years: number, months: number) =>
      new Date(Date.UTC(call.getUTCFullYear() - years, call.getUTCMonth() - months, 1))
        .toISOString()
        .slice(0, 10)
    missionId = await bring({
      patient: null,
      age_years: 0,
      age_months: 0,
      age_days: 9,
      is_age_estimated: true,
    })
    expect(await find()).toMatchObject({ age_years: 0, age_months: 0, age_days: 9, is_age_estimated: true })
    const bringBornOn = async (date_of_birth: string, age_years: number | null = null) => {
      missionId = await bring({ patient: null, date_of_birth, age_years })
      const { record } = await crew(operationRecords.add, {
        new_id: newId(),
        operations: [],
        mission_id: missionId,
      })
      return record.answers
    }
    expect(await bringBornOn(before(70, 1), 30)).toMatchObject({ age_years: 70, is_age_estimated: false })
    expect(await find()).toMatchObject({ age_years: 70 })
    expect(await bringBornOn(before(1, 3))).toMatchObject({ age_years: 1, age_months: 3 })
    expect(await find()).toMatchObject({ age_years: 1, age_months: 3, age_days: call.getUTCDate() - 1 })
    expect(await bringBornOn(before(-1, 0))).not.toHaveProperty('age_years')
    expect(await find()).toMatchObject({ age_years: null })
  })

  test('shows the isolation of the request until the crew tells another', async () => {
    missionId = await bring({ isolation: ['DROPLET', 'CONTACT'] })
    expect(await find()).toMatchObject({ pre_alert: null, isolation: ['CONTACT', 'DROPLET'] })
    await tell()
    expect(await find()).toMatchObject({ isolation: ['CONTACT', 'DROPLET'] })
    await tell({ isolation: ['AIRBORNE'] })
    expect(await find()).toMatchObject({ isolation: ['AIRBORNE'] })
  })

  test('shows the isolation of the referral with which somebody comes, though another was begun since', async () => {
    const doctor = await bedside.panel.asNew({ staffType: 'doctor' })
    // The mission that has brought them before is earlier.
    bedside.skip(minute)
    await doctor(ambulanceReferrals.add, {
      new_id: newId(),
      operations: answerAll({ patient: patientId, direction: 'IN', isolation: ['AIRBORNE'] }),
    })
    await doctor(ambulanceReferrals.add, {
      new_id: newId(),
      operations: answerAll({ patient: patientId, direction: 'IN' }),
    })
    const { team_id, vehicle_id } = await addCrew(bedside.panel, crew)
    missionId = await requestAmbulance(nurse, {
      ...plannedRequest,
      received_at: bedside.at(),
      kind: 'REFER_BACK',
      patient: patientId,
      is_patient_unknown: null,
    })
    await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id, note: 'x' }])
    await leaveScene()
    expect(await find()).toMatchObject({ pre_alert: null, isolation: ['AIRBORNE'] })
  })

  test.each([
    ['another hospital', 'รพ.ชุมชนบ้านไกล', '11245', false],
    ['this hospital by its code', 'ที่นี่', 'own', true],
    ['this hospital by its name', 'own', '11245', true],
    ['a place without a code', 'ห้องฉุกเฉิน', null, true],
  ])('has who is referred back to %s, or not', async (_to, name, code, isInbound) => {
    const own = await findHospital()
    const destination = name === 'own' ? own.name_th : name
    const destination_code = code === 'own' ? own.code : code
    const { team_id, vehicle_id } = await addCrew(bedside.panel, crew)
    missionId = await requestAmbulance(nurse, {
      ...plannedRequest,
      received_at: bedside.at(),
      kind: 'REFER_BACK',
      destination,
      destination_code,
    })
    await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id }])
    await leaveScene()
    expect((await find()) !== undefined).toBe(isInbound)
    await tell()
    expect(await find()).toBeDefined()
  })

  test('has who was diverted to this hospital by its name', async () => {
    const { name_th } = await findHospital()
    await divert('รพ. อื่น')
    expect(await find()).toBeUndefined()
    await divert(name_th)
    expect(await find()).toBeDefined()
  })

  test.each(['REFER_OUT', 'DISCHARGE_HOME', 'APPOINTMENT', 'EVENT', 'SCENE'])(
    'has who was diverted to this hospital, whatever was planned: %s',
    async (kind) => {
      const { team_id, vehicle_id } = await addCrew(bedside.panel, crew)
      missionId = await requestAmbulance(nurse, {
        ...(kind === 'SCENE' ? sceneRequest : plannedRequest),
        received_at: bedside.at(),
        kind,
        ...(kind === 'APPOINTMENT' && { appointment_at: bedside.at() }),
      })
      await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id }])
      await leaveScene()
      await divert('รพ. อื่น')
      expect(await find()).toBeUndefined()
      await divertHere()
      expect(await find()).toBeDefined()
      await crew(missions.report, { _id: missionId, event_id: newId(), step: 'HANDED_OVER' })
      expect(await find()).toBeDefined()
    },
  )

  test('keeps what the crew told of whom a dispatcher then diverts to this hospital', async () => {
    await tell()
    await divertHere()
    expect(await find()).toMatchObject({ colour: 'RED', pre_alert: { scheme: 'ATMIST' } })
    expect(await findAlarm()).toMatchObject({ state: 'active' })
  })

  test('has again who was diverted by mistake, with the alarm about them; one diversion is withdrawn at a time', async () => {
    const told = await tell()
    await divert('รพ. หนึ่ง')
    await divert('รพ. สอง')
    const read = async () => (await nurse(missions.board, {})).missions.find(({ _id }) => _id === missionId)
    const [first, second] = ((await read())?.events ?? []).filter(({ step }) => step === 'DIVERTED')
    const stale = nurse(missions.dispatch, {
      _id: missionId,
      event_id: newId(),
      step: 'WITHDRAWN',
      withdraws: 'DIVERTED',
      withdraws_event_id: first?._id ?? null,
      note: 'x',
    })
    expect((await expectRefusal(stale)).code).toBe(errorCodes['step-replaced'])
    await withdraw('DIVERTED')
    expect((await read())?.destination).toBe('รพ. หนึ่ง')
    expect(await find()).toBeUndefined()
    expect(second?.destination).toBe('รพ. สอง')
    await withdraw('DIVERTED')
    expect(await read()).toMatchObject({ state: 'LEFT_SCENE', destination: null })
    expect(await find()).toMatchObject({ colour: 'RED', pre_alert: { _id: told } })
    expect(await findAlarm()).toMatchObject({ state: 'active' })
    await divertHere()
    await withdraw('DIVERTED')
    expect(await find()).toMatchObject({ pre_alert: { _id: told } })
  })

  test('has nobody who was diverted, until their crew says that they come here', async () => {
    await tell()
    await nurse(missions.dispatch, {
      _id: missionId,
      event_id: newId(),
      step: 'DIVERTED',
      destination: 'รพ. อื่น',
    })
    expect(await find()).toBeUndefined()
    await tell()
    expect(await find()).toMatchObject({ colour: 'RED' })
  })

  test('is told by the crew of the mission alone, and refuses values that nobody can have', async () => {
    const other = await bedside.panel.asNew({ staffType: 'paramedic' })
    const told = { _id: missionId, pre_alert_id: newId(), colour: 'RED', scheme: 'ISBAR' } as const
    expect((await expectRefusal(other(inbound.preAlert, told))).code).toBe(errorCodes['not-found'])
    const error = await expectRefusal(tell({ values: { systolic: 80, diastolic: 90 } }))
    expect(error.fields).toEqual([{ field: 'values.diastolic', message: 'diastolic-above-systolic' }])
    const twice = await expectRefusal(tell({ values: { blood_glucose: 110, beyond: 'below' } }))
    expect(twice.fields).toEqual([{ field: 'values.beyond', message: 'not-of-this-kind' }])
  })
})

test('an arrival is estimated from a position that is newer than the word of the crew, and not from an old one', async () => {
  await bedside.panel.root.updateTable('hospitals').set({ latitude: 17.8783, longitude: 102.742 }).execute()
  await tell({ eta_minutes: 12 })
  bedside.skip(minute)
  await crew(missions.position, { _id: missionId, lat: 17.7783, lang: 102.742 })
  const eta = (await find())?.eta
  expect(eta).toMatchObject({ source: 'POSITION', since: bedside.at() })
  expect((Date.parse(eta?.at ?? '') - Date.parse(bedside.at())) / minute).toBeCloseTo(18, 0)
  bedside.skip(16 * minute)
  expect((await find())?.eta?.source).toBe('CREW')
})

test('a tracker in the vehicle says where it is', async () => {
  const admin = await bedside.panel.as('admin')
  const { devices } = await admin(fleet.trackers, {})
  const { rows } = await admin(fleet.vehicles, { number_of_rec: 100 })
  const row = await find()
  const vehicle = rows.find(({ _id }) => _id === row?.vehicle?._id)
  const mac = devices[0]?.mac ?? ''
  await bedside.panel.root
    .updateTable('vehicles')
    .set({ device_id: devices[0]?._id ?? '' })
    .where('id', '=', vehicle?._id ?? '')
    .execute()
  await bedside.receive('ambulance/vehicle_position', { mac, latitude: 17.8, longitude: 102.7 })
  const { missions: board } = await bedside.nurse(missions.board, {})
  expect(board.find(({ _id }) => _id === missionId)?.position).toMatchObject({
    lat: 17.8,
    lang: 102.7,
    source: 'TRACKER',
  })
})

test('a tracker that belongs to no vehicle is counted and shown, until it belongs to one', async () => {
  const admin = await bedside.panel.as('admin')
  const { devices } = await admin(fleet.trackers, {})
  const device = devices[1]
  const tell = () =>
    bedside.receive('ambulance/vehicle_position', { mac: device?.mac, latitude: 17.8, longitude: 102.7 })
  const findUnknown = async () =>
    (await admin(fleet.trackers, {})).unknown.find(({ mac }) => mac === device?.mac)
  await tell()
  const first_at = bedside.at()
  bedside.skip(minute)
  await tell()
  expect(await findUnknown()).toEqual({ mac: device?.mac, positions: 2, first_at, last_at: bedside.at() })
  const row = await find()
  await bedside.panel.root
    .updateTable('vehicles')
    .set({ device_id: device?._id ?? '' })
    .where('id', '=', row?.vehicle?._id ?? '')
    .execute()
  expect(await findUnknown()).toBeUndefined()
})

describe('an acknowledgement', () => {
  test('that twenty users give at once is stored once, and the crew sees who gave it and when', async () => {
    const id = await tell()
    const nurses = await Promise.all(
      Array.from({ length: 20 }, () => bedside.panel.asNew({ staffType: 'nurse' })),
    )
    const rows = await Promise.all(nurses.map((one) => acknowledge(id, one)))
    const who = new Set(rows.map(({ acknowledged }) => acknowledged?.by._id))
    expect(who.size).toBe(1)
    const { missions: own } = await crew(missions.mine, {})
    expect(own[0]?.pre_alert).toMatchObject({ colour: 'RED', acknowledged: { by: { _id: [...who][0] } } })
    const acts = await bedside.panel.root
      .selectFrom('inbound_acts')
      .select('id')
      .where('mission_id', '=', missionId)
      .execute()
    expect(acts).toHaveLength(1)
  })

  test('holds for a later word that is not more urgent, and is asked for anew by one that is', async () => {
    await acknowledge(await tell({ colour: 'YELLOW' }))
    await tell({ colour: 'GREEN' })
    expect((await find())?.acknowledged).not.toBeNull()
    await tell({ colour: 'RED' })
    expect((await find())?.acknowledged).toBeNull()
    expect(await findAlarm()).toMatchObject({ state: 'active', severity: 'high' })
  })

  test('is asked for anew by an isolation that nobody was told of, and its alarm sounds again', async () => {
    await acknowledge(await tell({ isolation: ['STANDARD', 'CONTACT'] }))
    await bedside.advance(minute)
    await tell({ isolation: ['CONTACT'] })
    expect((await find())?.acknowledged).not.toBeNull()
    await tell({ isolation: ['CONTACT', 'AIRBORNE'] })
    expect((await find())?.acknowledged).toBeNull()
    expect(await findAlarm()).toMatchObject({ state: 'active' })
    await bedside.advance(minute)
    const alarm = await findAlarm()
    await nurse(alarms.acknowledge, { _id: alarm?._id ?? '', severity: 'high' })
    expect((await find())?.acknowledged).not.toBeNull()
  })

  test('is for whoever may manage the queue', async () => {
    const id = await tell()
    expect((await expectRefusal(acknowledge(id, crew))).code).toBe(errorCodes['not-allowed'])
  })
})

describe('a red pre-alert', () => {
  test('is passed on once as an alarm is when nobody acknowledges it, and not after that', async () => {
    const id = await tell()
    expect(await findAlarm()).toMatchObject({ level: 'ward', state: 'active' })
    await bedside.advance(119_000)
    expect((await findAlarm())?.level).toBe('ward')
    await bedside.advance(1_000)
    const passedOn = await findAlarm()
    expect(passedOn).toMatchObject({ level: 'everybody', tellings: 1 })
    expect(await find()).toMatchObject({ alarm_level: 'everybody' })
    await acknowledge(id)
    await bedside.advance(19 * minute)
    expect(await findAlarm()).toMatchObject({ state: 'acknowledged', tellings: 1, escalates_at: null })
    expect(await bedside.listSteps(passedOn?._id ?? '')).toEqual(['raised', 'escalated', 'acknowledged'])
  })

  test('that is acknowledged in the list of alarms is acknowledged at the board', async () => {
    await tell()
    const alarm = await findAlarm()
    await nurse(alarms.acknowledge, { _id: alarm?._id ?? '', severity: 'high' })
    expect((await find())?.acknowledged).toMatchObject({ by: { _id: nurse.session.user_id } })
  })

  test('raises one alarm, however often it is told, and none once nobody is brought', async () => {
    await tell()
    await tell()
    const alarm = await findAlarm()
    await nurse(missions.dispatch, {
      _id: missionId,
      event_id: newId(),
      step: 'DIVERTED',
      destination: 'รพ. อื่น',
    })
    const { alarms: open } = await bedside.nurse(alarms.open, {})
    expect(open.filter(({ _id }) => _id === alarm?._id)).toEqual([])
  })

  test.each(['STOOD_DOWN', 'NO_TRANSPORT', 'BACK_AT_BASE'] as const)(
    'sounds again, and is passed on, when %s was pressed by mistake and is withdrawn',
    async (step) => {
      const [first, ...more] = endings[step].after
      missionId = await bring({}, first ? [first] : [])
      const told = await tell()
      for (const one of more) await crew(missions.report, { _id: missionId, event_id: newId(), step: one })
      const before = await findAlarm()
      await end(step)
      expect(await findAlarm()).toBeUndefined()
      await bedside.advance(minute)
      await withdraw(step)
      const again = await findAlarm()
      expect(again).toMatchObject({ state: 'active', level: 'ward', severity: 'high' })
      expect(again?._id).not.toBe(before?._id)
      await bedside.advance(2 * minute)
      expect(await findAlarm()).toMatchObject({ _id: again?._id, level: 'everybody' })
      expect(await find()).toMatchObject({ alarm_level: 'everybody' })
      await acknowledge(told)
      expect(await findAlarm()).toMatchObject({ state: 'acknowledged' })
      await end(step)
      expect(await findAlarm()).toBeUndefined()
      await withdraw(step)
      expect(await findAlarm()).toBeUndefined()
      expect((await find())?.acknowledged).not.toBeNull()
    },
  )

  test('stays silent when the end of a mission of yesterday is withdrawn', async () => {
    await tell()
    const alarm = await findAlarm()
    await crew(missions.report, { _id: missionId, event_id: newId(), step: 'HANDED_OVER' })
    await end('BACK_AT_BASE')
    await bedside.advance(8 * 60 * minute + minute)
    nurse = await bedside.panel.asNew({ staffType: 'nurse' })
    await withdraw('BACK_AT_BASE')
    const { alarms: open } = await nurse(alarms.open, {})
    expect(open.filter(({ named }) => named === alarm?.named)).toEqual([])
  })

  test('stays silent when the end of a mission is withdrawn after the patient has arrived', async () => {
    await tell()
    await arrive()
    await crew(missions.report, { _id: missionId, event_id: newId(), step: 'HANDED_OVER' })
    await end('BACK_AT_BASE')
    await withdraw('BACK_AT_BASE')
    expect(await findAlarm()).toBeUndefined()
  })
})

test('a place is kept in a zone that the hospital has and uses', async () => {
  const keep = (zone: string) => nurse(inbound.prepare, { _id: missionId, zone })
  expect((await expectRefusal(keep('NOWHERE'))).fields).toEqual([
    { field: 'zone', message: 'choice-invalid' },
  ])
  const doctor = await bedside.panel.as('doctor')
  const { version, settings } = await doctor(triage.settings, {})
  const set = (is_retired: boolean, held: number) => {
    const corridor = { code: 'CORRIDOR', name_en: 'Corridor', name_th: 'ทางเดิน', is_retired }
    const zones = { ...settings.zones, list: [...settings.zones.list, corridor] }
    return doctor(triage.updateSettings, { version: held, settings: { ...settings, zones }, reason: 'ER' })
  }
  const saved = await set(false, version)
  expect((await keep('CORRIDOR')).row.prepared?.zone).toBe('CORRIDOR')
  await set(true, saved.version)
  expect((await expectRefusal(keep('CORRIDOR'))).fields).toEqual([{ field: 'zone', message: 'zone-retired' }])
  expect((await find())?.prepared?.zone).toBe('CORRIDOR')
  expect((await nurse(inbound.board, {})).zones.list).toContainEqual(
    expect.objectContaining({ code: 'CORRIDOR', name_th: 'ทางเดิน', is_retired: true }),
  )
})

describe('an arrival', () => {
  test('that two nurses register at once is one visit, with what was told before it as readings', async () => {
    await tell({ values: { systolic: 80, diastolic: 50, pulse: 130 }, measured_at: bedside.at(6) })
    await nurse(inbound.prepare, { _id: missionId, zone: 'RESUS', bay: 'R1' })
    const other = await bedside.panel.asNew({ staffType: 'nurse' })
    const both = await Promise.all([arrive(), arrive(other)])
    expect(new Set(both.map(({ visit }) => visit._id)).size).toBe(1)
    expect(both.filter(({ is_new }) => is_new)).toHaveLength(1)
    expect(both[0]?.visit).toMatchObject({
      source: 4,
      mode: 'STRETCHER',
      complaint: 'รถล้ม',
      symptom_groups: [25],
      accident: { source: 5 },
      brought: { mission_id: missionId, told: [{ values: { systolic: 80 }, measured_at: bedside.at(6) }] },
    })
    const board = await nurse(erBoard.board, {})
    const row = board.rows.find(({ patient }) => patient._id === patientId)
    expect(row?.visit).toMatchObject({ zone: 'RESUS', bay: 'R1' })
    const { visit, latest } = await nurse(triage.prepare, { patient_id: patientId })
    expect(visit?.brought?.mission_id).toBe(missionId)
    expect(latest.find(({ vital }) => vital === 'blood_pressure')).toMatchObject({
      value: 80,
      measured_at: bedside.at(6),
    })
    expect(await findAlarm()).toBeUndefined()
    expect((await find())?.arrived).toMatchObject({ patient_id: patientId })
  })

  test('of an unknown person is that of whom the nurse names, and of nobody else then', async () => {
    missionId = await bring({ patient: null, patient_name: 'ไม่ทราบชื่อ' })
    await tell({ values: { pulse: 120 } })
    await arrive()
    const other = (await bedside.addPatient()).id
    const error = await expectRefusal(arrive(nurse, other))
    expect(error.code).toBe(errorCodes['inbound-arrived'])
    expect(error.detail).toMatchObject({ by: { _id: nurse.session.user_id } })
    const { latest } = await nurse(triage.prepare, { patient_id: patientId })
    expect(latest).toContainEqual(expect.objectContaining({ vital: 'pulse', value: 120 }))
  })

  test('brings the triage a glucose that the meter of the crew showed no number for', async () => {
    await tell({ values: { beyond: 'below' }, measured_at: bedside.at(6) })
    expect((await find())?.told?.values).toEqual({ beyond: 'below' })
    await arrive()
    const { visit, latest } = await nurse(triage.prepare, { patient_id: patientId })
    expect(visit?.brought?.told).toMatchObject([{ values: { beyond: 'below' } }])
    expect(latest.find(({ vital }) => vital === 'blood_glucose')).toMatchObject({
      value: null,
      note: 'below',
      measured_at: bedside.at(6),
      source: 'ambulance',
    })
  })

  const write = (answers: Record<string, unknown>) =>
    crew(operationRecords.add, {
      new_id: newId(),
      mission_id: missionId,
      operations: answerAll(answers, bedside.at()),
    })

  test('takes over what the sheet of the crew says of a pregnancy', async () => {
    await write({ sex: '2', pregnancy: 'YES', pregnancy_weeks: 30 })
    expect((await arrive()).visit).toMatchObject({ pregnancy: 'yes', pregnancy_weeks: 30 })
    expect((await nurse(patients.get, { _id: patientId })).patient.is_pregnant).toBe(true)
    missionId = await bring({ patient: null, patient_name: 'ไม่ทราบชื่อ' })
    patientId = (await bedside.addPatient()).id
    await write({ sex: '2', pregnancy: 'NO' })
    expect((await arrive()).visit).toMatchObject({ pregnancy: 'no', pregnancy_weeks: null })
  })

  test('says that nobody asked about a pregnancy, where several sheets could be of whoever arrives', async () => {
    missionId = await bring({ patient: null, patient_name: 'ไม่ทราบชื่อ' })
    await write({ sex: '2', pregnancy: 'YES' })
    await write({ sex: '2', pregnancy: 'NO' })
    expect((await arrive()).visit).toMatchObject({ pregnancy: 'not_asked', pregnancy_weeks: null })
  })

  test('makes the finished rows of the sheets readings of whom the nurse names, and the sheets theirs', async () => {
    missionId = await bring({ patient: null, patient_name: 'ชายไม่ทราบชื่อ' })
    const sheet = newId()
    const row = newId()
    const before = new Date(Date.parse(bedside.at()) - 10 * minute).toISOString()
    const measured = {
      measured_at: before,
      systolic: 92,
      diastolic: 60,
      pulse: 128,
      spo2: 93,
      beyond: 'below',
    }
    await crew(operationRecords.add, {
      new_id: sheet,
      mission_id: missionId,
      operations: answerAll(
        Object.fromEntries(Object.entries(measured).map(([name, value]) => [`vitals/${row}/${name}`, value])),
        bedside.at(),
      ),
    })
    expect((await find())?.written_sheets).toEqual([])
    await crew(operationRecords.edit, {
      _id: sheet,
      operations: answerAll({ [`vitals/${row}/is_finished`]: true }, bedside.at()),
    })
    expect((await find())?.written_sheets).toMatchObject([
      {
        measured_at: before,
        values: { systolic: 92, diastolic: 60, pulse: 128, spo2: 93, beyond: 'below' },
        by: { _id: crew.session.user_id },
      },
    ])
    await arrive()
    const charted = { patient_id: patientId, number_of_rec: 20 }
    const { rows } = await nurse(readings.history, charted)
    expect(
      rows.map(({ kind, source, measured_at, entered_by }) => [
        kind,
        source,
        new Date(measured_at).toISOString(),
        entered_by?._id,
      ]),
    ).toEqual(
      expect.arrayContaining(
        ['blood_pressure', 'pulse', 'spo2'].map((kind) => [kind, 'ambulance', before, crew.session.user_id]),
      ),
    )
    const count = rows.length
    // What is written on after the arrival brings the sheet in step and charts nothing twice.
    await crew(operationRecords.edit, { _id: sheet, operations: answerAll({ scene: 'ตลาด' }, bedside.at()) })
    const [named] = (await nurse(operationRecords.list, { _id: sheet })).rows
    expect(named).toMatchObject({ patient: { _id: patientId }, answers: { patient: patientId } })
    const after = await nurse(readings.history, charted)
    expect(after.rows).toHaveLength(count)
    expect((await find())?.written_sheets).toEqual([])
  })

  test('has the draft of the crew say of whoever arrived what their record says, not what the call said', async () => {
    missionId = await bring({ patient: null, patient_name: 'ชายไทยไม่ทราบชื่อ', sex: '1', age_years: 25 })
    await bedside.panel.root
      .updateTable('patients')
      .set({ gender: 'female', date_of_birth: '1993-05-05', birth_date_precision: 'day' })
      .where('id', '=', patientId)
      .execute()
    const sheet = newId()
    await crew(operationRecords.add, { new_id: sheet, mission_id: missionId, operations: [] })
    const readAnswers = async () => (await nurse(operationRecords.list, { _id: sheet })).rows[0]?.answers
    expect(await readAnswers()).toMatchObject({ sex: '1', age_years: 25 })
    bedside.skip(minute)
    await arrive()
    bedside.skip(minute)
    await crew(operationRecords.edit, {
      _id: sheet,
      operations: answerAll({ scene: 'ตลาด' }, bedside.at()),
    })
    const { patient } = await nurse(patients.get, { _id: patientId })
    const answers = await readAnswers()
    expect(answers).toMatchObject({ patient: patientId, sex: '2' })
    expect(answers?.['patient_name']).toContain(patient.surname)
    expect(answers?.['age_years']).not.toBe(25)
  })

  /** A sheet that the crew finished before anybody knew whom they bring. */
  const completeSheet = async (answers: Record<string, unknown> = {}): Promise<string> => {
    const sheet = newId()
    const row = newId()
    const vitals = { measured_at: bedside.at(), systolic: 84, diastolic: 50, pulse: 132 }
    await crew(operationRecords.add, {
      new_id: sheet,
      mission_id: missionId,
      operations: answerAll({
        ...answers,
        ...Object.fromEntries(
          Object.entries(vitals).map(([name, value]) => [`vitals/${row}/${name}`, value]),
        ),
      }),
    })
    await bedside.panel.root
      .updateTable('form_records')
      .set({
        state: 'complete',
        number: sheet,
        completed_at: bedside.at(),
        completed_by: crew.session.user_id,
      })
      .where('id', '=', sheet)
      .execute()
    return sheet
  }
  const listCharted = async () =>
    (await nurse(readings.history, { patient_id: patientId, number_of_rec: 20 })).rows

  test('charts what stands on a sheet that was complete before anybody knew whom it is about, once', async () => {
    missionId = await bring({ patient: null })
    const sheet = await completeSheet({ is_transported: true })
    expect((await find())?.written_sheets).toMatchObject([{ values: { systolic: 84, pulse: 132 } }])
    await arrive()
    const summarise = async () =>
      (await listCharted())
        .map(({ kind, source, entered_by }) => `${kind} ${source} ${entered_by?._id}`)
        .toSorted()
    const charted = ['blood_pressure', 'pulse'].map((kind) => `${kind} ambulance ${crew.session.user_id}`)
    expect(await summarise()).toEqual(charted)
    // What is written later brings the sheet in step.
    await nurse(operationRecords.edit, { _id: sheet, operations: answerAll({ er_diagnosis: 'ช็อก' }) })
    await arrive()
    expect(await summarise()).toEqual(charted)
    const [named] = (await nurse(operationRecords.list, { _id: sheet })).rows
    expect(named).toMatchObject({ patient: { _id: patientId }, state: 'complete' })
    expect(named?.answers).not.toHaveProperty('patient')
  })

  test('charts nothing of a complete sheet that may be about somebody else', async () => {
    const other = (await bedside.addPatient()).id
    const sheets = [
      { request: { patient: null, patient_count: 2 }, answers: { is_transported: true } },
      { request: { patient: null }, answers: { is_transported: false } },
      { request: { patient: other }, answers: {} },
    ]
    for (const { request, answers } of sheets) {
      patientId = (await bedside.addPatient()).id
      missionId = await bring(request)
      await completeSheet(answers)
      await arrive()
      expect(await listCharted(), JSON.stringify(request)).toEqual([])
    }
  })

  test('names no sheet of a mission with several of a form: a person says who is who', async () => {
    missionId = await bring({ patient: null, patient_count: 2 })
    const sheets = [newId(), newId()]
    for (const new_id of sheets)
      await crew(operationRecords.add, { new_id, mission_id: missionId, operations: [] })
    await arrive()
    const listNamed = () =>
      Promise.all(
        sheets.map(async (_id) => (await nurse(operationRecords.list, { _id })).rows[0]?.patient ?? null),
      )
    expect(await listNamed()).toEqual([null, null])
    for (const _id of sheets)
      await crew(operationRecords.edit, { _id, operations: answerAll({ scene: 'ตลาด' }) })
    expect(await listNamed()).toEqual([null, null])
  })

  test('links the visit that somebody began before', async () => {
    const { visit } = await nurse(visits.arrive, {
      patient_id: patientId,
      kind: 'ER',
      source: 4,
      mode: 'STRETCHER',
    })
    expect(await arrive()).toMatchObject({
      is_new: false,
      visit: { _id: visit._id, brought: { mission_id: missionId } },
    })
  })

  test('of an inpatient who was admitted from the emergency room begins a new visit there', async () => {
    const { panel, hospitalId } = bedside
    const old = await arrive()
    const { id: bedId, ward_id: wardId } = await addBed(panel.root, hospitalId)
    bedside.skip(minute)
    await admitDirectly(panel.root, { hospitalId, patientId, wardId, bedId, from: bedside.at() })
    bedside.skip(minute)
    missionId = await bring()
    const { is_new, visit } = await arrive()
    expect(is_new).toBe(true)
    expect(visit).toMatchObject({ visited_at: bedside.at(), brought: { mission_id: missionId } })
    const { rows } = await nurse(erBoard.board, {})
    expect(rows.find(({ patient }) => patient._id === patientId)?.visit._id).toBe(visit._id)
    const { visits: all } = await nurse(triage.history, { patient_id: patientId })
    expect(all[1]).toMatchObject({ _id: old.visit._id, disposition: 2, left_at: bedside.at(1) })
  })
})

describe('a call of a mass casualty, to which several vehicles go', () => {
  const scene = { patient: null, patient_count: 20, is_mass_casualty: true }
  const write = (answers: Record<string, unknown>) =>
    crew(operationRecords.add, {
      new_id: newId(),
      mission_id: missionId,
      operations: answerAll(answers, bedside.at()),
    })

  test('lets each bring as many as its own sheets name, and at least one', async () => {
    missionId = await bring(scene)
    expect(await find()).toMatchObject({ expected: 1, at_scene: 20, arrived: null })
    await write({ patient: patientId })
    await write({ sex: '1' })
    expect(await find()).toMatchObject({ expected: 2 })
    await write({ result: 'FOUND', is_transported: false })
    expect(await find()).toMatchObject({ expected: 2 })
    const first = missionId
    crew = await bedside.panel.asNew({ staffType: 'paramedic' })
    missionId = await bring(scene)
    expect(await find()).toMatchObject({ expected: 1, at_scene: 20 })
    missionId = first
    await arrive()
    expect(await find()).toMatchObject({ expected: 2, arrived: null })
    const second = (await bedside.addPatient()).id
    await arrive(nurse, second)
    expect(await find()).toMatchObject({ expected: 2, arrived: null })
  })

  test('keeps the card with its acts until the crew is done, and from then on for half an hour', async () => {
    missionId = await bring(scene)
    const report = (step: 'HANDED_OVER' | 'BACK_AT_BASE') =>
      crew(missions.report, { _id: missionId, event_id: newId(), step })
    await arrive()
    bedside.skip(31 * minute)
    expect(await find()).toMatchObject({ expected: 1, arrived: null })
    const told = await tell()
    const waiting = await find()
    expect(waiting && waitsForAcknowledgement(waiting)).toBe(true)
    expect((await acknowledge(told)).acknowledged).not.toBeNull()
    const { row } = await nurse(inbound.prepare, { _id: missionId, zone: 'RESUS', bay: null })
    expect(isPlaceKept(row)).toBe(true)
    bedside.skip(minute)
    const second = (await bedside.addPatient()).id
    await arrive(nurse, second)
    const { rows } = await nurse(erBoard.board, {})
    expect(rows.find(({ patient }) => patient._id === second)?.visit).toMatchObject({ zone: 'RESUS' })
    expect(await find()).toMatchObject({ expected: 2, arrived: null })
    bedside.skip(31 * minute)
    await report('HANDED_OVER')
    const done = await find()
    expect(done).toMatchObject({ expected: 2, arrived: { patient_id: second } })
    expect(done && mayPrepare(done)).toBe(false)
    const prepare = nurse(inbound.prepare, { _id: missionId, zone: 'RESUS', bay: null })
    expect((await expectRefusal(prepare)).code).toBe(errorCodes['inbound-arrived'])
    const third = (await bedside.addPatient()).id
    expect((await expectRefusal(arrive(nurse, third))).code).toBe(errorCodes['inbound-arrived'])
    await nurse(inbound.arrive, { _id: missionId, patient_id: third, is_unexpected: true })
    bedside.skip(29 * minute)
    expect(await find()).toBeDefined()
    bedside.skip(2 * minute)
    expect(await find()).toBeUndefined()
  })

  test('asks for a new acknowledgement of what is told after an arrival: it is of somebody else', async () => {
    missionId = await bring(scene)
    const countAlarms = async () => {
      const alarms = await bedside.panel.root
        .selectFrom('pre_alerts')
        .select('alarm_id')
        .distinct()
        .where('mission_id', '=', missionId)
        .execute()
      return alarms.length
    }
    await acknowledge(await tell())
    bedside.skip(minute)
    await arrive()
    expect((await find())?.acknowledged).not.toBeNull()
    bedside.skip(minute)
    const next = await tell()
    expect(await countAlarms()).toBe(2)
    const waiting = await find()
    expect(waiting?.acknowledged).toBeNull()
    expect(waiting && waitsForAcknowledgement(waiting)).toBe(true)
    await acknowledge(next)
    bedside.skip(minute)
    await tell()
    expect(await countAlarms()).toBe(2)
    expect((await find())?.acknowledged).not.toBeNull()
  })

  test('keeps an alarm that nobody acknowledged until the crew has handed over whom it brought', async () => {
    missionId = await bring(scene)
    await tell()
    await arrive()
    expect(await findAlarm()).toMatchObject({ state: 'active' })
    const waiting = await find()
    expect(waiting && waitsForAcknowledgement(waiting)).toBe(true)
    await crew(missions.report, { _id: missionId, event_id: newId(), step: 'HANDED_OVER' })
    expect(await findAlarm()).toBeUndefined()
    const done = await find()
    expect(done && waitsForAcknowledgement(done)).toBe(false)
    await withdraw('HANDED_OVER')
    expect(await findAlarm()).toMatchObject({ state: 'active' })
  })

  test('does not bring an alarm back that a person closed', async () => {
    missionId = await bring(scene)
    await tell()
    const alarm = await findAlarm()
    await nurse(alarms.clear, { _id: alarm?._id ?? '', note: 'the doctor knows' })
    await crew(missions.report, { _id: missionId, event_id: newId(), step: 'HANDED_OVER' })
    await withdraw('HANDED_OVER')
    expect(await findAlarm()).toBeUndefined()
  })

  test('keeps no place for whoever is registered after the crew has handed over', async () => {
    missionId = await bring(scene)
    await arrive()
    bedside.skip(minute)
    await nurse(inbound.prepare, { _id: missionId, zone: 'RESUS', bay: 'R21' })
    await crew(missions.report, { _id: missionId, event_id: newId(), step: 'HANDED_OVER' })
    const done = await find()
    expect(done && mayPrepare(done)).toBe(false)
    const late = await expectRefusal(nurse(inbound.prepare, { _id: missionId, zone: 'RESUS', bay: 'R21' }))
    expect(late.code).toBe(errorCodes['inbound-arrived'])
    const { id } = await bedside.addPatient()
    const { visit } = await nurse(inbound.arrive, {
      _id: missionId,
      patient_id: id,
      takes_place: true,
      is_unexpected: true,
    })
    const { rows } = await nurse(erBoard.board, {})
    expect(rows.find((row) => row.visit._id === visit._id)?.visit).toMatchObject({ zone: null, bay: null })
  })

  test('gives a bay back that nobody came for, once the crew has handed over whom it brought', async () => {
    missionId = await bring(scene, ['LEFT_SCENE', 'AT_DESTINATION'])
    await arrive()
    bedside.skip(minute)
    const { row } = await nurse(inbound.prepare, { _id: missionId, zone: 'RESUS', bay: 'M9' })
    expect(isPlaceKept(row)).toBe(true)
    const walker = await bedside.addPatient()
    const { visit } = await nurse(visits.arrive, {
      patient_id: walker.id,
      kind: 'ER',
      source: 1,
      mode: 'WALK',
    })
    const placed = () =>
      nurse(erBoard.change, {
        patient_id: walker.id,
        visit_id: visit._id,
        change: { act: 'place', zone: 'RESUS', bay: 'M9', despite_kept: false },
      })
    expect((await expectRefusal(placed())).code).toBe(errorCodes['bay-kept'])
    await crew(missions.report, { _id: missionId, event_id: newId(), step: 'HANDED_OVER' })
    const done = await find()
    expect(done && isPlaceKept(done)).toBe(false)
    await placed()
  })

  test('keeps the card for half an hour once the vehicle is back, though nobody pressed the hand-over', async () => {
    missionId = await bring(scene, ['LEFT_SCENE', 'AT_DESTINATION'])
    await arrive()
    bedside.skip(31 * minute)
    expect(await find()).toMatchObject({ arrived: null })
    await crew(missions.report, { _id: missionId, event_id: newId(), step: 'BACK_AT_BASE' })
    bedside.skip(29 * minute)
    expect(await find()).toMatchObject({ arrived: { patient_id: patientId } })
    bedside.skip(2 * minute)
    expect(await find()).toBeUndefined()
  })

  test('says nobody’s sheet is that of whoever comes, since others of the scene may be meant', async () => {
    missionId = await bring(scene)
    await write({ sex: '1' })
    expect((await arrive()).visit.brought).toMatchObject({ is_alone: false })
    expect(await find()).toMatchObject({ expected: 1, arrivals: [{ patient: { _id: patientId } }] })
  })
})

describe('an ambulance with two patients', () => {
  let secondId: string
  beforeEach(async () => {
    secondId = (await bedside.addPatient()).id
    missionId = await bring({ patient_count: 2 })
  })
  const arriveMore = (patient_id: string) =>
    nurse(inbound.arrive, { _id: missionId, patient_id, is_unexpected: true })
  const measure = (systolic: number) => {
    const row = newId()
    const measured = { measured_at: bedside.at(), systolic, diastolic: 60, is_finished: true }
    return Object.fromEntries(
      Object.entries(measured).map(([name, value]) => [`vitals/${row}/${name}`, value]),
    )
  }
  const write = async (answers: Record<string, unknown>) => {
    const new_id = newId()
    await crew(operationRecords.add, {
      new_id,
      mission_id: missionId,
      operations: answerAll(answers, bedside.at()),
    })
    return new_id
  }
  const writeBoth = () => Promise.all([patientId, secondId].map((patient) => write({ patient })))
  const listPressures = async (patient_id: string) =>
    (await nurse(readings.history, { patient_id, number_of_rec: 20 })).rows.flatMap((row) =>
      row.kind === 'blood_pressure' ? [row.systolic] : [],
    )
  const arrivedIds = async () => (await find())?.arrivals.map(({ patient }) => patient._id)

  test('of a scene with twenty brings whom its own sheets name, and as many more as arrive until the crew is done', async () => {
    missionId = await bring({ patient: null, patient_count: 20 })
    expect(await find()).toMatchObject({ expected: 1, at_scene: 20, is_mass_casualty: false })
    await writeBoth()
    expect(await find()).toMatchObject({ expected: 2, at_scene: 20 })
    await arrive()
    await arrive(nurse, secondId)
    expect(await find()).toMatchObject({ expected: 2, arrived: null })
    const third = (await bedside.addPatient()).id
    await arrive(nurse, third)
    await crew(missions.report, { _id: missionId, event_id: newId(), step: 'HANDED_OVER' })
    expect(await find()).toMatchObject({ expected: 3, arrived: { patient_id: third } })
    bedside.skip(31 * minute)
    expect(await find()).toBeUndefined()
  })

  test('that were referred back together is received with each of them', async () => {
    missionId = await requestAmbulance(nurse, { ...plannedRequest, kind: 'REFER_BACK', patient_count: 2 })
    const { vehicle_id, team_id } = await addCrew(bedside.panel, crew)
    await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id }])
    await crew(missions.report, { _id: missionId, event_id: newId(), step: 'LEFT_SCENE' })
    expect(await find()).toMatchObject({ expected: 1, at_scene: 2, arrived: null })
    await arrive()
    expect(await find()).toMatchObject({ arrived: null })
    await arrive(nurse, secondId)
    expect(await find()).toMatchObject({ expected: 2, arrived: { patient_id: secondId } })
  })

  test('does not come back to the board with the hand-over, half an hour after the last has arrived', async () => {
    await arrive()
    await arrive(nurse, secondId)
    bedside.skip(31 * minute)
    expect(await find()).toBeUndefined()
    await crew(missions.report, { _id: missionId, event_id: newId(), step: 'HANDED_OVER' })
    expect(await find()).toBeUndefined()
  })

  test('waits for each of them, and has arrived with the last', async () => {
    expect(await find()).toMatchObject({ expected: 1, at_scene: 2, arrivals: [], arrived: null })
    const first = await arrive()
    expect(first).toMatchObject({ is_new: true, visit: { brought: { mission_id: missionId } } })
    expect(await find()).toMatchObject({
      expected: 1,
      arrivals: [
        {
          visit_id: first.visit._id,
          patient: { _id: patientId },
          by: { _id: nurse.session.user_id },
        },
      ],
      arrived: null,
    })
    bedside.skip(minute)
    const second = await arrive(nurse, secondId)
    expect(second).toMatchObject({
      is_new: true,
      visit: { brought: { mission_id: missionId }, source: 4, complaint: 'รถล้ม', accident: { source: 5 } },
    })
    expect(second.visit._id).not.toBe(first.visit._id)
    expect(await find()).toMatchObject({
      expected: 2,
      arrived: { visit_id: second.visit._id, patient_id: secondId, at: bedside.at() },
    })
    expect(await arrivedIds()).toEqual([patientId, secondId])
    await bedside.advance(29 * minute)
    expect(await find(bedside.nurse)).toBeDefined()
    await bedside.advance(2 * minute)
    expect(await find(bedside.nurse)).toBeUndefined()
  })

  test('has one visit of each patient, though ten nurses press for each at the same time', async () => {
    const nurses = await Promise.all(
      Array.from({ length: 20 }, () => bedside.panel.asNew({ staffType: 'nurse' })),
    )
    const all = await Promise.all(
      nurses.map((one, place) => arrive(one, place % 2 === 0 ? patientId : secondId)),
    )
    expect(all.filter(({ is_new }) => is_new)).toHaveLength(2)
    expect(new Set(all.map(({ visit }) => visit._id)).size).toBe(2)
    const acts = await bedside.panel.root
      .selectFrom('inbound_acts')
      .select('patient_id')
      .where('mission_id', '=', missionId)
      .execute()
    expect(acts).toHaveLength(2)
    expect(new Set(acts.map(({ patient_id }) => patient_id))).toEqual(new Set([patientId, secondId]))
  })

  test('begins one visit of the second for twenty nurses at once', async () => {
    await arrive()
    const nurses = await Promise.all(
      Array.from({ length: 20 }, () => bedside.panel.asNew({ staffType: 'nurse' })),
    )
    const all = await Promise.all(nurses.map((one) => arrive(one, secondId)))
    expect(all.filter(({ is_new }) => is_new)).toHaveLength(1)
    expect(new Set(all.map(({ visit }) => visit._id)).size).toBe(1)
  })

  test('gives each the values of the sheet that names them, and what was told to neither', async () => {
    await tell({ values: { systolic: 80, diastolic: 50 } })
    await write(measure(95))
    await write({ patient: secondId, ...measure(121), sex: '2', pregnancy: 'YES', pregnancy_weeks: 20 })
    const first = await arrive()
    const second = await arrive(nurse, secondId)
    expect(await listPressures(patientId)).toEqual([95])
    expect(await listPressures(secondId)).toEqual([121])
    expect(first.visit).toMatchObject({ pregnancy: 'not_asked', brought: { is_alone: false, told: [] } })
    expect(second.visit).toMatchObject({ pregnancy: 'yes', brought: { is_alone: false, told: [] } })
    const { latest } = await nurse(triage.prepare, { patient_id: secondId })
    expect(latest.find(({ vital }) => vital === 'blood_pressure')).toMatchObject({
      value: 121,
      source: 'ambulance',
    })
  })

  test('without names are shown each by the values of their own sheet, which has their number', async () => {
    missionId = await bring({ patient: null, patient_count: 2 })
    const first = await write(measure(80))
    const second = await write(measure(120))
    const listWritten = async () =>
      (await find())?.written_sheets.map(({ patient_number, values }) => [patient_number, values.systolic])
    expect(await listWritten()).toEqual([
      [1, 80],
      [2, 120],
    ])
    const { rows } = await nurse(operationRecords.list, { _id: second })
    expect(rows[0]?.answers['patient_number']).toBe(2)
    await crew(operationRecords.edit, {
      _id: first,
      operations: answerAll({ patient: patientId }, bedside.at()),
    })
    expect(await listWritten()).toEqual([[2, 120]])
    await crew(operationRecords.edit, {
      _id: second,
      operations: answerAll({ is_transported: false }, bedside.at()),
    })
    expect(await listWritten()).toEqual([])
    const renumbered = answerAll({ patient_number: 999 }, bedside.at()).map((one) => ({ ...one, base: 2 }))
    const { results } = await crew(operationRecords.edit, { _id: second, operations: renumbered })
    expect(results).toMatchObject([{ outcome: 'applied' }])
    const third = await write(measure(130))
    const { rows: thirds } = await nurse(operationRecords.list, { _id: third })
    expect(thirds[0]?.answers['patient_number']).toBe(3)
  })

  test('gives a sheet that names nobody to neither: a person says whose it is', async () => {
    missionId = await bring({ patient: null, patient_count: 2 })
    const sheet = await write({ ...measure(95), sex: '2', pregnancy: 'YES' })
    expect((await arrive()).visit.pregnancy).toBe('not_asked')
    expect((await arrive(nurse, secondId)).visit.pregnancy).toBe('not_asked')
    await crew(operationRecords.edit, { _id: sheet, operations: answerAll({ scene: 'ตลาด' }, bedside.at()) })
    const read = async () => (await nurse(operationRecords.list, { _id: sheet })).rows[0]?.patient ?? null
    expect(await read()).toBeNull()
    expect([...(await listPressures(patientId)), ...(await listPressures(secondId))]).toEqual([])
    await crew(operationRecords.edit, {
      _id: sheet,
      operations: answerAll({ patient: secondId }, bedside.at()),
    })
    expect(await read()).toMatchObject({ _id: secondId })
    expect(await listPressures(patientId)).toEqual([])
    expect(await listPressures(secondId)).toEqual([95])
  })

  test('has the place that was kept for the first of them, and none is kept after that', async () => {
    await nurse(inbound.prepare, { _id: missionId, zone: 'RESUS', bay: 'R11' })
    const visit = (await arrive()).visit
    const other = (await arrive(nurse, secondId)).visit
    const { rows } = await nurse(erBoard.board, {})
    const placed = rows.map((row) => [row.visit._id, row.visit.zone, row.visit.bay])
    expect(placed).toContainEqual([visit._id, 'RESUS', 'R11'])
    expect(placed).toContainEqual([other._id, null, null])
  })

  test('gives the place to nobody when the first of them does not get it', async () => {
    await nurse(inbound.prepare, { _id: missionId, zone: 'RESUS', bay: 'R12' })
    const { visit } = await nurse(inbound.arrive, {
      _id: missionId,
      patient_id: patientId,
      takes_place: false,
    })
    const other = (await arrive(nurse, secondId)).visit
    const { rows } = await nurse(erBoard.board, {})
    const placed = rows.map((row) => [row.visit._id, row.visit.zone, row.visit.bay])
    expect(placed).toContainEqual([visit._id, null, null])
    expect(placed).toContainEqual([other._id, null, null])
  })

  test('that speaks of two keeps a place for the second too, and one of whose call spoke of one does not', async () => {
    await arrive()
    const row = await find()
    expect(row && mayPrepare(row)).toBe(true)
    missionId = await bring({ patient: secondId, patient_count: 1 })
    await write({ patient: secondId })
    await write({ sex: '1' })
    await arrive(nurse, secondId)
    const error = await expectRefusal(nurse(inbound.prepare, { _id: missionId, zone: 'ACUTE' }))
    expect(error.code).toBe(errorCodes['inbound-arrived'])
  })

  test('keeps the alarm that nobody acknowledged after the first has arrived, and ends it with the last', async () => {
    await tell()
    const alarm = await findAlarm()
    await arrive()
    expect(await findAlarm()).toMatchObject({ _id: alarm?._id, state: 'active', level: 'ward' })
    await bedside.advance(2 * minute)
    expect(await findAlarm()).toMatchObject({ _id: alarm?._id, level: 'everybody' })
    const row = await find()
    expect(row && waitsForAcknowledgement(row)).toBe(true)
    const other = await bedside.panel.asNew({ staffType: 'nurse' })
    await arrive(other, secondId)
    const ended = bedside.at()
    expect(await findAlarm()).toBeUndefined()
    const last = await find()
    expect(last && waitsForAcknowledgement(last)).toBe(false)
    expect(await bedside.listSteps(alarm?._id ?? '')).toEqual(['raised', 'escalated', 'cleared'])
    const kept = await bedside.panel.root
      .selectFrom('alarms')
      .select(['cleared_at', 'cleared_by'])
      .where('id', '=', alarm?._id ?? '')
      .executeTakeFirstOrThrow()
    expect(Date.parse(kept.cleared_at ?? '')).toBe(Date.parse(ended))
    expect(kept.cleared_by).toBe(other.session.user_id)
  })

  test('acknowledges after the first has arrived what was told of both', async () => {
    const told = await tell()
    const alarm = await findAlarm()
    await arrive()
    bedside.skip(minute)
    const row = await acknowledge(told)
    expect(row.acknowledged).toMatchObject({ by: { _id: nurse.session.user_id } })
    expect(waitsForAcknowledgement(row)).toBe(false)
    await bedside.advance(19 * minute)
    expect(await findAlarm()).toMatchObject({ _id: alarm?._id, state: 'acknowledged', level: 'ward' })
  })

  test('ends with the first an alarm that was acknowledged, and is silent about the second', async () => {
    await acknowledge(await tell())
    await arrive()
    expect(await findAlarm()).toBeUndefined()
    const row = await find()
    expect(row && waitsForAcknowledgement(row)).toBe(false)
  })

  test('has one alarm, though it is told of the second anew after the first has arrived', async () => {
    await tell()
    const alarm = await findAlarm()
    await arrive()
    bedside.skip(minute)
    const again = await tell()
    expect(await findAlarm()).toMatchObject({ _id: alarm?._id, state: 'active' })
    expect(await bedside.listSteps(alarm?._id ?? '')).toEqual(['raised'])
    expect(waitsForAcknowledgement(await acknowledge(again))).toBe(false)
    expect(await findAlarm()).toMatchObject({ _id: alarm?._id, state: 'acknowledged' })
  })

  test('sounds again about the second when the end of the mission is withdrawn', async () => {
    await writeBoth()
    await tell()
    await arrive()
    await crew(missions.report, { _id: missionId, event_id: newId(), step: 'HANDED_OVER' })
    await end('BACK_AT_BASE')
    expect(await findAlarm()).toBeUndefined()
    await withdraw('BACK_AT_BASE')
    expect(await findAlarm()).toMatchObject({ state: 'active' })
  })

  test('keeps the card as long as its alarm is open, though the second was not taken along after all', async () => {
    missionId = await bring({ patient_count: 1 })
    await write({ patient: patientId })
    const sheet = await write({ sex: '1' })
    const told = await tell()
    await arrive()
    await crew(operationRecords.edit, {
      _id: sheet,
      operations: answerAll({ is_transported: false }, bedside.at()),
    })
    await bedside.advance(31 * minute)
    nurse = await bedside.panel.asNew({ staffType: 'nurse' })
    const row = await find()
    expect(row).toMatchObject({ expected: 1, arrived: { patient_id: patientId } })
    expect(row && waitsForAcknowledgement(row)).toBe(true)
    await acknowledge(told)
    expect(await find()).toBeUndefined()
  })

  test('waits for whom a sheet names after somebody else has arrived', async () => {
    missionId = await bring({ patient_count: 1, patient: null })
    await write({ patient: patientId })
    await arrive(nurse, secondId)
    expect(await find()).toMatchObject({ expected: 2, arrived: null })
    await arrive()
    expect(await find()).toMatchObject({ expected: 2, arrived: { patient_id: patientId } })
  })

  test('expects as many as the crew writes sheets for, without those whom it did not take along', async () => {
    missionId = await bring({ patient_count: 1 })
    await write({})
    expect(await find()).toMatchObject({ expected: 1 })
    await write({ sex: '1' })
    expect(await find()).toMatchObject({ expected: 2 })
    await write({ result: 'FOUND', is_transported: false })
    expect(await find()).toMatchObject({ expected: 2 })
    missionId = await bring({ patient: null, patient_count: 2 })
    await write({ result: 'FOUND', is_transported: false })
    expect(await find()).toMatchObject({ expected: 1 })
    expect((await arrive()).visit.brought).toMatchObject({ is_alone: false })
    expect(await find()).toMatchObject({ arrived: { patient_id: patientId } })
  })

  test('brings one more than were announced only if somebody says so', async () => {
    const thirdId = (await bedside.addPatient()).id
    await arrive()
    await arrive(nurse, secondId)
    expect((await expectRefusal(arrive(nurse, thirdId))).code).toBe(errorCodes['inbound-arrived'])
    const { visit } = await arriveMore(thirdId)
    expect(visit).toMatchObject({
      complaint: null,
      symptom_groups: [],
      source: 4,
      brought: { mission_id: missionId, is_alone: false },
    })
    expect(await find()).toMatchObject({ expected: 3, arrived: { patient_id: thirdId } })
    expect(await arriveMore(thirdId)).toMatchObject({ is_new: false, visit: { _id: visit._id } })
  })

  test('that was to bring one leaves that one what was taken over', async () => {
    missionId = await bring({ patient: null })
    await tell({ values: { systolic: 80, diastolic: 50 } })
    const sheet = await write(measure(95))
    await arrive()
    const { visit } = await arriveMore(secondId)
    expect(visit.brought).toMatchObject({ is_alone: false, told: [] })
    expect(await listPressures(secondId)).toEqual([])
    await crew(operationRecords.edit, { _id: sheet, operations: answerAll({ scene: 'ตลาด' }, bedside.at()) })
    const [row] = (await nurse(operationRecords.list, { _id: sheet })).rows
    expect(row?.patient).toMatchObject({ _id: patientId })
    expect(new Set(await listPressures(patientId))).toEqual(new Set([80, 95]))
    const { visit: first } = await arrive()
    expect(first.brought).toMatchObject({ is_alone: true, told: [{ values: { systolic: 80 } }] })
  })

  test('takes over nothing of a call for somebody whom a sheet names for somebody else', async () => {
    missionId = await bring()
    await tell({ values: { systolic: 80, diastolic: 50 } })
    await write(measure(95))
    const { visit: other } = await arrive(nurse, secondId)
    expect(other).toMatchObject({ complaint: null, brought: { is_alone: false, told: [] } })
    expect(await listPressures(secondId)).toEqual([])
    expect((await arrive()).visit).toMatchObject({ complaint: 'รถล้ม' })
  })

  test('follows up each by their own sheet, and says nobody’s outcome on one that names nobody', async () => {
    const carried = { result: 'FOUND', is_transported: true }
    const own = await write(carried)
    const sheet = await write({ ...carried, patient: secondId })
    const unnamed = await write(carried)
    await arrive()
    const { visit } = await arrive(nurse, secondId)
    await nurse(visits.end, { patient_id: secondId, visit_id: visit._id, disposition: 4 })
    for (const step of ['AT_DESTINATION', 'HANDED_OVER', 'BACK_AT_BASE'] as const)
      await crew(missions.report, { _id: missionId, event_id: newId(), step })
    bedside.skip(minute)
    const registrar = await bedside.panel.asNew({ staffType: 'registrar' })
    const today = toBangkokDay(bedside.at())
    const { rows } = await registrar(missionFollowUp.list, {
      about: 'outcome',
      from: today,
      to: today,
      number_of_rec: 100,
    })
    const ofSheet = (id: string) => rows.find(({ _id }) => _id === id)
    expect(ofSheet(own)?.patient).toMatchObject({ _id: patientId })
    expect(ofSheet(sheet)).toMatchObject({
      patient: { _id: secondId },
      outcome: { suggestion: { source: { kind: 'VISIT', number: visit.vn }, outcome: 'DIED' } },
    })
    expect(ofSheet(unnamed)).toMatchObject({ patient: null, outcome: { suggestion: null } })
  })

  test('stays on the board for a shift after the vehicle is back, and no longer, if fewer came', async () => {
    await writeBoth()
    await arrive()
    for (const step of ['HANDED_OVER', 'BACK_AT_BASE'] as const)
      await crew(missions.report, { _id: missionId, event_id: newId(), step })
    expect(await find()).toMatchObject({ state: 'BACK_AT_BASE', expected: 2, arrived: null })
    await bedside.advance(8 * 60 * minute)
    expect(await find(bedside.nurse)).toBeDefined()
    await bedside.advance(minute)
    expect(await find(bedside.nurse)).toBeUndefined()
  })
})

describe('whom the sheets of a crew name', () => {
  const write = async (answers: Record<string, unknown>, pulse?: number) => {
    const [new_id, row] = [newId(), newId()]
    const measured =
      pulse === undefined
        ? {}
        : {
            [`vitals/${row}/measured_at`]: bedside.at(),
            [`vitals/${row}/pulse`]: pulse,
            [`vitals/${row}/is_finished`]: true,
          }
    await crew(operationRecords.add, {
      new_id,
      mission_id: missionId,
      operations: answerAll({ ...answers, ...measured }, bedside.at()),
    })
    return new_id
  }
  /** Who is on the board, each with the pulse that their line shows. */
  const list = async (by: Client = nurse) =>
    (await find(by))?.patients.map(({ patient, latest }) => [
      patient._id,
      latest.find(({ vital }) => vital === 'pulse')?.value,
    ])

  beforeEach(async () => {
    missionId = await bring({ patient: null, patient_name: 'ชายไม่ทราบชื่อ' })
  })

  test('is on the board with their newest values, though the call named nobody', async () => {
    const sheet = await write({}, 128)
    expect(await find()).toMatchObject({ patients: [], written_sheets: [{ values: { pulse: 128 } }] })
    await crew(operationRecords.edit, {
      _id: sheet,
      operations: answerAll({ patient: patientId }, bedside.at()),
    })
    expect(await list()).toEqual([[patientId, 128]])
    expect(await find()).toMatchObject({ patients: [{ is_requested: false }], written_sheets: [] })
  })

  test('are several on one board, each once and with their own values, beside who has no name yet', async () => {
    const secondId = (await bedside.addPatient()).id
    missionId = await bring({ patient: null, patient_count: 3 })
    await write({ patient: patientId }, 95)
    await write({ patient: secondId }, 121)
    await write({}, 60)
    expect(await list()).toEqual([
      [patientId, 95],
      [secondId, 121],
    ])
    expect(await find()).toMatchObject({ expected: 3, written_sheets: [{ values: { pulse: 60 } }] })
  })

  test('stand behind whom the call names, who is there once and has only the values of their own sheet', async () => {
    const secondId = (await bedside.addPatient()).id
    missionId = await bring({ patient_count: 2 })
    await write({ patient: secondId }, 121)
    await write({}, 95)
    expect(await list()).toEqual([
      [patientId, undefined],
      [secondId, 121],
    ])
    expect(await find()).toMatchObject({
      patients: [{ is_requested: true }, { is_requested: false }],
      written_sheets: [{ values: { pulse: 95 } }],
    })
    await write({ patient: patientId }, 96)
    expect(await list()).toEqual([
      [patientId, 96],
      [secondId, 121],
    ])
  })

  test('are not on the board by a sheet that is void, or of whom the crew did not take along', async () => {
    const secondId = (await bedside.addPatient()).id
    const wrong = await write({ patient: secondId })
    await crew(operationRecords.delete, { _id: wrong, reason: 'ผิดคน' })
    await write({ patient: patientId, result: 'FOUND', is_transported: false })
    expect(await list()).toEqual([[patientId, undefined]])
    await write({ patient: secondId })
    expect(await list()).toEqual([[secondId, undefined]])
  })

  test('stand by the record that is used for them, once though two sheets name both records', async () => {
    const usedId = (await bedside.addPatient()).id
    await write({ patient: patientId }, 90)
    await write({ patient: usedId }, 100)
    await bedside.panel.root
      .updateTable('patients')
      .set({ merged_into: usedId })
      .where('id', '=', patientId)
      .execute()
    expect(await list()).toEqual([[usedId, 100]])
  })

  /** A nurse who follows one ward alone, and how the patient comes to lie on another. */
  const findOutsider = async () => {
    const { hospitalId, panel } = bedside
    const wards = await panel.root
      .selectFrom('wards')
      .select('id')
      .where('hospital_id', '=', hospitalId)
      .limit(2)
      .execute()
    const [own, other] = wards.map(({ id }) => id)
    const outsider = await panel.asNew({ staffType: 'nurse' })
    await (await panel.as('admin'))(groups.save, {
      name: `G ${newId().slice(-6)}`,
      ward_ids: [own ?? ''],
      member_ids: [outsider.session.user_id],
    })
    const closeRecord = () =>
      panel.root
        .updateTable('patients')
        .set({ ward_id: other ?? '' })
        .where('id', '=', patientId)
        .execute()
    return { outsider, closeRecord }
  }

  test('close to a nurse of another ward what was told of them, as whom the call names', async () => {
    await tell({ story: { mechanism: 'มอเตอร์ไซค์ล้ม' } })
    await write({ patient: patientId }, 90)
    const { outsider, closeRecord } = await findOutsider()
    expect(await find(outsider)).toMatchObject({ complaint: 'รถล้ม', pre_alert: { story: {} } })
    await closeRecord()
    expect(await find(outsider)).toMatchObject({ complaint: null, pre_alert: { story: null } })
    expect(await list(outsider)).toEqual([[patientId, 90]])
  })

  test('close what was told of them also when they are the only one named, and were not taken along', async () => {
    const { outsider, closeRecord } = await findOutsider()
    missionId = await bring({ patient: null, patient_count: 2 })
    await tell({ story: { mechanism: 'มอเตอร์ไซค์ล้ม' } })
    await write({ patient: patientId, result: 'FOUND', is_transported: false })
    await closeRecord()
    const row = await find(outsider)
    expect(row).toMatchObject({ patients: [], complaint: null, pre_alert: { story: null } })
  })
})

test('a bay is kept for one ambulance, and not where somebody is', async () => {
  await nurse(inbound.prepare, { _id: missionId, zone: 'RESUS', bay: 'R7' })
  const first = missionId
  crew = await bedside.panel.asNew({ staffType: 'paramedic' })
  missionId = await bring({ patient: null })
  const keep = () => nurse(inbound.prepare, { _id: missionId, zone: 'RESUS', bay: 'r7' })
  const kept = await expectRefusal(keep())
  expect(kept.code).toBe(errorCodes['bay-kept'])
  expect(kept.detail).toMatchObject({ mission: { _id: first }, patient: { _id: patientId } })
  missionId = first
  await arrive()
  const error = await expectRefusal(nurse(inbound.prepare, { _id: missionId, zone: 'ACUTE' }))
  expect(error.code).toBe(errorCodes['inbound-arrived'])
})

test('a patient who comes on foot is put into a kept bay only by a user who was told for whom it is kept', async () => {
  await nurse(inbound.prepare, { _id: missionId, zone: 'RESUS', bay: 'R8' })
  const walker = await bedside.addPatient()
  const visit = await bedside.arrive(walker)
  const put = (despite_kept = false) =>
    nurse(erBoard.change, {
      patient_id: walker.id,
      visit_id: visit._id,
      change: { act: 'place', zone: 'RESUS', bay: 'r8', despite_kept },
    })
  const error = await expectRefusal(put())
  expect(error.code).toBe(errorCodes['bay-kept'])
  expect(error.detail).toMatchObject({
    mission: { _id: missionId },
    patient: { _id: patientId },
    by: { _id: nurse.session.user_id },
  })
  await put(true)
  const { visit: brought } = await arrive()
  const { rows } = await nurse(erBoard.board, {})
  const placed = rows.map(({ visit: { _id, zone, bay } }) => [_id, zone, bay])
  expect(placed).toContainEqual([visit._id, 'RESUS', 'r8'])
  expect(placed).toContainEqual([brought._id, 'RESUS', null])
})

test('a bay that is kept for somebody is theirs also before the ambulance is received', async () => {
  await nurse(inbound.prepare, { _id: missionId, zone: 'RESUS', bay: 'R9' })
  const visit = await bedside.arrive({ id: patientId })
  const change = { act: 'place', zone: 'RESUS', bay: 'R9' } as const
  await nurse(erBoard.change, { patient_id: patientId, visit_id: visit._id, change })
  const { rows } = await nurse(erBoard.board, {})
  expect(rows.find(({ patient }) => patient._id === patientId)?.visit.bay).toBe('R9')
})

describe('whom a crew has handed over', () => {
  type Report = Input<typeof missions.report>
  const report = (step: Report['step'], reason: Report['reason'] = null) =>
    crew(missions.report, { _id: missionId, event_id: newId(), step, reason })

  test('stays on the board until the arrival is registered, though nothing was told before', async () => {
    await report('HANDED_OVER')
    expect(await find()).toMatchObject({ state: 'HANDED_OVER', pre_alert: null, arrived: null })
    await report('BACK_AT_BASE')
    expect(await find()).toMatchObject({ state: 'BACK_AT_BASE', arrived: null })
    const { visit } = await arrive()
    expect(visit.brought?.mission_id).toBe(missionId)
    expect(await find()).toBeUndefined()
  })

  test('waits for the arrival alone once the vehicle is back, and the alarm about them is over', async () => {
    await tell({ values: { pulse: 120 } })
    await report('HANDED_OVER')
    expect(await findAlarm()).toMatchObject({ state: 'active' })
    await report('BACK_AT_BASE')
    expect(await findAlarm()).toBeUndefined()
    const row = await find()
    expect(row && waitsForAcknowledgement(row)).toBe(false)
    await arrive()
    const { latest } = await nurse(triage.prepare, { patient_id: patientId })
    expect(latest).toContainEqual(expect.objectContaining({ vital: 'pulse', value: 120 }))
  })

  test('is nobody any more once the steps that said so are withdrawn', async () => {
    expect(await find()).toBeDefined()
    const withdraws = 'LEFT_SCENE' as const
    await crew(missions.report, {
      _id: missionId,
      event_id: newId(),
      step: 'WITHDRAWN',
      withdraws,
      note: 'x',
    })
    expect(await find()).toBeUndefined()
  })

  test('is whom a crew takes along from an event that it covers, from then on and not before', async () => {
    const { vehicle_id, team_id } = await addCrew(bedside.panel, crew)
    missionId = await requestAmbulance(nurse, {
      ...plannedRequest,
      received_at: bedside.at(),
      needed_at: bedside.at(),
      kind: 'EVENT',
      destination: 'สนามกีฬากลาง',
    })
    await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id }, { step: 'AT_SCENE' }])
    expect(await find()).toBeUndefined()
    await report('LEFT_SCENE')
    expect(await find()).toMatchObject({ state: 'LEFT_SCENE' })
    await nurse(missions.dispatch, {
      _id: missionId,
      event_id: newId(),
      step: 'DIVERTED',
      destination: 'โรงพยาบาลศูนย์',
    })
    expect(await find()).toBeUndefined()
  })

  test('is nobody if nobody was taken along', async () => {
    const { vehicle_id, team_id } = await addCrew(bedside.panel, crew)
    missionId = await requestAmbulance(nurse, { ...sceneRequest, received_at: bedside.at() })
    await takeSteps(nurse, missionId, [{ step: 'ASSIGNED', vehicle_id, team_id }, { step: 'AT_SCENE' }])
    await tell()
    await report('NO_TRANSPORT', 'REFUSED_TRANSPORT')
    expect(await find()).toBeUndefined()
    await report('BACK_AT_BASE')
    expect(await find()).toBeUndefined()
  })

  test('goes from the board a shift after the vehicle is back, and not with the mission that is closed', async () => {
    await report('BACK_AT_BASE')
    expect(await find()).toBeDefined()
    await nurse(missions.dispatch, { _id: missionId, event_id: newId(), step: 'CLOSED', note: 'x' })
    const row = await find()
    expect(row).toMatchObject({ state: 'CLOSED', arrived: null })
    expect(row && isHandedOver(row)).toBe(true)
    await bedside.advance(8 * 60 * minute)
    expect(await find(bedside.nurse)).toBeDefined()
    await bedside.advance(minute)
    expect(await find(bedside.nurse)).toBeUndefined()
  })
})
