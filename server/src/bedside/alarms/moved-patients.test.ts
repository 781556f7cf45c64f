import { type Alarm, admissions, alarms, erBoard, type LiveEvent, type StayHistory } from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  minute,
  startTestBedside,
  type TestBedside,
  type TestPatient,
} from '../../../test/support/bedside.ts'
import type { OutsideMessage } from '../../notify/outbox.ts'
import type { SignedIn } from '../../testing.ts'

let bedside: TestBedside
let nurses: string[]
let doctor: string
beforeAll(async () => {
  bedside = await startTestBedside({ channels: ['webhook'] })
  await bedside.panel.asNew({ staffType: 'nurse' })
  const duties = await bedside.nurse(alarms.duties, {})
  nurses = duties.nurses.map(({ _id }) => _id)
  doctor = duties.doctors[0]?._id ?? ''
})
afterAll(() => bedside.panel.close())

type Ward = { id: string; beds: string[]; nurse: string }
let former: Ward
let next: Ward
let patient: TestPatient
let stay: StayHistory

beforeEach(async () => {
  former = await addWard(nurses[0] ?? '')
  next = await addWard(nurses[1] ?? '')
  patient = await bedside.addPatient()
  stay = await admit(patient, former, 0)
})

async function addWard(nurse: string): Promise<Ward> {
  const [id, owned] = [newId(), { hospital_id: bedside.hospitalId }]
  const code = `W${id.slice(-8)}`
  await bedside.panel.root
    .insertInto('wards')
    .values({ ...owned, id, code, name_en: code, name_th: code, position: 90, nurse_in_charge: nurse })
    .execute()
  const beds = [newId(), newId()]
  const described = beds.map((bed, at) => ({
    ...owned,
    id: bed,
    ward_id: id,
    label: `${at + 1}`,
    position: at,
  }))
  await bedside.panel.root.insertInto('beds').values(described).execute()
  return { id, beds, nurse }
}

async function admit({ id }: TestPatient, ward: Ward, bed?: number): Promise<StayHistory> {
  const admitted = await bedside.nurse(admissions.admit, {
    patient_id: id,
    admit_type: 'E',
    admit_source: 'E',
    arrival_type: 1,
    department: '01',
    attending_id: doctor,
    diagnosis: 'ปอดอักเสบ',
    ward_id: ward.id,
    bed_id: bed === undefined ? null : (ward.beds[bed] ?? ''),
  })
  return admitted.stay
}

const move = () =>
  bedside.nurse(admissions.move, {
    stay_id: stay._id,
    version: stay.version,
    patient_id: patient.id,
    ward_id: next.id,
    bed_id: next.beds[1] ?? '',
    reason: 'STEP_UP',
    hand_over: { situation: 'หอบเหนื่อยมากขึ้น' },
    receiver_id: nurses[1] ?? '',
  })

const swap = (other: StayHistory) =>
  bedside.nurse(admissions.swap, {
    stay_id: stay._id,
    version: stay.version,
    patient_id: patient.id,
    with_stay_id: other._id,
    with_version: other.version,
    reason: 'BED_CHANGE',
  })

const findPlace = ({ patient: of }: Pick<Alarm, 'patient'>) => [of?.ward?._id, of?.bed]

async function listAlarmEvents(): Promise<Alarm[]> {
  const rows = await bedside.panel.root
    .selectFrom('events')
    .select('data')
    .where('kind', '=', 'alarm')
    .orderBy('number')
    .execute()
  return rows.map(({ data }) => (data as Extract<LiveEvent, { kind: 'alarm' }>).alarm)
}

async function listMessages(): Promise<OutsideMessage[]> {
  const rows = await bedside.panel.root.selectFrom('outbox').select('message').orderBy('id').execute()
  return rows.map(({ message }) => message as OutsideMessage)
}

