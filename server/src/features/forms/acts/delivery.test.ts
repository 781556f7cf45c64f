import {
  alarms,
  ambulanceReferrals,
  ambulanceRequests,
  audit,
  type Client,
  type DeliveryOutcome,
  errorCodes,
  type FormName,
  fleet,
  formDelivery,
  formRecords,
  formSettings,
  groups,
  type Input,
  inbound,
  missions,
  operationRecords,
  patients,
  signIn,
} from 'contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestBedside, type TestBedside } from '../../../../test/support/bedside.ts'
import { freeEverybody } from '../../../../test/support/missions.ts'
import { expectRefusal } from '../../../../test/support/refusal.ts'
import { blockUser, listReviews, startSealing } from '../../../../test/support/tablet.ts'
import type { SignedIn } from '../../../testing.ts'

const hour = 3_600_000

let bedside: TestBedside
let admin: SignedIn
let doctor: SignedIn
let crew: SignedIn
let recordId: string

beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())
beforeEach(async () => {
  recordId = newId()
  admin = await bedside.panel.as('admin')
  doctor = await bedside.panel.asNew({ staffType: 'doctor' })
  crew = await bedside.panel.asNew({ staffType: 'paramedic' })
})

const now = () => bedside.panel.clock().toISOString()

type Said = {
  op_id: string
  path: string
  answer: unknown
  base: unknown
  at: string
  clock_offset_ms: number
  clock_went_back: boolean
  settles: string[]
  device: string
  form: FormName
  form_version: number
  mission_id: string | null
}
const say = (path: string, answer: unknown, more: Partial<Said> = {}): Said => ({
  op_id: newId(),
  path,
  answer,
  base: null,
  at: now(),
  clock_offset_ms: 0,
  clock_went_back: false,
  settles: [],
  device: 'tablet',
  form: 'ambulance-request',
  form_version: 1,
  mission_id: null,
  ...more,
})

/** Seals as a tablet does while `author` is signed in. */
async function seal(said: readonly Said[], author: SignedIn, record_id = recordId) {
  const { key_id, stamp, seal: sealAs } = await startSealing(author)
  return Promise.all(
    said.map(async (one) => {
      const { op_id } = one
      const message = await sealAs(JSON.stringify({ ...one, ...stamp }), { record_id, op_id })
      return { op_id, record_id, sealed: { key_id, message: Buffer.from(message).toString('base64') } }
    }),
  )
}
type Delivered = Awaited<ReturnType<typeof seal>>
const bring = async (delivered: Delivered, client: Client) => {
  const { results } = await client(formDelivery.apply, { operations: delivered })
  return results.map(({ outcome }): DeliveryOutcome => outcome)
}
const read = async (id = recordId, client: Client = doctor) =>
  (await client(ambulanceRequests.list, { _id: id })).rows[0]

