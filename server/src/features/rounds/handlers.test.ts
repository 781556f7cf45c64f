import { admissions, type Client, groups, type Input, readings, rounds } from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { admitDirectly } from '../../../test/support/admit.ts'
import { startTestBedside, type TestBedside } from '../../../test/support/bedside.ts'
import { getErrorName } from '../../../test/support/refusal.ts'

let bedside: TestBedside
/** A ward of its own, with a bed for each patient. */
let ward: string
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())
beforeEach(async () => {
  ward = newId()
  await bedside.panel.root
    .insertInto('wards')
    .values({
      id: ward,
      hospital_id: bedside.hospitalId,
      code: `R${ward.slice(-8)}`,
      name_en: 'Round',
      name_th: 'รอบ',
      position: 91,
    })
    .execute()
})

/** A patient in a new bed of the ward, or without a bed. */
async function admitToWard(label: string | null, position = 1) {
  const patient = await bedside.addPatient()
  const bed_id = label && newId()
  if (bed_id)
    await bedside.panel.root
      .insertInto('beds')
      .values({ id: bed_id, ward_id: ward, hospital_id: bedside.hospitalId, label, position })
      .execute()
  await bedside.panel.root
    .updateTable('patients')
    .set({ ward_id: ward, bed_id })
    .where('id', '=', patient.id)
    .execute()
  return patient
}

const readRound = (client: Client = bedside.nurse) => client(rounds.get, { ward })
const order = (patient_id: string, every_minutes: number | null, client = bedside.nurse) =>
  client(rounds.order, { patient_id, every_minutes, reason: 'หลังผ่าตัด' })
/** A nurse whose only group follows another ward. */
async function addStranger() {
  const stranger = await bedside.panel.asNew({ staffType: 'nurse' })
  const admin = await bedside.panel.as('admin')
  const { user_id } = stranger.session
  const other = await bedside.panel.root
    .selectFrom('wards')
    .select('id')
    .where('id', '!=', ward)
    .executeTakeFirstOrThrow()
  await admin(groups.save, { name: newId(), ward_ids: [other.id], member_ids: [user_id] })
  return stranger
}

test('a round has every patient of the ward by bed, those without a bed last', async () => {
  const [waiting, second, first] = [
    await admitToWard(null),
    await admitToWard('2', 2),
    await admitToWard('1', 1),
  ]
  await first.send({ kind: 'pulse', pulse: 80 })
  const { rows, times } = await readRound()
  expect(rows.map(({ patient }) => patient._id)).toEqual([first.id, second.id, waiting.id])
  expect(rows[0]?.latest).toMatchObject([{ vital: 'pulse', value: 80 }])
  expect(rows[1]?.latest).toEqual([])
  expect(times).toMatchObject({ observe_low_minutes: 240 })
})

test('a round says who waits for a bed, and who is on leave until when', async () => {
  const [waiting, away] = [await bedside.addPatient(), await bedside.addPatient()]
  const where = { hospitalId: bedside.hospitalId, wardId: ward, from: bedside.at(60) }
  await admitDirectly(bedside.panel.root, { ...where, patientId: waiting.id })
  const stay_id = await admitDirectly(bedside.panel.root, { ...where, patientId: away.id })
  const due_back_at = bedside.at(-24 * 60)
  await bedside.nurse(admissions.leave, {
    patient_id: away.id,
    stay_id,
    version: 1,
    due_back_at,
    holds_bed: false,
    note: 'กลับบ้าน',
  })
  const places = new Map((await readRound()).rows.map(({ patient, stay }) => [patient._id, stay]))
  expect(places.get(waiting.id)).toEqual({ kind: 'waiting', due_back_at: null })
  expect(places.get(away.id)).toMatchObject({ kind: 'leave' })
  expect(Date.parse(places.get(away.id)?.due_back_at ?? '')).toBe(Date.parse(due_back_at))
})