test('an open alarm is in the ward and bed to which its patient was moved, and says where it was raised', async () => {
  await patient.send({ kind: 'spo2', spo2: 85 })
  bedside.skip(minute)
  await move()
  const alarm = await patient.findOpenAlarm()
  expect(findPlace(alarm)).toEqual([next.id, '2'])
  expect([alarm.raised_ward?._id, alarm.raised_bed]).toEqual([former.id, '1'])
  const listIds = async ({ id }: Ward) =>
    (await bedside.nurse(alarms.list, { ward: id })).rows.map(({ _id }) => _id)
  expect(await listIds(next)).toEqual([alarm._id])
  expect(await listIds(former)).toEqual([])
  const locked = (await bedside.nurse(alarms.openBehindLock, {})).alarms.find(({ _id }) => _id === alarm._id)
  expect([locked?.ward?._id, locked?.bed]).toEqual([next.id, '2'])
})

test('screens get the alarm with its new place, and people outside are notified of it as of a new one', async () => {
  await patient.send({ kind: 'spo2', spo2: 85 })
  bedside.skip(minute)
  const before = { events: (await listAlarmEvents()).length, messages: (await listMessages()).length }
  await move()
  expect((await listAlarmEvents()).slice(before.events).map(findPlace)).toEqual([[next.id, '2']])
  expect((await listMessages()).slice(before.messages)).toMatchObject([
    { ward: `W${next.id.slice(-8)}`, bed: '2', severity: 'high' },
  ])
})

test('a swap of two beds swaps the places of the alarms of both patients, and notifies nobody outside', async () => {
  const other = await bedside.addPatient()
  const othersStay = await admit(other, former, 1)
  for (const one of [patient, other]) await one.send({ kind: 'spo2', spo2: 85 })
  bedside.skip(minute)
  const before = { events: (await listAlarmEvents()).length, messages: (await listMessages()).length }
  await swap(othersStay)
  expect(findPlace(await patient.findOpenAlarm())).toEqual([former.id, '2'])
  expect(findPlace(await other.findOpenAlarm())).toEqual([former.id, '1'])
  const shown = (await listAlarmEvents()).slice(before.events)
  expect(new Map(shown.map((alarm) => [alarm.patient?._id, alarm.patient?.bed]))).toEqual(
    new Map([
      [patient.id, '2'],
      [other.id, '1'],
    ]),
  )
  expect(await listMessages()).toHaveLength(before.messages)
})

test('after a move an alarm escalates to the nurse in charge of the new ward', async () => {
  await patient.send({ kind: 'spo2', spo2: 85 })
  bedside.skip(minute)
  await move()
  await bedside.advance(minute)
  expect(await patient.findOpenAlarm()).toMatchObject({
    level: 'nurse_in_charge',
    assigned_to: { _id: next.nurse },
  })
})

test('a person whom only the former ward named loses the alarm; a person to whom it was handed keeps it', async () => {
  await patient.send({ kind: 'spo2', spo2: 85 }, { kind: 'temperature', temperature: 41 })
  await bedside.advance(2 * minute)
  const open = await patient.listAlarms()
  expect(open.map(({ assigned_to }) => assigned_to?._id)).toEqual([former.nurse, former.nurse])
  const handed = open.find(({ rule }) => rule === 'spo2-low')?._id ?? ''
  await bedside.nurse(alarms.assign, { _id: handed, staff_id: doctor })
  await move()
  const moved = new Map((await patient.listAlarms()).map(({ rule, assigned_to }) => [rule, assigned_to?._id]))
  expect(moved.get('spo2-low')).toBe(doctor)
  expect(moved.get('temperature-high')).toBeUndefined()
})

test('an alarm that was cleared stays where it was cleared, also by a discharge', async () => {
  await patient.send({ kind: 'spo2', spo2: 85 }, { kind: 'temperature', temperature: 41 })
  const closed = (await patient.listAlarms()).find(({ rule }) => rule === 'temperature-high')?._id ?? ''
  await bedside.nurse(alarms.clear, { _id: closed, severity: 'high', note: 'probe slipped' })
  bedside.skip(minute)
  const { stay: moved } = await move()
  bedside.skip(minute)
  await bedside.doctor(admissions.discharge, {
    stay_id: moved._id,
    version: moved.version,
    patient_id: patient.id,
    discharge_status: 2,
    discharge_type: 1,
  })
  const cleared = new Map((await patient.listAlarms()).map((alarm) => [alarm.rule, alarm]))
  expect(cleared.get('temperature-high')).toMatchObject({ clearing: 'person' })
  expect(findPlace(cleared.get('temperature-high') ?? { patient: null })).toEqual([former.id, '1'])
  expect(cleared.get('spo2-low')).toMatchObject({ clearing: 'discharged' })
  expect(findPlace(cleared.get('spo2-low') ?? { patient: null })).toEqual([next.id, '2'])
})

