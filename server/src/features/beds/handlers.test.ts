import {
  admissions,
  audit,
  BedReserved,
  BedTaken,
  beds,
  CallError,
  groups,
  type Input,
  type MappedBed,
  reservationMaxHours,
} from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minute, startTestBedside, type TestBedside } from '../../../test/support/bedside.ts'
import { expectRefusal } from '../../../test/support/refusal.ts'

let bedside: TestBedside
let doctorId: string
/** A ward of its own, so that the beds of the demo hospital do not matter. */
let ward: string
let bedIds: string[]
beforeAll(async () => {
  bedside = await startTestBedside()
  const { doctors } = await bedside.nurse(admissions.doctors, {})
  doctorId = doctors[0]?._id ?? ''
})
afterAll(() => bedside.panel.close())

beforeEach(async () => {
  ward = await addWard()
  bedIds = await addBeds(ward, 3)
})

async function addWard(): Promise<string> {
  const id = newId()
  const code = `B${id.slice(-8)}`
  await bedside.panel.root
    .insertInto('wards')
    .values({ id, hospital_id: bedside.hospitalId, code, name_en: code, name_th: code, position: 90 })
    .execute()
  return id
}

async function addBeds(ward_id: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId())
  const rows = ids.map((id, position) => ({
    id,
    ward_id,
    position,
    hospital_id: bedside.hospitalId,
    label: `${position + 1}`,
  }))
  await bedside.panel.root.insertInto('beds').values(rows).execute()
  return ids
}

const bed = (index: number) => bedIds[index] ?? ''

async function admit(more: Partial<Input<typeof admissions.admit>> = {}) {
  const patient_id = more.patient_id ?? (await bedside.addPatient()).id
  const { stay } = await bedside.nurse(admissions.admit, {
    patient_id,
    admit_type: 'E',
    admit_source: 'E',
    arrival_type: 1,
    department: '01',
    attending_id: doctorId,
    diagnosis: 'ปอดอักเสบ',
    ward_id: ward,
    ...more,
  })
  return stay
}

async function readWard() {
  const { wards } = await bedside.nurse(beds.map, { ward })
  const [only] = wards
  if (!only || wards.length > 1) throw new Error('one ward was asked for')
  return only
}
const readBed = async (index: number): Promise<MappedBed> => {
  const found = (await readWard()).beds.find(({ _id }) => _id === bed(index))
  if (!found) throw new Error('the bed is not on the map')
  return found
}

const inHours = (hours: number) => bedside.at(-60 * hours)
async function reserve(index: number, patient_id: string, hours = 2) {
  await bedside.nurse(beds.reserve, { _id: bed(index), patient_id, until: inHours(hours) })
}