describe('a delivery', () => {
  test('begins records and applies operations in order, once, however often it arrives', async () => {
    const delivered = await seal(
      [say('landmark', 'ใกล้วัด'), say('landmark', 'ใกล้ตลาด', { base: 'ใกล้วัด' })],
      crew,
    )
    expect(await bring(delivered, crew)).toEqual(['applied', 'applied'])
    expect(await bring(delivered, crew)).toEqual(['applied', 'applied'])
    expect(await read()).toMatchObject({
      answers: { landmark: 'ใกล้ตลาด' },
      version: 2,
      created_by: { _id: crew.session.user_id },
    })
  })

  test('its audit names the fields that were written, and no answer', async () => {
    await bring(await seal([say('landmark', 'ใกล้วัด'), say('pick_up', 'หน้าตลาด')], crew), crew)
    const { rows } = await admin(audit.list, { filterLists: { action: 'formDelivery.apply' } })
    const { entry } = await admin(audit.get, { _id: rows[0]?._id ?? '' })
    expect(entry.detail).toMatchObject({
      answered: [{ form: 'ambulance-request', fields: ['landmark', 'pick_up'] }],
    })
    expect(JSON.stringify(entry.detail)).not.toMatch(/ใกล้วัด|หน้าตลาด/)
  })

  test('tells each operation what became of it, and none stops another', async () => {
    await bring(await seal([say('landmark', 'ใกล้วัด')], crew), crew)
    const sent = await seal(
      [
        say('landmark', 'ใกล้วัด'),
        say('landmark', 'ใกล้ตลาด'),
        say('weight_kg', 900),
        say('pick_up', 'หน้าตลาด'),
      ],
      crew,
    )
    const broken = { ...sent[3], sealed: { ...sent[3]?.sealed, message: 'AAAA' } } as Delivered[number]
    const { results } = await crew(formDelivery.apply, { operations: [...sent.slice(0, 3), broken] })
    expect(results.map(({ outcome, problem }) => problem ?? outcome)).toEqual([
      'same',
      'conflict',
      { field: 'weight_kg', message: 'number-range' },
      'unreadable',
    ])
    expect(await bring(sent.slice(3), crew)).toEqual(['applied'])
    expect(await read()).toMatchObject({
      answers: { landmark: 'ใกล้วัด', pick_up: 'หน้าตลาด' },
      other_answers: [{ path: 'landmark', answer: 'ใกล้ตลาด' }],
    })
  })

  test('holds many records, and shows one of them', async () => {
    const ids = [newId(), newId(), newId()]
    const delivered = await Promise.all(ids.map((id) => seal([say('landmark', id)], crew, id)))
    const { results, record } = await crew(formDelivery.apply, {
      operations: delivered.flat(),
      show: ids[1],
    })
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied'])
    expect(record).toMatchObject({ _id: ids[1], answers: { landmark: ids[1] } })
  })

  test('that two sessions bring at once applies each operation once', async () => {
    const delivered = await seal([say('landmark', 'ใกล้วัด'), say('pick_up', 'หน้าตลาด')], crew)
    const both = await Promise.all([bring(delivered, crew), bring([...delivered].reverse(), doctor)])
    expect(both.flat()).toEqual(['applied', 'applied', 'applied', 'applied'])
    const { count } = await bedside.panel.root
      .selectFrom('form_operations')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('record_id', '=', recordId)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(2)
  })

  test('of a patient whose record was merged meanwhile is about the record that is used', async () => {
    const [used, merged] = await Promise.all(
      ['1', '2'].map(async (number) => {
        const person = { hn: `D-${number}`, title: 'นาย', name: `สองเลข${number}`, surname: 'คนเดียว' }
        const { patient } = await bedside.nurse(patients.register, {
          ...person,
          gender: 'male',
          identity_kind: 'none',
        })
        return patient
      }),
    )
    if (!used || !merged) return expect.fail('two are registered')
    const delivered = await seal([say('patient', merged._id), say('landmark', 'ใกล้วัด')], doctor)
    const registrar = await bedside.panel.asNew({ staffType: 'registrar' })
    await registrar(patients.merge, { patient_id: merged._id, into_id: used._id, reason: 'ลงทะเบียนซ้ำ' })
    expect(await bring(delivered, doctor)).toEqual(['applied', 'applied'])
    expect(await read()).toMatchObject({
      patient: { _id: used._id, hn: used.hn },
      answers: { patient: used._id, landmark: 'ใกล้วัด' },
      other_answers: [],
    })
    expect(await bring(delivered, doctor)).toEqual(['applied', 'applied'])
    expect(await read()).toMatchObject({ answers: { patient: used._id }, other_answers: [] })
  })

  test('from a browser that cannot seal is of whoever sends it', async () => {
    const written = say('landmark', 'ใกล้วัด')
    const { results } = await crew(formDelivery.apply, {
      operations: [{ op_id: written.op_id, record_id: recordId, written }],
    })
    expect(results).toMatchObject([{ outcome: 'applied' }])
    expect((await read())?.created_by._id).toBe(crew.session.user_id)
  })

  test('cannot move an operation to another record', async () => {
    const [one] = await seal([say('landmark', 'ใกล้วัด')], crew)
    expect(await bring([{ ...one, record_id: newId() } as Delivered[number]], crew)).toEqual(['unreadable'])
  })
})