test('two nurses who chart the same patient at the same time are both kept', async () => {
  const patient = await admitToWard('1')
  const chart = (pulse: number) =>
    bedside.nurse(readings.record, {
      patient_id: patient.id,
      readings: [{ kind: 'pulse', measured_at: bedside.at(), pulse }],
    })
  const pulses = Array.from({ length: 20 }, (_, index) => 70 + index)
  await Promise.all(pulses.map(chart))
  const { rows } = await bedside.nurse(readings.history, {
    patient_id: patient.id,
    kinds: ['pulse'],
    number_of_rec: 100,
  })
  expect(new Set(rows.map(({ pulse }) => pulse))).toEqual(new Set(pulses))
})

describe('an order of how often vital signs are taken', () => {
  test('is shown with who gave it and why; the newest applies, and null leaves it to NEWS2', async () => {
    const patient = await admitToWard('1')
    await order(patient.id, 60)
    expect((await readRound()).rows[0]?.order).toMatchObject({ every_minutes: 60, reason: 'หลังผ่าตัด' })
    bedside.skip(1000)
    await order(patient.id, 30, bedside.doctor)
    expect((await readRound()).rows[0]?.order).toMatchObject({ every_minutes: 30 })
    bedside.skip(1000)
    const { orders } = await order(patient.id, null)
    expect(orders.map(({ every_minutes }) => every_minutes)).toEqual([null, 30, 60])
    expect((await readRound()).rows[0]?.order).toBeNull()
    expect((await bedside.nurse(rounds.orders, { patient_id: patient.id })).orders).toEqual(orders)
  })

  test('keeps how high the score was when it was given', async () => {
    const patient = await admitToWard('1')
    const measured_at = bedside.at()
    const risk = async () => (await order(patient.id, 1440)).orders[0]?.risk
    expect(await risk()).toBeNull()
    await bedside.nurse(readings.record, {
      patient_id: patient.id,
      readings: [
        { kind: 'blood_pressure', measured_at, systolic: 120, diastolic: 80 },
        { kind: 'pulse', measured_at, pulse: 80 },
        { kind: 'spo2', measured_at, spo2: 98 },
        { kind: 'respiration', measured_at, respiration_rate: 16 },
        { kind: 'temperature', measured_at, temperature: 37 },
        { kind: 'consciousness', measured_at, consciousness: 'A', oxygen: false },
      ],
    })
    bedside.skip(1000)
    expect(await risk()).toBe('zero')
    const row = (await readRound()).rows.find((one) => one.patient._id === patient.id)
    expect(row?.order).toMatchObject({ every_minutes: 1440, risk: 'zero' })
  })

  test('stays of a stay whose admission is corrected to a later time, and so do notes', async () => {
    const patient = await bedside.addPatient()
    const stay_id = await admitDirectly(bedside.panel.root, {
      hospitalId: bedside.hospitalId,
      patientId: patient.id,
      wardId: ward,
      from: bedside.at(),
    })
    bedside.skip(1000)
    await order(patient.id, 60)
    await bedside.nurse(rounds.note, { patient_id: patient.id, text: 'เฝ้าระวัง' })
    const sheet = async () => (await bedside.nurse(rounds.handover, { ward })).rows[0]
    expect(await sheet()).toMatchObject({ order: { every_minutes: 60 }, notes: [{ text: 'เฝ้าระวัง' }] })
    const [stay] = (await bedside.nurse(admissions.history, { patient_id: patient.id })).stays
    bedside.skip(60_000)
    const [place] = stay?.places ?? []
    await bedside.nurse(admissions.correct, {
      patient_id: patient.id,
      stay_id,
      version: stay?.version ?? 0,
      places: [{ kind: 'waiting', ward_id: place?.ward._id ?? '', bed_id: null, from: bedside.at() }],
      discharged_at: null,
      reason: 'WRONG_TIME',
    })
    expect(await sheet()).toMatchObject({ order: { every_minutes: 60 }, notes: [{ text: 'เฝ้าระวัง' }] })
    expect((await bedside.nurse(rounds.orders, { patient_id: patient.id })).orders).toHaveLength(1)
  })

  test('of an earlier stay does not apply', async () => {
    const patient = await admitToWard('1')
    await order(patient.id, 60)
    bedside.skip(1000)
    await bedside.panel.root
      .updateTable('patients')
      .set({ admitted_at: bedside.at() })
      .where('id', '=', patient.id)
      .execute()
    expect((await readRound()).rows[0]?.order).toBeNull()
    expect((await bedside.nurse(rounds.orders, { patient_id: patient.id })).orders).toEqual([])
  })

  test('is between a quarter of an hour and a day, and has a reason', async () => {
    const patient = await admitToWard('1')
    for (const minutes of [15, 1440]) expect(await getErrorName(order(patient.id, minutes))).toBeUndefined()
    for (const minutes of [14, 1441]) expect(await getErrorName(order(patient.id, minutes))).toBe('invalid')
    const draft = { patient_id: patient.id, every_minutes: 60, reason: ' ' }
    expect(await getErrorName(bedside.nurse(rounds.order, draft))).toBe('invalid')
  })

  test('is not given by those who only chart, and never changed or deleted', async () => {
    const patient = await admitToWard('1')
    const assistant = await bedside.panel.asNew({ staffType: 'assistant_nurse' })
    expect(await getErrorName(order(patient.id, 60, assistant))).toBe('not-allowed')
    await order(patient.id, 60)
    await expect(bedside.panel.root.deleteFrom('observation_orders').execute()).rejects.toThrow()
    await expect(
      bedside.panel.root.updateTable('observation_orders').set({ every_minutes: 15 }).execute(),
    ).rejects.toThrow()
  })
})