describe('the map', () => {
  test('has every bed in its order with who is in it, and who waits for one or is on leave', async () => {
    const inBed = await admit({ bed_id: bed(1), isolation: ['AIRBORNE'], planned_discharge_on: '2026-12-01' })
    const waiting = await admit()
    const away = await admit({ bed_id: bed(2) })
    bedside.skip(minute)
    await bedside.nurse(admissions.leave, {
      patient_id: away.patient._id,
      stay_id: away._id,
      version: away.version,
      due_back_at: inHours(5),
      note: 'งานบวชลูก',
    })
    const { beds: mapped, without_bed, doctors } = await readWard()
    expect(mapped.map(({ label, occupant }) => [label, occupant?.kind, occupant?.patient._id])).toEqual([
      ['1', undefined, undefined],
      ['2', 'bed', inBed.patient._id],
      ['3', 'leave', away.patient._id],
    ])
    expect(mapped[1]?.occupant).toMatchObject({
      patient: { hn: inBed.patient.hn },
      attending_id: doctorId,
      isolation: ['AIRBORNE'],
      planned_discharge_on: '2026-12-01',
    })
    expect(mapped[1]?.occupant).not.toHaveProperty('score')
    expect(doctors.map(({ _id }) => _id)).toEqual([doctorId])
    const { since = '', admitted_at = '' } = mapped[1]?.occupant ?? {}
    expect([since, admitted_at].map(Date.parse)).toEqual(Array(2).fill(Date.parse(inBed.admitted_at)))
    expect(Date.parse(mapped[2]?.occupant?.due_back_at ?? '')).toBe(Date.parse(inHours(5)))
    expect(without_bed.map(({ kind, patient }) => [kind, patient._id])).toEqual([
      ['waiting', waiting.patient._id],
    ])
  })

  test('has the newest NEWS2 with its age', async () => {
    const patient = await bedside.addPatient()
    await admit({ patient_id: patient.id, bed_id: bed(0) })
    await patient.send(
      { kind: 'blood_pressure', systolic: 118, diastolic: 72, pulse: 84 },
      { kind: 'spo2', spo2: 92 },
      { kind: 'respiration', respiration_rate: 18 },
      { kind: 'temperature', temperature: 36.8 },
      { kind: 'consciousness', consciousness: 'A', oxygen: false },
    )
    const { occupant } = await readBed(0)
    expect(occupant?.score?.value).toBe(2)
    expect(Date.parse(occupant?.score?.at ?? '')).toBe(Date.parse(bedside.at()))
  })

  test('has a ward without beds, and no closed bed', async () => {
    const empty = await addWard()
    const { wards } = await bedside.nurse(beds.map, { ward: empty })
    expect(wards).toMatchObject([{ ward: { _id: empty }, beds: [], without_bed: [] }])
    await bedside.panel.root
      .updateTable('beds')
      .set({ closed_at: bedside.at() })
      .where('id', '=', bed(0))
      .execute()
    expect((await readWard()).beds.map(({ label }) => label)).toEqual(['2', '3'])
  })

  test('shows a record that is closed to the caller by name, and nothing else of it', async () => {
    const followed = await addWard()
    const outsider = await bedside.panel.asNew({ staffType: 'nurse' })
    const stay = await admit({ bed_id: bed(0), isolation: ['CONTACT'], planned_discharge_on: '2026-12-01' })
    const readMap = async () => (await outsider(beds.map, { ward })).wards[0]
    const record = ['attending_id', 'isolation', 'planned_discharge_on']
    const before = await readMap()
    expect(Object.keys(before?.beds[0]?.occupant ?? {})).toEqual(expect.arrayContaining(record))
    expect(before?.doctors).toHaveLength(1)
    expect((await outsider(beds.map, {})).ward).toBe('every')
    const admin = await bedside.panel.as('admin')
    await admin(groups.save, {
      name: followed,
      ward_ids: [followed],
      member_ids: [outsider.session.user_id],
    })
    expect(await outsider(beds.map, {})).toMatchObject({ ward: 'mine', wards: [{ ward: { _id: followed } }] })
    const closed = await readMap()
    expect(closed?.beds[0]?.occupant?.patient.hn).toBe(stay.patient.hn)
    for (const field of record) expect(closed?.beds[0]?.occupant).not.toHaveProperty(field)
    expect(closed?.doctors).toEqual([])
  })
})

describe('the state of a bed', () => {
  test('is cleaning after a discharge, and ready with one call', async () => {
    const stay = await admit({ bed_id: bed(0) })
    bedside.skip(minute)
    await bedside.nurse(admissions.discharge, {
      patient_id: stay.patient._id,
      stay_id: stay._id,
      version: stay.version,
      discharge_status: 2,
      discharge_type: 1,
    })
    const left = await readBed(0)
    expect([left.state, left.occupant]).toEqual(['cleaning', undefined])
    await bedside.nurse(beds.setState, { _id: bed(0), state: 'ready' })
    const again = await readBed(0)
    expect([again.state, again.state_note]).toEqual(['ready', undefined])
    await admit({ bed_id: bed(0) })
  })

  test('is blocked with a reason, which is gone when the bed is ready again', async () => {
    const error = await expectRefusal(
      bedside.nurse(beds.setState, { _id: bed(0), state: 'blocked', note: ' ' }),
    )
    expect(error.fields).toEqual([{ field: 'note', message: 'reason-required' }])
    await bedside.nurse(beds.setState, { _id: bed(0), state: 'blocked', note: 'รอซ่อมราวกั้น' })
    expect(await readBed(0)).toMatchObject({ state: 'blocked', state_note: 'รอซ่อมราวกั้น' })
    expect((await expectRefusal(admit({ bed_id: bed(0) }))).code).toBe(1324)
    await bedside.nurse(beds.setState, { _id: bed(0), state: 'ready', note: 'ซ่อมแล้ว' })
    const again = await readBed(0)
    expect([again.state, again.state_note]).toEqual(['ready', undefined])
  })

  test('stays as it is while a patient has the bed or it is reserved, and says who', async () => {
    const stay = await admit({ bed_id: bed(0) })
    for (const state of ['blocked', 'cleaning'] as const) {
      const error = await expectRefusal(bedside.nurse(beds.setState, { _id: bed(0), state, note: 'ซ่อม' }))
      expect(error.code).toBe(1322)
      expect(BedTaken.parse(error.detail)).toMatchObject({ bed: '1', patient: { _id: stay.patient._id } })
    }
    const { id } = await bedside.addPatient()
    await reserve(1, id)
    const error = await expectRefusal(
      bedside.nurse(beds.setState, { _id: bed(1), state: 'blocked', note: 'ซ่อม' }),
    )
    expect(error.code).toBe(1323)
    expect(BedReserved.parse(error.detail)).toMatchObject({ bed: '2', patient: { _id: id } })
  })

  test('and what it has are set by whoever may manage beds, and by nobody else', async () => {
    await bedside.nurse(beds.setFeatures, { _id: bed(0), features: ['oxygen', 'monitor', 'oxygen'] })
    expect((await readBed(0)).features).toEqual(['oxygen', 'monitor'])
    for (const call of [
      () => bedside.doctor(beds.setFeatures, { _id: bed(0), features: [] }),
      () => bedside.doctor(beds.setState, { _id: bed(0), state: 'cleaning' }),
    ])
      expect((await expectRefusal(call())).code).toBe(1003)
  })
})