describe('what another session brings', () => {
  test('is of its author, whose session was ended or ran out', async () => {
    const delivered = await seal([say('landmark', 'ใกล้วัด')], crew)
    await crew(signIn.signOut, {})
    expect((await expectRefusal(bring(delivered, crew))).code).toBe(errorCodes['session-ended'])
    expect(await bring(delivered, doctor)).toEqual(['applied'])
    expect(await read()).toMatchObject({
      created_by: { _id: crew.session.user_id },
      changed_by: { _id: crew.session.user_id },
    })

    const late = await seal([say('landmark', 'ใกล้ตลาด', { base: 'ใกล้วัด' })], doctor)
    bedside.skip(13 * hour)
    expect((await expectRefusal(bring(late, doctor))).code).toBe(errorCodes['session-ended'])
    doctor = await bedside.panel.asNew({ staffType: 'doctor' })
    expect(await bring(late, doctor)).toEqual(['applied'])
  })

  test('of a blocked user is applied if it was written before, and waits if after, by the corrected clock', async () => {
    const before = say('landmark', 'ใกล้วัด', {
      at: new Date(Date.parse(now()) + 3 * hour).toISOString(),
      clock_offset_ms: 3 * hour,
    })
    const after = say('pick_up', 'หน้าตลาด', { at: new Date(Date.parse(now()) + hour).toISOString() })
    const delivered = await seal([before, after], crew)
    bedside.skip(60_000)
    await blockUser(bedside.panel, crew)
    bedside.skip(2 * hour)
    doctor = await bedside.panel.asNew({ staffType: 'doctor' })
    expect(await bring(delivered, doctor)).toEqual(['applied', 'waiting'])
    expect((await read())?.answers).toEqual({ landmark: 'ใกล้วัด' })
    expect(await listReviews(doctor, recordId)).toMatchObject([
      {
        reason: 'revoked',
        path: 'pick_up',
        answer: 'หน้าตลาด',
        record_state: 'draft',
        written_by: { _id: crew.session.user_id },
        delivered_by: { _id: doctor.session.user_id },
      },
    ])
    expect(await bring(delivered, doctor)).toEqual(['applied', 'waiting'])
    expect(await listReviews(doctor, recordId)).toHaveLength(1)
  })

  test('of a blocked user waits if the clock of the tablet was put back, or its time lies before the session', async () => {
    const before = { at: new Date(Date.parse(now()) + 1).toISOString() }
    const delivered = await seal(
      [
        say('landmark', 'ใกล้วัด', before),
        say('pick_up', 'หน้าตลาด', { ...before, clock_went_back: true }),
        say('complaint', 'เจ็บหน้าอก', { at: new Date(Date.parse(now()) - hour).toISOString() }),
      ],
      crew,
    )
    bedside.skip(60_000)
    await blockUser(bedside.panel, crew)
    expect(await bring(delivered, doctor)).toEqual(['applied', 'waiting', 'waiting'])
    expect((await listReviews(doctor, recordId)).map(({ path, reason }) => [path, reason])).toEqual([
      ['pick_up', 'time-doubtful'],
      ['complaint', 'time-doubtful'],
    ])
  })

  test('waits if it names another author than its session, or none that is known', async () => {
    const forged = Object.assign(((...call: Parameters<Client>) => doctor(...call)) as Client, {
      session: { ...doctor.session, user_id: crew.session.user_id },
    })
    expect(await bring(await seal([say('landmark', 'ปลอม')], forged), doctor)).toEqual(['waiting'])
    expect(await listReviews(doctor, recordId)).toMatchObject([
      { reason: 'unknown-session', record_state: null, delivered_by: { _id: doctor.session.user_id } },
    ])
  })

  test('waits if its author may not write such a form', async () => {
    const delivered = await seal([say('to_hospital', 'รพ.ศูนย์', { form: 'ambulance-referral' })], crew)
    expect(await bring(delivered, doctor)).toEqual(['waiting'])
    expect(await listReviews(doctor, recordId)).toMatchObject([
      { reason: 'not-allowed', form: 'ambulance-referral' },
    ])
  })
})

const whole = (): Record<string, unknown> => ({
  received_at: now(),
  channel: 'WARD',
  reporter: 'HOSPITAL',
  reporter_phone: '1669',
  kind: 'DISCHARGE_HOME',
  patient_count: 1,
  pick_up: 'ตึกอายุรกรรม',
  destination: 'บ้าน',
  needed_at: now(),
  unit_level: 'BLS',
  position: 'SIT',
  urgency: 'N',
})
async function completeRequest(id = recordId, more: Record<string, unknown> = {}, writer = crew) {
  const said = Object.entries({ ...whole(), ...more }).map(([path, answer]) => say(path, answer))
  await bring(await seal(said, writer, id), writer)
  const record = await read(id)
  await writer(formRecords.complete, { _id: id, version: record?.version ?? 0 })
}