test('a round has the name and nothing else of a record that is closed to the caller', async () => {
  const patient = await admitToWard('1')
  await patient.send({ kind: 'pulse', pulse: 80 })
  await order(patient.id, 60)
  const stranger = await addStranger()
  const { rows } = await readRound(stranger)
  expect(rows).toMatchObject([{ patient: { _id: patient.id }, is_open: false, latest: [], order: null }])
  expect((await stranger(rounds.get, {})).rows.map((row) => row.patient._id)).not.toContain(patient.id)
  expect(await getErrorName(order(patient.id, 30, stranger))).toBe('break-glass-needed')
})

test('a round of an unknown ward is empty', async () => {
  await admitToWard('1')
  expect((await bedside.nurse(rounds.get, { ward: newId() })).rows).toEqual([])
})

describe('a handover sheet', () => {
  const read = async (client: Client = bedside.nurse) => (await client(rounds.handover, { ward })).rows
  const note = (patient_id: string, text: string) => bedside.nurse(rounds.note, { patient_id, text })

  /** Admits a patient of the ward without a stay, who is asked this as well. */
  async function admit({ id }: { id: string }, more: Partial<Input<typeof admissions.admit>>) {
    await bedside.panel.root
      .updateTable('patients')
      .set({ ward_id: null, bed_id: null })
      .where('id', '=', id)
      .execute()
    const { doctors } = await bedside.nurse(admissions.doctors, {})
    const { stay } = await bedside.nurse(admissions.admit, {
      patient_id: id,
      admit_type: 'E',
      admit_source: 'E',
      arrival_type: 1,
      department: '01',
      attending_id: doctors[0]?._id ?? '',
      diagnosis: 'ปอดอักเสบ',
      ward_id: ward,
      ...more,
    })
    return stay
  }

  test('has of each patient what the next shift must know', async () => {
    const patient = await admitToWard('1')
    const { attending } = await admit(patient, { isolation: ['DROPLET'], is_dnr: true, morse_score: 50 })
    await patient.send({ kind: 'pulse', pulse: 80 })
    await note(patient.id, 'งดน้ำงดอาหารหลังเที่ยงคืน')
    bedside.skip(1000)
    await note(patient.id, 'ญาติจะมาพรุ่งนี้')
    expect(await read()).toMatchObject([
      {
        diagnosis: 'ปอดอักเสบ',
        isolation: ['DROPLET'],
        is_dnr: true,
        morse_score: 50,
        allergies: [],
        no_known_allergy: false,
        attending: { _id: attending?._id },
        latest: [{ vital: 'pulse', value: 80 }],
        fluids: { into: null, out: null },
        notes: [{ text: 'ญาติจะมาพรุ่งนี้' }, { text: 'งดน้ำงดอาหารหลังเที่ยงคืน' }],
      },
    ])
  })

  test.each([true, false, null])(
    'tells whether somebody said no to resuscitation, or nobody asked: %s',
    async (is_dnr) => {
      const patient = await admitToWard('1')
      await admit(patient, { is_dnr })
      expect(await read()).toMatchObject([{ is_dnr }])
    },
  )

  test('has the score before, so that its course can be seen', async () => {
    const patient = await admitToWard('1')
    const score = (minutesAgo: number, pulse: number) =>
      patient.send(
        { kind: 'respiration', respiration_rate: 16, minutesAgo },
        { kind: 'spo2', spo2: 97, pulse, oxygen: false, minutesAgo },
        { kind: 'blood_pressure', systolic: 125, diastolic: 74, minutesAgo },
        { kind: 'temperature', temperature: 37, minutesAgo },
        { kind: 'consciousness', consciousness: 'A', minutesAgo },
      )
    await score(120, 80)
    await score(0, 100)
    const [row] = await read()
    expect(row?.latest.find(({ vital }) => vital === 'news2')?.value).toBe(1)
    expect(row?.score_before?.value).toBe(0)
  })

  test('has the notes of this shift and the one before, and none of an earlier one', async () => {
    const patient = await admitToWard('1')
    await note(patient.id, 'เวรนี้')
    const { shift } = await bedside.nurse(rounds.handover, { ward })
    const toNext = Date.parse(shift.to) - Date.parse(bedside.at())
    await bedside.advance(toNext)
    expect((await read())[0]?.notes).toHaveLength(1)
    await bedside.advance(8 * 60 * 60_000 - 1)
    expect((await read())[0]?.notes).toHaveLength(1)
    await bedside.advance(1)
    expect((await read())[0]?.notes).toHaveLength(0)
  })

  test('shows of a closed record the name and nothing else, and takes no note', async () => {
    const patient = await admitToWard('1')
    await patient.send({ kind: 'pulse', pulse: 80 })
    await note(patient.id, 'ความลับ')
    const stranger = await addStranger()
    const [row] = await read(stranger)
    expect(row).toMatchObject({
      patient: { _id: patient.id },
      is_open: false,
      latest: [],
      notes: [],
      allergies: [],
      devices: [],
      isolation: [],
      is_dnr: null,
      morse_score: null,
      diagnosis: null,
      admitted_at: null,
      attending: null,
      fluids: null,
      order: null,
      score_before: null,
    })
    const denied = stranger(rounds.note, { patient_id: patient.id, text: 'x' })
    expect(await getErrorName(denied)).toBe('break-glass-needed')
  })

  test('keeps every note as it was written', async () => {
    const patient = await admitToWard('1')
    await note(patient.id, 'เดิม')
    await expect(bedside.panel.root.updateTable('shift_notes').set({ text: 'x' }).execute()).rejects.toThrow()
    await expect(bedside.panel.root.deleteFrom('shift_notes').execute()).rejects.toThrow()
    const empty = bedside.nurse(rounds.note, { patient_id: patient.id, text: ' ' })
    expect(await getErrorName(empty)).toBe('invalid')
  })
})