describe('a reservation', () => {
  test('keeps the bed for its patient, and is used up when they are admitted', async () => {
    const { id } = await bedside.addPatient()
    await reserve(0, id)
    const { reservation } = await readBed(0)
    expect(reservation?.patient._id).toBe(id)
    expect(Date.parse(reservation?.until ?? '')).toBe(Date.parse(inHours(2)))
    const error = await expectRefusal(admit({ bed_id: bed(0) }))
    expect(error.code).toBe(1323)
    const told = BedReserved.parse(error.detail)
    expect([told.patient._id, Date.parse(told.until)]).toEqual([id, Date.parse(inHours(2))])
    bedside.skip(minute)
    await admit({ patient_id: id, bed_id: bed(0) })
    const taken = await readBed(0)
    expect([taken.reservation, taken.occupant?.patient._id]).toEqual([undefined, id])
  })

  test('ends by the clock', async () => {
    const { id } = await bedside.addPatient()
    await reserve(0, id)
    await bedside.advance(120 * minute - 1)
    expect((await readBed(0)).reservation).toBeDefined()
    bedside.skip(1)
    expect((await readBed(0)).reservation).toBeUndefined()
    await admit({ bed_id: bed(0) })
  })

  test('is given up once', async () => {
    const { id } = await bedside.addPatient()
    await reserve(0, id)
    const { reservation } = await readBed(0)
    const _id = reservation?._id ?? ''
    bedside.skip(minute)
    await bedside.nurse(beds.endReservation, { _id })
    expect((await readBed(0)).reservation).toBeUndefined()
    expect((await expectRefusal(bedside.nurse(beds.endReservation, { _id }))).code).toBe(1004)
    await admit({ bed_id: bed(0) })
  })

  test('can be made for a bed that another patient still has, and lasts 48 hours at most', async () => {
    await admit({ bed_id: bed(0) })
    const { id } = await bedside.addPatient()
    const until = (instant: string) =>
      expectRefusal(bedside.nurse(beds.reserve, { _id: bed(0), patient_id: id, until: instant }))
    expect((await until(bedside.at())).fields).toEqual([{ field: 'until', message: 'date-in-past' }])
    const tooLate = new Date(Date.parse(inHours(reservationMaxHours)) + 5 * minute + 1).toISOString()
    expect((await until(tooLate)).fields).toEqual([{ field: 'until', message: 'reservation-too-long' }])
    await reserve(0, id, reservationMaxHours)
    const { occupant, reservation } = await readBed(0)
    expect([occupant?.kind, reservation?.patient._id]).toEqual(['bed', id])
  })

  test('of one bed is made by one of twenty at once; the others are told for whom and until when', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => bedside.addPatient()))
    const answers = await Promise.allSettled(people.map(({ id }) => reserve(0, id)))
    const { reservation } = await readBed(0)
    const winner = people.findIndex(({ id }) => id === reservation?.patient._id)
    expect(answers.map(({ status }) => status)).toEqual(
      people.map((_, index) => (index === winner ? 'fulfilled' : 'rejected')),
    )
    const others = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    expect(new Set(others.map(({ code }: CallError) => code))).toEqual(new Set([1323]))
    for (const { detail } of others as CallError[]) {
      const { patient, until } = BedReserved.parse(detail)
      expect([patient._id, Date.parse(until)]).toEqual([people[winner]?.id, Date.parse(inHours(2))])
    }
  })

  test('cannot overlap another of the bed, whoever writes it', async () => {
    const [one, other] = [await bedside.addPatient(), await bedside.addPatient()]
    await reserve(0, one.id)
    const { root } = bedside.panel
    const first = await root
      .selectFrom('bed_reservations')
      .selectAll()
      .where('bed_id', '=', bed(0))
      .executeTakeFirstOrThrow()
    await expect(
      root
        .insertInto('bed_reservations')
        .values({ ...first, id: newId(), patient_id: other.id })
        .execute(),
    ).rejects.toMatchObject({ constraint: 'bed_reservations_one_a_bed' })
  })

  test('is not made for a blocked or closed bed', async () => {
    const { id } = await bedside.addPatient()
    await bedside.nurse(beds.setState, { _id: bed(0), state: 'blocked', note: 'ซ่อม' })
    expect((await expectRefusal(reserve(0, id))).code).toBe(1324)
    await bedside.panel.root
      .updateTable('beds')
      .set({ closed_at: bedside.at() })
      .where('id', '=', bed(1))
      .execute()
    expect((await expectRefusal(reserve(1, id))).code).toBe(1004)
  })
})