/** A mission on which the team of `crew` goes out; a doctor requested it, if more is known of it. */
async function sendCrewOut(known?: Record<string, unknown>) {
  const missionId = newId()
  await completeRequest(missionId, known, known ? doctor : crew)
  await freeEverybody(bedside.panel)
  const driver = await bedside.panel.asNew({ staffType: 'driver' })
  const { team } = await admin(fleet.saveTeam, {
    name: newId(),
    members: [
      { staff_id: crew.session.user_id, role: 'LEADER', level: 'PARAMEDIC' },
      { staff_id: driver.session.user_id, role: 'DRIVER', level: 'DRIVER' },
    ],
  })
  const call_sign = newId().slice(-10)
  const { vehicle } = await admin(fleet.saveVehicle, {
    plate: call_sign,
    province: '10',
    call_sign,
    class: 'ALS',
  })
  const step = (sent: Omit<Input<typeof missions.dispatch>, '_id' | 'event_id'>) =>
    doctor(missions.dispatch, { _id: missionId, event_id: newId(), ...sent })
  await step({ step: 'ASSIGNED', vehicle_id: vehicle._id, team_id: team._id })
  const joinTeam = (staff_id: string) =>
    admin(fleet.saveTeam, {
      _id: team._id,
      version: team.version,
      name: team.name,
      members: [
        { staff_id, role: 'LEADER', level: 'PARAMEDIC' },
        { staff_id: driver.session.user_id, role: 'DRIVER', level: 'DRIVER' },
      ],
    })
  return { missionId, step, joinTeam }
}

describe('a sheet that was begun without a signal', () => {
  const scene = (mission_id: string | null) =>
    say('scene', 'สะพานพุทธ', { form: 'operation-form', mission_id })
  const readSheet = async () => (await doctor(operationRecords.list, { _id: recordId })).rows[0]

  test('hangs on the mission on which its author is, with what is known of it', async () => {
    const { missionId } = await sendCrewOut()
    expect(await bring(await seal([scene(missionId)], crew), crew)).toEqual(['applied'])
    expect(await readSheet()).toMatchObject({
      mission: { _id: missionId },
      answers: { scene: 'สะพานพุทธ', mission_number: expect.any(String) },
    })
  })

  test('hangs on it though the mission was given to others meanwhile', async () => {
    const { missionId, step } = await sendCrewOut()
    const late = await seal([scene(missionId)], crew)
    await step({ step: 'REASSIGNED' })
    expect(await bring(late, crew)).toEqual(['applied'])
    expect((await readSheet())?.mission?._id).toBe(missionId)
  })

  test('hangs on none on which its author never was', async () => {
    const { missionId } = await sendCrewOut()
    const stranger = await bedside.panel.asNew({ staffType: 'paramedic' })
    expect(await bring(await seal([scene(missionId)], stranger), stranger)).toEqual(['applied'])
    expect((await readSheet())?.mission).toBeNull()
    recordId = newId()
    expect(await bring(await seal([scene(newId())], stranger), stranger)).toEqual(['applied'])
    expect((await readSheet())?.mission).toBeNull()
  })

  test('hangs on none on which only those were whose team its author joined later', async () => {
    const { missionId, step, joinTeam } = await sendCrewOut()
    await step({ step: 'REASSIGNED' })
    const later = await bedside.panel.asNew({ staffType: 'paramedic' })
    await joinTeam(later.session.user_id)
    expect(await bring(await seal([scene(missionId)], later), later)).toEqual(['applied'])
    expect((await readSheet())?.mission).toBeNull()
    // Whoever was on it and left the team since still brings their own.
    recordId = newId()
    expect(await bring(await seal([scene(missionId)], crew), crew)).toEqual(['applied'])
    expect((await readSheet())?.mission?._id).toBe(missionId)
  })

  test('hangs on it when a person accepts what was written after a revocation', async () => {
    const { missionId } = await sendCrewOut()
    const late = await seal([scene(missionId)], crew)
    await bedside.panel.root
      .updateTable('sessions')
      .set({ ended_at: bedside.at(1) })
      .where('staff_id', '=', crew.session.user_id)
      .execute()
    expect(await bring(late, doctor)).toEqual(['waiting'])
    const [review] = await listReviews(doctor, recordId)
    await doctor(formDelivery.decide, { _id: review?._id ?? '', is_accepted: true, reason: 'ยืนยันแล้ว' })
    expect((await readSheet())?.mission?._id).toBe(missionId)
  })
})