describe('while the patient waits in the emergency room for the first bed of the ward', () => {
  let here: TestPatient
  let waits: StayHistory
  beforeEach(async () => {
    here = await bedside.addPatient()
    const { _id } = await bedside.arrive(here)
    const named = { patient_id: here.id, visit_id: _id }
    await bedside.nurse(erBoard.change, {
      ...named,
      change: { act: 'place', zone: 'ACUTE', bay: `C${_id.slice(-6)}` },
    })
    carer = await bedside.panel.asNew({ staffType: 'nurse' })
    await carer(erBoard.change, { ...named, change: { act: 'take' } })
    bedside.skip(minute)
    waits = await admit(here, former)
  })
  let carer: SignedIn

  test('an alarm is in the zone and the bay, and names the ward too', async () => {
    await here.send({ kind: 'spo2', spo2: 85 })
    const { _id, visit, patient: of } = await here.findOpenAlarm()
    expect(visit).toMatchObject({ kind: 'ER', zone: { name_en: 'Acute' }, bay: expect.stringMatching(/^C/) })
    expect([of?.ward?._id, of?.bed]).toEqual([former.id, null])
    const locked = (await bedside.nurse(alarms.openBehindLock, {})).alarms
    expect(locked.find((alarm) => alarm._id === _id)).toMatchObject({ visit })
    expect((await listMessages()).at(-1)).toMatchObject({ ward: `W${former.id.slice(-8)}`, visit })
  })

  test('it escalates to the nurse who has the patient there, and no longer belongs to them after the move', async () => {
    await here.send({ kind: 'spo2', spo2: 85 })
    await bedside.advance(2 * minute)
    expect(await here.findOpenAlarm()).toMatchObject({ assigned_to: { _id: carer.session.user_id } })
    await bedside.nurse(admissions.move, {
      stay_id: waits._id,
      version: waits.version,
      patient_id: here.id,
      ward_id: former.id,
      bed_id: former.beds[1] ?? '',
      reason: 'CAPACITY',
    })
    expect(await here.findOpenAlarm()).toMatchObject({ visit: null, assigned_to: null })
    expect(findPlace(await here.findOpenAlarm())).toEqual([former.id, '2'])
  })

  test('screens get the alarm again when the patient is put into another bay', async () => {
    await here.send({ kind: 'spo2', spo2: 85 })
    const { rows } = await bedside.nurse(erBoard.board, {})
    const row = rows.find(({ patient: of }) => of._id === here.id)
    await bedside.nurse(erBoard.change, {
      patient_id: here.id,
      visit_id: row?.visit._id ?? '',
      change: { act: 'place', zone: 'RESUS', bay: 'R9' },
    })
    expect((await listAlarmEvents()).at(-1)?.visit).toMatchObject({ bay: 'R9', zone: { name_en: 'Resus' } })
  })
})

test('an inpatient who comes to the emergency room is in the visit and in their bed, and their ward is asked first', async () => {
  bedside.skip(minute)
  const { _id: visit_id } = await bedside.arrive(patient)
  const carer = await bedside.panel.asNew({ staffType: 'nurse' })
  await carer(erBoard.change, { patient_id: patient.id, visit_id, change: { act: 'take' } })
  await patient.send({ kind: 'spo2', spo2: 85 })
  const alarm = await patient.findOpenAlarm()
  expect(alarm.visit).toMatchObject({ kind: 'ER' })
  expect(findPlace(alarm)).toEqual([former.id, '1'])
  expect((await listMessages()).at(-1)).toMatchObject({ visit: { kind: 'ER' }, bed: '1' })
  await bedside.advance(2 * minute)
  expect(await patient.findOpenAlarm()).toMatchObject({
    level: 'nurse_in_charge',
    told: 2,
    assigned_to: { _id: former.nurse },
  })
})