test('each change is one event for the maps of the ward, and is in the audit', async () => {
  const { id } = await bedside.addPatient()
  const { event } = await bedside.nurse(beds.map, { ward })
  await bedside.nurse(beds.setState, { _id: bed(0), state: 'cleaning' })
  await bedside.nurse(beds.setFeatures, { _id: bed(0), features: ['suction'] })
  await reserve(0, id)
  await bedside.nurse(beds.endReservation, { _id: (await readBed(0)).reservation?._id ?? '' })
  const events = await bedside.panel.root
    .selectFrom('events')
    .select('data')
    .where('hospital_id', '=', bedside.hospitalId)
    .where('number', '>', event as never)
    .orderBy('number')
    .execute()
  expect(events.map(({ data }) => (typeof data === 'string' ? JSON.parse(data) : data))).toEqual(
    Array.from({ length: 4 }, () => ({ kind: 'beds-outdated', ward_ids: [ward] })),
  )
  const admin = await bedside.panel.as('admin')
  const { rows } = await admin(audit.list, { filterLists: { patient_id: id, acts_only: true } })
  expect(rows.map(({ action }) => action).toSorted()).toEqual(['beds.endReservation', 'beds.reserve'])
})

test('a bed that a patient in airborne isolation leaves asks for terminal cleaning until it is ready', async () => {
  const stay = await admit({ bed_id: bed(0), isolation: ['CONTACT', 'AIRBORNE'] })
  expect((await readBed(0)).needs_terminal_cleaning).toBeUndefined()
  bedside.skip(minute)
  const discharge = { patient_id: stay.patient._id, stay_id: stay._id, version: stay.version }
  await bedside.nurse(admissions.discharge, { ...discharge, discharge_status: 2, discharge_type: 1 })
  expect(await readBed(0)).toMatchObject({ state: 'cleaning', needs_terminal_cleaning: true })
  await bedside.nurse(beds.setState, { _id: bed(0), state: 'ready' })
  expect((await readBed(0)).needs_terminal_cleaning).toBeUndefined()

  const other = await admit({ bed_id: bed(1), isolation: ['CONTACT'] })
  const gone = { patient_id: other.patient._id, stay_id: other._id, version: other.version }
  await bedside.nurse(admissions.discharge, { ...gone, discharge_status: 2, discharge_type: 1 })
  expect(await readBed(1)).toMatchObject({ state: 'cleaning' })
  expect((await readBed(1)).needs_terminal_cleaning).toBeUndefined()
})

test('a bed that a patient in airborne isolation leaves by a swap needs cleaning, though another patient is in it', async () => {
  const isolated = await admit({ bed_id: bed(0), isolation: ['AIRBORNE'] })
  const other = await admit({ bed_id: bed(1) })
  bedside.skip(minute)
  const { stay: swapped } = await bedside.nurse(admissions.swap, {
    patient_id: isolated.patient._id,
    stay_id: isolated._id,
    version: isolated.version,
    with_stay_id: other._id,
    with_version: other.version,
    reason: 'ISOLATION',
  })
  expect(swapped.place?.bed?.label).toBe((await readBed(1)).label)
  expect(await readBed(0)).toMatchObject({ state: 'ready', needs_terminal_cleaning: true })
  expect((await readBed(1)).needs_terminal_cleaning).toBeUndefined()
  bedside.skip(minute)
  await bedside.nurse(admissions.discharge, {
    patient_id: other.patient._id,
    stay_id: other._id,
    version: other.version + 1,
    discharge_status: 2,
    discharge_type: 1,
  })
  expect(await readBed(0)).toMatchObject({ state: 'cleaning', needs_terminal_cleaning: true })

  const next = await admit({ bed_id: bed(2) })
  await bedside.nurse(admissions.swap, {
    patient_id: next.patient._id,
    stay_id: next._id,
    version: next.version,
    with_stay_id: isolated._id,
    with_version: swapped.version,
    reason: 'ISOLATION',
  })
  expect((await readBed(1)).needs_terminal_cleaning).toBe(true)
  await bedside.nurse(beds.setState, { _id: bed(1), state: 'ready' })
  expect((await readBed(1)).needs_terminal_cleaning).toBeUndefined()
})