describe('a crew that reads no patients', () => {
  const facts = [
    'patient',
    'patient_name',
    'patient_phone',
    'national_id',
    'allergies',
    'complaint',
    'colour',
  ]
  const asFormUser = async () => {
    crew = await bedside.panel.asNew({ staffType: 'paramedic', isFormUser: true })
    const patient = await bedside.addPatient()
    const known = { patient: patient.id, complaint: 'หายใจเหนื่อย', patient_phone: '0812345678' }
    return { patient, ...(await sendCrewOut(known)) }
  }
  const write = (missionId: string, path = 'scene', answer: unknown = 'สะพานพุทธ') =>
    seal([say(path, answer, { form: 'operation-form', mission_id: missionId })], crew)
  const readSheet = async () => (await doctor(operationRecords.list, { _id: recordId })).rows[0]
  const listShown = async () => {
    const answers = (await readSheet())?.answers ?? {}
    return facts.filter((name) => answers[name] !== undefined)
  }

  test('has the facts of its own patient on a sheet while the mission lasts', async () => {
    const { missionId, patient } = await asFormUser()
    expect(await bring(await write(missionId), crew)).toEqual(['applied'])
    expect(await readSheet()).toMatchObject({
      patient: { _id: patient.id },
      answers: { patient: patient.id, patient_name: expect.any(String), complaint: 'หายใจเหนื่อย' },
    })
  })

  test.each(['REASSIGNED', 'CANCELLED'] as const)(
    'brings a sheet of a mission that was %s meanwhile, and learns nothing of its patient',
    async (ended) => {
      const { missionId, step } = await asFormUser()
      const late = await write(missionId)
      await step({ step: 'REASSIGNED' })
      if (ended === 'CANCELLED') await step({ step: 'CANCELLED', reason: 'MOVED_BEFORE' })
      expect(await bring(late, crew)).toEqual(['applied'])
      expect(await readSheet()).toMatchObject({
        mission: { _id: missionId },
        patient: null,
        answers: { scene: 'สะพานพุทธ', mission_number: expect.any(String) },
      })
      expect(await listShown()).toEqual([])
      // Whoever may read patients completes what the crew could not.
      await doctor(operationRecords.edit, {
        _id: recordId,
        operations: [
          {
            op_id: newId(),
            path: 'scene',
            answer: 'สะพานพุทธ ฝั่งธน',
            base: 'สะพานพุทธ',
            at: now(),
            device: 'desk',
          },
        ],
      })
      expect(await listShown()).toContain('patient_name')
    },
  )

  test('learns nothing of the patient of a mission that is over by taking the patient back', async () => {
    const { missionId, step } = await asFormUser()
    await step({ step: 'REASSIGNED' })
    expect(await bring(await write(missionId, 'patient', null), crew)).toEqual(['same'])
    expect(await listShown()).toEqual([])
  })

  test('keeps what stood on its sheet before the mission was over', async () => {
    const { missionId, step } = await asFormUser()
    await bring(await write(missionId), crew)
    const before = await listShown()
    await step({ step: 'REASSIGNED' })
    expect(await bring(await write(missionId, 'scene', null), crew)).toEqual(['conflict'])
    expect(before).toContain('patient_name')
    expect(await listShown()).toEqual(before)
  })
})

describe('a crew that reads no patients, of which somebody was relieved,', () => {
  const minute = 60_000
  const write = (missionId: string, answer: unknown, madeAt: string, path = 'scene') =>
    seal([say(path, answer, { form: 'operation-form', mission_id: missionId, at: madeAt })], crew)
  const findScene = async (person: Client) =>
    (await person(operationRecords.list, { _id: recordId })).rows[0]?.answers['scene']
  const sendAndRelieve = async () => {
    crew = await bedside.panel.asNew({ staffType: 'paramedic', isFormUser: true })
    const relief = await bedside.panel.asNew({ staffType: 'paramedic', isFormUser: true })
    const { missionId, step } = await sendCrewOut()
    const before = now()
    bedside.panel.wait(2 * minute)
    const relieve = () =>
      step({
        step: 'CREW_CHANGED',
        leaves: [crew.session.user_id],
        joins: [{ staff_id: relief.session.user_id, role: 'LEADER', level: 'PARAMEDIC' }],
        note: 'เปลี่ยนเวร',
      })
    return { missionId, relief, before, relieve, step }
  }
  const edit = (person: Client, path: string, answer: unknown, base: unknown = null) =>
    person(operationRecords.edit, {
      _id: recordId,
      operations: [{ op_id: newId(), path, answer, base, at: now(), device: 'phone' }],
    })

  test('hides from them the sheet that they began until the mission is over, and takes no writing', async () => {
    const { missionId, relief, before, relieve, step } = await sendAndRelieve()
    expect(await bring(await write(missionId, 'ตลาด', before), crew)).toEqual(['applied'])
    expect(await findScene(crew)).toBe('ตลาด')
    await relieve()
    expect((await expectRefusal(findScene(crew))).code).toBe(errorCodes['not-found'])
    expect((await expectRefusal(edit(crew, 'landmark', 'x'))).code).toBe(errorCodes['not-found'])
    expect(await findScene(relief)).toBe('ตลาด')
    await step({ step: 'BACK_AT_BASE' })
    await step({ step: 'CLOSED', note: 'เขียนในกระดาษ' })
    expect(await findScene(crew)).toBe('ตลาด')
  })

  test('is not told whom the hospital named once the mission was over', async () => {
    const { missionId, before, step } = await sendAndRelieve()
    expect(await bring(await write(missionId, 'ตลาด', before), crew)).toEqual(['applied'])
    await step({ step: 'LEFT_SCENE' })
    await step({ step: 'HANDED_OVER' })
    await step({ step: 'BACK_AT_BASE' })
    await step({ step: 'CLOSED', note: 'เขียนในกระดาษ' })
    bedside.panel.wait(minute)
    const patient = await bedside.addPatient()
    await doctor(inbound.arrive, { _id: missionId, patient_id: patient.id })
    const { rows } = await crew(operationRecords.list, { _id: recordId })
    expect(rows).toMatchObject([{ patient: null, answers: { scene: 'ตลาด', patient: patient.id } }])
  })

  test('brings what they wrote before, of a sheet of anybody, and what they wrote later waits', async () => {
    const { missionId, relief, before, relieve } = await sendAndRelieve()
    const begun = await write(missionId, 'ตลาด', before)
    bedside.panel.wait(2 * minute)
    await relieve()
    bedside.panel.wait(2 * minute)
    const late = await write(missionId, 'วัด', now())
    expect(await bring(late, crew)).toEqual(['waiting'])
    expect((await expectRefusal(findScene(doctor))).code).toBe(errorCodes['not-found'])
    expect(await bring(begun, crew)).toEqual(['applied'])
    expect(await findScene(doctor)).toBe('ตลาด')
    expect(await listReviews(doctor, recordId)).toMatchObject([{ reason: 'not-allowed', path: 'scene' }])
    recordId = newId()
    await relief(operationRecords.add, { new_id: recordId, mission_id: missionId })
    expect(await bring(await write(missionId, 100, before, 'odometer_base'), crew)).toEqual(['applied'])
  })
})

test('an addendum that somebody said a number is right says so, and does not read like a new number', async () => {
  const late = await seal([say('latitude/confirmed', 1.5)], crew)
  await completeRequest()
  expect(await bring(late, doctor)).toEqual(['waiting'])
  const [review] = await listReviews(doctor, recordId)
  await doctor(formDelivery.decide, { _id: review?._id ?? '', is_accepted: true, reason: 'ยืนยันกับทีมแล้ว' })
  expect((await read())?.addenda).toMatchObject([
    { what: expect.stringMatching(/: 1\.5 \(.*ยืนยัน.*\) \/ Latitude: 1\.5 \(Unusual: confirmed as right\)$/) },
  ])
})

test('an addendum names the options of the hospital in both languages', async () => {
  const { version, settings } = await admin(formSettings.get, {})
  const own_options = { hazard: [{ name_th: 'โคลนถล่ม', name_en: 'Mudslide' }] }
  await admin(formSettings.update, { version, settings: { ...settings, own_options }, reason: 'ฤดูฝน' })
  const late = await seal([say('hazards', ['FIRE', 'H1'])], crew)
  await completeRequest()
  expect(await bring(late, doctor)).toEqual(['waiting'])
  const [review] = await listReviews(doctor, recordId)
  await doctor(formDelivery.decide, { _id: review?._id ?? '', is_accepted: true, reason: 'ยืนยันกับทีมแล้ว' })
  expect((await read())?.addenda).toMatchObject([
    { what: 'อันตราย ณ ที่เกิดเหตุ: ไฟไหม้, โคลนถล่ม / Hazards at the scene: Fire, Mudslide' },
  ])
})

describe('meanwhile', () => {
  test('the record was completed and its mission cancelled: what was written waits, and is accepted as an addendum', async () => {
    const late = await seal([say('landmark', 'ประตูหลัง')], crew)
    await completeRequest()
    await doctor(missions.dispatch, {
      _id: recordId,
      event_id: newId(),
      step: 'CANCELLED',
      reason: 'MOVED_BEFORE',
    })
    expect(await bring(late, doctor)).toEqual(['waiting'])
    const [review] = await listReviews(doctor, recordId)
    expect(review).toMatchObject({ reason: 'form-closed', record_state: 'complete' })
    const decided = { _id: review?._id ?? '', is_accepted: true, reason: 'ยืนยันกับทีมแล้ว' }
    expect(await doctor(formDelivery.decide, decided)).toMatchObject({ outcome: 'addendum' })
    expect((await read())?.addenda).toMatchObject([
      {
        what: 'จุดสังเกต: ประตูหลัง / Landmark: ประตูหลัง',
        why: decided.reason,
        by: { _id: crew.session.user_id },
      },
    ])
    expect((await expectRefusal(doctor(formDelivery.decide, decided))).code).toBe(
      errorCodes['changed-meanwhile'],
    )
  })

  const referral = { form: 'ambulance-referral' } as const
  const readReferral = async () => (await doctor(ambulanceReferrals.list, { _id: recordId })).rows[0]

  test('the patient was discharged: what was written is applied', async () => {
    const patient = await bedside.addPatient()
    await bring(await seal([say('patient', patient.id, referral)], doctor), doctor)
    const late = await seal([say('to_hospital', 'รพ.ศูนย์', referral)], doctor)
    await bedside.panel.root
      .updateTable('patients')
      .set({ ward_id: null })
      .where('id', '=', patient.id)
      .execute()
    expect(await bring(late, doctor)).toEqual(['applied'])
    expect(await readReferral()).toMatchObject({
      answers: { to_hospital: 'รพ.ศูนย์' },
      patient: { _id: patient.id },
    })
  })

  test('the record was closed to its author: what was written waits, and is shown only to whom the record is open', async () => {
    const nurse = await bedside.panel.asNew({ staffType: 'nurse' })
    const patient = await bedside.addPatient()
    await bring(await seal([say('patient', patient.id, referral)], nurse), nurse)
    const late = await seal([say('to_hospital', 'รพ.ศูนย์', referral)], nurse)
    const outsider = await bedside.panel.asNew({ staffType: 'doctor' })
    const wards = await bedside.panel.root.selectFrom('wards').select('id').orderBy('position').execute()
    const ward_ids = wards.map(({ id }) => id).filter((id) => id !== patient.ward)
    const member_ids = [nurse, outsider].map(({ session }) => session.user_id)
    await admin(groups.save, { name: newId(), ward_ids, member_ids })
    expect(await bring(late, doctor)).toEqual(['waiting'])
    expect(await listReviews(doctor, recordId)).toMatchObject([
      { reason: 'record-closed', is_hidden: false, answer: 'รพ.ศูนย์', patient: { _id: patient.id } },
    ])
    const { rows } = await outsider(formDelivery.reviews, {})
    const hidden = rows.find(({ record_id }) => record_id === recordId)
    expect(hidden).toMatchObject({ is_hidden: true, answer: null })
    const decision = { _id: hidden?._id ?? '', is_accepted: true, reason: 'ลองดู' }
    expect((await expectRefusal(outsider(formDelivery.decide, decision))).code).toBe(
      errorCodes['break-glass-needed'],
    )
  })
})

describe('a decision', () => {
  async function leaveOneWaiting() {
    const delivered = await seal([say('landmark', 'ใกล้วัด')], crew)
    await bedside.panel.root
      .updateTable('sessions')
      .set({ ended_at: bedside.at(1) })
      .where('staff_id', '=', crew.session.user_id)
      .execute()
    expect(await bring(delivered, doctor)).toEqual(['waiting'])
    const [review] = await listReviews(doctor, recordId)
    return review?._id ?? ''
  }

  test('writes into the record under the name of its author, who began it', async () => {
    const _id = await leaveOneWaiting()
    await doctor(formDelivery.decide, { _id, is_accepted: true, reason: 'ยืนยันแล้ว' })
    expect(await read()).toMatchObject({
      answers: { landmark: 'ใกล้วัด' },
      changed_by: { _id: crew.session.user_id },
    })
    expect(await listReviews(doctor, recordId)).toEqual([])
  })

  test('rejects with a reason, and what was rejected changes nothing', async () => {
    const _id = await leaveOneWaiting()
    expect(
      await doctor(formDelivery.decide, { _id, is_accepted: false, reason: 'ไม่ใช่ของจริง' }),
    ).toMatchObject({
      outcome: 'rejected',
    })
    expect((await expectRefusal(read())).code).toBe(errorCodes['not-found'])
    expect(await listReviews(doctor, recordId)).toEqual([])
    const { rows } = await sql<{ decision_reason: string }>`
      select decision_reason from form_reviews where id = ${_id}`.execute(bedside.panel.root)
    expect(rows).toEqual([{ decision_reason: 'ไม่ใช่ของจริง' }])
  })

  test('is for those who may decide', async () => {
    const _id = await leaveOneWaiting()
    expect(
      (await expectRefusal(crew(formDelivery.decide, { _id, is_accepted: true, reason: 'ของฉัน' }))).code,
    ).toBe(errorCodes['session-ended'])
    const nurse = await bedside.panel.asNew({ staffType: 'nurse' })
    expect(
      (await expectRefusal(nurse(formDelivery.decide, { _id, is_accepted: true, reason: 'ของฉัน' }))).code,
    ).toBe(errorCodes['not-allowed'])
  })
})

test('a hospital has one key, whoever asks; a panel with another secret makes a new one', async () => {
  const [one, two] = await Promise.all([
    crew(formDelivery.sealingKey, {}),
    doctor(formDelivery.sealingKey, {}),
  ])
  expect(one.key).toEqual(two.key)
  const lost = await seal([say('landmark', 'ใกล้วัด')], crew)
  await sql`update sealing_keys set private_key = '\\x00' where replaced_at is null`.execute(
    bedside.panel.root,
  )
  const { key } = await crew(formDelivery.sealingKey, {})
  expect(key?._id).not.toBe(one.key?._id)
  expect(await bring(lost, crew)).toEqual(['unreadable'])
})

test('while all tablets deliver at once, a reading is taken in and its alarm raised', async () => {
  const patient = await bedside.addPatient()
  await bring(await seal([say('landmark', 'ใกล้วัด')], crew), crew)
  const tablets = 60
  const delivered = await Promise.all(
    Array.from({ length: tablets }, (_, i) => seal([say('pick_up', `จุดที่ ${i}`)], crew)),
  )
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const holder = bedside.panel.root.transaction().execute(async (tx) => {
    await sql`select from form_records where id = ${recordId} for update`.execute(tx)
    hold()
    await released
  })
  await held
  const outcomes = delivered.map((one) =>
    bring(one, crew).then(
      ([outcome]) => outcome,
      (error: { status: number }) => error.status,
    ),
  )
  try {
    await patient.send({ kind: 'spo2', spo2: 70 })
    const { rows } = await doctor(alarms.list, { patient_id: patient.id })
    expect(rows).not.toEqual([])
    // Who comes is asked when it is their turn: a thousand such questions would hold the connections of the readings.
    const unasked = await expectRefusal(bedside.panel.call(formDelivery.apply, { operations: [] }))
    expect(unasked.status).toBe(503)
  } finally {
    release()
    await holder
  }
  const answered = await Promise.all(outcomes)
  const busy = answered.filter((one) => one === 503)
  expect(busy.length).toBe(tablets - 52)
  // A tablet that was sent away keeps what it has and comes again.
  for (const [i, one] of delivered.entries()) if (answered[i] === 503) await bring(one, crew)
  const { count } = await bedside.panel.root
    .selectFrom('form_operations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('record_id', '=', recordId)
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(tablets + 1)
})
